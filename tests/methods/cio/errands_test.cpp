// SPDX-License-Identifier: MIT
#include "gambol/jobs/run_job.hpp"
#include "support/shipped_scene.hpp"

#include <gtest/gtest.h>

#include <algorithm>

/// Whole scenes in which props are moved: with nothing but goals.
namespace gambol::cio {
namespace {

double impulse_of(const JobResult& result, const std::string& character)
{
    for (const Contribution& part : result.report.contributions)
        if (part.character == character)
            return part.impulse;
    return 0;
}

TEST(Errands, TwoLiftWhatIsTooHeavyForOneAndShareTheLoad)
{
    const JobResult result = run_scene(test::shipped_scene("carry-together"));
    EXPECT_EQ(result.report.status, RunStatus::valid);
    const double ann = impulse_of(result, "ann"), bob = impulse_of(result, "bob");
    EXPECT_NEAR(ann / (ann + bob), 0.5, 0.1);
    double highest = 0;
    for (const Eigen::Vector3d& at : result.motion.props.front().positions)
        highest = std::max(highest, at.z());
    EXPECT_GT(highest, 0.5);
}

TEST(Errands, ACrateSlidesAndIsNotLifted)
{
    const JobResult result = run_scene(test::shipped_scene("push"));
    EXPECT_EQ(result.report.status, RunStatus::valid);
    const MotionProp& crate = result.motion.props.front();
    EXPECT_NEAR(crate.positions.back().x() - crate.positions.front().x(), 1, 0.03);
    for (const Eigen::Vector3d& at : crate.positions)
        EXPECT_NEAR(at.z(), 0.45, 0.01);
    // Against friction: μ m g over 1 m, and what the crate's own motion takes and gives back.
    ASSERT_EQ(result.report.contributions.size(), 1u);
    EXPECT_NEAR(result.report.contributions.front().work, 0.4 * 60 * 9.81, 40);
}

TEST(Errands, ABoxIsPassedOverAWall)
{
    const JobResult result = run_scene(test::shipped_scene("pass"));
    EXPECT_EQ(result.report.status, RunStatus::valid);
    EXPECT_GT(impulse_of(result, "ann"), 20);
    EXPECT_GT(impulse_of(result, "bob"), 20);
    for (const Eigen::Vector3d& at : result.motion.props.front().positions)
        if (std::abs(at.x() - 1.6) < 0.05) {
            EXPECT_GT(at.z(), 0.8);
        }
}

}  // namespace
}  // namespace gambol::cio
