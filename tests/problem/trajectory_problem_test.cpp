// SPDX-License-Identifier: MIT
#include "gambol/problem/trajectory_problem.hpp"

#include "support/finite_difference.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <map>
#include <memory>

namespace gambol {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using test::Random;

TEST(LocalModel, AddsUpResidualsInTheSenseOfGaussNewton)
{
    Random random(41);
    const int size = 6;
    LocalModel local;
    local.reset(size, Detail::hessian);
    MatrixXd J = MatrixXd::Zero(6, size);
    VectorXd r(6), w(6);

    local.weight = 2;
    const Eigen::Matrix<double, 2, 3> A = random.matrix(2, 3);
    local.add<2, 3>(Eigen::Vector2d(0.3, -0.7), A, { 1, 4, 1 });  // a column that appears twice
    J.block<2, 1>(0, 1) = A.col(0) + A.col(2);
    J.block<2, 1>(0, 4) = A.col(1);
    local.weight = 0.5;
    local.add(1.5, -3, 5);
    J(2, 5) = -3;
    const MatrixXd B = random.matrix(3, 2);
    local.add_dynamic(Eigen::Vector3d(1, 2, 3), B, { 0, 5 });
    J.block<3, 1>(3, 0) = B.col(0);
    J.block<3, 1>(3, 5) = B.col(1);
    r << 0.3, -0.7, 1.5, 1, 2, 3;
    w << 2, 2, 0.5, 0.5, 0.5, 0.5;

    EXPECT_NEAR(local.cost(), 0.5 * w.dot(r.cwiseAbs2()), 1e-14);
    EXPECT_LT((local.gradient() - J.transpose() * w.asDiagonal() * r).norm(), 1e-14);
    EXPECT_LT((local.hessian() - J.transpose() * w.asDiagonal() * J).norm(), 1e-13);
    EXPECT_DOUBLE_EQ(local.largest_residual, 3);

    local.add_cost(4);
    local.add_gradient(2, 3);
    local.add_hessian(6, 2, 3);
    EXPECT_NEAR(local.cost(), 0.5 * w.dot(r.cwiseAbs2()) + 2, 1e-14);
    EXPECT_NEAR(local.gradient()[3], 1, 1e-14);
    EXPECT_NEAR(local.hessian()(2, 3), 3, 1e-14);
}

/// Residuals r = tanh(A y + b_sample), whose Jacobian is known.
class Squashed final : public SampleCost {
public:
    Squashed(int size, unsigned seed)
        : A(Random(seed).matrix(kRows, size, 0.4))
    {
    }

    VectorXd residual(int sample, const VectorXd& y) const
    {
        return (A * y).array().unaryExpr([](double v) { return std::tanh(v); })
            + 0.1 * (sample + 1);
    }

    void evaluate(int sample, const Sample&, const VectorXd& y, LocalModel& out) override
    {
        ++evaluations[sample];
        const VectorXd slopes
            = (A * y).array().unaryExpr([](double v) { return 1 - std::pow(std::tanh(v), 2); });
        std::vector<int> columns(y.size());
        for (int i = 0; i < y.size(); ++i)
            columns[i] = i;
        out.weight = 1.7;
        out.add_dynamic(residual(sample, y), slopes.asDiagonal() * A, columns);
    }

    static constexpr int kRows = 4;
    static constexpr double kWeight = 1.7;
    MatrixXd A;
    std::map<int, int> evaluations;
};

/// Pulls coordinates to a place beyond a wall: ½‖q − 2‖² and ½w max(0, q₀ + q₁/2 − 1)².
class Walled final : public SampleCost {
public:
    void evaluate(int, const Sample&, const VectorXd& y, LocalModel& out) override
    {
        out.weight = 1;
        for (int i = 0; i < 3; ++i)
            out.add(y[i] - 2, 1, i);
        out.weight = 50;
        out.add_hinge<2>(y[0] + y[1] / 2 - 1, Eigen::RowVector2d(1, 0.5), { 0, 1 });
    }
};

struct Example {
    TrajectoryLayout layout;
    VectorXd start, x;
    std::vector<Sample> samples;
    FreeKnots knots;
    std::unique_ptr<TrajectoryProblem> problem;

    Squashed& cost() { return static_cast<Squashed&>(problem->cost()); }

    /// All residuals of all samples as a function of x, weighted as at e.x, and those of the knots.
    VectorXd residuals(const VectorXd& at)
    {
        const auto weight = [&](const Sample& sample) {
            return sample.weight
                * (sample.per_time ? layout.duration_of(x, sample.segment) / layout.segment_duration
                                   : 1);
        };
        VectorXd all(Squashed::kRows * Eigen::Index(samples.size()) + layout.segments);
        for (int k = 0; k < layout.segments; ++k) {
            const double ratio = layout.duration_of(at, k) / layout.segment_duration;
            all[all.size() - 1 - k] = std::sqrt(knots.stiffness) * (ratio - 1 / ratio);
        }
        VectorXd y;
        for (size_t i = 0; i < samples.size(); ++i) {
            problem->local_state(at, samples[i].segment, samples[i].u, y);
            all.segment(Squashed::kRows * Eigen::Index(i), Squashed::kRows)
                = std::sqrt(Squashed::kWeight * weight(samples[i])) * cost().residual(int(i), y);
        }
        return all;
    }
};

Example make_example(int segments, int segments_per_phase)
{
    Example e;
    e.layout.coordinates = 3;
    e.layout.contacts = 2;
    e.layout.segments = segments;
    e.layout.segments_per_phase = segments_per_phase;
    e.layout.segment_duration = 0.4;
    Random random(42);
    e.start = random.vector(3);
    e.x = random.vector(e.layout.variables(), 0.3);
    for (int k = 0; k < segments; ++k) {
        e.x[e.layout.late(k)] *= 0.3;
        for (const double u : { 0.1, 0.6 })
            e.samples.push_back({ k, u, random.uniform(0.5, 2), 0 });
    }
    e.x[e.layout.late(segments - 1)] = 0;
    e.samples.push_back({ segments - 1, 1.0, 3, 1, -1, false, false });
    e.problem = std::make_unique<TrajectoryProblem>(
        e.layout, e.start, e.samples, std::make_unique<Squashed>(e.layout.local_size(), 43));
    return e;
}

/// The same with knots that may move, but for the second and the last.
Example make_free_example(int segments, int segments_per_phase)
{
    Example e = make_example(segments, segments_per_phase);
    e.knots.free.assign(size_t(segments), true);
    e.knots.free[1] = e.knots.free.back() = false;
    e.knots.stiffness = 0.7;
    e.problem->set_free_knots(e.knots);
    return e;
}

struct Kind {
    int per_phase;
    Example (*make)(int segments, int segments_per_phase);
};
constexpr std::array<Kind, 4> kKinds { { { 1, make_example }, { 2, make_example },
    { 1, make_free_example }, { 2, make_free_example } } };

bool is_unused(const Example& e, int variable)
{
    const TrajectoryLayout& layout = e.layout;
    const int block = variable / layout.block_size(), place = variable % layout.block_size();
    if (place == layout.block_size() - 1)
        return e.knots.free.empty() || !e.knots.free[size_t(block)];
    return place >= 2 * layout.coordinates && block % layout.segments_per_phase != 0;
}

TEST(TrajectoryProblem, StartsAtTheStartAtRestAndIsSmoothBetweenSegments)
{
    Example e = make_example(3, 2);
    VectorXd y, before, after;
    e.problem->local_state(e.x, 0, 0, y);
    EXPECT_LT((y.head(3) - e.start).norm(), 1e-15);
    EXPECT_LT(y.segment(3, 3).norm(), 1e-15);
    for (int k = 0; k < 2; ++k) {
        e.problem->local_state(e.x, k, 1, before);
        e.problem->local_state(e.x, k + 1, 0, after);
        EXPECT_LT((before.head(6) - after.head(6)).norm(), 1e-13);
        EXPECT_LT((before.head(3) - e.x.segment(e.layout.q(k), 3)).norm(), 1e-14);
        EXPECT_LT((before.segment(3, 3) - e.x.segment(e.layout.v(k), 3)).norm(), 1e-13);
    }
}

TEST(TrajectoryProblem, KnotsMoveAndTheWholeLastsAsLong)
{
    Example e = make_example(3, 2);
    double sum = 0;
    for (int k = 0; k < 3; ++k)
        sum += e.layout.duration_of(e.x, k);
    EXPECT_NEAR(sum, e.layout.duration(), 1e-14);
    EXPECT_GT(std::abs(e.layout.duration_of(e.x, 0) - e.layout.segment_duration), 1e-3);
    // Velocity is the derivative by time, whatever the segment's duration.
    VectorXd before, after, y;
    const double du = 1e-6, dt = du * e.layout.duration_of(e.x, 0);
    e.problem->local_state(e.x, 0, 0.4 - du, before);
    e.problem->local_state(e.x, 0, 0.4 + du, after);
    e.problem->local_state(e.x, 0, 0.4, y);
    EXPECT_LT((y.segment(3, 6) - (after - before).head(6) / (2 * dt)).norm(), 1e-6);
}

TEST(TrajectoryProblem, ASegmentCannotVanish)
{
    Example e = make_free_example(3, 1);
    e.x[e.layout.late(0)] = -e.layout.segment_duration;
    EXPECT_FALSE(std::isfinite(e.problem->value(e.x)));
}

TEST(TrajectoryProblem, SegmentsOfAPhaseShareTheirContacts)
{
    Example e = make_example(3, 2);
    VectorXd first, second, third;
    e.problem->local_state(e.x, 0, 0.5, first);
    e.problem->local_state(e.x, 1, 0.5, second);
    e.problem->local_state(e.x, 2, 0.5, third);
    EXPECT_EQ(first.tail(2), second.tail(2));
    EXPECT_NE(second.tail(2), third.tail(2));
    EXPECT_EQ(first.tail(2), e.x.segment(e.layout.z(0), 2));
}

TEST(TrajectoryProblem, GradientMatchesDifferences)
{
    for (const auto& [per_phase, make] : kKinds) {
        Example e = make(4, per_phase);
        VectorXd g;
        const double value = e.problem->gradient(e.x, g);
        EXPECT_DOUBLE_EQ(value, e.problem->value(e.x));
        EXPECT_NEAR(value, 0.5 * e.residuals(e.x).squaredNorm(), 1e-12);
        VectorXd differences
            = test::central_gradient([&](const VectorXd& at) { return e.problem->value(at); }, e.x);
        for (int i = 0; i < g.size(); ++i)
            if (is_unused(e, i))
                differences[i] = 0;  // a knot that may not move would matter
        EXPECT_GT(g.cwiseAbs().maxCoeff(), 0.1);
        const auto error = test::compare_gradients(g, differences, 1e-9);
        EXPECT_LT(error.relative, 1e-6) << error.text;
        for (int i = 0; i < g.size(); ++i) {
            if (is_unused(e, i))
                EXPECT_EQ(g[i], 0);
            else
                EXPECT_NE(g[i], 0) << "variable " << i << " must matter";
        }
    }
}

TEST(TrajectoryProblem, ModelIsTheSquareOfTheJacobian)
{
    for (const auto& [per_phase, make] : kKinds) {
        Example e = make(5, per_phase);
        VectorXd g;
        BlockTridiagonal H;
        const double value = e.problem->model(e.x, g, H);
        EXPECT_DOUBLE_EQ(value, e.problem->value(e.x));
        const MatrixXd J = test::central_jacobian(
            [&](const VectorXd& at) { return e.residuals(at); }, e.x, 1e-4);
        MatrixXd expected = J.transpose() * J;
        for (int i = 0; i < expected.rows(); ++i)
            if (is_unused(e, i)) {
                expected.row(i).setZero();
                expected.col(i).setZero();
                expected(i, i) = 1;  // keeps the matrix regular
            }
        EXPECT_LT(test::relative_error(H.dense(), expected), 1e-9) << per_phase << " per phase";
        VectorXd expected_gradient = J.transpose() * e.residuals(e.x);
        for (int i = 0; i < g.size(); ++i)
            if (i % e.layout.block_size() == e.layout.block_size() - 1)
                expected_gradient[i] = g[i];  // weights that go with durations are not in J
        EXPECT_LT((g - expected_gradient).norm(), 1e-8);
    }
}

TEST(TrajectoryProblem, ForwardDifferencesAreTheGradientToFirstOrder)
{
    Example e = make_free_example(3, 2);
    VectorXd g, coarse, fine;
    const double value = e.problem->gradient(e.x, g);
    EXPECT_NEAR(e.problem->finite_difference_gradient(e.x, 1e-3, coarse), value, 1e-13);
    (void)e.problem->finite_difference_gradient(e.x, 1e-4, fine);
    const double coarse_error = (coarse - g).norm(), fine_error = (fine - g).norm();
    EXPECT_NEAR(coarse_error / fine_error, 10, 1);  // error ∝ ε
    EXPECT_LT(((10 * fine - coarse) / 9 - g).norm(), 1e-4 * g.norm());  // what is left is ∝ ε²
}

TEST(TrajectoryProblem, ForwardDifferencesEvaluateOnlySamplesThatMove)
{
    Example e = make_example(4, 2);
    VectorXd g;
    (void)e.problem->finite_difference_gradient(e.x, 1e-4, g);
    const int motion = 2 * e.layout.coordinates, contacts = e.layout.contacts;
    // A sample is evaluated once as it is, once per coordinate and velocity at either end of its
    // segment (the start is fixed), and once per contact of its phase.
    for (size_t i = 0; i < e.samples.size(); ++i)
        EXPECT_EQ(e.cost().evaluations[int(i)],
            1 + motion * (e.samples[i].segment == 0 ? 1 : 2) + contacts);
}

TEST(TrajectoryProblem, SwitchedHingesMakeTheModelExactWhereAStepEnds)
{
    TrajectoryLayout layout;
    layout.coordinates = 3;
    layout.contacts = 2;
    layout.segments = 4;
    layout.segment_duration = 0.5;
    std::vector<Sample> samples;
    for (int k = 0; k < layout.segments; ++k) {
        samples.push_back({ k, 0.3, 1.3, 0 });
        samples.push_back({ k, 0.8, 0.7, 0, -1, true });
    }
    Random random(44);
    // The wall is near enough to be looked at from either side.
    const auto near_wall = [&](double side) {
        VectorXd x = VectorXd::Zero(layout.variables());
        for (int k = 0; k < layout.segments; ++k)
            x.segment<3>(layout.q(k)) << 1 + side, 0, random.uniform(-1, 1);
        return x;
    };
    const VectorXd start = Eigen::Vector3d(1, 0, 0);
    for (const double side : { -0.05, 0.05 }) {
        TrajectoryProblem problem(layout, start, samples, std::make_unique<Walled>());
        const VectorXd x = near_wall(side);
        VectorXd step = near_wall(-side) - x;
        step += random.vector(layout.variables(), 0.01);
        for (int k = 0; k < layout.segments; ++k)
            step[layout.late(k)] = 0;
        VectorXd g;
        BlockTridiagonal H;
        const double cost = problem.model(x, g, H);
        const auto predicted = [&](double constant) {
            return cost + constant + g.dot(step) + 0.5 * step.dot(H.dense() * step);
        };
        const double truth = problem.value(x + step), blind = predicted(0);
        EXPECT_GT(std::abs(blind - truth), 1e-3);
        const HingeSwitches switches = problem.switch_hinges(step, g, H);
        EXPECT_NEAR(predicted(switches.constant), truth, 1e-10);
        EXPECT_NEAR(switches.missed, std::abs(blind - truth), 1e-10);
        EXPECT_EQ(problem.switch_hinges(step, g, H).missed, 0) << "nothing is switched twice";
    }
}

TEST(TrajectoryProblem, SwitchedHingesSeeKnotsMove)
{
    TrajectoryLayout layout;
    layout.coordinates = 3;
    layout.segments = 2;
    const Sample halfway { 0, 0.5, 1, 0, -1, true, false };
    TrajectoryProblem problem(
        layout, Eigen::Vector3d(0.9, 0, 0), { halfway }, std::make_unique<Walled>());
    problem.set_free_knots({ { true, false }, 0 });
    // Later knots make the curve overshoot: at u = 1/2 by an eighth of the duration × velocity.
    VectorXd x = VectorXd::Zero(layout.variables());
    x.segment<3>(layout.q(0)) << 1.09, 0, 0;
    x.segment<3>(layout.v(0)) << -0.4, 0, 0;
    VectorXd step = VectorXd::Zero(layout.variables());
    step[layout.late(0)] = -0.2;
    VectorXd g;
    BlockTridiagonal H;
    const double cost = problem.model(x, g, H);
    const auto predicted = [&](double constant) {
        return cost + constant + g.dot(step) + 0.5 * step.dot(H.dense() * step);
    };
    const double truth = problem.value(x + step), blind = predicted(0);
    EXPECT_GT(std::abs(blind - truth), 1e-4);
    EXPECT_NEAR(predicted(problem.switch_hinges(step, g, H).constant), truth, 1e-12);
}

}  // namespace
}  // namespace gambol
