// SPDX-License-Identifier: MIT
#include "gambol/motion/gait.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <numbers>

namespace gambol {
namespace {

using Eigen::Vector3d;

/// When a foot that steps in strides of 0.6 s is down.
struct Steps {
    Vector3d at;  // of the foot, root frame
    double phase = 0, duty = 0.6;
};
using Feet = std::map<std::string, Steps>;

constexpr double kPeriod = 0.6;

bool is_down(const Steps& steps, double t)
{
    const double phase = t / kPeriod - steps.phase;
    return phase - std::floor(phase) < steps.duty;
}

/// A body that moves ahead for `strides` strides; its feet stay below it.
Motion motion_of(const Feet& feet, double strides = 5, double facing = 0)
{
    const Eigen::Quaterniond R(Eigen::AngleAxisd(facing, Vector3d::UnitZ()));
    Motion motion;
    MotionCharacter body;
    body.name = "rex";
    MotionBody trunk;
    trunk.inertial.mass = 10;
    body.bodies.push_back(trunk);
    for (const auto& [name, steps] : feet) {
        MotionBody foot;
        foot.parent = 0;
        MotionContact contact;
        contact.name = name;
        contact.body = int(body.bodies.size());
        body.bodies.push_back(foot);
        body.contacts.push_back(contact);
    }
    for (int k = 0; k <= int(strides * kPeriod * 120); ++k) {
        const double t = k / 120.0;
        motion.times.push_back(t);
        const Vector3d root = R * Vector3d(t, 0, 0.5);
        body.positions.push_back({ root });
        body.rotations.push_back(std::vector(feet.size() + 1, R));
        size_t i = 0;
        for (const auto& [name, steps] : feet) {
            body.positions.back().push_back(root + R * steps.at);
            MotionContact& contact = body.contacts[i++];
            const bool down = is_down(steps, t);
            contact.with.push_back(down ? "ground" : "");
            contact.force.push_back({ 0, 0, down ? 40.0 : 0 });
        }
    }
    motion.characters = { body };
    return motion;
}

/// Phases of left fore, right fore, left hind and right hind. Names tell nothing.
Feet four(
    double left_fore, double right_fore, double left_hind, double right_hind, double duty = 0.6)
{
    return { { "a", { { -0.3, -0.1, -0.5 }, right_hind, duty } },
        { "b", { { 0.3, 0.1, -0.5 }, left_fore, duty } },
        { "c", { { -0.3, 0.1, -0.5 }, left_hind, duty } },
        { "d", { { 0.3, -0.1, -0.5 }, right_fore, duty } } };
}

Gait gait_of(const Motion& motion)
{
    std::vector<std::string> feet;
    for (const MotionContact& contact : motion.characters[0].contacts)
        feet.push_back(contact.name);
    return find_gait(motion, 0, feet);
}

std::string name_of(const Feet& feet, double strides = 5, double facing = 0)
{
    return gait_of(motion_of(feet, strides, facing)).name;
}

TEST(Gait, FourFeetGiveItItsName)
{
    EXPECT_EQ(name_of(four(0.1, 0.6, 0.6, 0.1)), "trot");
    EXPECT_EQ(name_of(four(0.1, 0.6, 0.1, 0.6)), "pace");
    EXPECT_EQ(name_of(four(0.6, 0.6, 0.1, 0.1, 0.3)), "bound");
    EXPECT_EQ(name_of(four(0.4, 0.4, 0.4, 0.4, 0.3)), "pronk");
    EXPECT_EQ(name_of(four(0.3, 0.8, 0.05, 0.55, 0.7)), "walk") << "hind before fore of a side";
    EXPECT_EQ(name_of(four(0.05, 0.55, 0.3, 0.8, 0.7)), "walk") << "fore before hind of a side";
}

TEST(Gait, HasNoNameWhereItIsNotClear)
{
    EXPECT_EQ(name_of(four(0, 0.25, 0.25, 0.5, 0.3)), "none") << "neither canter nor gallop";
    EXPECT_EQ(name_of(four(0.1, 0.6, 0.48, 0.98, 0.4)), "none") << "between walk and trot";
}

TEST(Gait, BearsSmallDifferences)
{
    EXPECT_EQ(name_of(four(0.1, 0.56, 0.63, 0.17)), "trot");
    EXPECT_EQ(name_of(four(0.02, 0.5, 0.97, 0.48)), "pace") << "0.02 and 0.97 are near";
}

TEST(Gait, IsTheSameWhicheverWayTheBodyLooks)
{
    for (const double facing : { 1.0, 2.5, -1.5, std::numbers::pi })
        EXPECT_EQ(name_of(four(0.1, 0.6, 0.1, 0.6), 5, facing), "pace") << facing;
}

TEST(Gait, MeasuresStridesOfEveryFoot)
{
    const Gait gait = gait_of(motion_of(four(0.1, 0.6, 0.65, 0.1)));
    EXPECT_EQ(gait.character, "rex");
    ASSERT_EQ(gait.feet.size(), 4u);
    const double phase[] = { 0, 0, 0.55, 0.5 };
    for (size_t i = 0; i < 4; ++i) {
        const FootPhase& foot = gait.feet[i];
        EXPECT_EQ(foot.strides, 4) << foot.name;
        EXPECT_NEAR(foot.period, kPeriod, 0.01) << foot.name;
        EXPECT_NEAR(foot.duty, 0.6, 0.02) << foot.name;
        EXPECT_NEAR(foot.phase, phase[i], 0.02) << foot.name;
        EXPECT_LT(foot.spread, 0.02) << foot.name;
    }
    ASSERT_EQ(gait.pairs.size(), 6u);
    const double apart[] = { 0.5, 0.45, 0.45, 0.5, 0, 0.05 };
    for (size_t i = 0; i < 6; ++i)
        EXPECT_NEAR(gait.pairs[i].apart, apart[i], 0.02) << gait.pairs[i].name;
}

TEST(Gait, WhoStandsMakesNoStrides)
{
    const Gait gait = gait_of(motion_of(four(0, 0, 0, 0, 1)));
    EXPECT_EQ(gait.name, "none");
    EXPECT_TRUE(gait.pairs.empty());
    for (const FootPhase& foot : gait.feet) {
        EXPECT_EQ(foot.strides, 0);
        EXPECT_TRUE(std::isnan(foot.period) && std::isnan(foot.duty) && std::isnan(foot.phase));
    }
    EXPECT_EQ(gait_of(motion_of(four(0.1, 0.6, 0.6, 0.1), 0)).name, "none") << "nothing at all";
}

TEST(Gait, AFootThatStaysBehindLeavesItNameless)
{
    Feet feet = four(0.1, 0.6, 0.6, 0.1);
    feet["c"].duty = 1;
    const Gait gait = gait_of(motion_of(feet));
    EXPECT_EQ(gait.name, "none");
    EXPECT_EQ(gait.feet[0].strides, 4);
    EXPECT_EQ(gait.feet[2].strides, 0);
}

TEST(Gait, UnsteadyFeetLeaveItNameless)
{
    // Foot d touches down in the other half of every other stride.
    Motion motion = motion_of(four(0.1, 0.6, 0.6, 0.1, 0.4), 8);
    MotionContact& d = motion.characters[0].contacts[3];
    for (size_t k = 0; k < motion.times.size(); ++k) {
        const bool odd = int(motion.times[k] / kPeriod) % 2 == 1;
        const bool down = is_down({ {}, odd ? 0.3 : 0.6, 0.4 }, motion.times[k]);
        d.with[k] = down ? "ground" : "";
        d.force[k].z() = down ? 40 : 0;
    }
    const Gait gait = gait_of(motion);
    EXPECT_GT(gait.feet[3].spread, 0.1);
    EXPECT_EQ(gait.name, "none");
    EXPECT_EQ(gait.pairs.size(), 6u);
}

TEST(Gait, FlickeringLoadIsNoStep)
{
    Motion motion = motion_of(four(0.1, 0.6, 0.6, 0.1));
    for (MotionContact& contact : motion.characters[0].contacts)
        for (size_t k = 20; k < motion.times.size(); k += 7)
            for (size_t i = k; i < std::min(k + 2, motion.times.size()); ++i) {
                contact.with[i].clear();  // for two samples, 17 ms, again and again
                contact.force[i].setZero();
            }
    EXPECT_EQ(gait_of(motion).name, "trot");
    for (const FootPhase& foot : gait_of(motion).feet)
        EXPECT_EQ(foot.strides, 4);
}

TEST(Gait, SixFeetMayGoInTripods)
{
    Feet feet;
    for (int row = 0; row < 3; ++row)
        for (const double side : { 1.0, -1.0 })
            feet[std::string(1, char('a' + row)) + (side > 0 ? "l" : "r")]
                = { { 0.3 - 0.3 * row, 0.2 * side, -0.3 }, (row % 2 == 0) == (side > 0) ? 0.1 : 0.6,
                      0.55 };
    EXPECT_EQ(name_of(feet), "tripod");
    EXPECT_TRUE(gait_of(motion_of(feet)).pairs.empty());
    feet["bl"].phase = 0.3;
    EXPECT_EQ(name_of(feet), "none");
}

}  // namespace
}  // namespace gambol
