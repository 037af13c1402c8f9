// SPDX-License-Identifier: MIT
// The parts an interior point method is made of, each against its definition.
#include "gambol/solve/bound_barrier.hpp"
#include "gambol/solve/condensed_system.hpp"
#include "gambol/solve/feasibility_restoration.hpp"
#include "gambol/solve/filter.hpp"

#include "support/finite_difference.hpp"
#include "support/one_window.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace gambol {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using test::Random;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

VectorXd numbers(std::initializer_list<double> list)
{
    return VectorXd::Map(list.begin(), Eigen::Index(list.size()));
}

/// Both bounds, one of each, none, fixed.
BoundBarrier example_barrier()
{
    return BoundBarrier({ numbers({ -1, 0, -kInfinity, -kInfinity, 2 }),
        numbers({ 1, kInfinity, 3, kInfinity, 2 }) });
}

TEST(BoundBarrier, KnowsWhatIsFixedAndWhatIsFree)
{
    const BoundBarrier barrier = example_barrier();
    EXPECT_EQ(barrier.fixed(), std::vector<int> { 4 });
    EXPECT_EQ(barrier.free(), std::vector<int> { 3 });
    EXPECT_EQ(barrier.bound_count(), 4);
}

TEST(BoundBarrier, GradientMatchesFiniteDifferences)
{
    const BoundBarrier barrier = example_barrier();
    const VectorXd v = numbers({ 0.3, 0.2, 1, -7, 2 });
    VectorXd g = VectorXd::Zero(5);
    barrier.add_gradient(v, 0.3, g);
    const VectorXd differences
        = test::central_gradient([&](const VectorXd& at) { return barrier.value(at, 0.3); }, v);
    EXPECT_LT((g - differences).cwiseAbs().maxCoeff(), 1e-8);
    EXPECT_GT(g.cwiseAbs().maxCoeff(), 0.1);
    EXPECT_EQ(barrier.value(numbers({ 1.1, 1, 1, 1, 2 }), 0.3), kInfinity);
}

TEST(BoundBarrier, CurvatureOfCentredMultipliersIsTheSecondDerivative)
{
    BoundBarrier barrier = example_barrier();
    const VectorXd v = numbers({ 0.3, 0.2, 1, -7, 2 });
    barrier.centre(v, 0.3);
    EXPECT_LT(barrier.complementarity_error(v, 0.3), 1e-15);
    VectorXd sigma;
    barrier.curvature(v, sigma);
    const auto gradient = [&](const VectorXd& at) {
        VectorXd g = VectorXd::Zero(5);
        barrier.add_gradient(at, 0.3, g);
        return g;
    };
    const MatrixXd second = test::central_jacobian(gradient, v);
    EXPECT_LT((MatrixXd(sigma.asDiagonal()) - second).cwiseAbs().maxCoeff(), 1e-7);
}

TEST(BoundBarrier, StepsEndAtTheirShareOfTheWayToTheBound)
{
    const BoundBarrier barrier = example_barrier();
    const VectorXd v = numbers({ 0, 1, 1, 0, 2 });
    EXPECT_DOUBLE_EQ(barrier.largest_step(v, numbers({ 4, 0, 0, 9, 0 }), 0.99), 0.99 / 4);
    EXPECT_DOUBLE_EQ(barrier.largest_step(v, numbers({ 0, -3, 0, 9, 0 }), 0.99), 0.99 / 3);
    EXPECT_DOUBLE_EQ(barrier.largest_step(v, numbers({ 0.5, 5, -9, 9, 0 }), 0.99), 1);
    VectorXd dv = numbers({ 4, -3, 0.1, 9, 0 });
    barrier.shorten(v, dv, 0.5);
    EXPECT_EQ((dv - numbers({ 0.5, -0.5, 0.1, 9, 0 })).norm(), 0);
}

TEST(BoundBarrier, MultiplierStepsSolveTheLinearisedComplementarity)
{
    BoundBarrier barrier({ numbers({ 0 }), numbers({ kInfinity }) });
    const VectorXd v = numbers({ 2 }), dv = numbers({ 0.5 });
    barrier.centre(v, 3);  // z = 1.5
    EXPECT_DOUBLE_EQ(barrier.multiplier_step(v, dv, 1, 0.99), 1);
    barrier.advance(1);
    // (z + dz) v + z dv = μ
    VectorXd r = VectorXd::Zero(1);
    barrier.add_multipliers(r);
    EXPECT_DOUBLE_EQ(-r[0] * 2 + 1.5 * 0.5, 1);
    // A step that would end at a negative multiplier is cut.
    EXPECT_LT(barrier.multiplier_step(v, numbers({ 1e3 }), 1e-3, 0.99), 0.01);
}

TEST(BoundBarrier, MovesInsideByADistanceOrAShare)
{
    const BoundBarrier barrier(
        { numbers({ 0, 0, -kInfinity, 7, -500 }), numbers({ 1, 1e-3, 5, 7, kInfinity }) });
    VectorXd v = numbers({ -3, 9, 4, 2, -600 });
    barrier.move_inside(v, 1e-2);
    EXPECT_LT((v - numbers({ 1e-2, 0.95e-3, 4, 7, -495 })).cwiseAbs().maxCoeff(), 1e-12);
}

TEST(Filter, AcceptsWhatIsBetterInOneOfTheTwo)
{
    Filter filter;
    EXPECT_TRUE(filter.accepts({ 1e9, 1e9 }));
    filter.add({ 1, 10 });
    filter.add({ 0.1, 20 });
    EXPECT_TRUE(filter.accepts({ 0.05, 100 }));
    EXPECT_TRUE(filter.accepts({ 0.5, 11 }));
    EXPECT_TRUE(filter.accepts({ 5, 9 }));
    EXPECT_FALSE(filter.accepts({ 1, 10 }));
    EXPECT_FALSE(filter.accepts({ 0.5, 25 }));
    EXPECT_FALSE(filter.accepts({ 2, std::numeric_limits<double>::quiet_NaN() }));
    filter.clear();
    EXPECT_TRUE(filter.accepts({ 1, 10 }));
}

TEST(CondensedSystem, SolvesTheWholeSystemWithoutTheRegularisation)
{
    const BandShape shape { .blocks = 5, .block_size = 3, .reach = 4, .border = 2 };
    BandJacobian J(shape,
        {
            { .rows = 4, .first_block = 0, .blocks = 4, .border = { 0 } },
            { .rows = 3, .first_block = 1, .blocks = 4, .border = { 0, 1 } },
        });
    Random random(31);
    for (int g = 0; g < J.groups(); ++g)
        J.group(g) = random.matrix(int(J.group(g).rows()), int(J.group(g).cols()));
    BorderedBand W;
    W.set_zero(shape);
    W.window(0, 4).diagonal().array() += 0.3;
    W.block(2, 0) += random.matrix(3, 3, 0.1);
    W.add_diagonal(0.5);
    const int n = shape.variables(), fixed = 7;
    const VectorXd sigma = random.vector(n).cwiseAbs();
    const double shift = 0.2;
    VectorXd D = numbers({ 0, 0, 0.3, 2, 0, 1e-9, kInfinity });
    const VectorXd r_x = random.vector(n);
    VectorXd r_y = random.vector(7);
    r_y[6] = 0;

    CondensedSystem system({ fixed });
    system.assemble(W, sigma, J, D);
    ASSERT_TRUE(system.factorise(shift));
    VectorXd dx, dy;
    system.solve(r_x, r_y, dx, dy);
    EXPECT_EQ(dx[fixed], 0);
    EXPECT_EQ(dy[6], 0);
    const MatrixXd dense_J = J.dense(), A = W.dense();
    VectorXd upper = A * dx + (sigma.array() + shift).matrix().cwiseProduct(dx)
        + dense_J.transpose() * dy - r_x;
    upper[fixed] = 0;
    EXPECT_LT(upper.cwiseAbs().maxCoeff(), 1e-9);
    D[6] = 0;
    const VectorXd lower = dense_J * dx - D.cwiseProduct(dy) - r_y;
    EXPECT_LT(lower.head(6).cwiseAbs().maxCoeff(), 1e-11);
    EXPECT_GT(dy.cwiseAbs().maxCoeff(), 1e-2);
}

TEST(CondensedSystem, RefusesDirectionsOfNegativeCurvatureOnly)
{
    const BandShape shape { .blocks = 0, .block_size = 0, .reach = 1, .border = 2 };
    BandJacobian J(shape, { { .rows = 1, .border = { 0, 1 } } });
    J.group(0) << 1, 0;
    BorderedBand W;
    W.set_zero(shape);
    W.corner.diagonal() << -5, 1;  // the equality takes care of the first
    CondensedSystem system({});
    system.assemble(W, VectorXd::Zero(2), J, VectorXd::Zero(1));
    EXPECT_TRUE(system.factorise(0));
    W.corner.diagonal() << 1, -5;
    system.assemble(W, VectorXd::Zero(2), J, VectorXd::Zero(1));
    EXPECT_FALSE(system.factorise(0));
    EXPECT_TRUE(system.factorise(6));
}

TEST(FeasibilityRestoration, FindsAPointThatKeepsRowsAndBounds)
{
    auto problem = test::one_window<2>(2, [](const auto* x, auto* c) {
        c[0] = x[0] * x[0] + x[1] * x[1];
        c[1] = x[0] * x[1];
        return x[0];
    });
    problem.of_rows = { numbers({ 4, 0.5 }), numbers({ 4, kInfinity }) };
    problem.variables.upper = numbers({ 0.5, kInfinity });
    const BoundBarrier variables(problem.variables), rows(problem.of_rows);
    FeasibilityRestoration restoration(problem, variables, rows, 0.2);
    VectorXd x = numbers({ -0.3, 0.4 }), c, g;
    BandJacobian J(problem.shape(), problem.row_groups());
    restoration.start(1e-3);
    double before = kInfinity;
    for (int step = 0; step < 50; ++step) {
        problem.linearise(x, c, g, J);
        const double violation = problem.of_rows.violation(c);
        EXPECT_LE(problem.variables.violation(x), 0);
        if (violation < 1e-9)
            break;
        const VectorXd from = x;
        if (!restoration.step(x, c, J))
            break;
        EXPECT_LE((x - from).cwiseAbs().maxCoeff(), 0.2 + 1e-12);
        before = violation;
    }
    EXPECT_LT(problem.of_rows.violation(c), 1e-9);
    EXPECT_GT(c[1], 0.5);  // inside, not on the bound
    EXPECT_LT(before, kInfinity);
}

}  // namespace
}  // namespace gambol
