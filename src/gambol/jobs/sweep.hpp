// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/jobs/run_job.hpp"
#include "gambol/motion/sweep.hpp"

#include <functional>
#include <vector>

namespace gambol {

/// Whether the job asks for several speeds (gait::Task::speeds).
[[nodiscard]] bool is_sweep(const Job&);

struct Sweep {
    std::vector<JobResult> results;  // one per job that was begun
    std::vector<SweepPoint> points;  // the same
    /// valid: all were carried out and are. Otherwise the worst of them, or what stopped it.
    RunStatus status = RunStatus::valid;
};

/// Carries out a gait at one speed after the other; `jobs` are the same scene at rising speeds. The
/// time limit and cancellation of `control` are for all together. A checkpoint holds those of all
/// speeds so far, so a sweep can go on where it was stopped.
[[nodiscard]] Sweep run_sweep(const std::vector<Job>& jobs, const RunControl& = {},
    const std::function<void(int done, int of)>& on_run = {});

/// What a result says of its gait.
[[nodiscard]] SweepPoint sweep_point(const JobResult&);

}  // namespace gambol
