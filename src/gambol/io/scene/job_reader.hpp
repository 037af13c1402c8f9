// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/io/character/character_reader.hpp"
#include "gambol/scene/job.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace gambol::io {

/// One `--set path=value` of the command line; the value is YAML, a path names keys and list
/// positions: `characters.ann.mass=80`, `goals.0.position=[3, 0]`.
struct Override {
    std::string path, value;
};

/// Reads a scene file (docs/scene-format.md) and all that it starts from. Throws InputError
/// starting with file:line:column, or with the flag when an override is to blame.
[[nodiscard]] Job read_job(
    const std::filesystem::path& path, const std::vector<Override>& overrides = {});

/// The same from memory: messages call it `name`, model files are looked up in `folder`.
[[nodiscard]] Job read_job_text(const std::string& text, const std::string& name,
    const std::filesystem::path& folder, const std::vector<Override>& overrides = {});

[[nodiscard]] std::vector<Listing> list_goals();
[[nodiscard]] std::vector<Listing> list_methods();
[[nodiscard]] std::vector<Listing> list_shapes();

}  // namespace gambol::io
