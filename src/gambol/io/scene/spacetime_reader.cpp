// SPDX-License-Identifier: MIT
#include "gambol/io/scene/spacetime_reader.hpp"

#include "gambol/io/scene/objective_reader.hpp"
#include "gambol/io/scene/phase_reader.hpp"

namespace gambol::io {

namespace {

void read_spacetime(SceneReading& reading)
{
    const YamlMap file = reading.read_common();
    Scene& scene = reading.job.scene;
    spacetime::Task& task = scene.task.emplace<spacetime::Task>();
    const YamlMap options = spacetime_options(file, scene);
    task.options.fps = read_fps(options, task.options.fps);
    if (options.has("stretch"))
        options.at("stretch").fail("is for scenes with 'start'; phases have their durations");
    task.phases = read_phases(file.at("phases"), scene);
    scene.duration = 0;
    for (const ScenePhase& phase : task.phases)
        scene.duration += phase.duration;
    task.keys = read_keys(file.get("keys", "[]"), scene);
    task.objectives = read_objectives(file.get("objectives", "{}"), scene);
}

}  // namespace

YamlMap spacetime_options(const YamlMap& file, const Scene& scene)
{
    if (scene.characters.size() > 1)
        file.at("characters").fail("has more than one; method spacetime moves one character");
    return file.get("spacetime", "{}").map({ "fps", "stretch" });
}

MethodReader spacetime_reader()
{
    MethodReader reader { "spacetime",
        "full-body motion under physics constraints from phases: swings, leaps, flips",
        spacetime_keys(), read_spacetime };
    reader.is_meant = [](const YamlNode& root) { return !root.find("start"); };
    reader.instead_of_duration = "its phases say how long it takes";
    reader.settles_characters = false;  // phases say where they are
    return reader;
}

}  // namespace gambol::io
