// SPDX-License-Identifier: MIT
#include "effort.hpp"

#include "trial.hpp"

#include "gambol/io/scene/job_reader.hpp"
#include "gambol/jobs/run_job.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <limits>
#include <numbers>

namespace gambol::bench {

namespace {

double mean(const std::vector<double>& values)
{
    if (values.empty())
        return std::numeric_limits<double>::quiet_NaN();
    double sum = 0;
    for (const double value : values)
        sum += value;
    return sum / double(values.size());
}

}  // namespace

Carriage carriage(const MotionCharacter& character)
{
    std::vector<double> heights, bends, hands;
    for (std::size_t t = 0; t < character.positions.size(); ++t) {
        const double root = character.positions[t][0].z();
        heights.push_back(root / character.positions[0][0].z());
        for (std::size_t j = 0; j < character.joints.names.size(); ++j)
            if (character.joints.names[j].ends_with("knee_flexion"))
                bends.push_back(character.joints.values[t][Eigen::Index(j)]);
        for (const MotionContact& contact : character.contacts)
            if (contact.name.ends_with("hand")) {
                const auto body = std::size_t(contact.body);
                hands.push_back(
                    (character.positions[t][body] + character.rotations[t][body] * contact.center)
                        .z()
                    - root);
            }
    }
    return { mean(heights), mean(bends), mean(hands) };
}

int bench_effort(const EffortArguments& arguments, const RunControl& control)
{
    const auto cancelled = [&] { return control.cancel && control.cancel->load(); };
    fmt::print("{:<14}  {:<6}  {:>5}  {:>6}  {:>8}  {:>8}  {:>7}\n", "scene", "effort", "valid",
        "cpu s", "height %", "knees °", "hands m");
    for (const std::filesystem::path& file : arguments.scenes)
        for (const bool effort : { true, false }) {
            std::vector<double> seconds, heights, knees, hands;
            int runs = 0, valid = 0;
            for (int seed = 1; seed <= arguments.seeds && !cancelled(); ++seed) {
                const Job job = io::read_job(file,
                    { { "cio.effort", effort ? "true" : "false" }, { "cio.body", "features" },
                        { "seed", std::to_string(seed) } });
                const JobResult result = run_job(job, control);
                if (cancelled())
                    break;
                ++runs;
                seconds.push_back(result.report.cpu_seconds);
                if (result.report.status != RunStatus::valid)
                    continue;
                ++valid;
                const Carriage how = carriage(result.motion.characters[0]);
                heights.push_back(100 * how.height);
                knees.push_back(180 / std::numbers::pi * how.knee_bend);
                hands.push_back(how.hand_height);
            }
            if (runs == 0)
                break;
            fmt::print("{:<14}  {:<6}  {:>5}  {:>6}  {:>8}  {:>8}  {:>7}\n", file.stem().string(),
                effort ? "on" : "off", fmt::format("{}/{}", valid, runs), shown(median(seconds), 1),
                shown(mean(heights), 1), shown(mean(knees), 1), shown(mean(hands), 2));
            std::fflush(stdout);
        }
    return cancelled() ? 130 : 0;
}

}  // namespace gambol::bench
