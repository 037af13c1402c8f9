// SPDX-License-Identifier: MIT
#include "gambol/math/cubic_spline.hpp"

#include "support/finite_difference.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace gambol {
namespace {

CubicSpline spline()
{
    return CubicSpline(
        { { 0.5, false }, { 0.7, false }, { 1.0, true }, { 1.1, false }, { 1.6, false } });
}

double evaluate(
    const CubicSpline& s, const Eigen::VectorXd& controls, int interval, double u, int order)
{
    const CubicSpline::Weights w = s.weights(interval, u);
    double sum = 0;
    for (int i = 0; i < 4; ++i)
        sum += w.orders[size_t(order)][size_t(i)] * controls[w.first + i];
    return sum;
}

TEST(CubicSpline, HasAControlPointMoreForEveryJump)
{
    EXPECT_EQ(CubicSpline({ { 0 }, { 1 } }).controls(), 4);
    EXPECT_EQ(CubicSpline({ { 0 }, { 1 }, { 2 } }).controls(), 5);
    EXPECT_EQ(CubicSpline({ { 0 }, { 1, true }, { 2 } }).controls(), 6);
    EXPECT_EQ(spline().controls(), 8);
}

TEST(CubicSpline, IsEveryCubicPolynomial)
{
    // Values at as many instants as there are controls decide them; a cubic must come back.
    const CubicSpline s = spline();
    const auto cubic = [](double t) { return 1 - 2 * t + 0.7 * t * t - 1.3 * t * t * t; };
    Eigen::MatrixXd A = Eigen::MatrixXd::Zero(s.intervals() * 5, s.controls());
    Eigen::VectorXd b(A.rows());
    for (int i = 0; i < A.rows(); ++i) {
        const int interval = i / 5;
        const double u = (i % 5) / 4.0;
        const CubicSpline::Weights w = s.weights(interval, u);
        for (int k = 0; k < 4; ++k)
            A(i, w.first + k) = w.orders[0][size_t(k)];
        b[i] = cubic(s.time(interval, u));
    }
    const Eigen::VectorXd controls = A.colPivHouseholderQr().solve(b);
    EXPECT_LT((A * controls - b).norm(), 1e-13);
    for (int interval = 0; interval < s.intervals(); ++interval)
        for (const double u : { 0.0, 0.3, 1.0 }) {
            const double t = s.time(interval, u);
            EXPECT_NEAR(evaluate(s, controls, interval, u, 1), -2 + 1.4 * t - 3.9 * t * t, 1e-11);
            EXPECT_NEAR(evaluate(s, controls, interval, u, 2), 1.4 - 7.8 * t, 1e-10);
        }
}

TEST(CubicSpline, IsSmoothAndItsAccelerationJumpsOnlyWhereItMay)
{
    const CubicSpline s = spline();
    const Eigen::VectorXd controls = test::Random(5).vector(s.controls());
    for (int interval = 0; interval + 1 < s.intervals(); ++interval)
        for (int order = 0; order < 3; ++order) {
            const double gap = std::abs(evaluate(s, controls, interval, 1, order)
                - evaluate(s, controls, interval + 1, 0, order));
            if (order == 2 && interval == 1)
                EXPECT_GT(gap, 1);
            else
                EXPECT_LT(gap, 1e-11) << "interval " << interval << ", order " << order;
        }
    EXPECT_NEAR(evaluate(s, controls, 0, 0, 0), controls[0], 1e-15);
    EXPECT_NEAR(evaluate(s, controls, s.intervals() - 1, 1, 0), controls[s.controls() - 1], 1e-15);
}

TEST(CubicSpline, AbscissasMakeALineALine)
{
    const CubicSpline s = spline();
    Eigen::VectorXd controls(s.controls());
    for (int i = 0; i < s.controls(); ++i)
        controls[i] = 3 - 2 * s.abscissa(i);
    for (int interval = 0; interval < s.intervals(); ++interval)
        EXPECT_NEAR(evaluate(s, controls, interval, 0.4, 0), 3 - 2 * s.time(interval, 0.4), 1e-14);
}

TEST(CubicSpline, KnowsWhichIntervalAnInstantIsIn)
{
    const CubicSpline s = spline();
    EXPECT_EQ(s.interval_at(0.5), 0);
    EXPECT_EQ(s.interval_at(0.69), 0);
    EXPECT_EQ(s.interval_at(0.7), 1);
    EXPECT_EQ(s.interval_at(1.6), 3);
    EXPECT_EQ(s.interval_at(7), 3);
}

}  // namespace
}  // namespace gambol
