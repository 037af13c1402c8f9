// SPDX-License-Identifier: MIT
#include "gambol/io/motion/motion_json.hpp"
#include "gambol/io/scene/job_reader.hpp"
#include "gambol/jobs/solutions.hpp"

#include <gtest/gtest.h>

namespace gambol {
namespace {

/// Two or three steps: quick, and there is more than one way.
Job short_walk(const std::string& duration = "2.5s", const std::string& target = "[1, 0]")
{
    return io::read_job(std::string(GAMBOL_SOURCE_DIR) + "/scenes/walk.yaml",
        { { "duration", duration }, { "goals.0.position", target }, { "cio.body", "features" } });
}

TEST(FindSolutions, FindsDifferentValidOnesAndTheSameForAnyNumberOfThreads)
{
    std::vector<std::string> first;
    for (const int threads : { 1, 2 }) {
        RunControl control;
        control.threads = threads;
        int told = 0;
        const SolutionSet set = find_solutions(
            short_walk(), 2, control, [&](const SolutionProgress& p) { EXPECT_EQ(p.run, told++); });
        EXPECT_EQ(told, set.runs);
        ASSERT_EQ(set.status, RunStatus::valid);
        ASSERT_EQ(set.solutions.size(), 2u);
        EXPECT_LE(set.runs, 8);
        EXPECT_LE(set.solutions[0].cost, set.solutions[1].cost);
        EXPECT_GE(set.differences(0, 1), kClearlyDifferent);
        EXPECT_NEAR(set.differences(0, 1),
            motion_distance(set.solutions[0].result.motion, set.solutions[1].result.motion).total(),
            1e-12);
        std::vector<std::string> motions;
        for (const Solution& solution : set.solutions) {
            EXPECT_EQ(solution.result.report.status, RunStatus::valid);
            EXPECT_EQ(solution.result.report.seed, solution.seed);
            motions.push_back(io::motion_to_json(solution.result.motion));
        }
        if (first.empty())
            first = motions;
        EXPECT_TRUE(motions == first) << threads << " threads";
    }
}

TEST(FindSolutions, KeepsTheBestFailureWhenNothingIsValid)
{
    // Nobody gets this far in that time.
    Job job = short_walk("1s", "[9, 0]");
    task_of<cio::Task>(job.scene).options.starts = 1;
    const SolutionSet set = find_solutions(job, 1);
    EXPECT_EQ(set.status, RunStatus::audit_failed);
    EXPECT_EQ(set.valid, 0);
    EXPECT_EQ(set.runs, 4);
    ASSERT_EQ(set.solutions.size(), 1u);
    EXPECT_FALSE(set.solutions[0].result.motion.times.empty());
}

TEST(FindSolutions, StopsAtItsTimeLimit)
{
    RunControl control;
    control.time_limit = 0.2;
    const SolutionSet set = find_solutions(short_walk(), 5, control);
    EXPECT_EQ(set.status, RunStatus::limit_reached);
    EXPECT_EQ(set.runs, 1);
    EXPECT_EQ(set.solutions.size(), 1u);
}

}  // namespace
}  // namespace gambol
