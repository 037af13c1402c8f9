// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/math/bordered_band.hpp"

#include <Eigen/Dense>

#include <vector>

namespace gambol {

/// Consecutive rows that touch the same variables: a window of blocks and some of the border.
struct RowGroup {
    int rows = 0;
    int first_block = 0, blocks = 0;  // blocks ≤ reach; 0 when only the border is touched
    std::vector<int> border = {};  // columns of the border, counted within it, ascending
    /// Rows that only ask for a value of the spline hang on the window by the same few numbers:
    /// block j of the window has shares[j] × what is stored. Empty: every block has its own.
    std::vector<double> shares = {};

    bool operator==(const RowGroup&) const = default;
};

/// ∂c/∂x as one dense matrix per group of rows. Groups follow each other in c; those that share
/// their variables with the one before are multiplied together with it.
class BandJacobian {
public:
    /// One row of c after the other: rows × (blocks · block_size + border columns), or with shares
    /// rows × (block_size + border columns).
    using View = Eigen::Map<Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>>;
    using ConstView
        = Eigen::Map<const Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>>;

    BandJacobian(const BandShape&, const std::vector<RowGroup>&);

    [[nodiscard]] const BandShape& shape() const { return shape_; }
    [[nodiscard]] int rows() const { return rows_; }
    [[nodiscard]] int groups() const { return static_cast<int>(groups_.size()); }
    [[nodiscard]] const RowGroup& description(int group) const { return groups_[group]; }
    [[nodiscard]] int first_row(int group) const { return first_rows_[group]; }
    /// The variable that a column of an expanded group stands for.
    [[nodiscard]] int variable(int group, int column) const;
    /// A group with all its columns, whether it is stored by shares or not.
    [[nodiscard]] Eigen::MatrixXd expanded(int group) const;
    [[nodiscard]] int expanded_width(int group) const;

    [[nodiscard]] View group(int group);
    [[nodiscard]] ConstView group(int group) const;
    void set_zero() { entries_.setZero(); }
    [[nodiscard]] bool all_finite() const { return entries_.allFinite(); }

    /// y = J x
    void multiply(const Eigen::VectorXd& x, Eigen::VectorXd& y) const;
    /// x += Jᵀ y
    void add_transposed_product(const Eigen::VectorXd& y, Eigen::VectorXd& x) const;
    /// A += Jᵀ diag(weights) J, weights ≥ 0. Not const: keeps its work space.
    void add_gram(const Eigen::VectorXd& weights, BorderedBand& A);
    [[nodiscard]] Eigen::MatrixXd dense() const;

private:
    /// Groups that share their variables, seen as one.
    struct Run {
        RowGroup description;
        int first_row = 0;
        int first_entry = 0;
    };
    [[nodiscard]] int width(const RowGroup&) const;  // as stored
    /// Columns before those of the border, as stored.
    [[nodiscard]] int inside(const RowGroup&) const;
    void add_gram(const Eigen::MatrixXd& local, const RowGroup&, BorderedBand& A) const;
    [[nodiscard]] ConstView run(const Run&) const;

    BandShape shape_;
    std::vector<RowGroup> groups_;
    std::vector<int> first_rows_, first_entries_;
    std::vector<Run> runs_;
    int rows_ = 0;
    Eigen::VectorXd entries_;
    Eigen::VectorXd scaled_;  // √weights · J of one run, transposed
    Eigen::MatrixXd corner_;  // border part of one run
    Eigen::MatrixXd local_;  // Jᵀ diag(weights) J of a run with shares
    mutable Eigen::VectorXd part_;  // of a vector, one block long
};

}  // namespace gambol
