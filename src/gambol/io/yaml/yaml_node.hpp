// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <list>
#include <string>
#include <vector>

namespace gambol::io {

struct YamlEntry;

/// A parsed YAML value that remembers where it was written. Maps keep the order of the file.
struct YamlNode {
    enum class Kind { null, scalar, sequence, map };

    Kind kind = Kind::null;
    std::string where;  // "walk.yaml:7:12", or the flag that set it; starts every message about it
    std::string scalar;
    bool quoted = false;
    std::vector<YamlNode> items;  // of a sequence
    std::list<YamlEntry> entries;  // of a map; adding a key moves no other

    /// The value of `key` in a map; null when there is none.
    [[nodiscard]] YamlNode* find(const std::string& key);
    [[nodiscard]] const YamlNode* find(const std::string& key) const;
    /// Sets or adds a key of a map (a null node becomes a map).
    YamlNode& set(const std::string& key, YamlNode value);
};

struct YamlEntry {
    std::string key;
    std::string where;  // of the key
    YamlNode value;
};

/// Parses one document. Throws InputError for anything that is not a text file with one YAML
/// document, for tabs as indentation and for duplicate keys, always with `name`:line:column.
[[nodiscard]] YamlNode parse_yaml(const std::string& text, const std::string& name);

/// Parses the value of a flag such as `--set a.b=[1, 2]`; every node then says `where`.
[[nodiscard]] YamlNode parse_yaml_value(const std::string& text, const std::string& where);

/// The text of a tree: small maps and lists on one line, all others in block style.
[[nodiscard]] std::string emit_yaml(const YamlNode& node);

/// Reads and parses a whole file.
[[nodiscard]] YamlNode read_yaml_file(const std::filesystem::path& path);

}  // namespace gambol::io
