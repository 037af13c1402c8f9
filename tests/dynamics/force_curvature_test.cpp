// SPDX-License-Identifier: MIT
#include "gambol/dynamics/force_curvature.hpp"

#include "gambol/dynamics/effective_root.hpp"
#include "support/dynamics_results.hpp"

#include <gtest/gtest.h>

#include <optional>

namespace gambol::dynamics {
namespace {

using Eigen::MatrixXd;
using Eigen::Vector3d;
using Eigen::VectorXd;

constexpr double kDifference = 1e-8;  // × largest entry
const Twist<double> kTwist { { 0.7, -1.1, 0.4 }, { -0.3, 0.9, 1.3 } };
const Vector<double> kAcceleration { 1.5, -2.5, 3.5 };

enum class Carrying { alone, by_point, by_center };

struct Example {
    Tree tree;
    Carrying carrying;
    BodyPoint point;

    [[nodiscard]] PointMotion<double> root(const State<double>& state) const
    {
        PointMotion<double> motion(tree);
        if (carrying == Carrying::by_point)
            point_motion(tree, state, point, motion);
        else
            center_of_mass_motion(tree, state, motion);
        return motion;
    }
    [[nodiscard]] State<double> state(const VectorXd& x) const
    {
        const long n = tree.dof_count();
        return test::state_of(tree, { x.head(n), x.segment(n, n), x.tail(n) });
    }
    /// Of z · [f; n], by q, q̇ and q̈.
    [[nodiscard]] VectorXd gradient(const VectorXd& x) const
    {
        const State<double> at = state(x);
        AggregateForce<double> force = test::force_of(tree, at);
        if (carrying != Carrying::alone)
            apply_effective_root(tree, at, root(at), kAcceleration, force);
        VectorXd g(x.size());
        const long n = tree.dof_count();
        for (long k = 0; k < n; ++k) {
            g[k] = dot(kTwist, force.dq[size_t(k)]);
            g[n + k] = dot(kTwist, force.dqdot[size_t(k)]);
            g[2 * n + k] = dot(kTwist, force.dqddot[size_t(k)]);
        }
        return g;
    }
    [[nodiscard]] Curvature<double> curvature(const VectorXd& x) const
    {
        const State<double> at = state(x);
        const AggregateForce<double> force = test::force_of(tree, at);
        Curvature<double> result(tree);
        std::vector<Vector<double>> room;
        if (carrying == Carrying::alone)
            add_force_curvature(tree, at, kTwist, result);
        else
            add_force_curvature(
                CarriedTree<double> { tree, at,
                    carrying == Carrying::by_point ? std::optional(point) : std::nullopt, root(at),
                    force, kAcceleration },
                kTwist, room, result);
        return result;
    }
};

TEST(ForceCurvature, MatchesDifferencesOfTheFirstDerivatives)
{
    test::Random random(3);
    for (const bool branches : { false, true })
        for (const Carrying carrying :
            { Carrying::alone, Carrying::by_point, Carrying::by_center }) {
            Example e { test::random_tree(random, { .branches = branches }), carrying,
                { 6, random.vector(3, 0.4) } };
            const int n = e.tree.dof_count();
            const VectorXd x = random.vector(3 * n);
            const MatrixXd exact
                = test::central_jacobian([&](const VectorXd& at) { return e.gradient(at); }, x);
            const Curvature<double> curvature = e.curvature(x);
            const MatrixXd qq = test::rows(curvature.qq, n), vq = test::rows(curvature.vq, n),
                           aq = test::rows(curvature.aq, n);
            MatrixXd whole = MatrixXd::Zero(3 * n, 3 * n);
            whole.topLeftCorner(n, n) = qq;
            whole.block(n, 0, n, n) = vq;
            whole.block(0, n, n, n) = vq.transpose();
            whole.block(2 * n, 0, n, n) = aq;
            whole.block(0, 2 * n, n, n) = aq.transpose();
            whole.block(n, n, n, n) = aq + aq.transpose();
            const double largest = exact.cwiseAbs().maxCoeff();
            EXPECT_GT(largest, 1);
            EXPECT_LT((whole - exact).cwiseAbs().maxCoeff(), kDifference * largest)
                << "branches " << branches << ", carrying " << int(carrying);
            EXPECT_GT(vq.cwiseAbs().maxCoeff(), 0.1);
            EXPECT_GT(aq.cwiseAbs().maxCoeff(), 0.1);
        }
}

TEST(ForceCurvature, OfTurningPointsMatchesDifferences)
{
    test::Random random(4);
    Example e { test::random_tree(random, {}), Carrying::by_point, { 6, random.vector(3, 0.4) } };
    const int n = e.tree.dof_count();
    const VectorXd x = random.vector(3 * n);
    const Vector<double> w { 0.4, -0.8, 1.2 };
    const MatrixXd exact = test::central_jacobian(
        [&](const VectorXd& q) {
            VectorXd at = x, g(n);
            at.head(n) = q;
            const PointMotion<double> motion = e.root(e.state(at));
            for (long k = 0; k < n; ++k)
                g[k] = dot(w, motion.dp_dq[size_t(k)]);
            return g;
        },
        x.head(n));
    const State<double> state = e.state(x);
    const PointMotion<double> motion = e.root(state);
    std::vector<Vector<double>> moments;
    for (const Vector<double>& by_q : motion.dp_dq)
        moments.push_back(cross(by_q, w));
    std::vector<double> qq(size_t(n * n), 0.0);
    add_turning(e.tree, state, moments, qq);
    EXPECT_LT((test::rows(qq, n) - exact).cwiseAbs().maxCoeff(), 1e-8);
    EXPECT_GT(exact.cwiseAbs().maxCoeff(), 0.1);
}

}  // namespace
}  // namespace gambol::dynamics
