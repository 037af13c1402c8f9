// SPDX-License-Identifier: MIT
#include "gambol/io/scene/job_reader.hpp"

#include "gambol/io/file/input_file.hpp"
#include "gambol/io/input_error.hpp"
#include "gambol/io/plain_text.hpp"
#include "gambol/io/scene/doubtful_angles.hpp"
#include "gambol/io/scene/goal_reader.hpp"
#include "gambol/io/scene/method_reader.hpp"
#include "gambol/io/scene/scene_character_reader.hpp"
#include "gambol/io/scene/scene_overrides.hpp"
#include "gambol/io/scene/surface_reader.hpp"
#include "gambol/io/shape/shape_reader.hpp"
#include "gambol/scene/scene_error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace gambol::io {

// MethodReader cio_reader(); …
#define GAMBOL_DECLARE_READER(method) MethodReader method##_reader();
GAMBOL_METHODS(GAMBOL_DECLARE_READER)
#undef GAMBOL_DECLARE_READER

namespace {

constexpr int kFormatVersion = 1;

std::vector<std::string> available_methods()
{
    std::vector<std::string> names;
    for (const MethodReader& reader : method_readers())
        if (!reader.summary.empty())
            names.push_back(reader.name);
    return names;
}

/// The row for the scene in `root`.
const MethodReader& choose_reader(YamlNode& root)
{
    std::string name(cio::Task::kMethod);
    if (YamlNode* const node = root.find("method")) {
        name = YamlValue(*node, "method").one_of(available_methods(), "method");
    }
    return *std::find_if(
        method_readers().begin(), method_readers().end(), [&](const MethodReader& reader) {
            return reader.name == name && (!reader.is_meant || reader.is_meant(root));
        });
}

// File systems allow 255 bytes, of which gambol needs some for names of its own.
constexpr std::size_t kLongestName = 200;

/// The name of the scene also names its run directory.
std::string read_name(const YamlValue& value)
{
    const std::string name = value.text();
    if (name.find_first_not_of(' ') == std::string::npos || name.front() == '.'
        || name.find_first_of("/\\") != std::string::npos || !is_plain(name))
        value.fail("must be usable as the name of a directory, not '" + name + "'");
    if (name.size() > kLongestName)
        value.fail(fmt::format("must be usable as the name of a directory: at most {} bytes long, "
                               "not {}",
            kLongestName, name.size()));
    return name;
}

void check_version(YamlNode& root)
{
    const YamlValue file(root, "the scene");
    const YamlMap map = file.any_map();
    if (map.has("gambol-character"))
        throw InputError(root.where + ": this is a character, not a scene; name it as a `model:`");
    if (!map.has("gambol"))
        throw InputError(fmt::format("{}: no 'gambol: {}'; that is the first line of every scene",
            root.where, kFormatVersion));
    const YamlValue version = map.at("gambol");
    if (YamlValue(version.node(), "gambol").integer(1, 1000000) > kFormatVersion)
        throw InputError(fmt::format(
            "{}: this scene is of format {}, but this program understands only {}; use a "
            "newer gambol",
            version.where(), version.text(), kFormatVersion));
}

/// A key that belongs to scenes of other methods.
[[noreturn]] void refuse_key(
    const YamlEntry& entry, const std::vector<std::string>& owners, const MethodReader& reader)
{
    std::string names = owners.front();
    for (std::size_t i = 1; i < owners.size(); ++i)
        names += " and " + owners[i];
    const std::string instead = entry.key == "duration" && !reader.instead_of_duration.empty()
        ? "; " + reader.instead_of_duration
        : "";
    throw InputError(fmt::format("{}: '{}' belongs to method{} {}, but this scene's is {}{}",
        entry.value.where, entry.key, owners.size() == 1 ? "" : "s", names, reader.name, instead));
}

}  // namespace

const std::vector<MethodReader>& method_readers()
{
#define GAMBOL_READER_OF(method) method##_reader(),
    static const std::vector<MethodReader> table { GAMBOL_METHODS(GAMBOL_READER_OF) };
#undef GAMBOL_READER_OF
    return table;
}

double read_fps(const YamlMap& options, double otherwise)
{
    return options.get("fps", fmt::format("{}", otherwise)).number(Quantity::plain, { 60, 1000 });
}

/// Keys of other methods are refused by name.
void SceneReading::check_keys() const
{
    const auto has = [](const MethodReader& reader, const std::string& key) {
        return std::find(reader.keys.begin(), reader.keys.end(), key) != reader.keys.end();
    };
    for (const YamlEntry& entry : root.entries) {
        if (has(reader_, entry.key))
            continue;
        std::vector<std::string> owners;
        for (const MethodReader& other : method_readers())
            if (has(other, entry.key)
                && std::find(owners.begin(), owners.end(), other.name) == owners.end())
                owners.push_back(other.name);
        if (!owners.empty())
            refuse_key(entry, owners, reader_);
    }
}

YamlMap SceneReading::read_common()
{
    check_keys();
    std::vector<std::string> keys { "gambol", "name", "method", "world", "characters", "seed" };
    keys.insert(keys.end(), reader_.keys.begin(), reader_.keys.end());
    const YamlMap file = YamlValue(root, "").map(keys);
    Scene& scene = job.scene;
    scene.name = read_name(file.get_text("name", stem_));
    (void)file.get("method", reader_.name);
    read_world(file);
    if (reader_.places_characters)
        read_characters(file);
    scene.seed = file.get("seed", fmt::format("{}", scene.seed)).unsigned_integer();
    return file;
}

void SceneReading::read_world(const YamlMap& file) const
{
    for (const auto& [name, value] : file.get("world", "{ground: {}}").named_map().entries()) {
        if (name == "ground" && value.node().scalar == "none")
            continue;
        job.scene.surfaces.push_back(read_surface(name, value, folder, reader_.moving_world));
    }
    if (job.scene.surfaces.empty() && !reader_.moving_world)
        file.at("world").fail("is empty; add at least ground: {friction: 0.8}");
}

void SceneReading::read_characters(const YamlMap& file) const
{
    Scene& scene = job.scene;
    std::map<std::string, std::string> named;  // what else has a name, and where
    for (const auto& [name, value] : file.at("world").named_map().entries())
        named[name] = value.name();
    std::vector<Shape> shapes;
    for (const Surface& surface : scene.surfaces)
        shapes.push_back(surface.shape);
    for (const auto& [name, value] : file.at("characters").named_map().entries()) {
        if (named.count(name))
            value.fail("has the name of " + named[name]);
        scene.characters.push_back(read_scene_character(
            name, value, folder, shapes, reader_.settles_characters, job.warnings));
        const SceneCharacter& character = scene.characters.back();
        if (reader_.name != "cio"
            && (character.look_at || character.style.tension != 0 || character.style.boldness != 0))
            job.warnings.push_back(
                value.place() + ": style and look_at mean something in method cio only");
    }
    if (scene.characters.empty())
        file.at("characters").fail("is empty; add e.g. ann: {model: human}");
}

Job read_tree(YamlNode& root, const std::string& stem, const std::filesystem::path& folder)
{
    check_version(root);
    const MethodReader& reader = choose_reader(root);
    Job job;
    SceneReading reading(root, stem, folder, reader, job);
    // Before defaults and models are filled in.
    std::vector<std::string> doubtful = doubtful_angles(root);
    try {
        reader.read(reading);
    } catch (const SceneError& error) {
        throw InputError(error.what());
    }
    for (std::string& warning : doubtful)
        job.warnings.push_back(std::move(warning));
    job.resolved_yaml = emit_yaml(root);
    return job;
}

Job read_job(const std::filesystem::path& path, const std::vector<Override>& overrides)
{
    return read_job_text(
        read_input_file(path, kMostYaml), path.string(), path.parent_path(), overrides);
}

Job read_job_text(const std::string& text, const std::string& name,
    const std::filesystem::path& folder, const std::vector<Override>& overrides)
{
    YamlNode root = parse_yaml(text, name);
    for (const Override& override : overrides)
        apply_override(root, override);
    return read_tree(root, std::filesystem::path(name).stem().string(), folder);
}

std::vector<Listing> list_goals()
{
    std::vector<Listing> result;
    for (const GoalReader& reader : goal_readers())
        result.push_back({ reader.name, reader.summary });
    return result;
}

std::vector<Listing> list_methods()
{
    std::vector<Listing> result;
    for (const MethodReader& reader : method_readers())
        if (!reader.summary.empty())
            result.push_back({ reader.name, reader.summary });
    return result;
}

std::vector<Listing> list_shapes()
{
    std::vector<Listing> result;
    for (const ShapeKind& kind : shape_kinds())
        result.push_back({ kind.name, kind.summary });
    return result;
}

}  // namespace gambol::io
