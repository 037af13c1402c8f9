// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/methods/run_watch.hpp"
#include "gambol/motion/motion.hpp"
#include "gambol/motion/run_report.hpp"
#include "gambol/scene/scene.hpp"

#include <optional>
#include <string>
#include <vector>

namespace gambol {

/// What a method found, in its own eyes. Status, audit, times and seed are added by run_job().
struct MethodResult {
    Motion motion;
    /// Whether its own search came to a good end: goals are met, constraints kept. What the audit
    /// says of the motion comes on top.
    bool solved = true;
    int starts = 1, chosen_start = 0;
    int iterations = 0, evaluations = 0;
    std::string stopped_because;
    std::vector<TermCost> terms;
    std::vector<CostRow> history;
    std::vector<Figure> figures;
    std::vector<RunWarning> warnings;
    std::string audit_advice;  // what to try when a check of the audit fails
    std::optional<Character> body = {};  // what became of the first character, if it was reshaped
};

/// Carries out what the scene asks for, without what it starts from. Same scene and seed, same
/// bytes, for any number of threads (unless the watch cuts it short). Throws SceneError when the
/// scene turns out to be impossible to begin.
[[nodiscard]] MethodResult run_method(const Scene&, RunWatch&);

// Of every method: MethodResult cio::run(const Scene&, const cio::Task&, RunWatch&). The task is
// the scene's.
#define GAMBOL_DECLARE_RUN(method)                                                                 \
    namespace method {                                                                             \
    [[nodiscard]] MethodResult run(const Scene&, const Task&, RunWatch&);                          \
    }
GAMBOL_METHODS(GAMBOL_DECLARE_RUN)
#undef GAMBOL_DECLARE_RUN

}  // namespace gambol
