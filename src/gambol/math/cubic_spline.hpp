// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <vector>

namespace gambol {

/// Cubic B-splines over [start, end], with clamped ends: the curve begins at its first control
/// point and ends at its last. Accelerations are continuous inside, and may jump at breaks that are
/// marked so, where the forces on a body change at once: at take-off and touch-down.
class CubicSpline {
public:
    struct Break {
        double time = 0;
        bool jump = false;  // of the acceleration
    };
    /// What an instant is made of: value (row 0), velocity (1) and acceleration (2) are the weights
    /// of the four control points from `first` on.
    struct Weights {
        int first = 0;
        std::array<std::array<double, 4>, 3> orders {};
    };

    /// Breaks in rising order, at least two; the first and the last are the ends.
    explicit CubicSpline(std::vector<Break> breaks);

    [[nodiscard]] int controls() const { return int(knots_.size()) - 4; }
    [[nodiscard]] int intervals() const { return int(breaks_.size()) - 1; }
    [[nodiscard]] double start() const { return breaks_.front().time; }
    [[nodiscard]] double end() const { return breaks_.back().time; }
    [[nodiscard]] double time(int interval, double u) const;
    [[nodiscard]] double length(int interval) const;  // s
    /// Which interval an instant is in: of two that meet there the later one, but for the end.
    [[nodiscard]] int interval_at(double time) const;

    /// At u ∈ [0, 1] of an interval between two breaks, seen from inside it.
    [[nodiscard]] Weights weights(int interval, double u) const;
    /// Where along the curve a control point acts: a line through all (abscissa, value) is a line.
    [[nodiscard]] double abscissa(int control) const;

private:
    std::vector<Break> breaks_;
    std::vector<double> knots_;
    std::vector<int> spans_;  // per interval: index of the knot at its start
};

}  // namespace gambol
