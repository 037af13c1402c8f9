// SPDX-License-Identifier: MIT
#include "gambol/jobs/run_job.hpp"
#include "support/shipped_scene.hpp"

#include <gtest/gtest.h>

/// A whole scene in which a prop is moved, with nothing but a goal. Those with two people take
/// minutes and are run by `gambol bench behaviours`.
namespace gambol::cio {
namespace {

TEST(Errands, ACrateSlidesAndIsNotLifted)
{
    const JobResult result = run_scene(test::shipped_scene("push", { { "cio.body", "features" } }));
    EXPECT_EQ(result.report.status, RunStatus::valid);
    const MotionProp& crate = result.motion.props.front();
    EXPECT_NEAR(crate.positions.back().x() - crate.positions.front().x(), 1, 0.03);
    for (const Eigen::Vector3d& at : crate.positions)
        EXPECT_NEAR(at.z(), 0.45, 0.01);
    // Against friction: μ m g over 1 m, and what the crate's own motion takes and gives back.
    ASSERT_EQ(result.report.contributions.size(), 1u);
    EXPECT_NEAR(result.report.contributions.front().work, 0.4 * 60 * 9.81, 40);
}

}  // namespace
}  // namespace gambol::cio
