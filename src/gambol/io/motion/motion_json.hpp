// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/motion/motion.hpp"

#include <filesystem>
#include <iosfwd>
#include <string>

namespace gambol::io {

/// motion.json, version 1 (docs/motion-format.md). Same motion, same bytes: fixed key order, times
/// and constants with every digit, sampled values with nine significant digits. Throws
/// std::logic_error for NaN, infinity or a mesh without a file: those are mistakes of the caller.
void write_motion_json(const Motion& motion, std::ostream& out);

[[nodiscard]] std::string motion_to_json(const Motion& motion);

/// Reads a motion file, or the motion.json of a run directory. Meshes and cloth caches are loaded
/// from the files beside it. Throws InputError naming the file and the place within it.
[[nodiscard]] Motion read_motion_json(const std::filesystem::path& file_or_directory);

/// The same from memory; `file` is only used in messages and to find meshes and caches.
[[nodiscard]] Motion motion_from_json(const std::string& text, const std::filesystem::path& file);

/// The motion as it reads back from the files that it would be written to.
[[nodiscard]] Motion as_written(const Motion& motion);

}  // namespace gambol::io
