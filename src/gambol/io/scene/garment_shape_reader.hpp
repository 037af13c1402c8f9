// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/geometry/shape.hpp"
#include "gambol/io/yaml/yaml_value.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace gambol::io {

/// A sheet in its own frame, undeformed, and how it starts when that is something else.
struct GarmentShape {
    Mesh rest;
    std::vector<Eigen::Vector3d> start;  // empty: as at rest
    std::vector<int> bottom, top;  // vertices of the two ends of a tube
};

/// " (shirt.obj:12)": where a vertex, or else a triangle, of a garment that has been read stands;
/// nothing unless it is from a file. For messages.
[[nodiscard]] std::string element_place(const YamlValue& garment, int vertex, int triangle);

/// Keys of `cloth:` entries that are a shape.
[[nodiscard]] const std::vector<std::string>& garment_shapes();

/// The one shape that the entry `map` has. Files come with their scale, place and turn applied.
[[nodiscard]] GarmentShape read_garment_shape(
    const YamlMap& map, const std::filesystem::path& folder);

}  // namespace gambol::io
