// SPDX-License-Identifier: MIT
#include "gambol/motion/motion_distance.hpp"
#include "gambol/motion/resample.hpp"
#include "support/example_motion.hpp"

#include <gtest/gtest.h>

namespace gambol {
namespace {

void move(Motion& motion, const Eigen::Vector3d& by)
{
    for (auto& sample : motion.characters[0].positions)
        for (Eigen::Vector3d& p : sample)
            p += by;
}

TEST(MotionDistance, IsZeroOfAMotionToItself)
{
    for (const Motion& motion : test::all_examples()) {
        const MotionDistance d = motion_distance(motion, motion);
        EXPECT_EQ(d.total(), 0) << motion.name;
    }
}

TEST(MotionDistance, IsTheSameBothWays)
{
    Motion a = test::two_steps(), b = a;
    move(b, { 0.3, 0.1, 0 });
    b.characters[0].contacts[0].force.assign(b.times.size(), Eigen::Vector3d::Zero());
    const MotionDistance there = motion_distance(a, b), back = motion_distance(b, a);
    EXPECT_DOUBLE_EQ(there.contacts, back.contacts);
    EXPECT_DOUBLE_EQ(there.pose, back.pose);
    EXPECT_DOUBLE_EQ(there.path, back.path);
    EXPECT_GT(there.contacts, 0);
}

TEST(MotionDistance, ShiftedMotionDiffersInPathAlone)
{
    const Motion a = test::two_steps();
    Motion b = a;
    move(b, { 0.3, 0.4, 0 });
    const MotionDistance d = motion_distance(a, b);
    EXPECT_EQ(d.contacts, 0);
    EXPECT_NEAR(d.pose, 0, 1e-12);
    EXPECT_NEAR(d.path, 0.5 / body_size(a.characters[0]), 1e-12);
}

TEST(MotionDistance, BentLimbDiffersInPoseAlone)
{
    const Motion a = test::two_steps();
    Motion b = a;
    const std::size_t bodies = a.characters[0].bodies.size();
    for (auto& sample : b.characters[0].positions)
        sample.back().y() += 0.1;
    const MotionDistance d = motion_distance(a, b);
    EXPECT_EQ(d.contacts, 0);
    EXPECT_EQ(d.path, 0);
    EXPECT_NEAR(d.pose, 0.1 / body_size(a.characters[0]) / double(bodies - 1), 1e-12);
}

TEST(MotionDistance, OtherContactsCountByTheTimeTheyDiffer)
{
    const Motion a = test::two_steps();
    Motion b = a;
    // Whom a patch touches is what is compared: with nobody it carries nothing.
    for (MotionContact& contact : b.characters[0].contacts)
        std::fill(contact.with.begin(), contact.with.end(), "");
    EXPECT_DOUBLE_EQ(motion_distance(a, b).contacts, 1);
}

TEST(MotionDistance, DoesNotMindHowLongOrHowDenselySampledAMotionIs)
{
    const Motion a = test::two_steps();
    Motion slow = resample(a, 60);
    for (double& t : slow.times)
        t = 5 + 2 * t;
    const MotionDistance d = motion_distance(a, slow);
    EXPECT_LT(d.contacts, 0.03);
    EXPECT_LT(d.pose, 0.01);
    EXPECT_LT(d.path, 0.01);
}

TEST(BodySize, IsTheLongestChainOfJoints)
{
    MotionCharacter body;
    // Root; a chain of 1 m + 2 m one way, 0.5 m another.
    for (const auto& [parent, x] : { std::pair(-1, 0.), { 0, 1. }, { 1, 3. }, { 0, -0.5 } }) {
        MotionBody b;
        b.parent = parent;
        body.bodies.push_back(b);
        if (body.positions.empty())
            body.positions.emplace_back();
        body.positions[0].push_back({ x, 0, 0 });
    }
    EXPECT_DOUBLE_EQ(body_size(body), 3.5);
}

}  // namespace
}  // namespace gambol
