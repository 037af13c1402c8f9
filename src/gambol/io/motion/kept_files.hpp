// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>

namespace gambol::io {

/// Takes over into the new run directory what is in an old one and was not made by gambol: notes,
/// renderings, whatever people put beside a run. Both directories then hold it.
void keep_foreign_files(const std::filesystem::path& old, const std::filesystem::path& fresh);

}  // namespace gambol::io
