// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/character/character.hpp"
#include "gambol/dynamics/root_axes.hpp"
#include "gambol/dynamics/tree.hpp"

namespace gambol::dynamics {

/// How the root segment hangs on the world.
enum class RootJoint {
    /// Three distances along x, y, z, then angles about CharacterTree::root_axes.
    axes,
    rotations,  // the three angles alone, for use with an effective root
    plane,  // the angle about y alone, likewise, of a body that moves in the plane of x and z
    free,  // JointKind::free
};

/// A character as a tree: coordinates are those of the root, then Pose::angles in their order.
struct CharacterTree {
    Tree tree;
    RootJoint root;
    RootAxes root_axes;  // of `axes` and `rotations`
    /// Where the segments are: the frame of segment i is that of the body of joint
    /// segments[i].joint, displaced by segments[i].position. (A segment without degrees of freedom
    /// is a part of its parent's body.)
    std::vector<BodyPoint> segments;

    /// The point `position` of a segment, in its frame.
    [[nodiscard]] BodyPoint point(int segment, const Eigen::Vector3d& position) const;
};

[[nodiscard]] CharacterTree character_tree(const Character&, RootJoint,
    const RootAxes& = kUsualAxes, const Eigen::Vector3d& gravity = Eigen::Vector3d(0, 0, -kGravity),
    const Eigen::Vector3d& spin = Eigen::Vector3d::Zero());

/// q of a pose. Root angles lie within ±π, the middle one within ±π/2; `rotations` and
/// `plane` drop the position, `plane` all turns but that about y.
[[nodiscard]] Eigen::VectorXd coordinates(const CharacterTree&, const Pose&);

/// The other way round: root angles and angles of `q`, the root in the origin where q has no
/// position. Not for RootJoint::free.
[[nodiscard]] Pose pose_of(const CharacterTree&, const Eigen::VectorXd& q);

}  // namespace gambol::dynamics
