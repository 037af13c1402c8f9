// SPDX-License-Identifier: MIT
#include "gambol/methods/spacetime/held_torques.hpp"

#include "support/finite_difference.hpp"

#include <gtest/gtest.h>

#include <array>

namespace gambol::spacetime {
namespace {

using dynamics::Joint;
using dynamics::Tree;
using Eigen::Vector3d;
using Eigen::VectorXd;

Joint joint(
    int parent, const Vector3d& axis, const Vector3d& at, double mass, const Vector3d& center)
{
    Joint j;
    j.parent = parent;
    j.axis = axis.normalized();
    j.position = at;
    j.mass = mass;
    j.center = center;
    j.inertia = Vector3d(0.3, 0.2, 0.1).asDiagonal();
    return j;
}

std::span<const double> span(const VectorXd& v)
{
    return { v.data(), size_t(v.size()) };
}

/// A trunk on three angles with two legs of two joints each; both feet are held, or one.
struct Held {
    Tree tree { {
        joint(-1, { 0, 0, 1 }, { 0, 0, 0 }, 0, { 0, 0, 0 }),
        joint(0, { 1, 0, 0 }, { 0, 0, 0 }, 0, { 0, 0, 0 }),
        joint(1, { 0, 1, 0 }, { 0, 0, 0 }, 30, { 0.05, 0, 0.4 }),
        joint(2, { 0, -1, 0.2 }, { 0, 0.1, 0 }, 8, { 0, 0, -0.2 }),
        joint(3, { 0, 1, 0 }, { 0, 0, -0.4 }, 4, { 0.02, 0, -0.2 }),
        joint(2, { 0.1, -1, 0 }, { 0, -0.1, 0 }, 8, { 0, 0, -0.2 }),
        joint(5, { 0, 1, 0 }, { 0, 0, -0.4 }, 4, { 0.02, 0, -0.2 }),
    } };
    SliceContext context;

    Held()
    {
        context.tree = &tree;
        context.phases.resize(3);
        context.phases[0].kind = context.phases[1].kind = PhaseKind::support;
        const Tie left { { 4, { 0, 0, -0.4 } }, { 0, 0.1, 0 }, Tie::Turn::none },
            right { { 6, { 0, 0, -0.4 } }, { 0.1, -0.2, 0 }, Tie::Turn::none };
        context.phases[0].ties = { left };
        context.phases[1].ties = { left, right };
    }
};

TEST(HeldTorques, DerivativesMatchDifferences)
{
    const Held held;
    const int n = held.tree.dof_count();
    HeldTorques<double> model(held.context, { 3, 4, 6 });
    test::Random random(8);
    constexpr double kStep = 1e-6;
    for (int phase = 0; phase < 3; ++phase) {
        std::array<VectorXd, 3> x { random.vector(n), random.vector(n, 3), random.vector(n, 20) };
        const auto at = [&]() {
            model.evaluate(phase, { span(x[0]), span(x[1]), span(x[2]) });
            return model.torques().value;
        };
        (void)at();
        const dynamics::JointTorques<double> base = model.torques();
        const std::array<const std::vector<double>*, 3> columns { &base.dq, &base.dqdot,
            &base.dqddot };
        double largest = 0;
        for (size_t order = 0; order < 3; ++order)
            for (int k = 0; k < n; ++k) {
                const double before = x[order][k];
                x[order][k] = before + kStep;
                const std::vector<double> up = at();
                x[order][k] = before - kStep;
                const std::vector<double> down = at();
                x[order][k] = before;
                for (size_t r = 0; r < 3; ++r) {
                    const double exact = (*columns[order])[r * size_t(n) + size_t(k)];
                    largest = std::max(largest, std::abs(exact));
                    EXPECT_NEAR(
                        (up[r] - down[r]) / (2 * kStep), exact, 2e-5 * (1 + std::abs(exact)))
                        << "phase " << phase << " order " << order << " dof " << k;
                }
            }
        EXPECT_GT(largest, 1);
    }
}

TEST(HeldTorques, AnAnkleCarriesWhatLeansOverIt)
{
    // 10 kg that stand 0.2 m before the ankle.
    const Tree tree({
        joint(-1, { 0, 1, 0 }, { 0, 0, 0 }, 10, { 0.2, 0, 0.5 }),
        joint(0, { 0, 1, 0 }, { 0, 0, 0 }, 1, { 0, 0, 0 }),
    });
    SliceContext context;
    context.tree = &tree;
    context.phases.resize(1);
    context.phases[0].kind = PhaseKind::support;
    context.phases[0].ties = { { { 1, { 0, 0, -0.1 } }, { 0, 0, 0 }, Tie::Turn::none } };
    HeldTorques<double> model(context, { 1 });
    const VectorXd zero = VectorXd::Zero(2);
    model.evaluate(0, { span(zero), span(zero), span(zero) });
    EXPECT_NEAR(model.torques().value[0], 10 * kGravity * 0.2, 1e-9);
}

TEST(TieShares, AddUpAndFollowTheCenterOfPressure)
{
    const Held held;
    const Phase& phase = held.context.phases[1];
    const auto shares = tie_shares(phase);
    const Vector3d apart = phase.ties[1].place - phase.ties[0].place;
    Eigen::Matrix<double, 6, 1> F
        = (Eigen::Matrix<double, 6, 1>() << 20, -10, 500, 3, 4, 5).finished();
    const Eigen::Matrix<double, 6, 1> a = shares[0] * F, b = shares[1] * F;
    EXPECT_LT((a.head<3>() + b.head<3>() - F.head<3>()).norm(), 1e-9);
    EXPECT_LT((a.tail<3>() + b.tail<3>() + apart.cross(Vector3d(b.head<3>())) - F.tail<3>()).norm(),
        1e-9);
    // All of the weight above the second tie is carried there.
    F << 0, 0, 500, apart.cross(Vector3d(0, 0, 500));
    EXPECT_NEAR((shares[1] * F)[2], 500, 40);
    EXPECT_NEAR((shares[0] * F)[2], 0, 40);
}

}  // namespace
}  // namespace gambol::spacetime
