// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/io/yaml/yaml_value.hpp"
#include "gambol/scene/scene.hpp"

#include <string>
#include <vector>

namespace gambol::io {

/// One kind of goal, written as a key of an entry under `goals`. A new one is a function and a line
/// in the table of goal_reader.cpp.
struct GoalReader {
    std::string name, summary;
    /// Appends what the value asks of scene.characters[who]: nothing when it switches the goal off.
    void (*read)(const YamlValue&, const Scene& scene, int who, std::vector<Goal>& goals);
};

[[nodiscard]] const std::vector<GoalReader>& goal_readers();

/// All goals of a scene whose characters, duration and seed have been read.
[[nodiscard]] std::vector<Goal> read_goals(const YamlValue& value, const Scene& scene);

}  // namespace gambol::io
