// SPDX-License-Identifier: MIT
#include "gait_searches.hpp"

#include "gait_bench.hpp"
#include "trial.hpp"

#include "gambol/character/proportions.hpp"
#include "gambol/io/character/character_reader.hpp"
#include "gambol/io/character/character_writer.hpp"
#include "gambol/io/export/export_options.hpp"
#include "gambol/math/gravity.hpp"
#include "gambol/math/random.hpp"
#include "gambol/methods/gait/animal.hpp"
#include "gambol/motion/gait_name.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

namespace gambol::bench {

namespace {

namespace fs = std::filesystem;

/// One line, and whether its audit passed.
bool run_case(const std::string& name, const Scene& scene, const RunControl& control)
{
    const Trial trial = run_trial(scene, control);
    const RunReport& report = trial.report;
    const bool named = !report.gaits.empty();
    fmt::print("{:<22} {:5.2f} {:6.2f} {:4} {:<18} {:7.2f} {:5.2f} {:6.3f} {:7.0f} {:7.0f} "
               "{:5.0f} of {:<5.0f} {}\n",
        name, report.figure("speed"), report.figure("froude"), scene.seed,
        named ? report.gaits.front().name : "-", report.figure("period_of_usual"),
        report.figure("duty"), named ? limp(report.gaits.front()) : 0.0, report.cpu_seconds,
        report.wall_seconds, report.figure("timings_feasible"), report.figure("timings_solved"),
        trial.valid() ? "valid" : trial.failure());
    std::fflush(stdout);
    return trial.valid();
}

void write_scene(const DrawnAnimal& drawn, const fs::path& folder)
{
    const std::string body = drawn.name + "-body.yaml";
    io::write_export(folder / body, io::character_text(drawn.body));
    io::write_export(folder / (drawn.name + ".yaml"),
        fmt::format("gambol: 1\nmethod: gait\nspeed: {}\ncharacters:\n  animal: {{model: {}}}\n",
            drawn.speed, body));
}

}  // namespace

DrawnAnimal draw_animal(std::uint64_t i)
{
    const std::vector<std::string> bodies { "biped", "human", "horse", "velociraptor", "ostrich",
        "mammoth", "quadruped" };
    Random random(1000 + i);
    const std::string& model = bodies[size_t(i % bodies.size())];
    const Character whole = io::read_character(model).character;
    Proportions proportions;
    for (const BodyPart part : { BodyPart::legs, BodyPart::arms, BodyPart::neck, BodyPart::tail }) {
        // What belongs together changes together, with a little of its own: animals, not accidents.
        const double longer = random.uniform(0.8, 1.25), thicker = random.uniform(0.85, 1.18);
        for (const std::string& segment : segments_of(whole, part))
            proportions[segment]
                = { longer * random.uniform(0.94, 1.08), thicker * random.uniform(0.94, 1.06) };
    }
    DrawnAnimal drawn { fmt::format("{}-{}", model, i),
        with_level_feet(scaled(whole, proportions)) };
    const double froude = 0.05 * std::pow(60.0, random.uniform(0, 1));
    drawn.speed = std::sqrt(froude * kGravity * gait::own_units(drawn.body).leg);
    return drawn;
}

Scene gait_scene(const Character& body, double speed, bool free, std::uint64_t seed)
{
    Scene scene;
    scene.name = "gait";
    scene.seed = seed;
    scene.surfaces.push_back({ "ground", Plane {}, 0.8, {} });
    scene.characters.push_back(
        { "animal", body, place(body, body.poses.at("standing"), Eigen::Vector2d::Zero(), 0) });
    gait::Task task;
    task.speed = speed;
    task.symmetric = !free && gait::has_paired_legs(body);
    scene.task = task;
    return scene;
}

double limp(const Gait& gait)
{
    double most = 0;
    for (const gambol::FootPhase& a : gait.feet)
        for (const gambol::FootPhase& b : gait.feet)
            if (a.name < b.name && without_side(a.name) == without_side(b.name))
                most = std::max({ most, std::abs(phases_apart(a.phase, b.phase) - 0.5),
                    std::abs(a.duty - b.duty) });
    return most;
}

int bench_gait_searches(const GaitSearchArguments& arguments, const RunControl& control)
{
    fmt::print("{:<22} {:>5} {:>6} {:>4} {:<18} {:>7} {:>5} {:>6} {:>7} {:>7} {:>14} {}\n",
        "animal", "m/s", "Froude", "seed", "gait", "×usual", "duty", "limp", "cpu s", "wall s",
        "timings kept", "audit");
    if (!arguments.write.empty())
        fs::create_directories(arguments.write);
    int runs = 0, valid = 0;
    const auto stopped = [&] { return control.cancel && control.cancel->load(); };
    const auto run = [&](const std::string& name, const Character& body, double speed, int seed) {
        const Scene scene = gait_scene(body, speed, arguments.free, std::uint64_t(seed));
        ++runs;
        valid += run_case(name, scene, control);
    };
    for (int i = 0; i < arguments.bodies && !stopped(); ++i) {
        const DrawnAnimal drawn = draw_animal(std::uint64_t(arguments.first_body + i));
        if (!arguments.write.empty())
            write_scene(drawn, arguments.write);
        if (arguments.run)
            run(drawn.name, drawn.body, drawn.speed, 1);
        else
            fmt::print("{:<22} {:5.2f}\n", drawn.name, drawn.speed);
    }
    if (arguments.bodies == 0)
        for (const GaitCase& c : gait_cases(arguments.animals, arguments.speeds)) {
            const Character body = io::read_character(c.animal).character;
            for (const double speed : c.speeds)
                for (int seed = 1; seed <= arguments.seeds && !stopped(); ++seed)
                    run(c.animal, body, speed, seed);
        }
    if (runs > 0)
        fmt::print("\n{} of {} valid\n", valid, runs);
    return stopped() ? 130 : 0;
}

}  // namespace gambol::bench
