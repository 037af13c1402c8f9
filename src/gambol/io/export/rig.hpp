// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/io/export/export_options.hpp"
#include "gambol/motion/motion.hpp"

#include <vector>

namespace gambol::io {

/// A character's skeleton as animation programs know it. Per body of the character: the joint that
/// carries it, and a bone from that joint to what hangs on it.
struct Rig {
    std::vector<Eigen::Vector3d> offsets;  // of the joint in its parent's frame; of a root 0
    std::vector<Eigen::Vector3d> tips;  // end of the bone, body frame
    /// Axes of the bone in the body's frame: y along the bone, z as far ahead as that allows.
    std::vector<Eigen::Quaterniond> axes;
    /// The rest pose: body to world, and where the joints then are. The first root is upright over
    /// the origin, and the lowest point of the body on the ground.
    std::vector<Eigen::Quaterniond> rest_rotations;
    std::vector<Eigen::Vector3d> rest_positions;
};

[[nodiscard]] Rig make_rig(const MotionCharacter& character, RestPose rest);

/// What each body turns by from the zero pose, in which all rotations are equal, to the rest pose:
/// arms are raised to the sides by 90° (T) or 45° (A), all else stays. Arms are found by name.
[[nodiscard]] std::vector<Eigen::Quaterniond> rest_rotations(
    const MotionCharacter& character, RestPose rest);

/// The usual place of a joint in its parent's frame: the median over the clip.
[[nodiscard]] Eigen::Vector3d joint_offset(const MotionCharacter& character, std::size_t body);

/// Where a body without children ends: the point of its shapes' axes and faces that is farthest
/// from its joint. Of a foot that is the toes, of a hand the fingertips.
[[nodiscard]] Eigen::Vector3d far_end(const MotionBody& body);

}  // namespace gambol::io
