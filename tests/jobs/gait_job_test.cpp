// SPDX-License-Identifier: MIT
// Gaits as jobs: what is told, stored and taken up again, at one speed or several.
#include "gambol/io/motion/motion_json.hpp"
#include "gambol/io/scene/job_reader.hpp"
#include "gambol/jobs/sweep.hpp"
#include "gambol/scene/scene_error.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>

namespace gambol {
namespace {

constexpr int kGenerations = 3;

Job hop(const std::string& speed = "speed: 1.5")
{
    return io::read_job_text("gambol: 1\nmethod: gait\n" + speed
            + "\ncharacters: {stilt: {model: monopod}}\n"
              "gait: {cycles: 2, search: {generations: 3, samples: 6}}\n",
        "hop.yaml", "");
}

TEST(GaitJob, ShowsTheBestSoFarAndStoresEveryGeneration)
{
    int previews = 0, checkpoints = 0;
    std::vector<double> best;
    RunControl control;
    control.preview_every = 0;
    control.on_event = [&](const Event& event) {
        const auto* progress = std::get_if<Progress>(&event.what);
        if (!progress || progress->stage_name != "search")
            return;
        best.push_back(progress->cost);
        if (progress->preview) {
            ++previews;
            EXPECT_EQ(progress->preview->method, "gait");
            EXPECT_GT(progress->preview->cycle, 0);
        }
    };
    control.on_checkpoint = [&](const std::string& bytes) {
        ++checkpoints;
        EXPECT_FALSE(bytes.empty());
    };
    const JobResult result = run_job(hop(), control);
    EXPECT_EQ(result.report.status, RunStatus::valid);
    EXPECT_EQ(previews, kGenerations);
    EXPECT_EQ(checkpoints, kGenerations);
    EXPECT_TRUE(std::is_sorted(best.rbegin(), best.rend())) << "the best does not get worse";
    ASSERT_EQ(result.report.gaits.size(), 1u);
    EXPECT_EQ(result.report.gaits[0].name, "hop");
    EXPECT_EQ(result.report.history.size(), size_t(kGenerations));
}

TEST(GaitJob, GoesOnFromACheckpointToTheSameBytes)
{
    std::vector<std::string> stored;
    RunControl control;
    control.on_checkpoint = [&](const std::string& bytes) { stored.push_back(bytes); };
    const std::string whole = io::motion_to_json(run_job(hop(), control).motion);
    ASSERT_EQ(stored.size(), size_t(kGenerations));
    for (const std::string& bytes : stored) {
        RunControl again;
        again.resume_from = [&](const Scene&) { return bytes; };
        EXPECT_EQ(io::motion_to_json(run_job(hop(), again).motion), whole);
    }
}

TEST(GaitJob, ASweepIsTheSameSceneAtEachSpeed)
{
    const std::vector<Job> jobs { hop("speed: 1"), hop("speed: 2") };
    const Sweep sweep = run_sweep(jobs);
    ASSERT_EQ(sweep.points.size(), 2u);
    EXPECT_EQ(sweep.points[1].speed, 2);
    EXPECT_NEAR(sweep.points[1].froude / sweep.points[0].froude, 4, 1e-9);
    EXPECT_EQ(sweep.points[0].gait, "hop");
    EXPECT_EQ(
        io::motion_to_json(sweep.results[1].motion), io::motion_to_json(run_job(jobs[1]).motion));
    EXPECT_TRUE(is_sweep(hop("speeds: [1, 2]")));
    EXPECT_FALSE(is_sweep(jobs[0]));
    EXPECT_THROW((void)run_job(hop("speeds: [1, 2]")), SceneError);
}

TEST(GaitJob, AStoppedSweepKeepsWhatIsDone)
{
    const std::vector<Job> jobs { hop("speed: 1"), hop("speed: 2") };
    std::atomic<bool> cancel { false };
    std::string stored;
    RunControl control;
    control.cancel = &cancel;
    control.on_checkpoint = [&](const std::string& bytes) { stored = bytes; };
    const Sweep half = run_sweep(jobs, control, [&](int done, int) { cancel = done == 1; });
    EXPECT_EQ(half.status, RunStatus::interrupted);
    ASSERT_EQ(half.points.size(), 2u);
    EXPECT_TRUE(half.points[0].valid);
    EXPECT_FALSE(half.points[1].valid);
    RunControl again;
    again.resume_from = [&](const Scene&) { return stored; };
    const Sweep whole = run_sweep(jobs), resumed = run_sweep(jobs, again);
    for (const size_t i : { size_t(0), size_t(1) })
        EXPECT_EQ(io::motion_to_json(resumed.results[i].motion),
            io::motion_to_json(whole.results[i].motion));
}

TEST(GaitChanges, LieBetweenNeighboursWithOtherNames)
{
    const auto at = [](double speed, const char* gait, bool valid = true) {
        SweepPoint point;
        point.speed = speed;
        point.froude = speed * speed / 9;
        point.gait = gait;
        point.valid = valid;
        return point;
    };
    const auto changes = gait_changes({ at(1, "walk"), at(1.5, "walk"), at(1.8, "none"),
        at(2, "trot", false), at(3, "trot"), at(10, "transverse-gallop") });
    ASSERT_EQ(changes.size(), 2u);
    EXPECT_EQ(changes[0].from, "walk");
    EXPECT_EQ(changes[0].to, "trot");
    EXPECT_EQ(changes[0].slower, 1.5);
    EXPECT_EQ(changes[0].faster, 3);
    EXPECT_NEAR(changes[0].froude, 0.5, 1e-12);
}

}  // namespace
}  // namespace gambol
