// SPDX-License-Identifier: MIT
#include "gambol/io/pose_reader.hpp"

#include <fmt/format.h>

#include <numbers>

namespace gambol {

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

void read_angles(const YamlValue& value, const Character& character, NamedPose& pose)
{
    std::map<std::string, const Dof*> dofs;
    std::vector<std::string> names;
    for (const Segment& segment : character.segments)
        for (const Dof& dof : segment.dofs) {
            dofs[dof.name] = &dof;
            names.push_back(dof.name);
        }
    for (const auto& [name, angle] : value.named_map().entries()) {
        // A name without a side speaks of both sides.
        std::vector<std::string> meant;
        for (const std::string& candidate : { name, "left_" + name, "right_" + name })
            if (dofs.count(candidate))
                meant.push_back(candidate);
        if (meant.empty())
            angle.fail(fmt::format("is not a joint of model '{}'{} (there are: {})",
                character.model, did_you_mean(name, names), joined(without_sides(names))));
        for (const std::string& dof_name : meant) {
            const Dof& dof = *dofs.at(dof_name);
            constexpr double to_deg = 180 / std::numbers::pi;
            const double written = angle.number(Quantity::angle);
            if (written < dof.lower - 1e-9 || written > dof.upper + 1e-9)
                angle.fail(fmt::format("is outside what the joint can do: {:g} to {:g} deg",
                    dof.lower * to_deg, dof.upper * to_deg));
            pose.angles[dof_name] = written;
        }
    }
}

}  // namespace gambol
