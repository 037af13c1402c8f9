// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/character/character.hpp"
#include "gambol/io/yaml/yaml_value.hpp"

#include <string>
#include <vector>

namespace gambol::io {

/// Adds the joint angles of a map such as `{left_knee_flexion: 90deg}` to `pose`. A name without a
/// side speaks of both sides. Fails for joints the character lacks and angles it cannot reach.
void read_angles(const YamlValue& value, const Character& character, NamedPose& pose);

/// Indices into Pose::angles of the joint that `name` means, or of those on both sides. `value` is
/// what is written about it, and to blame when there is none.
[[nodiscard]] std::vector<int> angles_named(
    const std::string& name, const YamlValue& value, const Character& character);

/// The name of a pose, or a map that changes one: {from, angles, rotation}.
[[nodiscard]] NamedPose read_pose(const YamlValue& value, const Character& character);

/// For messages: left_knee and right_knee become left/right_knee, half as much to read.
[[nodiscard]] std::vector<std::string> without_sides(const std::vector<std::string>& names);

}  // namespace gambol::io
