// SPDX-License-Identifier: MIT
#include "gambol/io/scene/scene_character_reader.hpp"

#include "gambol/character/limb_lengths.hpp"
#include "gambol/character/settle.hpp"
#include "gambol/io/character/character_reader.hpp"
#include "gambol/io/character/model_files.hpp"
#include "gambol/io/character/pose_reader.hpp"
#include "gambol/io/file/input_file.hpp"

#include <fmt/format.h>

#include <map>

namespace gambol::io {

namespace {

// A limb five times as long, or a fifth, is a slip in a digit.
constexpr Limits kLimbFactor { 0.2, 5 };
constexpr Limits kStrengthFactor { 0.1, 20 };
constexpr Limits kEffort { 0.001, 1000 };

/// Replaces a model file by its content, so that the resolved scene needs no other file.
CharacterFile read_model(const YamlValue& value, const std::filesystem::path& folder)
{
    if (value.is_map()) {
        CharacterFile file = read_character_tree(value.node(), "custom", folder, value.name());
        value.node() = file.tree;
        return file;
    }
    const std::string model = value.text();
    if (!is_model_file(model))
        return read_character(value.one_of(builtin_model_names(), "model"));
    const std::filesystem::path path = find_model_file(model, folder);
    if (!is_model_ending(path))
        value.fail(
            fmt::format("names '{}'; a model is a .yaml, .xml (MuJoCo) or .urdf file", model));
    if (const std::string fault = file_fault(path); fault == "does not exist")
        value.fail(missing_model_file(model));
    else if (!fault.empty())
        value.fail(fmt::format("names the file '{}', which {}", model, fault));
    CharacterFile file = read_character(model, folder);
    value.node() = file.tree;
    return file;
}

/// A measure relative to the model's own.
double read_scale(const YamlValue& value, Quantity quantity, double natural)
{
    const double factor = value.number(quantity, kPositive) / natural;
    // A giant of ten times the height is a slip in a unit.
    if (factor < 0.1 || factor > 10)
        value.fail(
            fmt::format("must lie between a tenth of and ten times the model's own {:g}, not {}",
                natural, value.text()));
    return factor;
}

/// Factors by the name of a limb; a name without side means both sides, one with a side wins over
/// it.
std::map<std::string, double> read_limb_factors(const YamlValue& value, const Character& body)
{
    std::vector<std::string> names, candidates;
    for (const Limb& limb : body.limbs) {
        names.push_back(limb.name);
        if (limb.name.starts_with("left_"))
            candidates.push_back(limb.name.substr(5));
        candidates.push_back(limb.name);
    }
    std::map<std::string, double> both, one;
    for (const auto& [name, factor] : value.named_map().entries()) {
        bool known = false;
        for (const std::string& limb : names)
            if (limb == name || limb == "left_" + name || limb == "right_" + name) {
                (limb == name ? one : both)[limb] = factor.number(Quantity::plain, kLimbFactor);
                known = true;
            }
        if (!known)
            factor.fail(fmt::format("is not a limb of model '{}'{} (there are: {})", body.model,
                did_you_mean(name, candidates), joined(without_sides(names))));
    }
    one.merge(both);
    return one;
}

/// A word for one end of a range, or numbers.
Style read_style(const YamlValue& value)
{
    constexpr Limits kEnds { -1, 1 };
    Style style;
    if (value.is_map()) {
        const YamlMap map = value.map({ "tension", "boldness" });
        style.tension = map.get("tension", "0").number(Quantity::plain, kEnds);
        style.boldness = map.get("boldness", "0").number(Quantity::plain, kEnds);
        return style;
    }
    const std::string word
        = value.one_of({ "plain", "relaxed", "tense", "cautious", "bold" }, "style");
    style.tension = word == "tense" ? 1 : word == "relaxed" ? -1 : 0;
    style.boldness = word == "bold" ? 1 : word == "cautious" ? -1 : 0;
    return style;
}

}  // namespace

SceneCharacter read_scene_character(const std::string& name, const YamlValue& value,
    const std::filesystem::path& folder, const std::vector<Shape>& surfaces, bool settled,
    std::vector<std::string>& warnings)
{
    const YamlMap map = value.map({ "model", "height", "mass", "scale", "strength", "pose", "at",
        "facing", "effort", "style", "look_at" });
    const CharacterFile file = read_model(map.at("model"), folder);
    warnings.insert(warnings.end(), file.warnings.begin(), file.warnings.end());
    const double length_factor = read_scale(
        map.get("height", fmt::format("{}", file.height)), Quantity::length, file.height);
    const double mass_factor
        = read_scale(map.get("mass", fmt::format("{}", file.mass)), Quantity::mass, file.mass);

    SceneCharacter character;
    character.name = name;
    character.body = scaled(file.character, length_factor, mass_factor);
    character.body = with_limb_lengths(
        character.body, read_limb_factors(map.get("scale", "{}"), character.body));
    const double strength = map.get("strength", "1").number(Quantity::plain, kStrengthFactor);
    for (Segment& segment : character.body.segments)
        for (Dof& dof : segment.dofs) {
            dof.torque_lower *= strength;
            dof.torque_upper *= strength;
        }
    character.effort = map.get("effort", "1").number(Quantity::plain, kEffort);
    character.style = read_style(map.get("style", "plain"));
    if (map.has("look_at"))
        character.look_at = map.at("look_at").vector3(Quantity::length);
    const NamedPose pose = read_pose(map.get("pose", "standing"), character.body);
    const WrittenPoint at = map.get("at", "[0, 0]").point(Quantity::length);
    const YamlValue facing = map.get("facing", "0deg");
    if (character.body.planar && facing.number(Quantity::angle) != 0)
        facing.fail(fmt::format("cannot be chosen: {} moves in the plane of x and z", name));
    character.start
        = place(character.body, pose, at.point.head<2>(), facing.number(Quantity::angle));
    if (at.has_z)
        character.start.root_position.z() += at.point.z();
    else if (settled)
        character.start = settle(character.body, character.start, surfaces);
    return character;
}

}  // namespace gambol::io
