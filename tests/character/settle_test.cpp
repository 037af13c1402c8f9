// SPDX-License-Identifier: MIT
#include "gambol/character/settle.hpp"

#include "gambol/character/feature_model.hpp"
#include "gambol/geometry/heightfield.hpp"
#include "gambol/geometry/nearest.hpp"
#include "gambol/io/character/character_reader.hpp"
#include "gambol/math/rotation.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace gambol {
namespace {

using Eigen::AngleAxisd;
using Eigen::Quaterniond;
using Eigen::Vector3d;

Character model(const std::string& name)
{
    return io::read_character(name).character;
}

Pose flat(const Character& character, const std::string& pose, const Eigen::Vector2d& at = { 0, 0 },
    double facing = 0)
{
    return place(character, character.poses.at(pose), at, facing);
}

Plane slope(double degrees)
{
    return { { 0, 0, 0.2 },
        AngleAxisd(-degrees * M_PI / 180, Vector3d::UnitY()) * Vector3d::UnitZ() };
}

Heightfield hills()
{
    Heightfield field { { -4, -4 }, { 0.1, 0.1 }, Eigen::MatrixXd(81, 81) };
    for (int i = 0; i < 81; ++i)
        for (int j = 0; j < 81; ++j) {
            const double x = -4 + 0.1 * i, y = -4 + 0.1 * j;
            field.heights(i, j) = 0.05 * std::cos(3 * x + 0.3) + 0.05 * std::sin(3 * y - x);
        }
    return field;
}

double distance(const std::vector<Shape>& surfaces, const Vector3d& p)
{
    double least = 1e9;
    for (const Shape& surface : surfaces)
        least = std::min(least, nearest_surface_point(surface, p).distance);
    return least;
}

/// Signed distances of the corners of a patch.
std::vector<double> corner_gaps(const Character& character, const Pose& pose, const Patch& patch,
    const std::vector<Shape>& surfaces)
{
    const SegmentFrame frame = forward_kinematics(character, pose)[std::size_t(patch.segment)];
    const Eigen::Matrix3d axes = patch_axes(patch.normal);
    std::vector<double> gaps;
    for (const double x : { -1.0, 1.0 })
        for (const double y : { -1.0, 1.0 })
            gaps.push_back(distance(surfaces,
                frame.position
                    + frame.rotation
                        * (patch.center + axes.col(0) * x * patch.half_size.x()
                            + axes.col(1) * y * patch.half_size.y())));
    return gaps;
}

/// Largest distance of any corner of a supporting patch from the surface, in or out.
double worst_foot(const Character& character, const Pose& pose, const std::vector<Shape>& surfaces)
{
    double worst = 0;
    for (const Limb& limb : character.limbs)
        if (limb.support)
            for (const double gap :
                corner_gaps(character, pose, character.patches[std::size_t(limb.patch)], surfaces))
                worst = std::max(worst, std::abs(gap));
    return worst;
}

/// Signed distance of the nearest ball of any capsule or sphere.
double nearest_part(
    const Character& character, const Pose& pose, const std::vector<Shape>& surfaces)
{
    const std::vector<SegmentFrame> frames = forward_kinematics(character, pose);
    double least = 1e9;
    for (std::size_t i = 0; i < frames.size(); ++i)
        for (const Shape& shape : character.segments[i].shapes)
            if (const auto* c = std::get_if<Capsule>(&shape))
                for (const Vector3d& p : { c->from, c->to })
                    least = std::min(least,
                        distance(surfaces, frames[i].position + frames[i].rotation * p)
                            - c->radius);
    return least;
}

void expect_within_limits(const Character& character, const Pose& pose)
{
    int i = 0;
    for (const Segment& segment : character.segments)
        for (const Dof& dof : segment.dofs) {
            EXPECT_GE(pose.angles[i], dof.lower - 1e-12) << dof.name;
            EXPECT_LE(pose.angles[i], dof.upper + 1e-12) << dof.name;
            ++i;
        }
}

TEST(Settle, OnALevelFloorOnlyTheHeightChanges)
{
    for (const char* name : { "human", "wide-biped", "quadruped" }) {
        const Character character = model(name);
        const Pose pose = flat(character, "standing", { 0.3, -0.2 }, 0.7);
        const Pose same = settle(character, pose, { Plane {} });
        EXPECT_EQ(same.root_position, pose.root_position) << name;
        EXPECT_EQ(same.angles, pose.angles) << name;
        EXPECT_EQ(same.root_rotation.coeffs(), pose.root_rotation.coeffs()) << name;
        const Box crate { { 0, 0, 0.25 }, Quaterniond::Identity(), { 2, 2, 0.25 } };
        const Pose raised = settle(character, pose, { Plane {}, crate });
        EXPECT_NEAR(raised.root_position.z() - pose.root_position.z(), 0.5, 1e-12) << name;
        EXPECT_EQ(raised.angles, pose.angles) << name;
    }
}

TEST(Settle, WhereNothingIsBelowThePoseStays)
{
    const Character character = model("human");
    const Pose pose = flat(character, "standing");
    const Box far { { 9, 0, 0 }, Quaterniond::Identity(), { 1, 1, 1 } };
    EXPECT_EQ(settle(character, pose, { far }).root_position, pose.root_position);
}

TEST(Settle, FeetStandFlatOnASlopeBelowAnUprightBody)
{
    const Character character = model("human");
    for (const double degrees : { 5.0, 15.0, 20.0 })
        for (const double facing : { 0.0, 1.0, M_PI / 2, 3.0, -2.0 }) {
            const Pose pose = flat(character, "standing", { 0.4, 0.1 }, facing);
            const std::vector<Shape> world { slope(degrees) };
            const Pose settled = settle(character, pose, world);
            expect_within_limits(character, settled);
            // Where both feet point up the steepest slope, ankles are at their limits.
            EXPECT_LT(worst_foot(character, settled, world), degrees > 15 ? 0.008 : 0.004)
                << degrees << ", " << facing;
            EXPECT_EQ(settled.root_rotation.coeffs(), pose.root_rotation.coeffs());
            EXPECT_EQ(settled.root_position.head<2>(), pose.root_position.head<2>());
            // Shapes may reach as much below the sole as they do on the level.
            EXPECT_GT(nearest_part(character, settled, world), -0.01) << degrees << ", " << facing;
        }
}

TEST(Settle, OnHillsEveryFootFindsTheGround)
{
    const Character character = model("human");
    const std::vector<Shape> world { hills() };
    for (const double x : { -1.0, -0.5, 0.0, 0.4, 1.1 })
        for (const double y : { -0.7, 0.0, 0.9 })
            for (const double facing : { 0.0, 2.0 }) {
                const Pose settled
                    = settle(character, flat(character, "standing", { x, y }, facing), world);
                expect_within_limits(character, settled);
                EXPECT_LT(worst_foot(character, settled, world), 0.006) << x << ", " << y;
                EXPECT_GT(nearest_part(character, settled, world), -0.012) << x << ", " << y;
            }
}

TEST(Settle, OnTwoStairsOneKneeBends)
{
    const Character character = model("human");
    // The left foot on a step of 16 cm.
    const std::vector<Shape> world { Plane {},
        Box { { 0, 1, 0.08 }, Quaterniond::Identity(), { 1, 1, 0.08 } } };
    const Pose pose = flat(character, "standing");
    const Pose settled = settle(character, pose, world);
    expect_within_limits(character, settled);
    EXPECT_LT(worst_foot(character, settled, world), 0.003);
    EXPECT_NEAR(settled.root_position.z(), pose.root_position.z(), 1e-6);
    int knee = 0, i = 0;
    for (const Segment& segment : character.segments)
        for (const Dof& dof : segment.dofs) {
            if (dof.name == "left_knee_flexion")
                knee = i;
            ++i;
        }
    EXPECT_GT(settled.angles[knee], pose.angles[knee] + 0.5);
}

TEST(Settle, AFootOverAnEdgeStaysLevel)
{
    const Character character = model("human");
    // A platform that ends under the middle of the feet, with a floor far below.
    const std::vector<Shape> world { Plane {},
        Box { { -1, 0, 0.5 }, Quaterniond::Identity(), { 1.05, 1, 0.5 } } };
    const Pose pose = flat(character, "standing");
    const Pose settled = settle(character, pose, world);
    EXPECT_NEAR(settled.root_position.z(), pose.root_position.z() + 1, 1e-6);
    EXPECT_LT((settled.angles - pose.angles).norm(), 1e-5);
    // Toes on a step of 16 cm: not a slope of 36 degrees.
    const std::vector<Shape> step { Plane {},
        Box { { 1, 0, 0.08 }, Quaterniond::Identity(), { 0.95, 1, 0.08 } } };
    const Pose on_toes = settle(character, pose, step);
    EXPECT_NEAR(on_toes.root_position.z(), pose.root_position.z() + 0.16, 1e-6);
    EXPECT_LT((on_toes.angles - pose.angles).norm(), 1e-5);
}

TEST(Settle, FourLegsLeanWithTheSlope)
{
    const Character character = model("quadruped");
    const std::vector<Shape> world { slope(12) };
    const Pose pose = flat(character, "standing");
    const Pose settled = settle(character, pose, world);
    expect_within_limits(character, settled);
    EXPECT_LT(worst_foot(character, settled, world), 0.01);
    EXPECT_NEAR(settled.root_rotation.angularDistance(pose.root_rotation), 12 * M_PI / 180, 0.01);
}

TEST(Settle, WhoLiesLiesAlongTheSlope)
{
    const Character character = model("human");
    for (const char* name : { "lying-on-back", "lying-on-stomach", "lying-on-side" })
        for (const double degrees : { 10.0, 15.0 })
            for (const double facing : { 0.0, 1.2 }) {
                const std::vector<Shape> world { slope(degrees) };
                const Pose pose = flat(character, name, { 0.4, 0.1 }, facing);
                const Pose settled = settle(character, pose, world);
                EXPECT_NEAR(settled.root_rotation.angularDistance(pose.root_rotation),
                    degrees * M_PI / 180, 1e-6)
                    << name;
                // Touches as it does on the level.
                EXPECT_NEAR(nearest_part(character, settled, world),
                    nearest_part(character, pose, { Plane {} }), 2e-3)
                    << name;
            }
}

TEST(Settle, WhoLiesOnHillsTouchesThemAndIsNotInThem)
{
    const Character character = model("human");
    const std::vector<Shape> world { hills() };
    const Pose settled = settle(character, flat(character, "lying-on-back", { 0.3, 0.2 }), world);
    EXPECT_NEAR(nearest_part(character, settled, world), 0, 0.01);
}

}  // namespace
}  // namespace gambol
