// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/motion/motion.hpp"
#include "gambol/motion/run_report.hpp"
#include "gambol/scene/scene.hpp"

#include <atomic>
#include <functional>
#include <limits>
#include <string>

namespace gambol {

/// One line of progress. Called from worker threads, never from two at once.
struct Progress {
    int start = 0, starts = 1;  // which start reports, of how many
    int stage = 0, stages = 0;
    std::string stage_name;
    int iteration = 0;
    double cost = 0;
    double worst_violation = 0;  // of the term named below, in its own unit
    std::string worst_term;
    double seconds = 0;  // since the run began
    double fraction = 0;  // rough share of the work done, 0 … 1
    std::string detail;  // instead of iteration, cost and violation, where those say nothing
};

/// How a run is watched and stopped. Everything is an argument: no globals, no environment.
struct RunControl {
    int threads = 0;  // 0: one per core
    double time_limit = std::numeric_limits<double>::infinity();  // s of wall time
    const std::atomic<bool>* cancel = nullptr;  // set to stop soon and keep the best so far
    std::function<void(const Progress&)> on_progress = {};
    /// Of methods with long runs: called with all that is needed to go on, every checkpoint_every
    /// seconds and when stopped. `resume_from`, if not empty, is such bytes from the same scene.
    std::function<void(const std::string& bytes)> on_checkpoint = {};
    double checkpoint_every = 30;  // s
    std::string resume_from;
};

/// Whether a method calls on_checkpoint and can go on from there.
[[nodiscard]] bool can_resume(const std::string& method);

struct RunResult {
    Motion motion;
    RunReport report;
};

/// Runs the method the scene names. Same scene and seed, same bytes, for any number of threads
/// (unless a time limit or cancellation cuts it short).
[[nodiscard]] RunResult run(const Scene&, const RunControl& = {});

}  // namespace gambol
