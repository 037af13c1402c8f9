// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Dense>
#include <Eigen/SparseCore>

#include <vector>

namespace gambol {

/// A = L Lᵀ of a sparse matrix that acts alike on x, y and z. The three right sides go through L
/// together, a vertex in one register: a third of the passes over L that columns one by one take.
class BlockCholesky {
public:
    /// A symmetric and positive definite, both halves given. False if it is not.
    [[nodiscard]] bool factorise(const Eigen::SparseMatrix<double>& A);

    /// A⁻¹ b for b of 3 × rows.
    [[nodiscard]] Eigen::Matrix3Xd solve(const Eigen::Matrix3Xd& b) const;

    [[nodiscard]] Eigen::Index rows() const { return Eigen::Index(place_.size()); }

private:
    struct Entry {
        double value;
        int row;
    };
    std::vector<int> place_;  // of every row in the order of elimination
    std::vector<double> diagonal_inverse_;
    std::vector<int> first_;  // entry of every column below the diagonal
    std::vector<Entry> entries_;
};

}  // namespace gambol
