// SPDX-License-Identifier: MIT
#include "gambol/io/scene/carrier_reader.hpp"

#include "gambol/io/motion/motion_json.hpp"
#include "gambol/scene/described_bodies.hpp"

#include <fmt/format.h>

namespace gambol::io {

namespace {

/// `name` as it moves in `motion`, beside those that are there already.
void add_carrier(
    const std::string& name, const YamlValue& value, const Motion& motion, Motion& carriers)
{
    std::vector<std::string> names;
    for (const MotionCharacter& character : motion.characters) {
        names.push_back(character.name);
        if (character.name != name)
            continue;
        if (!carriers.characters.empty() && carriers.times != motion.times)
            value.fail("has other times than the character before it");
        carriers.times = motion.times;
        carriers.mass_model = motion.mass_model;
        carriers.characters.push_back(character);
        return;
    }
    value.fail(fmt::format("is not in its motion{} (there are: {})", did_you_mean(name, names),
        names.empty() ? "none" : joined(names)));
}

/// Everybody where they start, until the end.
Motion standing_still(const Scene& scene)
{
    Motion motion;
    motion.times = { 0, scene.duration };
    for (const SceneCharacter& source : scene.characters) {
        MotionCharacter character;
        character.name = source.name;
        character.bodies = described_bodies(source.body);
        for (std::size_t k = 0; k < motion.times.size(); ++k) {
            character.positions.emplace_back();
            character.rotations.emplace_back();
            for (const SegmentFrame& frame : forward_kinematics(source.body, source.start)) {
                character.positions.back().push_back(frame.position);
                character.rotations.back().push_back(frame.rotation);
            }
        }
        motion.characters.push_back(std::move(character));
    }
    // A clip that is refined or worn itself has its characters from the one before.
    for (const MotionCharacter& carrier : scene.cloth.carriers.characters)
        motion.characters.push_back(carrier);
    return motion;
}

YamlMap characters_of(YamlNode& root)
{
    return YamlValue(*root.find("characters"), "characters").named_map();
}

}  // namespace

Motion read_carriers(YamlNode& root, const std::filesystem::path& folder, const ReadTree& read_tree,
    std::shared_ptr<LoadedScene>& first)
{
    Motion carriers;
    if (!root.find("characters"))
        return carriers;
    std::string first_text;
    for (const auto& [name, value] : characters_of(root).entries()) {
        const YamlValue motion = value.map({ "motion" }).at("motion");
        const MotionSource source = read_motion_source(motion, folder, read_tree, false);
        borrow(source, { "world" }, root);
        const std::string text = source.first ? emit_yaml(motion.node()) : "";
        if (!carriers.characters.empty() && text != first_text)
            value.fail("names another movement than the character before it; a scene can "
                       "only be run first for all, so run them before and name their directories");
        first_text = text;
        first = source.first;
        add_carrier(name, value,
            first ? standing_still(first->scene) : read_motion_json(source.motion), carriers);
    }
    return carriers;
}

Motion chosen_carriers(YamlNode& root, const Motion& motion)
{
    Motion carriers;
    for (const auto& [name, value] : characters_of(root).entries())
        add_carrier(name, value, motion, carriers);
    return carriers;
}

}  // namespace gambol::io
