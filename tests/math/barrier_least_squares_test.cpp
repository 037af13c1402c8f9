// SPDX-License-Identifier: MIT
#include "gambol/math/barrier_least_squares.hpp"

#include "support/finite_difference.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <cstdlib>
#include <limits>

namespace {
std::atomic<long> allocations { 0 };
}

#ifndef __SANITIZE_ADDRESS__
// Everything that allocates, Eigen included, ends here; glibc's own name does the work.
extern "C" void* __libc_malloc(std::size_t size);
extern "C" void* malloc(std::size_t size) noexcept
{
    ++allocations;
    return __libc_malloc(size);
}
#endif

namespace gambol {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using test::Random;
using Vector = BarrierLeastSquares<6>::Vector;

struct Instance {
    BarrierLeastSquares<6> problem;
    Vector tau;
};

Instance random_instance(int columns, Random& random, double free_share = 0)
{
    Instance instance;
    instance.problem.resize(6, columns);
    instance.problem.G = random.matrix(6, columns);
    for (int j = 0; j < columns; ++j) {
        instance.problem.w[j] = std::pow(10, random.uniform(-3, 1));
        instance.problem.is_free[j] = random.uniform(0, 1) < free_share;
    }
    instance.tau = random.vector(6, 2);
    return instance;
}

/// ½‖Gλ − τ‖² + ½ Σ w λ² − (μ/2) Σ log(λ / unit)
double objective(const Instance& instance, const VectorXd& lambda, double mu)
{
    const BarrierLeastSquares<6>& p = instance.problem;
    double value
        = 0.5 * (p.G * lambda - instance.tau).squaredNorm() + 0.5 * p.w.dot(lambda.cwiseAbs2());
    for (int j = 0; j < p.columns(); ++j)
        if (!p.is_free[j])
            value -= 0.5 * mu * std::log(lambda[j] / BarrierLeastSquares<6>::kBarrierUnit);
    return value;
}

TEST(BarrierLeastSquares, MeetsTheOptimalityConditionsInHundredsOfRandomCases)
{
    Random random(21);
    for (int i = 0; i < 400; ++i) {
        const int columns = 1 + i % 40;
        Instance instance = random_instance(columns, random, i % 3 == 0 ? 0.3 : 0);
        const double mu = std::pow(10, random.uniform(-7, -2));
        BarrierLeastSquares<6>& p = instance.problem;
        ASSERT_TRUE(p.solve(instance.tau, Vector::Zero(), mu)) << "case " << i;
        const VectorXd& lambda = p.coefficients();
        const Vector r = p.residual();
        EXPECT_LT((p.G * lambda - instance.tau - r).norm(), 1e-7) << "case " << i;
        for (int j = 0; j < columns; ++j) {
            const double pull = p.w[j] * lambda[j] + p.G.col(j).dot(r);
            if (p.is_free[j]) {
                EXPECT_NEAR(pull, 0, 1e-9);
            } else {
                EXPECT_GT(lambda[j], 0);
                EXPECT_NEAR(pull * lambda[j], mu / 2, 1e-9) << "case " << i;
            }
        }
        EXPECT_NEAR(p.optimal_value(), objective(instance, lambda, mu), 1e-7);
    }
}

TEST(BarrierLeastSquares, NoNearbyPointIsBetter)
{
    Random random(22);
    for (int i = 0; i < 20; ++i) {
        Instance instance = random_instance(6, random, 0.2);
        ASSERT_TRUE(instance.problem.solve(instance.tau, Vector::Zero(), 1e-3));
        const VectorXd best = instance.problem.coefficients();
        const double value = objective(instance, best, 1e-3);
        for (int trial = 0; trial < 200; ++trial) {
            VectorXd other = best;
            for (int j = 0; j < other.size(); ++j)
                other[j] *= std::exp(random.uniform(-0.5, 0.5));
            EXPECT_GE(objective(instance, other, 1e-3), value - 1e-12);
        }
    }
}

/// Nonnegative regularised least squares by trying every set of columns that may be positive.
double best_by_enumeration(const Instance& instance)
{
    const BarrierLeastSquares<6>& p = instance.problem;
    const int n = p.columns();
    double best = std::numeric_limits<double>::infinity();
    for (int set = 0; set < (1 << n); ++set) {
        MatrixXd H = p.G.transpose() * p.G;
        H.diagonal() += p.w;
        VectorXd b = p.G.transpose() * instance.tau;
        for (int j = 0; j < n; ++j)
            if (!(set >> j & 1)) {
                H.row(j).setZero();
                H.col(j).setZero();
                H(j, j) = 1;
                b[j] = 0;
            }
        const VectorXd lambda = H.ldlt().solve(b);
        if (lambda.minCoeff() >= 0)
            best = std::min(best, objective(instance, lambda.cwiseMax(1e-300), 0));
    }
    return best;
}

TEST(BarrierLeastSquares, TendsToNonnegativeLeastSquares)
{
    Random random(23);
    for (int i = 0; i < 40; ++i) {
        Instance instance = random_instance(6, random);
        const double exact = best_by_enumeration(instance);
        for (const double mu : { 1e-3, 1e-5, 1e-7 }) {
            ASSERT_TRUE(instance.problem.solve(instance.tau, Vector::Zero(), mu));
            const double found = objective(instance, instance.problem.coefficients(), 0);
            EXPECT_GE(found, exact - 1e-10);
            // The gap of a logarithmic barrier is μ/2 per inequality.
            EXPECT_LE(found, exact + 6 * mu / 2 + 1e-10) << "case " << i << " μ = " << mu;
        }
    }
}

TEST(BarrierLeastSquares, FreeColumnsAloneAreOrdinaryLeastSquares)
{
    Random random(24);
    Instance instance = random_instance(8, random, 2);
    BarrierLeastSquares<6>& p = instance.problem;
    ASSERT_TRUE(p.is_free.all());
    ASSERT_TRUE(p.solve(instance.tau, Vector::Zero(), 1e-3));
    MatrixXd H = p.G.transpose() * p.G;
    H.diagonal() += p.w;
    const VectorXd exact = H.ldlt().solve(p.G.transpose() * instance.tau);
    EXPECT_LT((p.coefficients() - exact).norm(), 1e-8);
    EXPECT_LT(exact.minCoeff(), 0) << "the case must need both signs";
}

TEST(BarrierLeastSquares, SlopesOfTheMinimumNeedNoDerivativeOfTheCoefficients)
{
    // dV/dw_j = ½λ_j² and dV/dτ = −r.
    Random random(25);
    for (int i = 0; i < 10; ++i) {
        Instance instance = random_instance(7, random, 0.2);
        BarrierLeastSquares<6>& p = instance.problem;
        const VectorXd w = p.w;
        const auto value = [&](const VectorXd& x) {
            p.w = x.head(7);
            EXPECT_TRUE(p.solve(Vector(x.tail(6)), Vector::Zero(), 1e-3));
            return p.optimal_value();
        };
        VectorXd x(13);
        x << w, instance.tau;
        // Weights go down to 1e-3: the step must stay well below them.
        const VectorXd slopes = test::central_gradient(value, x, 3e-5);
        (void)value(x);
        VectorXd formula(13);
        formula << 0.5 * p.coefficients().cwiseAbs2(), -p.residual();
        EXPECT_LT(test::relative_error(formula, slopes), 1e-5) << "case " << i;
    }
}

TEST(BarrierLeastSquares, SlopesOfTheCoefficientsMatchDifferences)
{
    // One column: λ as a function of a = g·r and w, from its own equation λw + a = μ/(2λ).
    const double mu = 1e-3;
    for (const double a : { -0.7, 0.0, 0.6 }) {
        const double w = 0.4;
        const auto lambda = [&](const VectorXd& x) {
            return VectorXd(VectorXd::Constant(
                1, (-x[0] + std::sqrt(x[0] * x[0] + 2 * x[1] * mu)) / (2 * x[1])));
        };
        const MatrixXd slopes = test::central_jacobian(lambda, Eigen::Vector2d(a, w), 1e-4);
        BarrierLeastSquares<6> p;
        p.resize(6, 1);
        p.G.col(0) = Vector::Unit(2);
        p.w[0] = w;
        p.is_free[0] = false;
        // The demand whose residual is a.
        const double l = lambda(Eigen::Vector2d(a, w))[0];
        ASSERT_TRUE(p.solve((l - a) * Vector::Unit(2), Vector::Zero(), mu));
        EXPECT_NEAR(p.residual()[2], a, 1e-9);
        EXPECT_NEAR(p.slope()[0], slopes(0), 1e-6 * std::abs(slopes(0)));
        EXPECT_NEAR(p.weight_slope(0), slopes(1), 1e-6 * std::abs(slopes(1)));
        const BarrierLeastSquares<6>::Matrix M = p.factor().reconstructedMatrix();
        EXPECT_NEAR(M(2, 2), 1 - slopes(0), 1e-5);
        EXPECT_NEAR(M(0, 0), 1, 1e-12);
    }
}

TEST(BarrierLeastSquares, WarmStartGivesTheSameAnswerSooner)
{
    Random random(26);
    int cold_total = 0, warm_total = 0;
    for (int i = 0; i < 50; ++i) {
        Instance instance = random_instance(24, random);
        BarrierLeastSquares<6>& p = instance.problem;
        ASSERT_TRUE(p.solve(instance.tau, Vector::Zero(), 1e-5));
        const VectorXd cold = p.coefficients();
        const double cold_value = p.optimal_value();
        cold_total += p.iterations();
        const Vector start = p.residual() + random.vector(6, 1e-3);
        ASSERT_TRUE(p.solve(instance.tau, start, 1e-5));
        EXPECT_LT((p.coefficients() - cold).norm(), 1e-6);
        EXPECT_NEAR(p.optimal_value(), cold_value, 1e-9);
        warm_total += p.iterations();
        // A start that makes no sense is as good as none.
        ASSERT_TRUE(p.solve(instance.tau, Vector::Constant(std::nan("")), 1e-5));
        EXPECT_NEAR(p.optimal_value(), cold_value, 1e-9);
    }
    EXPECT_LT(warm_total, cold_total);
}

TEST(BarrierLeastSquares, PushesCannotPull)
{
    BarrierLeastSquares<6> p;
    p.resize(6, 3);
    p.G.setZero();
    for (int j = 0; j < 3; ++j)
        p.G(2, j) = 1;  // all push upwards
    p.w.setConstant(1e-2);
    p.is_free.setConstant(false);
    const Vector down = -Vector::Unit(2);
    ASSERT_TRUE(p.solve(down, Vector::Zero(), 1e-6));
    EXPECT_NEAR(p.residual()[2], 1, 1e-4);  // nothing of the pull is met
    EXPECT_LT(p.coefficients().maxCoeff(), 1e-5);
    ASSERT_TRUE(p.solve(-down, Vector::Zero(), 1e-6));
    EXPECT_LT(std::abs(p.residual()[2]), 0.01);
    EXPECT_NEAR(p.coefficients().sum(), 1, 0.01);
}

TEST(BarrierLeastSquares, SolvesWithoutAllocating)
{
    Random random(27);
    Instance instance = random_instance(112, random);
    ASSERT_TRUE(instance.problem.solve(instance.tau, Vector::Zero(), 1e-5));
    const Vector tau = 0.9 * instance.tau;
    const long before = allocations;
    const bool solved = instance.problem.solve(tau, Vector::Zero(), 1e-5);
    const long after = allocations;
    EXPECT_TRUE(solved);
    EXPECT_EQ(after, before);
#ifndef __SANITIZE_ADDRESS__
    const VectorXd counted = VectorXd::Zero(112);
    EXPECT_EQ(allocations, after + 1) << "the counter must count";
#endif
}

TEST(BarrierLeastSquares, RowsKnownOnlyAtRunTimeGiveTheSameSolution)
{
    Random random(29);
    for (int i = 0; i < 20; ++i) {
        Instance instance = random_instance(1 + 2 * i, random, 0.2);
        BarrierLeastSquares<6>& fixed = instance.problem;
        BarrierLeastSquares<Eigen::Dynamic> free;
        free.resize(6, fixed.columns());
        free.G = fixed.G;
        free.w = fixed.w;
        free.is_free = fixed.is_free;
        ASSERT_TRUE(fixed.solve(instance.tau, Vector::Zero(), 1e-4));
        ASSERT_TRUE(free.solve(instance.tau, Vector::Zero(), 1e-4));
        EXPECT_LT((fixed.residual() - free.residual()).norm(), 1e-8);
        EXPECT_LT((fixed.coefficients() - free.coefficients()).norm(), 1e-6);
        EXPECT_NEAR(fixed.optimal_value(), free.optimal_value(), 1e-8);
    }
}

TEST(BarrierLeastSquares, TwelveRowsMeetTheOptimalityConditions)
{
    Random random(30);
    for (int i = 0; i < 50; ++i) {
        const int columns = 5 + i;
        BarrierLeastSquares<Eigen::Dynamic> p;
        p.resize(12, columns);
        p.G = random.matrix(12, columns);
        for (int j = 0; j < columns; ++j) {
            p.w[j] = std::pow(10, random.uniform(-3, 1));
            p.is_free[j] = j % 5 == 0;
        }
        const VectorXd tau = random.vector(12, 2);
        const double mu = 1e-4;
        ASSERT_TRUE(p.solve(tau, VectorXd::Zero(12), mu));
        EXPECT_LT((p.G * p.coefficients() - tau - p.residual()).norm(), 1e-7);
        for (int j = 0; j < columns; ++j) {
            const double pull = p.w[j] * p.coefficients()[j] + p.G.col(j).dot(p.residual());
            EXPECT_NEAR(p.is_free[j] ? pull : pull * p.coefficients()[j] - mu / 2, 0, 1e-9);
        }
    }
}

}  // namespace
}  // namespace gambol
