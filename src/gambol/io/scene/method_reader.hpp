// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/io/yaml/yaml_value.hpp"
#include "gambol/scene/job.hpp"

#include <filesystem>
#include <map>
#include <string>
#include <vector>

/// How the scenes of each method are read. A new method has a file that defines its row,
/// `MethodReader NAME_reader()`; GAMBOL_METHODS makes the table.
namespace gambol::io {

class SceneReading;

struct MethodReader {
    std::string name;  // `method: name`
    std::string summary;  // for `gambol list methods`; empty when another row has the same name
    std::vector<std::string> keys;  // of its scenes, beside those that every scene has
    void (*read)(SceneReading&);
    /// Of rows with the same name, whether this is the one; the last one needs to ask nothing.
    bool (*is_meant)(const YamlNode& root) = nullptr;
    std::string instead_of_duration = {};  // what says how long it takes, if `duration` does not
    bool places_characters = true;  // `characters` are models; else the method reads them itself
    bool settles_characters = true;  // until they rest on what is below them
    bool moving_world = false;  // surfaces may be meshes and move; none at all is fine, too
};

/// One row per method of GAMBOL_METHODS.
[[nodiscard]] const std::vector<MethodReader>& method_readers();

/// A scene while it is read.
class SceneReading {
public:
    SceneReading(YamlNode& root, std::string stem, std::filesystem::path folder,
        const MethodReader& reader, Job& job)
        : root(root)
        , folder(std::move(folder))
        , job(job)
        , stem_(std::move(stem))
        , reader_(reader)
    {
    }

    /// Checks the keys, and reads what every scene has: name, world, characters and seed. Before it
    /// a method may write into `root` what the scene borrows from elsewhere.
    [[nodiscard]] YamlMap read_common();

    YamlNode& root;
    std::filesystem::path folder;  // of the file; other files are looked up there
    Job& job;

private:
    void check_keys() const;
    void read_world(const YamlMap& file) const;
    void read_characters(const YamlMap& file) const;

    std::string stem_;  // of the file: the scene's name unless it has one
    const MethodReader& reader_;
};

/// The scene in `root` and what it starts from. Defaults, and scenes that it names, are written
/// into `root`, so that it can be read again from anywhere.
[[nodiscard]] Job read_tree(
    YamlNode& root, const std::string& stem, const std::filesystem::path& folder);

/// `fps` of an options map.
[[nodiscard]] double read_fps(const YamlMap& options, double otherwise);

template <class Choice>
Choice read_choice(
    const YamlValue& value, std::string_view kind, const std::map<std::string, Choice>& choices)
{
    std::vector<std::string> names;
    for (const auto& [name, choice] : choices)
        names.push_back(name);
    return choices.at(value.one_of(names, kind));
}

}  // namespace gambol::io
