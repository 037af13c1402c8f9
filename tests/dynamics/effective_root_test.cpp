// SPDX-License-Identifier: MIT
#include "gambol/dynamics/effective_root.hpp"

#include "support/dynamics_results.hpp"
#include "support/newton_euler.hpp"

#include <gtest/gtest.h>

#include <optional>

namespace gambol::dynamics {
namespace {

using Eigen::MatrixXd;
using Eigen::Vector3d;
using Eigen::VectorXd;
using test::Instant;
using test::InstantT;
using test::Jet;
using test::relative_error;
using test::Variable;
using test::Vector3T;
using test::VectorT;

constexpr double kExact = 1e-11;
const Vector3d kAcceleration { 1.5, -2.5, 3.5 };

/// The centre of mass, or a point on a body.
using Root = std::optional<BodyPoint>;

std::vector<Root> roots(const Tree& tree, test::Random& random)
{
    return { std::nullopt, BodyPoint { tree.joint_count() - 1, random.vector(3, 0.4) },
        BodyPoint { 2, random.vector(3, 0.4) } };
}

/// Newton and Euler for the tree as it is carried: where the root is and how it accelerates is
/// found first, then all is accelerated by what is missing.
template <class T>
test::NewtonEuler<T> carried(const Tree& tree, const Root& root, const InstantT<T>& instant)
{
    const test::NewtonEuler<T> alone = test::newton_euler<T>(tree, instant);
    Vector3T<T> p = alone.center, a = alone.center_acceleration;
    if (root) {
        const test::BodyMotion<T>& body = alone.bodies[std::size_t(root->joint)];
        p = body.position(root->position);
        a = body.acceleration(root->position);
    }
    return test::newton_euler<T>(tree, instant, kAcceleration.cast<T>() - a, p);
}

PointMotion<double> root_motion(const Tree& tree, const State<double>& state, const Root& root)
{
    PointMotion<double> motion(tree);
    if (root)
        point_motion(tree, state, *root, motion);
    else
        center_of_mass_motion(tree, state, motion);
    return motion;
}

TEST(EffectiveRoot, ForceAndItsDerivativesAreExact)
{
    test::Random random(1);
    for (const auto& [name, tree] : test::tree_zoo())
        for (const Root& root : roots(tree, random)) {
            const Instant at = test::random_instant(tree, random);
            const State<double> state = test::state_of(tree, at);
            AggregateForce<double> force = test::force_of(tree, state);
            apply_effective_root(
                tree, state, root_motion(tree, state, root), from_eigen(kAcceleration), force);
            const auto exact = [&](Variable variable) {
                return test::exact_jacobian(
                    at, variable, [&](const InstantT<Jet>& instant) -> VectorT<Jet> {
                        return carried(tree, root, instant).force;
                    });
            };
            EXPECT_LT(relative_error(
                          test::vector(force.value), carried(tree, root, test::plain(at)).force),
                kExact)
                << name;
            EXPECT_LT(relative_error(test::matrix(force.dq), exact(Variable::q)), kExact) << name;
            EXPECT_LT(relative_error(test::matrix(force.dqdot), exact(Variable::qdot)), kExact)
                << name;
            EXPECT_LT(relative_error(test::matrix(force.dqddot), exact(Variable::qddot)), kExact)
                << name;
        }
}

TEST(EffectiveRoot, TorquesAndTheirDerivativesAreExact)
{
    test::Random random(2);
    for (const auto& [name, tree] : test::tree_zoo())
        for (const Root& root : roots(tree, random)) {
            const Instant at = test::random_instant(tree, random);
            const State<double> state = test::state_of(tree, at);
            JointTorques<double> torques
                = test::torques_of(tree, state, test::force_of(tree, state));
            apply_effective_root(
                tree, state, root_motion(tree, state, root), from_eigen(kAcceleration), torques);
            const auto exact = [&](Variable variable) {
                return test::exact_jacobian(
                    at, variable, [&](const InstantT<Jet>& instant) -> VectorT<Jet> {
                        return carried(tree, root, instant).torques;
                    });
            };
            const int count = tree.dof_count();
            EXPECT_LT(relative_error(VectorXd::Map(torques.value.data(), count),
                          carried(tree, root, test::plain(at)).torques),
                kExact)
                << name;
            EXPECT_LT(relative_error(test::rows(torques.dq, count), exact(Variable::q)), kExact)
                << name;
            EXPECT_LT(
                relative_error(test::rows(torques.dqdot, count), exact(Variable::qdot)), kExact)
                << name;
            EXPECT_LT(
                relative_error(test::rows(torques.dqddot, count), exact(Variable::qddot)), kExact)
                << name;
        }
}

TEST(EffectiveRoot, FallingCentreOfMassNeedsNoForce)
{
    test::Random random(3);
    const Tree tree = test::random_tree(random, {});
    const State<double> state = test::state_of(tree, test::random_instant(tree, random));
    AggregateForce<double> force = test::force_of(tree, state);
    apply_effective_root(
        tree, state, root_motion(tree, state, std::nullopt), from_eigen(tree.gravity()), force);
    EXPECT_LT(test::vector(force.value.force).norm(), 1e-10);
    EXPECT_GT(test::vector(force.value.torque).norm(), 0.1);  // but it turns as it pleases
    EXPECT_LT(test::matrix(force.dq).topRows(3).norm(), 1e-10);
    EXPECT_LT(test::matrix(force.dqdot).topRows(3).norm(), 1e-10);
    EXPECT_LT(test::matrix(force.dqddot).topRows(3).norm(), 1e-10);
}

TEST(EffectiveRoot, MakesTranslationsOfTheRootSuperfluous)
{
    // The same body with the six axes of a root, moved so that its point accelerates as told, needs
    // the same force: what the effective root leaves out is exactly the three translations.
    test::Random random(4);
    const Tree whole = test::random_tree(random, { test::TreeRoot::axes });
    std::vector<Joint> joints(whole.joints().begin() + 3, whole.joints().end());
    for (Joint& joint : joints)
        joint.parent = std::max(-1, joint.parent - 3);
    const Tree turning(joints, whole.gravity());
    Instant at = test::random_instant(whole, random);
    const Instant turns { at.q.tail(turning.q_count()), at.qdot.tail(turning.dof_count()),
        at.qddot.tail(turning.dof_count()) };
    const BodyPoint grip { turning.joint_count() - 1, { 0.1, 0.2, 0.3 } };

    const State<double> state = test::state_of(turning, turns);
    const PointMotion<double> root = root_motion(turning, state, grip);
    AggregateForce<double> force = test::force_of(turning, state);
    apply_effective_root(turning, state, root, from_eigen(kAcceleration), force);

    at.qddot.head<3>() = kAcceleration - test::vector(root.a);
    const auto reference = test::newton_euler<double>(whole, test::plain(at), Vector3d::Zero(),
        test::move_bodies(whole, test::plain(at)).back().position(grip.position));
    EXPECT_LT(relative_error(test::vector(force.value), reference.force), kExact);
}

}  // namespace
}  // namespace gambol::dynamics
