// SPDX-License-Identifier: MIT
#include "gambol/math/bordered_band.hpp"

#include "support/finite_difference.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <vector>

namespace gambol {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using test::Random;

const std::vector<BandShape> kShapes {
    { .blocks = 7, .block_size = 3, .reach = 4, .border = 5 },
    { .blocks = 6, .block_size = 5, .reach = 2, .border = 0 },
    { .blocks = 2, .block_size = 3, .reach = 4, .border = 2 },  // shorter than a window
    { .blocks = 5, .block_size = 1, .reach = 1, .border = 1 },
    { .blocks = 0, .block_size = 0, .reach = 1, .border = 6 },  // border alone
    { .blocks = 9, .block_size = 19, .reach = 4, .border = 12 },
};

/// Sum of outer products over windows: positive definite, every entry of the shape in use.
BorderedBand random_matrix(const BandShape& shape, unsigned seed)
{
    Random random(seed);
    BorderedBand A;
    A.set_zero(shape);
    const int n = shape.block_size;
    for (int k = 0; k < shape.blocks; ++k) {
        const int count = std::min(shape.reach, shape.blocks - k);
        const MatrixXd J = random.matrix(n * count, 2 * n + 1);
        const MatrixXd border = random.matrix(shape.border, 2 * n + 1);
        A.window(k, count).selfadjointView<Eigen::Lower>().rankUpdate(J);
        A.coupling.middleCols(n * k, n * count) += border * J.transpose();
        A.corner += border * border.transpose();
    }
    A.add_diagonal(0.5);
    A.corner.triangularView<Eigen::StrictlyUpper>().setConstant(1e9);  // must not be read
    return A;
}

TEST(BorderedBand, MultipliesLikeItsDenseForm)
{
    for (const BandShape& shape : kShapes) {
        const BorderedBand A = random_matrix(shape, 3);
        const MatrixXd dense = A.dense();
        EXPECT_EQ((dense - dense.transpose()).norm(), 0);
        const VectorXd x = Random(4).vector(shape.variables());
        VectorXd y;
        A.multiply(x, y);
        EXPECT_LT((y - dense * x).norm(), 1e-12 * dense.norm());
        EXPECT_GT(y.norm(), 1e-3);
    }
}

TEST(BorderedBand, EntriesByNumberAreThoseOfTheDenseForm)
{
    for (const BandShape& shape : kShapes) {
        BorderedBand A = random_matrix(shape, 5);
        const MatrixXd dense = A.dense();
        for (int j = 0; j < shape.variables(); ++j)
            for (int i = j; i < shape.variables(); ++i) {
                const bool inside = i >= shape.band()
                    || i / shape.block_size - j / shape.block_size < shape.reach;
                if (inside)
                    EXPECT_EQ(A.at(i, j), dense(i, j));
                else
                    EXPECT_EQ(dense(i, j), 0);
            }
    }
}

TEST(BorderedBand, DiagonalIsAddedToBandAndBorder)
{
    BorderedBand A = random_matrix(kShapes[0], 6);
    const MatrixXd before = A.dense();
    const VectorXd d = Random(7).vector(kShapes[0].variables());
    A.add_diagonal(d);
    EXPECT_LT((A.dense() - before - MatrixXd(d.asDiagonal())).norm(), 1e-13);
}

TEST(BorderedBandCholesky, AgreesWithADenseSolve)
{
    BorderedBandCholesky cholesky;  // one for all shapes: nothing may be left over
    for (const BandShape& shape : kShapes) {
        const BorderedBand A = random_matrix(shape, 8);
        const int n = shape.variables();
        const VectorXd b = Random(9).vector(n);
        const MatrixXd dense = A.dense() + 0.25 * MatrixXd::Identity(n, n);
        ASSERT_TRUE(cholesky.factorise(A, 0.25));
        VectorXd x = b;
        cholesky.solve_in_place(x);
        EXPECT_LT((x - VectorXd(dense.ldlt().solve(b))).norm(), 1e-10) << n << " unknowns";
        EXPECT_LT((dense * x - b).norm(), 1e-10);
        EXPECT_GT(x.norm(), 1e-3);
    }
}

TEST(BorderedBandCholesky, ReportsAnIndefiniteMatrixWhereverItIs)
{
    const BandShape shape = kShapes[0];
    BorderedBandCholesky cholesky;
    const BorderedBand A = random_matrix(shape, 10);
    ASSERT_TRUE(cholesky.factorise(A));
    const double least = A.dense().selfadjointView<Eigen::Lower>().eigenvalues().minCoeff();
    EXPECT_TRUE(cholesky.factorise(A, -0.99 * least));
    EXPECT_FALSE(cholesky.factorise(A, -1.01 * least));

    for (const int i : { 0, 10, shape.band() - 1, shape.band(), shape.variables() - 1 }) {
        BorderedBand broken = A;
        broken.at(i, i) = -1;
        EXPECT_FALSE(cholesky.factorise(broken)) << "entry " << i;
        EXPECT_TRUE(cholesky.factorise(broken, 1e3)) << "entry " << i;
    }
}

TEST(BorderedBandCholesky, NumbersThatAreNotFiniteAreAFailure)
{
    const BandShape shape = kShapes[0];
    BorderedBandCholesky cholesky;
    for (const double wrong :
        { std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity() })
        for (const auto& [i, j] :
            { std::pair { 4, 4 }, { 5, 1 }, { 20, 20 }, { 22, 3 }, { 24, 24 } }) {
            BorderedBand A = random_matrix(shape, 11);
            A.at(i, j) = wrong;
            EXPECT_FALSE(cholesky.factorise(A)) << i << ' ' << j;
        }
}

}  // namespace
}  // namespace gambol
