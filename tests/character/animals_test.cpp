// SPDX-License-Identifier: MIT
#include "gambol/character/feature_model.hpp"
#include "gambol/geometry/capsules.hpp"
#include "gambol/io/character/character_reader.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace gambol {
namespace {

using Eigen::Vector3d;

/// Animals with legs that the gait method asks for, with what is known of them.
struct KnownAnimal {
    const char* name;
    double mass;  // kg
    int dofs;  // with the six of the root
    int legs;
    double hips_low, hips_high;  // m, of any hip above the floor
};

void PrintTo(const KnownAnimal& animal, std::ostream* out)
{
    *out << animal.name;
}

std::string other_side(std::string name)
{
    if (name.starts_with("left_"))
        return "right_" + name.substr(5);
    if (name.starts_with("right_"))
        return "left_" + name.substr(6);
    return name;
}

Vector3d mirrored(const Vector3d& p)
{
    return { p.x(), -p.y(), p.z() };
}

class Animals : public testing::TestWithParam<KnownAnimal> {
protected:
    const Character body = io::read_character(GetParam().name).character;
    const std::vector<SegmentFrame> frames
        = forward_kinematics(body, place(body, body.poses.at("standing"), { 0, 0 }, 0));

    std::vector<Capsule> capsules(size_t segment) const
    {
        std::vector<Capsule> result;
        const SegmentFrame& frame = frames[segment];
        for (const Shape& shape : body.segments[segment].shapes)
            for (const Capsule& c : as_capsules(shape))
                result.push_back({ frame.position + frame.rotation * c.from,
                    frame.position + frame.rotation * c.to, c.radius });
        return result;
    }
    /// The limb that a segment belongs to, by its first segment; −1 for the torso.
    int limb_of(int segment) const
    {
        for (; segment >= 0; segment = body.segments[size_t(segment)].parent)
            for (const Limb& limb : body.limbs)
                if (limb.upper == segment)
                    return segment;
        return -1;
    }
};

TEST_P(Animals, HaveTheMassAndFreedomTheyAreSaidToHave)
{
    EXPECT_NEAR(body.total_mass(), GetParam().mass, 1e-3 * GetParam().mass);
    EXPECT_EQ(6 + body.dof_count(), GetParam().dofs);
    EXPECT_EQ(std::count_if(body.limbs.begin(), body.limbs.end(),
                  [](const Limb& limb) { return limb.support; }),
        GetParam().legs);
    for (const Limb& limb : body.limbs) {
        const double hip = frames[size_t(limb.upper)].position.z();
        EXPECT_GE(hip, GetParam().hips_low) << limb.name;
        EXPECT_LE(hip, GetParam().hips_high) << limb.name;
    }
}

TEST_P(Animals, AreTheSameOnBothSides)
{
    for (size_t i = 0; i < body.segments.size(); ++i) {
        const Segment& here = body.segments[i];
        const int other = body.find_segment(other_side(here.name));
        ASSERT_GE(other, 0) << here.name;
        const Segment& there = body.segments[size_t(other)];
        EXPECT_DOUBLE_EQ(here.mass, there.mass) << here.name;
        EXPECT_LT((here.offset - mirrored(there.offset)).norm(), 1e-12) << here.name;
        EXPECT_LT((here.com - mirrored(there.com)).norm(), 1e-12) << here.name;
        const Eigen::DiagonalMatrix<double, 3> M(1, -1, 1);
        EXPECT_LT((here.inertia - M * there.inertia * M).norm(), 1e-9) << here.name;
        EXPECT_LT((frames[i].position - mirrored(frames[size_t(other)].position)).norm(), 1e-12);
        // Where the left side reaches, the right one does: as many shapes, as far from the middle.
        const std::vector<Capsule> a = capsules(i), b = capsules(size_t(other));
        ASSERT_EQ(a.size(), b.size()) << here.name;
        for (const Capsule& c : a) {
            const auto is_image = [&](const Capsule& d) {
                return (c.from - mirrored(d.from)).norm() + (c.to - mirrored(d.to)).norm() < 1e-9
                    && c.radius == d.radius;
            };
            EXPECT_TRUE(std::any_of(b.begin(), b.end(), is_image)) << here.name;
        }
    }
}

/// Inertias of real bodies fit into their shapes and obey the triangle inequality.
TEST_P(Animals, HaveInertiasOfRealBodies)
{
    for (const Segment& segment : body.segments) {
        const Vector3d I
            = Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d>(segment.inertia).eigenvalues();
        EXPECT_GT(I[0], 0) << segment.name;
        EXPECT_GE(I[0] + I[1], (1 - 1e-6) * I[2]) << segment.name;
    }
}

TEST_P(Animals, StandWithLegsBentAndFeetBesideEachOther)
{
    for (const Limb& limb : body.limbs) {
        const double links = body.segments[size_t(limb.lower)].offset.norm()
            + body.segments[size_t(limb.end)].offset.norm();
        const double reach
            = (frames[size_t(limb.end)].position - frames[size_t(limb.upper)].position).norm();
        EXPECT_LT(reach, 0.998 * links) << limb.name;
    }
    for (size_t i = 0; i < body.segments.size(); ++i)
        for (size_t j = 0; j < i; ++j) {
            const int a = limb_of(int(i)), b = limb_of(int(j));
            if (a < 0 || b < 0 || a == b)
                continue;
            for (const Capsule& c : capsules(i))
                for (const Capsule& d : capsules(j))
                    EXPECT_GT(capsule_gap(c, d).gap, 0)
                        << body.segments[i].name << " and " << body.segments[j].name;
        }
}

/// What hangs below the knee keeps clear of everything but its own leg.
TEST_P(Animals, LowerLegsAndFeetTouchNoOtherPart)
{
    for (const Limb& limb : body.limbs)
        for (size_t i = 0; i < body.segments.size(); ++i) {
            int above = int(i);
            while (above >= 0 && above != limb.lower)
                above = body.segments[size_t(above)].parent;
            if (above < 0)
                continue;
            for (size_t j = 0; j < body.segments.size(); ++j) {
                if (limb_of(int(j)) >= 0)
                    continue;
                for (const Capsule& c : capsules(i))
                    for (const Capsule& d : capsules(j))
                        EXPECT_GT(capsule_gap(c, d).gap, -0.02)
                            << body.segments[i].name << " and " << body.segments[j].name;
            }
        }
}

INSTANTIATE_TEST_SUITE_P(All, Animals,
    testing::Values(KnownAnimal { "monopod", 30, 10, 1, 0.85, 0.92 },
        KnownAnimal { "biped", 50, 16, 2, 0.85, 0.95 },
        KnownAnimal { "horse", 450, 33, 4, 1.3, 1.5 },
        KnownAnimal { "velociraptor", 18, 33, 2, 0.45, 0.5 },
        KnownAnimal { "ostrich", 100, 23, 2, 1.1, 1.25 },
        KnownAnimal { "mammoth", 5000, 34, 4, 1.6, 1.8 },
        KnownAnimal { "pentaped", 170, 32, 5, 0.85, 0.95 }),
    [](const auto& info) { return std::string(info.param.name); });

/// Toes that hang on the end segment carry the patch; the feature view welds them to it.
TEST(Toes, AreWeldedToTheEndWhereTheyStand)
{
    const Character body = io::read_character("velociraptor").character;
    const Limb& leg = body.limbs.front();
    const Patch& patch = body.patches[size_t(leg.patch)];
    ASSERT_NE(patch.segment, leg.end);
    const Pose pose = place(body, body.poses.at("standing"), { 0, 0 }, 0);
    const std::vector<SegmentFrame> frames = forward_kinematics(body, pose);
    const SegmentFrame& toes = frames[size_t(patch.segment)];
    const FeatureModel model = feature_model(body);
    const Eigen::VectorXd x = features_of(body, model, pose);
    const Vector3d sole = x.segment<3>(model.effector(0));
    EXPECT_LT((sole - (toes.position + toes.rotation * patch.center)).norm(), 1e-12);
    EXPECT_NEAR(sole.z(), 0, 1e-6);
    // Its normal points up though the metatarsus is inclined.
    const Eigen::Matrix3d R = frames[size_t(leg.end)].rotation.toRotationMatrix();
    EXPECT_LT((R * model.patches[0].axes.col(2) - Vector3d::UnitZ()).norm(), 1e-9);
    // And the tree that is posed from features is the one that stands.
    const TreePose back = tree_pose(body, model, x);
    for (size_t i = 0; i < frames.size(); ++i)
        EXPECT_LT((back.frames[i].position - frames[i].position).norm(), 1e-6)
            << body.segments[i].name;
}

}  // namespace
}  // namespace gambol
