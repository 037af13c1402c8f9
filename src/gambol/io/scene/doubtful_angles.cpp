// SPDX-License-Identifier: MIT
#include "gambol/io/scene/doubtful_angles.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <numbers>
#include <string_view>

namespace gambol::io {

namespace {

// Keys whose plain numbers are angles, and those whose maps hold nothing else.
constexpr std::array<std::string_view, 5> kAngleKeys { "facing", "angle", "turn", "rotation",
    "arc" };
constexpr std::string_view kAngleMap = "angles";

void look_at(
    const std::string& key, const YamlNode& node, bool is_angle, std::vector<std::string>& warnings)
{
    if (is_angle && node.kind == YamlNode::Kind::scalar) {
        double number = 0;
        const char* const end = node.scalar.data() + node.scalar.size();
        const auto read = std::from_chars(node.scalar.data(), end, number);
        if (read.ec == std::errc() && read.ptr == end && std::abs(number) > 2 * std::numbers::pi)
            warnings.push_back(fmt::format(
                "{}: {}: {} is read as radians, {:.3g} turns; degrees are written {}deg",
                node.where, key, node.scalar, number / (2 * std::numbers::pi), node.scalar));
    }
    for (const YamlNode& item : node.items)
        look_at(key, item, false, warnings);
    for (const YamlEntry& entry : node.entries)
        look_at(entry.key, entry.value,
            key == kAngleMap
                || std::find(kAngleKeys.begin(), kAngleKeys.end(), entry.key) != kAngleKeys.end(),
            warnings);
}

}  // namespace

std::vector<std::string> doubtful_angles(const YamlNode& scene)
{
    std::vector<std::string> warnings;
    look_at("", scene, false, warnings);
    return warnings;
}

}  // namespace gambol::io
