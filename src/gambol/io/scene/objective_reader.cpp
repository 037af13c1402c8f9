// SPDX-License-Identifier: MIT
#include "gambol/io/scene/objective_reader.hpp"

#include "gambol/io/character/pose_reader.hpp"

namespace gambol::io {

namespace {

constexpr Limits kWeight { 0, 1000 };
// Without any, curves would be free where no constraint is.
constexpr Limits kSmooth { 0.01, 1000 };

}  // namespace

spacetime::Objectives read_objectives(const YamlValue& value, const Scene& scene)
{
    const YamlMap map = value.map({ "smooth", "pose", "contact_force", "contact_jerk", "torques" });
    const auto read = [&](const char* name, const char* usual, const Limits& limits) {
        return map.get(name, usual).number(Quantity::plain, limits);
    };
    spacetime::Objectives objectives;
    objectives.smooth = read("smooth", "1", kSmooth);
    objectives.pose = read("pose", "1", kWeight);
    objectives.contact_force = read("contact_force", "0", kWeight);
    objectives.contact_jerk = read("contact_jerk", "0", kWeight);
    for (const auto& [name, weight] : map.get("torques", "{}").named_map().entries())
        for (const int angle : angles_named(name, weight, scene.characters.front().body))
            objectives.torques.push_back({ angle, weight.number(Quantity::plain, kWeight) });
    return objectives;
}

}  // namespace gambol::io
