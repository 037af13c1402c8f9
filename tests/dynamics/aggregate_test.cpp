// SPDX-License-Identifier: MIT
#include "gambol/dynamics/aggregate.hpp"

#include "support/dynamics_results.hpp"
#include "support/newton_euler.hpp"

#include <gtest/gtest.h>

namespace gambol::dynamics {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using test::Instant;
using test::Jet;
using test::relative_error;
using test::Variable;

constexpr double kExact = 1e-11;  // of the largest entry: rounding only

MatrixXd exact_force(const Tree& tree, const Instant& at, Variable variable)
{
    return test::exact_newton_euler(tree, at, variable, &test::NewtonEuler<Jet>::force);
}

MatrixXd exact_momentum(const Tree& tree, const Instant& at, Variable variable)
{
    return test::exact_newton_euler(tree, at, variable, &test::NewtonEuler<Jet>::momentum);
}

TEST(Aggregate, ForceAndMomentumAreThoseOfNewtonAndEuler)
{
    test::Random random(1);
    for (const auto& [name, tree] : test::tree_zoo()) {
        const Instant at = test::random_instant(tree, random);
        const State<double> state = test::state_of(tree, at);
        const auto reference = test::newton_euler<double>(tree, test::plain(at));
        EXPECT_LT(relative_error(test::vector(test::force_of(tree, state).value), reference.force),
            kExact)
            << name;
        EXPECT_LT(
            relative_error(test::vector(test::momentum_of(tree, state).value), reference.momentum),
            kExact)
            << name;
    }
}

TEST(Aggregate, DerivativesOfTheForceAreExact)
{
    test::Random random(2);
    for (const auto& [name, tree] : test::tree_zoo())
        for (int trial = 0; trial < 3; ++trial) {
            const Instant at = test::random_instant(tree, random);
            const AggregateForce<double> force = test::force_of(tree, test::state_of(tree, at));
            EXPECT_LT(
                relative_error(test::matrix(force.dq), exact_force(tree, at, Variable::q)), kExact)
                << name;
            EXPECT_LT(
                relative_error(test::matrix(force.dqdot), exact_force(tree, at, Variable::qdot)),
                kExact)
                << name;
            EXPECT_LT(
                relative_error(test::matrix(force.dqddot), exact_force(tree, at, Variable::qddot)),
                kExact)
                << name;
        }
}

TEST(Aggregate, DerivativesOfTheMomentumAreExact)
{
    test::Random random(3);
    for (const auto& [name, tree] : test::tree_zoo()) {
        const Instant at = test::random_instant(tree, random);
        const AggregateMomentum<double> momentum
            = test::momentum_of(tree, test::state_of(tree, at));
        EXPECT_LT(relative_error(test::matrix(momentum.dq), exact_momentum(tree, at, Variable::q)),
            kExact)
            << name;
        EXPECT_LT(
            relative_error(test::matrix(momentum.dqdot), exact_momentum(tree, at, Variable::qdot)),
            kExact)
            << name;
    }
}

TEST(Aggregate, DerivativesMatchFiniteDifferencesOfItself)
{
    // Of the library alone: would show a reference and a library that are wrong in the same way.
    test::Random random(4);
    for (const auto& [name, tree] : test::tree_zoo()) {
        const Instant at = test::random_instant(tree, random);
        const AggregateForce<double> force = test::force_of(tree, test::state_of(tree, at));
        const auto value = [&](const Instant& instant) -> VectorXd {
            return test::vector(test::state_of(tree, instant).total.force);
        };
        constexpr double kStep = 1e-3;  // fourth order: truncation and rounding near 1e-12
        const VectorXd zero = VectorXd::Zero(tree.dof_count());
        const MatrixXd dq = test::central_jacobian(
            [&](const VectorXd& step) {
                return value({ test::displaced(tree, at.q, step), at.qdot, at.qddot });
            },
            zero, kStep / 4);
        const MatrixXd dqdot = test::central_jacobian(
            [&](const VectorXd& qdot) {
                return value({ at.q, qdot, at.qddot });
            },
            at.qdot, kStep);
        const MatrixXd dqddot = test::central_jacobian(
            [&](const VectorXd& qddot) {
                return value({ at.q, at.qdot, qddot });
            },
            at.qddot, kStep);
        EXPECT_LT(relative_error(test::matrix(force.dq), dq), 1e-8) << name;
        EXPECT_LT(relative_error(test::matrix(force.dqdot), dqdot), 1e-8) << name;
        EXPECT_LT(relative_error(test::matrix(force.dqddot), dqddot), 1e-8) << name;
    }
}

TEST(Aggregate, ForceIsTheRateOfMomentumLessTheWeight)
{
    // ṗ₀ = ∂p₀/∂q q̇ + ∂p₀/∂q̇ q̈ must be f₀ + weight, with the weight at the centre of mass.
    test::Random random(5);
    for (const auto& [name, tree] : test::tree_zoo()) {
        const Instant at = test::random_instant(tree, random);
        const State<double> state = test::state_of(tree, at);
        const AggregateMomentum<double> momentum = test::momentum_of(tree, state);
        const VectorXd rate
            = test::matrix(momentum.dq) * at.qdot + test::matrix(momentum.dqdot) * at.qddot;
        const Wrench<double> weight { from_eigen(tree.mass() * tree.gravity()),
            cross(state.total.first, from_eigen(tree.gravity())) };
        EXPECT_LT(relative_error(test::vector(state.total.force + weight), rate), kExact) << name;
    }
}

TEST(Aggregate, EveryTermOfTheDerivativesIsNeeded)
{
    // Leaving out any one term would be seen by the checks above: it is a good part of the whole.
    test::Random random(6);
    const Tree tree = test::random_tree(random, { test::TreeRoot::axes });
    const Instant at = test::random_instant(tree, random);
    const State<double> state = test::state_of(tree, at);
    const AggregateForce<double> force = test::force_of(tree, state);
    const std::vector<Wrench<double>> none(force.dq.size(), zero_wrench<double>());
    std::vector<Wrench<double>> N_s = none, I_drift = none, N_xi = none, I_eta = none, s_F = none;
    for (int k = 0; k < tree.dof_count(); ++k) {
        const std::size_t dof = std::size_t(k);
        const Carried<double> all = carried_by(tree, state, k);
        const auto& [s, xi, eta] = state.dofs[dof];
        N_s[dof] = flow_times(all.moments, s.angular);
        I_drift[dof] = inertia_times(all, velocity_drift(tree, state, k));
        N_xi[dof] = flow_times(all.moments, xi.angular);
        I_eta[dof] = inertia_times(all, eta);
        s_F[dof] = cross(s, all.moments.force);
    }
    const MatrixXd dq = exact_force(tree, at, Variable::q);
    const MatrixXd dqdot = exact_force(tree, at, Variable::qdot);
    for (const auto& term : { N_xi, I_eta, s_F })
        EXPECT_GT(relative_error(dq - test::matrix(term), dq), 1e-2);
    for (const auto& term : { N_s, I_drift })
        EXPECT_GT(relative_error(dqdot - test::matrix(term), dqdot), 1e-2);
}

TEST(Aggregate, LongChainsKeepTheirDigits)
{
    // Completing rotations by a cross product once made errors double from link to link: 6e-6 of
    // the largest entry after 100 links, nothing right after 200.
    test::Random random(8);
    const Tree tree = test::random_tree(random,
        { .root = test::TreeRoot::fixed, .branches = false, .prismatic = 0, .joints = 200 });
    const Instant at = test::random_instant(tree, random);
    const AggregateForce<double> force = test::force_of(tree, test::state_of(tree, at));
    EXPECT_LT(relative_error(test::matrix(force.dq), exact_force(tree, at, Variable::q)), 1e-10);
}

TEST(Aggregate, RestingTreeNeedsItsWeight)
{
    test::Random random(7);
    const Tree tree = test::random_tree(random, {});
    const VectorXd zero = VectorXd::Zero(tree.dof_count());
    const State<double> state = test::state_of(tree, { zero, zero, zero });
    const Eigen::Vector3d force = test::vector(state.total.force.force);
    EXPECT_LT((force + tree.mass() * tree.gravity()).norm(), 1e-10);
}

}  // namespace
}  // namespace gambol::dynamics
