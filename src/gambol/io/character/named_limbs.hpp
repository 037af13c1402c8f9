// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/character/body_plan.hpp"
#include "gambol/io/yaml/yaml_node.hpp"

#include <array>
#include <string>
#include <vector>

namespace gambol::io {

/// A limb whose segments a character file says, before it is known what they are.
struct LimbText {
    std::string name;
    std::array<std::string, 3> segments;
    std::string where;
};

/// Adds the limbs of a character file that have `segments`; those of a name that is in `limbs`
/// already are left out, for what is based on a file wins over it.
void collect_limbs(const YamlNode& file, std::vector<LimbText>& limbs);

/// The limbs of which all segments are in `tree`; the third may also be the lower one's name and
/// "_tip", which stands for an end that is no segment there. Throws InputError where a body cannot
/// have such a limb.
[[nodiscard]] std::vector<NamedLimb> limbs_in_tree(
    const std::vector<LimbText>& limbs, const Character& tree);

}  // namespace gambol::io
