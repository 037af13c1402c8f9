// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/motion/motion.hpp"
#include "gambol/motion/run_report.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <variant>
#include <vector>

/// What is told of a job while it is carried out. Events are values: a terminal, JSON lines or a
/// page in a browser may show them, now or later.
namespace gambol {

/// A scene is about to be carried out.
struct SceneBegins {
    int starts = 1, threads = 1;
    double duration = 0;  // s of motion
    std::uint64_t seed = 0;
};

/// The method is at work.
struct Progress {
    int start = 0, starts = 1;  // which start reports, of how many
    int stage = 0, stages = 1;
    std::string stage_name;
    int iteration = 0;  // or step
    double cost = 0;
    double worst_violation = 0;  // of the term named below, in its own unit
    std::string worst_term;
    std::vector<Figure> figures;  // what else the method measures as it goes
    double fraction = 0;  // rough share of the work done, 0 … 1
    std::string detail;  // instead of iteration, cost and violation, where those say nothing
    double seconds = 0;  // since the scene began
    /// The motion so far, now and then; null otherwise (RunControl::preview_every).
    std::shared_ptr<const Motion> preview;
};

struct SceneEnds {
    RunStatus status = RunStatus::valid;
    bool audit_passed = false;
};

struct Event {
    int job = 0, jobs = 1;  // which scene of the chain speaks, in the order they are carried out
    std::string scene, method;
    std::variant<SceneBegins, Progress, SceneEnds> what;
};

}  // namespace gambol
