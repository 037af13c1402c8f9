// SPDX-License-Identifier: MIT
#include "scene_variations.hpp"

#include "start_poses.hpp"

#include "gambol/io/character/character_reader.hpp"
#include "gambol/io/file/input_file.hpp"
#include "gambol/io/yaml/yaml_node.hpp"
#include "gambol/io/yaml/yaml_value.hpp"
#include "gambol/math/random.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

namespace gambol::bench {

bool is_for_gaits(const std::string& model)
{
    static const std::set<std::string> kAnimals { "monopod", "biped", "horse", "velociraptor",
        "ostrich", "mammoth", "pentaped" };
    return kAnimals.count(model) > 0;
}

namespace {

constexpr double kDegree = EIGEN_PI / 180;

/// A scene but for its name.
struct Draft {
    std::string what, yaml;
};

/// Characters that came with the program other than the human, but for animals for gaits and those
/// that move in a plane, which cannot walk wherever they are asked to.
std::vector<std::string> other_models()
{
    std::vector<std::string> names;
    for (const io::Listing& listing : io::list_characters())
        if (listing.name != "human" && !is_for_gaits(listing.name)
            && !io::read_character(listing.name).character.planar)
            names.push_back(listing.name);
    return names;
}

/// What somebody would write who has seen the shipped walks: 0.6 m/s, and time to start and stop.
std::string walking_duration(double distance)
{
    return fmt::format("{:.1f}s", std::max(4.0, distance / 0.6 + 1.5));
}

std::string scene_text(
    const std::string& duration, const std::string& character, const std::string& goal)
{
    return fmt::format("gambol: 1\nmethod: cio\nduration: {}\nworld:\n  ground: {{friction: 0.8}}\n"
                       "characters:\n  ann: {}\ngoals:\n  - {}\nseed: 1\n",
        duration, character, goal);
}

std::string position_goal(double x, double y, const std::string& facing)
{
    return fmt::format("{{who: ann, position: [{:.2f}, {:.2f}]{}, stand: true}}", x, y, facing);
}

Draft walk(const std::string& model, Random& dice)
{
    const double distance = dice.uniform(1, 6), direction = dice.uniform(-180, 180);
    const bool with_facing = dice.coin();
    const double facing = std::round(dice.uniform(-180, 180));
    const std::string goal = position_goal(distance * std::cos(direction * kDegree),
        distance * std::sin(direction * kDegree),
        with_facing ? fmt::format(", facing: {:.0f}deg", facing) : "");
    return { fmt::format("{}: target {:.1f} m off at {:.0f}°{}", model, distance, direction,
                 with_facing ? fmt::format(", facing {:.0f}°", facing) : ""),
        scene_text(walking_duration(distance),
            fmt::format("{{model: {}, pose: standing, at: [0, 0], facing: 0deg}}", model), goal) };
}

/// Of the model, those that lie: what a body can get up from.
std::vector<std::string> lying_poses(const std::string& model)
{
    std::vector<std::string> names;
    for (const io::Listing& pose : io::list_poses(model))
        if (pose.name.starts_with("lying"))
            names.push_back(pose.name);
    return names;
}

/// Two digits of a degree are a millimetre at the end of a leg; never beyond a joint's range.
std::string angles_text(const std::map<std::string, double>& angles)
{
    std::string text;
    for (const auto& [name, angle] : angles) {
        const double degrees = std::trunc(angle / kDegree * 100) / 100;
        text += fmt::format("{}{}: {:g}deg", text.empty() ? "" : ", ", name, degrees);
    }
    return text;
}

constexpr const char* kGetUpDuration = "5s";

Draft start(const std::string& model, Random& dice)
{
    const Character body = io::read_character(model).character;
    const std::vector<std::string> lying = lying_poses(model);
    const bool get_up = !lying.empty() && dice.coin();
    const std::string pose = get_up ? dice.pick(lying) : "standing";
    const double facing = std::round(dice.uniform(-180, 180));
    const double distance = dice.uniform(1, 3);
    const std::map<std::string, double> angles
        = get_up ? lying_angles(body, pose, dice) : standing_angles(body, dice);
    const std::string character = fmt::format(
        "\n    model: {}\n    pose:\n      from: {}\n      angles: {{{}}}\n    at: [0, 0]\n"
        "    facing: {:.0f}deg",
        model, pose, angles_text(angles), facing);
    if (get_up)
        return { fmt::format("{}: get up from {} facing {:.0f}°, joints ±15°", model, pose, facing),
            scene_text(kGetUpDuration, character, "{who: ann, stand: true}") };
    return { fmt::format("{}: walk {:.1f} m facing {:.0f}°, joints ±15°", model, distance, facing),
        scene_text(walking_duration(distance), character,
            position_goal(distance * std::cos(facing * kDegree),
                distance * std::sin(facing * kDegree),
                fmt::format(", facing: {:.0f}deg", facing))) };
}

/// Factors by limb name without side. Supports share one, so that the body still stands level.
std::map<std::string, double> limb_factors(const Character& body, Random& dice)
{
    const double support = dice.uniform(0.8, 1.2);
    std::map<std::string, double> factors;
    for (const Limb& limb : body.limbs) {
        const bool paired = limb.name.starts_with("left_");
        if (limb.name.starts_with("right_"))
            continue;
        factors[paired ? limb.name.substr(5) : limb.name]
            = limb.support ? support : dice.uniform(0.8, 1.2);
    }
    return factors;
}

Draft limbs(const std::string& model, Random& dice)
{
    const Character body = io::read_character(model).character;
    std::string scale, what;
    for (const auto& [limb, factor] : limb_factors(body, dice)) {
        scale += fmt::format("{}{}: {:.2f}", scale.empty() ? "" : ", ", limb, factor);
        what += fmt::format("{}{} × {:.2f}", what.empty() ? "" : ", ", limb, factor);
    }
    const std::vector<std::string> lying = lying_poses(model);
    const bool get_up = !lying.empty() && dice.coin();
    const std::string pose = get_up ? dice.pick(lying) : "standing";
    const double distance = dice.uniform(1, 3);
    const std::string character = fmt::format(
        "{{model: {}, scale: {{{}}}, pose: {}, at: [0, 0], facing: 0deg}}", model, scale, pose);
    if (get_up)
        return { fmt::format("{}: {}, get up from {}", model, what, pose),
            scene_text(kGetUpDuration, character, "{who: ann, stand: true}") };
    return { fmt::format("{}: {}, walk {:.1f} m", model, what, distance),
        scene_text(
            walking_duration(distance), character, position_goal(distance, 0, ", facing: 0deg")) };
}

/// A box of a scene's world, unturned.
struct WorldBox {
    std::string name;
    io::YamlNode* node;
    Eigen::Vector3d at, size;
};

std::vector<WorldBox> boxes_of(io::YamlNode& scene)
{
    std::vector<WorldBox> boxes;
    io::YamlNode* const world = scene.find("world");
    if (!world)
        return boxes;
    for (io::YamlEntry& surface : world->entries)
        if (io::YamlNode* const box = surface.value.find("box"); box && !box->find("rotation")) {
            const io::YamlMap map = io::YamlValue(*box, surface.key).any_map();
            boxes.push_back({ surface.key, box, map.at("at").vector3(io::Quantity::length),
                map.at("size").vector3(io::Quantity::length) });
        }
    return boxes;
}

io::YamlNode point_node(const Eigen::Vector3d& p)
{
    return io::parse_yaml_value(
        fmt::format("[{:g}, {:g}, {:.3f}]", p.x(), p.y(), p.z()), "variation");
}

/// Moves a point of the scene that lies above a box along with the box's top.
void follow_top(io::YamlNode* point, const std::vector<WorldBox>& boxes, double factor)
{
    if (!point || point->items.size() != 3)
        return;
    Eigen::Vector3d p = io::YamlValue(*point, "").vector3(io::Quantity::length);
    double top = 0;
    for (const WorldBox& box : boxes) {
        const Eigen::Vector2d off = (p - box.at).head<2>().cwiseAbs() - box.size.head<2>() / 2;
        const double height = box.at.z() + box.size.z() / 2;
        if (off.maxCoeff() <= 0 && p.z() >= height - 0.01)
            top = std::max(top, height);
    }
    p.z() += (factor - 1) * top;
    *point = point_node(p);
}

/// A shipped scene with all boxes of its world higher or lower, seen from z = 0: a wall keeps
/// standing on the floor, stairs stay stairs, a ceiling comes down.
Draft obstacle(const std::filesystem::path& file, Random& dice)
{
    const double factor = dice.uniform(0.5, 1.5);
    io::YamlNode scene
        = io::parse_yaml(io::read_input_file(file, io::kMostYaml), file.filename().string());
    const std::vector<WorldBox> boxes = boxes_of(scene);
    std::string what;
    for (const WorldBox& box : boxes) {
        const Eigen::Vector3d scale(1, 1, factor);
        box.node->set("at", point_node(box.at.cwiseProduct(scale)));
        box.node->set("size", point_node(box.size.cwiseProduct(scale)));
        if (!what.empty())
            continue;
        const double bottom = box.at.z() - box.size.z() / 2, top = box.at.z() + box.size.z() / 2;
        what = bottom > 0.01 ? fmt::format("{} {:.2f} m above the floor", box.name, factor * bottom)
                             : fmt::format("{} {:.2f} m high", box.name, factor * top);
    }
    for (io::YamlEntry& character : scene.find("characters")->entries)
        follow_top(character.value.find("at"), boxes, factor);
    if (io::YamlNode* const goals = scene.find("goals"))
        for (io::YamlNode& goal : goals->items)
            follow_top(goal.find("position"), boxes, factor);
    scene.entries.remove_if([](const io::YamlEntry& entry) { return entry.key == "name"; });
    return { fmt::format("{}: heights × {:.2f}, {}", file.stem().string(), factor, what),
        io::emit_yaml(scene) };
}

std::vector<std::filesystem::path> scenes_with_obstacles(
    const std::vector<std::filesystem::path>& scenes)
{
    std::vector<std::filesystem::path> result;
    for (const std::filesystem::path& file : scenes) {
        io::YamlNode scene
            = io::parse_yaml(io::read_input_file(file, io::kMostYaml), file.filename().string());
        const io::YamlNode* const method = scene.find("method");
        if ((!method || method->scalar == "cio") && !boxes_of(scene).empty())
            result.push_back(file);
    }
    return result;
}

constexpr std::array<const char*, 5> kFamilies { "walk", "obstacle", "start", "limbs", "body" };

/// The first line after the version: the file format wants that first.
std::string named(const std::string& yaml, const std::string& name)
{
    const std::size_t end = yaml.find('\n') + 1;
    return yaml.substr(0, end) + "name: " + name + "\n" + yaml.substr(end);
}

}  // namespace

std::vector<Variation> make_variations(
    int count, std::uint64_t seed, const std::vector<std::filesystem::path>& shipped_scenes)
{
    const std::vector<std::filesystem::path> obstacles = scenes_with_obstacles(shipped_scenes);
    const std::vector<std::string> others = other_models();
    std::vector<Variation> result;
    for (int i = 0; i < count; ++i) {
        std::string family = kFamilies[std::size_t(i) % kFamilies.size()];
        if (family == "obstacle" && obstacles.empty())
            family = "walk";
        Random dice(seed, std::uint64_t(i));
        // Every scene with obstacles, and every kind of change to every other body, in turn.
        const std::size_t turn = std::size_t(i) / kFamilies.size();
        const std::string model
            = family == "body" && !others.empty() ? others[turn % others.size()] : "human";
        const std::string change = family == "body"
            ? std::array<const char*, 3> { "walk", "start", "limbs" }[turn / others.size() % 3]
            : family;
        const Draft draft = change == "walk" ? walk(model, dice)
            : change == "start"              ? start(model, dice)
            : change == "limbs"              ? limbs(model, dice)
                                             : obstacle(obstacles[turn % obstacles.size()], dice);
        const std::string name = fmt::format("var-{:02}-{}", i + 1, family);
        result.push_back({ name, family, draft.what,
            fmt::format("# {}\n", draft.what) + named(draft.yaml, name) });
    }
    return result;
}

}  // namespace gambol::bench
