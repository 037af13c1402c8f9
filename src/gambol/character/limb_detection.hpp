// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/character/body_plan.hpp"
#include "gambol/character/character.hpp"

#include <string>
#include <vector>

namespace gambol {

/// A body that files in other formats describe: a tree of segments and nothing else, brought to
/// what methods need.
struct DetectedBody {
    Character character;  // with limbs, patches and the pose "standing"
    std::vector<std::string> notes;  // what was simplified, each naming what it is about
};

/// Finds the limbs of a tree (body_plan.hpp), where it stands (stance.hpp) and where it may touch
/// (patch_detection.hpp).
///
/// The tree is simplified on the way. Segments without joints are welded to their parents; joints
/// of a limb that lie close together become one joint of a merged segment. A limb that ends in no
/// joint of its own gets an end segment of its own: the part that is fixed to its tip, or a small
/// ball there. Where that end is round it may turn freely, for a ball touches with any side.
///
/// A pose named "standing" is kept. Masses and the zero pose stay exactly as they are. Limbs that
/// are `named` need not be found.
[[nodiscard]] DetectedBody detect_limbs(
    const Character& tree, const std::vector<NamedLimb>& named = {});

}  // namespace gambol
