// SPDX-License-Identifier: MIT
#include "cloth_bench.hpp"

#include "cloth_factor.hpp"
#include "cloth_outcome.hpp"
#include "cloth_scaling.hpp"
#include "gambol/io/scene/job_reader.hpp"
#include "gambol/methods/cloth/cloth_run.hpp"

#include <fmt/format.h>

#include <fnmatch.h>

#include <algorithm>
#include <chrono>
#include <cstdio>

namespace gambol::bench {

namespace {

/// One pair of rows of table 1: seconds on one thread of a 2.66 GHz Core 2 Duo.
struct Example {
    const char* scene;
    int frames;
    double rigid_total, rigid_collision, projection_total, projection_collision;
};

constexpr Example kExamples[] = {
    { "cloth-ribbon", 1000, 7627.33, 6647.97, 5029.29, 4049.09 },
    { "cloth-funnel", 1000, 23711.75, 18814.60, 13124.61, 9613.79 },
    { "cloth-funnel-coarse", 1000, 18763.28, 15933.07, 13714.11, 10899.00 },
    { "cloth-cylinder", 1000, 2833.33, 1911.35, 2846.09, 1923.50 },
    { "cloth-incline", 2500, 1578.13, 1540.98, 853.67, 816.08 },
    { "cloth-squares", 2500, 1224.55, 1178.21, 1388.75, 1341.87 },
};

struct Kind {
    const char* name;
    cloth::ZoneKind zones;
};
constexpr Kind kKinds[] = {
    { "rigid", cloth::ZoneKind::rigid },
    { "projection", cloth::ZoneKind::projection },
    { "nonnegative", cloth::ZoneKind::nonnegative },
};

/// Over all steps.
struct Quality {
    long intersections = 0;
    double stretch = 0;

    void add(const cloth::ClothSimulation& simulation)
    {
        intersections += count_intersections(simulation);
        stretch = std::max(stretch, largest_stretch(simulation));
    }
};

bool stopped(const RunControl& control)
{
    return control.cancel && control.cancel->load();
}

void print_row(const Kind& kind, const cloth::ClothTotals& totals, const Example& example)
{
    const double k = 1e3 / totals.steps;
    fmt::print("  {:<11} {:>9.2f} {:>9.2f} {:>9.2f} {:>7.2f} {:>7.2f} {:>7.2f} {:>7.2f} {:>8.2f} "
               "{:>7} {:>7}",
        kind.name, totals.seconds(), totals.collision_seconds(), k * totals.seconds(),
        k * totals.dynamics_seconds, k * totals.broad_seconds, k * totals.narrow_seconds,
        k * totals.zone_seconds, double(totals.zones) / totals.steps, totals.largest_vertices,
        totals.last_resorts);
    // The paper has no row for impulses that only push.
    if (kind.zones == cloth::ZoneKind::nonnegative)
        fmt::print("\n");
    else
        fmt::print(" {:>9.0f}\n",
            1e3
                * (kind.zones == cloth::ZoneKind::rigid ? example.rigid_total
                                                        : example.projection_total)
                / example.frames);
}

/// One run by the clock on the wall [s], and where it ends.
double time_run(const Scene& scene, int steps, int threads, cloth::ClothState& end)
{
    cloth::ClothSimulation simulation = cloth::make_simulation(scene, threads);
    const auto began = std::chrono::steady_clock::now();
    for (int step = 0; step < steps; ++step)
        (void)simulation.step();
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - began;
    end = simulation.state();
    return took.count();
}

void compare_threads(Scene scene, int steps, int threads)
{
    task_of<cloth::Task>(scene).options.zones = cloth::ZoneKind::projection;
    cloth::ClothState one, many;
    const double alone = time_run(scene, steps, 1, one);
    const double together = time_run(scene, steps, threads, many);
    fmt::print("  {} threads: {:.2f} ms per step by the clock beside {:.2f}, {:.2f} times as fast; "
               "{}\n",
        threads, 1e3 * together / steps, 1e3 * alone / steps, alone / together,
        one.x == many.x && one.v == many.v ? "same bytes" : "OTHER BYTES");
    std::fflush(stdout);
}

}  // namespace

int bench_cloth(const ClothArguments& arguments, const RunControl& control)
{
    if (arguments.factor)
        return bench_cloth_factor(arguments);
    if (arguments.scaling)
        return bench_cloth_scaling(arguments.frames > 0 ? arguments.frames : 20, control);
    fmt::print("CPU seconds of one thread; milliseconds per step. paper: ms per step of table 1 on "
               "a 2.66 GHz Core 2 Duo.\n");
    for (const Example& example : kExamples) {
        if (!arguments.only.empty() && fnmatch(arguments.only.c_str(), example.scene, 0) != 0)
            continue;
        Scene scene = io::read_job(arguments.scenes / fmt::format("{}.yaml", example.scene)).scene;
        const int steps = arguments.frames > 0 ? arguments.frames : example.frames;
        // Planes reach as far as cloth gets in that time.
        scene.duration = steps * task_of<cloth::Task>(scene).options.dt;
        bool headed = false;
        for (const Kind& kind : kKinds) {
            if (!arguments.zones.empty() && arguments.zones != kind.name)
                continue;
            task_of<cloth::Task>(scene).options.zones = kind.zones;
            cloth::ClothSimulation simulation = cloth::make_simulation(scene);
            if (!headed)
                fmt::print("\n{}: {} degrees of freedom, 1/{:g} s, {} steps\n  {:<11} {:>9} {:>9} "
                           "{:>9} {:>7} {:>7} {:>7} {:>7} {:>8} {:>7} {:>7} {:>9}\n",
                    example.scene, 3 * simulation.cloth_vertices(),
                    1 / task_of<cloth::Task>(scene).options.dt, steps, "zones", "total",
                    "collision", "per step", "dynam.", "broad", "narrow", "zones", "zones/st",
                    "largest", "last r.", "paper");
            headed = true;
            cloth::ClothTotals totals;
            Quality quality;
            while (totals.steps < steps && !stopped(control)) {
                totals.add(simulation.step());
                quality.add(simulation);
            }
            if (totals.steps > 0) {
                print_row(kind, totals, example);
                fmt::print("              {} intersections, edges up to {:.2f} of their length, "
                           "{} steps cut; {}\n",
                    quality.intersections, quality.stretch, totals.cut_steps,
                    describe_outcome(example.scene, simulation));
                std::fflush(stdout);
            }
            if (stopped(control))
                return 130;
        }
        if (arguments.threads > 1)
            compare_threads(scene, steps, arguments.threads);
    }
    return 0;
}

}  // namespace gambol::bench
