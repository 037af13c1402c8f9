// SPDX-License-Identifier: MIT
#include "effort.hpp"

#include <gtest/gtest.h>

namespace gambol::bench {
namespace {

TEST(Carriage, MeasuresHeightKneesAndHands)
{
    MotionCharacter character;
    character.bodies.resize(2);  // pelvis, palm
    character.joints.names = { "left_knee_flexion", "left_hip_flexion", "right_knee_flexion" };
    MotionContact hand;
    hand.name = "left_hand";
    hand.body = 1;
    hand.center = { 0, 0, -0.1 };
    character.contacts = { hand };
    for (const double height : { 1.0, 0.5 }) {
        character.positions.push_back({ { 0, 0, height }, { 0.2, 0, 0.4 } });
        character.rotations.push_back(
            { Eigen::Quaterniond::Identity(), Eigen::Quaterniond::Identity() });
        character.joints.values.push_back(Eigen::Vector3d(0.2, 9, 0.4 * height));
    }
    const Carriage how = carriage(character);
    EXPECT_NEAR(how.height, 0.75, 1e-12);
    EXPECT_NEAR(how.knee_bend, (0.2 + 0.4 + 0.2 + 0.2) / 4, 1e-12);
    EXPECT_NEAR(how.hand_height, ((0.3 - 1.0) + (0.3 - 0.5)) / 2, 1e-12);
}

}  // namespace
}  // namespace gambol::bench
