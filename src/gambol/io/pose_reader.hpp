// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/character/character.hpp"
#include "gambol/io/yaml_value.hpp"

namespace gambol {

/// Adds the joint angles of a map such as `{left_knee_flexion: 90deg}` to `pose`. A name without a
/// side speaks of both sides. Fails for joints the character lacks and angles it cannot reach.
void read_angles(const YamlValue& value, const Character& character, NamedPose& pose);

}  // namespace gambol
