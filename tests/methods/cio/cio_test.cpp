// SPDX-License-Identifier: MIT
#include "gambol/io/motion/motion_json.hpp"
#include "gambol/io/scene/job_reader.hpp"
#include "gambol/jobs/run_job.hpp"
#include "gambol/methods/cio/continuation.hpp"
#include "gambol/motion/audit.hpp"
#include "support/mujoco_residual.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <ctime>

namespace gambol {
namespace {

/// With massless limbs; tests/methods/refine/whole_body_test.cpp has the rest of the method.
Scene walk(std::vector<io::Override> overrides = {})
{
    overrides.push_back({ "cio.body", "features" });
    return io::read_job(std::string(GAMBOL_SOURCE_DIR) + "/scenes/walk.yaml", overrides).scene;
}

double figure(const RunReport& report, const std::string& name)
{
    const auto found = std::find_if(report.figures.begin(), report.figures.end(),
        [&](const Figure& f) { return f.name == name; });
    EXPECT_NE(found, report.figures.end()) << name;
    return found == report.figures.end() ? NAN : found->value;
}

/// All that is asked of the shipped walk, in one test: each test runs in its own process, and the
/// walk is worth solving once.
TEST(Walk, IsValidUprightOnTargetAndMuJoCoAgrees)
{
    const Scene scene = walk();
    const JobResult result = run_scene(scene);
    const RunReport& report = result.report;
    EXPECT_EQ(report.status, RunStatus::valid);
    EXPECT_TRUE(report.warnings.empty());
    EXPECT_LE(report.audit.find("residual_force_rms").value, 0.01);
    EXPECT_LE(report.audit.find("residual_force_max").value, 0.04);
    EXPECT_LE(report.audit.find("slip").value, 0.01);
    EXPECT_LE(report.audit.find("penetration").value, 0.01);
    EXPECT_LE(report.audit.find("joint_gap").value, 0.01);

    // At every dense sample, not only over the audit's windows.
    EXPECT_LE(figure(report, "residual_force_rms"), 0.01);
    EXPECT_LE(figure(report, "residual_force_max"), 0.04);
    EXPECT_LE(figure(report, "goal_position_error"), 0.05);
    EXPECT_GE(figure(report, "ann: alternating_steps"), 4);
    EXPECT_GE(figure(report, "ann: least_swing_rise"), 0.03);
    EXPECT_GE(figure(report, "ann: lowest_torso"), 0.9);

    const test::MujocoResidual second = test::mujoco_root_residual(result.motion, 0);
    EXPECT_LE(second.force_rms, 0.01);
    // Samples beside a jump of the spline's acceleration show up to half the jump.
    EXPECT_LE(second.force_max, 0.1);

    const Motion& motion = result.motion;
    EXPECT_NE(motion.mass_model.find("torso"), std::string::npos);
    EXPECT_NEAR(motion.characters[0].bodies[0].inertial.mass, 70, 1e-9);
    for (size_t i = 1; i < motion.characters[0].bodies.size(); ++i)
        EXPECT_EQ(motion.characters[0].bodies[i].inertial.mass, 0);

    const auto frames = forward_kinematics(scene.characters[0].body, scene.characters[0].start);
    for (size_t i = 0; i < frames.size(); ++i)
        EXPECT_LT((frames[i].position - motion.characters[0].positions[0][i]).norm(), 1e-6)
            << scene.characters[0].body.segments[i].name;
}

TEST(Walk, DoesNotDependOnTheNumberOfThreads)
{
    const std::vector<io::Override> small { { "duration", "2s" },
        { "goals.0.position", "[0.8, 0]" } };
    std::string first;
    for (const int threads : { 1, 2, 4 }) {
        RunControl control;
        control.threads = threads;
        const std::string bytes = io::motion_to_json(run_scene(walk(small), control).motion);
        if (first.empty())
            first = bytes;
        EXPECT_TRUE(bytes == first) << threads << " threads";
    }
}

TEST(Walk, DependsOnTheSeed)
{
    const std::vector<io::Override> one { { "duration", "2s" }, { "cio.starts", "1" } };
    std::vector<io::Override> other = one;
    other.push_back({ "seed", "2" });
    EXPECT_NE(io::motion_to_json(run_scene(walk(one)).motion),
        io::motion_to_json(run_scene(walk(other)).motion));
}

TEST(Walk, KeepsTheBestWhenCancelled)
{
    std::atomic<bool> cancel { false };
    int calls = 0;
    RunControl control;
    control.threads = 1;
    control.cancel = &cancel;
    control.on_event = [&](const Event&) { cancel = ++calls > 30; };
    const JobResult result = run_scene(walk(), control);
    EXPECT_EQ(result.report.status, RunStatus::interrupted);
    EXPECT_GE(result.motion.times.size(), 601u);
    EXPECT_LT(result.report.iterations, 60);
}

TEST(Walk, StopsAtItsTimeLimit)
{
    RunControl control;
    control.time_limit = 0.3;
    const JobResult result = run_scene(walk(), control);
    EXPECT_EQ(result.report.status, RunStatus::limit_reached);
    EXPECT_FALSE(result.motion.characters.empty());
}

TEST(Walk, ReportsEveryStageInOrder)
{
    std::vector<int> stages;
    RunControl control;
    control.threads = 1;
    control.on_event = [&](const Event& event) {
        const auto* p = std::get_if<Progress>(&event.what);
        if (!p)
            return;
        EXPECT_GT(p->cost, 0);
        if (stages.empty() || stages.back() != p->stage)
            stages.push_back(p->stage);
    };
    (void)run_scene(walk({ { "duration", "2s" }, { "cio.starts", "1" } }), control);
    // In a hurry like this a start may fail, and one that finds no support is given up before its
    // last stage; then others follow. Whose steps are guessed begins with the second stage.
    ASSERT_GE(stages.size(), 3u);
    EXPECT_EQ(stages[0], 1);
    for (size_t i = 1; i < stages.size(); ++i)
        EXPECT_TRUE(stages[i] == stages[i - 1] + 1 || (stages[i] <= 1 && stages[i - 1] >= 2))
            << "stage " << stages[i] << " after " << stages[i - 1];
}

TEST(Cio, GivesUpAStartThatNothingCanSupport)
{
    // Half a second to cover 6 m: whatever the feet do, forces are missing.
    const Scene scene = walk({ { "duration", "0.5s" }, { "goals.0.position", "[6, 0]" } });
    const cio::StartResult start = cio::run_start(cio::gather(scene), 1, 0, {});
    EXPECT_FALSE(start.finished);
    EXPECT_EQ(start.stages_done, 3);
    EXPECT_NE(start.note.find("given up"), std::string::npos) << start.note;
}

TEST(Cio, PhasesTakeTheTimeThatSuitsThemInWholeFrames)
{
    for (const char* timing : { "free", "even" }) {
        const Scene scene = walk({ { "duration", "2.5s" }, { "goals.0.position", "[0.8, 0]" },
            { "cio.timing", timing } });
        const cio::Company company = cio::gather(scene);
        const cio::CioScene& ready = company.islands.front().ready;
        const cio::StartResult start = cio::run_start(company, 1, 0, {});
        ASSERT_TRUE(start.finished) << start.note;
        double most = 0, total = 0;
        for (int k = 0; k < ready.layout.segments; ++k) {
            const double duration = ready.layout.duration_of(start.x, k);
            const double frames = duration / ready.frame_duration();
            EXPECT_NEAR(frames, std::round(frames), 1e-9) << timing << ", segment " << k;
            most = std::max(most, duration);
            total += duration;
        }
        EXPECT_NEAR(total, 2.5, 1e-12);
        if (task_of<cio::Task>(scene).options.timing == PhaseTiming::free)
            EXPECT_GT(most, ready.layout.segment_duration + ready.frame_duration() / 2);
        else
            EXPECT_NEAR(most, ready.layout.segment_duration, 1e-12);
    }
}

}  // namespace
}  // namespace gambol
