// SPDX-License-Identifier: MIT
#include "gambol/dynamics/root_axes.hpp"

#include "support/finite_difference.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace gambol::dynamics {
namespace {

using Eigen::AngleAxisd;
using Eigen::Quaterniond;
using Eigen::Vector3d;

constexpr RootAxes kAll[]
    = { { 2, 0, 1 }, { 2, 1, 0 }, { 0, 2, 1 }, { 1, 2, 0 }, { 0, 1, 2 }, { 1, 0, 2 } };

std::vector<Quaterniond> turn_about(const Vector3d& axis)
{
    std::vector<Quaterniond> rotations;
    for (int i = 0; i <= 36; ++i)
        rotations.emplace_back(AngleAxisd(i * 0.1745, axis));
    return rotations;
}

TEST(RootAxes, AnglesAndRotationsAreTheSameThing)
{
    test::Random random(3);
    for (const RootAxes& axes : kAll)
        for (int i = 0; i < 10; ++i) {
            const Quaterniond R(AngleAxisd(2.9, random.direction()));
            const Vector3d angles = root_angles(R.toRotationMatrix(), axes);
            EXPECT_LE(std::abs(angles[1]), 1.5708);
            EXPECT_LT(root_rotation(angles, axes).angularDistance(R), 1e-7);
        }
}

TEST(RootAxes, SineIsThatOfTheMiddleAngle)
{
    test::Random random(4);
    for (const RootAxes& axes : kAll) {
        const Quaterniond R(AngleAxisd(1.3, random.direction()));
        EXPECT_NEAR(worst_middle_sine(axes, { R }),
            std::abs(std::sin(root_angles(R.toRotationMatrix(), axes)[1])), 1e-12);
    }
}

TEST(RootAxes, SuitTheTurn)
{
    // Somersaults and turns about the vertical leave the usual ones alone; a cartwheel takes the
    // angle that it adds up in out of the middle.
    EXPECT_EQ(root_axes_for(turn_about(Vector3d::UnitY())), kUsualAxes);
    EXPECT_EQ(root_axes_for(turn_about(Vector3d::UnitZ())), kUsualAxes);
    const RootAxes sideways = root_axes_for(turn_about(Vector3d::UnitX()));
    EXPECT_NE(sideways[1], 0);
    EXPECT_LT(worst_middle_sine(sideways, turn_about(Vector3d::UnitX())), 1e-9);
    // What is good enough is not improved.
    EXPECT_EQ(root_axes_for({ Quaterniond(AngleAxisd(0.5, Vector3d::UnitX())) }, 0.87), kUsualAxes);
}

}  // namespace
}  // namespace gambol::dynamics
