// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/io/plot/plot_picture.hpp"
#include "gambol/motion/sweep.hpp"

#include <string>
#include <vector>

namespace gambol::io {

/// Stride, duty and cost of transport against the Froude number, with Alexander's curve and what
/// has been published of humans where the animal has two feet.
[[nodiscard]] PlotPicture sweep_plot(const std::string& name, const std::vector<SweepPoint>&);

/// sweep.json: the same as numbers.
[[nodiscard]] std::string sweep_json(const std::string& name, const std::vector<SweepPoint>&);

/// sweep.html: a table with links to `folders`, one per point, the changes of gait and the plot.
[[nodiscard]] std::string sweep_html(const std::string& name, const std::vector<SweepPoint>&,
    const std::vector<std::string>& folders);

/// "walk, then trot between 1 and 2 m/s (Froude 0.14)"; for terminals.
[[nodiscard]] std::string describe(const GaitChange&);

}  // namespace gambol::io
