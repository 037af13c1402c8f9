// SPDX-License-Identifier: MIT
#include "gambol/io/start_reader.hpp"

#include "gambol/io/motion_json.hpp"
#include "gambol/io/reference_motion.hpp"

#include <fmt/format.h>

#include <set>

namespace gambol {

namespace {

namespace fs = std::filesystem;

/// What the start does not say is as in the scene that it comes from.
void borrow(const YamlNode& from, YamlNode& root)
{
    for (const char* key : { "world", "characters" })
        if (const YamlNode* const value = from.find(key); value && !root.find(key))
            root.set(key, *value);
}

void run_first(YamlNode& node, const std::string& stem, const fs::path& folder,
    const ReadTree& read_tree, YamlNode& root, SceneStart& start)
{
    YamlNode tree = node;
    start.first = std::make_shared<LoadedScene>(read_tree(tree, stem, folder));
    borrow(tree, root);
    *root.find("start") = std::move(tree);
}

/// The node's text is replaced by the whole path.
fs::path existing_file(const YamlValue& value, const fs::path& folder)
{
    const fs::path path = folder / value.text();
    if (!fs::exists(path))
        value.fail(fmt::format("names '{}', which does not exist", value.text()));
    value.node().scalar = fs::absolute(path).lexically_normal().string();
    return path;
}

/// A scene that starts from a scene that starts from … must come to an end.
void refuse_circle(const YamlValue& value, fs::path path)
{
    std::set<fs::path> seen;
    while (path.extension() == ".yaml" || path.extension() == ".yml") {
        path = fs::weakly_canonical(path);
        if (!seen.insert(path).second)
            value.fail(fmt::format(
                "leads back to {}, which starts from itself", path.filename().string()));
        if (!fs::exists(path))
            return;
        YamlNode tree = parse_yaml(read_text_file(path.string()), path.string());
        const YamlNode* const next = tree.find("start");
        if (!next || next->kind != YamlNode::Kind::scalar)
            return;
        path = path.parent_path() / next->scalar;
    }
}

void read_bvh_start(const YamlMap& map, const fs::path& folder, SceneStart& start)
{
    start.bvh = existing_file(map.at("bvh"), folder);
    const YamlValue scale = map.get("scale", "cm");
    const std::string unit = scale.text();
    start.bvh_options.scale = unit == "cm" ? 0.01
        : unit == "m"                      ? 1
        : unit == "inch"                   ? 0.0254
                                           : scale.number(Quantity::plain, kPositive);
    start.bvh_options.up = map.get("up", "y").one_of({ "y", "z" }, "axis")[0];
    const YamlMap joints = map.get("map", "{}").named_map();
    start.bvh_options.where = joints.value().where();
    for (const auto& [segment, joint] : joints.entries())
        start.bvh_options.joints[segment] = joint.text();
}

}  // namespace

SceneStart read_start(YamlNode& root, const fs::path& folder, const ReadTree& read_tree)
{
    const YamlValue value(*root.find("start"), "start");
    SceneStart start;
    start.where = value.where();
    if (value.is_map() && value.node().find("gambol")) {
        run_first(value.node(), "start", folder, read_tree, root, start);
        return start;
    }
    if (value.is_map()) {
        read_bvh_start(value.map({ "bvh", "scale", "up", "map" }), folder, start);
        return start;
    }
    const fs::path path = existing_file(value, folder);
    if (fs::is_directory(path)) {
        start.motion = path / "motion.json";
        if (!fs::exists(start.motion))
            value.fail("is a directory without motion.json, so it is not that of a run");
        if (fs::exists(path / "scene.yaml"))
            borrow(parse_yaml(read_text_file((path / "scene.yaml").string()),
                       (path / "scene.yaml").string()),
                root);
    } else if (path.extension() == ".json") {
        start.motion = path;
    } else if (path.extension() == ".bvh") {
        YamlNode map;
        map.where = value.where();
        map.set("bvh", value.node());
        *root.find("start") = std::move(map);
        read_bvh_start(YamlValue(*root.find("start"), "start").map({ "bvh", "scale", "up", "map" }),
            {}, start);
    } else if (path.extension() == ".yaml" || path.extension() == ".yml") {
        refuse_circle(value, path);
        YamlNode tree = parse_yaml(read_text_file(path.string()), path.string());
        run_first(tree, path.stem().string(), path.parent_path(), read_tree, root, start);
    } else {
        value.fail("must be a scene (.yaml), the directory of a run, a motion.json or a .bvh file");
    }
    return start;
}

void take_start(const SceneStart& start, LoadedScene& loaded)
{
    Scene& scene = loaded.scene;
    loaded.first = start.first;
    if (start.first) {
        scene.duration = start.first->scene.duration;
        return;
    }
    if (!start.bvh.empty())
        scene.reference = read_bvh_reference(start.bvh, start.bvh_options, scene);
    else
        scene.reference = reference_of(read_motion_json(start.motion), scene, start.where);
    scene.duration = scene.reference->times.back();
}

void take_first(const Motion& motion, LoadedScene& loaded)
{
    loaded.scene.reference = reference_of(motion, loaded.scene, "start");
    loaded.scene.duration = loaded.scene.reference->times.back();
}

}  // namespace gambol
