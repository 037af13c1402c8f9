// SPDX-License-Identifier: MIT
#include "gambol/jobs/sweep.hpp"

#include <chrono>
#include <sstream>

namespace gambol {

namespace {

/// Each as its length, a line end and its bytes.
std::string encode(const std::vector<std::string>& parts)
{
    std::string bytes;
    for (const std::string& part : parts)
        bytes += std::to_string(part.size()) + "\n" + part;
    return bytes;
}

/// As many as are whole.
std::vector<std::string> decode(const std::string& bytes)
{
    std::vector<std::string> parts;
    std::istringstream in(bytes);
    for (std::size_t size = 0; in >> size && in.get() == '\n' && size <= bytes.size();) {
        std::string part(size, '\0');
        if (!in.read(part.data(), std::streamsize(size)))
            break;
        parts.push_back(std::move(part));
    }
    return parts;
}

bool was_stopped(RunStatus status)
{
    return status == RunStatus::interrupted || status == RunStatus::limit_reached;
}

}  // namespace

bool is_sweep(const Job& job)
{
    const auto* task = std::get_if<gait::Task>(&job.scene.task);
    return task && !task->speeds.empty();
}

SweepPoint sweep_point(const JobResult& result)
{
    const RunReport& report = result.report;
    SweepPoint point;
    point.speed = report.figure("speed");
    point.froude = report.figure("froude");
    point.period = report.figure("period");
    point.stride = report.figure("stride") / report.figure("hip_height");
    point.duty = report.figure("duty");
    point.cost_of_transport = report.figure("cost_of_transport");
    point.gait = report.gaits.empty() ? "none" : report.gaits.front().name;
    point.feet = report.gaits.empty() ? 0 : int(report.gaits.front().feet.size());
    point.valid = report.audit.passed() && !was_stopped(report.status);
    return point;
}

Sweep run_sweep(const std::vector<Job>& jobs, const RunControl& control,
    const std::function<void(int done, int of)>& on_run)
{
    using Clock = std::chrono::steady_clock;
    const Clock::time_point began = Clock::now();
    std::vector<std::string> earlier;
    if (control.resume_from && !jobs.empty())
        earlier = decode(control.resume_from(jobs.front().scene));
    std::vector<std::string> stored;
    Sweep sweep;
    for (std::size_t i = 0; i < jobs.size() && !was_stopped(sweep.status); ++i) {
        if (on_run)
            on_run(int(i), int(jobs.size()));
        stored.resize(i + 1);
        RunControl part = control;
        part.time_limit
            = control.time_limit - std::chrono::duration<double>(Clock::now() - began).count();
        part.on_checkpoint = [&, i](const std::string& bytes) {
            stored[i] = bytes;
            if (control.on_checkpoint)
                control.on_checkpoint(encode(stored));
        };
        if (i < earlier.size())
            stored[i] = earlier[i];
        part.resume_from = [&, i](const Scene&) { return stored[i]; };
        sweep.results.push_back(run_job(jobs[i], part));
        sweep.points.push_back(sweep_point(sweep.results.back()));
        const RunStatus status = sweep.results.back().report.status;
        if (status != RunStatus::valid)
            sweep.status = status;
    }
    return sweep;
}

}  // namespace gambol
