// SPDX-License-Identifier: MIT
#include "behaviours.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace gambol::bench {
namespace {

Trial trial(std::uint64_t seed, double slip, double seconds)
{
    Trial result;
    result.report.seed = seed;
    result.report.wall_seconds = seconds;
    result.report.cpu_seconds = 2 * seconds;
    const bool passed = slip <= 0.01;
    result.report.audit.checks = { { "slip", "ann/left_foot", slip, 0.01, "m", 1, passed } };
    result.report.status = passed ? RunStatus::valid : RunStatus::audit_failed;
    result.contacts = "Lfoot " + std::to_string(seed);
    return result;
}

double slip(const Trial& t)
{
    return t.check("slip");
}

TEST(Summary, CountsValidRunsAndTakesMedians)
{
    const Summary summary = summarise(
        { trial(1, 0.02, 9), trial(2, 0.004, 1), trial(3, 0.03, 2), trial(4, 0.001, 4) });
    EXPECT_EQ(summary.runs, 4);
    EXPECT_EQ(summary.valid, 2);
    EXPECT_DOUBLE_EQ(summary.wall_seconds, 3);
    EXPECT_DOUBLE_EQ(summary.cpu_seconds, 6);
    EXPECT_EQ(summary.failure, "slip ann/left_foot ×2");
    EXPECT_EQ(summary.contacts, "Lfoot 2");  // the first valid one
}

TEST(Summary, MissedGoalIsAFailureOfItsOwn)
{
    Trial missed = trial(1, 0.001, 1);
    missed.report.status = RunStatus::audit_failed;  // as methods do when only a goal is missed
    EXPECT_FALSE(missed.valid());
    EXPECT_EQ(missed.failure(), "goal");
    EXPECT_EQ(trial(1, 0.001, 1).failure(), "");
}

TEST(Worst, OfValidRunsLeavesFailuresOut)
{
    const std::vector<Trial> trials { trial(1, 0.02, 9), trial(2, 0.004, 1), trial(3, 0.006, 1) };
    EXPECT_DOUBLE_EQ(worst(trials, true, slip), 0.006);
    EXPECT_DOUBLE_EQ(worst(trials, false, slip), 0.02);
    EXPECT_TRUE(std::isnan(worst({ trials[0] }, true, slip)));
    EXPECT_TRUE(
        std::isnan(worst(trials, false, [](const Trial& t) { return t.check("no such check"); })));
}

TEST(Median, OfEvenAndOddNumbers)
{
    EXPECT_DOUBLE_EQ(median({ 5, 1, 3 }), 3);
    EXPECT_DOUBLE_EQ(median({ 5, 1, 3, 4 }), 3.5);
    EXPECT_TRUE(std::isnan(median({})));
}

TEST(BehaviourRows, ShowAllRunsInASecondRowOnlyWhenSomeFailed)
{
    const std::string good = behaviour_rows({ "walk", { trial(1, 0.004, 1) } }, 10);
    EXPECT_NE(good.find("1/1"), std::string::npos);
    EXPECT_NE(good.find("4.0"), std::string::npos);
    EXPECT_EQ(good.find("all runs"), std::string::npos);
    const std::string mixed
        = behaviour_rows({ "walk", { trial(1, 0.004, 1), trial(2, 0.05, 1) } }, 10);
    EXPECT_NE(mixed.find("1/2"), std::string::npos);
    EXPECT_LT(mixed.find("4.0"), mixed.find("all runs"));
    EXPECT_LT(mixed.find("all runs"), mixed.find("50.0"));
}

TEST(BehavioursJson, HasEveryTrialAndNullForWhatWasNotMeasured)
{
    const std::string json
        = behaviours_json({ { "walk", { trial(1, 0.004, 1), trial(2, 0.05, 1) } } });
    EXPECT_NE(json.find("\"valid\":1"), std::string::npos) << json;
    EXPECT_NE(json.find("\"slip\":0.004"), std::string::npos) << json;
    EXPECT_NE(json.find("\"joint_gap\":null"), std::string::npos) << json;
}

}  // namespace
}  // namespace gambol::bench
