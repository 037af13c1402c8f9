// SPDX-License-Identifier: MIT
#include "start_poses.hpp"

#include "gambol/math/rotation.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace gambol::bench {

namespace {

using Eigen::MatrixXd;
using Eigen::Vector3d;
using Eigen::VectorXd;

constexpr int kMostDraws = 5000;  // a stance passes once in about thirty draws
constexpr double kLevel = 1e-4;  // rad and m: flat enough for a sole of 20 cm
constexpr double kLift = 0.005;  // m
constexpr double kClosest = 0.75;  // of the distance between two supports in the standing pose
constexpr double kInside = 0.01;  // m, centre of mass within the edge of the support

/// Which entries of Pose::angles belong to the three segments of a limb.
std::vector<int> limb_dofs(const Character& character, const Limb& limb)
{
    std::vector<int> result;
    int dof = 0;
    for (int i = 0; i < int(character.segments.size()); ++i)
        for (std::size_t d = 0; d < character.segments[size_t(i)].dofs.size(); ++d, ++dof)
            if (i == limb.upper || i == limb.lower || i == limb.end)
                result.push_back(dof);
    return result;
}

std::vector<const Dof*> all_dofs(const Character& character)
{
    std::vector<const Dof*> result;
    for (const Segment& segment : character.segments)
        for (const Dof& dof : segment.dofs)
            result.push_back(&dof);
    return result;
}

/// The body at the origin, with its root turned as in the pose.
Pose posed(const Character& character, const std::string& name)
{
    return place(character, character.poses.at(name), { 0, 0 }, 0);
}

void draw(const Character& character, const Limb& limb, Random& dice, Pose& pose)
{
    const std::vector<const Dof*> dofs = all_dofs(character);
    for (const int i : limb_dofs(character, limb))
        pose.angles[i] = std::clamp(pose.angles[i] + dice.uniform(-kJointSpread, kJointSpread),
            dofs[size_t(i)]->lower, dofs[size_t(i)]->upper);
}

struct PlacedPatch {
    Vector3d center, normal;
    std::vector<Vector3d> corners;
};

std::vector<PlacedPatch> support_patches(const Character& character, const Pose& pose)
{
    const std::vector<SegmentFrame> frames = forward_kinematics(character, pose);
    std::vector<PlacedPatch> result;
    for (const Limb& limb : character.limbs) {
        if (!limb.support)
            continue;
        const Patch& patch = character.patches[size_t(limb.patch)];
        const SegmentFrame& frame = frames[size_t(patch.segment)];
        const Eigen::Matrix3d axes = patch_axes(patch.normal);
        PlacedPatch placed { frame.position + frame.rotation * patch.center,
            frame.rotation * patch.normal, {} };
        for (const double sx : { -1., 1. })
            for (const double sy : { -1., 1. })
                placed.corners.push_back(frame.position
                    + frame.rotation
                        * (patch.center + sx * patch.half_size.x() * axes.col(0)
                            + sy * patch.half_size.y() * axes.col(1)));
        result.push_back(placed);
    }
    return result;
}

/// How far the supports are from level (two numbers each) and from equally high (one each).
VectorXd unevenness(const Character& character, const Pose& pose)
{
    const std::vector<PlacedPatch> patches = support_patches(character, pose);
    VectorXd r(3 * Eigen::Index(patches.size()));
    for (std::size_t i = 0; i < patches.size(); ++i)
        r.segment<3>(3 * Eigen::Index(i)) << patches[i].normal.x(), patches[i].normal.y(),
            patches[i].center.z() - patches[0].center.z();
    return r;
}

/// Turns the supports' joints as little as possible until they stand level; false when their ranges
/// do not allow it. Gauss-Newton steps of least length: dq = −Jᵀ(JJᵀ + λ1)⁻¹ r.
bool level_supports(const Character& character, Pose& pose)
{
    const std::vector<const Dof*> dofs = all_dofs(character);
    std::vector<int> moved;
    for (const Limb& limb : character.limbs)
        if (limb.support)
            for (const int i : limb_dofs(character, limb))
                moved.push_back(i);
    constexpr double h = 1e-6, damping = 1e-6;
    for (int iteration = 0; iteration < 30; ++iteration) {
        const VectorXd r = unevenness(character, pose);
        if (r.lpNorm<Eigen::Infinity>() < kLevel)
            return true;
        MatrixXd J(r.size(), Eigen::Index(moved.size()));
        for (std::size_t i = 0; i < moved.size(); ++i) {
            Pose nudged = pose;
            nudged.angles[moved[i]] += h;
            J.col(Eigen::Index(i)) = (unevenness(character, nudged) - r) / h;
        }
        const MatrixXd JJt = J * J.transpose() + damping * MatrixXd::Identity(r.size(), r.size());
        const VectorXd step = -J.transpose() * JJt.ldlt().solve(r);
        for (std::size_t i = 0; i < moved.size(); ++i)
            pose.angles[moved[i]] = std::clamp(pose.angles[moved[i]] + step[Eigen::Index(i)],
                dofs[size_t(moved[i])]->lower, dofs[size_t(moved[i])]->upper);
    }
    return false;
}

/// Whether each pair of supports keeps its order and most of its distance.
bool uncrossed(const std::vector<PlacedPatch>& patches, const std::vector<PlacedPatch>& standing)
{
    for (std::size_t a = 0; a < patches.size(); ++a)
        for (std::size_t b = 0; b < a; ++b) {
            const Vector3d usual = standing[a].center - standing[b].center;
            if ((patches[a].center - patches[b].center).dot(usual) < kClosest * usual.squaredNorm())
                return false;
        }
    return true;
}

bool balanced(const Character& character, const Pose& pose, const std::vector<PlacedPatch>& patches)
{
    const std::vector<SegmentFrame> frames = forward_kinematics(character, pose);
    Vector3d com = Vector3d::Zero();
    for (std::size_t i = 0; i < frames.size(); ++i)
        com += character.segments[i].mass
            * (frames[i].position + frames[i].rotation * character.segments[i].com);
    com /= character.total_mass();
    // Inside a convex outline means: in every direction something lies further out.
    for (int degrees = 0; degrees < 360; degrees += 5) {
        const double angle = degrees * EIGEN_PI / 180;
        const Vector3d out(std::cos(angle), std::sin(angle), 0);
        double furthest = -1;
        for (const PlacedPatch& patch : patches)
            for (const Vector3d& corner : patch.corners)
                furthest = std::max(furthest, out.dot(corner - com));
        if (furthest < kInside)
            return false;
    }
    return true;
}

/// The angles of all limbs' joints, by name.
std::map<std::string, double> named_angles(const Character& character, const Pose& pose)
{
    const std::vector<const Dof*> dofs = all_dofs(character);
    std::map<std::string, double> result;
    for (const Limb& limb : character.limbs)
        for (const int i : limb_dofs(character, limb))
            result[dofs[size_t(i)]->name] = pose.angles[i];
    return result;
}

}  // namespace

std::map<std::string, double> standing_angles(const Character& character, Random& dice)
{
    const Pose standing = posed(character, "standing");
    const std::vector<PlacedPatch> usual = support_patches(character, standing);
    for (int attempt = 0; attempt < kMostDraws; ++attempt) {
        Pose pose = standing;
        for (const Limb& limb : character.limbs)
            draw(character, limb, dice, pose);
        if (!level_supports(character, pose))
            continue;
        const std::vector<PlacedPatch> patches = support_patches(character, pose);
        if (uncrossed(patches, usual) && balanced(character, pose, patches))
            return named_angles(character, pose);
    }
    return named_angles(character, standing);
}

std::map<std::string, double> lying_angles(
    const Character& character, const std::string& name, Random& dice)
{
    const NamedPose& lying = character.poses.at(name);
    Pose pose = posed(character, name);
    for (const Limb& limb : character.limbs)
        for (int attempt = 0; attempt < kMostDraws; ++attempt) {
            Pose alone = posed(character, name);
            draw(character, limb, dice, alone);
            NamedPose candidate = lying;
            for (const auto& [dof, angle] : named_angles(character, alone))
                candidate.angles[dof] = angle;
            const double lift = place(character, candidate, { 0, 0 }, 0).root_position.z()
                - posed(character, name).root_position.z();
            if (lift > kLift)
                continue;
            for (const int i : limb_dofs(character, limb))
                pose.angles[i] = alone.angles[i];
            break;
        }
    return named_angles(character, pose);
}

}  // namespace gambol::bench
