// SPDX-License-Identifier: MIT
#include "gambol/io/character/named_limbs.hpp"

#include "gambol/io/input_error.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace gambol::io {

namespace {

bool is_below(const Character& tree, int segment, int above)
{
    while (segment >= 0 && segment != above)
        segment = tree.segments[size_t(segment)].parent;
    return segment == above;
}

void check(const LimbText& text, const NamedLimb& limb, const Character& tree)
{
    const auto fail = [&](const std::string& what) {
        throw InputError(fmt::format("{}: limbs.{}.segments {}", text.where, limb.name, what));
    };
    for (const int i : { 0, 1 })
        if (tree.segments[size_t(i == 0 ? limb.upper : limb.lower)].dofs.empty())
            fail(fmt::format("names '{}', which has no joint", text.segments[size_t(i)]));
    const bool chain = limb.lower != limb.upper && is_below(tree, limb.lower, limb.upper)
        && limb.end != limb.lower && (limb.end < 0 || is_below(tree, limb.end, limb.lower));
    if (!chain)
        fail("must name three segments, each somewhere below the one before");
    if (limb.upper == 0)
        fail("must leave the root to the torso");
}

}  // namespace

void collect_limbs(const YamlNode& file, std::vector<LimbText>& limbs)
{
    const YamlNode* const map = file.find("limbs");
    if (!map || map->kind != YamlNode::Kind::map)
        return;
    for (const YamlEntry& entry : map->entries) {
        const YamlNode* const segments
            = entry.value.kind == YamlNode::Kind::map ? entry.value.find("segments") : nullptr;
        const bool known = std::any_of(limbs.begin(), limbs.end(),
            [&](const LimbText& limb) { return limb.name == entry.key; });
        if (known || !segments || segments->items.size() != 3)
            continue;
        LimbText limb { entry.key, {}, segments->where };
        for (size_t i = 0; i < 3; ++i)
            limb.segments[i] = segments->items[i].scalar;
        limbs.push_back(limb);
    }
}

std::vector<NamedLimb> limbs_in_tree(const std::vector<LimbText>& limbs, const Character& tree)
{
    std::vector<NamedLimb> found;
    for (const LimbText& text : limbs) {
        const NamedLimb limb { text.name, tree.find_segment(text.segments[0]),
            tree.find_segment(text.segments[1]), tree.find_segment(text.segments[2]) };
        const bool tip = limb.end < 0 && text.segments[2] == text.segments[1] + "_tip";
        if (limb.upper < 0 || limb.lower < 0 || (limb.end < 0 && !tip))
            continue;
        check(text, limb, tree);
        for (const NamedLimb& other : found)
            if (is_below(tree, limb.upper, other.upper) || is_below(tree, other.upper, limb.upper))
                throw InputError(fmt::format(
                    "{}: limbs.{} and limbs.{} share segments", text.where, limb.name, other.name));
        found.push_back(limb);
    }
    return found;
}

}  // namespace gambol::io
