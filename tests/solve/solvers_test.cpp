// SPDX-License-Identifier: MIT
#include "gambol/solve/lbfgs.hpp"
#include "gambol/solve/levenberg_marquardt.hpp"

#include "support/finite_difference.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace gambol {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using test::Random;

/// ½‖r(x)‖² with residuals that each touch at most two neighbouring blocks of variables.
class SquareProblem : public BlockProblem {
public:
    SquareProblem(int blocks, int block_size)
        : blocks_(blocks)
        , block_size_(block_size)
    {
    }
    int blocks() const { return blocks_; }
    int block_size() const { return block_size_; }
    int variables() const override { return blocks_ * block_size_; }

    double value(const VectorXd& x) override
    {
        ++evaluations;
        return 0.5 * residual(x).squaredNorm();
    }
    double gradient(const VectorXd& x, VectorXd& g) override
    {
        g = jacobian(x).transpose() * residual(x);
        return value(x);
    }
    double model(const VectorXd& x, VectorXd& g, BlockTridiagonal& H) override
    {
        const MatrixXd J = jacobian(x), full = J.transpose() * J;
        H.set_zero(blocks_, block_size_);
        const int n = block_size_;
        for (int k = 0; k < blocks_; ++k) {
            H.diagonal[k] = full.block(n * k, n * k, n, n);
            if (k > 0)
                H.lower[k] = full.block(n * k, n * (k - 1), n, n);
        }
        return gradient(x, g);
    }
    virtual VectorXd residual(const VectorXd& x) const = 0;
    virtual MatrixXd jacobian(const VectorXd& x) const = 0;

    int evaluations = 0;

private:
    int blocks_, block_size_;
};

/// r = A x − b with A bidiagonal in blocks.
class Linear final : public SquareProblem {
public:
    explicit Linear(int blocks)
        : SquareProblem(blocks, kSize)
        , b(Random(51).vector(kSize * blocks))
    {
        Random random(52);
        A = MatrixXd::Zero(kSize * blocks, kSize * blocks);
        for (int k = 0; k < blocks; ++k) {
            A.block(kSize * k, kSize * k, kSize, kSize)
                = random.matrix(kSize, kSize) + 3 * MatrixXd::Identity(kSize, kSize);
            if (k > 0)
                A.block(kSize * k, kSize * (k - 1), kSize, kSize) = random.matrix(kSize, kSize);
        }
    }
    VectorXd residual(const VectorXd& x) const override { return A * x - b; }
    MatrixXd jacobian(const VectorXd&) const override { return A; }

    static constexpr int kSize = 3;
    MatrixXd A;
    VectorXd b;
};

/// One curved valley (Rosenbrock) per block of two, each tied weakly to the block before. The
/// minimum is 0 where every variable is 1.
class Valleys final : public SquareProblem {
public:
    explicit Valleys(int blocks)
        : SquareProblem(blocks, 2)
    {
    }
    VectorXd residual(const VectorXd& x) const override
    {
        VectorXd r(3 * blocks());
        for (int k = 0; k < blocks(); ++k) {
            const double a = x[2 * k], b = x[2 * k + 1];
            r.segment<3>(3 * k) << 10 * (b - a * a), 1 - a, k > 0 ? 0.3 * (a - x[2 * k - 2]) : 0;
        }
        return r;
    }
    MatrixXd jacobian(const VectorXd& x) const override
    {
        MatrixXd J = MatrixXd::Zero(3 * blocks(), 2 * blocks());
        for (int k = 0; k < blocks(); ++k) {
            J(3 * k, 2 * k) = -20 * x[2 * k];
            J(3 * k, 2 * k + 1) = 10;
            J(3 * k + 1, 2 * k) = -1;
            if (k > 0) {
                J(3 * k + 2, 2 * k) = 0.3;
                J(3 * k + 2, 2 * k - 2) = -0.3;
            }
        }
        return J;
    }
    VectorXd start() const
    {
        VectorXd x(2 * blocks());
        for (int k = 0; k < blocks(); ++k)
            x.segment<2>(2 * k) << -1.2 + 0.1 * k, 1;
        return x;
    }
};

LevenbergMarquardtOptions strict_lm()
{
    LevenbergMarquardtOptions options;
    options.relative_decrease = 1e-14;
    options.max_iterations = 500;
    return options;
}

LbfgsOptions strict_lbfgs()
{
    LbfgsOptions options;
    options.relative_decrease = 1e-14;
    return options;
}

CostWithGradient as_cost(BlockProblem& problem)
{
    return [&](const VectorXd& x, VectorXd& g) { return problem.gradient(x, g); };
}

TEST(LevenbergMarquardt, SolvesLinearLeastSquaresInTwoSteps)
{
    Linear problem(6);
    VectorXd x = VectorXd::Zero(problem.variables());
    LevenbergMarquardtOptions options;
    options.initial_damping = 1e-9;
    options.max_iterations = 2;
    const SolveReport report = minimise_levenberg_marquardt(problem, x, options);
    EXPECT_EQ(report.iterations, 2);
    EXPECT_GT(report.initial_cost, 1);
    EXPECT_LT(report.final_cost, 1e-20);
    // The dense answer is the same.
    EXPECT_LT((x - VectorXd(problem.A.partialPivLu().solve(problem.b))).norm(), 1e-9);
}

TEST(LevenbergMarquardt, FollowsCurvedValleysToTheirEnd)
{
    Valleys problem(8);
    VectorXd x = problem.start();
    const SolveReport report = minimise_levenberg_marquardt(problem, x, strict_lm());
    EXPECT_EQ(report.outcome, Outcome::converged) << report.note;
    EXPECT_LT((x - VectorXd::Ones(16)).norm(), 1e-6);
    EXPECT_LT(report.final_cost, 1e-12);
    EXPECT_DOUBLE_EQ(report.final_cost, 0.5 * problem.residual(x).squaredNorm());
    EXPECT_GT(report.initial_cost, 10);
}

/// A chain that is drawn to 10, each link tied to the one before, and a wall at 1: ½w max(0, x −
/// 1)².
class Wall final : public BlockProblem {
public:
    explicit Wall(bool tells)
        : tells_(tells)
    {
    }
    int blocks() const { return kBlocks; }
    int block_size() const { return 1; }
    int variables() const override { return kBlocks; }
    double value(const VectorXd& x) override
    {
        ++evaluations;
        double cost = 0;
        for (int k = 0; k < kBlocks; ++k) {
            const double tie = x[k] - (k > 0 ? x[k - 1] : 0), into = std::max(0.0, x[k] - 1);
            cost += 0.5 * (tie * tie + 0.01 * (x[k] - 10) * (x[k] - 10) + kWeight * into * into);
        }
        return cost;
    }
    double gradient(const VectorXd& x, VectorXd& g) override
    {
        BlockTridiagonal H;
        return model(x, g, H);
    }
    double model(const VectorXd& x, VectorXd& g, BlockTridiagonal& H) override
    {
        at_ = x;
        g.setZero(kBlocks);
        H.set_zero(kBlocks, 1);
        counts_.assign(kBlocks, false);
        for (int k = 0; k < kBlocks; ++k) {
            const double tie = x[k] - (k > 0 ? x[k - 1] : 0);
            g[k] += tie + 0.01 * (x[k] - 10);
            H.diagonal[k](0, 0) += 1.01;
            if (k > 0) {
                g[k - 1] -= tie;
                H.diagonal[k - 1](0, 0) += 1;
                H.lower[k](0, 0) -= 1;
            }
            counts_[k] = x[k] > 1;
            if (counts_[k])
                (void)toggle(k, 1, g, H);
        }
        return value(x);
    }
    HingeSwitches switch_hinges(const VectorXd& step, VectorXd& g, BlockTridiagonal& H) override
    {
        HingeSwitches switches;
        for (int k = 0; tells_ && k < kBlocks; ++k) {
            const double after = at_[k] + step[k] - 1;
            if ((after > 0) == counts_[k])
                continue;
            counts_[k] = !counts_[k];
            switches.constant += toggle(k, counts_[k] ? 1 : -1, g, H);
            switches.missed += 0.5 * kWeight * after * after;
        }
        return switches;
    }
    static constexpr int kBlocks = 12;
    static constexpr double kWeight = 1e6;
    int evaluations = 0;

private:
    double toggle(int k, double sign, VectorXd& g, BlockTridiagonal& H) const
    {
        g[k] += sign * kWeight * (at_[k] - 1);
        H.diagonal[k](0, 0) += sign * kWeight;
        return 0.5 * sign * kWeight * (at_[k] - 1) * (at_[k] - 1);
    }
    bool tells_;
    VectorXd at_;
    std::vector<bool> counts_;
};

TEST(LevenbergMarquardt, SeesWallsBeforeItRunsIntoThem)
{
    int evaluations[2];
    VectorXd found[2];
    for (const bool tells : { false, true }) {
        Wall problem(tells);
        found[tells] = VectorXd::Zero(Wall::kBlocks);
        const SolveReport report = minimise_levenberg_marquardt(problem, found[tells], strict_lm());
        EXPECT_EQ(report.outcome, Outcome::converged) << report.note;
        evaluations[tells] = problem.evaluations;
    }
    EXPECT_LT((found[0] - found[1]).norm(), 1e-4);
    EXPECT_GT(found[1].maxCoeff(), 0.99);
    EXPECT_LT(3 * evaluations[1], evaluations[0]);
}

TEST(LevenbergMarquardt, CostNeverRises)
{
    Valleys problem(4);
    VectorXd x = problem.start();
    double last = std::numeric_limits<double>::infinity();
    int calls = 0;
    LevenbergMarquardtOptions options = strict_lm();
    options.on_iteration = [&](const Iteration& i) {
        EXPECT_LE(i.cost, last);
        EXPECT_EQ(i.number, ++calls);
        last = i.cost;
        return true;
    };
    const SolveReport report = minimise_levenberg_marquardt(problem, x, options);
    EXPECT_EQ(calls, report.iterations);
    EXPECT_DOUBLE_EQ(last, report.final_cost);
}

TEST(LevenbergMarquardt, ReportsWhenItRunsOutOfIterations)
{
    Valleys problem(4);
    VectorXd x = problem.start();
    LevenbergMarquardtOptions options = strict_lm();
    options.max_iterations = 3;
    const SolveReport report = minimise_levenberg_marquardt(problem, x, options);
    EXPECT_EQ(report.outcome, Outcome::out_of_iterations);
    EXPECT_EQ(report.iterations, 3);
    EXPECT_DOUBLE_EQ(report.final_cost, problem.value(x));
    EXPECT_LT(report.final_cost, report.initial_cost);
}

TEST(LevenbergMarquardt, StopsOnRequestAndKeepsTheBest)
{
    Valleys problem(4);
    VectorXd x = problem.start();
    LevenbergMarquardtOptions options = strict_lm();
    double best = 0;
    options.on_iteration = [&](const Iteration& i) {
        best = i.cost;
        return i.number < 5;
    };
    const SolveReport report = minimise_levenberg_marquardt(problem, x, options);
    EXPECT_EQ(report.outcome, Outcome::stopped);
    EXPECT_EQ(report.iterations, 5);
    EXPECT_DOUBLE_EQ(problem.value(x), best);
    EXPECT_DOUBLE_EQ(report.final_cost, best);
}

TEST(LevenbergMarquardt, RejectsAStartThatIsNotANumber)
{
    Valleys problem(2);
    VectorXd x = problem.start();
    x[1] = std::nan("");
    const SolveReport report = minimise_levenberg_marquardt(problem, x);
    EXPECT_EQ(report.outcome, Outcome::numerical_failure);
    EXPECT_EQ(report.iterations, 0);
    EXPECT_EQ(x[0], problem.start()[0]);
}

TEST(LevenbergMarquardt, LeavesVariablesThatNothingTouchesWhereTheyAre)
{
    // Valleys of which the second is switched off: its rows of the model are zero.
    class Half final : public SquareProblem {
    public:
        Half()
            : SquareProblem(2, 1)
        {
        }
        VectorXd residual(const VectorXd& x) const override
        {
            return VectorXd::Constant(1, x[0] - 2);
        }
        MatrixXd jacobian(const VectorXd&) const override { return Eigen::RowVector2d(1, 0); }
    } problem;
    VectorXd x = Eigen::Vector2d(5, 7);
    const SolveReport report = minimise_levenberg_marquardt(problem, x, strict_lm());
    EXPECT_EQ(report.outcome, Outcome::converged);
    EXPECT_NEAR(x[0], 2, 1e-6);
    EXPECT_EQ(x[1], 7);
}

/// Falls towards x = 0 but is not a number there or beyond: every step must stop short of it.
class Cliff final : public SquareProblem {
public:
    Cliff()
        : SquareProblem(1, 1)
    {
    }
    VectorXd residual(const VectorXd& x) const override
    {
        return VectorXd::Constant(1, x[0] > 0.5 ? x[0] : std::nan(""));
    }
    MatrixXd jacobian(const VectorXd&) const override { return MatrixXd::Ones(1, 1); }
};

TEST(LevenbergMarquardt, DoesNotStepOntoWhatIsNotANumber)
{
    Cliff problem;
    VectorXd x = VectorXd::Constant(1, 3);
    const SolveReport report = minimise_levenberg_marquardt(problem, x, strict_lm());
    EXPECT_TRUE(std::isfinite(report.final_cost));
    EXPECT_GT(x[0], 0.5);
    EXPECT_LT(x[0], 1);
}

TEST(Lbfgs, SolvesLinearLeastSquares)
{
    Linear problem(6);
    VectorXd x = VectorXd::Zero(problem.variables());
    const SolveReport report = minimise_lbfgs(as_cost(problem), x, strict_lbfgs());
    EXPECT_EQ(report.outcome, Outcome::converged);
    EXPECT_LT((x - VectorXd(problem.A.partialPivLu().solve(problem.b))).norm(), 1e-5);
}

TEST(Lbfgs, FollowsCurvedValleysToTheirEnd)
{
    Valleys problem(8);
    VectorXd x = problem.start();
    const SolveReport report = minimise_lbfgs(as_cost(problem), x, strict_lbfgs());
    EXPECT_EQ(report.outcome, Outcome::converged) << report.note;
    EXPECT_LT((x - VectorXd::Ones(16)).norm(), 1e-4);
    EXPECT_NEAR(report.final_cost, problem.value(x), 1e-15);
    EXPECT_GT(report.evaluations, 10);
}

TEST(Lbfgs, ReportsWhenItRunsOutOfIterations)
{
    Valleys problem(8);
    VectorXd x = problem.start();
    LbfgsOptions options = strict_lbfgs();
    options.max_iterations = 4;
    const SolveReport report = minimise_lbfgs(as_cost(problem), x, options);
    EXPECT_EQ(report.outcome, Outcome::out_of_iterations);
    EXPECT_LT(report.final_cost, report.initial_cost);
    EXPECT_DOUBLE_EQ(report.final_cost, problem.value(x));
}

TEST(Lbfgs, StopsOnRequestAndKeepsTheBest)
{
    Valleys problem(8);
    VectorXd x = problem.start();
    LbfgsOptions options = strict_lbfgs();
    double best = 0;
    options.on_iteration = [&](const Iteration& i) {
        best = i.cost;
        return i.number < 5;
    };
    const SolveReport report = minimise_lbfgs(as_cost(problem), x, options);
    EXPECT_EQ(report.outcome, Outcome::stopped);
    EXPECT_DOUBLE_EQ(problem.value(x), best);
    EXPECT_DOUBLE_EQ(report.final_cost, best);
}

TEST(Lbfgs, RejectsAStartThatIsNotANumber)
{
    const CostWithGradient nowhere = [](const VectorXd& x, VectorXd& g) {
        g = VectorXd::Constant(x.size(), std::nan(""));
        return std::nan("");
    };
    VectorXd x = VectorXd::Ones(3);
    const SolveReport report = minimise_lbfgs(nowhere, x);
    EXPECT_EQ(report.outcome, Outcome::numerical_failure) << report.note;
    EXPECT_EQ(x, VectorXd::Ones(3)) << "x must be left as it was";
}

TEST(Lbfgs, StopsAtOnceWhenItStartsAtTheMinimum)
{
    Valleys problem(3);
    VectorXd x = VectorXd::Ones(6);
    const SolveReport report = minimise_lbfgs(as_cost(problem), x);
    EXPECT_EQ(report.outcome, Outcome::converged);
    EXPECT_EQ(x, VectorXd::Ones(6));
}

TEST(Solvers, GiveTheSameBitsEveryTime)
{
    const auto lm = [] {
        Valleys problem(5);
        VectorXd x = problem.start();
        (void)minimise_levenberg_marquardt(problem, x, strict_lm());
        return x;
    };
    const auto lbfgs = [] {
        Valleys problem(5);
        VectorXd x = problem.start();
        (void)minimise_lbfgs(as_cost(problem), x);
        return x;
    };
    EXPECT_EQ(lm(), lm());
    EXPECT_EQ(lbfgs(), lbfgs());
}

/// Levenberg-Marquardt written out with a dense matrix and a fixed damping.
VectorXd dense_step(const SquareProblem& problem, const VectorXd& x, double damping, double floor)
{
    const MatrixXd J = problem.jacobian(x);
    MatrixXd H = J.transpose() * J;
    H.diagonal() += damping * H.diagonal().cwiseMax(floor).cwiseSqrt();
    return x - VectorXd(H.ldlt().solve(J.transpose() * problem.residual(x)));
}

TEST(LevenbergMarquardt, FirstStepIsThatOfTheDenseMatrix)
{
    Valleys problem(6);
    VectorXd x = 0.9 * VectorXd::Ones(12);
    LevenbergMarquardtOptions options;
    const VectorXd expected = dense_step(problem, x, options.initial_damping, options.scale_floor);
    options.max_iterations = 1;
    const SolveReport report = minimise_levenberg_marquardt(problem, x, options);
    EXPECT_LT(report.final_cost, report.initial_cost);
    EXPECT_LT((x - expected).norm(), 1e-12);
}

}  // namespace
}  // namespace gambol
