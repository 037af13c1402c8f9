// SPDX-License-Identifier: MIT
#include "commands.hpp"

#include "gambol/io/scene_reader.hpp"

#include <fmt/format.h>

namespace gambol::app {

int check(const CheckArguments& arguments)
{
    const LoadedScene loaded = read_scene(arguments.scene);
    for (const std::string& warning : loaded.warnings)
        fmt::print(stderr, "{}\n", warning);
    const Scene& scene = loaded.scene;
    fmt::print("{}: ok ({}, {:g} s, {} character{}, {} surface{}, {} goal{})\n", arguments.scene,
        scene.method, scene.duration, scene.characters.size(),
        scene.characters.size() == 1 ? "" : "s", scene.surfaces.size(),
        scene.surfaces.size() == 1 ? "" : "s", scene.goals.size(),
        scene.goals.size() == 1 ? "" : "s");
    return exit_done;
}

}  // namespace gambol::app
