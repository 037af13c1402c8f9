// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/methods/event.hpp"
#include "gambol/parallel/crew.hpp"
#include "gambol/scene/scene.hpp"

#include <atomic>
#include <functional>
#include <limits>
#include <string>

namespace gambol {

/// How a job is watched and stopped. Everything is an argument: no globals, no environment.
struct RunControl {
    int threads = 0;  // 0: one per core
    /// Processes that carry out the same job, for methods that share their search; null: this one
    /// alone.
    Crew* crew = nullptr;
    double time_limit = std::numeric_limits<double>::infinity();  // s of wall time, for all scenes
    const std::atomic<bool>* cancel = nullptr;  // set to stop soon and keep the best so far
    /// May come from worker threads, but never two at once.
    std::function<void(const Event&)> on_event = {};
    /// s between two previews at least; infinite: none are made.
    double preview_every = std::numeric_limits<double>::infinity();
    /// Of methods with long runs: called with all that is needed to go on, every checkpoint_every
    /// seconds and when stopped. Only the last scene of a job does.
    std::function<void(const std::string& bytes)> on_checkpoint = {};
    double checkpoint_every = 30;  // s
    /// Such bytes of the same scene, to go on from; asked for when the last scene is about to
    /// begin, with all that it starts from.
    std::function<std::string(const Scene&)> resume_from = {};
};

}  // namespace gambol
