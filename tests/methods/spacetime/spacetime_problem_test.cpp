// SPDX-License-Identifier: MIT
#include "gambol/methods/spacetime/spacetime_problem.hpp"

#include "gambol/solve/interior_point.hpp"
#include "support/constrained_derivatives.hpp"
#include "support/finite_difference.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace gambol::spacetime {
namespace {

using dynamics::BodyPoint;
using dynamics::Joint;
using dynamics::Tree;
using Eigen::Vector3d;
using Eigen::VectorXd;

constexpr double kPi = std::numbers::pi;
constexpr double kSwing = 0.9, kLanding = 0.5;  // s
constexpr int kDofs = 5;

/// A gymnast in the plane: trunk, arms, thighs, shanks, feet.
Tree gymnast()
{
    const Vector3d forward(0, -1, 0), backward(0, 1, 0);
    const auto joint = [](int parent, const Vector3d& axis, const Vector3d& at, double mass,
                           const Vector3d& center, const Vector3d& inertia) {
        Joint j;
        j.parent = parent;
        j.axis = axis;
        j.position = at;
        j.mass = mass;
        j.center = center;
        j.inertia = inertia.asDiagonal();
        return j;
    };
    return Tree({
        joint(-1, forward, { 0, 0, 0 }, 35.3, { 0, 0, 0.33 }, { 2, 1.8, 0.33 }),
        joint(0, backward, { 0, 0, 0.5 }, 6.9, { 0, 0, 0.28 }, { 0.22, 0.22, 0.02 }),
        joint(0, forward, { 0, 0, 0 }, 19.8, { 0, 0, -0.17 }, { 0.38, 0.38, 0.08 }),
        joint(2, backward, { 0, 0, -0.42 }, 6.1, { 0, 0, -0.19 }, { 0.07, 0.07, 0.012 }),
        joint(3, forward, { 0, 0, -0.43 }, 1.9, { 0.05, 0, -0.04 }, { 0.002, 0.008, 0.008 }),
    });
}

/// Swings on a high bar, lets go, turns over once and lands on its feet.
struct Dismount {
    Tree tree = gymnast();
    double flight;
    std::unique_ptr<SpacetimeProblem> problem;
    VectorXd x;

    /// `with_extras`: what a scene adds, a posture to be near, most at the ends, limbs that keep
    /// apart and stay out of the bar.
    explicit Dismount(double flight_, int slices_per_interval = 6, bool with_extras = false,
        const ForceWeights& forces = {}, const std::vector<Strength>& strengths = {})
        : flight(flight_)
    {
        const double released = kSwing, landed = kSwing + flight, end = landed + kLanding;
        SpacetimePlan plan;
        plan.context.tree = &tree;
        plan.context.phases.resize(3);
        Phase& bar = plan.context.phases[0];
        bar.kind = PhaseKind::grip;
        bar.end = released;
        bar.bar_torque = 0.03;
        bar.ties.push_back({ BodyPoint { 1, { 0, 0, 0.63 } }, { 0, 0, 2.55 } });
        plan.context.phases[1].begin = released;
        plan.context.phases[1].end = landed;
        Phase& ground = plan.context.phases[2];
        ground.kind = PhaseKind::support;
        ground.begin = landed;
        ground.end = end;
        ground.ties.push_back(
            { BodyPoint { 4, { 0.06, 0, -0.08 } }, { 1.2, 0, 0 }, Tie::Turn::none });
        ground.area = { { -0.11, -0.1 }, { 0.11, -0.1 }, { 0.11, 0.1 }, { -0.11, 0.1 } };
        plan.context.feelers
            = { { { 4, { 0.18, 0, -0.08 } }, 0 }, { { 4, { -0.06, 0, -0.08 } }, 0 } };
        plan.slices_per_interval = slices_per_interval;
        plan.root_dofs = 1;
        plan.forces = forces;
        plan.context.strengths = strengths;
        plan.lower = (VectorXd(kDofs) << -20, -0.7, -0.6, -0.02, -0.9).finished();
        plan.upper = (VectorXd(kDofs) << 20, 1.9, 2.3, 2.5, 0.7).finished();
        const VectorXd crouch = (VectorXd(kDofs) << 2 * kPi - 0.6, 1.3, 1.6, 1.6, 0.6).finished();
        if (with_extras) {
            plan.context.pairs = { { Feeler { { 1, { 0, 0, 0.5 } }, 0.05 },
                Feeler { { 3, { 0, 0, -0.2 } }, 0.06 } } };
            const Passing passing { { { 0, 0, 2.55 }, Vector3d::UnitY(), 0.014 },
                { { 3, { 0, 0, 0 } }, { 3, { 0, 0, -0.43 } }, 0.05 } };
            plan.context.phases[0].passings = plan.context.phases[1].passings = { passing };
            plan.passings = 2;
            plan.first_posture = 0.2;
            plan.last_posture = 0.3;
            plan.posture = VectorXd::Constant(kDofs, 0.3);
            plan.posture_weights = VectorXd::LinSpaced(kDofs, 0, 0.2);
        }
        for (int dof = 0; dof < kDofs; ++dof) {
            plan.pins.push_back({ 0, dof, 1, 0 });
            plan.pins.push_back({ end, dof, 0, crouch[dof] });
            plan.pins.push_back({ end, dof, 1, 0 });
        }
        problem = std::make_unique<SpacetimeProblem>(std::move(plan));

        // Turns over evenly while its pose goes straight to the last one.
        x.setZero(problem->shape().variables());
        for (int k = 0; k < problem->spline().controls(); ++k) {
            const double t = problem->spline().abscissa(k);
            x.segment(k * kDofs, kDofs) = crouch * t / end;
            x[k * kDofs] = t < released ? t / released * kPi / 2
                : t < landed            ? kPi / 2 + (t - released) / flight * 1.5 * kPi
                                        : crouch[0];
        }
        x.segment<6>(problem->flight_column(1)) << 0.4, 0, 2.2, 1, 0, 0.5 * 9.81 * flight;
        if (problem->strength_column() >= 0)
            x[problem->strength_column()] = 3;
    }
};

TEST(SpacetimeProblem, DerivativesMatchDifferences)
{
    Dismount d(0.6, 2, true);
    test::Random random(12);
    const VectorXd x = d.x + random.vector(d.x.size(), 0.05);
    VectorXd c;
    (void)d.problem->values(x, c);
    const auto errors
        = test::constrained_derivative_errors(*d.problem, x, random.vector(c.size()), 0.7);
    EXPECT_EQ(errors.values, 0);
    EXPECT_LT(errors.gradient, 1e-7);
    EXPECT_LT(errors.jacobian, 1e-7);
    EXPECT_LT(errors.objective_hessian, 1e-7);
    EXPECT_LT(errors.objective_hessian_negative, 1e-9);
    EXPECT_LT(errors.lagrangian_hessian, 1e-6);
    EXPECT_GT(errors.largest_jacobian_entry, 1);
}

const ForceWeights kForces[] = {
    { .force = 40, .jerk = 0, .torques = {} },
    { .force = 0, .jerk = 0.01, .torques = {} },
    { .force = 0, .jerk = 0, .torques = { { 1, 3 }, { 3, 2 } } },
};

TEST(SpacetimeProblem, ObjectivesOfForcesHaveExactDerivatives)
{
    for (const ForceWeights& forces : kForces) {
        Dismount d(0.6, 2, false, forces), without(0.6, 2);
        test::Random random(13);
        const VectorXd x = d.x + random.vector(d.x.size(), 0.02);
        VectorXd c;
        EXPECT_GT(d.problem->values(x, c), 1.01 * without.problem->values(x, c));
        const auto errors
            = test::constrained_derivative_errors(*d.problem, x, random.vector(c.size()), 0.7);
        EXPECT_EQ(errors.values, 0);
        EXPECT_LT(errors.gradient, 1e-6);
        EXPECT_LT(errors.objective_hessian_negative, 1e-9);
        EXPECT_LT(errors.lagrangian_hessian, 1e-5);
    }
}

ConstrainedReport solve(Dismount& d, double first_barrier = 1)
{
    InteriorPointOptions options;
    options.initial_barrier = first_barrier;
    options.largest_step = 1.5;
    options.optimality_tolerance = 1e-3;
    options.violation_tolerance = 1e-5;
    return minimise_interior_point(*d.problem, d.x, options);
}

TEST(SpacetimeProblem, AnObjectiveMakesLessOfWhatItWeighs)
{
    Dismount usual(0.6);
    ASSERT_EQ(solve(usual).solve.outcome, Outcome::converged);
    for (const ForceWeights& forces : kForces) {
        Dismount d(0.6, 6, false, forces);
        d.x = usual.x;  // from the guess it may find quite another movement
        const ConstrainedReport report = solve(d, 0.01);
        EXPECT_EQ(report.solve.outcome, Outcome::converged) << report.solve.note;
        VectorXd c;
        const auto price = [&](const VectorXd& x) {
            return d.problem->values(x, c) - usual.problem->values(x, c);
        };
        EXPECT_LT(price(d.x), 0.98 * price(usual.x));
    }
}

/// Both shoulders, hips, knees, ankles.
std::vector<Strength> strengths(double share)
{
    return { { 1, -182 * share }, { 1, 254 * share }, { 2, -386 * share }, { 2, 272 * share },
        { 3, -392 * share }, { 3, 210 * share }, { 4, -228 * share } };
}

TEST(SpacetimeProblem, RowsOfStrengthHaveExactDerivatives)
{
    Dismount d(0.6, 2, false, {}, strengths(1)), without(0.6, 2);
    ASSERT_EQ(d.x.size(), without.x.size() + 1);
    test::Random random(14);
    const VectorXd x = d.x + random.vector(d.x.size(), 0.05);
    VectorXd c;
    (void)d.problem->values(x, c);
    const auto errors
        = test::constrained_derivative_errors(*d.problem, x, random.vector(c.size()), 0.7);
    EXPECT_EQ(errors.values, 0);
    EXPECT_LT(errors.gradient, 1e-7);
    EXPECT_LT(errors.jacobian, 1e-7);
    EXPECT_LT(errors.lagrangian_hessian, 1e-5);
}

/// The greatest share of its strength that a joint uses, at any time.
double strain(Dismount& d, double share)
{
    const std::vector<Strength> all = strengths(share);
    HeldTorques<double> model(d.problem->plan().context, { 1, 2, 3, 4 });
    double most = 0;
    for (int k = 0; k < d.problem->spline().intervals(); ++k)
        for (const double u : { 0.02, 0.2, 0.4, 0.6, 0.8, 0.98 }) {
            const double t = d.problem->spline().time(k, u);
            const auto local = d.problem->local(d.x, k, u);
            model.evaluate(t < kSwing       ? 0
                    : t < kSwing + d.flight ? 1
                                            : 2,
                { { local.q.data(), kDofs }, { local.qdot.data(), kDofs },
                    { local.qddot.data(), kDofs } });
            for (const Strength& strength : all)
                most = std::max(
                    most, model.torques().value[size_t(strength.dof) - 1] / strength.torque);
        }
    return most;
}

TEST(SpacetimeProblem, MovementsKeepToTheStrengthOfJoints)
{
    Dismount free(0.6);
    ASSERT_EQ(solve(free).solve.outcome, Outcome::converged);
    // Somebody who is not quite as strong as that takes.
    const double share = 0.8 * strain(free, 1);
    Dismount d(0.6, 6, false, {}, strengths(share));
    const ConstrainedReport report = solve(d);
    EXPECT_EQ(report.solve.outcome, Outcome::converged) << report.solve.note;
    EXPECT_LT(d.x[d.problem->strength_column()], 1.01);
    EXPECT_LT(strain(d, share), 1.02);
}

TEST(SpacetimeProblem, WhatIsBeyondStrengthTakesAsLittleMoreAsPossible)
{
    constexpr double kWeak = 0.3;
    Dismount d(0.6, 6, false, {}, strengths(kWeak));
    const ConstrainedReport report = solve(d);
    EXPECT_EQ(report.solve.outcome, Outcome::converged) << report.solve.note;
    const double needed = d.x[d.problem->strength_column()];
    EXPECT_GT(needed, 1.1);
    EXPECT_LT(strain(d, kWeak), 1.03 * needed);
    EXPECT_GT(strain(d, kWeak), 0.95 * needed);
}

TEST(SpacetimeProblem, AGymnastLetsGoTurnsOverAndLands)
{
    for (const double flight : { 0.6, 0.8 }) {
        Dismount d(flight);
        const ConstrainedReport report = solve(d);
        EXPECT_EQ(report.solve.outcome, Outcome::converged) << report.solve.note;
        EXPECT_LT(report.violation, 1e-5);

        // Between the slices: in flight the world exerts no torque on what falls freely.
        const SpacetimePlan& plan = d.problem->plan();
        const CubicSpline& spline = d.problem->spline();
        SliceModel<double> model(plan.context);
        Rows<double> rows;
        double most = 0;
        for (double t = kSwing; t <= kSwing + flight; t += 0.002) {
            const int interval = spline.interval_at(t);
            const auto local = d.problem->local(
                d.x, interval, (t - spline.time(interval, 0)) / spline.length(interval));
            model.evaluate({ t, 1, physics, 1 },
                { { local.q.data(), kDofs }, { local.qdot.data(), kDofs },
                    { local.qddot.data(), kDofs } },
                {}, 0, false, rows);
            for (const double torque : rows.value)
                most = std::max(most, std::abs(torque));
        }
        EXPECT_LT(most * plan.context.weight(), 5) << "N m";
    }
}

}  // namespace
}  // namespace gambol::spacetime
