// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/scene/scene.hpp"

#include <filesystem>
#include <map>
#include <string>

namespace gambol::io {

struct BvhOptions {
    double scale = 0.01;  // m per unit; of skeletons of the model's own only
    char up = 'y';  // y or z
    std::map<std::string, std::string> joints
        = {};  // segment → joint, for those with strange names
    std::string where = {};  // of the line above, for messages
};

/// The clip in the joints of the scene's character; joints are found by name (bvh_names.hpp). A
/// skeleton with all segments of the model, as gambol exports it, is followed in its own size. Any
/// other one is scaled to the limbs of the model and put on the floor. Turns of its joints are
/// those from its rest pose, which may be a T or an A: with F its facing there and B what takes a
/// limb as it hangs in the model to the limb of the rest pose,
///
///     R_segment = R_joint B F
///
/// Soles that are near a surface and slow stand on it. Throws InputError with file and line.
[[nodiscard]] Reference read_bvh_reference(
    const std::filesystem::path& file, const BvhOptions&, const Scene& scene);

}  // namespace gambol::io
