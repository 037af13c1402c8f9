// SPDX-License-Identifier: MIT
#include "gambol/dynamics/character_tree.hpp"

#include <algorithm>
#include <cassert>

namespace gambol::dynamics {

namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;
using Eigen::VectorXd;

std::vector<Joint> root_joints(RootJoint kind, const RootAxes& axes)
{
    std::vector<Joint> joints;
    const auto append = [&](JointKind joint_kind, const Vector3d& axis) {
        Joint joint;
        joint.parent = static_cast<int>(joints.size()) - 1;
        joint.kind = joint_kind;
        joint.axis = axis;
        joints.push_back(joint);
    };
    if (kind == RootJoint::free) {
        append(JointKind::free, Vector3d::UnitZ());
        return joints;
    }
    if (kind == RootJoint::axes)
        for (int axis = 0; axis < 3; ++axis)
            append(JointKind::prismatic, Vector3d::Unit(axis));
    for (const int axis : axes)
        if (kind != RootJoint::plane || axis == 1)
            append(JointKind::revolute, Vector3d::Unit(axis));
    return joints;
}

/// Inertia about a point that lies `d` from the centre of mass.
Matrix3d inertia_about(double mass, const Matrix3d& inertia, const Vector3d& d)
{
    return inertia + mass * (d.squaredNorm() * Matrix3d::Identity() - d * d.transpose());
}

/// Makes `segment`, whose frame is displaced by `position`, a part of the body of `joint`.
void add_mass(Joint& joint, const Segment& segment, const Vector3d& position)
{
    const double mass = joint.mass + segment.mass;
    if (mass == 0)
        return;
    const Vector3d added = position + segment.com;
    const Vector3d center = (joint.mass * joint.center + segment.mass * added) / mass;
    joint.inertia = inertia_about(joint.mass, joint.inertia, joint.center - center)
        + inertia_about(segment.mass, segment.inertia, added - center);
    joint.mass = mass;
    joint.center = center;
}

}  // namespace

BodyPoint CharacterTree::point(int segment, const Vector3d& position) const
{
    BodyPoint point = segments[static_cast<std::size_t>(segment)];
    point.position += position;
    return point;
}

CharacterTree character_tree(const Character& character, RootJoint root, const RootAxes& axes,
    const Vector3d& gravity, const Vector3d& spin)
{
    std::vector<Joint> joints = root_joints(root, axes);
    std::vector<BodyPoint> segments;
    for (const Segment& segment : character.segments) {
        // The body that carries the segment, and where on it the segment's joint lies.
        BodyPoint frame { static_cast<int>(joints.size()) - 1, Vector3d::Zero() };
        if (segment.parent >= 0) {
            frame = segments[static_cast<std::size_t>(segment.parent)];
            frame.position += segment.offset;
        }
        for (const Dof& dof : segment.dofs) {
            Joint joint;
            joint.parent = frame.joint;
            joint.axis = dof.axis.normalized();
            joint.position = frame.position;
            joints.push_back(joint);
            frame = { static_cast<int>(joints.size()) - 1, Vector3d::Zero() };
        }
        add_mass(joints[static_cast<std::size_t>(frame.joint)], segment, frame.position);
        segments.push_back(frame);
    }
    return { Tree(std::move(joints), gravity, spin), root, axes, std::move(segments) };
}

VectorXd coordinates(const CharacterTree& character, const Pose& pose)
{
    VectorXd q(character.tree.q_count());
    assert(q.size() >= pose.angles.size());
    const Eigen::Quaterniond R = pose.root_rotation.normalized();
    const Vector3d& p = pose.root_position;
    const Vector3d angles = root_angles(R.toRotationMatrix(), character.root_axes);
    std::vector<double> root { p.x(), p.y(), p.z(), R.w(), R.x(), R.y(), R.z() };
    if (character.root == RootJoint::axes)
        root = { p.x(), p.y(), p.z(), angles.x(), angles.y(), angles.z() };
    if (character.root == RootJoint::rotations)
        root = { angles.x(), angles.y(), angles.z() };
    if (character.root == RootJoint::plane)
        root = { root_angles(R.toRotationMatrix(), kUsualAxes).z() };
    std::copy(root.begin(), root.end(), q.begin());
    q.tail(pose.angles.size()) = pose.angles;
    return q;
}

Pose pose_of(const CharacterTree& character, const VectorXd& q)
{
    assert(character.root != RootJoint::free);
    Pose pose;
    Eigen::Index next = 0;
    if (character.root == RootJoint::axes) {
        pose.root_position = q.head<3>();
        next = 3;
    }
    if (character.root == RootJoint::plane)
        pose.root_rotation = Eigen::AngleAxisd(q[next++], Vector3d::UnitY());
    else {
        pose.root_rotation = root_rotation(q.segment<3>(next), character.root_axes);
        next += 3;
    }
    pose.angles = q.tail(q.size() - next);
    return pose;
}

}  // namespace gambol::dynamics
