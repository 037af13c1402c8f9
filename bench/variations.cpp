// SPDX-License-Identifier: MIT
#include "variations.hpp"

#include "scene_carries.hpp"
#include "scene_variations.hpp"
#include "trial.hpp"

#include "gambol/io/export/export_options.hpp"
#include "gambol/io/input_error.hpp"
#include "gambol/io/scene/job_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <fnmatch.h>
#include <map>

namespace gambol::bench {

namespace {

namespace fs = std::filesystem;

void write_scenes(const std::vector<Variation>& variations, const fs::path& folder)
{
    std::error_code error;
    fs::create_directories(folder, error);
    if (error)
        throw io::InputError(fmt::format("{}: {}", folder.string(), error.message()));
    for (const Variation& variation : variations)
        io::write_export(folder / (variation.name + ".yaml"), variation.yaml);
}

/// What a terminal takes for a text in UTF-8: bytes that go on with a letter do not count.
std::size_t columns(const std::string& text)
{
    return std::size_t(std::count_if(
        text.begin(), text.end(), [](unsigned char c) { return (c & 0xC0) != 0x80; }));
}

struct Share {
    int runs = 0, valid = 0;
    std::vector<double> seconds;

    void add(const Trial& trial)
    {
        ++runs;
        valid += trial.valid();
        seconds.push_back(trial.report.wall_seconds);
    }
    [[nodiscard]] std::string text(const std::string& name) const
    {
        return fmt::format("{:<10} {:>3} of {:>3} valid ({:.0f} %), median {:.1f} s\n", name, valid,
            runs, 100.0 * valid / std::max(runs, 1), median(seconds));
    }
};

}  // namespace

int bench_variations(const VariationsArguments& arguments, const RunControl& control)
{
    std::vector<Variation> variations = arguments.carries
        ? make_carries(arguments.count, arguments.seed)
        : make_variations(arguments.count, arguments.seed, arguments.shipped_scenes);
    std::erase_if(variations, [&](const Variation& variation) {
        return fnmatch(arguments.only.c_str(), variation.name.c_str(), 0) != 0;
    });
    if (variations.empty())
        throw io::InputError(fmt::format("bench {}: none is called '{}' (names are like {})",
            arguments.carries ? "carries" : "variations", arguments.only,
            arguments.carries ? "carry-07-table" : "var-07-obstacle"));
    if (!arguments.write.empty())
        write_scenes(variations, arguments.write);

    std::size_t name_width = 0, what_width = 0;
    for (const Variation& variation : variations) {
        name_width = std::max(name_width, variation.name.size());
        what_width = std::max(what_width, columns(variation.what));
    }
    const auto cancelled = [&] { return control.cancel && control.cancel->load(); };
    Share all;
    std::map<std::string, Share> families;
    for (const Variation& variation : variations) {
        const Scene scene
            = io::read_job_text(variation.yaml, variation.name + ".yaml", arguments.write).scene;
        fmt::print("{:<{}}  {:<{}}  {:>4.1f} s", variation.name, name_width, variation.what,
            what_width, scene.duration);
        if (!arguments.run) {
            fmt::print("\n");
            continue;
        }
        std::fflush(stdout);
        const Trial trial = run_trial(scene, control);
        if (trial.interrupted()) {
            fmt::print("  interrupted\n");
            break;
        }
        all.add(trial);
        families[variation.family].add(trial);
        fmt::print("  {:<28} {:>6.1f} s\n", trial.valid() ? "valid" : trial.failure(),
            trial.report.wall_seconds);
        std::fflush(stdout);
        fmt::print(stderr, "{} of {} done, {} valid\n", all.runs, variations.size(), all.valid);
    }
    if (arguments.run) {
        fmt::print("\n");
        for (const auto& [family, share] : families)
            fmt::print("{}", share.text(family));
        fmt::print("{}", all.text("all"));
    }
    return cancelled() ? 130 : 0;
}

}  // namespace gambol::bench
