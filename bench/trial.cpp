// SPDX-License-Identifier: MIT
#include "trial.hpp"

#include "gambol/jobs/run_job.hpp"
#include "gambol/motion/contact_pattern.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

namespace gambol::bench {

namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

/// Figures that say how far a goal was missed are called goal_… in every method.
double worst_goal(const RunReport& report, const std::string& unit)
{
    double worst = 0;
    for (const Figure& figure : report.figures)
        if (figure.name.find("goal_") != std::string::npos && figure.unit == unit)
            worst = std::max(worst, std::abs(figure.value));
    return worst;
}

}  // namespace

double Trial::check(const std::string& name) const
{
    for (const AuditCheck& check : report.audit.checks)
        if (check.name == name)
            return check.value;
    return kNone;
}

std::string Trial::failure() const
{
    if (valid())
        return {};
    for (const AuditCheck& check : report.audit.checks)
        if (!check.passed)
            return check.subject.empty() ? check.name : check.name + " " + check.subject;
    if (report.status == RunStatus::limit_reached)
        return "time limit";
    return interrupted() ? "interrupted" : "goal";
}

Trial run_trial(const Scene& scene, const RunControl& control)
{
    const JobResult result = run_scene(scene, control);
    Trial trial;
    trial.report = result.report;
    trial.goal_distance = worst_goal(trial.report, "m");
    trial.goal_angle = worst_goal(trial.report, "rad");
    trial.contacts = pattern_text(result.motion);
    return trial;
}

Summary summarise(const std::vector<Trial>& trials)
{
    Summary summary;
    std::vector<double> wall, cpu;
    std::map<std::string, int> failures;
    const Trial* shown_one = nullptr;
    for (const Trial& trial : trials) {
        ++summary.runs;
        wall.push_back(trial.report.wall_seconds);
        cpu.push_back(trial.report.cpu_seconds);
        if (trial.valid())
            ++summary.valid;
        else
            ++failures[trial.failure()];
        if (!shown_one || (trial.valid() && !shown_one->valid()))
            shown_one = &trial;
    }
    summary.wall_seconds = median(wall);
    summary.cpu_seconds = median(cpu);
    if (shown_one)
        summary.contacts = shown_one->contacts;
    int most = 0;
    for (const auto& [failure, count] : failures)
        if (count > most) {
            most = count;
            summary.failure = fmt::format("{} ×{}", failure, count);
        }
    return summary;
}

double worst(const std::vector<Trial>& trials, bool valid_only,
    const std::function<double(const Trial&)>& figure)
{
    double result = kNone;
    for (const Trial& trial : trials)
        if (const double value = figure(trial);
            (trial.valid() || !valid_only) && !std::isnan(value))
            result = std::isnan(result) ? value : std::max(result, value);
    return result;
}

double median(std::vector<double> values)
{
    if (values.empty())
        return kNone;
    std::sort(values.begin(), values.end());
    const std::size_t middle = values.size() / 2;
    return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

std::string shown(double value, int digits)
{
    return std::isnan(value) ? "-" : fmt::format("{:.{}f}", value, digits);
}

}  // namespace gambol::bench
