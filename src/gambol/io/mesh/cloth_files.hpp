// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/motion/motion.hpp"

#include <filesystem>
#include <string>

namespace gambol::io {

/// Names of the files of one cloth beside motion.json: what the cloth says, else cloth.obj and
/// cloth.pc2, or cloth-NAME.obj and cloth-NAME.pc2 when there are several.
struct ClothFiles {
    std::string mesh, cache;
};
[[nodiscard]] ClothFiles cloth_files(const Motion& motion, std::size_t index);

/// Writes mesh and cache of every cloth into a folder, and the meshes bodies and surfaces are made
/// of. Throws InputError when a file cannot be written.
void write_mesh_files(const Motion& motion, const std::filesystem::path& folder);

/// Fills in triangles, rest and positions of a cloth that knows its files. Throws InputError naming
/// the file and what is wrong: missing, broken, or not of this motion.
void read_cloth_files(MotionCloth& cloth, int samples, const std::filesystem::path& folder);

}  // namespace gambol::io
