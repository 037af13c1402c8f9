// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/scene/goals.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace gambol {

/// Which form of the physics cost; docs/cio.md.
enum class ResidualForm { value, paper };

/// Which optimiser; `paper` is L-BFGS on finite differences, kept for benchmarks.
enum class CioSolver { levenberg_marquardt, lbfgs, paper };

/// What a patch is drawn to: the nearest surface that faces it, or an average over all;
/// docs/cio.md.
enum class NearestPoint { facing, paper };

/// Whether phases take equal times or as long as suits the movement.
enum class PhaseTiming { free, even };

/// What has mass in the end: the trunk alone, as in the paper, or every segment; docs/cio.md.
enum class CioBody { features, full };

}  // namespace gambol

namespace gambol::cio {

/// Set under `cio:` in a scene by the same names.
struct Options {
    double phase_duration = 0.5;  // s, on average; contacts are constant within a phase
    PhaseTiming timing = PhaseTiming::free;
    int starts = 1;  // independent starts, run in parallel; the best valid one wins
    ResidualForm residual = ResidualForm::value;
    CioSolver solver = CioSolver::levenberg_marquardt;
    NearestPoint nearest = NearestPoint::facing;
    bool zmp_hint = false;  // eq. 11 in the second stage
    bool effort = true;  // force costs what it asks of the limb that carries it
    double fps = 120;  // samples per second of the resulting motion
    CioBody body = CioBody::full;
};

/// What `method: cio` is asked for: whole behaviours from goals.
struct Task {
    static constexpr std::string_view kMethod = "cio";
    std::vector<Goal> goals = {};
    Options options = {};
};

}  // namespace gambol::cio
