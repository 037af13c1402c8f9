// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Dense>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace gambol {

/// How much of a cost is asked for.
enum class Detail { value, gradient, hessian };

/// A one-sided residual, max(0, r), that counts or may soon do so. It depends on positions only.
struct OneSidedRow {
    static constexpr int kMostColumns = 26;
    double r = 0, weight = 0;
    bool counts = false;  // in the model as it stands
    int size = 0;
    double slope = 0;  // Σ|J|: most that r changes when every variable moves by 1
    std::array<int, kMostColumns> columns;
    std::array<double, kMostColumns> J;
};

/// The cost of one sample as a function of its local variables y, to second order in the sense of
/// Gauss-Newton:
///
///     cost = Σ ½w‖r‖²      gradient = Σ w Jᵀr      hessian = Σ w JᵀJ
///
/// Terms add residuals r with the rows J = ∂r/∂y restricted to the columns they touch. `weight` is
/// set by whoever calls the term, so that a residual keeps its physical unit.
class LocalModel {
public:
    double weight = 1;
    double largest_residual = 0;  // max |r| since the caller last set it to 0, for progress lines

    void reset(int size, Detail detail)
    {
        detail_ = detail;
        cost_ = 0;
        if (detail != Detail::value)
            gradient_.setZero(size);
        if (detail == Detail::hessian)
            hessian_.setZero(size, size);
        hinges_.clear();
    }

    [[nodiscard]] bool wants_derivatives() const { return detail_ != Detail::value; }
    [[nodiscard]] bool wants_hessian() const { return detail_ == Detail::hessian; }
    [[nodiscard]] double cost() const { return cost_; }
    [[nodiscard]] const Eigen::VectorXd& gradient() const { return gradient_; }
    [[nodiscard]] const Eigen::MatrixXd& hessian() const { return hessian_; }

    /// R residuals that touch N columns. J is read only when derivatives are wanted. A column may
    /// appear twice.
    template <int R, int N>
    void add(const Eigen::Matrix<double, R, 1>& r, const Eigen::Matrix<double, R, N>& J,
        const std::array<int, size_t(N)>& columns)
    {
        add_rows(r, J, columns);
    }

    /// The same without its value: derivatives of a part of a cost that was added by add_cost.
    template <int R, int N>
    void add_known(const Eigen::Matrix<double, R, 1>& r, const Eigen::Matrix<double, R, N>& J,
        const std::array<int, size_t(N)>& columns)
    {
        const double cost = cost_, largest = largest_residual;
        add_rows(r, J, columns);
        cost_ = cost;
        largest_residual = largest;
    }

    /// The same for numbers of rows and columns that are known only at run time.
    void add_dynamic(
        const Eigen::VectorXd& r, const Eigen::MatrixXd& J, const std::vector<int>& columns)
    {
        add_rows(r, J, columns);
    }

    /// How far below zero a one-sided residual is still of interest: a term may leave out what is
    /// further away. Only second-order models look ahead.
    [[nodiscard]] double hinge_horizon() const { return wants_hessian() ? kHingeHorizon : 0; }

    /// The residual max(0, r).
    template <int N>
    void add_hinge(
        double r, const Eigen::Matrix<double, 1, N>& J, const std::array<int, size_t(N)>& columns)
    {
        static_assert(N <= OneSidedRow::kMostColumns);
        if (r > 0)
            add_rows(Eigen::Matrix<double, 1, 1>(r), J, columns);
        if (!wants_hessian() || r <= -kHingeHorizon)
            return;
        OneSidedRow& hinge = hinges_.emplace_back();
        hinge.r = r;
        hinge.weight = weight;
        hinge.counts = r > 0;
        hinge.size = N;
        hinge.slope = J.cwiseAbs().sum();
        for (int i = 0; i < N; ++i) {
            hinge.columns[size_t(i)] = columns[size_t(i)];
            hinge.J[size_t(i)] = J[i];
        }
    }
    [[nodiscard]] const std::vector<OneSidedRow>& hinges() const { return hinges_; }
    /// Hands them over; what was in `hinges` is lost, but not its memory.
    void take_hinges(std::vector<OneSidedRow>& hinges) { hinges.swap(hinges_); }
    /// Adds a hinge as if r counted whatever its sign, or takes it away: whichever `counts` says.
    void switch_hinge(const OneSidedRow& hinge)
    {
        const double w = hinge.counts ? hinge.weight : -hinge.weight;
        cost_ += 0.5 * w * hinge.r * hinge.r;
        for (int i = 0; i < hinge.size; ++i) {
            gradient_[hinge.columns[size_t(i)]] += w * hinge.r * hinge.J[size_t(i)];
            for (int j = 0; j < hinge.size; ++j)
                hessian_(hinge.columns[size_t(j)], hinge.columns[size_t(i)])
                    += w * hinge.J[size_t(j)] * hinge.J[size_t(i)];
        }
    }

    /// One residual that is itself a variable up to a constant: J = slope at one column.
    void add(double r, double slope, int column)
    {
        cost_ += 0.5 * weight * r * r;
        note_residual(std::abs(r));
        if (wants_derivatives())
            gradient_[column] += weight * slope * r;
        if (wants_hessian())
            hessian_(column, column) += weight * slope * slope;
    }

    void note_residual(double size) { largest_residual = std::max(largest_residual, size); }

    /// A cost that is not a sum of squares: its value, gradient and a positive semidefinite
    /// stand-in for its Hessian on N columns.
    void add_cost(double value) { cost_ += weight * value; }
    void add_gradient(double g, int column) { gradient_[column] += weight * g; }
    void add_hessian(double h, int row, int column) { hessian_(row, column) += weight * h; }

private:
    static constexpr double kHingeHorizon = 0.1;  // m or rad

    template <class Residual, class Jacobian, class Columns>
    void add_rows(const Residual& r, const Jacobian& J, const Columns& columns)
    {
        cost_ += 0.5 * weight * r.squaredNorm();
        note_residual(r.cwiseAbs().maxCoeff());
        if (!wants_derivatives())
            return;
        constexpr int N = Jacobian::ColsAtCompileTime;
        const Eigen::Matrix<double, N, 1> g = weight * (J.transpose() * r);
        for (Eigen::Index i = 0; i < g.size(); ++i)
            gradient_[columns[size_t(i)]] += g[i];
        if (!wants_hessian())
            return;
        Eigen::Matrix<double, N, N> H;
        H.noalias() = weight * J.transpose() * J;
        for (Eigen::Index j = 0; j < g.size(); ++j) {
            double* column = hessian_.col(columns[size_t(j)]).data();
            for (Eigen::Index i = 0; i < g.size(); ++i)
                column[columns[size_t(i)]] += H(i, j);
        }
    }

    Detail detail_ = Detail::value;
    double cost_ = 0;
    Eigen::VectorXd gradient_;
    Eigen::MatrixXd hessian_;
    std::vector<OneSidedRow> hinges_;
};

}  // namespace gambol
