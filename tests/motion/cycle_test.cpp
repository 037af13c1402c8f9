// SPDX-License-Identifier: MIT
#include "gambol/motion/cycle.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace gambol {
namespace {

using Eigen::Vector3d;

constexpr int kSamples = 90;  // per cycle
constexpr double kPeriod = 0.7, kStride = 1.4;

/// Bounces and rolls along x, twice; its foot is down from 0.9 to 0.3 of a cycle.
Motion rolling()
{
    Motion motion;
    motion.cycle = kSamples;
    MotionCharacter body;
    body.bodies.push_back(
        { "trunk", -1, { 10, Vector3d::Zero(), Eigen::Matrix3d::Identity() }, {} });
    body.joints.names = { "hip" };
    MotionContact foot, always, never;
    foot.name = "foot";
    for (int k = 0; k <= 2 * kSamples; ++k) {
        const double share = double(k) / kSamples, turn = 2 * std::numbers::pi * share;
        motion.times.push_back(1 + kPeriod * share);
        body.positions.push_back(
            { { kStride * share + 0.05 * std::sin(turn), 0, 1 + 0.1 * std::cos(turn) } });
        body.rotations.push_back(
            { Eigen::Quaterniond(Eigen::AngleAxisd(0.3 * std::sin(turn), Vector3d::UnitY())) });
        body.joints.values.push_back(Eigen::VectorXd::Constant(1, std::sin(turn)));
        const int phase = k % kSamples;
        foot.activation.push_back(phase >= 81 || phase <= 27 ? 1 : 0);
        always.activation.push_back(1);
        never.activation.push_back(0);
        for (MotionContact* contact : { &foot, &always, &never }) {
            contact->with.emplace_back();
            contact->force.push_back(Vector3d::Zero());
            contact->point.push_back({ kStride * share, 0, 0 });
            contact->torsion.push_back(0);
        }
    }
    body.contacts = { foot, always, never };
    motion.characters = { body };
    return motion;
}

/// Largest change of velocity from one sample to the next, in m per sample; `seam` only where the
/// end goes on to the beginning.
double jump(const Motion& motion, bool seam)
{
    const auto& p = motion.characters[0].positions;
    const size_t last = p.size() - 1;
    const auto step = [&](size_t k) -> Vector3d { return p[k + 1][0] - p[k][0]; };
    if (seam)
        return (step(0) - step(last - 1)).norm();
    double most = 0;
    for (size_t k = 0; k + 1 < last; ++k)
        most = std::max(most, (step(k + 1) - step(k)).norm());
    return most;
}

TEST(OneCycle, GoesOnIntoItsBeginningWithPositionsAndVelocities)
{
    for (const Loop loop : { Loop::travel, Loop::in_place })
        for (const double fps : { 0.0, 60.0, 24.0 }) {
            const Motion cycle = one_cycle(rolling(), loop, fps);
            const auto& p = cycle.characters[0].positions;
            const Vector3d way = p.back()[0] - p.front()[0];
            EXPECT_NEAR(way.x(), loop == Loop::travel ? kStride : 0, 1e-9);
            EXPECT_NEAR(way.z(), 0, 1e-9);
            EXPECT_LT(cycle.characters[0].rotations.back()[0].angularDistance(
                          cycle.characters[0].rotations.front()[0]),
                1e-7);
            EXPECT_LE(jump(cycle, true), 1.05 * jump(cycle, false)) << fps;
            EXPECT_NEAR(cycle.times.back() - cycle.times.front(), kPeriod, 1e-9);
            EXPECT_EQ(cycle.cycle + 1, int(cycle.times.size()));
        }
}

TEST(OneCycle, ASeamWouldBeSeen)
{
    Motion cut = rolling();
    cut.cycle = kSamples - 6;
    EXPECT_GT(jump(one_cycle(cut, Loop::travel), true), 2 * jump(rolling(), false));
}

TEST(OneCycle, HasTheWholeNumberOfFramesNearestToARate)
{
    EXPECT_EQ(one_cycle(rolling(), Loop::travel).times.size(), size_t(kSamples + 1));
    EXPECT_EQ(one_cycle(rolling(), Loop::travel, 30).times.size(), size_t(21 + 1));
    EXPECT_EQ(one_cycle(rolling(), Loop::travel, 24).times.size(), size_t(17 + 1));
}

TEST(OneCycle, InPlaceEverythingStaysTogether)
{
    const Motion there = one_cycle(rolling(), Loop::travel);
    const Motion here = one_cycle(rolling(), Loop::in_place);
    for (size_t k = 0; k < here.times.size(); ++k) {
        const Vector3d back
            = here.characters[0].positions[k][0] - there.characters[0].positions[k][0];
        EXPECT_NEAR(back.x(), -kStride * double(k) / kSamples, 1e-9);
        EXPECT_LT((here.characters[0].contacts[0].point[k]
                      - there.characters[0].contacts[0].point[k] - back)
                      .norm(),
            1e-12);
    }
}

TEST(OneCycle, InPlaceOfACurveItStandsWhereItBegan)
{
    // The same along a circle of 3 m to the right.
    const double radius = 3;
    Motion curve = rolling();
    MotionCharacter& body = curve.characters[0];
    for (size_t k = 0; k < curve.times.size(); ++k) {
        const double angle = -kStride * double(k) / kSamples / radius;
        const Eigen::AngleAxisd turned(angle, Vector3d::UnitZ());
        const Vector3d center(0, -radius, 0);
        const Vector3d along(kStride * double(k) / kSamples, 0, 0);
        body.positions[k][0] = turned * (body.positions[k][0] - along - center) + center;
        body.rotations[k][0] = turned * body.rotations[k][0];
        body.contacts[0].force[k] = turned * Vector3d::UnitX();
    }
    const Motion here = one_cycle(curve, Loop::in_place),
                 straight = one_cycle(rolling(), Loop::in_place);
    for (size_t k = 0; k < here.times.size(); ++k) {
        EXPECT_LT(
            (here.characters[0].positions[k][0] - straight.characters[0].positions[k][0]).norm(),
            1e-9);
        EXPECT_LT(here.characters[0].rotations[k][0].angularDistance(
                      straight.characters[0].rotations[k][0]),
            1e-7);
        EXPECT_LT((here.characters[0].contacts[0].force[k] - Vector3d::UnitX()).norm(), 1e-9);
    }
}

TEST(Footfalls, AreOfFeetThatStep)
{
    const std::vector<Footfall> falls = footfalls(rolling(), rolling().characters[0]);
    ASSERT_EQ(falls.size(), 1u);
    EXPECT_EQ(falls[0].name, "foot");
    EXPECT_NEAR(falls[0].start, 0.9, 1e-9);
    EXPECT_NEAR(falls[0].duty, 0.4, 1e-9);
}

}  // namespace
}  // namespace gambol
