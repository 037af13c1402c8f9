// SPDX-License-Identifier: MIT
#include "gambol/cloth/step/block_cholesky.hpp"

#include "gambol/math/random.hpp"

#include <gtest/gtest.h>

#include <Eigen/SparseCholesky>

#include <cmath>
#include <numeric>
#include <vector>

namespace gambol::cloth {
namespace {

using Sparse = Eigen::SparseMatrix<double>;

std::vector<int> all_columns(int count)
{
    std::vector<int> columns(std::size_t(count), 0);
    std::iota(columns.begin(), columns.end(), 0);
    return columns;
}

Eigen::Matrix3Xd random_right_sides(int count, unsigned seed)
{
    Random random(seed);
    StandardNormal normal;
    Eigen::Matrix3Xd b(3, count);
    for (Eigen::Index i = 0; i < b.size(); ++i)
        b.data()[i] = normal(random);
    return b;
}

/// Springs of random stiffness between neighbours of up to two steps on a grid, as hinges have
/// them.
Sparse grid_of_springs(int wide, int high)
{
    Random random(7);
    std::vector<Eigen::Triplet<double>> entries;
    const auto join = [&](int i, int j) {
        const double k = random.uniform(0.1, 10);
        entries.insert(entries.end(), { { i, i, k }, { j, j, k }, { i, j, -k }, { j, i, -k } });
    };
    for (int y = 0; y < high; ++y)
        for (int x = 0; x < wide; ++x) {
            const int i = y * wide + x;
            entries.emplace_back(i, i, 0.5);
            for (const auto& [dx, dy] : { std::pair { 1, 0 }, { 0, 1 }, { 1, 1 }, { 2, 1 } })
                if (x + dx < wide && y + dy < high)
                    join(i, i + dy * wide + dx);
        }
    Sparse A(wide * high, wide * high);
    A.setFromTriplets(entries.begin(), entries.end());
    return A;
}

TEST(BlockCholesky, SolvesAsADenseFactorisationDoes)
{
    Random random(3);
    StandardNormal normal;
    const int count = 60;
    Eigen::MatrixXd dense = 4 * Eigen::MatrixXd::Identity(count, count);
    for (int k = 0; k < 150; ++k) {
        const int i = random.below(count), j = random.below(count);
        const double w = std::abs(normal(random));
        dense(i, i) += w;
        dense(j, j) += w;
        dense(i, j) -= w;
        dense(j, i) -= w;
    }
    BlockCholesky cholesky;
    ASSERT_TRUE(cholesky.factorise(dense.sparseView(), all_columns(count)));
    const Eigen::Matrix3Xd b = random_right_sides(count, 4);
    const Eigen::MatrixXd expected = dense.llt().solve(b.transpose()).transpose();
    Eigen::Matrix3Xd x(3, count);
    WorkerPool pool(1);
    cholesky.solve(b, x, pool);
    EXPECT_LT((x - expected).norm(), 1e-13 * b.norm());
}

// Large enough to be cut into parts, twice where both sides are.
TEST(BlockCholesky, PartsSolveAsTheWholeDoesWithAnyNumberOfThreads)
{
    for (const auto& [wide, high] : { std::pair { 40, 50 }, { 70, 80 }, { 1, 4000 } }) {
        const Sparse A = grid_of_springs(wide, high);
        const int count = wide * high;
        const Eigen::Matrix3Xd b = random_right_sides(count, 5);
        const Eigen::SimplicialLLT<Sparse> llt(A);
        const Eigen::MatrixXd expected = llt.solve(b.transpose().eval()).transpose();
        BlockCholesky cholesky;
        ASSERT_TRUE(cholesky.factorise(A, all_columns(count)));
        Eigen::Matrix3Xd alone;
        for (const int threads : { 1, 2, 5 }) {
            WorkerPool pool(threads);
            Eigen::Matrix3Xd x(3, count);
            for (int again = 0; again < 20; ++again) {
                x.setConstant(NAN);
                cholesky.solve(b, x, pool);
                if (threads == 1)
                    alone = x;
                ASSERT_EQ(x, alone) << threads << " threads, " << wide << " x " << high;
            }
            EXPECT_LT((x - expected).norm(), 1e-12 * expected.norm()) << wide << " x " << high;
        }
    }
}

TEST(BlockCholesky, ColumnsWithoutARowStayAsTheyAre)
{
    const Sparse A = grid_of_springs(5, 4);
    std::vector<int> columns;
    for (int i = 0; i < 20; ++i)
        columns.push_back(3 * i + 1);
    BlockCholesky cholesky, packed;
    ASSERT_TRUE(cholesky.factorise(A, columns));
    ASSERT_TRUE(packed.factorise(A, all_columns(20)));
    const Eigen::Matrix3Xd b = random_right_sides(60, 6);
    Eigen::Matrix3Xd x = Eigen::Matrix3Xd::Constant(3, 60, 9), b_packed(3, 20), x_packed(3, 20);
    for (int i = 0; i < 20; ++i)
        b_packed.col(i) = b.col(columns[std::size_t(i)]);
    WorkerPool pool(1);
    cholesky.solve(b, x, pool);
    packed.solve(b_packed, x_packed, pool);
    for (int i = 0; i < 60; ++i)
        EXPECT_EQ(
            x.col(i), i % 3 == 1 ? Eigen::Vector3d(x_packed.col(i / 3)) : Eigen::Vector3d(9, 9, 9));
}

// A sheet with pins in all its vertices.
TEST(BlockCholesky, NoRowsNeedNoSolution)
{
    BlockCholesky cholesky;
    ASSERT_TRUE(cholesky.factorise(Sparse(0, 0), {}));
    Eigen::Matrix3Xd x = Eigen::Matrix3Xd::Constant(3, 2, 9);
    WorkerPool pool(2);
    cholesky.solve(Eigen::Matrix3Xd::Zero(3, 2), x, pool);
    EXPECT_EQ(x, Eigen::Matrix3Xd::Constant(3, 2, 9));
}

TEST(BlockCholesky, AnIndefiniteMatrixIsRefused)
{
    Eigen::MatrixXd dense = Eigen::MatrixXd::Identity(3, 3);
    dense(1, 1) = -1;
    BlockCholesky cholesky;
    EXPECT_FALSE(cholesky.factorise(dense.sparseView(), all_columns(3)));
}

}  // namespace
}  // namespace gambol::cloth
