// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

namespace gambol::bench {

struct Curve {
    std::string name;
    std::vector<double> x, y;  // above 0
};

struct LinePlot {
    std::string title, x_label, y_label;
    std::vector<Curve> curves;
};

/// A picture with logarithmic axes; every curve has its name at its last point. Points that are not
/// above 0 are left out.
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

}  // namespace gambol::bench
