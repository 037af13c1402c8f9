// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/character/character.hpp"
#include "gambol/scene/segment_clip.hpp"

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

/// The clip told by the segments of a body; joints are found by name (bvh_names.hpp). A skeleton
/// with all segments of the model, as gambol exports it, keeps its own size. Any other one is
/// scaled to the limbs of the model. Turns of its joints are those from its rest pose, which may be
/// a T or an A: with F its facing there and B what takes a limb as it hangs in the model to the
/// limb of the rest pose,
///
///     R_segment = R_joint B F
///
/// Throws InputError with file and line.
[[nodiscard]] SegmentClip read_bvh_clip(
    const std::filesystem::path& file, const BvhOptions&, const Character& body);

}  // namespace gambol::io
