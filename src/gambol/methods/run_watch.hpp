// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/methods/run_control.hpp"

#include <atomic>
#include <chrono>
#include <mutex>
#include <string>

namespace gambol {

/// What a method knows of the world while it works on one scene: whether to go on, whom to tell,
/// how many threads there are. May be used from several threads.
class RunWatch {
public:
    using Clock = std::chrono::steady_clock;

    /// `header` is the event that all others of this scene are like. The time limit counts from
    /// `began`; only the `last` scene of a job has checkpoints.
    RunWatch(const RunControl&, Event header, Clock::time_point began, bool last);

    [[nodiscard]] int threads() const { return threads_; }
    /// Null when this process works alone.
    [[nodiscard]] Crew* crew() const { return control_.crew; }
    /// s since work on this scene began.
    [[nodiscard]] double seconds() const;

    /// False: stop now and return the best so far.
    [[nodiscard]] bool go_on();
    /// Fills in the seconds, and hands on. The same answer as go_on().
    bool tell(Progress progress);
    /// Whether somebody wants to see the motion so far, and the last one was long enough ago.
    [[nodiscard]] bool wants_preview();
    /// Whether the last one was long enough ago.
    [[nodiscard]] bool wants_checkpoint() const;
    void store_checkpoint(const std::string& bytes);
    /// Bytes of an earlier checkpoint; empty to begin at the beginning.
    [[nodiscard]] std::string resume_from(const Scene&) const;

    [[nodiscard]] bool cancelled() const { return control_.cancel && control_.cancel->load(); }
    /// Whether go_on() has said no for that reason.
    [[nodiscard]] bool out_of_time() const { return out_of_time_; }
    /// Why it was told to stop, in two words; empty when it was not.
    [[nodiscard]] std::string stopped_because() const;

private:
    const RunControl& control_;
    Event header_;
    Clock::time_point job_began_, began_ = Clock::now(), stored_ = began_;
    Clock::time_point last_preview_;
    bool last_, previewed_ = false;
    int threads_;
    std::mutex telling_, previewing_;
    std::atomic<bool> out_of_time_ { false };
};

}  // namespace gambol
