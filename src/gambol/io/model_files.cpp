// SPDX-License-Identifier: MIT
#include "gambol/io/model_files.hpp"

#include "gambol/io/embedded_text.hpp"
#include "gambol/io/input_error.hpp"
#include "gambol/io/yaml_value.hpp"

#include <fmt/format.h>

namespace gambol {

namespace {

constexpr int kDeepestBase = 8;  // a base of a base …; more is a circle

/// `over` wins; maps are merged key by key; a key set to nothing is removed.
void merge(YamlNode& base, const YamlNode& over)
{
    if (base.kind != YamlNode::Kind::map || over.kind != YamlNode::Kind::map) {
        base = over;
        return;
    }
    base.where = over.where;
    for (const YamlEntry& entry : over.entries) {
        YamlNode* const below = base.find(entry.key);
        if (entry.value.kind == YamlNode::Kind::null)
            base.entries.remove_if([&](const YamlEntry& old) { return old.key == entry.key; });
        else if (below)
            merge(*below, entry.value);
        else
            base.entries.push_back(entry);
    }
}

YamlNode merge_bases(YamlNode tree, const std::filesystem::path& folder, int depth)
{
    const YamlNode* const base = tree.find("base");
    if (!base)
        return tree;
    const std::string where = base->where;
    if (depth == kDeepestBase)
        throw InputError(where + ": base goes round in a circle");
    YamlNode base_node = *base;
    ModelText below;
    try {
        below = load_model(YamlValue(base_node, "base").text(), folder);
    } catch (const InputError& error) {
        throw InputError(where + ": base: " + error.what());
    }
    YamlNode merged = merge_bases(std::move(below.tree), below.folder, depth + 1);
    tree.entries.remove_if([](const YamlEntry& entry) { return entry.key == "base"; });
    // A character of its own: the base's name and summary are not inherited.
    merged.entries.remove_if(
        [](const YamlEntry& entry) { return entry.key == "name" || entry.key == "summary"; });
    merge(merged, tree);
    return merged;
}

}  // namespace

ModelText load_model(const std::string& model, const std::filesystem::path& folder)
{
    if (is_model_file(model)) {
        const std::filesystem::path path = folder / model;
        const std::string extension = path.extension().string();
        if (extension != ".yaml" && extension != ".yml")
            throw InputError(fmt::format(
                "{}: {} models are not available yet in this version", path.string(), extension));
        return { parse_yaml(read_text_file(path.string()), path.string()), path.stem().string(),
            path.parent_path() };
    }
    for (const EmbeddedText& builtin : embedded_characters())
        if (builtin.name == model)
            return { parse_yaml(builtin.text(), "characters/" + model + ".yaml"), model, folder };
    const std::vector<std::string> names = builtin_model_names();
    throw InputError(fmt::format("unknown model '{}'{} (there are: {}; or a file ending in .yaml)",
        model, did_you_mean(model, names), joined(names)));
}

YamlNode with_base(YamlNode tree, const std::filesystem::path& folder)
{
    return merge_bases(std::move(tree), folder, 0);
}

bool is_model_file(const std::string& model)
{
    return model.find('/') != std::string::npos || model.find('.') != std::string::npos;
}

std::vector<std::string> builtin_model_names()
{
    std::vector<std::string> names;
    for (const EmbeddedText& builtin : embedded_characters())
        names.emplace_back(builtin.name);
    return names;
}

}  // namespace gambol
