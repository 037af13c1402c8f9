// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/geometry/shape.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace gambol::io {

/// Vertices and faces of a Wavefront OBJ file; polygons are cut into triangle fans, everything else
/// (normals, texture, materials, groups) is skipped. Throws InputError with file and line, also
/// when there is no face at all.
[[nodiscard]] Mesh read_obj(const std::filesystem::path& file);

/// The same from memory, for messages called `name`.
[[nodiscard]] Mesh parse_obj(const std::string& text, const std::string& name);

/// The lines of an OBJ file on which the vertices and triangles of read_obj() stand, from 1.
struct ObjLines {
    std::vector<int> vertices, triangles;
};
[[nodiscard]] ObjLines obj_lines(const std::filesystem::path& file);

/// Vertices with every digit, and triangles; mesh.file is not looked at. Throws InputError when the
/// file cannot be written.
void write_obj(const std::filesystem::path& file, const Mesh& mesh);

}  // namespace gambol::io
