// SPDX-License-Identifier: MIT
#include "gambol/character/feature_model.hpp"
#include "gambol/io/character/character_reader.hpp"
#include "gambol/math/rotation.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace gambol {
namespace {

using Eigen::Vector2d;
using Eigen::Vector3d;

constexpr double kTouch = 0.008;  // m; what counts as touching where forces are solved
constexpr double kDeepest = 0.01;  // m; what the audit forgives
constexpr double kBalance = 0.01;  // m; the centre of mass lies this far inside the support

struct BuiltinPose {
    std::string model, pose;
};

void PrintTo(const BuiltinPose& p, std::ostream* out)
{
    *out << p.model << ' ' << p.pose;
}

/// The human lies on patches that do not reach below its centre of mass; its side has none.
bool awaits_patches(const BuiltinPose& p)
{
    return p.model == "human" && p.pose != "standing";
}

/// Poses that a movement passes through, hanging on a bar, with the weight still coming down or
/// turned over by a key: nobody rests in them.
bool is_passing(const BuiltinPose& p)
{
    return p.pose == "hanging" || p.pose == "crouching" || p.pose == "straddle";
}

std::vector<BuiltinPose> builtin_poses()
{
    std::vector<BuiltinPose> all;
    for (const io::Listing& model : io::list_characters())
        for (const io::Listing& pose : io::list_poses(model.name))
            if (const BuiltinPose p { model.name, pose.name }; !awaits_patches(p) && !is_passing(p))
                all.push_back(p);
    all.push_back({ "humanoid.xml", "standing" });  // MuJoCo's
    return all;
}

std::array<Vector3d, 4> corners(const Patch& patch, const SegmentFrame& frame)
{
    const Eigen::Matrix3d axes = patch_axes(patch.normal);
    std::array<Vector3d, 4> result;
    for (int k = 0; k < 4; ++k)
        result[size_t(k)] = frame.position
            + frame.rotation
                * (patch.center + (k & 1 ? 1 : -1) * patch.half_size.x() * axes.col(0)
                    + (k & 2 ? 1 : -1) * patch.half_size.y() * axes.col(1));
    return result;
}

/// How far `p` lies inside the convex hull of `points`; negative outside.
double inside_hull(const Vector2d& p, const std::vector<Vector2d>& points)
{
    double least = std::numeric_limits<double>::infinity();
    constexpr int kDirections = 720;
    for (int i = 0; i < kDirections; ++i) {
        const double angle = 2 * std::numbers::pi * i / kDirections;
        const Vector2d direction(std::cos(angle), std::sin(angle));
        double furthest = -std::numeric_limits<double>::infinity();
        for (const Vector2d& q : points)
            furthest = std::max(furthest, direction.dot(q - p));
        least = std::min(least, furthest);
    }
    return least;
}

/// A pose of a model and how the feature view sees it, which is what methods start from.
class EveryPose : public testing::TestWithParam<BuiltinPose> {
protected:
    const Character body = io::read_character(GetParam().model).character;
    const Pose pose = place(body, body.poses.at(GetParam().pose), { 0, 0 }, 0);
    const FeatureModel model = feature_model(body);
    const Eigen::VectorXd features = features_of(body, model, pose);
    const std::vector<SegmentFrame> frames = tree_pose(body, model, features).frames;

    std::vector<Vector2d> support() const
    {
        std::vector<Vector2d> points;
        for (const Patch& patch : body.patches) {
            double highest = 0;
            const auto at = corners(patch, frames[size_t(patch.segment)]);
            for (const Vector3d& corner : at)
                highest = std::max(highest, std::abs(corner.z()));
            if (highest <= kTouch)
                for (const Vector3d& corner : at)
                    points.push_back(corner.head<2>());
        }
        return points;
    }

    Vector3d centre_of_mass() const
    {
        const std::vector<SegmentFrame> exact = forward_kinematics(body, pose);
        Vector3d sum = Vector3d::Zero();
        for (size_t i = 0; i < exact.size(); ++i)
            sum += body.segments[i].mass
                * (exact[i].position + exact[i].rotation * body.segments[i].com);
        return sum / body.total_mass();
    }
};

TEST_P(EveryPose, ReachesIntoTheFloorByLessThanTheAuditForgives)
{
    for (size_t i = 0; i < frames.size(); ++i)
        for (const Shape& shape : body.segments[i].shapes)
            EXPECT_GE(heights(shape, frames[i]).lowest, -kDeepest) << body.segments[i].name;
    for (const Patch& patch : body.patches)
        for (const Vector3d& corner : corners(patch, frames[size_t(patch.segment)]))
            EXPECT_GE(corner.z(), -kDeepest) << patch.name;
}

/// A body at rest needs its centre of mass above patches that touch: both the one of the tree and
/// the one of the feature view, which carries the limbs' mass where they are when standing.
TEST_P(EveryPose, RestsOnPatchesBelowItsCentreOfMass)
{
    const std::vector<Vector2d> points = support();
    ASSERT_FALSE(points.empty()) << "no patch touches the floor";
    EXPECT_GE(inside_hull(features.head<2>(), points), kBalance);
    EXPECT_GE(inside_hull(centre_of_mass().head<2>(), points), kBalance);
}

TEST_P(EveryPose, BendsNoLimbFurtherThanTheFeatureViewAllows)
{
    for (size_t i = 0; i < model.limbs.size(); ++i) {
        const FeatureLimb& limb = model.limbs[i];
        const SegmentFrame& end = frames[size_t(body.limbs[i].end)];
        const SegmentFrame& upper = frames[size_t(body.limbs[i].upper)];
        const double full = limb.upper_length + limb.lower_length;
        const double reach = (end.position - upper.position).norm();
        EXPECT_LE(reach, full + 1e-6) << limb.name;
        EXPECT_GE(reach, limb.shortest * full) << limb.name;
    }
}

INSTANTIATE_TEST_SUITE_P(
    BuiltinCharacters, EveryPose, testing::ValuesIn(builtin_poses()), [](const auto& info) {
        std::string name = info.param.model + "_" + info.param.pose;
        std::replace_if(
            name.begin(), name.end(), [](char c) { return c == '-' || c == '.'; }, '_');
        return name;
    });

TEST(InsideHull, KnowsInFromOut)
{
    const std::vector<Vector2d> square { { 0, 0 }, { 1, 0 }, { 0, 1 }, { 1, 1 } };
    EXPECT_NEAR(inside_hull({ 0.5, 0.5 }, square), 0.5, 1e-9);
    EXPECT_NEAR(inside_hull({ 0.9, 0.5 }, square), 0.1, 1e-9);
    EXPECT_NEAR(inside_hull({ 1.2, 0.5 }, square), -0.2, 1e-9);
}

}  // namespace
}  // namespace gambol
