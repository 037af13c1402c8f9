// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/io/yaml/yaml_value.hpp"
#include "gambol/scene/cloth_task.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace gambol::io {

/// A sheet in its own frame, undeformed, and how it starts when that is something else.
struct GarmentShape {
    Mesh rest;
    std::vector<Eigen::Vector3d> start;  // empty: as at rest
    std::vector<int> bottom, top;  // vertices of the two ends of a tube
    std::optional<cloth::GarmentPlan::Lines> lines;  // of one from a file
};

/// Keys of `cloth:` entries that are a shape.
[[nodiscard]] const std::vector<std::string>& garment_shapes();

/// The one shape that the entry `map` has. Files come with their scale, place and turn applied.
[[nodiscard]] GarmentShape read_garment_shape(
    const YamlMap& map, const std::filesystem::path& folder);

}  // namespace gambol::io
