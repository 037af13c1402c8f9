// SPDX-License-Identifier: MIT
#include "gambol/math/block_tridiagonal.hpp"
#include "gambol/math/hermite.hpp"

#include "support/finite_difference.hpp"

#include <gtest/gtest.h>

namespace gambol {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using test::Random;

double dot(const std::array<double, 4>& weights, const Eigen::Vector4d& controls)
{
    return weights[0] * controls[0] + weights[1] * controls[1] + weights[2] * controls[2]
        + weights[3] * controls[3];
}

TEST(Hermite, MeetsEndValuesAndVelocities)
{
    const Eigen::Vector4d controls(0.3, -2, 1.7, 5);  // x₀ ẋ₀ x₁ ẋ₁
    const auto start = hermite_weights(0, 0.25), end = hermite_weights(1, 0.25);
    EXPECT_DOUBLE_EQ(dot(start[0], controls), 0.3);
    EXPECT_DOUBLE_EQ(dot(start[1], controls), -2);
    EXPECT_DOUBLE_EQ(dot(end[0], controls), 1.7);
    EXPECT_DOUBLE_EQ(dot(end[1], controls), 5);
}

TEST(Hermite, VelocityAndAccelerationAreDerivatives)
{
    const double T = 0.4;
    const Eigen::Vector4d controls(0.3, -2, 1.7, 5);
    for (const double u : { 0.0, 0.2, 0.5, 0.9, 1.0 }) {
        const auto below = [&](const VectorXd& t) {
            const auto w = hermite_weights(t[0] / T, T);
            return VectorXd(Eigen::Vector2d(dot(w[0], controls), dot(w[1], controls)));
        };
        const MatrixXd rates = test::central_jacobian(below, VectorXd::Constant(1, u * T), 1e-3);
        const auto w = hermite_weights(u, T);
        EXPECT_NEAR(dot(w[1], controls), rates(0), 1e-10);
        EXPECT_NEAR(dot(w[2], controls), rates(1), 1e-9);
    }
}

TEST(Hermite, ReproducesEveryCubic)
{
    // x = 1 − 2t + 3t² − 4t³ over 0.5 s
    const double T = 0.5, t = 0.3 * T;
    const auto x = [](double s) { return 1 - 2 * s + 3 * s * s - 4 * s * s * s; };
    const auto v = [](double s) { return -2 + 6 * s - 12 * s * s; };
    const auto w = hermite_weights(0.3, T);
    const Eigen::Vector4d controls(x(0), v(0), x(T), v(T));
    EXPECT_NEAR(dot(w[0], controls), x(t), 1e-14);
    EXPECT_NEAR(dot(w[1], controls), v(t), 1e-13);
    EXPECT_NEAR(dot(w[2], controls), 6 - 24 * t, 1e-12);
}

/// Positive definite, from a random factor of the same shape.
BlockTridiagonal random_matrix(int blocks, int size, unsigned seed)
{
    Random random(seed);
    BlockTridiagonal H;
    H.set_zero(blocks, size);
    MatrixXd above = MatrixXd::Zero(size, size);  // L_{k,k} of the block before
    for (int k = 0; k < blocks; ++k) {
        const MatrixXd diagonal = random.matrix(size, size) + 2 * MatrixXd::Identity(size, size);
        const MatrixXd left = random.matrix(size, size);
        H.diagonal[k] = diagonal * diagonal.transpose() + MatrixXd::Identity(size, size);
        if (k > 0) {
            H.diagonal[k] += left * left.transpose();
            H.lower[k] = left * above.transpose();
        }
        above = diagonal;
    }
    return H;
}

TEST(BlockTridiagonalCholesky, AgreesWithADenseSolve)
{
    for (const int blocks : { 1, 2, 7 }) {
        const int size = 5, n = blocks * size;
        BlockTridiagonal H = random_matrix(blocks, size, 11);
        Random random(12);
        const VectorXd shift = random.vector(n).cwiseAbs(), b = random.vector(n);
        const MatrixXd dense = H.dense() + MatrixXd(shift.asDiagonal());
        EXPECT_LT((dense - dense.transpose()).norm(), 1e-14);
        for (MatrixXd& block : H.diagonal)
            block.triangularView<Eigen::StrictlyUpper>().setConstant(1e9);  // must not be read
        BlockTridiagonalCholesky cholesky;
        ASSERT_TRUE(cholesky.factorise(H, shift));
        VectorXd x;
        cholesky.solve(b, x);
        EXPECT_LT((x - VectorXd(dense.ldlt().solve(b))).norm(), 1e-12) << blocks << " blocks";
        EXPECT_GT(x.norm(), 1e-3);
    }
}

TEST(BlockTridiagonalCholesky, SolvesChainsOfDifferentBlocksSideBySide)
{
    const BlockTridiagonal first = random_matrix(3, 5, 21), second = random_matrix(4, 2, 22);
    BlockTridiagonal both = first;
    both.diagonal.insert(both.diagonal.end(), second.diagonal.begin(), second.diagonal.end());
    both.lower.insert(both.lower.end(), second.lower.begin(), second.lower.end());
    both.lower[3].resize(0, 0);  // a chain begins
    ASSERT_EQ(both.rows(), 23);
    const VectorXd b = Random(23).vector(23), shift = Random(24).vector(23).cwiseAbs();
    const MatrixXd dense = both.dense() + MatrixXd(shift.asDiagonal());
    EXPECT_EQ(dense.block(15, 0, 8, 15).norm(), 0);
    EXPECT_LT((dense.topLeftCorner(15, 15) - first.dense() - MatrixXd(shift.head(15).asDiagonal()))
                  .norm(),
        1e-13);
    EXPECT_EQ((both.diagonal_entries() + shift - dense.diagonal()).norm(), 0);
    BlockTridiagonalCholesky cholesky;
    ASSERT_TRUE(cholesky.factorise(both, shift));
    VectorXd x;
    cholesky.solve(b, x);
    EXPECT_LT((dense * x - b).norm(), 1e-11);
}

TEST(BlockTridiagonalCholesky, SolvesAgainForAnotherMatrix)
{
    BlockTridiagonalCholesky cholesky;
    for (const int blocks : { 6, 3 }) {
        const BlockTridiagonal H = random_matrix(blocks, 4, 13);
        const VectorXd b = Random(14).vector(4 * blocks);
        ASSERT_TRUE(cholesky.factorise(H, VectorXd::Zero(4 * blocks)));
        VectorXd x;
        cholesky.solve(b, x);
        EXPECT_LT((H.dense() * x - b).norm(), 1e-11);
    }
}

TEST(BlockTridiagonalCholesky, ReportsAnIndefiniteMatrix)
{
    BlockTridiagonal H = random_matrix(4, 3, 15);
    const VectorXd none = VectorXd::Zero(12);
    BlockTridiagonalCholesky cholesky;
    ASSERT_TRUE(cholesky.factorise(H, none));
    VectorXd shift = none;
    shift[7] = -1e3;
    EXPECT_FALSE(cholesky.factorise(H, shift));
    // Each diagonal block is positive, the whole is not.
    H.lower[2] *= 100;
    ASSERT_LT(H.dense().selfadjointView<Eigen::Lower>().eigenvalues().minCoeff(), 0);
    EXPECT_FALSE(cholesky.factorise(H, none));
    EXPECT_TRUE(cholesky.factorise(H, VectorXd::Constant(12, 1e5)));
}

}  // namespace
}  // namespace gambol
