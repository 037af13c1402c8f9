// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/io/yaml_node.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace gambol {

/// A character file before it is understood.
struct ModelText {
    YamlNode tree;
    std::string name;  // file stem
    std::filesystem::path folder;  // where the files it names are looked up
};

/// A built-in model or a file below `folder`.
[[nodiscard]] ModelText load_model(const std::string& model, const std::filesystem::path& folder);

/// The tree with everything it is based on merged in: what the tree says wins, maps are merged key
/// by key, lists are replaced, and a key set to nothing is removed.
[[nodiscard]] YamlNode with_base(YamlNode tree, const std::filesystem::path& folder);

/// Whether `model` is a file rather than the name of a built-in model.
[[nodiscard]] bool is_model_file(const std::string& model);

[[nodiscard]] std::vector<std::string> builtin_model_names();

}  // namespace gambol
