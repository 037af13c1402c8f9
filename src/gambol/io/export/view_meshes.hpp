// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/motion/motion.hpp"

#include <string>

namespace gambol::io {

/// What the viewer page needs beside motion.json, as JSON: the meshes bodies are made of and the
/// cloth, with numbers as base64 of little-endian arrays. Cloth has at most 60 of its samples per
/// second, each coordinate as a share of the space the cloth fills in 16 bits (46 µm in 3 m).
///
///     { "meshes": [ {"file", "vertices": float32, "triangles": uint32} ],
///       "cloth":  [ {"name", "triangles": uint32, "rest": float32, "times": [n],
///                    "low": [3], "size": [3], "positions": uint16 [n][V][3]} ] }
///
/// Without meshes and cloth it is {}.
[[nodiscard]] std::string view_meshes_json(const Motion& motion);

}  // namespace gambol::io
