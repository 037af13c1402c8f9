// SPDX-License-Identifier: MIT
#include "commands.hpp"

#include "say.hpp"

#include "gambol/io/scene/job_reader.hpp"
#include "gambol/jobs/sweep.hpp"
#include "gambol/scene/check_scene.hpp"

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

std::string counted(std::size_t count, const std::string& what)
{
    return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

/// What there is most of to say about a task.
std::string contents(const Task& task)
{
    return std::visit(
        [](const auto& one) -> std::string {
            if constexpr (requires { one.goals; })
                return ", " + counted(one.goals.size(), "goal");
            else if constexpr (requires { one.phases; })
                return ", " + counted(one.phases.size(), "phase");
            else if constexpr (requires { one.garments; })
                return ", " + counted(one.garments.size(), "garment");
            else if constexpr (requires { one.speeds; })
                return one.speeds.empty() ? fmt::format(", {:g} m/s", one.speed)
                                          : ", " + counted(one.speeds.size(), "speed");
            else
                return "";
        },
        task);
}

void print_firsts(const Job& job)
{
    if (!job.first)
        return;
    print_firsts(*job.first);
    fmt::print("{} is run first\n", job.first->scene.name);
}

}  // namespace

int check(const CheckArguments& arguments)
{
    const Job job = io::read_job(arguments.scene);
    // Several speeds are several jobs, each checked as it begins.
    if (!is_sweep(job))
        check_job(job);
    for (const std::string& warning : job.warnings)
        say("{}\n", warning);
    const Scene& scene = job.scene;
    const auto* cloth = std::get_if<cloth::Task>(&scene.task);
    const std::size_t characters
        = cloth ? cloth->carriers.characters.size() : scene.characters.size();
    fmt::print("{}: ok ({}, {:g} s, {}, {}{})\n", arguments.scene, method_name(scene.task),
        scene.duration, counted(characters, "character"), counted(scene.surfaces.size(), "surface"),
        contents(scene.task));
    print_firsts(job);
    for (const SceneCharacter& character : scene.characters)
        fmt::print("{}\n", summary(character));
    return exit_done;
}

}  // namespace gambol::app
