// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/character/character.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace gambol::io {

/// A body as an MJCF or URDF file describes it: segments, joints, masses and shapes; poses are the
/// file's keyframes. It has no limbs and no patches yet (character/limb_detection.hpp).
struct MujocoBody {
    Character tree;
    std::string title;  // what the file calls itself
    std::vector<std::string> warnings;  // what could not be taken over, each naming the element
};

/// Reads a file through MuJoCo's own compiler, so that every element and default means what it
/// means there. The zero pose is the model's qpos0, with axes parallel to the world's. Throws
/// InputError with file and line.
[[nodiscard]] MujocoBody read_mujoco_body(const std::filesystem::path& path);

}  // namespace gambol::io
