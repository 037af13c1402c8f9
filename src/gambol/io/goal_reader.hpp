// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/io/yaml_value.hpp"
#include "gambol/scene/scene.hpp"

#include <optional>
#include <string>
#include <vector>

namespace gambol {

/// One kind of goal, written as a key of an entry under `goals`. A new one is a function and a line
/// in the table of goal_reader.cpp.
struct GoalReader {
    std::string name, summary;
    std::optional<GoalKind> (*read)(const YamlValue&);  // nothing when the value switches it off
};

[[nodiscard]] const std::vector<GoalReader>& goal_readers();

/// All goals of a scene; `characters` are the names a goal may speak of, in the order of the scene.
[[nodiscard]] std::vector<Goal> read_goals(
    const YamlValue& value, const std::vector<std::string>& characters);

}  // namespace gambol
