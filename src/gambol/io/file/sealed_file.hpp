// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace gambol::io {

/// A file whose every byte is vouched for: one line of text, then what it holds.
///
///     gambol/KIND VERSION, N bytes, crc32 0123abcd
///
/// Any flipped bit, and any byte more or less, is noticed.
struct Seal {
    std::string_view kind;  // "checkpoint"
    int version = 1;  // of what it holds; others are refused
};

/// Throws InputError with the reason when it cannot be written; then an old one is still there.
void write_sealed_file(const std::filesystem::path& file, const Seal& seal, std::string_view bytes);

/// What was written with the same seal. Throws InputError "file: …" when it is something else, of
/// another version, cut off or damaged.
[[nodiscard]] std::string read_sealed_file(const std::filesystem::path& file, const Seal& seal);

/// The same of bytes in memory, for messages called `name`.
[[nodiscard]] std::string unsealed(
    const std::string& sealed, const Seal& seal, const std::string& name);

}  // namespace gambol::io
