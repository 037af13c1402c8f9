// SPDX-License-Identifier: MIT
#include "gambol/io/scene/scene_reader.hpp"

#include "gambol/io/scene/carrier_reader.hpp"
#include "gambol/io/scene/cloth_reader.hpp"
#include "gambol/io/scene/goal_reader.hpp"
#include "gambol/io/input_error.hpp"
#include "gambol/io/scene/objective_reader.hpp"
#include "gambol/io/scene/phase_reader.hpp"
#include "gambol/io/scene/scene_character_reader.hpp"
#include "gambol/io/scene/scene_overrides.hpp"
#include "gambol/io/scene/scene_warnings.hpp"
#include "gambol/io/shape/shape_reader.hpp"
#include "gambol/io/scene/start_reader.hpp"
#include "gambol/io/scene/surface_reader.hpp"
#include "gambol/io/yaml/yaml_value.hpp"
#include "gambol/scene/comfortable_duration.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>

namespace gambol::io {

namespace {

constexpr int kFormatVersion = 1;
constexpr double kLongestDuration = 600;  // s; beyond it a scene is a typing error
constexpr Limits kDuration { 0, kLongestDuration, true };

struct Method {
    std::string name, summary;
    bool available;
};

const std::vector<Method>& methods()
{
    static const std::vector<Method> table {
        { "cio", "whole behaviours from goals and a start pose (contact-invariant optimization)",
            true },
        { "spacetime",
            "full-body motion under physics constraints from phases: swings, leaps, flips", true },
        { "gait", "cyclic gaits and proportions of animals", false },
        { "cloth", "cloth that never passes through itself or anything else, and still slides",
            true },
    };
    return table;
}

std::string read_method(const YamlValue& value)
{
    std::vector<std::string> names, available;
    for (const Method& method : methods()) {
        names.push_back(method.name);
        if (method.available)
            available.push_back(method.name);
    }
    const std::string name = value.one_of(names, "method");
    if (std::find(available.begin(), available.end(), name) == available.end())
        value.fail(fmt::format(
            "'{}' is not available yet in this version (available: {})", name, joined(available)));
    return name;
}

/// The name of the scene also names its run directory.
std::string read_name(const YamlValue& value)
{
    const std::string name = value.text();
    if (name.empty() || name.front() == '.' || name.find_first_of("/\\\n") != std::string::npos)
        value.fail("must be usable as the name of a directory, not '" + name + "'");
    return name;
}

/// Nothing for `auto`.
std::optional<double> read_duration(const YamlValue& value)
{
    if (value.text() == "auto")
        return std::nullopt;
    return value.number(Quantity::time, kDuration);
}

template <class Choice>
Choice read_choice(
    const YamlValue& value, std::string_view kind, const std::map<std::string, Choice>& choices)
{
    std::vector<std::string> names;
    for (const auto& [name, choice] : choices)
        names.push_back(name);
    return choices.at(value.one_of(names, kind));
}

double read_fps(const YamlMap& options, double otherwise)
{
    return options.get("fps", fmt::format("{}", otherwise)).number(Quantity::plain, { 60, 1000 });
}

CioOptions read_cio(const YamlValue& value, double duration)
{
    const YamlMap map = value.map({ "phase_duration", "timing", "starts", "residual", "solver",
        "zmp_hint", "effort", "fps" });
    const CioOptions standard;
    CioOptions options;
    options.phase_duration
        = map.get("phase_duration", fmt::format("{}", std::min(standard.phase_duration, duration)))
              .number(Quantity::time, { 0.05, duration });
    options.timing = read_choice<PhaseTiming>(map.get("timing", "free"), "timing",
        { { "free", PhaseTiming::free }, { "even", PhaseTiming::even } });
    options.starts
        = static_cast<int>(map.get("starts", fmt::format("{}", standard.starts)).integer(1, 1000));
    options.residual = read_choice<ResidualForm>(map.get("residual", "value"), "form",
        { { "value", ResidualForm::value }, { "paper", ResidualForm::paper } });
    options.solver = read_choice<CioSolver>(map.get("solver", "lm"), "solver",
        { { "lm", CioSolver::levenberg_marquardt }, { "lbfgs", CioSolver::lbfgs },
            { "paper", CioSolver::paper } });
    options.zmp_hint = map.get("zmp_hint", standard.zmp_hint ? "true" : "false").boolean();
    options.effort = map.get("effort", standard.effort ? "true" : "false").boolean();
    options.fps = read_fps(map, standard.fps);
    return options;
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

/// Keys of the format that this version cannot serve.
void refuse_what_comes_later(const YamlNode& root)
{
    for (const YamlEntry& entry : root.entries)
        for (const char* later : { "props", "gait" })
            if (entry.key == later)
                throw InputError(fmt::format(
                    "{}: '{}' is not available yet in this version", entry.where, entry.key));
}

/// Every key of a scene for `method`; those of another one are refused by name.
YamlMap checked_keys(YamlNode& root, const std::string& method)
{
    const std::map<std::string, std::vector<std::string>> special {
        { "cio", { "goals", "cio" } },
        { "spacetime", { "phases", "keys", "objectives", "start", "spacetime" } },
        { "cloth", { "cloth", "simulation" } },
    };
    for (const auto& [other, keys] : special)
        for (const std::string& key : keys)
            if (const YamlNode* const node = root.find(key); node && other != method)
                throw InputError(
                    fmt::format("{}: '{}' belongs to method {}, but this scene's is {}",
                        node->where, key, other, method));
    std::vector<std::string> keys { "gambol", "name", "method", "world", "characters", "seed" };
    if (method != "spacetime")
        keys.push_back("duration");
    else if (const YamlNode* const node = root.find("duration"))
        throw InputError(fmt::format(
            "{}: 'duration' belongs to methods cio and cloth, but this scene's is spacetime; its "
            "phases say how long it takes",
            node->where));
    keys.insert(keys.end(), special.at(method).begin(), special.at(method).end());
    return YamlValue(root, "").map(keys);
}

void read_world(const YamlMap& file, const std::filesystem::path& folder, LoadedScene& loaded)
{
    Scene& scene = loaded.scene;
    std::map<std::string, std::string> named;  // everything with a name, and where
    for (const auto& [name, value] : file.get("world", "{ground: {}}").named_map().entries()) {
        named[name] = value.name();
        if (name == "ground" && value.node().scalar == "none")
            continue;
        scene.surfaces.push_back(read_surface(name, value, folder, scene.method == "cloth"));
    }
    if (scene.method == "cloth")
        return;  // it needs no floor, and its characters come from other runs
    if (scene.surfaces.empty())
        file.at("world").fail("is empty; add at least ground: {friction: 0.8}");
    std::vector<Shape> shapes;
    for (const Surface& surface : scene.surfaces)
        shapes.push_back(surface.shape);
    // Phases say where a body is; otherwise it rests on what is below it.
    const bool settled = scene.method != "spacetime";
    for (const auto& [name, value] : file.at("characters").named_map().entries()) {
        if (named.count(name))
            value.fail("has the name of " + named[name]);
        scene.characters.push_back(
            read_scene_character(name, value, folder, shapes, settled, loaded.warnings));
        if (scene.characters.back().body.planar && scene.method == "cio")
            value.fail("moves in a plane, which method cio cannot do; use method: spacetime");
    }
    if (scene.characters.empty())
        file.at("characters").fail("is empty; add e.g. ann: {model: human}");
}

void read_cio_scene(const YamlMap& file, Scene& scene)
{
    const YamlValue duration = file.get("duration", fmt::format("{}s", scene.duration));
    const std::optional<double> given = read_duration(duration);
    scene.duration = given.value_or(kDuration.upper);
    const YamlValue goals = file.get("goals", "[]");
    if (!given)
        for (const YamlValue& goal : goals.list())
            if (goal.node().find("strikes"))
                duration.fail("cannot be 'auto' with 'strikes', which come as long as it lasts; "
                              "write e.g. 5s");
    scene.goals = read_goals(goals, scene);
    if (!given)
        scene.duration = comfortable_duration(scene);
    scene.cio = read_cio(file.get("cio", "{}"), scene.duration);
}

/// What moves as a start does, with `start` instead of phases and keys.
void read_refinement(const YamlMap& file, const MotionSource& start, LoadedScene& loaded)
{
    for (const char* key : { "phases", "keys" })
        if (file.has(key))
            file.at(key).fail("cannot be combined with 'start', whose contacts are kept");
    if (file.has("objectives"))
        file.at("objectives").fail("cannot be combined with 'start', which is followed");
    if (loaded.scene.characters.front().body.planar)
        file.at("characters").fail("moves in a plane; 'start' is for bodies that move in space");
    take_start(start, loaded);
}

void read_spacetime_scene(const YamlMap& file, Scene& scene)
{
    scene.phases = read_phases(file.at("phases"), scene);
    scene.duration = 0;
    for (const ScenePhase& phase : scene.phases)
        scene.duration += phase.duration;
    scene.keys = read_keys(file.get("keys", "[]"), scene);
    scene.objectives = read_objectives(file.get("objectives", "{}"), scene);
}

void read_spacetime_options(const YamlMap& file, Scene& scene)
{
    if (scene.characters.size() > 1)
        file.at("characters").fail("has more than one; method spacetime moves one character");
    const YamlMap options = file.get("spacetime", "{}").map({ "fps", "stretch" });
    scene.spacetime.fps = read_fps(options, scene.spacetime.fps);
    if (options.has("stretch")) {
        if (!file.has("start"))
            options.at("stretch").fail("is for scenes with 'start'; phases have their durations");
        scene.spacetime.stretch = options.at("stretch").number(Quantity::plain, { 1, 4 });
    }
}

LoadedScene read_tree(YamlNode& root, const std::string& stem, const std::filesystem::path& folder)
{
    check_version(root);
    refuse_what_comes_later(root);
    LoadedScene loaded;
    Scene& scene = loaded.scene;
    if (YamlNode* const method = root.find("method"))
        scene.method = read_method(YamlValue(*method, "method"));
    MotionSource start;
    Motion carriers;
    const bool refines = scene.method == "spacetime" && root.find("start");
    if (refines)
        start = read_start(root, folder, read_tree);
    if (scene.method == "cloth")
        carriers = read_carriers(root, folder, read_tree, loaded.first);
    const YamlMap file = checked_keys(root, scene.method);
    scene.name = read_name(file.get_text("name", stem));
    (void)file.get("method", scene.method);
    read_world(file, folder, loaded);
    scene.seed = file.get("seed", fmt::format("{}", scene.seed)).unsigned_integer();
    if (scene.method == "spacetime")
        read_spacetime_options(file, scene);
    if (refines)
        read_refinement(file, start, loaded);
    else if (scene.method == "spacetime")
        read_spacetime_scene(file, scene);
    else if (scene.method == "cloth")
        read_cloth_scene(file, folder, carriers, loaded);
    else
        read_cio_scene(file, scene);
    if (scene.method == "cloth" && loaded.first)
        loaded.tree = std::make_shared<YamlNode>(root);
    loaded.resolved_yaml = emit_yaml(root);
    const std::vector<std::string> about_scene = scene_warnings(scene, root);
    loaded.warnings.insert(loaded.warnings.end(), about_scene.begin(), about_scene.end());
    return loaded;
}

}  // namespace

void take_first(const Motion& motion, LoadedScene& loaded)
{
    if (!loaded.tree)
        return refine_first(motion, loaded);
    YamlNode root = *loaded.tree;
    loaded.scene.cloth = {};
    // Its files have whole paths by now.
    read_cloth_scene(YamlValue(root, "").any_map(), {}, chosen_carriers(root, motion), loaded);
}

LoadedScene read_scene(const std::filesystem::path& path, const std::vector<Override>& overrides)
{
    return read_scene_text(
        read_text_file(path.string()), path.string(), path.parent_path(), overrides);
}

LoadedScene read_scene_text(const std::string& text, const std::string& name,
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
    for (const Method& method : methods())
        result.push_back(
            { method.name, method.summary + (method.available ? "" : " (not available yet)") });
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
