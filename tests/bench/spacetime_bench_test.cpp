// SPDX-License-Identifier: MIT
#include "spacetime_bench.hpp"

#include "gambol/character/character.hpp"
#include "gambol/io/scene/job_reader.hpp"
#include "perturbed_scene.hpp"
#include "timed_solve.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <thread>

namespace gambol::bench {
namespace {

Scene scene(const std::string& name)
{
    return io::read_job(GAMBOL_SOURCE_DIR "/scenes/" + name + ".yaml").scene;
}

TEST(PerturbedScene, SeedZeroIsTheSceneItself)
{
    const Scene before = scene("leap"), after = perturbed(before, 0.1, 0);
    EXPECT_EQ(after.duration, before.duration);
    EXPECT_EQ(after.characters.front().start.angles, before.characters.front().start.angles);
}

TEST(PerturbedScene, ChangesByUpToATenthAndKeepsTolerances)
{
    for (const char* name : { "dismount", "leap", "broad-jump", "luxo-jump", "monkey-bars" })
        for (int seed = 1; seed <= 5; ++seed) {
            const Scene before = scene(name), after = perturbed(before, 0.1, seed);
            bool changed = false;
            for (size_t i = 0; i < task_of<spacetime::Task>(before).phases.size(); ++i) {
                const double ratio = task_of<spacetime::Task>(after).phases[i].duration
                    / task_of<spacetime::Task>(before).phases[i].duration;
                EXPECT_GE(ratio, 0.9);
                EXPECT_LE(ratio, 1.1);
                changed = changed || ratio != 1;
            }
            EXPECT_TRUE(changed);
            for (size_t i = 0; i < task_of<spacetime::Task>(before).keys.size(); ++i)
                EXPECT_EQ(task_of<spacetime::Task>(after).keys[i].within,
                    task_of<spacetime::Task>(before).keys[i].within)
                    << name;
            EXPECT_DOUBLE_EQ(task_of<spacetime::Task>(after).keys.back().when, after.duration);
        }
}

/// The start pose of broad-jump must be met exactly: joints that had each changed on their own
/// would leave feet that are neither flat nor where they should be, and no movement at all.
TEST(PerturbedScene, ChangedStartPoseStandsWhereTheSceneSays)
{
    const Scene before = scene("broad-jump");
    for (int seed = 1; seed <= 5; ++seed) {
        const Scene after = perturbed(before, 0.1, seed);
        const Character& body = after.characters.front().body;
        const Key &key = task_of<spacetime::Task>(after).keys.front(),
                  &was = task_of<spacetime::Task>(before).keys.front();
        Pose pose = after.characters.front().start;
        pose.root_rotation = *key.rotation;
        double moved = 0;
        for (size_t i = 0; i < key.angles.size(); ++i) {
            pose.angles[key.angles[i].angle] = key.angles[i].value;
            moved = std::max(moved, std::abs(key.angles[i].value - was.angles[i].value));
        }
        EXPECT_GT(moved, 0.003) << "seed " << seed;
        const std::vector<SegmentFrame> frames = forward_kinematics(body, pose);
        Eigen::Vector3d shift;
        for (const PhaseContact& contact :
            task_of<spacetime::Task>(after).phases.front().contacts) {
            const Patch& patch = body.patches[size_t(contact.patch)];
            const SegmentFrame& frame = frames[size_t(patch.segment)];
            EXPECT_NEAR((frame.rotation * patch.normal).z(), 1, 1e-7);
            const Eigen::Vector3d off = frame.position + frame.rotation * patch.center - contact.at;
            if (&contact == &task_of<spacetime::Task>(after).phases.front().contacts.front())
                shift = off;
            EXPECT_LT((off - shift).norm(), 5e-5);
        }
    }
}

TEST(SpacetimeBench, CountsWhatConvergesAndPassesTheAudit)
{
    const SetupResult result = solve_setup(scene("luxo-jump"), {}, {});
    EXPECT_TRUE(result.converged);
    EXPECT_TRUE(result.valid) << result.failed_check;
    EXPECT_EQ(result.attempts, 1);
    EXPECT_GT(result.seconds, 0);
    EXPECT_GT(result.flight_torque, 0);
}

TEST(SpacetimeBench, CountsNothingThatConvergesToAMovementTheAuditRejects)
{
    // Both feet of the lamp's floor are moved under what the plan believes: it converges, and
    // sinks.
    Scene sunk = scene("luxo-jump");
    sunk.surfaces.push_back(sunk.surfaces.front());
    sunk.surfaces.back().name = "step";
    sunk.surfaces.back().shape
        = Box { { 0.25, 0, 0.05 }, Eigen::Quaterniond::Identity(), { 0.1, 0.1, 0.05 } };
    const SetupResult result = solve_setup(sunk, {}, {});
    EXPECT_TRUE(result.converged);
    EXPECT_FALSE(result.valid);
    EXPECT_NE(result.failed_check, "");
    EXPECT_GT(result.attempts, 1);
}

TEST(SpacetimeBench, CountsNothingThatRanOutOfTime)
{
    SpacetimeArguments hasty;
    hasty.limit = 1e-9;
    const SetupResult result = solve_setup(scene("luxo-jump"), hasty, {});
    EXPECT_FALSE(result.converged);
    EXPECT_FALSE(result.valid);
}

/// A solver that makes iterations of 20 ms, asleep or at work, until it may not go on.
ConstrainedReport iterate(const OnIteration& on_iteration, int most, bool works)
{
    using namespace std::chrono_literals;
    ConstrainedReport report;
    report.solve.outcome = Outcome::converged;
    for (int i = 0; i < most && report.solve.outcome == Outcome::converged; ++i) {
        const double until = cpu_now() + 0.02;
        while (works && cpu_now() < until) { }
        if (!works)
            std::this_thread::sleep_for(20ms);
        if (!on_iteration({}))
            report.solve.outcome = Outcome::stopped;
    }
    return report;
}

// By the clock, Ipopt had less time the more else the machine did.
TEST(SpacetimeBench, LimitsCountTheTimeOfTheProcessorAlone)
{
    Eigen::VectorXd x;
    const auto solve = [&](int most, bool works) {
        return timed(x,
            [&](Eigen::VectorXd&, const OnIteration& watch) { return iterate(watch, most, works); },
            0.1, 1e-5, {});
    };
    const TimedSolve asleep = solve(10, false);
    EXPECT_TRUE(asleep.done);
    EXPECT_FALSE(asleep.stopped);
    EXPECT_LT(asleep.seconds, 0.1);
    const TimedSolve busy = solve(1000, true);
    EXPECT_TRUE(busy.stopped);
    EXPECT_GE(busy.seconds, 0.1);
    EXPECT_LT(busy.seconds, 1);
}

}  // namespace
}  // namespace gambol::bench
