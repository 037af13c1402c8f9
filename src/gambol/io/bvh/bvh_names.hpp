// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/character/character.hpp"
#include "gambol/io/bvh/bvh_reader.hpp"

#include <map>
#include <string>
#include <vector>

namespace gambol::io {

/// A joint's name taken apart: `mixamorig:LeftUpLeg`, `Bip01 L Thigh`, `thigh_l`, `lfemur` and
/// `LeftHip` are all of the left side.
struct JointName {
    char side = ' ';  // l, r, or blank
    std::string part;  // lower case letters and digits: upleg, thigh, femur, hip
};
[[nodiscard]] JointName joint_name(const std::string& name);

/// Index of the clip's joint for each segment of a body, −1 for none: the joint that `by_hand`
/// names for the segment, that of the segment's own name, or one of those in common use. Joints
/// without rotations and ends are left out.
[[nodiscard]] std::vector<int> find_joints(
    const BvhClip&, const Character&, const std::map<std::string, std::string>& by_hand = {});

}  // namespace gambol::io
