// SPDX-License-Identifier: MIT
#pragma once

#include "trial.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace gambol::bench {

struct BehavioursArguments {
    std::vector<std::filesystem::path> scenes;  // files; those of another method than cio are left
                                                // out
    int seeds = 8;  // 1 … seeds
    std::string only = "*";  // glob over file names without extension
    std::string json;  // file to write the figures of every run to; empty: none
};

/// `gambol bench behaviours`: each scene with each seed as `gambol run` would run it, and a row per
/// scene with how often the result was valid and how good it was. Prints to stdout, progress to
/// stderr; when cancelled, what was done so far. Returns the exit code.
int bench_behaviours(const BehavioursArguments&, const RunControl&);

/// All trials of one scene, by seed.
struct Behaviour {
    std::string name;
    std::vector<Trial> trials;
};

/// The rows of one scene: worst figures of its valid runs, and when some failed a second row with
/// those of all runs. `width` is that of the column of names.
[[nodiscard]] std::string behaviour_rows(const Behaviour&, std::size_t width);
[[nodiscard]] std::string behaviour_header(std::size_t width);

[[nodiscard]] std::string behaviours_json(const std::vector<Behaviour>&);

}  // namespace gambol::bench
