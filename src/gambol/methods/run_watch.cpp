// SPDX-License-Identifier: MIT
#include "gambol/methods/run_watch.hpp"

#include <algorithm>
#include <cmath>
#include <thread>

namespace gambol {

namespace {

double seconds_since(RunWatch::Clock::time_point then)
{
    return std::chrono::duration<double>(RunWatch::Clock::now() - then).count();
}

int thread_count(const RunControl& control)
{
    return control.threads > 0 ? control.threads
                               : std::max(1, int(std::thread::hardware_concurrency()));
}

}  // namespace

RunWatch::RunWatch(const RunControl& control, Event header, Clock::time_point began, bool last)
    : control_(control)
    , header_(std::move(header))
    , job_began_(began)
    , last_(last)
    , threads_(thread_count(control))
{
}

double RunWatch::seconds() const
{
    return seconds_since(began_);
}

bool RunWatch::go_on()
{
    if (cancelled())
        return false;
    if (seconds_since(job_began_) > control_.time_limit)
        out_of_time_ = true;
    return !out_of_time_;
}

bool RunWatch::tell(Progress progress)
{
    if (control_.on_event) {
        progress.seconds = seconds();
        Event event = header_;
        event.what = std::move(progress);
        const std::lock_guard lock(telling_);
        control_.on_event(event);
    }
    return go_on();
}

bool RunWatch::wants_preview()
{
    if (!control_.on_event || std::isinf(control_.preview_every))
        return false;
    const std::lock_guard lock(previewing_);
    if (previewed_ && seconds_since(last_preview_) < control_.preview_every)
        return false;
    previewed_ = true;
    last_preview_ = Clock::now();
    return true;
}

bool RunWatch::wants_checkpoint() const
{
    return last_ && control_.on_checkpoint && seconds_since(stored_) > control_.checkpoint_every;
}

void RunWatch::store_checkpoint(const std::string& bytes)
{
    if (last_ && control_.on_checkpoint)
        control_.on_checkpoint(bytes);
    stored_ = Clock::now();
}

std::string RunWatch::resume_from(const Scene& scene) const
{
    return last_ && control_.resume_from ? control_.resume_from(scene) : std::string();
}

std::string RunWatch::stopped_because() const
{
    return cancelled() ? "interrupted" : out_of_time_ ? "time limit" : "";
}

}  // namespace gambol
