// SPDX-License-Identifier: MIT
#include "gambol/methods/refine/body.hpp"

#include <cmath>
#include <limits>
#include <numbers>

namespace gambol::refine {

namespace {

using Eigen::Vector3d;
using Eigen::VectorXd;

constexpr int kFirstTurn = 3;

std::vector<Eigen::Quaterniond> rotations_of(const std::vector<Pose>& poses)
{
    std::vector<Eigen::Quaterniond> rotations;
    for (const Pose& pose : poses)
        rotations.push_back(pose.root_rotation);
    return rotations;
}

}  // namespace

Body body_for(const Character& character, const std::vector<Pose>& poses)
{
    const dynamics::RootAxes axes = dynamics::root_axes_for(rotations_of(poses));
    return { dynamics::character_tree(character, dynamics::RootJoint::axes, axes), axes };
}

double worst_middle_sine(const Body& body, const std::vector<Pose>& poses)
{
    return dynamics::worst_middle_sine(body.axes, rotations_of(poses));
}

std::vector<VectorXd> coordinates_of(const Body& body, const std::vector<Pose>& poses)
{
    std::vector<VectorXd> all;
    for (const Pose& pose : poses) {
        VectorXd q(body.dofs());
        Vector3d turns
            = dynamics::root_angles(pose.root_rotation.normalized().toRotationMatrix(), body.axes);
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
    return dynamics::pose_of(body.tree, q);
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
