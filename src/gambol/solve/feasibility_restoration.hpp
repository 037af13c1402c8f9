// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/problem/constrained_problem.hpp"
#include "gambol/solve/bound_barrier.hpp"

#include <Eigen/Dense>

namespace gambol {

/// Brings x nearer to where the rows are within their bounds, whatever that costs: steps of
/// Levenberg-Marquardt on
///
///     ½ ‖c(x) − s‖²        s = the point between the bounds nearest to c(x), `distance` inside
///
/// that go at most nine tenths of the way to any bound of x and change no variable of a block by
/// more than `largest_step`.
class FeasibilityRestoration {
public:
    FeasibilityRestoration(ConstrainedProblem&, const BoundBarrier& variables,
        const BoundBarrier& rows, double largest_step);

    void start(double distance);
    /// Goes from x, whose rows and their Jacobian are c and J, to a better x and c. False when
    /// there is none, or hardly: then x is, to a good approximation, a local optimum of the above.
    [[nodiscard]] bool step(Eigen::VectorXd& x, Eigen::VectorXd& c, BandJacobian& J);

private:
    /// ½‖c − s‖²; sets excess_ = c − s.
    [[nodiscard]] double measure(const Eigen::VectorXd& c);

    ConstrainedProblem& problem_;
    const BoundBarrier& variables_;
    const BoundBarrier& rows_;
    double largest_step_, distance_ = 0, damping_ = 0;
    int slow_ = 0;  // steps on end that gained little
    Eigen::VectorXd excess_, gradient_, weights_, dx_, trial_, trial_c_;
    BorderedBand matrix_;
    BorderedBandCholesky cholesky_;
};

}  // namespace gambol
