// SPDX-License-Identifier: MIT
#include "gambol/methods/method.hpp"

namespace gambol {

MethodResult run_method(const Scene& scene, RunWatch& watch)
{
    return std::visit([&](const auto& task) { return run(scene, task, watch); }, scene.task);
}

}  // namespace gambol
