// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/geometry/shape.hpp"
#include "gambol/io/yaml/yaml_value.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace gambol::io {

/// One kind of shape a file may write as `{name: {…}}`. A new one is a function and a line in the
/// table of shape_reader.cpp.
struct ShapeKind {
    std::string name, summary;
    Shape (*read)(const YamlValue&, const std::filesystem::path& folder);
    bool on_bodies;  // whether a character may carry one
};

[[nodiscard]] const std::vector<ShapeKind>& shape_kinds();

/// Names of the kinds that the world (or, with `on_bodies`, a segment) may have.
[[nodiscard]] std::vector<std::string> shape_names(bool on_bodies);

/// The one shape among the keys of `map`; fails when there are none or two. Files that it names are
/// looked up in `folder`.
[[nodiscard]] Shape read_shape(
    const YamlMap& map, bool on_bodies, const std::filesystem::path& folder = {});

/// Reflected in the plane y = 0.
[[nodiscard]] Shape mirrored(const Shape& shape);

}  // namespace gambol::io
