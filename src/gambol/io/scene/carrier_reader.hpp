// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/io/scene/motion_source.hpp"

#include <filesystem>
#include <memory>

namespace gambol::io {

/// The characters of the cloth scene `root`, each of which names its `motion`: bodies and samples.
/// One scene may have to be run first; it is put into `first`, and its characters stand in their
/// start pose as long as it will take, so that garments can be read and checked before. A `world`
/// that `root` does not state itself is that of the scene that moved them.
[[nodiscard]] Motion read_carriers(YamlNode& root, const std::filesystem::path& folder,
    const ReadTree& read_tree, std::shared_ptr<LoadedScene>& first);

/// The characters of `root` as the scene that was run first moved them.
[[nodiscard]] Motion chosen_carriers(YamlNode& root, const Motion& motion);

}  // namespace gambol::io
