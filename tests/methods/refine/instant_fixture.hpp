// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/methods/refine/instant.hpp"
#include "gambol/methods/refine/refine_problem.hpp"

#include "methods/refine/sway.hpp"
#include "support/finite_difference.hpp"

#include <gtest/gtest.h>

#include <functional>

namespace gambol::refine::test {

using Eigen::MatrixXd;
using Eigen::VectorXd;

inline Weights nothing()
{
    Weights w;
    w.physics = w.hold = w.spin = w.angle = w.root_position = w.root_turn = w.acceleration = 0;
    w.limit = w.depth = w.torque = w.push = w.swing = w.twist = 0;
    w.stick = w.clear = w.still = w.pose = w.aim = w.aim_speed = 0;
    return w;
}

/// One instant of somebody who sways, disturbed so that every term has something to say.
class Instant : public ::testing::Test {
protected:
    Sway sway;
    RefineProblem problem;
    VectorXd x;  // q, q̇ and q̈ in turn
    InstantTarget target;
    int n = 0;

    Instant()
        : Instant(
            [](const Scene& scene) {
                return RefineProblem { scene, reference_in(scene) };
            },
            0.25)
    {
    }

    /// After a share of the movement.
    Instant(const std::function<RefineProblem(const Scene&)>& make, double share)
        : problem(make(sway.scene))
        , n(problem.body().dofs())
    {
        const RefineProblem::Moment& moment
            = problem.moments()[size_t(share * double(problem.moments().size()))];
        const CubicSpline::Weights weights = problem.spline().weights(moment.interval, moment.u);
        target = problem.instant_at(moment.stretch, weights, moment.frame * problem.plan().frame);
        RefineProblem::Local local;
        problem.local(problem.start(), weights, local);
        gambol::test::Random random(7);
        x.resize(3 * n);
        x << local.q + random.vector(n, 0.02), local.qdot + random.vector(n, 1),
            local.qddot + random.vector(n, 5);
    }

    double pace = 1;

    double value(InstantModel& model, const VectorXd& at) const
    {
        InstantTarget fresh = target;
        return model.evaluate(
            fresh, at.head(n), at.segment(n, n), at.tail(n), InstantModel::Detail::value, pace);
    }

    /// Compares the gradient with differences, and asks that the Gauss-Newton model has the same
    /// directions and no negative ones.
    void expect_derivatives(const Setting& setting, double tolerance = 1e-6)
    {
        InstantModel model(setting);
        InstantTarget fresh = target;
        const double cost = model.evaluate(
            fresh, x.head(n), x.segment(n, n), x.tail(n), InstantModel::Detail::derivatives, pace);
        EXPECT_GT(cost, 0);
        VectorXd g(3 * n);
        g << model.by_q, model.by_qdot, model.by_qddot;
        EXPECT_GT(g.norm(), 1e-6) << "the term says nothing here";
        InstantModel other(setting);
        const VectorXd differences = gambol::test::central_gradient(
            [&](const VectorXd& at) { return value(other, at); }, x);
        EXPECT_LT(gambol::test::relative_error(g, differences), tolerance);
        EXPECT_EQ(value(other, x), cost) << "with and without derivatives";

        MatrixXd H = MatrixXd::Zero(3 * n, 3 * n);
        H.topLeftCorner(n, n) = MatrixXd(model.position.selfadjointView<Eigen::Lower>());
        H.block(n, n, n, n).diagonal() += model.velocity;
        H.bottomRightCorner(n, n).diagonal() += model.acceleration;
        MatrixXd J(model.rows, 3 * n);
        J << model.rows_q.topRows(model.rows), model.rows_qdot.topRows(model.rows),
            model.rows_qddot.topRows(model.rows);
        H += J.transpose() * J;
        const Eigen::SelfAdjointEigenSolver<MatrixXd> eigen(H);
        EXPECT_GT(eigen.eigenvalues().minCoeff(), -1e-9 * eigen.eigenvalues().maxCoeff());
        // A step against the gradient in that model goes down.
        const VectorXd step
            = -(H + 1e-9 * H.trace() * MatrixXd::Identity(3 * n, 3 * n)).ldlt().solve(g);
        EXPECT_LT(g.dot(step), 0);
    }

    [[nodiscard]] Setting setting(const Weights& weights) const
    {
        Setting setting = problem.setting();
        setting.weights = weights;
        return setting;
    }
};

}  // namespace gambol::refine::test
