// SPDX-License-Identifier: MIT
#include "gambol/io/character/pose_reader.hpp"

#include <fmt/format.h>

#include <numbers>

namespace gambol::io {

std::vector<std::string> without_sides(const std::vector<std::string>& names)
{
    std::vector<std::string> result;
    for (const std::string& name : names)
        if (name.rfind("left_", 0) == 0)
            result.push_back("left/right_" + name.substr(5));
        else if (name.rfind("right_", 0) != 0)
            result.push_back(name);
    return result;
}

std::vector<int> angles_named(
    const std::string& name, const YamlValue& value, const Character& character)
{
    std::vector<std::string> names;
    for (const Segment& segment : character.segments)
        for (const Dof& dof : segment.dofs)
            names.push_back(dof.name);
    std::vector<int> meant;
    for (const std::string& candidate : { name, "left_" + name, "right_" + name })
        for (std::size_t i = 0; i < names.size(); ++i)
            if (names[i] == candidate)
                meant.push_back(static_cast<int>(i));
    if (meant.empty())
        value.fail(fmt::format("is not a joint of model '{}'{} (there are: {})", character.model,
            did_you_mean(name, names), joined(without_sides(names))));
    return meant;
}

void read_angles(const YamlValue& value, const Character& character, NamedPose& pose)
{
    std::vector<const Dof*> dofs;
    for (const Segment& segment : character.segments)
        for (const Dof& dof : segment.dofs)
            dofs.push_back(&dof);
    for (const auto& [name, angle] : value.named_map().entries())
        for (const int index : angles_named(name, angle, character)) {
            const Dof& dof = *dofs[static_cast<std::size_t>(index)];
            constexpr double to_deg = 180 / std::numbers::pi;
            const double written = angle.number(Quantity::angle);
            if (written < dof.lower - 1e-9 || written > dof.upper + 1e-9)
                angle.fail(fmt::format("is outside what the joint can do: {:g} to {:g} deg",
                    dof.lower * to_deg, dof.upper * to_deg));
            pose.angles[dof.name] = written;
        }
}

NamedPose read_pose(const YamlValue& value, const Character& character)
{
    std::vector<std::string> names;
    for (const auto& [name, pose] : character.poses)
        names.push_back(name);
    if (!value.is_map())
        return character.poses.at(value.one_of(names, "pose"));
    const YamlMap map = value.map({ "from", "angles", "rotation" });
    NamedPose pose = character.poses.at(map.get("from", "standing").one_of(names, "pose"));
    if (map.has("rotation"))
        pose.root_rotation = map.at("rotation").rotation();
    read_angles(map.get("angles", "{}"), character, pose);
    return pose;
}

}  // namespace gambol::io
