// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/geometry/rigid_path.hpp"
#include "gambol/io/yaml/yaml_value.hpp"
#include "gambol/scene/scene.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace gambol::io {

// Rubber on rock reaches about 2; beyond 10 it is a typing error.
inline constexpr Limits kFriction { 0, 10 };

/// One entry of `world:`. With `for_cloth` it may also be a mesh or a turned profile, and move.
[[nodiscard]] Surface read_surface(const std::string& name, const YamlValue& value,
    const std::filesystem::path& folder, bool for_cloth);

/// `moves:` {velocity, from, until} or a list of {when, by, turn, about}. What moves is where it
/// stands until `begin` [s].
[[nodiscard]] std::vector<RigidKey> read_moves(const YamlValue& value, double begin = 0);

/// A mesh from an OBJ file: {file, scale, at, rotation}. Fails naming the file when it has none.
[[nodiscard]] Mesh read_mesh_file(const YamlMap& map, const std::filesystem::path& folder);

}  // namespace gambol::io
