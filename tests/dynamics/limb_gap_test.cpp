// SPDX-License-Identifier: MIT
#include "gambol/dynamics/limb_gap.hpp"

#include "gambol/dynamics/character_tree.hpp"
#include "gambol/io/character/character_reader.hpp"

#include <gtest/gtest.h>

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

}  // namespace
}  // namespace gambol::dynamics
