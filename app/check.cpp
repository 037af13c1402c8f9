// SPDX-License-Identifier: MIT
#include "commands.hpp"

#include "gambol/io/scene_reader.hpp"

#include <fmt/format.h>

namespace gambol::app {

namespace {

/// Who it is and which limbs it has; those of bodies in other formats were found.
std::string summary(const SceneCharacter& character)
{
    std::string standing, free;
    for (const Limb& limb : character.body.limbs) {
        std::string& list = limb.support ? standing : free;
        list += (list.empty() ? " " : ", ") + limb.name;
    }
    return fmt::format("{}: {}, {:.3g} kg; stands on{}; other limbs:{}", character.name,
        character.body.model, character.body.total_mass(), standing.empty() ? " none" : standing,
        free.empty() ? " none" : free);
}

}  // namespace

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
    for (const SceneCharacter& character : scene.characters)
        fmt::print("{}\n", summary(character));
    return exit_done;
}

}  // namespace gambol::app
