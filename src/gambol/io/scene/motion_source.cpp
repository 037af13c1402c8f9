// SPDX-License-Identifier: MIT
#include "gambol/io/scene/motion_source.hpp"

#include "gambol/io/file/input_file.hpp"
#include "gambol/io/scene/method_reader.hpp"

#include <fmt/format.h>

#include <set>

namespace gambol::io {

namespace {

namespace fs = std::filesystem;

void run_first(const YamlValue& value, YamlNode tree, const std::string& stem,
    const fs::path& folder, MotionSource& source)
{
    source.first = std::make_shared<Job>(read_tree(tree, stem, folder));
    const auto* gait = std::get_if<gait::Task>(&source.first->scene.task);
    if (gait && !gait->speeds.empty())
        value.fail("asks for several speeds, which make several motions; run it before and name "
                   "the directory of one of them");
    source.scene = tree;
    value.node() = std::move(tree);
}

/// The node's text is replaced by the whole path.
fs::path existing_file(const YamlValue& value, const fs::path& folder)
{
    const fs::path path = folder / value.text();
    std::error_code ignored;
    const std::string fault = fs::is_directory(path, ignored) ? "" : file_fault(path);
    if (!fault.empty())
        value.fail(fmt::format("names '{}', which {}", value.text(), fault));
    value.node().scalar = fs::absolute(path).lexically_normal().string();
    return path;
}

bool is_scene(const fs::path& path)
{
    return path.extension() == ".yaml" || path.extension() == ".yml";
}

/// What the scene takes its movements from: paths, relative to its folder.
std::vector<std::string> sources_of(const YamlNode& scene)
{
    std::vector<std::string> sources;
    const auto add = [&](const YamlNode* node) {
        if (node && node->kind == YamlNode::Kind::scalar)
            sources.push_back(node->scalar);
    };
    add(scene.find("start"));
    if (const YamlNode* const characters = scene.find("characters"))
        for (const YamlEntry& character : characters->entries)
            add(character.value.find("motion"));
    return sources;
}

/// A scene that takes a movement from a scene that takes one from … must come to an end, and soon:
/// who dances in pairs of pairs of pairs would be run more often than anybody waits for.
constexpr int kMostScenes = 32;

void refuse_circle(
    const YamlValue& value, const fs::path& path, std::set<fs::path> before, int& seen)
{
    std::error_code error;
    const fs::path here = fs::weakly_canonical(path, error);
    if (error || !is_scene(here) || !file_fault(here).empty())
        return;
    if (++seen > kMostScenes)
        value.fail(fmt::format("needs more than {} scenes to be run first; run some of them before "
                               "and name their directories",
            kMostScenes));
    if (!before.insert(here).second)
        value.fail(
            fmt::format("leads back to {}, which starts from itself", here.filename().string()));
    for (const std::string& source : sources_of(read_yaml_file(here)))
        refuse_circle(value, here.parent_path() / source, before, seen);
}

YamlMap bvh_map(const YamlValue& value)
{
    return value.map({ "bvh", "scale", "up", "map" });
}

void read_bvh(const YamlMap& map, const fs::path& folder, MotionSource& source)
{
    source.bvh = existing_file(map.at("bvh"), folder);
    BvhOptions& options = source.bvh_options;
    const YamlValue scale = map.get("scale", "cm");
    const std::string unit = scale.text();
    options.scale = unit == "cm" ? 0.01
        : unit == "m"            ? 1
        : unit == "inch"         ? 0.0254
                                 : scale.number(Quantity::plain, kPositive);
    options.up = map.get("up", "y").one_of({ "y", "z" }, "axis")[0];
    const YamlMap joints = map.get("map", "{}").named_map();
    options.where = joints.value().where();
    for (const auto& [segment, joint] : joints.entries())
        options.joints[segment] = joint.text();
}

}  // namespace

MotionSource read_motion_source(const YamlValue& value, const fs::path& folder, bool takes_bvh)
{
    MotionSource source;
    source.where = value.where();
    if (value.is_map() && (value.node().find("gambol") || !takes_bvh)) {
        run_first(value, value.node(), value.name(), folder, source);
        return source;
    }
    if (value.is_map()) {
        read_bvh(bvh_map(value), folder, source);
        return source;
    }
    const fs::path path = existing_file(value, folder);
    if (std::error_code ignored; fs::is_directory(path, ignored)) {
        source.motion = path / "motion.json";
        if (!file_fault(source.motion).empty())
            value.fail("is a directory without motion.json, so it is not that of a run");
        if (const fs::path scene = path / "scene.yaml"; file_fault(scene).empty())
            source.scene = read_yaml_file(scene);
    } else if (path.extension() == ".json") {
        source.motion = path;
    } else if (path.extension() == ".bvh" && takes_bvh) {
        YamlNode map;
        map.where = value.where();
        map.set("bvh", value.node());
        value.node() = std::move(map);
        read_bvh(bvh_map(value), {}, source);
    } else if (is_scene(path)) {
        int seen = 0;
        refuse_circle(value, path, {}, seen);
        run_first(value, read_yaml_file(path), path.stem().string(), path.parent_path(), source);
    } else {
        value.fail(fmt::format("must be a scene (.yaml), the directory of a run{}",
            takes_bvh ? ", a motion.json or a .bvh file"
                      : " or a motion.json; a .bvh clip has no bodies, refine it first"));
    }
    return source;
}

void borrow(const MotionSource& source, const std::vector<std::string>& keys, YamlNode& root)
{
    if (!source.scene)
        return;
    for (const std::string& key : keys)
        if (const YamlNode* const value = source.scene->find(key); value && !root.find(key))
            root.set(key, *value);
}

}  // namespace gambol::io
