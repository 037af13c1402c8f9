// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/parallel/worker_pool.hpp"

#include <Eigen/Dense>

#include <vector>

namespace gambol::cloth {

/// The two loops of L-BFGS around a matrix A that is solved with by somebody else. With pairs s =
/// x₁ − x₀, y = g₁ − g₀, ρ = 1 / s·y, the oldest first,
///
///     d ← −g;   αᵢ = ρᵢ sᵢ·d,  d ← d − αᵢ yᵢ   (newest first);   d ← A⁻¹ d;
///               d ← d + (αᵢ − ρᵢ yᵢ·d) sᵢ       (oldest first)
///
/// The products sᵢ·yⱼ are kept, so that each loop is one pass for all products with d and one for
/// all that is added to it. Sums are over pieces of fixed size: the result does not depend on the
/// number of threads.
class Lbfgs {
public:
    Lbfgs(int pairs, WorkerPool& pool);

    void forget() { size_ = 0; }
    /// d = −g after the first loop, to be solved with A.
    void before_solve(const Eigen::Matrix3Xd& g, Eigen::Matrix3Xd& d);
    /// The second loop.
    void after_solve(Eigen::Matrix3Xd& d);
    /// A pair, unless its s·y is not positive; the oldest goes if there are too many.
    void add(const Eigen::Matrix3Xd& x_t0, const Eigen::Matrix3Xd& x_t1,
        const Eigen::Matrix3Xd& g_t0, const Eigen::Matrix3Xd& g_t1);

private:
    using Vectors = std::vector<Eigen::Matrix3Xd>;
    [[nodiscard]] Eigen::VectorXd products(const Vectors& with, const Eigen::Matrix3Xd& v);
    void combine(double of_v, const Eigen::Matrix3Xd& v, const Vectors& with,
        const Eigen::VectorXd& coefficients, Eigen::Matrix3Xd& sum);

    WorkerPool& pool_;
    Eigen::Index size_ = 0;
    Vectors s_, y_;  // one more than pairs are kept, for the next
    Eigen::MatrixXd sy_;  // sᵢ·yⱼ for i ≤ j
    Eigen::VectorXd alpha_;
    Eigen::MatrixXd partial_;  // products of pieces
};

}  // namespace gambol::cloth
