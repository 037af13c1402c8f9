// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/methods/gait/checkpoint.hpp"
#include "gambol/methods/gait/form.hpp"
#include "gambol/methods/gait/study.hpp"
#include "gambol/motion/run_report.hpp"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace gambol::gait {

struct Result {
    Motion motion;
    bool found = false;  // a cycle that keeps all constraints
    bool stopped = false;  // somebody did not want more of it; the motion is the best until then
    Cycle cycle;
    double cost = 0;
    int solves = 0;
    std::string ended;  // why, in two words
    std::vector<CostRow> history;  // the best cost after every generation
    std::vector<Figure> figures;
    std::vector<RunWarning> warnings;
    std::optional<Character> body;  // with better proportions, if these were asked for and found
};

/// Who watches a search.
struct Watcher {
    int threads = 1;
    Crew* crew = nullptr;  // who shares the solves; null: `threads` of this process
    std::function<bool()> wanted = {};  // false: stop soon; asked from solving threads
    /// After every generation, with all that is needed to go on from there. False: stop.
    std::function<bool(const Study&, const SearchProgress&, const Checkpoint&)> on_generation = {};
    /// After every step towards better proportions. False: keep what there is.
    std::function<bool(const FormProgress&)> on_form = {};
    /// Before the best timing is solved again with more frames.
    std::function<void()> on_finish = {};
    std::optional<Checkpoint> from = {};  // of the same scene: goes on from there
};

/// Finds the timing that is not given, then the cycle with more frames. The scene must have passed
/// check_scene(). Same result for any number of threads, and from any checkpoint.
[[nodiscard]] Result solve(const Scene&, const Task&, const Watcher& = {});

}  // namespace gambol::gait
