// SPDX-License-Identifier: MIT
#include "gambol/io/export/sweep_page.hpp"

#include "gambol/io/json/json_writer.hpp"
#include "gambol/io/plot/line_plot.hpp"

#include <fmt/format.h>

#include <cmath>

namespace gambol::io {

namespace {

/// Share of the cycle at which toes leave the ground, by speed [Novacheck 1998]; Froude numbers for
/// hips at 0.93 m.
constexpr double kHumanHips = 0.93, kGravityThere = 9.81;
constexpr std::pair<double, double> kHumanDuty[]
    = { { 1.2, 0.62 }, { 3.2, 0.39 }, { 3.9, 0.36 }, { 9.0, 0.22 } };

/// The values of `what` of all valid points, named by gait.
Curve curve_of(const std::string& name, const std::vector<SweepPoint>& points,
    double SweepPoint::*what, bool with_gaits)
{
    Curve curve { name, {}, {} };
    for (const SweepPoint& point : points)
        if (point.valid) {
            curve.x.push_back(point.froude);
            curve.y.push_back(point.*what);
            if (with_gaits)
                curve.notes.push_back(point.gait == "none" ? "" : point.gait);
        }
    return curve;
}

Curve alexander(const std::vector<SweepPoint>& points)
{
    Curve curve { "Alexander", {}, {}, {}, Curve::Look::dashed_line };
    if (points.empty())
        return curve;
    const double from = points.front().froude, to = points.back().froude;
    for (int i = 0; i <= 20; ++i) {
        curve.x.push_back(from * std::pow(to / from, i / 20.0));
        curve.y.push_back(alexander_stride(curve.x.back()));
    }
    return curve;
}

Curve human_duties()
{
    Curve curve { "humans", {}, {}, {}, Curve::Look::hollow_dots };
    for (const auto& [speed, duty] : kHumanDuty) {
        curve.x.push_back(speed * speed / (kGravityThere * kHumanHips));
        curve.y.push_back(duty);
    }
    return curve;
}

std::string cell(double value)
{
    return std::isfinite(value) ? fmt::format("<td>{:.3g}</td>", value) : "<td>-</td>";
}

}  // namespace

PlotPicture sweep_plot(const std::string& name, const std::vector<SweepPoint>& points)
{
    const std::string froude = "Froude number: speed x speed / (g x height of hips)";
    LinePlot stride { name + ": stride", froude, "stride / height of hips",
        { curve_of("found", points, &SweepPoint::stride, true), alexander(points) } };
    LinePlot duty { "Share of the cycle that a foot stands", froude, "duty",
        { curve_of("found", points, &SweepPoint::duty, true) } };
    duty.even_y = true;
    if (!points.empty() && points.front().feet == 2)
        duty.curves.push_back(human_duties());
    LinePlot cost { "Cost of transport: positive work of joints", froude, "work / (weight x way)",
        { curve_of("found", points, &SweepPoint::cost_of_transport, true) } };
    cost.even_y = true;
    PlotPicture all;
    for (const LinePlot* plot : { &stride, &duty, &cost }) {
        const PlotPicture panel = line_plot(*plot);
        all.add(panel, { 0, all.height });
        all.width = panel.width;
        all.height += panel.height;
    }
    return all;
}

std::string sweep_json(const std::string& name, const std::vector<SweepPoint>& points)
{
    JsonWriter json;
    const auto number = [&](const char* key, double value) {
        json.key(key);
        if (std::isfinite(value))
            json.exact(value);
        else
            json.null();
    };
    json.begin_object();
    json.line().key("format").text("gambol/sweep");
    json.key("version").integer(1);
    json.line().key("name").text(name);
    json.line().key("points").begin_array();
    for (const SweepPoint& point : points) {
        json.line().begin_object();
        number("speed", point.speed);
        number("froude", point.froude);
        json.key("gait").text(point.gait);
        number("period", point.period);
        number("stride", point.stride);
        number("duty", point.duty);
        number("cost_of_transport", point.cost_of_transport);
        json.key("valid").boolean(point.valid);
        json.end_object();
    }
    json.end_array();
    json.line().key("changes").begin_array();
    for (const GaitChange& change : gait_changes(points)) {
        json.line().begin_object();
        json.key("from").text(change.from);
        json.key("to").text(change.to);
        number("slower", change.slower);
        number("faster", change.faster);
        number("froude", change.froude);
        json.end_object();
    }
    json.end_array();
    json.line().end_object();
    return json.take() + "\n";
}

std::string describe(const GaitChange& change)
{
    return fmt::format("{}, then {} between {:g} and {:g} m/s (Froude {:.2g})", change.from,
        change.to, change.slower, change.faster, change.froude);
}

std::string sweep_html(const std::string& name, const std::vector<SweepPoint>& points,
    const std::vector<std::string>& folders)
{
    std::string rows, changes;
    for (std::size_t i = 0; i < points.size(); ++i) {
        const SweepPoint& point = points[i];
        rows += fmt::format("<tr><td><a href=\"{}/view.html\">{:g}</a></td>",
                    xml_escaped(folders[i]), point.speed)
            + cell(point.froude) + fmt::format("<td>{}</td>", xml_escaped(point.gait))
            + cell(point.period) + cell(point.stride) + cell(alexander_stride(point.froude))
            + cell(point.duty) + cell(point.cost_of_transport)
            + fmt::format("<td>{}</td></tr>\n", point.valid ? "passed" : "FAILED");
    }
    for (const GaitChange& change : gait_changes(points))
        changes += "<p>" + xml_escaped(describe(change)) + "</p>\n";
    return fmt::format(
               "<!doctype html>\n<html lang=\"en\"><head><meta "
               "charset=\"utf-8\"><title>{0}</title>\n"
               "<style>body{{font:15px/1.5 system-ui,sans-serif;max-width:60em;margin:2em auto;"
               "padding:0 1em}}table{{border-collapse:collapse}}td,th{{padding:.2em .9em;"
               "border-bottom:1px solid #ddd;text-align:right}}</style></head>\n"
               "<body><h1>{0}</h1>\n<table><tr><th>m/s</th><th>Froude</th><th>gait</th>"
               "<th>period s</th><th>stride / hips</th><th>Alexander</th><th>duty</th>"
               "<th>cost of transport</th><th>audit</th></tr>\n",
               xml_escaped(name))
        + rows + "</table>\n" + changes + to_svg(sweep_plot(name, points))
        + "<p>Dashed: stride = 2.3 Fr^0.3 heights of the hips, R. McN. Alexander and A. S. Jayes, "
          "J. Zool. 201 (1983). Animals walk below a Froude number of about 0.5; trotters gallop "
          "from 2 to 3 on (ibid.). Circles: toe-off of humans at 1.2, 3.2, 3.9 and 9 m/s, "
          "T. F. Novacheck, Gait and Posture 7 (1998), with hips at 0.93 m.</p>\n"
          "</body></html>\n";
}

}  // namespace gambol::io
