// SPDX-License-Identifier: MIT
#include "progress.hpp"

#include "say.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdio>
#include <sys/ioctl.h>
#include <unistd.h>

namespace gambol::app {

namespace {

std::size_t terminal_width()
{
    winsize size {};
    const bool known = ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
    return known ? size.ws_col : 80;
}

// Before this share of the work is done, a guess of the time left is worth nothing.
constexpr double kFirstGuess = 0.03;

std::string time_left(const Progress& progress)
{
    if (progress.fraction < kFirstGuess || progress.fraction >= 1)
        return {};
    const double left = progress.seconds * (1 - progress.fraction) / progress.fraction;
    return left < 90 ? fmt::format(", about {:.0f} s left", left)
                     : fmt::format(", about {:.0f} min left", left / 60);
}

}  // namespace

ProgressStyle progress_style(const std::string& name)
{
    if (name == "tty")
        return ProgressStyle::tty;
    if (name == "plain")
        return ProgressStyle::plain;
    if (name == "json")
        return ProgressStyle::json;
    if (name == "none")
        return ProgressStyle::none;
    return isatty(STDERR_FILENO) ? ProgressStyle::tty : ProgressStyle::plain;
}

std::string status_line(const Progress& progress)
{
    std::string line;
    if (progress.starts > 1)
        line += fmt::format("start {}/{}  ", progress.start + 1, progress.starts);
    if (!progress.detail.empty())
        line += progress.detail;
    else
        line += fmt::format("stage {}/{} {}  iteration {}  cost {:.3g}", progress.stage + 1,
            progress.stages, progress.stage_name, progress.iteration, progress.cost);
    if (!progress.worst_term.empty())
        line += fmt::format("  worst {} {:.2g}", progress.worst_term, progress.worst_violation);
    return line + fmt::format("  {:.1f} s{}", progress.seconds, time_left(progress));
}

std::string status_json(const Event& event, const Progress& progress)
{
    nlohmann::ordered_json figures = nlohmann::ordered_json::object();
    for (const Figure& figure : progress.figures)
        figures[figure.name] = figure.value;
    return nlohmann::ordered_json {
        { "event", "progress" },
        { "scene", event.scene },
        { "method", event.method },
        { "job", event.job },
        { "jobs", event.jobs },
        { "start", progress.start },
        { "starts", progress.starts },
        { "stage", progress.stage },
        { "stages", progress.stages },
        { "stage_name", progress.stage_name },
        { "iteration", progress.iteration },
        { "cost", progress.cost },
        { "worst_term", progress.worst_term },
        { "worst_violation", progress.worst_violation },
        { "seconds", progress.seconds },
        { "fraction", progress.fraction },
        { "detail", progress.detail },
        { "figures", figures },
    }
        .dump();
}

std::string headline(RunStatus status, bool audit_passed)
{
    switch (status) {
    case RunStatus::valid:
        return "done, the audit passed";
    case RunStatus::audit_failed:
        return audit_passed ? "done, but a goal was missed" : "done, but the AUDIT FAILED";
    case RunStatus::limit_reached:
        return "limit reached, this is the best so far";
    case RunStatus::interrupted:
        return "interrupted, this is the best so far";
    }
    return {};
}

void ProgressPrinter::show(const Event& event)
{
    std::visit([&](const auto& what) { show(event, what); }, event.what);
}

void ProgressPrinter::show(const Event& event, const SceneBegins& begins)
{
    stages_.clear();
    last_print_ = Clock::time_point::min();
    if (style_ == ProgressStyle::json) {
        const nlohmann::ordered_json line {
            { "event", "begin" },
            { "scene", event.scene },
            { "method", event.method },
            { "starts", begins.starts },
            { "threads", begins.threads },
            { "duration", begins.duration },
            { "seed", begins.seed },
            { "job", event.job },
            { "jobs", event.jobs },
        };
        say("{}\n", line.dump());
    } else if (style_ != ProgressStyle::none) {
        say("{}: {}, {} start{} on {} thread{}, {:g} s of motion, seed {}\n", event.scene,
            event.method, begins.starts, begins.starts == 1 ? "" : "s", begins.threads,
            begins.threads == 1 ? "" : "s", begins.duration, begins.seed);
    }
}

/// Of the last scene the caller says what becomes of it.
void ProgressPrinter::show(const Event& event, const SceneEnds& ends)
{
    if (event.job + 1 < event.jobs)
        end(fmt::format("{}: {}", event.scene, headline(ends.status, ends.audit_passed)));
}

void ProgressPrinter::show(const Event& event, const Progress& progress)
{
    using namespace std::chrono_literals;
    if (style_ == ProgressStyle::none)
        return;
    const Clock::time_point now = Clock::now();
    const Clock::duration pause = style_ == ProgressStyle::plain ? 1000ms : 100ms;
    const bool due = last_print_ == Clock::time_point::min() || now - last_print_ >= pause;
    const auto known = stages_.find(progress.start);
    const bool new_stage = known == stages_.end() || known->second != progress.stage;
    // At a terminal a line that jumps between starts is only unrest.
    if (!due && !(new_stage && style_ != ProgressStyle::tty))
        return;
    last_print_ = now;
    stages_[progress.start] = progress.stage;

    if (style_ == ProgressStyle::json) {
        say("{}\n", status_json(event, progress));
    } else if (style_ == ProgressStyle::plain) {
        say("{}\n", status_line(progress));
    } else {
        const std::string line = status_line(progress).substr(0, terminal_width() - 1);
        tell_terminal("\r{}\x1b[K", line);
        line_open_ = true;
    }
}

void ProgressPrinter::end(const std::string& message)
{
    if (line_open_)
        say("\n");
    line_open_ = false;
    if (style_ == ProgressStyle::json)
        say("{}\n", nlohmann::ordered_json { { "event", "end" }, { "message", message } }.dump());
    else if (style_ != ProgressStyle::none)
        say("{}\n", message);
}

}  // namespace gambol::app
