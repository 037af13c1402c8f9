// SPDX-License-Identifier: MIT
#include "gambol/character/limb_lengths.hpp"

#include "gambol/character/segment_stretch.hpp"

#include <cassert>

namespace gambol {

namespace {

void lengthen(Character& character, int segment, const Eigen::Vector3d& to_next, double factor)
{
    if (to_next.norm() > 0)
        stretch_segment(character, segment, { to_next.normalized(), factor, 1 });
}

}  // namespace

Character with_limb_lengths(
    const Character& character, const std::map<std::string, double>& factors)
{
    Character result = character;
    for (const Limb& limb : character.limbs) {
        const auto found = factors.find(limb.name);
        if (found == factors.end())
            continue;
        assert(found->second > 0);
        const auto joint = [&](int segment) { return character.segments[size_t(segment)].offset; };
        lengthen(result, limb.upper, joint(limb.lower), found->second);
        lengthen(result, limb.lower, joint(limb.end), found->second);
    }
    return result;
}

}  // namespace gambol
