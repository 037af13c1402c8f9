// SPDX-License-Identifier: MIT
#include "commands.hpp"

#include "gambol/io/scene/scene_reader.hpp"

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
    const io::LoadedScene loaded = io::read_scene(arguments.scene);
    for (const std::string& warning : loaded.warnings)
        fmt::print(stderr, "{}\n", warning);
    const Scene& scene = loaded.scene;
    const auto counted = [](std::size_t count, const std::string& what) {
        return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
    };
    const bool cloth = scene.method == "cloth";
    fmt::print("{}: ok ({}, {:g} s, {}, {}, {})\n", arguments.scene, scene.method, scene.duration,
        counted(
            cloth ? scene.cloth.carriers.characters.size() : scene.characters.size(), "character"),
        counted(scene.surfaces.size(), "surface"),
        cloth ? counted(scene.cloth.garments.size(), "garment")
              : counted(scene.goals.size(), "goal"));
    if (loaded.first)
        fmt::print("{} is run first\n", loaded.first->scene.name);
    for (const SceneCharacter& character : scene.characters)
        fmt::print("{}\n", summary(character));
    return exit_done;
}

}  // namespace gambol::app
