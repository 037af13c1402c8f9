// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/math/bordered_band.hpp"
#include "gambol/math/cubic_spline.hpp"

#include <Eigen/Dense>

namespace gambol::spacetime {

/// Adds weight · second derivatives by q, q̇, q̈ at an instant (3n × 3n, symmetric) to those by the
/// control points that it hangs on.
inline void add_window_hessian(
    const Eigen::MatrixXd& bent, const CubicSpline::Weights& w, double weight, BorderedBand& H)
{
    const Eigen::Index n = bent.rows() / 3;
    Eigen::MatrixXd block(n, n);
    for (int row = 0; row < int(w.orders[0].size()); ++row)
        for (int column = 0; column <= row; ++column) {
            block.setZero();
            for (int a = 0; a < 3; ++a)
                for (int b = 0; b < 3; ++b)
                    block += w.orders[size_t(a)][size_t(row)] * w.orders[size_t(b)][size_t(column)]
                        * bent.block(a * n, b * n, n, n);
            BorderedBand::View into = H.block(w.first + row, w.first + column);
            if (row == column)
                into.triangularView<Eigen::Lower>() += weight * block;
            else
                into += weight * block;
        }
}

}  // namespace gambol::spacetime
