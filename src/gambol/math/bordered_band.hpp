// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Dense>

namespace gambol {

/// How unknowns are arranged that live along a spline: equal blocks in the order of time, of which
/// only those less than `reach` apart couple, then a border of a few that may couple to all.
struct BandShape {
    int blocks = 0, block_size = 0;
    int reach = 1;  // blocks that one window spans; 4 for a cubic spline
    int border = 0;

    [[nodiscard]] int band() const { return blocks * block_size; }
    [[nodiscard]] int variables() const { return band() + border; }
    bool operator==(const BandShape&) const = default;
};

/// Symmetric matrix of that shape; only its lower triangle is stored and read:
///
///     [ B  Cᵀ ]     B banded, C and D dense
///     [ C  D  ]
class BorderedBand {
public:
    /// A dense view of a part of the band, whose upper triangle is not to be touched: there lie
    /// other entries.
    using View = Eigen::Map<Eigen::MatrixXd, 0, Eigen::OuterStride<>>;
    using ConstView = Eigen::Map<const Eigen::MatrixXd, 0, Eigen::OuterStride<>>;

    void set_zero(const BandShape&);
    [[nodiscard]] const BandShape& shape() const { return shape_; }

    /// Blocks first … first + count − 1 against themselves, count ≤ reach.
    [[nodiscard]] View window(int first, int count);
    [[nodiscard]] ConstView window(int first, int count) const;
    /// Block `row` against block `column`, 0 ≤ row − column < reach.
    [[nodiscard]] View block(int row, int column);
    [[nodiscard]] ConstView block(int row, int column) const;

    Eigen::MatrixXd coupling;  // C, border × band
    Eigen::MatrixXd corner;  // D, its lower triangle

    /// An entry with row ≥ column that lies inside the shape.
    [[nodiscard]] double& at(int row, int column);
    void add_diagonal(const Eigen::VectorXd&);
    void add_diagonal(double);
    /// y = A x; x and y must not be the same.
    void multiply(const Eigen::VectorXd& x, Eigen::VectorXd& y) const;
    /// The same matrix in one piece, both triangles, for tests and small problems.
    [[nodiscard]] Eigen::MatrixXd dense() const;

private:
    [[nodiscard]] int stride() const { return shape_.reach * shape_.block_size; }

    BandShape shape_;
    // A_ij at (i − j) + j · stride: a part of the band is then a dense matrix whose columns are
    // stride − 1 apart, so that dense kernels work on it in place.
    Eigen::VectorXd band_;
};

/// Cholesky factorisation in O(blocks · (reach · block_size)² · block_size + border² · band); keeps
/// its storage from one call to the next.
class BorderedBandCholesky {
public:
    /// Factorises A + shift·1. False when that is not positive definite (or not finite); then
    /// solve() must not be called.
    [[nodiscard]] bool factorise(const BorderedBand& A, double shift = 0);

    /// x = (A + shift·1)⁻¹ x
    void solve_in_place(Eigen::VectorXd& x) const;

private:
    BorderedBand L_;
};

}  // namespace gambol
