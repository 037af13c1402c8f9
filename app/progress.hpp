// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/methods/event.hpp"

#include <chrono>
#include <map>
#include <string>

namespace gambol::app {

/// How progress is shown on stderr: `tty` redraws one line, `plain` prints a line per stage or
/// second, `json` an object per line.
enum class ProgressStyle { tty, plain, json, none };

/// `auto` becomes tty at a terminal and plain elsewhere.
ProgressStyle progress_style(const std::string& name);

class ProgressPrinter {
public:
    explicit ProgressPrinter(ProgressStyle style)
        : style_(style)
    {
    }

    /// May be called as often as events come; prints as often as a reader can follow.
    void show(const Event&);
    /// A line of its own: what happens to the result.
    void end(const std::string& message);

private:
    void show(const Event&, const SceneBegins&);
    void show(const Event&, const Progress&);
    void show(const Event&, const SceneEnds&);

    using Clock = std::chrono::steady_clock;

    ProgressStyle style_;
    bool line_open_ = false;
    Clock::time_point last_print_ = Clock::time_point::min();
    std::map<int, int> stages_;  // by start: the last stage heard of
};

/// The text of one status line, e.g. "start 2/4  stage 1/3 contacts  iteration 12  cost 3.2e+01 …".
std::string status_line(const Progress&);

/// The same as one JSON object, for other programs.
std::string status_json(const Event&, const Progress&);

/// How a scene ended, in a few words.
std::string headline(RunStatus, bool audit_passed);

}  // namespace gambol::app
