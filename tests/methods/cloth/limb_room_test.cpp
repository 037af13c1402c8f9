// SPDX-License-Identifier: MIT
#include "gambol/methods/cloth/limb_room.hpp"

#include <gtest/gtest.h>

namespace gambol {
namespace {

using Eigen::Vector3d;

/// A trunk with two upright limbs of 5 cm radius whose axes come from 30 cm to `nearest` apart.
Motion closing_limbs(double nearest)
{
    Motion motion;
    motion.times = { 0, 1 };
    MotionCharacter ann;
    ann.name = "ann";
    const Capsule limb { Vector3d::Zero(), Vector3d(0, 0, 0.4), 0.05 };
    ann.bodies = { { "trunk", -1, {}, { Sphere { Vector3d::Zero(), 0.1 } } },
        { "left", 0, {}, { limb } }, { "right", 0, {}, { limb } } };
    for (const double apart : { 0.3, nearest }) {
        ann.positions.push_back(
            { Vector3d(0, 0, 1), Vector3d(0, apart / 2, 0), Vector3d(0, -apart / 2, 0) });
        ann.rotations.emplace_back(3, Eigen::Quaterniond::Identity());
    }
    motion.characters = { ann };
    return motion;
}

double radius(const Motion& motion, int body)
{
    return std::get<Capsule>(motion.characters[0].bodies[std::size_t(body)].shapes[0]).radius;
}

TEST(LimbRoom, LimbsThatGoIntoOneAnotherBecomeThinnerByHalfEach)
{
    Motion motion = closing_limbs(0.09);
    const std::vector<cloth::ThinnedLimb> thinned = cloth::leave_room(motion, 0.006);
    EXPECT_NEAR(radius(motion, 1), 0.042, 1e-12);
    EXPECT_NEAR(radius(motion, 2), 0.042, 1e-12);
    ASSERT_EQ(thinned.size(), 2u);
    EXPECT_EQ(thinned[0].name, "ann/left");
    EXPECT_NEAR(thinned[0].by, 0.008, 1e-12);
}

TEST(LimbRoom, WhatStaysApartStaysAsItIs)
{
    Motion motion = closing_limbs(0.107);
    EXPECT_TRUE(cloth::leave_room(motion, 0.006).empty());
    EXPECT_EQ(radius(motion, 1), 0.05);
}

TEST(LimbRoom, NoLimbLosesMoreThanTwoFifths)
{
    Motion motion = closing_limbs(0.01);
    (void)cloth::leave_room(motion, 0.006);
    EXPECT_NEAR(radius(motion, 1), 0.03, 1e-12);
}

TEST(LimbRoom, JointsAndLastingOverlapsAreNoPinch)
{
    Motion joined = closing_limbs(0.09);
    joined.characters[0].bodies[2].parent = 1;
    EXPECT_TRUE(cloth::leave_room(joined, 0.006).empty());
    Motion lasting = closing_limbs(0.09);
    lasting.characters[0].positions[0] = lasting.characters[0].positions[1];
    EXPECT_TRUE(cloth::leave_room(lasting, 0.006).empty());
}

}  // namespace
}  // namespace gambol
