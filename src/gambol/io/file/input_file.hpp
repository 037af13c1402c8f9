// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

namespace gambol::io {

// What may be read, in bytes: far above what the kind of file needs, and far below what hurts. A
// YAML parser makes some fifty times as much of its text.
inline constexpr std::uintmax_t kMostYaml = 16u << 20;
inline constexpr std::uintmax_t kMostTable = 256u << 20;  // clips and heights
inline constexpr std::uintmax_t kMostMesh = 512u << 20;
inline constexpr std::uintmax_t kMostMotion = 2048u << 20;  // an hour of a human at 120 Hz is 1 GB
inline constexpr std::uintmax_t kMostCheckpoint = kMostMotion;

/// Reads a whole file, or a pipe to its end, but no more than `most` bytes: what has more is
/// refused. Throws InputError naming the file and what is wrong.
[[nodiscard]] std::string read_input_file(const std::filesystem::path& file, std::uintmax_t most);

/// Why something is not a file that another file may name, as the rest of a sentence that begins
/// with its name: "does not exist", "is a directory", "is a device …". Empty when it is one.
[[nodiscard]] std::string file_fault(const std::filesystem::path& path);

/// The file `name` that a file in `folder` says it consists of. It must be a regular file in that
/// folder or below it, whatever links say. Throws InputError naming both.
[[nodiscard]] std::filesystem::path file_within(
    const std::filesystem::path& folder, const std::string& name);

}  // namespace gambol::io
