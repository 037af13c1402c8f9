// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/methods/run_control.hpp"
#include "gambol/motion/motion.hpp"
#include "gambol/motion/run_report.hpp"
#include "gambol/parallel/deadline.hpp"
#include "gambol/scene/job.hpp"

#include <optional>
#include <string>

namespace gambol {

struct JobResult {
    Scene scene;  // as it was carried out, with the motion that it started from
    Motion motion;
    Motion written;  // as it reads back from motion.json; of a late one without samples
    /// With the audit of the motion as it reads back from motion.json. A long motion that the time
    /// limit has cut short is not audited when that would take longer than a second.
    RunReport report;
    Deadline deadline = {};  // of writing the result; never without a time limit
    /// The name of the scene before the last during which the job was stopped: then there is no
    /// motion, and the report is about that scene. Empty otherwise.
    std::string stopped_in;
    std::optional<Character> body = {};  // what became of the first character, if it was reshaped
};

/// Carries out a job: what it starts from first, then its scene. Each scene is handed the motion
/// before it as motion.json says it, so that a scene may as well start from the run directory of
/// another one. Same job and seed, same bytes, for any number of threads (unless a time limit or
/// cancellation cuts it short). Throws SceneError, before or between scenes, when one cannot be
/// carried out (check_job(), cloth::dress()).
[[nodiscard]] JobResult run_job(const Job&, const RunControl& = {});

/// The same of a scene that has all it needs.
[[nodiscard]] JobResult run_scene(const Scene&, const RunControl& = {});

}  // namespace gambol
