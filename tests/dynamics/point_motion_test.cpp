// SPDX-License-Identifier: MIT
#include "gambol/dynamics/point_motion.hpp"

#include "support/dynamics_results.hpp"
#include "support/newton_euler.hpp"

#include <gtest/gtest.h>

namespace gambol::dynamics {
namespace {

using Eigen::MatrixXd;
using Eigen::Vector3d;
using test::Instant;
using test::InstantT;
using test::Jet;
using test::relative_error;
using test::Variable;
using test::Vector3T;
using test::VectorT;

constexpr double kExact = 1e-11;

/// Position, velocity and acceleration of a point according to the reference.
template <class T> struct Kinematics {
    Vector3T<T> p, v, a;
};

template <class T>
Kinematics<T> on_body(const Tree& tree, const BodyPoint& point, const InstantT<T>& instant)
{
    const test::BodyMotion<T> body = test::move_bodies(tree, instant)[std::size_t(point.joint)];
    return { body.position(point.position), body.velocity(point.position),
        body.acceleration(point.position) };
}

template <class T> Kinematics<T> of_center(const Tree& tree, const InstantT<T>& instant)
{
    const test::NewtonEuler<T> all = test::newton_euler<T>(tree, instant);
    return { all.center, all.center_velocity, all.center_acceleration };
}

/// Compares all that `computed` says with `kinematics`, a function template of the instant.
template <class Reference>
void expect_exact(const PointMotion<double>& computed, const Instant& at,
    const Reference& kinematics, const std::string& name)
{
    const Kinematics<double> value = kinematics(test::plain(at));
    EXPECT_LT(relative_error(test::vector(computed.p), value.p), kExact) << name;
    EXPECT_LT(relative_error(test::vector(computed.v), value.v), kExact) << name;
    EXPECT_LT(relative_error(test::vector(computed.a), value.a), kExact) << name;
    const auto exact = [&](Variable variable, Vector3T<Jet> Kinematics<Jet>::*what) {
        return test::exact_jacobian(
            at, variable, [&](const InstantT<Jet>& instant) -> VectorT<Jet> {
                return kinematics(instant).*what;
            });
    };
    const MatrixXd dp_dq = test::matrix(computed.dp_dq);
    EXPECT_LT(relative_error(dp_dq, exact(Variable::q, &Kinematics<Jet>::p)), kExact) << name;
    EXPECT_LT(relative_error(dp_dq, exact(Variable::qdot, &Kinematics<Jet>::v)), kExact) << name;
    EXPECT_LT(relative_error(dp_dq, exact(Variable::qddot, &Kinematics<Jet>::a)), kExact) << name;
    EXPECT_LT(relative_error(test::matrix(computed.dv_dq), exact(Variable::q, &Kinematics<Jet>::v)),
        kExact)
        << name;
    EXPECT_LT(relative_error(test::matrix(computed.da_dq), exact(Variable::q, &Kinematics<Jet>::a)),
        kExact)
        << name;
    EXPECT_LT(
        relative_error(test::matrix(computed.da_dqdot), exact(Variable::qdot, &Kinematics<Jet>::a)),
        kExact)
        << name;
}

TEST(PointMotion, OfBodyPointsIsExact)
{
    test::Random random(1);
    for (const auto& [name, tree] : test::tree_zoo())
        for (const int joint : { tree.joint_count() - 1, 3, 1 }) {
            const Instant at = test::random_instant(tree, random);
            const BodyPoint point { joint, random.vector(3, 0.4) };
            PointMotion<double> motion(tree);
            // What another point left behind must not shine through.
            point_motion(tree, test::state_of(tree, at), { tree.joint_count() - 2, {} }, motion);
            point_motion(tree, test::state_of(tree, at), point, motion);
            expect_exact(
                motion, at,
                [&]<class T>(const InstantT<T>& instant) { return on_body(tree, point, instant); },
                name);
        }
}

TEST(PointMotion, OfTheCentreOfMassIsExact)
{
    test::Random random(2);
    for (const auto& [name, tree] : test::tree_zoo()) {
        const Instant at = test::random_instant(tree, random);
        PointMotion<double> motion(tree);
        center_of_mass_motion(tree, test::state_of(tree, at), motion);
        expect_exact(
            motion, at,
            [&]<class T>(const InstantT<T>& instant) { return of_center(tree, instant); }, name);
    }
}

TEST(PointMotion, BodyPoseTurnsPointsAsTheDescriptionSays)
{
    test::Random random(3);
    for (const auto& [name, tree] : test::tree_zoo()) {
        const Instant at = test::random_instant(tree, random);
        const State<double> state = test::state_of(tree, at);
        const auto bodies = test::move_bodies(tree, test::plain(at));
        for (int joint = 0; joint < tree.joint_count(); ++joint) {
            const BodyPose<double> pose = body_pose(tree, state, joint);
            const auto& body = bodies[std::size_t(joint)];
            EXPECT_LT((test::vector(pose.p) - body.x).norm(), 1e-12) << name;
            EXPECT_LT((test::vector(pose.R.x) - body.R.col(0)).norm(), 1e-12) << name;
            EXPECT_LT((test::vector(pose.R.y) - body.R.col(1)).norm(), 1e-12) << name;
            EXPECT_LT((test::vector(pose.R.z) - body.R.col(2)).norm(), 1e-12) << name;
        }
    }
}

}  // namespace
}  // namespace gambol::dynamics
