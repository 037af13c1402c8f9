// SPDX-License-Identifier: MIT
#include "gambol/cloth/block_cholesky.hpp"

#include <gtest/gtest.h>

#include <random>

namespace gambol {
namespace {

TEST(BlockCholesky, SolvesAsADenseFactorisationDoes)
{
    std::mt19937 random(3);
    std::normal_distribution<double> normal;
    const int count = 60;
    Eigen::MatrixXd dense = 4 * Eigen::MatrixXd::Identity(count, count);
    for (int k = 0; k < 150; ++k) {
        const int i = int(random() % count), j = int(random() % count);
        const double w = std::abs(normal(random));
        dense(i, i) += w;
        dense(j, j) += w;
        dense(i, j) -= w;
        dense(j, i) -= w;
    }
    BlockCholesky cholesky;
    ASSERT_TRUE(cholesky.factorise(dense.sparseView()));
    Eigen::Matrix3Xd b(3, count);
    for (Eigen::Index i = 0; i < b.size(); ++i)
        b.data()[i] = normal(random);
    const Eigen::MatrixXd expected = dense.llt().solve(b.transpose()).transpose();
    EXPECT_LT((cholesky.solve(b) - expected).norm(), 1e-13 * b.norm());
}

TEST(BlockCholesky, AnIndefiniteMatrixIsRefused)
{
    Eigen::MatrixXd dense = Eigen::MatrixXd::Identity(3, 3);
    dense(1, 1) = -1;
    BlockCholesky cholesky;
    EXPECT_FALSE(cholesky.factorise(dense.sparseView()));
}

}  // namespace
}  // namespace gambol
