// SPDX-License-Identifier: MIT
#include "gambol/io/scene/scene_overrides.hpp"

#include "gambol/io/input_error.hpp"
#include "gambol/io/yaml/yaml_value.hpp"

#include <fmt/format.h>

#include <charconv>

namespace gambol::io {

namespace {

std::vector<std::string> split_path(const std::string& path, const std::string& flag)
{
    std::vector<std::string> keys { "" };
    for (const char c : path)
        if (c == '.')
            keys.emplace_back();
        else
            keys.back() += c;
    for (const std::string& key : keys)
        if (key.empty())
            throw InputError(flag + ": a path looks like characters.ann.mass");
    return keys;
}

YamlNode& list_entry(YamlNode& list, const std::string& key, const std::string& flag)
{
    std::size_t index = 0;
    const auto [rest, error] = std::from_chars(key.data(), key.data() + key.size(), index);
    if (error != std::errc() || rest != key.data() + key.size() || index >= list.items.size())
        throw InputError(fmt::format("{}: '{}' is no position in a list of {} (the first is 0)",
            flag, key, list.items.size()));
    return list.items[index];
}

YamlNode& map_entry(YamlNode& map, const std::string& key, bool must_exist, const std::string& flag)
{
    if (YamlNode* const found = map.find(key))
        return *found;
    if (must_exist) {
        std::vector<std::string> names;
        for (const YamlEntry& entry : map.entries)
            names.push_back(entry.key);
        throw InputError(fmt::format("{}: there is no '{}'{} (there {}: {})", flag, key,
            did_you_mean(key, names), names.size() == 1 ? "is" : "are", joined(names)));
    }
    YamlNode made;
    made.where = flag;
    return map.set(key, std::move(made));
}

}  // namespace

void apply_override(YamlNode& root, const Override& override)
{
    const std::string flag = fmt::format("--set {}={}", override.path, override.value);
    const std::vector<std::string> keys = split_path(override.path, flag);
    YamlNode* node = &root;
    for (std::size_t i = 0; i < keys.size(); ++i) {
        // The ground is there even when nobody wrote it.
        const bool named_by_user
            = i == 1 && (keys[0] == "characters" || (keys[0] == "world" && keys[1] != "ground"));
        const bool last = i + 1 == keys.size();
        if (node->kind == YamlNode::Kind::sequence)
            node = &list_entry(*node, keys[i], flag);
        else if (node->kind == YamlNode::Kind::scalar)
            throw InputError(fmt::format("{}: there is nothing below a single value", flag));
        else
            node = &map_entry(*node, keys[i], named_by_user && !last, flag);
    }
    *node = parse_yaml_value(override.value, flag);
}

}  // namespace gambol::io
