// SPDX-License-Identifier: MIT
#include "gambol/scene/cloth_task.hpp"

#include "gambol/motion/resample.hpp"
#include "gambol/scene/scene_error.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace gambol::cloth {

std::string GarmentPlan::Lines::place(int vertex, int triangle) const
{
    if (vertex < 0 && triangle < 0)
        return {};
    const int line = vertex >= 0 ? vertices[std::size_t(vertex)] : triangles[std::size_t(triangle)];
    return fmt::format(" ({}:{})", file, line);
}

void add_carrier(const Motion& motion, const Wearer& wearer, Motion& carriers)
{
    const auto found = std::find_if(motion.characters.begin(), motion.characters.end(),
        [&](const MotionCharacter& character) { return character.name == wearer.name; });
    if (found == motion.characters.end())
        throw SceneError(wearer.where + " is not in its motion");
    if (!carriers.characters.empty() && carriers.times != motion.times)
        throw SceneError(wearer.where + " has other times than the character before it");
    carriers.times = motion.times;
    carriers.cycle = motion.cycle;
    carriers.mass_model = motion.mass_model;
    carriers.characters.push_back(*found);
}

void take_carriers(Motion carriers, Task& task, double& duration)
{
    const double first = carriers.times.front();
    for (double& time : carriers.times)
        time -= first;
    // Nobody knows what characters do after the end of their motion.
    const double longest = carriers.times.back();
    duration = std::min(task.asked_duration.value_or(longest), longest);
    // Forces of the characters hold at their own samples.
    const double rate = carriers.times.size() > 2 ? sample_rate(carriers) : 0;
    task.fps = task.asked_fps.value_or(std::max(Task {}.fps, rate));
    task.carriers = std::move(carriers);
}

}  // namespace gambol::cloth
