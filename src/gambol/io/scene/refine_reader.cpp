// SPDX-License-Identifier: MIT
#include "gambol/io/motion/motion_json.hpp"
#include "gambol/io/scene/motion_source.hpp"
#include "gambol/io/scene/spacetime_reader.hpp"

namespace gambol::io {

namespace {

/// What is followed: known already, unless it is that of a scene to be carried out first.
void take_start(const MotionSource& start, Job& job)
{
    Scene& scene = job.scene;
    refine::Task& task = task_of<refine::Task>(scene);
    task.where = start.where;
    job.first = start.first;
    if (start.first) {
        scene.duration = start.first->scene.duration;
    } else if (start.bvh.empty()) {
        take_motion(read_motion_json(start.motion), scene);
    } else {
        task.follows = read_bvh_clip(start.bvh, start.bvh_options, scene.characters.front().body);
        scene.duration = refine::followed_duration(task);
    }
}

void read_refine(SceneReading& reading)
{
    const MotionSource start
        = read_motion_source(YamlValue(*reading.root.find("start"), "start"), reading.folder, true);
    borrow(start, { "world", "characters" }, reading.root);
    const YamlMap file = reading.read_common();
    Scene& scene = reading.job.scene;
    refine::Task& task = scene.task.emplace<refine::Task>();
    const YamlMap options = spacetime_options(file, scene);
    task.options.fps = read_fps(options, task.options.fps);
    if (options.has("stretch"))
        task.options.stretch = options.at("stretch").number(Quantity::plain, { 1, 4 });
    for (const char* key : { "phases", "keys" })
        if (file.has(key))
            file.at(key).fail("cannot be combined with 'start', whose contacts are kept");
    if (file.has("objectives"))
        file.at("objectives").fail("cannot be combined with 'start', which is followed");
    if (scene.characters.front().body.planar)
        file.at("characters").fail("moves in a plane; 'start' is for bodies that move in space");
    take_start(start, reading.job);
}

}  // namespace

MethodReader refine_reader()
{
    MethodReader reader { std::string(refine::Task::kMethod), "", spacetime_keys(), read_refine };
    reader.is_meant = [](const YamlNode& root) { return root.find("start") != nullptr; };
    reader.instead_of_duration = "its phases say how long it takes";
    return reader;
}

}  // namespace gambol::io
