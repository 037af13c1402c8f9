// SPDX-License-Identifier: MIT
#include "gambol/dynamics/joint_torques.hpp"

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

constexpr double kExact = 1e-11;

MatrixXd exact_torques(const Tree& tree, const Instant& at, Variable variable)
{
    return test::exact_newton_euler(tree, at, variable, &test::NewtonEuler<Jet>::torques);
}

TEST(JointTorques, AreThoseOfNewtonAndEulerWithExactDerivatives)
{
    test::Random random(1);
    for (const auto& [name, tree] : test::tree_zoo()) {
        const Instant at = test::random_instant(tree, random);
        const State<double> state = test::state_of(tree, at);
        const AggregateForce<double> force = test::force_of(tree, state);
        const JointTorques<double> torques = test::torques_of(tree, state, force);
        const int count = tree.dof_count();
        EXPECT_LT(relative_error(VectorXd::Map(torques.value.data(), count),
                      test::newton_euler<double>(tree, test::plain(at)).torques),
            kExact)
            << name;
        EXPECT_LT(
            relative_error(test::rows(torques.dq, count), exact_torques(tree, at, Variable::q)),
            kExact)
            << name;
        EXPECT_LT(relative_error(
                      test::rows(torques.dqdot, count), exact_torques(tree, at, Variable::qdot)),
            kExact)
            << name;
        EXPECT_LT(relative_error(
                      test::rows(torques.dqddot, count), exact_torques(tree, at, Variable::qddot)),
            kExact)
            << name;
    }
}

TEST(JointTorques, OfChosenJointsAreRowsOfAll)
{
    test::Random random(2);
    for (const auto& [name, tree] : test::tree_zoo()) {
        const State<double> state = test::state_of(tree, test::random_instant(tree, random));
        const AggregateForce<double> force = test::force_of(tree, state);
        const JointTorques<double> all = test::torques_of(tree, state, force);
        JointTorques<double> some(tree, { tree.dof_count() - 1, 2, 4 });
        // What was there before must not shine through.
        std::fill(some.dq.begin(), some.dq.end(), 1e9);
        std::fill(some.dqdot.begin(), some.dqdot.end(), 1e9);
        std::fill(some.dqddot.begin(), some.dqddot.end(), 1e9);
        joint_torques(tree, state, force, some);
        const int count = tree.dof_count();
        for (std::size_t row = 0; row < some.dofs.size(); ++row) {
            const int dof = some.dofs[row];
            EXPECT_EQ(some.value[row], all.value[std::size_t(dof)]);
            const auto same = [&](const std::vector<double>& a, const std::vector<double>& b) {
                return test::rows(a, count).row(Eigen::Index(row)) == test::rows(b, count).row(dof);
            };
            EXPECT_TRUE(same(some.dq, all.dq)) << name;
            EXPECT_TRUE(same(some.dqdot, all.dqdot)) << name;
            EXPECT_TRUE(same(some.dqddot, all.dqddot)) << name;
        }
        std::vector<double> values(all.value.size());
        joint_torques<double>(tree, state, std::span<double>(values));
        EXPECT_EQ(values, all.value) << name;
    }
}

TEST(JointTorques, MassMatrixIsSymmetricAndNowhereNegative)
{
    test::Random random(3);
    for (const auto& [name, tree] : test::tree_zoo()) {
        const State<double> state = test::state_of(tree, test::random_instant(tree, random));
        const JointTorques<double> torques
            = test::torques_of(tree, state, test::force_of(tree, state));
        const MatrixXd M = test::rows(torques.dqddot, tree.dof_count());
        EXPECT_LT(relative_error(M, M.transpose()), 1e-13) << name;
        EXPECT_GT(Eigen::SelfAdjointEigenSolver<MatrixXd>(M).eigenvalues().minCoeff(), -1e-12)
            << name;
    }
}

TEST(JointTorques, RootRowsOfAFloatingTreeAreItsAggregateForce)
{
    test::Random random(4);
    const Tree tree = test::random_tree(random, { test::TreeRoot::axes });
    const State<double> state = test::state_of(tree, test::random_instant(tree, random));
    const AggregateForce<double> force = test::force_of(tree, state);
    const JointTorques<double> torques = test::torques_of(tree, state, force);
    for (int axis = 0; axis < 3; ++axis) {
        EXPECT_NEAR(torques.value[std::size_t(axis)], test::vector(force.value)[axis], 1e-10);
        for (int k = 0; k < tree.dof_count(); ++k)
            EXPECT_NEAR(torques.dq[std::size_t(axis * tree.dof_count() + k)],
                test::vector(force.dq[std::size_t(k)])[axis], 1e-10);
    }
}

}  // namespace
}  // namespace gambol::dynamics
