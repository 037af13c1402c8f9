// SPDX-License-Identifier: MIT
#include "gambol/character/legs.hpp"
#include "gambol/io/scene/method_reader.hpp"
#include "gambol/scene/gait_pattern.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

namespace gambol::io {

namespace {

constexpr double kFastestGait = 1000;  // m/s; beyond it a speed is a typing error
constexpr int kMostCycles = 1000;

/// A value, or `[least, most]`.
gait::Asked read_asked(const YamlValue& value, Quantity quantity, const Limits& limits)
{
    if (!value.is_list())
        return { value.number(quantity, limits) };
    const std::vector<YamlValue> bounds = value.list(2);
    const gait::Asked asked { bounds[0].number(quantity, limits),
        bounds[1].number(quantity, limits) };
    if (asked.lower > asked.upper)
        value.fail(fmt::format("has its bounds the wrong way round: write [{}, {}]",
            bounds[1].text(), bounds[0].text()));
    return asked;
}

/// A share of the period, the end of which is its beginning.
double read_start(const YamlValue& value)
{
    const double start = value.number(Quantity::plain, { 0, 1 });
    return start < 1 ? start : 0;
}

gait::Asked read_duty(const YamlValue& value)
{
    const gait::Asked duty = read_asked(value, Quantity::plain, { 0, 1, true });
    if (duty.upper >= 1)
        value.fail("must be below 1: a foot that never leaves the ground does not step");
    return duty;
}

/// The leg that is meant; `left_hind` is `left_hind_leg`.
std::string read_leg(const std::string& name, const YamlValue& value, const Character& body)
{
    std::vector<std::string> names;
    for (const Leg& leg : legs_of(body)) {
        if (leg.name == name || leg.name == name + "_leg")
            return leg.name;
        names.push_back(leg.name);
    }
    value.fail(fmt::format("is not a leg of model '{}'{} (there are: {})", body.model,
        did_you_mean(name, names), joined(names)));
}

void read_feet(const YamlMap& map, const Character& body, gait::Task& task)
{
    if (map.has("duty"))
        for (const Leg& leg : legs_of(body))
            task.feet[leg.name].duty = read_duty(map.at("duty"));
    std::map<std::string, std::string> seen;  // which leg was called what
    for (const auto& [name, value] : map.get("feet", "{}").named_map().entries()) {
        const std::string leg = read_leg(name, value, body);
        if (!seen.emplace(leg, name).second)
            value.fail(fmt::format("is the same leg as '{}'", seen[leg]));
        const YamlMap foot = value.map({ "start", "duty" });
        gait::FootRequest& request = task.feet[leg];
        if (foot.has("start") && !task.pattern.empty())
            foot.at("start").fail(
                "contradicts gait.pattern, which says when feet start; leave out one of them");
        if (foot.has("start"))
            request.start = read_start(foot.at("start"));
        if (foot.has("duty"))
            request.duty = read_duty(foot.at("duty"));
    }
}

/// `pattern`; gaits that cannot be symmetric are not, unless somebody says so.
void read_pattern(const YamlMap& map, const Character& body, gait::Task& task)
{
    const bool can_be = gait::has_paired_legs(body);
    bool symmetric = can_be;
    if (map.has("pattern")) {
        const std::vector<gait::Pattern> patterns = gait::patterns_of(body);
        std::vector<std::string> names;
        for (const gait::Pattern& pattern : patterns)
            names.push_back(pattern.name);
        const YamlValue value = map.at("pattern");
        task.pattern = value.text();
        const auto found = std::find(names.begin(), names.end(), task.pattern);
        if (found == names.end())
            value.fail(fmt::format("'{}' is no pattern for {} ({}{})", task.pattern, body.model,
                names.empty() ? "there is none for these legs" : "there are: " + joined(names),
                did_you_mean(task.pattern, names)));
        const gait::Pattern& pattern = patterns[std::size_t(found - names.begin())];
        for (const auto& [leg, start] : pattern.starts)
            task.feet[leg] = { start, pattern.duty };
        symmetric = can_be && pattern.symmetric;
        if (!pattern.symmetric && map.has("symmetric") && map.at("symmetric").boolean())
            map.at("symmetric")
                .fail(fmt::format(
                    "cannot be true: left and right do not take turns in a {}", task.pattern));
    }
    task.symmetric = map.get("symmetric", symmetric ? "true" : "false").boolean();
}

/// `form: {legs: 35%, neck: 20%, head_height: 2.2}`
gait::FormRequest read_form(const YamlValue& value, const Character& body)
{
    constexpr double kWidestRange = 0.7;  // a factor of 0.3 to 1.7: another animal
    const std::map<std::string, BodyPart> parts { { "legs", BodyPart::legs },
        { "arms", BodyPart::arms }, { "neck", BodyPart::neck }, { "tail", BodyPart::tail } };
    const YamlMap map = value.map({ "legs", "arms", "neck", "tail", "head_height" });
    gait::FormRequest form;
    form.ranges.clear();
    for (const auto& [name, part] : parts) {
        if (!map.has(name))
            continue;
        if (segments_of(body, part).empty())
            map.at(name).fail(fmt::format("is nothing that model '{}' has", body.model));
        form.ranges[part] = map.at(name).length_or_percent(1, { 0, kWidestRange, true });
    }
    if (form.ranges.empty())
        form.ranges = gait::FormRequest().ranges;
    if (map.has("head_height"))
        form.head_height = map.at("head_height").number(Quantity::length, kPositive);
    return form;
}

/// `payload: {mass: 12kg, on: chest, at: [-0.2, 0, 0.1]}`
gait::Payload read_payload(const YamlValue& value, const Character& body)
{
    const YamlMap map = value.map({ "mass", "on", "at" });
    std::vector<std::string> names;
    for (const Segment& segment : body.segments)
        names.push_back(segment.name);
    gait::Payload payload;
    payload.mass = map.at("mass").number(Quantity::mass, kPositive);
    const YamlValue on = map.get("on", names.front());
    payload.segment = body.find_segment(on.text());
    if (payload.segment < 0)
        on.fail(fmt::format("is no segment of model '{}'{} (there are: {})", body.model,
            did_you_mean(on.text(), names), joined(names)));
    payload.at = map.has("at") ? map.at("at").vector3(Quantity::length)
                               : body.segments[std::size_t(payload.segment)].com;
    return payload;
}

void read_gait_map(const YamlMap& map, const Character& body, gait::Task& task)
{
    read_pattern(map, body, task);
    read_feet(map, body, task);
    if (map.has("period"))
        task.period = read_asked(map.at("period"), Quantity::time, { 0, 100, true });
    task.cycles = int(map.get("cycles", fmt::format("{}", task.cycles)).integer(1, kMostCycles));
    task.springs = map.get("springs", "false").boolean();
    if (map.has("form"))
        task.form = read_form(map.at("form"), body);
    task.slope = map.get("slope", "0")
                     .number(Quantity::angle,
                         { -gait::TimingLimits::kSteepest, gait::TimingLimits::kSteepest });
    if (map.has("radius")) {
        const YamlValue radius = map.at("radius");
        task.radius = radius.number(Quantity::length);
        if (task.radius == 0)
            radius.fail("must not be 0: above it turns left, below right; straight ahead it is "
                        "without a radius");
    }
    if (map.has("payload"))
        task.payload = read_payload(map.at("payload"), body);
    task.point_masses = map.get("point_masses", "false").boolean();
    task.cost = read_choice<gait::Cost>(map.get("objective", "usual"), "objective",
        { { "usual", gait::Cost::usual }, { "paper", gait::Cost::paper } });
    const YamlMap search = map.get("search", "{}").map({ "generations", "samples", "frames" });
    const auto effort = [&](const char* key, int standard, int least, int most) {
        return int(search.get(key, fmt::format("{}", standard)).integer(least, most));
    };
    task.search.generations = effort("generations", task.search.generations, 1, 10000);
    if (const YamlValue samples = search.get("samples", "auto"); samples.text() != "auto")
        task.search.samples = int(samples.integer(4, 100000));
    task.search.frames = effort("frames", task.search.frames, 12, 400);
}

/// `speed`, or `speeds` for a sweep; a sweep of one is none.
void read_speeds(SceneReading& reading, const YamlMap& file, gait::Task& task)
{
    const Limits limits { 0, kFastestGait, true };
    if (!file.has("speeds")) {
        task.speed = file.at("speed").number(Quantity::plain, limits);
        return;
    }
    if (file.has("speed"))
        file.at("speed").fail("contradicts 'speeds'; leave out one of them");
    for (const YamlValue& value : file.at("speeds").list()) {
        task.speeds.push_back(value.number(Quantity::plain, limits));
        if (task.speeds.size() > 1 && task.speeds.back() <= *(task.speeds.end() - 2))
            value.fail("must be above the one before it");
    }
    if (task.speeds.empty())
        file.at("speeds").fail("is empty; write e.g. speeds: [1, 2, 3.5]");
    task.speed = task.speeds.front();
    if (task.speeds.size() > 1)
        return;
    task.speeds.clear();
    YamlNode one = reading.root.find("speeds")->items.front();
    reading.root.entries.remove_if([](const YamlEntry& entry) { return entry.key == "speeds"; });
    reading.root.set("speed", std::move(one));
}

/// The node that `key` names, or the nearest one around it; legs may have been called by less.
YamlValue node_at(YamlNode& root, const std::string& key)
{
    YamlNode* node = &root;
    std::string name;
    std::istringstream path(key);
    for (std::string part; std::getline(path, part, '.');) {
        YamlNode* next = node->find(part);
        if (const std::string end = "_leg"; !next && part.ends_with(end)) {
            part.erase(part.size() - end.size());
            next = node->find(part);
        }
        if (!next)
            break;
        node = next;
        name += (name.empty() ? "" : ".") + part;
    }
    return { *node, name.empty() ? key : name };
}

/// Says where the misfit stands: who, which of several speeds, which key.
[[noreturn]] void refuse(const gait::Misfit& misfit, const SceneReading& reading)
{
    std::string key = misfit.key;
    const Scene& scene = reading.job.scene;
    if (key == "characters")
        key += "." + scene.characters.front().name;
    const gait::Task& task = task_of<gait::Task>(scene);
    if (key != "speed" || task.speeds.empty())
        node_at(reading.root, key).fail(misfit.what);
    const std::vector<YamlValue> list = node_at(reading.root, "speeds").list();
    for (std::size_t i = 0; i < task.speeds.size(); ++i) {
        gait::Task alone = task;
        alone.speeds.clear();
        alone.speed = task.speeds[i];
        if (gait::find_misfit(scene.characters.front().body, alone))
            list[i].fail(misfit.what);
    }
    node_at(reading.root, "speeds").fail(misfit.what);
}

void refuse_other_places(const YamlMap& file, const Scene& scene)
{
    const YamlMap characters = file.at("characters").named_map();
    if (scene.characters.size() > 1)
        characters.value().fail("has more than one; method gait moves one character");
    const YamlMap who = characters.at(scene.characters.front().name).any_map();
    if (who.at("pose").node().scalar != "standing")
        who.at("pose").fail("is of no use: a gait begins in the middle of a stride");
    for (const auto& [name, value] : file.at("world").named_map().entries())
        if (name != "ground")
            value.fail("is in the way: a gait needs level ground and nothing else");
}

void read_gait(SceneReading& reading)
{
    const YamlMap file = reading.read_common();
    Scene& scene = reading.job.scene;
    gait::Task& task = scene.task.emplace<gait::Task>();
    refuse_other_places(file, scene);
    const Character& body = scene.characters.front().body;
    read_speeds(reading, file, task);
    read_gait_map(
        file.get("gait", "{}")
            .map({ "pattern", "symmetric", "feet", "duty", "period", "cycles", "objective",
                "springs", "point_masses", "form", "slope", "radius", "payload", "search" }),
        body, task);
    if (const auto misfit = gait::find_misfit(body, task))
        refuse(*misfit, reading);
    scene.duration = task.cycles * gait::expected_period(body, task);
}

}  // namespace

MethodReader gait_reader()
{
    MethodReader reader { "gait",
        "cyclic gaits of animals at a given speed, foot timings found (basin-CMA)",
        { "speed", "speeds", "gait" }, read_gait };
    reader.instead_of_duration = "gait.cycles says how long it lasts";
    return reader;
}

}  // namespace gambol::io
