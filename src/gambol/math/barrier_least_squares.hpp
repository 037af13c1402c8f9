// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Dense>

namespace gambol {

/// Regularised least squares with nonnegative coefficients kept positive by a logarithmic barrier:
///
///     min_λ  ½‖Gλ − τ‖² + ½ Σ_j w_j λ_j² − (μ/2) Σ_j log λ_j       λ_j > 0
///
/// Columns marked free are signed: no barrier, any sign. With r = Gλ − τ and a_j = g_j·r the
/// minimum has
///
///     λ_j = (s_j − a_j) / (2 w_j),  s_j = √(a_j² + 2 w_j μ)        (free: λ_j = −a_j / w_j)
///
/// so r alone (a few numbers) is the unknown: Newton on F(r) = r + τ − Σ g_j λ_j = 0, whose
/// Jacobian M = I + Σ g_j g_jᵀ |∂λ_j/∂a_j| is symmetric positive definite.
///
/// `Rows` is how many numbers r has, or Eigen::Dynamic; both forms are compiled in the .cpp.
template <int Rows> class BarrierLeastSquares {
public:
    using Vector = Eigen::Matrix<double, Rows, 1>;
    using Matrix = Eigen::Matrix<double, Rows, Rows>;
    using Columns = Eigen::Matrix<double, Rows, Eigen::Dynamic>;

    /// Allocates only when it grows; `rows` must be Rows unless that is Dynamic.
    void resize(int rows, int columns);

    Columns G;
    Eigen::VectorXd w;  // > 0
    Eigen::Array<bool, Eigen::Dynamic, 1> is_free;

    /// Solves for τ, starting Newton at r₀, until |F| < 1e-10 or rounding ends it. Returns false
    /// when |F| stays above 1e-7 after 60 iterations; the result is then the best point reached.
    bool solve(const Vector& tau, const Vector& r0, double mu);

    [[nodiscard]] int rows() const { return static_cast<int>(G.rows()); }
    [[nodiscard]] int columns() const { return static_cast<int>(w.size()); }
    [[nodiscard]] const Vector& residual() const { return r_; }
    [[nodiscard]] const Eigen::VectorXd& coefficients() const { return lambda_; }
    /// ∂λ_j/∂a_j ≤ 0 and ∂λ_j/∂w_j at the solution.
    [[nodiscard]] const Eigen::VectorXd& slope() const { return slope_; }
    [[nodiscard]] double weight_slope(int column) const;
    /// Cholesky factor of M at the solution.
    [[nodiscard]] const Eigen::LLT<Matrix>& factor() const { return factor_; }
    /// The minimum, with log λ measured from kBarrierUnit so that idle columns add next to nothing.
    [[nodiscard]] double optimal_value() const;
    [[nodiscard]] int iterations() const { return iterations_; }

    static constexpr double kBarrierUnit = 1e-3;

private:
    void evaluate(const Vector& tau, const Vector& r);
    [[nodiscard]] double dual_objective(const Vector& tau, const Vector& r) const;

    double mu_ = 0;
    Vector r_, F_;
    Matrix M_;
    Eigen::VectorXd lambda_, slope_;
    Columns scaled_;  // G diag(√|slope|)
    Eigen::LLT<Matrix> factor_;
    int iterations_ = 0;
};

extern template class BarrierLeastSquares<6>;
extern template class BarrierLeastSquares<Eigen::Dynamic>;

}  // namespace gambol
