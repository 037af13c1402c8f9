// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/scene/cio_task.hpp"
#include "gambol/scene/cloth_task.hpp"
#include "gambol/scene/gait_task.hpp"
#include "gambol/scene/refine_task.hpp"
#include "gambol/scene/spacetime_task.hpp"

#include <string>
#include <type_traits>
#include <variant>

/// The list of all methods: of each there is a `method::Task` here, a reader in io/scene and a
/// `method::run` in methods/. `gambol list methods` shows them in this order.
#define GAMBOL_METHODS(X) X(cio) X(spacetime) X(refine) X(cloth) X(gait)

namespace gambol {

template <class Nothing, class... Tasks> using OneOfTasks = std::variant<Tasks...>;

/// What a scene asks for, in the words of the method that does it.
#define GAMBOL_TASK_OF(method) , method::Task
using Task = OneOfTasks<void GAMBOL_METHODS(GAMBOL_TASK_OF)>;
#undef GAMBOL_TASK_OF

/// As scene files and motion.json call it; a refinement is of method spacetime there.
[[nodiscard]] inline std::string method_name(const Task& task)
{
    return std::visit([](const auto& one) { return std::string(one.kMethod); }, task);
}

/// Whether the method stores checkpoints and can go on from there.
[[nodiscard]] inline bool can_resume(const Task& task)
{
    return std::visit(
        [](const auto& one) {
            return requires
            {
                std::decay_t<decltype(one)>::kResumable;
            };
        },
        task);
}

/// Whether another seed cannot lead to another motion.
[[nodiscard]] inline bool has_one_answer(const Task& task)
{
    return std::visit(
        [](const auto& one) {
            return requires
            {
                std::decay_t<decltype(one)>::kOneAnswer;
            };
        },
        task);
}

}  // namespace gambol
