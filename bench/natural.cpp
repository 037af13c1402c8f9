// SPDX-License-Identifier: MIT
#include "natural.hpp"

#include "trial.hpp"

#include "gambol/io/scene/job_reader.hpp"
#include "gambol/jobs/run_job.hpp"
#include "gambol/math/random.hpp"
#include "gambol/motion/complaints.hpp"
#include "gambol/motion/walk_figures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numbers>

namespace gambol::bench {

namespace {

constexpr double kDegreesPerRadian = 180 / std::numbers::pi;

double between(Random& random, double low, double high)
{
    return low + (high - low) * double(random.bits() >> 11) * 0x1p-53;
}

std::string natural_scene(const std::string& name, double duration, const std::string& world,
    double facing, const std::string& goal)
{
    return fmt::format("gambol: 1\nname: {}\nmethod: cio\nduration: {:.1f}s\nworld:\n"
                       "  ground: {{friction: 0.8}}\n{}characters:\n"
                       "  ann: {{model: human, facing: {:.0f}deg}}\ngoals:\n  - {}\n",
        name, duration, world, facing, goal);
}

struct Tally {
    int runs = 0, valid = 0, full = 0, free = 0;
    std::vector<double> seconds;
};

void print_line(const std::string& name, const JobResult& result, Tally& tally)
{
    const RunReport& report = result.report;
    const std::vector<std::string> found = complaints(report.audit);
    const bool valid = report.status == RunStatus::valid;
    const bool full = std::any_of(report.figures.begin(), report.figures.end(),
        [](const Figure& figure) { return figure.name == "full_body" && figure.value == 1; });
    ++tally.runs;
    tally.valid += valid;
    tally.full += full;
    tally.free += valid && found.empty();
    tally.seconds.push_back(report.cpu_seconds);
    const WalkFigures walk = walk_figures(result.motion, result.motion.characters.front());
    std::string list;
    for (const std::string& one : found)
        list += (list.empty() ? "" : " ") + one;
    fmt::print("{:<10} {:<8} {:<5} {:>6.1f} {:>5} {:>6} {:>6} {:>6} {:>6} {:>6} {:>6} {:>6} {:>6} "
               "{:>6}  {}\n",
        name, full ? "full" : "features", valid ? "yes" : "no", report.cpu_seconds, walk.steps,
        shown(walk.speed, 2), shown(walk.cadence, 0), shown(walk.step_length, 2),
        shown(100 * walk.double_support, 0), shown(kDegreesPerRadian * walk.shoulder_swing, 0),
        shown(kDegreesPerRadian * walk.knee_flexion, 0), shown(100 * walk.pelvis_rise, 1),
        shown(100 * walk.side_difference, 0), shown(walk.force_valley, 2), list);
    std::fflush(stdout);
}

}  // namespace

DrawnScene draw_scene(std::uint64_t seed, int number)
{
    Random random(seed, std::uint64_t(number));
    const auto stand_at = [](double x, double y, double facing) {
        return fmt::format(
            "{{who: ann, position: [{:.2f}, {:.2f}], facing: {:.0f}deg, stand: true}}", x, y,
            facing);
    };
    const int kind = number % 4;
    if (kind < 2) {
        const double distance = between(random, 1.5, 6), way = between(random, -180, 180);
        const double facing = between(random, 0, 1) < 0.6 ? way : 0;
        const double duration = distance / between(random, 0.7, 1.0) + 1.5;
        const std::string name = fmt::format("walk-{}", number);
        return { name,
            natural_scene(name, duration, "", facing,
                stand_at(distance * std::cos(way / kDegreesPerRadian),
                    distance * std::sin(way / kDegreesPerRadian), facing)) };
    }
    if (kind == 2) {
        const double angle = between(random, 60, 180) * (random.bits() % 2 ? 1 : -1);
        const std::string name = fmt::format("turn-{}", number);
        return { name, natural_scene(name, between(random, 3, 5), "", 0, stand_at(0, 0, angle)) };
    }
    if (random.bits() % 2) {
        const double tilt = between(random, 5, 15) / kDegreesPerRadian;
        const std::string name = fmt::format("slope-{}", number);
        return { name,
            natural_scene(name, 6,
                fmt::format(
                    "  slope: {{plane: {{point: [0.7, 0, 0], normal: [{:.4f}, 0, {:.4f}]}}}}\n",
                    -std::sin(tilt), std::cos(tilt)),
                0, stand_at(between(random, 1.8, 2.8), 0, 0)) };
    }
    const double rise = between(random, 0.1, 0.17), tread = between(random, 0.28, 0.36);
    const int steps = 2 + int(random.bits() % 2);
    std::string world;
    for (int i = 0; i < steps; ++i)
        world += fmt::format(
            "  step{}: {{box: {{size: [{:.2f}, 1.6, 2], at: [{:.3f}, 0, {:.3f}]}}}}\n", i + 1,
            4 - tread * i, 0.6 + tread * i + (4 - tread * i) / 2, rise * (i + 1) - 1);
    const std::string name = fmt::format("stairs-{}", number);
    return { name, natural_scene(name, 6, world, 0, stand_at(0.6 + tread * steps + 0.5, 0, 0)) };
}

DrawnScene draw_walk(std::uint64_t seed, int number)
{
    constexpr double kSetOutAndStop = 1;  // s
    Random random(seed, std::uint64_t(number));
    const double distance = between(random, 3, 6), speed = between(random, 0.8, 1.4);
    const std::string name = fmt::format("level-{}", number);
    return { name,
        natural_scene(name, distance / speed + kSetOutAndStop, "", 0,
            fmt::format(
                "{{who: ann, position: [{:.2f}, 0], facing: 0deg, stand: true}}", distance)) };
}

int bench_natural(const NaturalArguments& arguments, const RunControl& control)
{
    const auto cancelled = [&] { return control.cancel && control.cancel->load(); };
    fmt::print("{:<10} {:<8} {:<5} {:>6} {:>5} {:>6} {:>6} {:>6} {:>6} {:>6} {:>6} {:>6} {:>6} "
               "{:>6}  complaints\n",
        "scene", "body", "valid", "cpu s", "steps", "m/s", "/min", "m", "both %", "arm °", "knee °",
        "rise", "L-R %", "valley");
    Tally features, full;
    const int count = arguments.scenes.empty() ? arguments.draw : int(arguments.scenes.size());
    for (int i = 0; i < count; ++i)
        for (const bool all : { false, true }) {
            if (cancelled())
                return 130;
            if (!all && arguments.full_only)
                continue;
            const std::vector<io::Override> set { { "cio.body", all ? "full" : "features" } };
            std::string name;
            Job job;
            if (arguments.scenes.empty()) {
                const DrawnScene drawn = arguments.walks ? draw_walk(arguments.seed, i)
                                                         : draw_scene(arguments.seed, i);
                name = drawn.name;
                job = io::read_job_text(drawn.yaml, name + ".yaml", ".", set);
            } else {
                name = arguments.scenes[size_t(i)].stem().string();
                job = io::read_job(arguments.scenes[size_t(i)], set);
            }
            const JobResult result = run_job(job, control);
            if (!cancelled())
                print_line(name, result, all ? full : features);
        }
    for (const auto& [name, tally] :
        { std::pair<const char*, const Tally&> { "features", features }, { "full", full } })
        if (tally.runs > 0)
            fmt::print("body: {:<8}  valid {}/{}, free of all complaints {}/{}, used {}, cpu s "
                       "median {}\n",
                name, tally.valid, tally.runs, tally.free, tally.runs, tally.full,
                shown(median(tally.seconds), 1));
    return 0;
}

}  // namespace gambol::bench
