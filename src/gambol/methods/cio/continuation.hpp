// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/methods/cio/company.hpp"
#include "gambol/motion/run_report.hpp"
#include "gambol/solve/report.hpp"

#include <Eigen/Dense>

#include <cstdint>
#include <functional>
#include <limits>
#include <string_view>
#include <vector>

namespace gambol::cio {

/// One stage of the continuation [Mordatch 2012, §4.5]: which costs count how much, and the noise
/// that breaks symmetries before it.
struct Stage {
    std::string_view name;
    FamilyScales scales;
    int iterations = 0;  // of Levenberg-Marquardt
    double position_noise = 0, velocity_noise = 0, contact_noise = 0;
    /// What becomes of the contact variables before it.
    enum class Contacts { as_they_are, undecided, decided };
    Contacts contacts = Contacts::as_they_are;
    double gap_price = 0, slip_price = 0;  // PhysicsOptions
    int repairs = 0;  // how often contacts may be revived and the stage run again
    int tightenings = 0;  // how often what is still violated may get dearer and the stage go on
    /// × weight: a start that lacks more force than this after the stage is given up.
    double hopeless = std::numeric_limits<double>::infinity();
    bool times_knots = false;  // the ends of segments may move in time
};
[[nodiscard]] const std::vector<Stage>& stages(bool zmp_hint);

struct StageProgress {
    int stage = 0;
    Iteration iteration;
    const TermFigures* worst = nullptr;  // the term furthest from what the audit allows
};
/// False asks to stop.
using OnStageProgress = std::function<bool(const StageProgress&)>;

struct StartResult {
    Eigen::VectorXd x;  // of all islands, one after the other
    bool finished = false;  // all stages ran to their end
    int stages_done = 0;
    double cost = 0;  // with the last stage's scales, the same for every variant
    int iterations = 0, evaluations = 0;
    std::vector<TermCost> terms;  // first: when the last stage began
    std::vector<CostRow> history;
    std::string note;
};

/// Takes one start through all stages. Deterministic in `seed` and `start`, its number, which picks
/// one of a few variants of the method in turn.
[[nodiscard]] StartResult run_start(
    const Company&, std::uint64_t seed, int start, const OnStageProgress& on_progress);

}  // namespace gambol::cio
