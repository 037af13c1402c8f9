// SPDX-License-Identifier: MIT
#include "gambol/methods/refine/instant.hpp"

#include "gambol/methods/refine/refine_problem.hpp"

#include "methods/refine/sway.hpp"
#include "support/finite_difference.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace gambol {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using refine::InstantModel;
using refine::InstantTarget;
using refine::RefineProblem;
using refine::Setting;
using refine::Weights;
using refine::test::reference_in;
using refine::test::Sway;

Weights nothing()
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
    RefineProblem problem { sway.scene, reference_in(sway.scene) };
    VectorXd x;  // q, q̇ and q̈ in turn
    InstantTarget target;
    int n = problem.body().dofs();

    Instant()
    {
        const RefineProblem::Moment& moment = problem.moments()[problem.moments().size() / 4];
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

TEST_F(Instant, TrackingHasTheRightDerivatives)
{
    Weights w = nothing();
    w.angle = 2;
    w.root_position = 3;
    w.root_turn = 4;
    w.acceleration = 0.01;
    expect_derivatives(setting(w));
}

TEST_F(Instant, LooseJointsFollowLess)
{
    Weights w = nothing();
    w.angle = 2;
    w.swing = 0.25;
    Setting loose = setting(w);
    ASSERT_FALSE(loose.loose.empty()) << "limbs of the reference have no mass";
    const int joint = loose.loose.front();
    x.setZero();
    x.head(n) = target.q;
    x.tail(n) = target.qddot;
    x[joint] += 0.1;
    InstantModel model(loose);
    EXPECT_NEAR(value(model, x), 0.5 * 2 * 0.25 * 0.01, 1e-12);
    loose.loose.clear();
    InstantModel stiff(loose);
    EXPECT_NEAR(value(stiff, x), 0.5 * 2 * 0.01, 1e-12);
}

TEST_F(Instant, LimitsOfAnglesHaveTheRightDerivatives)
{
    Weights w = nothing();
    w.limit = 5;
    Setting tight = setting(w);
    for (int i = refine::kRoot; i < n; i += 3)
        tight.limits.upper[i] = x[i] - 0.1;
    for (int i = refine::kRoot + 1; i < n; i += 3)
        tight.limits.lower[i] = x[i] + 0.2;
    expect_derivatives(tight);
}

TEST_F(Instant, HeldCornersHaveTheRightDerivatives)
{
    Weights w = nothing();
    w.hold = 7;
    expect_derivatives(setting(w));
}

TEST_F(Instant, FeetThatPivotHaveTheRightDerivatives)
{
    Weights w = nothing();
    w.spin = 7;
    expect_derivatives(setting(w));
}

TEST_F(Instant, PhysicsHasTheRightDerivatives)
{
    Weights w = nothing();
    w.physics = 10;
    expect_derivatives(setting(w), 1e-5);
}

TEST_F(Instant, HardPushesHaveTheRightDerivatives)
{
    Weights w = nothing();
    w.push = 10;
    w.hard_push = 0.3;
    expect_derivatives(setting(w));
}

TEST_F(Instant, TwistHasTheRightDerivatives)
{
    Weights w = nothing();
    w.twist = 10;
    expect_derivatives(setting(w));
}

TEST_F(Instant, TorquesBeyondTheirLimitsHaveTheRightDerivatives)
{
    Weights w = nothing();
    w.physics = 1e-9;  // forces are found all the same
    w.torque = 10;
    Setting weak = setting(w);
    for (int i = refine::kRoot; i < n; ++i) {
        weak.limits.torque_lower[i] = -5;
        weak.limits.torque_upper[i] = 4;
    }
    target.torque_offsets.setConstant(n - refine::kRoot, 0.5);
    expect_derivatives(weak, 1e-5);
}

TEST_F(Instant, DepthsHaveTheRightDerivatives)
{
    Weights w = nothing();
    w.depth = 10;
    x[2] -= 0.05;  // sinks into the floor
    const refine::Watcher watcher(*problem.setting().character, problem.body().tree,
        sway.scene.surfaces, sway.scene.characters.front().start);
    const Pose pose = refine::pose_of(problem.body(), x.head(n));
    (void)watcher.look(pose, pose, target.watched, target.pairs);
    ASSERT_FALSE(target.watched.empty());
    target.pairs.clear();
    expect_derivatives(setting(w));
}

TEST_F(Instant, OverlapsHaveTheRightDerivatives)
{
    Weights w = nothing();
    w.depth = 10;
    const refine::Watcher watcher(*problem.setting().character, problem.body().tree,
        sway.scene.surfaces, sway.scene.characters.front().start);
    // Shanks that cross one another, which nobody's reference does.
    const Character& body = *problem.setting().character;
    Pose crossed = refine::pose_of(problem.body(), x.head(n));
    for (const char* side : { "left", "right" })
        crossed.angles[refine::test::angle_of(body, std::string(side) + "_hip_abduction")] = -0.15;
    x.head(n) = refine::coordinates_of(problem.body(), { crossed }).front();
    const Pose before = sway.scene.characters.front().start;
    EXPECT_TRUE(watcher.look(before, crossed, target.watched, target.pairs));
    ASSERT_FALSE(target.pairs.empty());
    target.watched.clear();
    expect_derivatives(setting(w));
}

TEST_F(Instant, MeetingsHaveTheRightDerivatives)
{
    Weights w = nothing();
    w.depth = 10;
    const refine::Watcher watcher(*problem.setting().character, problem.body().tree,
        sway.scene.surfaces, sway.scene.characters.front().start);
    const Pose now = refine::pose_of(problem.body(), x.head(n));
    // A pole that leans, within reach of a shoulder and an arm.
    const Eigen::Vector3d at = now.root_position + Eigen::Vector3d(0.02, 0.22, 0);
    const std::vector<Capsule> pole { { at, at + Eigen::Vector3d(0.1, 0.05, 0.6), 0.05 } };
    EXPECT_TRUE(watcher.meet(now, now, pole, target.meetings)) << "an arm is in it";
    EXPECT_FALSE(watcher.meet(now, now, pole, target.meetings)) << "that is known now";
    ASSERT_FALSE(target.meetings.empty());
    expect_derivatives(setting(w), 1e-5);
    // Nobody is met who is far away.
    const std::vector<Capsule> far { { at + Eigen::Vector3d(3, 0, 0), at + Eigen::Vector3d(3, 0, 1),
        0.05 } };
    EXPECT_FALSE(watcher.meet(now, now, far, target.meetings));
    EXPECT_TRUE(target.meetings.empty());
}

TEST_F(Instant, RememberedAnglesBeyondTheirLimitsHaveTheRightDerivatives)
{
    Weights w = nothing();
    w.limit = 5;
    Setting tight = setting(w);
    for (int i = refine::kRoot; i < n; i += 2)
        tight.limits.upper[i] = x[i] + 0.05;
    target.limit_offsets = VectorXd::Constant(n, 0.2);
    expect_derivatives(tight);
    target.limit_offsets.setZero();
    tight.limits.upper[refine::kRoot] = x[refine::kRoot] - 0.3;
    InstantModel model(tight);
    (void)value(model, x);
    model.remember(x.head(n), target);
    EXPECT_NEAR(target.limit_offsets[refine::kRoot], 0.31, 1e-9) << "less the margin";
    EXPECT_EQ(target.limit_offsets.tail(n - refine::kRoot - 1).cwiseAbs().maxCoeff(), 0);
}

TEST_F(Instant, EffortHasTheRightDerivativesAndCountsPerSecond)
{
    Weights w = nothing();
    w.physics = 1e-9;
    w.effort = 3;
    pace = 1.7;
    expect_derivatives(setting(w), 1e-5);
    InstantModel model(setting(w));
    const double slow = value(model, x), per_second = model.per_second;
    pace = 1;
    EXPECT_NEAR(slow - value(model, x), 0.7 * per_second, 1e-9 * slow);
}

TEST_F(Instant, EffortAndLimitsShareARow)
{
    Weights w = nothing();
    w.physics = 1e-9;
    w.effort = 3;
    w.torque = 10;
    pace = 0.6;
    Setting weak = setting(w);
    for (int i = refine::kRoot; i < n; i += 2) {
        weak.limits.torque_lower[i] = -5;
        weak.limits.torque_upper[i] = 4;
    }
    expect_derivatives(weak, 1e-5);
}

TEST_F(Instant, ComfortHasTheRightDerivatives)
{
    Weights w = nothing();
    w.smooth = 0.01;
    w.posture = 2;
    pace = 1.3;
    Setting eased = setting(w);
    eased.posture.q = target.q + VectorXd::Constant(n, 0.1);
    eased.posture.shares = VectorXd::LinSpaced(n, 0, 1);
    expect_derivatives(eased);
}

TEST_F(Instant, GazeHasTheRightDerivativesAndCountsPerSecond)
{
    Weights w = nothing();
    w.gaze = 2;
    pace = 1.4;
    Setting seeing = setting(w);
    const int head = seeing.character->find_segment("head");
    ASSERT_GT(head, 0);
    seeing.gaze = refine::Gaze { problem.body().tree.point(head, { 0, 0, 0 }),
        problem.body().tree.point(head, { 1, 0, 0 }) };
    target.looks = Eigen::Vector3d(0.6, 0.8, 0);
    expect_derivatives(seeing);
    InstantModel model(seeing);
    const double cost = value(model, x);
    EXPECT_NEAR(cost, 1.4 * model.per_second, 1e-12);
    target.looks.reset();
    EXPECT_EQ(value(model, x), 0) << "who lies looks nowhere";
}

TEST_F(Instant, RestAndPosesHaveTheRightDerivatives)
{
    Weights w = nothing();
    w.still = 2;
    w.pose = 3;
    target.still = true;
    target.pose = refine::PoseTarget { target.q + VectorXd::Constant(n, 0.1),
        VectorXd::LinSpaced(n, 0, 1) };
    expect_derivatives(setting(w));
}

TEST_F(Instant, ClearancesHaveTheRightDerivatives)
{
    Weights w = nothing();
    w.clear = 10;
    for (const Patch& patch : problem.setting().character->patches)
        if (patch.name.ends_with("_foot"))
            target.clearances.push_back(
                { problem.body().tree.point(patch.segment, patch.center), 0.2 });
    ASSERT_EQ(target.clearances.size(), 2u);
    expect_derivatives(setting(w));
}

TEST_F(Instant, AimsHaveTheRightDerivatives)
{
    Weights w = nothing();
    w.aim = 10;
    w.aim_speed = 3;
    const dynamics::CharacterTree& tree = problem.body().tree;
    refine::Aim strike, facing, position;
    strike.point = tree.point(problem.setting().character->find_segment("left_hand"), { 0, 0, 0 });
    strike.velocity = Eigen::Vector3d(1, 2, 3);
    facing.point = tree.point(0, Eigen::Vector3d::UnitX());
    facing.from = tree.point(0, Eigen::Vector3d::Zero());
    facing.target = Eigen::Vector3d::UnitY();
    position.point = tree.point(0, { 0, 0, 0.1 });
    position.axes.z() = 0;
    position.target = { 0.3, 0.2, 100 };
    for (const refine::Aim& aim : { strike, facing, position }) {
        target.aims = { aim };
        expect_derivatives(setting(w));
    }
    target.aims = { strike, facing, position };
    expect_derivatives(setting(w));
}

/// Corners that stay on their surface, at rest, wherever that is; forces act where they are.
class FreePlaces : public Instant {
protected:
    /// As if all that is held had come down a frame after the start.
    [[nodiscard]] Setting free(const Weights& weights)
    {
        Setting setting = this->setting(weights);
        setting.free_places = true;
        later_ = *setting.plan;
        for (refine::Hold& hold : later_.holds)
            hold.begin = std::max(hold.begin, 1);
        setting.plan = &later_;
        return setting;
    }

private:
    refine::HoldPlan later_;
};

/// Places that are free let a whole clip stand 36 degrees off its start on feet that never stepped.
TEST_F(FreePlaces, WhatIsHeldFromTheStartOnStaysThere)
{
    Weights w = nothing();
    w.hold = 7;
    w.stick = 3;
    Setting from_the_start = free(w);
    from_the_start.plan = setting(w).plan;
    expect_derivatives(from_the_start);
    x.head(n) = target.q;
    x.tail(2 * n).setZero();
    InstantModel model(from_the_start);
    const double here = value(model, x);
    EXPECT_LT(here, 1e-4);
    x[0] += 0.3;
    EXPECT_GT(value(model, x), here + 0.1);
}

TEST_F(FreePlaces, SticksHaveTheRightDerivatives)
{
    Weights w = nothing();
    w.hold = 7;
    w.stick = 3;
    expect_derivatives(free(w));
}

TEST_F(FreePlaces, CostNothingWhereverAFootRestsOnTheFloor)
{
    Weights w = nothing();
    w.hold = 7;
    w.stick = 3;
    x.head(n) = target.q;
    x.tail(2 * n).setZero();
    InstantModel model(free(w));
    const double here = value(model, x);
    EXPECT_LT(here, 1e-4);
    x[0] += 0.3;
    EXPECT_NEAR(value(model, x), here, 1e-9) << "elsewhere on the same floor";
    x[2] += 0.01;
    EXPECT_GT(value(model, x), here + 1e-3) << "above it";
    InstantModel fixed(setting(w));
    x[2] -= 0.01;
    EXPECT_GT(value(fixed, x), 0.1) << "where places are not free";
}

TEST_F(FreePlaces, CornersStayWithinTheEdgesOfABox)
{
    Weights w = nothing();
    w.hold = 7;
    Box box;
    box.half_size = { 0.5, 0.5, 0.5 };
    box.center = { x[0] + 0.45, x[1], -0.5 };  // its edge lies under the feet
    sway.scene.surfaces.front().shape = box;
    expect_derivatives(free(w));
    InstantModel model(free(w));
    const double beyond = value(model, x);
    x[0] += 0.3;
    EXPECT_LT(value(model, x), beyond);
}

TEST_F(FreePlaces, PhysicsHasTheRightDerivatives)
{
    Weights w = nothing();
    w.physics = 10;
    expect_derivatives(free(w), 1e-5);
}

TEST_F(FreePlaces, TorquesHaveTheRightDerivatives)
{
    Weights w = nothing();
    w.physics = 1e-9;
    w.effort = 3;
    w.torque = 10;
    Setting weak = free(w);
    for (int i = refine::kRoot; i < n; ++i) {
        weak.limits.torque_lower[i] = -5;
        weak.limits.torque_upper[i] = 4;
    }
    expect_derivatives(weak, 1e-5);
}

/// Multipliers of an augmented Lagrangian: what is beyond is remembered, what is within is not.
TEST_F(Instant, RemembersTorquesBeyondTheirLimits)
{
    Setting weak = setting({});
    weak.limits.torque_lower.tail(n - refine::kRoot).setConstant(-1000);
    weak.limits.torque_upper.tail(n - refine::kRoot).setConstant(1000);
    const int knee
        = refine::kRoot + int(refine::test::angle_of(*weak.character, "left_knee_flexion"));
    InstantModel strong(weak);
    (void)value(strong, x);
    const double torque = strong.torques()[knee];
    ASSERT_GT(std::abs(torque), 1);
    EXPECT_LT(strong.strain(), 1);
    strong.remember(x.head(n), target);
    EXPECT_EQ(target.torque_offsets.cwiseAbs().maxCoeff(), 0);

    weak.limits.torque_lower[knee] = -std::abs(torque) / 2;
    weak.limits.torque_upper[knee] = std::abs(torque) / 2;
    InstantModel model(weak);
    (void)value(model, x);
    EXPECT_NEAR(model.strain(), 2, 0.2);
    model.remember(x.head(n), target);
    EXPECT_GT(target.torque_offsets.cwiseAbs().maxCoeff(), 0.4 * std::abs(torque));
}

/// Forces through the feet carry what the body asks for, but for what is left over.
TEST_F(Instant, ForcesAddUpToWhatTheBodyNeeds)
{
    x.tail(2 * n).setZero();
    x.head(n) = target.q;
    InstantModel model(setting({}));
    (void)value(model, x);
    Eigen::Vector3d sum = Eigen::Vector3d::Zero();
    for (const PatchForce& force : model.forces(*target.support)) {
        sum += force.force;
        EXPECT_GE(force.force.z(), 0);
    }
    const double weight = problem.setting().weight;
    EXPECT_LT((sum - Eigen::Vector3d(0, 0, weight)).norm(), 0.02 * weight);
}

}  // namespace
}  // namespace gambol
