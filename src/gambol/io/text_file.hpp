// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string_view>

namespace gambol {

/// Writes a whole file; throws InputError naming the file when that fails, be it at the last byte.
void write_text_file(const std::filesystem::path& path, std::string_view text);

}  // namespace gambol
