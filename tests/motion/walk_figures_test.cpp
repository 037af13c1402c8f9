// SPDX-License-Identifier: MIT
#include "gambol/motion/walk_figures.hpp"

#include "support/example_motion.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace gambol {
namespace {

/// Shifts the load, steps with the right foot, then with the left.
TEST(WalkFigures, OfTwoSteps)
{
    Motion motion = test::two_steps();
    MotionCharacter& ann = motion.characters[0];
    ann.joints.names = { "left_knee_flexion", "right_knee_flexion", "left_shoulder_flexion" };
    ann.joints.values.clear();
    for (const double time : motion.times) {
        Eigen::VectorXd angles(3);
        angles << 0.5 + 0.1 * time, 0.2, 0.3 * std::sin(20 * time);
        ann.joints.values.push_back(angles);
    }
    const WalkFigures walk = walk_figures(motion, ann);
    EXPECT_EQ(walk.steps, 2);
    EXPECT_NEAR(walk.step_length, std::hypot(0, 0.18), 0.05) << "both feet end side by side";
    // Landings are a step and a shift of the load apart.
    EXPECT_GT(walk.cadence, 10);
    EXPECT_LT(walk.cadence, 40);
    EXPECT_GT(walk.double_support, 0.2);
    EXPECT_LT(walk.double_support, 0.95);
    EXPECT_NEAR(walk.shoulder_swing, 0.3, 0.01);
    EXPECT_GT(walk.knee_flexion, 0.8) << "of the leg that swings between the landings";
    EXPECT_LT(walk.knee_flexion, 1.2);
    EXPECT_GE(walk.pelvis_rise, 0);
}

TEST(WalkFigures, OfWhoStandsAreUnknown)
{
    const Motion motion = test::twisting_stand();
    const WalkFigures walk = walk_figures(motion, motion.characters[0]);
    EXPECT_LT(walk.steps, 2) << "a foot that is not loaded for a moment is no walk";
    EXPECT_TRUE(std::isnan(walk.cadence));
    EXPECT_TRUE(std::isnan(walk.knee_flexion));
}

}  // namespace
}  // namespace gambol
