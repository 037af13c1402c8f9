// SPDX-License-Identifier: MIT
#include "gambol/io/scene/cloth_reader.hpp"

#include "gambol/io/motion/motion_json.hpp"
#include "gambol/io/scene/garment_reader.hpp"
#include "gambol/io/scene/method_reader.hpp"
#include "gambol/io/scene/motion_source.hpp"
#include "gambol/scene/dress.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace gambol::io {

namespace {

constexpr double kLongest = 600;  // s
constexpr double kSlack = 1e-6;  // s, of a time that was written as text

/// `name` as it moves in `motion`, beside those that are there already.
void add_wearer(const std::string& name, const YamlValue& value, const Motion& motion,
    cloth::Task& task, Motion& carriers)
{
    std::vector<std::string> names;
    for (const MotionCharacter& character : motion.characters)
        names.push_back(character.name);
    if (std::find(names.begin(), names.end(), name) == names.end())
        value.fail(fmt::format("is not in its motion{} (there are: {})", did_you_mean(name, names),
            names.empty() ? "none" : joined(names)));
    task.wearers.push_back({ name, value.place() });
    cloth::add_carrier(motion, task.wearers.back(), carriers);
}

/// The characters, each of which names its `motion`. One scene may have to be carried out first;
/// until then they are where it is expected to begin, so that garments can be read and checked. A
/// `world` that the scene does not state itself is that of the scene that moved them.
Motion read_carriers(SceneReading& reading, cloth::Task& task)
{
    Motion carriers;
    YamlNode* const characters = reading.root.find("characters");
    if (!characters)
        return carriers;
    std::string first_text;
    for (const auto& [name, value] : YamlValue(*characters, "characters").named_map().entries()) {
        const YamlValue motion = value.map({ "motion" }).at("motion");
        const MotionSource source = read_motion_source(motion, reading.folder, false);
        borrow(source, { "world" }, reading.root);
        const std::string text = source.first ? emit_yaml(motion.node()) : "";
        if (!carriers.characters.empty() && text != first_text)
            value.fail("names another movement than the character before it; a scene can "
                       "only be run first for all, so run them before and name their directories");
        first_text = text;
        reading.job.first = source.first;
        add_wearer(name, value,
            source.first ? expected_motion(*source.first) : read_motion_json(source.motion), task,
            carriers);
    }
    return carriers;
}

cloth::ClothOptions read_options(const YamlMap& map)
{
    cloth::ClothOptions options;
    const double steps = map.get("steps_per_second", fmt::format("{}", 1 / options.dt))
                             .number(Quantity::plain, { 10, 100000 });
    options.dt = 1 / steps;
    const std::string zones = map.get("zones", "projection")
                                  .one_of({ "projection", "nonnegative", "rigid" }, "kind of zone");
    options.zones = zones == "projection" ? cloth::ZoneKind::projection
        : zones == "rigid"                ? cloth::ZoneKind::rigid
                                          : cloth::ZoneKind::nonnegative;
    options.thickness = map.get("thickness", fmt::format("{}", options.thickness))
                            .number(Quantity::length, { 1e-5, 0.1 });
    options.separation = map.get("separation", fmt::format("{}", options.thickness / 20))
                             .number(Quantity::length, { 1e-7, options.thickness });
    options.iterations
        = int(map.get("iterations", fmt::format("{}", options.iterations)).integer(0, 1000));
    options.air
        = map.get("air", fmt::format("{}", options.air)).number(Quantity::plain, { 0, 1000 });
    return options;
}

/// How long and how often; of what a scene that is carried out first will say, only what is asked
/// for is written down.
void read_times(const YamlMap& file, const YamlMap& options, const Motion& carriers, const Job& job,
    cloth::Task& task)
{
    const bool carried = !carriers.characters.empty();
    const double longest = carried ? carriers.times.back() - carriers.times.front() : kLongest;
    const auto read = [&](const YamlValue& value) {
        task.asked_duration = value.number(Quantity::time, { 0, longest + kSlack, true });
    };
    if (file.has("duration") || !carried)
        read(file.at("duration"));
    else if (!job.first)
        read(file.get("duration", fmt::format("{}", longest)));
    if (options.has("fps"))
        task.asked_fps = options.at("fps").number(Quantity::plain, { 60, 1000 });
}

void read_cloth(SceneReading& reading)
{
    Job& job = reading.job;
    Scene& scene = job.scene;
    cloth::Task task;
    Motion carriers = read_carriers(reading, task);
    const bool carried = !carriers.characters.empty();
    const YamlMap file = reading.read_common();
    const YamlMap options = file.get("simulation", "{}")
                                .map({ "steps_per_second", "fps", "settle", "zones", "thickness",
                                    "separation", "iterations", "air" });
    read_times(file, options, carriers, job, task);
    task.options = read_options(options);
    if (carried) {
        cloth::take_carriers(std::move(carriers), task, scene.duration);
    } else {
        scene.duration = *task.asked_duration;
        task.fps = task.asked_fps.value_or(task.fps);
    }
    if (!job.first)
        (void)options.get("fps", fmt::format("{}", task.fps)).number(Quantity::plain, { 60, 1000 });
    task.options.start_time
        = -options.get("settle", carried ? "1s" : "0s").number(Quantity::time, { 0, 60 });
    for (const auto& [name, value] : file.at("cloth").named_map().entries())
        task.garments.push_back(
            read_garment(name, value, reading.folder, scene.seed, task.carriers));
    if (task.garments.empty())
        file.at("cloth").fail("is empty; add e.g. sheet: {grid: {size: [1, 1], cells: [40, 40]}}");
    scene.task = std::move(task);
    (void)cloth::dress(scene);  // what cannot be put on is told now
}

}  // namespace

MethodReader cloth_reader()
{
    MethodReader reader { "cloth",
        "cloth that never passes through itself or anything else, and still slides",
        { "duration", "cloth", "simulation" }, read_cloth };
    reader.places_characters = false;  // they come from other motions
    reader.moving_world = true;
    return reader;
}

std::vector<Listing> list_materials()
{
    std::vector<Listing> result;
    for (const cloth::NamedMaterial& named : cloth::cloth_materials())
        result.push_back({ named.name, named.summary });
    return result;
}

}  // namespace gambol::io
