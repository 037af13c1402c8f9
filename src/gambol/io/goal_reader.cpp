// SPDX-License-Identifier: MIT
#include "gambol/io/goal_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace gambol {

namespace {

std::optional<GoalKind> read_position(const YamlValue& value)
{
    const WrittenPoint written = value.point(Quantity::length);
    return PositionGoal { written.point, written.has_z };
}

std::optional<GoalKind> read_facing(const YamlValue& value)
{
    if (value.is_list() || value.text().find_first_of("xyz") != std::string::npos)
        return FacingGoal { value.direction() };
    const double angle = value.number(Quantity::angle);
    return FacingGoal { { std::cos(angle), std::sin(angle), 0 } };
}

std::optional<GoalKind> read_stand(const YamlValue& value)
{
    return value.boolean() ? std::optional<GoalKind>(StandGoal {}) : std::nullopt;
}

}  // namespace

const std::vector<GoalReader>& goal_readers()
{
    static const std::vector<GoalReader> readers {
        { "position", "be above this point at the end: [x, y], or [x, y, z] for the height too",
            read_position },
        { "facing",
            "look this way at the end: an angle about the vertical, or a direction [x, y] or [x, "
            "y, z]",
            read_facing },
        { "stand", "stand upright on the support limbs at the end: true", read_stand },
    };
    return readers;
}

std::vector<Goal> read_goals(const YamlValue& value, const std::vector<std::string>& characters)
{
    std::vector<std::string> keys { "who" };
    for (const GoalReader& reader : goal_readers())
        keys.push_back(reader.name);

    std::vector<Goal> goals;
    for (const YamlValue& item : value.list()) {
        const YamlMap map = item.map(keys);
        if (!map.has("who"))
            item.fail(fmt::format("names nobody; add who: {}", characters.front()));
        const std::string who = map.at("who").one_of(characters, "character");
        const auto found = std::find(characters.begin(), characters.end(), who);
        bool any = false;
        for (const GoalReader& reader : goal_readers()) {
            if (!map.has(reader.name))
                continue;
            any = true;
            const std::optional<GoalKind> kind = reader.read(map.at(reader.name));
            if (!kind)
                continue;
            const int index = static_cast<int>(found - characters.begin());
            for (const Goal& other : goals)
                if (other.who == index && other.kind.index() == kind->index())
                    map.at(reader.name)
                        .fail(fmt::format("is the second '{}' for {}", reader.name, who));
            goals.push_back({ index, *kind });
        }
        if (!any)
            item.fail(fmt::format(
                "asks for nothing (goals are: {})", joined({ keys.begin() + 1, keys.end() })));
    }
    return goals;
}

}  // namespace gambol
