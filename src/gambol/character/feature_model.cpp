// SPDX-License-Identifier: MIT
#include "gambol/character/feature_model.hpp"

#include "gambol/character/limb_flexion.hpp"
#include "gambol/character/limb_kinematics.hpp"
#include "gambol/geometry/capsules.hpp"
#include "gambol/math/damped_gauss_newton.hpp"
#include "gambol/math/rotation.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numbers>
#include <functional>

namespace gambol {

namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;
using Eigen::VectorXd;

constexpr double kUpright = 0.9;  // cosine, of an axis along z
constexpr double kEasyTurn = 0.7;  // of the range of a leg: at its ends nobody steps

Matrix3d joint_rotation(const Segment& segment, const double* angles)
{
    Matrix3d R = Matrix3d::Identity();
    for (size_t i = 0; i < segment.dofs.size(); ++i)
        R = R * Eigen::AngleAxisd(angles[i], segment.dofs[i].axis).toRotationMatrix();
    return R;
}

/// The cone about the middle of a joint's range that just holds the directions at the ends of each
/// dof's range; `direction` maps the joint's rotation to the direction that is limited.
Cone cone_of_range(
    const Segment& segment, const std::function<Vector3d(const Matrix3d&)>& direction)
{
    std::vector<double> middle;
    for (const Dof& dof : segment.dofs)
        middle.push_back(0.5 * (dof.lower + dof.upper));
    Cone cone { direction(joint_rotation(segment, middle.data())), 1 };
    for (size_t i = 0; i < segment.dofs.size(); ++i)
        for (const double end : { segment.dofs[i].lower, segment.dofs[i].upper }) {
            std::vector<double> angles = middle;
            angles[i] = end;
            const Vector3d d = direction(joint_rotation(segment, angles.data()));
            cone.cosine = std::min(cone.cosine, d.dot(cone.axis));
        }
    return cone;
}

Capsule moved(const Capsule& c, const Matrix3d& R, const Vector3d& p)
{
    return { p + R * c.from, p + R * c.to, c.radius };
}

double link_radius(const Segment& segment)
{
    for (const Shape& shape : segment.shapes)
        if (const auto capsules = as_capsules(shape); !capsules.empty())
            return capsules[0].radius;
    return 0.03;
}

Pose standing_pose(const Character& character)
{
    return place(character, character.poses.at("standing"), { 0, 0 }, 0);
}

/// The swivel that puts the middle joint where it is.
double swivel_of(const FeatureLimb& limb, const CarrierPose& torso, const CarrierPose& effector,
    const Vector3d& middle)
{
    const LimbPoints neutral = exact_limb_points(limb, torso, effector, 0);
    const Vector3d u = (neutral.tip - neutral.base).normalized();
    const Vector3d from = u.cross(neutral.hinge);  // the pole made perpendicular to the limb
    const Vector3d to = middle - neutral.base - u.dot(middle - neutral.base) * u;
    if (to.norm() < 1e-9)
        return 0;  // straight: any swivel will do
    return std::atan2(u.cross(from).dot(to), from.dot(to));
}

CarrierPose as_carrier(const SegmentFrame& frame)
{
    return { frame.position, frame.rotation.toRotationMatrix(), Matrix3d::Zero() };
}

/// A segment in the frame of another.
SegmentFrame seen_from(const SegmentFrame& from, const SegmentFrame& segment)
{
    return { from.rotation.conjugate() * (segment.position - from.position),
        from.rotation.conjugate() * segment.rotation };
}

bool hangs_on(const Character& character, int segment, int on)
{
    while (segment >= 0 && segment != on)
        segment = character.segments[size_t(segment)].parent;
    return segment == on;
}

/// How far a segment turns about z, to the side it turns less far to [rad].
double turn_about_z(const Segment& segment)
{
    double sum = 0;
    for (const Dof& dof : segment.dofs)
        if (std::abs(dof.axis.z()) > kUpright)
            sum += std::min(-dof.lower, dof.upper);
    return sum;
}

FeatureLimb feature_limb(const Character& character, int index,
    const std::vector<SegmentFrame>& frames, const SegmentFrame& torso)
{
    const Limb& limb = character.limbs[index];
    const Segment& upper = character.segments[limb.upper];
    const Segment& lower = character.segments[limb.lower];
    const Segment& end = character.segments[limb.end];
    const Patch& patch = character.patches[limb.patch];
    const Matrix3d R_torso = torso.rotation.toRotationMatrix();

    FeatureLimb f;
    f.name = limb.name;
    f.source = index;
    f.base = R_torso.transpose() * (frames[limb.upper].position - torso.position);
    // Toes beyond the end segment are welded to it as they stand.
    const SegmentFrame sole = seen_from(frames[limb.end], frames[patch.segment]);
    f.tip = -(sole.position + sole.rotation * patch.center);
    f.upper_length = lower.offset.norm();
    f.lower_length = end.offset.norm();
    f.pole = limb.pole.normalized();
    f.pole_from_end = limb.pole_from_end;
    f.shortest = limb.shortest;
    f.support = limb.support;

    // The upper joint's parent is welded to the torso as it is in the standing pose.
    const Matrix3d R_parent
        = R_torso.transpose() * frames[upper.parent].rotation.toRotationMatrix();
    const Vector3d down_upper = lower.offset.normalized();
    f.upper_cone = cone_of_range(
        upper, [&](const Matrix3d& R) { return Vector3d(R_parent * R * down_upper); });
    const Vector3d up_lower = -end.offset.normalized();
    f.end_cone
        = cone_of_range(end, [&](const Matrix3d& R) { return Vector3d(R.transpose() * up_lower); });
    const Flexion flexion = middle_flexion(character, limb);
    f.longest = reach_share(f.upper_length, f.lower_length, std::max(0.0, flexion.least));
    const Vector3d hinge = flexion.axis;
    // A raised arm turns its hinge all the way round, and so does a hand that is put down; only
    // limbs that point where their ends point have a meaningful range here.
    if (limb.pole_from_end > 0) {
        f.end_hinge = cone_of_range(
            end, [&](const Matrix3d& R) { return Vector3d(R.transpose() * hinge); });
        f.upper_hinge = cone_of_range(
            upper, [&](const Matrix3d& R) { return Vector3d(R_parent * R * hinge); });
        // Both cones together let a foot turn farther than its joints do.
        if (const double turn = kEasyTurn * (turn_about_z(upper) + turn_about_z(end));
            limb.support && turn > 0 && turn < std::numbers::pi / 2)
            f.largest_side = std::sin(turn);
    }
    f.upper_radius = link_radius(upper);
    f.lower_radius = link_radius(lower);
    const SegmentFrame& end_frame = frames[limb.end];
    for (size_t i = 0; i < frames.size(); ++i) {
        if (!hangs_on(character, int(i), limb.end))
            continue;
        const SegmentFrame at = seen_from(end_frame, frames[i]);
        for (const Shape& shape : character.segments[i].shapes)
            for (const Capsule& c : as_capsules(shape))
                f.end_capsules.push_back(
                    moved(c, at.rotation.toRotationMatrix(), f.tip + at.position));
    }
    f.rest
        = R_torso.transpose() * (end_frame.position - end_frame.rotation * f.tip - torso.position);
    f.rest_axes = R_torso.transpose() * end_frame.rotation.toRotationMatrix();
    const CarrierPose effector { end_frame.position - end_frame.rotation * f.tip,
        end_frame.rotation.toRotationMatrix(), Matrix3d::Zero() };
    f.rest_swivel = swivel_of(f, as_carrier(torso), effector, frames[limb.lower].position);
    f.rest_bend = exact_limb_points(f, as_carrier(torso), effector, f.rest_swivel).bend;
    return f;
}

/// Moments of inertia about `torso` of all segments as they stand, about its axes.
Vector3d standing_inertia(
    const Character& character, const std::vector<SegmentFrame>& frames, const SegmentFrame& torso)
{
    Matrix3d total = Matrix3d::Zero();
    for (size_t i = 0; i < frames.size(); ++i) {
        const Segment& s = character.segments[i];
        const Matrix3d R = (torso.rotation.conjugate() * frames[i].rotation).toRotationMatrix();
        const Vector3d arm = torso.rotation.conjugate()
            * (frames[i].position + frames[i].rotation * s.com - torso.position);
        total += R * s.inertia * R.transpose()
            + s.mass * (arm.squaredNorm() * Matrix3d::Identity() - arm * arm.transpose());
    }
    return total.diagonal();
}

/// Angles of a joint whose rotation is nearest to R, by Gauss-Newton from `angles`.
void fit_angles(const Segment& segment, const Matrix3d& R, Eigen::Ref<VectorXd> angles)
{
    const int n = int(segment.dofs.size());
    if (n == 0)
        return;
    Eigen::Matrix<double, 3, Eigen::Dynamic> axes(3, n);
    const auto evaluate = [&](const VectorXd& at, NormalEquations& equations) {
        Matrix3d now = Matrix3d::Identity();
        for (int i = 0; i < n; ++i) {
            axes.col(i) = now * segment.dofs[i].axis;
            now = now * Eigen::AngleAxisd(at[i], segment.dofs[i].axis).toRotationMatrix();
        }
        const Vector3d error = rotation_vector(R * now.transpose());
        equations = { axes.transpose() * axes, axes.transpose() * error, error.squaredNorm() };
    };
    angles = damped_gauss_newton(angles,
        { .most = 30,
            .longest = 0.5,
            .smallest = 1e-12,
            .damping = 1e-6,  // gimbal lock: share the turn instead of running away
            .must_lower_cost = false },
        evaluate, [](const VectorXd& at, const VectorXd& step) -> VectorXd { return at + step; });
}

Matrix3d basis(const Vector3d& along, const Vector3d& hinge)
{
    Matrix3d B;
    B.col(0) = along;
    B.col(1) = (hinge - hinge.dot(along) * along).normalized();
    B.col(2) = B.col(0).cross(B.col(1));
    return B;
}

CarrierPose carrier_pose(const FeatureModel& model, const VectorXd& features, int first)
{
    CarrierPose pose;
    pose.position = features.segment<3>(first);
    pose.R = model.turn_of(features.segment<3>(first + 3));
    pose.left_jacobian.setZero();
    return pose;
}

}  // namespace

Matrix3d FeatureModel::turn_of(const Vector3d& r) const
{
    return rotation_matrix(r) * home;
}

Vector3d FeatureModel::vector_of(const Matrix3d& R) const
{
    return rotation_vector(R * home.transpose());
}

Vector3d FeatureModel::vector_near(const Matrix3d& R, const Vector3d& near) const
{
    return rotation_vector_near(R * home.transpose(), near);
}

double FeatureModel::farthest() const
{
    double most = 0;
    const auto around
        = [](const Capsule& c) { return std::max(c.from.norm(), c.to.norm()) + c.radius; };
    for (const Capsule& c : torso_capsules)
        most = std::max(most, around(c));
    for (const FeatureLimb& limb : limbs) {
        double end = limb.lower_radius;
        for (const Capsule& c : limb.end_capsules)
            end = std::max(end, limb.tip.norm() + around(c));
        most = std::max(
            most, limb.base.norm() + limb.longest * (limb.upper_length + limb.lower_length) + end);
    }
    return most;
}

FeatureModel feature_model(const Character& character)
{
    const Pose standing = standing_pose(character);
    const std::vector<SegmentFrame> frames = forward_kinematics(character, standing);
    FeatureModel model;
    model.mass = character.total_mass();
    Vector3d com = Vector3d::Zero();
    for (size_t i = 0; i < frames.size(); ++i) {
        const Segment& s = character.segments[i];
        com += s.mass / model.mass * (frames[i].position + frames[i].rotation * s.com);
    }
    const SegmentFrame torso { com, frames[0].rotation };
    model.root_offset = frames[0].rotation.conjugate() * (com - frames[0].position);
    model.inertia = character.feature_inertia ? *character.feature_inertia
                                              : standing_inertia(character, frames, torso);

    for (size_t i = 0; i < character.limbs.size(); ++i) {
        model.limbs.push_back(feature_limb(character, int(i), frames, torso));
        const Limb& limb = character.limbs[i];
        const Patch& p = character.patches[limb.patch];
        const Matrix3d R
            = seen_from(frames[limb.end], frames[p.segment]).rotation.toRotationMatrix();
        model.patches.push_back({ p.name, int(i), Vector3d::Zero(), R * patch_axes(p.normal),
            p.half_size, p.grip, p.weakness, limb.patch });
    }

    const std::vector<bool> in_torso = torso_segments(character);
    const auto to_torso = [&](int segment, Matrix3d& R, Vector3d& p) {
        R = (torso.rotation.conjugate() * frames[segment].rotation).toRotationMatrix();
        p = torso.rotation.conjugate() * (frames[segment].position - torso.position);
    };
    for (size_t i = 0; i < character.patches.size(); ++i) {
        const Patch& p = character.patches[i];
        if (!in_torso[p.segment])
            continue;
        Matrix3d R;
        Vector3d origin;
        to_torso(p.segment, R, origin);
        model.patches.push_back({ p.name, -1, origin + R * p.center, R * patch_axes(p.normal),
            p.half_size, p.grip, p.weakness, int(i) });
    }
    for (size_t i = 0; i < frames.size(); ++i) {
        if (!in_torso[i])
            continue;
        Matrix3d R;
        Vector3d origin;
        to_torso(int(i), R, origin);
        for (const Shape& shape : character.segments[i].shapes)
            for (const Capsule& c : as_capsules(shape))
                model.torso_capsules.push_back(moved(c, R, origin));
    }

    double floor = 0;
    int supports = 0;
    for (const FeatureLimb& limb : model.limbs)
        if (limb.support) {
            floor += (torso.position + torso.rotation * limb.rest).z();
            ++supports;
        }
    model.standing_height = torso.position.z() - (supports ? floor / supports : 0);
    return model;
}

VectorXd features_of(const Character& character, const FeatureModel& model, const Pose& pose)
{
    const std::vector<SegmentFrame> frames = forward_kinematics(character, pose);
    VectorXd x = VectorXd::Zero(model.coordinates());
    x.segment<3>(0) = frames[0].position + frames[0].rotation * model.root_offset;
    x.segment<3>(3) = model.vector_of(frames[0].rotation.toRotationMatrix());
    for (size_t i = 0; i < model.limbs.size(); ++i) {
        const Limb& limb = character.limbs[model.limbs[i].source];
        const SegmentFrame& end = frames[limb.end];
        const int first = model.effector(int(i));
        x.segment<3>(first) = end.position - end.rotation * model.limbs[i].tip;
        x.segment<3>(first + 3)
            = model.vector_near(end.rotation.toRotationMatrix(), x.segment<3>(3));
        x[model.swivel(int(i))] = swivel_of(model.limbs[i],
            { x.segment<3>(0), frames[0].rotation.toRotationMatrix(), Matrix3d::Zero() },
            { x.segment<3>(first), end.rotation.toRotationMatrix(), Matrix3d::Zero() },
            frames[limb.lower].position);
    }
    return x;
}

TreePose tree_pose(const Character& character, const FeatureModel& model, const VectorXd& features)
{
    const size_t count = character.segments.size();
    std::vector<Matrix3d> R(count);
    std::vector<Vector3d> p(count);
    std::vector<bool> placed(count, false);
    const CarrierPose torso = carrier_pose(model, features, FeatureModel::torso());
    R[0] = torso.R;
    p[0] = torso.position - torso.R * model.root_offset;
    placed[0] = true;

    for (size_t i = 0; i < model.limbs.size(); ++i) {
        const FeatureLimb& f = model.limbs[i];
        const Limb& limb = character.limbs[f.source];
        const Segment& lower = character.segments[limb.lower];
        const Segment& end = character.segments[limb.end];
        const CarrierPose effector = carrier_pose(model, features, model.effector(int(i)));
        const LimbPoints points
            = exact_limb_points(f, torso, effector, features[model.swivel(int(i))]);
        const Vector3d hinge = middle_flexion(character, limb).axis;
        R[limb.upper] = basis((points.middle - points.base).normalized(), points.hinge)
            * basis(lower.offset.normalized(), hinge).transpose();
        R[limb.lower] = basis((points.tip - points.middle).normalized(), points.hinge)
            * basis(end.offset.normalized(), hinge).transpose();
        R[limb.end] = effector.R;
        p[limb.upper] = points.base;
        p[limb.lower] = points.middle;
        p[limb.end] = points.tip;
        placed[limb.upper] = placed[limb.lower] = placed[limb.end] = true;
    }

    const Pose standing = standing_pose(character);
    TreePose pose;
    pose.angles = VectorXd::Zero(character.dof_count());
    int first = 0;
    for (size_t i = 0; i < count; ++i) {
        const Segment& s = character.segments[i];
        auto angles = pose.angles.segment(first, Eigen::Index(s.dofs.size()));
        angles = standing.angles.segment(first, angles.size());
        if (!placed[i]) {
            // Anything between the limbs keeps the joint angles it has when standing.
            R[i] = R[s.parent] * joint_rotation(s, angles.data());
            p[i] = p[s.parent] + R[s.parent] * s.offset;
        } else if (i > 0) {
            fit_angles(s, R[s.parent].transpose() * R[i], angles);
        }
        first += int(s.dofs.size());
        pose.frames.push_back({ p[i], Eigen::Quaterniond(R[i]).normalized() });
    }
    return pose;
}

}  // namespace gambol
