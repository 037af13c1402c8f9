// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/SparseCholesky>

namespace gambol::cloth {

/// Factors of a matrix of rows with unit diagonal, of which the lower half is given. A ridge keeps
/// dependent rows apart; solving again for what is left, against the matrix without it, takes the
/// ridge's effect away by a factor ridge / (ridge + σ) each time along an eigenvector of value σ.
class ZoneFactors {
public:
    static constexpr int kRefinements = 12;

    explicit ZoneFactors(Eigen::SparseMatrix<double> lower)
    {
        for (Eigen::Index r = 0; r < lower.rows(); ++r)
            lower.coeffRef(r, r) += kRidge;
        factors_.compute(lower);
    }

    [[nodiscard]] Eigen::MatrixXd solve(const Eigen::MatrixXd& right) const
    {
        return factors_.solve(right);
    }

private:
    // 1e-2 froze squares on an incline, 1e-10 lets nearly dependent rows blow up.
    static constexpr double kRidge = 1e-6;
    Eigen::SimplicialLDLT<Eigen::SparseMatrix<double>> factors_;
};

}  // namespace gambol::cloth
