// SPDX-License-Identifier: MIT
#include "gambol/dynamics/limb_gap.hpp"

#include "gambol/dynamics/character_tree.hpp"
#include "gambol/io/character/character_reader.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace gambol::dynamics {
namespace {

using Eigen::VectorXd;

std::span<const double> span(const VectorXd& v)
{
    return { v.data(), std::size_t(v.size()) };
}

// Forearm and thigh, head and hand, two shanks: apart and in each other.
TEST(LimbGap, DerivativesMatchFiniteDifferences)
{
    const Character human = io::read_character("human").character;
    const CharacterTree body = character_tree(human, RootJoint::free);
    const auto limb = [&](const char* name, double length) {
        const int segment = human.find_segment(name);
        return BodyCapsule { body.point(segment, Eigen::Vector3d::Zero()),
            body.point(segment, { 0.02, 0.01, -length }), 0.05 };
    };
    const std::pair<BodyCapsule, BodyCapsule> pairs[] { { limb("left_forearm", 0.25),
                                                            limb("right_thigh", 0.4) },
        { limb("head", -0.2), limb("right_hand", 0.1) },
        { limb("left_shank", 0.4), limb("right_shank", 0.4) } };
    std::mt19937 random(3);
    std::normal_distribution<double> normal(0, 0.5);
    State<double> state(body.tree);
    LimbGap gap(body.tree);
    const VectorXd rest = VectorXd::Zero(body.tree.dof_count());
    for (int trial = 0; trial < 10; ++trial)
        for (const auto& [a, b] : pairs) {
            VectorXd q = coordinates(body,
                { Eigen::Vector3d::Zero(), Eigen::Quaterniond::Identity(),
                    VectorXd::Zero(human.dof_count()) });
            for (Eigen::Index i = 7; i < q.size(); ++i)
                q[i] = normal(random);
            const auto gap_at = [&](const VectorXd& at, bool with_derivative) {
                update<double>(body.tree, { span(at), span(rest), span(rest) }, state);
                gap.update(body.tree, state, a, b, with_derivative);
                return gap.gap;
            };
            (void)gap_at(q, true);
            const VectorXd J = gap.J;
            EXPECT_GT(J.norm(), 0.01);
            const double h = 1e-6;
            for (Eigen::Index i = 0; i < rest.size(); ++i) {
                const auto moved = [&](double by) {
                    VectorXd step = VectorXd::Zero(rest.size()), to(q.size());
                    step[i] = by;
                    body.tree.integrate(span(q), span(step), { to.data(), std::size_t(to.size()) });
                    return gap_at(to, false);
                };
                EXPECT_NEAR(J[i], (moved(h) - moved(-h)) / (2 * h), 1e-6)
                    << "pair of joint " << a.from.joint << ", freedom " << i;
            }
        }
}

// What stays where it is: as a part of a body would that no joint moves.
TEST(LimbGap, OfSomethingThatStaysHasTheDerivativeOfTheOneSide)
{
    const Character human = io::read_character("human").character;
    const CharacterTree body = character_tree(human, RootJoint::free);
    const int arm = human.find_segment("left_forearm"), leg = human.find_segment("right_thigh");
    const BodyCapsule forearm { body.point(arm, Eigen::Vector3d::Zero()),
        body.point(arm, { 0, 0, -0.25 }), 0.05 };
    const BodyPoint hip = body.point(leg, Eigen::Vector3d::Zero()),
                    knee = body.point(leg, { 0, 0, -0.4 });
    const VectorXd q = coordinates(body,
        { Eigen::Vector3d::Zero(), Eigen::Quaterniond::Identity(),
            VectorXd::Constant(human.dof_count(), 0.2) });
    const VectorXd rest = VectorXd::Zero(body.tree.dof_count());
    State<double> state(body.tree);
    update<double>(body.tree, { span(q), span(rest), span(rest) }, state);
    const auto world = [&](const BodyPoint& point) {
        const BodyPose<double> pose = body_pose(body.tree, state, point.joint);
        return to_eigen(pose.p + pose.R * from_eigen(point.position));
    };
    LimbGap both(body.tree), one(body.tree);
    both.update(body.tree, state, forearm, { hip, knee, 0.07 }, true);
    one.update(body.tree, state, forearm, Capsule { world(hip), world(knee), 0.07 }, true);
    EXPECT_NEAR(one.gap, both.gap, 1e-12);
    // Joints of the arm move it alike, those of the leg not at all.
    VectorXd arms = VectorXd::Zero(rest.size());
    for (const int k : body.tree.path(forearm.from.joint))
        arms[k] = 1;
    for (const int k : body.tree.path(hip.joint))
        arms[k] = 0;
    EXPECT_GT(arms.cwiseProduct(one.J).norm(), 0.01);
    EXPECT_LT(arms.cwiseProduct(one.J - both.J).norm(), 1e-12);
    const auto path = body.tree.path(forearm.from.joint);
    for (const int k : body.tree.path(hip.joint)) {
        const bool shared = std::find(path.begin(), path.end(), k) != path.end();
        EXPECT_TRUE(shared || one.J[k] == 0) << k;
    }
}

}  // namespace
}  // namespace gambol::dynamics
