// SPDX-License-Identifier: MIT
#include "gambol/problem/band_jacobian.hpp"

#include "support/finite_difference.hpp"

#include <gtest/gtest.h>

namespace gambol {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using test::Random;

const BandShape kShape { .blocks = 6, .block_size = 3, .reach = 4, .border = 4 };

/// Windows of all lengths, neighbours that share theirs, border columns apart, border alone.
BandJacobian example()
{
    BandJacobian J(kShape,
        {
            { .rows = 2, .first_block = 0, .blocks = 4 },
            { .rows = 5, .first_block = 0, .blocks = 4 },
            { .rows = 1, .first_block = 0, .blocks = 4, .border = { 1, 3 } },
            { .rows = 3, .first_block = 0, .blocks = 4, .border = { 1, 3 } },
            { .rows = 4, .first_block = 2, .blocks = 4, .border = { 0, 1, 2, 3 } },
            { .rows = 0, .first_block = 2, .blocks = 4 },
            { .rows = 1, .first_block = 5, .blocks = 1 },
            { .rows = 2, .border = { 2 } },
            { .rows = 3,
                .first_block = 1,
                .blocks = 4,
                .border = { 0, 2 },
                .shares = { 0.1, 0.5, 0.3, 0.2 } },
        });
    Random random(21);
    for (int g = 0; g < J.groups(); ++g)
        J.group(g) = random.matrix(int(J.group(g).rows()), int(J.group(g).cols()));
    return J;
}

TEST(BandJacobian, PutsEveryGroupWhereItsVariablesAre)
{
    const BandJacobian J = example();
    const MatrixXd dense = J.dense();
    ASSERT_EQ(dense.rows(), 21);
    ASSERT_EQ(dense.cols(), kShape.variables());
    EXPECT_EQ(J.rows(), 21);
    EXPECT_EQ(dense.block(2, 0, 5, 12), J.group(1));
    EXPECT_EQ(dense.block(2, 12, 5, 10).norm(), 0);
    EXPECT_EQ(dense.block(8, 18 + 1, 3, 1), J.group(3).col(12));
    EXPECT_EQ(dense.block(8, 18 + 3, 3, 1), J.group(3).col(13));
    EXPECT_EQ(dense.block(8, 18 + 2, 3, 1).norm(), 0);
    EXPECT_EQ(dense.block(15, 15, 1, 3), J.group(6));
    EXPECT_EQ(dense.block(16, 18 + 2, 2, 1), J.group(7));
    EXPECT_EQ(dense.block(16, 0, 2, 18).norm(), 0);
    ASSERT_EQ(J.group(8).cols(), 5);
    EXPECT_EQ(dense.block(18, 6, 3, 3), 0.5 * J.group(8).leftCols(3));
    EXPECT_EQ(dense.block(18, 18 + 2, 3, 1), J.group(8).col(4));
}

TEST(BandJacobian, ProductsAgreeWithTheDenseMatrix)
{
    BandJacobian J = example();
    const MatrixXd dense = J.dense();
    Random random(22);
    const VectorXd x = random.vector(kShape.variables()), y = random.vector(J.rows());
    VectorXd product, transposed = x;
    J.multiply(x, product);
    EXPECT_LT((product - dense * x).norm(), 1e-13);
    J.add_transposed_product(y, transposed);
    EXPECT_LT((transposed - x - dense.transpose() * y).norm(), 1e-13);
    EXPECT_GT(product.norm(), 0.1);
}

TEST(BandJacobian, GramMatrixIsAddedToWhatIsThere)
{
    BandJacobian J = example();
    const MatrixXd dense = J.dense();
    const VectorXd weights = Random(23).vector(J.rows()).cwiseAbs();
    BorderedBand A;
    A.set_zero(kShape);
    A.add_diagonal(0.5);
    J.add_gram(weights, A);
    const int n = kShape.variables();
    const MatrixXd expected
        = 0.5 * MatrixXd::Identity(n, n) + dense.transpose() * weights.asDiagonal() * dense;
    EXPECT_LT((A.dense() - expected).norm(), 1e-12);
}

}  // namespace
}  // namespace gambol
