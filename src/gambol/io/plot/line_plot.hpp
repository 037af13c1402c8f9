// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/io/plot/plot_picture.hpp"

#include <string>
#include <vector>

namespace gambol::io {

struct Curve {
    std::string name;  // beside its last point; empty: none
    std::vector<double> x, y;
    std::vector<std::string> notes = {};  // above points; as many as there are, or none
    enum class Look { line_and_dots, dashed_line, hollow_dots } look = Look::line_and_dots;
};

struct LinePlot {
    std::string title, x_label, y_label;
    std::vector<Curve> curves;
    bool even_y = false;  // y from 0 in even steps instead of a logarithmic axis
};

/// A picture with logarithmic axes. Points that are not above 0 are left out.
[[nodiscard]] PlotPicture line_plot(const LinePlot&);
[[nodiscard]] std::string line_plot_svg(const LinePlot&);

struct Bar {
    std::string name;
    double value = 0;  // above 0
    std::string note;  // beside it
};

struct BarPlot {
    std::string title, label;
    std::vector<Bar> bars;
};

/// Bars that lie, on a logarithmic axis.
[[nodiscard]] std::string bar_plot_svg(const BarPlot&);

}  // namespace gambol::io
