// SPDX-License-Identifier: MIT
#include "form_bench.hpp"

#include "gambol/io/character/character_reader.hpp"
#include "gambol/io/export/lineup.hpp"
#include "gambol/methods/gait/form.hpp"

#include <fmt/format.h>

#include <cmath>
#include <ctime>
#include <filesystem>
#include <optional>
#include <vector>

namespace gambol::bench {

namespace {

using namespace gambol::gait;

struct FormCase {
    const char* name;
    const char* body;
    double speed;  // m/s
    double timed_for;  // m/s: contacts are those that are usual at this speed
    std::optional<double> duty = {};  // instead of the usual one
    FormRequest request = {};
};

std::vector<FormCase> form_cases()
{
    FormRequest with_neck;
    with_neck.ranges = { { BodyPart::legs, 0.35 }, { BodyPart::neck, 0.35 } };
    FormRequest high_head = with_neck;
    high_head.head_height = 2.2;
    return {
        { "biped-walk", "biped", 1.2, 1.2 },
        { "biped-run", "biped", 3, 3 },
        { "biped-same-contacts-slower", "biped", 2, 3 },
        { "biped-same-contacts-faster", "biped", 3.6, 3 },
        { "biped-longer-stances", "biped", 2, 2, 0.6 },
        { "biped-shorter-stances", "biped", 2, 2, 0.35 },
        { "human-run", "human", 3, 3 },
        { "velociraptor-run", "velociraptor", 4, 4 },
        { "horse-trot", "horse", 3.5, 3.5 },
        { "horse-trot-neck", "horse", 3.5, 3.5, {}, with_neck },
        { "horse-trot-high-head", "horse", 3.5, 3.5, {}, high_head },
    };
}

/// Left and right half a period apart; pairs of legs follow as in a walk below Froude number ½ and
/// as in a trot above.
Timing timing_of(const Animal& animal, const FormCase& one)
{
    const double usual_at = one.timed_for / animal.speed_unit();
    Timing timing = usual_timing(animal, usual_at);
    for (FootTiming& foot : timing.feet)
        foot.duty = one.duty.value_or(foot.duty);
    return timing;
}

void print(const FormCase& one, const Character& body, const FormResult& result, double seconds)
{
    if (!result.found) {
        fmt::print("{}: no gait\n", one.name);
        return;
    }
    fmt::print("{}: {} at {} m/s, cost {:.4f} to {:.4f} ({:+.1f} %), mass {:.4g} to {:.4g} kg, "
               "{} solves, {:.1f} s\n",
        one.name, one.body, one.speed, result.cost_before, result.cost,
        100 * (result.cost / result.cost_before - 1), body.total_mass(), result.body.total_mass(),
        result.solves, seconds);
    for (const auto& [segment, factors] : result.proportions)
        fmt::print(
            "    {:<14} length {:.2f}  radius {:.2f}\n", segment, factors.length, factors.radius);
    for (const std::string& bound : result.at_bounds)
        fmt::print("    {}\n", bound);
}

}  // namespace

int bench_form(const FormArguments& arguments)
{
    int code = 0;
    for (const FormCase& one : form_cases()) {
        if (std::string(one.name).find(arguments.only) == std::string::npos)
            continue;
        const Character body = io::read_character(one.body).character;
        Settings settings;
        settings.symmetric = true;
        const std::clock_t began = std::clock();
        const FormResult result = optimise_form(
            body, timing_of(make_animal(body), one), one.speed, settings, one.request);
        print(one, body, result, double(std::clock() - began) / CLOCKS_PER_SEC);
        std::fflush(stdout);
        if (!result.found)
            code = 1;
        else if (!arguments.picture.empty())
            io::write_lineup({ { "before", body }, { "after", result.body } },
                std::filesystem::path(arguments.picture) / (std::string(one.name) + ".png"));
    }
    return code;
}

}  // namespace gambol::bench
