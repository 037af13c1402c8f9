// SPDX-License-Identifier: MIT
#include "durations.hpp"

#include "trial.hpp"

#include "gambol/io/scene/job_reader.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstdio>
#include <limits>

namespace gambol::bench {

double fitted_exponent(const std::vector<double>& x, const std::vector<double>& y)
{
    if (x.size() < 2)
        return std::numeric_limits<double>::quiet_NaN();
    double mean_x = 0, mean_y = 0, xx = 0, xy = 0;
    const double n = double(x.size());
    for (std::size_t i = 0; i < x.size(); ++i) {
        mean_x += std::log(x[i]) / n;
        mean_y += std::log(y[i]) / n;
    }
    for (std::size_t i = 0; i < x.size(); ++i) {
        const double dx = std::log(x[i]) - mean_x;
        xx += dx * dx;
        xy += dx * (std::log(y[i]) - mean_y);
    }
    return xy / xx;
}

int bench_durations(const DurationsArguments& arguments, const RunControl& control)
{
    const auto cancelled = [&] { return control.cancel && control.cancel->load(); };
    fmt::print("{:>8}  {:>8}  {:>5}  {:>8}  {:>8}  {:>10}  {:>12}\n", "duration", "distance",
        "valid", "wall s", "cpu s", "iterations", "ms/iteration");
    std::vector<double> durations, wall, cpu, per_iteration;
    for (const double duration : arguments.durations) {
        const double distance = arguments.speed * duration;
        std::vector<Trial> trials;
        std::vector<double> iterations, each;
        for (int seed = 1; seed <= arguments.seeds && !cancelled(); ++seed) {
            const Scene scene = io::read_job(arguments.scene,
                { { "duration", fmt::format("{}s", duration) },
                    { "goals.0.position", fmt::format("[{}, 0]", distance) },
                    { "seed", std::to_string(seed) } })
                                    .scene;
            Trial trial = run_trial(scene, control);
            if (trial.interrupted())
                break;
            iterations.push_back(trial.report.iterations);
            each.push_back(1000 * trial.report.cpu_seconds / std::max(1, trial.report.iterations));
            trials.push_back(std::move(trial));
        }
        if (trials.empty())
            break;
        const Summary summary = summarise(trials);
        durations.push_back(duration);
        wall.push_back(summary.wall_seconds);
        cpu.push_back(summary.cpu_seconds);
        per_iteration.push_back(median(each));
        fmt::print("{:>6g} s  {:>6g} m  {:>5}  {:>8.2f}  {:>8.2f}  {:>10.0f}  {:>12.1f}\n",
            duration, distance, fmt::format("{}/{}", summary.valid, summary.runs), wall.back(),
            cpu.back(), median(iterations), per_iteration.back());
        std::fflush(stdout);
    }
    fmt::print(
        "\nseconds grow as duration to the power {} (wall), {} (CPU), {} (CPU per iteration)\n",
        shown(fitted_exponent(durations, wall), 2), shown(fitted_exponent(durations, cpu), 2),
        shown(fitted_exponent(durations, per_iteration), 2));
    return cancelled() ? 130 : 0;
}

}  // namespace gambol::bench
