// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/parallel/worker_pool.hpp"

#include <Eigen/Dense>
#include <Eigen/SparseCore>
#include <Eigen/StdVector>

#include <vector>

namespace gambol::cloth {

/// The factorisation of a sparse matrix that acts alike on x, y and z. The three right sides go
/// through it together, a vertex in one register.
///
/// Columns of L with almost the same rows are taken together as a panel s. With L_ss its triangle
/// and L_rs what is below, all that is needed of it is
///
///     G = L_rs L_ss⁻¹,   D⁻¹ = (L_ss L_ssᵀ)⁻¹:     b_r ← b_r − G b_s,  b_s ← D⁻¹ b_s     upwards,
///                                                   b_s ← b_s − Gᵀ b_r downwards,
///
/// products with dense matrices, in which no number waits for the one before. The parts of a
/// dissection have panels and a workspace of their own: branches are solved at the same time, and
/// what they add to the part above them is added in a fixed order. So the result does not depend on
/// the number of threads.
class BlockCholesky {
public:
    /// A symmetric and positive definite, both halves given; its row i stands for column
    /// `columns[i]` of the right sides. False if A is not positive.
    [[nodiscard]] bool factorise(
        const Eigen::SparseMatrix<double>& A, const std::vector<int>& columns);

    /// x = A⁻¹ b in the columns that A has rows for; others of x stay as they are. Has a workspace:
    /// not to be called from two threads at once.
    void solve(const Eigen::Matrix3Xd& b, Eigen::Matrix3Xd& x, WorkerPool& pool) const;

private:
    struct Panel {
        int begin = 0, width = 0;  // columns, by place in the workspace
        int first_row = 0, row_count = 0;  // in rows_, a multiple of four
        std::size_t G = 0, D = 0;  // first numbers in values_, four rows beside one another
    };
    struct Part {
        int begin = 0, end = 0;  // its columns by place in the workspace
        int boundary_end = 0;  // from `end` on: rows of the parts above
        int scratch = 0;  // from here on: as many places as the widest panel has columns
        int first_panel = 0, last_panel = 0;
        int parent = -1, height = 0;
        std::vector<int> children;
        std::vector<int> in_parent;  // place in the workspace of the parent, by boundary row
    };
    // A vertex; the fourth number fills the register.
    using Lanes = Eigen::Vector4d;
    class Builder;

    void go_up(const Part& part, const Eigen::Matrix3Xd& b) const;
    void go_down(const Part& part, Eigen::Matrix3Xd& x) const;

    std::vector<Part> parts_;
    std::vector<std::vector<int>> stages_;  // parts by height: those of one stage are independent
    std::vector<int> column_;  // of the right sides, by place in the workspace
    std::vector<Panel> panels_;
    std::vector<int> rows_;  // of panels, by place in the workspace
    std::vector<double> values_;
    mutable std::vector<Lanes, Eigen::aligned_allocator<Lanes>> work_;
};

}  // namespace gambol::cloth
