// SPDX-License-Identifier: MIT
#include "gambol/io/motion/report_json.hpp"

#include "gambol/io/json/json_writer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace gambol::io {
namespace {

void write_audit(JsonWriter& json, const AuditReport& report)
{
    json.begin_object();
    json.line().key("passed").boolean(report.passed());
    const auto write_figure = [&](const AuditCheck& check) {
        json.key("value").exact_or_null(check.value);
        json.key("limit").exact_or_null(check.limit);
        json.key("unit").text(check.unit);
        json.key("subject").text(check.subject);
        json.key("time").exact_or_null(check.time);
    };
    json.line().objects("checks", report.checks, [&](const AuditCheck& check) {
        json.key("name").text(check.name);
        json.key("passed").boolean(check.passed);
        write_figure(check);
    });
    json.line().objects("not_judged", report.not_judged, [&](const UnjudgedCheck& check) {
        json.key("name").text(check.figure.name);
        json.key("why").text(check.why);
        write_figure(check.figure);
    });
    json.line().list(
        "notes", report.notes, [&](const std::string& note) { json.line().text(note); });
    json.end_object();
}

void write_results(JsonWriter& json, const RunReport& report)
{
    json.line().objects("terms", report.terms, [&](const TermCost& term) {
        json.key("name").text(term.name);
        json.key("first").exact_or_null(term.first);
        json.key("last").exact_or_null(term.last);
    });
    json.line().objects("figures", report.figures, [&](const Figure& figure) {
        json.key("name").text(figure.name);
        json.key("value").exact_or_null(figure.value);
        json.key("unit").text(figure.unit);
    });
    json.line().objects("warnings", report.warnings, [&](const RunWarning& warning) {
        json.key("what").text(warning.what);
        json.key("try").text(warning.try_this);
    });
}

void write_gaits(JsonWriter& json, const std::vector<Gait>& gaits)
{
    json.line().objects("gaits", gaits, [&](const Gait& gait) {
        json.key("character").text(gait.character);
        json.key("name").text(gait.name);
        json.line().objects("feet", gait.feet, [&](const FootPhase& foot) {
            json.key("name").text(foot.name);
            json.key("strides").integer(foot.strides);
            json.key("period").exact_or_null(foot.period);
            json.key("duty").exact_or_null(foot.duty);
            json.key("phase").exact_or_null(foot.phase);
            json.key("spread").exact_or_null(foot.spread);
        });
        json.line().objects("pairs", gait.pairs, [&](const FeetApart& pair) {
            json.key("name").text(pair.name);
            json.key("apart").exact_or_null(pair.apart);
        });
    });
}

void write_contributions(JsonWriter& json, const std::vector<Contribution>& contributions)
{
    if (contributions.empty())
        return;
    json.line().objects("contributions", contributions, [&](const Contribution& part) {
        json.key("character").text(part.character);
        json.key("prop").text(part.prop);
        json.key("impulse").exact_or_null(part.impulse);
        json.key("net_impulse").exact(part.net_impulse);
        json.key("work").exact_or_null(part.work);
        json.key("seconds").exact_or_null(part.seconds);
    });
}

std::string figure_text(double value)
{
    return std::isfinite(value) ? fmt::format("{:.3g}", value) : "-";
}

}  // namespace

std::string status_name(RunStatus status)
{
    switch (status) {
    case RunStatus::valid:
        return "valid";
    case RunStatus::audit_failed:
        return "audit_failed";
    case RunStatus::limit_reached:
        return "limit_reached";
    case RunStatus::interrupted:
        return "interrupted";
    }
    return "";
}

std::string report_to_json(const RunReport& report)
{
    JsonWriter json;
    json.begin_object();
    json.line().key("format").text("gambol/report");
    json.key("version").integer(1);
    json.line().key("status").text(status_name(report.status));
    json.line().key("stopped_because").text(report.stopped_because);
    json.line().key("seed").unsigned_integer(report.seed);
    json.line().key("starts").integer(report.starts);
    json.line().key("chosen_start").integer(report.chosen_start);
    json.line();
    json.key("wall_seconds").exact_or_null(report.wall_seconds);
    json.line();
    json.key("cpu_seconds").exact_or_null(report.cpu_seconds);
    json.line().key("iterations").integer(report.iterations);
    json.line().key("evaluations").integer(report.evaluations);
    write_results(json, report);
    write_gaits(json, report.gaits);
    write_contributions(json, report.contributions);
    json.line().key("audit");
    write_audit(json, report.audit);
    json.line().end_object();
    return json.take() + "\n";
}

std::string audit_to_json(const AuditReport& report)
{
    JsonWriter json;
    write_audit(json, report);
    return json.take() + "\n";
}

std::string audit_table(const AuditReport& report)
{
    std::size_t name_width = 5, subject_width = 5, unit_width = 4;
    const auto measure = [&](const AuditCheck& check) {
        name_width = std::max(name_width, check.name.size());
        subject_width = std::max(subject_width, check.subject.size());
        unit_width = std::max(unit_width, check.unit.size());
    };
    for (const AuditCheck& check : report.checks)
        measure(check);
    for (const UnjudgedCheck& check : report.not_judged)
        measure(check.figure);
    std::string text = fmt::format("      {:<{}}  {:>9}  {:>9}  {:<{}}  {:>8}  {}\n", "check",
        name_width, "worst", "limit", "unit", unit_width, "at", "where");
    const auto line = [&](const char* verdict, const AuditCheck& check) {
        text += fmt::format("{:<4}  {:<{}}  {:>9}  {:>9}  {:<{}}  {:>8}  {}\n", verdict, check.name,
            name_width, figure_text(check.value), figure_text(check.limit), check.unit, unit_width,
            check.value > 0 ? fmt::format("{:.2f} s", check.time) : "", check.subject);
    };
    for (const AuditCheck& check : report.checks)
        line(std::isinf(check.limit) ? "-" : check.passed ? "ok" : "FAIL", check);
    if (!report.not_judged.empty())
        text += "not judged:\n";
    for (const UnjudgedCheck& check : report.not_judged)
        line("?", check.figure);
    // One reason often holds for many.
    for (std::size_t i = 0; i < report.not_judged.size(); ++i) {
        const std::string& why = report.not_judged[i].why;
        const auto same = [&](const UnjudgedCheck& other) { return other.why == why; };
        const auto begin = report.not_judged.begin(), here = begin + std::ptrdiff_t(i);
        if (std::any_of(begin, here, same))
            continue;
        std::string names;
        for (const UnjudgedCheck& check : report.not_judged)
            if (same(check))
                names += (names.empty() ? "" : ", ") + check.figure.name;
        text += fmt::format("      {}: {}\n", names, why);
    }
    for (const std::string& note : report.notes)
        text += "note: " + note + "\n";
    return text;
}

std::string gait_table(const Gait& gait)
{
    std::string text = fmt::format("{}: gait {}", gait.character, gait.name);
    for (const FeetApart& pair : gait.pairs)
        text += fmt::format(
            "{}{} {:.2f}", &pair == &gait.pairs[0] ? "; apart: " : ", ", pair.name, pair.apart);
    std::size_t width = 4;
    for (const FootPhase& foot : gait.feet)
        width = std::max(width, foot.name.size());
    text += fmt::format("\n      {:<{}}  {:>7}  {:>8}  {:>5}  {:>5}  {:>6}\n", "foot", width,
        "strides", "period", "duty", "phase", "spread");
    const auto share
        = [](double value) { return std::isfinite(value) ? fmt::format("{:.2f}", value) : "-"; };
    for (const FootPhase& foot : gait.feet)
        text += fmt::format("      {:<{}}  {:>7}  {:>8}  {:>5}  {:>5}  {:>6}\n", foot.name, width,
            foot.strides, std::isfinite(foot.period) ? fmt::format("{:.2f} s", foot.period) : "-",
            share(foot.duty), share(foot.phase), share(foot.spread));
    return text;
}

std::string cost_csv(const RunReport& report)
{
    std::string text = "start,stage,iteration,seconds,cost\n";
    for (const CostRow& row : report.history)
        text += fmt::format(
            "{},{},{},{:.4f},{:.9g}\n", row.start, row.stage, row.iteration, row.seconds, row.cost);
    return text;
}

}  // namespace gambol::io
