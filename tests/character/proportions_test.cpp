// SPDX-License-Identifier: MIT
#include "gambol/character/proportions.hpp"
#include "gambol/character/segment_stretch.hpp"
#include "gambol/io/character/character_reader.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace gambol {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;

Character body_of(const char* name)
{
    return io::read_character(name).character;
}

const Segment& segment(const Character& body, const std::string& name)
{
    return body.segments[size_t(body.find_segment(name))];
}

std::vector<SegmentFrame> standing(const Character& body)
{
    return forward_kinematics(body, place(body, body.poses.at("standing"), { 0, 0 }, 0));
}

double sole_height(const Character& body, const Limb& limb)
{
    const Patch& patch = body.patches[size_t(limb.patch)];
    const SegmentFrame frame = standing(body)[size_t(patch.segment)];
    return (frame.position + frame.rotation * patch.center).z();
}

using Names = std::vector<std::string>;

TEST(Proportions, PartsAreFoundByWhatHangsOnThem)
{
    EXPECT_EQ(segments_of(body_of("human"), BodyPart::legs), (Names { "thigh", "shank", "foot" }));
    EXPECT_EQ(segments_of(body_of("horse"), BodyPart::neck), (Names { "neck" }));
    EXPECT_EQ(segments_of(body_of("horse"), BodyPart::legs),
        (Names {
            "thigh", "shank", "hind_cannon", "upper_foreleg", "lower_foreleg", "front_cannon" }));
    EXPECT_EQ(
        segments_of(body_of("ostrich"), BodyPart::neck), (Names { "lower_neck", "upper_neck" }));
    EXPECT_EQ(segments_of(body_of("velociraptor"), BodyPart::tail),
        (Names { "tail_base", "tail_middle", "tail_tip" }));
    EXPECT_EQ(segments_of(body_of("velociraptor"), BodyPart::legs),
        (Names { "thigh", "shank", "metatarsus", "toes" }));
    EXPECT_TRUE(segments_of(body_of("biped"), BodyPart::neck).empty());
    EXPECT_EQ(segments_of(body_of("mammoth"), BodyPart::tail), (Names { "tail" }));
}

/// Density stays: a rod of mass m, length l and radius r has m ∝ l r², and its inertia across is
/// m l²/12 + m r²/4, along it m r²/2.
TEST(Proportions, MassAndInertiaAreThoseOfALargerRod)
{
    const double m = 2, l = 0.5, r = 0.04, longer = 1.2, thicker = 0.9;
    Character body = body_of("biped");
    Segment& thigh = body.segments[size_t(body.find_segment("left_thigh"))];
    const auto rod = [](double mass, double length, double radius) -> Matrix3d {
        const double across = mass * (length * length / 12 + radius * radius / 4);
        return Vector3d(across, across, mass * radius * radius / 2).asDiagonal();
    };
    thigh.mass = m;
    thigh.com = Vector3d(0, 0, -l / 2);
    thigh.inertia = rod(m, l, r);
    const Character other = scaled(body, { { "thigh", { longer, thicker } } });
    const Segment& after = segment(other, "left_thigh");
    const double mass = m * longer * thicker * thicker;
    EXPECT_NEAR(after.mass, mass, 1e-12);
    EXPECT_LT((after.inertia - rod(mass, l * longer, r * thicker)).norm(), 1e-12);
    EXPECT_LT((after.com - Vector3d(0, 0, -l * longer / 2)).norm(), 1e-12);
}

TEST(Proportions, WhatHangsOnASegmentMovesAndTheRestDoesNot)
{
    const Character before = body_of("horse");
    const Character after = scaled(before, { { "shank", { 1.3, 0.8 } } });
    for (size_t i = 0; i < before.segments.size(); ++i) {
        const Segment &a = before.segments[i], &b = after.segments[i];
        const bool hangs = without_side(a.name) == "hind_cannon";
        EXPECT_LT((b.offset - (hangs ? 1.3 : 1.0) * a.offset).norm(), 1e-12) << a.name;
        EXPECT_NEAR(b.mass, a.mass * (without_side(a.name) == "shank" ? 1.3 * 0.64 : 1), 1e-12)
            << a.name;
    }
    const Capsule &a = std::get<Capsule>(segment(before, "left_shank").shapes[0]),
                  &b = std::get<Capsule>(segment(after, "left_shank").shapes[0]);
    EXPECT_NEAR((b.to - b.from).norm(), 1.3 * (a.to - a.from).norm(), 1e-12);
    EXPECT_NEAR(b.radius, 0.8 * a.radius, 1e-12);
}

TEST(Proportions, BothSidesChangeAlike)
{
    for (const char* name : { "human", "horse", "velociraptor", "mammoth" }) {
        const Character before = body_of(name);
        Proportions proportions;
        double factor = 0.8;
        for (const std::string& one : segments_of(before, BodyPart::legs)) {
            proportions[one] = { factor, 2 - factor };
            factor += 0.07;
        }
        const Character after = scaled(before, proportions);
        for (const Segment& left : after.segments) {
            if (!left.name.starts_with("left_"))
                continue;
            const Segment& right = segment(after, "right_" + left.name.substr(5));
            const Vector3d mirror(1, -1, 1);
            EXPECT_NEAR(left.mass, right.mass, 1e-12) << name << ' ' << left.name;
            EXPECT_LT((left.offset.cwiseProduct(mirror) - right.offset).norm(), 1e-12);
            EXPECT_LT((left.com.cwiseProduct(mirror) - right.com).norm(), 1e-12);
            const Matrix3d M = mirror.asDiagonal();
            EXPECT_LT((M * left.inertia * M - right.inertia).norm(), 1e-9);
        }
        EXPECT_NE(after.total_mass(), before.total_mass());
    }
}

/// A patch on a round shape stays on its surface; one below a box, on its face.
TEST(Proportions, SolesStayOnTheSurfaceOfTheirFeet)
{
    for (const char* name : { "biped", "horse", "velociraptor", "ostrich", "mammoth", "human" }) {
        const Character before = body_of(name);
        Proportions proportions;
        for (const std::string& one : segments_of(before, BodyPart::legs))
            proportions[one] = { 1.3, 0.7 };
        const Character after = scaled(before, proportions);
        for (const Limb& limb : before.limbs) {
            if (!limb.support)
                continue;
            const auto gap = [&](const Character& body) {
                const Patch& patch = body.patches[size_t(limb.patch)];
                double lowest = 1e9;
                for (const Shape& shape : body.segments[size_t(patch.segment)].shapes)
                    lowest = std::min(lowest,
                        heights(shape, { Vector3d::Zero(), Eigen::Quaterniond::Identity() })
                            .lowest);
                return patch.center.z() - lowest;
            };
            EXPECT_NEAR(gap(after), gap(before), 0.004) << name;
        }
    }
}

TEST(Proportions, AFootGrowsAlongItsSole)
{
    const Character before = body_of("human"), after = scaled(before, { { "foot", { 1.2, 1 } } });
    const auto patch
        = [](const Character& body) { return body.patches[size_t(body.limbs[0].patch)]; };
    const Limb& leg = before.limbs[0];
    ASSERT_TRUE(leg.support);
    EXPECT_NEAR(patch(after).half_size.x(), 1.2 * patch(before).half_size.x(), 1e-12);
    EXPECT_NEAR(patch(after).half_size.y(), patch(before).half_size.y(), 1e-12);
    EXPECT_NEAR(patch(after).center.z(), patch(before).center.z(), 1e-12);
}

TEST(Proportions, LegsThatChangeDifferentlyStandOnOneFloorAgain)
{
    for (const char* name : { "horse", "mammoth", "pentaped" }) {
        const Character before = body_of(name);
        const std::vector<std::string> legs = segments_of(before, BodyPart::legs);
        Proportions proportions { { legs[1], { 1.15, 1 } } };
        const Character uneven = scaled(before, proportions);
        const Character even = with_level_feet(uneven);
        // Between the highest and the lowest sole; a sole that is tilted because its foot is rigid
        // has its centre above the corner on which it stands.
        const auto spread_of = [&](const Character& body) {
            double low = 1e9, high = -1e9;
            for (const Limb& limb : body.limbs)
                if (limb.support) {
                    low = std::min(low, sole_height(body, limb));
                    high = std::max(high, sole_height(body, limb));
                }
            return high - low;
        };
        const double spread_before = spread_of(uneven), spread = spread_of(even);
        EXPECT_GT(spread_before, 0.02) << name;
        EXPECT_LT(spread, 0.003) << name;
        // Feet are turned as they were, and all angles allowed.
        for (const Limb& limb : before.limbs) {
            const int foot = before.patches[size_t(limb.patch)].segment;
            if (before.segments[size_t(limb.end)].dofs.empty())
                continue;
            const Eigen::AngleAxisd turn(standing(uneven)[size_t(foot)].rotation.conjugate()
                * standing(even)[size_t(foot)].rotation);
            EXPECT_LT(std::abs(turn.angle()), 0.02) << name;
        }
    }
}

TEST(Proportions, AllOnesChangeNothing)
{
    const Character before = body_of("human");
    Proportions ones;
    for (const BodyPart part : { BodyPart::legs, BodyPart::arms, BodyPart::neck })
        for (const std::string& one : segments_of(before, part))
            ones[one] = {};
    const Character after = with_level_feet(scaled(before, ones));
    EXPECT_DOUBLE_EQ(after.total_mass(), before.total_mass());
    EXPECT_NEAR((*after.feature_inertia - *before.feature_inertia).norm(), 0, 1e-12);
    for (size_t i = 0; i < before.segments.size(); ++i) {
        EXPECT_LT((after.segments[i].offset - before.segments[i].offset).norm(), 1e-15);
        EXPECT_LT((after.segments[i].inertia - before.segments[i].inertia).norm(), 1e-12);
    }
    const auto &a = before.poses.at("standing").angles, &b = after.poses.at("standing").angles;
    for (const auto& [name, angle] : a)
        EXPECT_DOUBLE_EQ(b.at(name), angle) << name;
}

}  // namespace
}  // namespace gambol
