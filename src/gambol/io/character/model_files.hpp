// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/io/yaml/yaml_node.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace gambol::io {

/// A character file before it is understood.
struct ModelText {
    YamlNode tree;
    std::string name;  // file stem
    std::filesystem::path folder;  // where the files it names are looked up
    std::vector<std::string> warnings;  // what a file in another format says that is not used
};

/// A built-in model or a file below `folder`: a character file, or a body in MuJoCo's format or
/// URDF, translated into one.
[[nodiscard]] ModelText load_model(const std::string& model, const std::filesystem::path& folder);

/// The tree with everything it is based on merged in: what the tree says wins, maps are merged key
/// by key, lists are replaced, and a key set to nothing is removed. Limbs whose segments it says
/// are not searched for in a base in another format. Adds to `warnings`.
[[nodiscard]] YamlNode with_base(
    YamlNode tree, const std::filesystem::path& folder, std::vector<std::string>& warnings);

/// Where a model file is: below `folder`, or else, for .xml and .urdf, among the models that come
/// with MuJoCo. The place below `folder` when it is nowhere.
[[nodiscard]] std::filesystem::path find_model_file(
    const std::string& model, const std::filesystem::path& folder);

/// "names the file 'x.xml', which …": what to say of a file that find_model_file did not find.
[[nodiscard]] std::string missing_model_file(const std::string& model);

/// Whether a file's ending is one that load_model reads; else it throws InputError.
[[nodiscard]] bool is_model_ending(const std::filesystem::path& path);

/// Whether `model` is a file rather than the name of a built-in model.
[[nodiscard]] bool is_model_file(const std::string& model);

[[nodiscard]] std::vector<std::string> builtin_model_names();

}  // namespace gambol::io
