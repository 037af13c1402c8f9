// SPDX-License-Identifier: MIT
#include "gambol/io/motion/motion_json.hpp"
#include "gambol/io/scene/scene_reader.hpp"
#include "gambol/methods/cio/contact_choice.hpp"
#include "gambol/methods/cio/contact_forces.hpp"
#include "gambol/methods/cio/continuation.hpp"
#include "gambol/methods/cio/reconstruct.hpp"
#include "gambol/methods/method.hpp"
#include "gambol/motion/audit.hpp"
#include "gambol/terms/contact_wrench.hpp"
#include "support/mujoco_residual.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <ctime>

namespace gambol {
namespace {

Scene walk(const std::vector<io::Override>& overrides = {})
{
    return io::read_scene(std::string(GAMBOL_SOURCE_DIR) + "/scenes/walk.yaml", overrides).scene;
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
    const RunResult result = run(scene);
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
        const std::string bytes = io::motion_to_json(run(walk(small), control).motion);
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
    EXPECT_NE(
        io::motion_to_json(run(walk(one)).motion), io::motion_to_json(run(walk(other)).motion));
}

TEST(Walk, KeepsTheBestWhenCancelled)
{
    std::atomic<bool> cancel { false };
    int calls = 0;
    RunControl control;
    control.threads = 1;
    control.cancel = &cancel;
    control.on_progress = [&](const Progress&) { cancel = ++calls > 30; };
    const RunResult result = run(walk(), control);
    EXPECT_EQ(result.report.status, RunStatus::interrupted);
    EXPECT_GE(result.motion.times.size(), 601u);
    EXPECT_LT(result.report.iterations, 60);
}

TEST(Walk, StopsAtItsTimeLimit)
{
    RunControl control;
    control.time_limit = 0.3;
    const RunResult result = run(walk(), control);
    EXPECT_EQ(result.report.status, RunStatus::limit_reached);
    EXPECT_FALSE(result.motion.characters.empty());
}

TEST(Walk, ReportsEveryStageInOrder)
{
    std::vector<int> stages;
    RunControl control;
    control.threads = 1;
    control.on_progress = [&](const Progress& p) {
        EXPECT_GT(p.cost, 0);
        if (stages.empty() || stages.back() != p.stage)
            stages.push_back(p.stage);
    };
    (void)run(walk({ { "duration", "2s" }, { "cio.starts", "1" } }), control);
    // In a hurry like this a start may fail, and one that finds no support is given up before its
    // last stage; then others follow.
    ASSERT_GE(stages.size(), 3u);
    EXPECT_EQ(stages[0], 0);
    for (size_t i = 1; i < stages.size(); ++i)
        EXPECT_TRUE(stages[i] == stages[i - 1] + 1 || (stages[i] == 0 && stages[i - 1] >= 2))
            << "stage " << stages[i] << " after " << stages[i - 1];
}

TEST(Cio, GivesUpAStartThatNothingCanSupport)
{
    // Half a second to cover 6 m: whatever the feet do, forces are missing.
    const Scene scene = walk({ { "duration", "0.5s" }, { "goals.0.position", "[6, 0]" } });
    const cio::CioScene ready = cio::prepare(scene);
    const cio::StartResult start = cio::run_start(ready, 1, 0, {});
    EXPECT_FALSE(start.finished);
    EXPECT_EQ(start.stages_done, 3);
    EXPECT_NE(start.note.find("given up"), std::string::npos) << start.note;
}

/// One second of standing still with both feet down, and the same with a foot that slides.
struct Standing {
    Scene scene = walk({ { "duration", "1s" }, { "goals.0.position", "[0, 0]" } });
    cio::CioScene ready = cio::prepare(scene);
    Eigen::VectorXd still, sliding;

    Standing()
    {
        still.setZero(ready.layout.variables());
        for (int k = 0; k < ready.layout.segments; ++k)
            still.segment(ready.layout.q(k), ready.layout.coordinates) = ready.start;
        cio::set_contacts(ready.layout, contact_variable(0.01), still);
        for (int k = 0; k < ready.layout.segments; ++k)
            still.segment<2>(ready.layout.z(k)).setConstant(contact_variable(3));
        sliding = still;
        sliding[ready.layout.q(0) + ready.models[0].effector(0) + 1] += 0.02;
    }
};

TEST(Cio, TighteningMakesDearerWhatIsViolatedAndOnlyThat)
{
    const Standing example;
    const auto problem = cio::make_problem(example.ready);
    auto& cost = static_cast<cio::CioCost&>(problem->cost());
    cost.set_scales(cio::stages(false).back().scales);
    const double still = problem->value(example.still);
    EXPECT_EQ(cost.tighten(), 0) << "standing still violates nothing";
    const double sliding = problem->value(example.sliding);
    EXPECT_GT(cost.tighten(), 0);
    EXPECT_GT(problem->value(example.sliding), 2 * (sliding - still) + still);
    // Where the foot rests nothing is dearer but its contact, which costs nothing.
    EXPECT_NEAR(problem->value(example.still), still, 1e-6 * still);
}

TEST(Cio, AFootThatMovesCarriesOnlyWhatNothingElseCan)
{
    const Standing example;
    const cio::CioScene& ready = example.ready;
    const FeatureModel& model = ready.models[0];
    const int n = ready.layout.coordinates, left = model.effector(0), right = model.effector(1);
    Eigen::VectorXd y = Eigen::VectorXd::Zero(ready.layout.local_size());
    y.head(n) = ready.start;
    y.head<2>() = 0.5 * (ready.start.segment<2>(left) + ready.start.segment<2>(right));
    y.tail(ready.layout.contacts).setConstant(contact_variable(1));
    const auto share_of_left = [&] {
        FeatureFrame frame;
        update(model, ready.surfaces, ready.columns[0], y, false, frame);
        const cio::InstantForces forces = cio::instant_forces(frame, example.scene.surfaces);
        EXPECT_LT(forces.force_residual, 1e-3);
        return forces.patches[0].force.z() / (model.mass * kGravity);
    };
    EXPECT_NEAR(share_of_left(), 0.5, 0.1);
    y[ready.layout.local_v() + left + 1] = 0.2;
    EXPECT_GT(share_of_left(), 0.2) << "half-way between the feet both are needed";
    y.head<2>() = ready.start.segment<2>(right);
    EXPECT_LT(share_of_left(), 0.01) << "above the resting foot that one will do";
    y[ready.layout.local_v() + left + 1] = 0;
    EXPECT_GT(share_of_left(), 0.01) << "at rest feet share";
}

TEST(Cio, WholeGradientMatchesDifferences)
{
    for (const char* form : { "value", "paper" }) {
        const Scene scene
            = walk({ { "duration", "1s" }, { "cio.residual", form }, { "cio.zmp_hint", "true" } });
        const cio::CioScene ready = cio::prepare(scene);
        const auto problem = cio::make_problem(ready);
        cio::FamilyScales all;
        all.fill(1);
        static_cast<cio::CioCost&>(problem->cost()).set_scales(all);
        problem->set_free_knots({ ready.movable, 1 });
        Eigen::VectorXd x = Eigen::VectorXd::Zero(ready.layout.variables());
        for (int k = 0; k < ready.layout.segments; ++k) {
            x.segment(ready.layout.q(k), ready.layout.coordinates) = ready.start;
            x.segment(ready.layout.v(k), ready.layout.coordinates).setConstant(0.1);
            x.segment(ready.layout.v(k) + ready.layout.coordinates, ready.layout.contacts)
                .setConstant(0.3);
        }
        std::srand(3);
        x += 0.03 * Eigen::VectorXd::Random(x.size());
        x[ready.layout.late(ready.layout.segments - 1)] = 0;
        Eigen::VectorXd g;
        (void)problem->gradient(x, g);
        ASSERT_GT(g.norm(), 1);
        double worst = 0;
        for (int i = 0; i < x.size(); ++i) {
            const bool knot = (i + 1) % ready.layout.block_size() == 0;
            if (knot ? !ready.movable[size_t(i / ready.layout.block_size())] : i % 7 != 0)
                continue;
            const double h = 1e-6, at = x[i];
            x[i] = at + h;
            const double above = problem->value(x);
            x[i] = at - h;
            const double below = problem->value(x);
            x[i] = at;
            const double difference = (above - below) / (2 * h);
            worst = std::max(worst, std::abs(difference - g[i]) / (1 + std::abs(difference)));
        }
        EXPECT_LT(worst, 1e-4) << form;
    }
}

TEST(Cio, PhasesTakeTheTimeThatSuitsThemInWholeFrames)
{
    for (const char* timing : { "free", "even" }) {
        const Scene scene = walk({ { "duration", "2.5s" }, { "goals.0.position", "[0.8, 0]" },
            { "cio.timing", timing } });
        const cio::CioScene ready = cio::prepare(scene);
        const cio::StartResult start = cio::run_start(ready, 1, 0, {});
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
        if (scene.cio.timing == PhaseTiming::free)
            EXPECT_GT(most, ready.layout.segment_duration + ready.frame_duration() / 2);
        else
            EXPECT_NEAR(most, ready.layout.segment_duration, 1e-12);
    }
}

TEST(Cio, WhatAGoalSaysOfTheTimeIsKept)
{
    const Scene scene = walk({ { "goals.0.when", "1.1s" } });
    const cio::CioScene ready = cio::prepare(scene);
    // Segments last a quarter of a second; 1.1 s is within the fifth, between knots 3 and 4.
    for (int k = 0; k < ready.layout.segments; ++k)
        EXPECT_EQ(ready.movable[size_t(k)], k != 3 && k != 4 && k != ready.layout.segments - 1)
            << k;
}

/// Processor time of the model of a walk of this duration and of solving it, the least of seven
/// [s].
double iteration_time(const std::string& duration)
{
    const Scene scene = walk({ { "duration", duration } });
    const cio::CioScene ready = cio::prepare(scene);
    const auto problem = cio::make_problem(ready);
    static_cast<cio::CioCost&>(problem->cost()).set_scales(cio::stages(false).back().scales);
    Eigen::VectorXd x = Eigen::VectorXd::Zero(ready.layout.variables()), g, step;
    for (int k = 0; k < ready.layout.segments; ++k)
        x.segment(ready.layout.q(k), ready.layout.coordinates) = ready.start;
    cio::set_contacts(ready.layout, contact_variable(0.5), x);
    const Eigen::VectorXd shift = Eigen::VectorXd::Constant(x.size(), 1.0);
    BlockTridiagonal H;
    BlockTridiagonalCholesky cholesky;
    double least = INFINITY;
    for (int i = 0; i < 7; ++i) {
        const std::clock_t began = std::clock();
        (void)problem->model(x, g, H);
        EXPECT_TRUE(cholesky.factorise(H, shift));
        cholesky.solve(-g, step);
        least = std::min(least, double(std::clock() - began) / CLOCKS_PER_SEC);
    }
    EXPECT_GT(step.norm(), 0);
    return least;
}

TEST(Cio, TimeGrowsLinearlyWithDuration)
{
    const double five = iteration_time("5s"), twenty = iteration_time("20s");
    // Four times the blocks. Work that grew with their square would take sixteen times as long.
    EXPECT_LT(twenty, 6.5 * five);
    EXPECT_GT(twenty, 2.5 * five) << "nothing was measured";
}

}  // namespace
}  // namespace gambol
