// SPDX-License-Identifier: MIT
#include "gambol/methods/refine/body.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace gambol::refine {

namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;
using Eigen::VectorXd;

constexpr int kRoot = 6;  // coordinates of the root
constexpr int kFirstTurn = 3;

/// +1 when a, b, c is a right-handed order of axes, −1 otherwise.
double parity(const std::array<int, 3>& axes)
{
    return (axes[1] - axes[0] + 3) % 3 == 1 ? 1 : -1;
}

/// With s the parity, R = R(a) R(b) R(c) has
///
///     R_ac = s sin b    R_bc = −s sin a cos b    R_cc = cos a cos b    R_ab = −s cos b sin c
///     R_aa = cos b cos c
Vector3d turns_of(const Matrix3d& R, const std::array<int, 3>& axes)
{
    const auto [a, b, c] = axes;
    const double s = parity(axes);
    return { std::atan2(-s * R(b, c), R(c, c)), std::asin(std::clamp(s * R(a, c), -1.0, 1.0)),
        std::atan2(-s * R(a, b), R(a, a)) };
}

double worst_sine(const std::array<int, 3>& axes, const std::vector<Pose>& poses)
{
    double worst = 0;
    for (const Pose& pose : poses)
        worst = std::max(
            worst, std::abs(pose.root_rotation.normalized().toRotationMatrix()(axes[0], axes[2])));
    return worst;
}

}  // namespace

Body body_for(const Character& character, const std::vector<Pose>& poses)
{
    // In the order of preference: what suffices for somersaults and turns about the vertical.
    std::array<int, 3> best { 2, 0, 1 };
    for (const std::array<int, 3>& axes :
        { std::array { 2, 1, 0 }, { 0, 2, 1 }, { 1, 2, 0 }, { 0, 1, 2 }, { 1, 0, 2 } })
        if (worst_sine(axes, poses) < worst_sine(best, poses))
            best = axes;
    const dynamics::CharacterTree usual
        = dynamics::character_tree(character, dynamics::RootJoint::axes);
    std::vector<dynamics::Joint> joints = usual.tree.joints();
    for (std::size_t i = 0; i < best.size(); ++i)
        joints[kFirstTurn + i].axis = Vector3d::Unit(best[i]);
    return { { dynamics::Tree(std::move(joints), usual.tree.gravity()), usual.root,
                 usual.segments },
        best };
}

double worst_middle_sine(const Body& body, const std::vector<Pose>& poses)
{
    return worst_sine(body.axes, poses);
}

std::vector<VectorXd> coordinates_of(const Body& body, const std::vector<Pose>& poses)
{
    std::vector<VectorXd> all;
    for (const Pose& pose : poses) {
        VectorXd q(body.dofs());
        Vector3d turns = turns_of(pose.root_rotation.normalized().toRotationMatrix(), body.axes);
        if (!all.empty())
            for (int i = 0; i < 3; ++i)
                turns[i] += 2 * std::numbers::pi
                    * std::round((all.back()[kFirstTurn + i] - turns[i]) / (2 * std::numbers::pi));
        q << pose.root_position, turns, pose.angles;
        all.push_back(std::move(q));
    }
    return all;
}

Pose pose_of(const Body& body, const VectorXd& q)
{
    Pose pose;
    pose.root_position = q.head<3>();
    pose.root_rotation.setIdentity();
    for (int i = 0; i < 3; ++i)
        pose.root_rotation = pose.root_rotation
            * Eigen::AngleAxisd(q[kFirstTurn + i], Vector3d::Unit(body.axes[std::size_t(i)]));
    pose.angles = q.tail(q.size() - kRoot);
    return pose;
}

JointLimits joint_limits(const Character& character)
{
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    const int n = kRoot + character.dof_count();
    JointLimits limits { VectorXd::Constant(n, -kInfinity), VectorXd::Constant(n, kInfinity),
        VectorXd::Constant(n, -kInfinity), VectorXd::Constant(n, kInfinity) };
    int dof = kRoot;
    for (const Segment& segment : character.segments)
        for (const Dof& joint : segment.dofs) {
            limits.lower[dof] = joint.lower;
            limits.upper[dof] = joint.upper;
            limits.torque_lower[dof] = joint.torque_lower;
            limits.torque_upper[dof] = joint.torque_upper;
            ++dof;
        }
    return limits;
}

}  // namespace gambol::refine
