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

Body body_for(const Character& character, const std::vector<Pose>& poses, const Cargo& cargo)
{
    const dynamics::RootAxes axes = dynamics::root_axes_for(rotations_of(poses));
    Body body { dynamics::character_tree(character, dynamics::RootJoint::axes, axes), axes };
    if (cargo.empty())
        return body;
    std::vector<dynamics::Joint> joints = body.tree.tree.joints();
    for (const CarriedProp& carried : cargo.carried()) {
        const int first = int(joints.size());
        for (int i = 0; i < kRoot; ++i) {
            dynamics::Joint joint;
            joint.parent = i == 0 ? -1 : int(joints.size()) - 1;
            joint.kind = i < 3 ? dynamics::JointKind::prismatic : dynamics::JointKind::revolute;
            joint.axis = Vector3d::Unit(i < 3 ? i : carried.axes[size_t(i - 3)]);
            joints.push_back(joint);
        }
        joints.back().mass = carried.inertial.mass;
        joints.back().center = carried.inertial.com;
        joints.back().inertia = carried.inertial.inertia;
        body.carried.push_back({ int(joints.size()) - 1, first, carried.axes });
    }
    body.tree.tree = dynamics::Tree(std::move(joints), body.tree.tree.gravity());
    return body;
}

double Body::own_mass() const
{
    double mass = tree.tree.mass();
    for (const Carried& one : carried)
        mass -= tree.tree.joints()[size_t(one.joint)].mass;
    return mass;
}

double worst_middle_sine(const Body& body, const std::vector<Pose>& poses)
{
    return dynamics::worst_middle_sine(body.axes, rotations_of(poses));
}

std::vector<VectorXd> coordinates_of(
    const Body& body, const std::vector<Pose>& poses, const std::vector<CargoPlaces>& cargo)
{
    std::vector<VectorXd> all;
    for (const Pose& pose : poses) {
        VectorXd q = VectorXd::Zero(body.dofs());
        const auto place = [&](int first, const Vector3d& position,
                               const Eigen::Quaterniond& rotation, const dynamics::RootAxes& axes) {
            Vector3d turns = dynamics::root_angles(rotation.normalized().toRotationMatrix(), axes);
            if (!all.empty())
                for (int i = 0; i < 3; ++i)
                    turns[i] += 2 * std::numbers::pi
                        * std::round((all.back()[first + kFirstTurn + i] - turns[i])
                            / (2 * std::numbers::pi));
            q.segment<kRoot>(first) << position, turns;
        };
        place(0, pose.root_position, pose.root_rotation, body.axes);
        q.segment(kRoot, pose.angles.size()) = pose.angles;
        for (size_t i = 0; i < body.carried.size() && !cargo.empty(); ++i) {
            const SegmentFrame& at = cargo[all.size()][i];
            place(body.carried[i].first, at.position, at.rotation, body.carried[i].axes);
        }
        all.push_back(std::move(q));
    }
    return all;
}

Pose pose_of(const Body& body, const VectorXd& q)
{
    return dynamics::pose_of(body.tree, q.head(body.own_dofs()));
}

CargoPlaces cargo_of(const Body& body, const VectorXd& q)
{
    CargoPlaces places;
    for (const Body::Carried& one : body.carried)
        places.push_back({ q.segment<3>(one.first),
            dynamics::root_rotation(q.segment<3>(one.first + kFirstTurn), one.axes) });
    return places;
}

JointLimits joint_limits(const Character& character, const Body& body)
{
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    const int n = body.dofs();
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
