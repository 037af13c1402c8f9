// SPDX-License-Identifier: MIT
#include "gambol/methods/spacetime/slice_rows.hpp"

#include "support/dynamics_results.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace gambol::spacetime {
namespace {

using dynamics::BodyPoint;
using dynamics::Lanes;
using Eigen::Vector3d;
using Eigen::VectorXd;
using test::Random;

/// A body of eight joints without translations of its root, and a phase of every kind.
struct Example {
    Random random { 11 };
    dynamics::Tree tree;
    SliceContext context;
    VectorXd x;  // q, q̇, q̈ and the flight's variables

    Example()
        : tree(test::random_tree(random, { .root = test::TreeRoot::fixed, .prismatic = 0 }))
    {
        context.tree = &tree;
        context.floor = 0.1;
        context.arm = 0.7;
        context.pairs = { { Feeler { point(2), 0.1 }, Feeler { point(6), 0.2 } } };
        context.feelers = { { point(3), 0.02 }, { point(7), 0 } };
        Phase support = phase(PhaseKind::support, 0, 0.4);
        support.ties = { tie(5), tie(7) };
        support.ties[0].turn = Tie::Turn::none;
        support.ties[1].turn = Tie::Turn::about_y;
        support.ground = Eigen::AngleAxisd(0.3, Vector3d(1, 2, 0).normalized()).matrix();
        support.area = { { 0.1, -0.2 }, { 0.3, 0.2 }, { -0.2, 0.3 }, { -0.1, -0.1 } };
        support.friction = 0.8;
        Phase grip = phase(PhaseKind::grip, 0.9, 1.5);
        grip.ties = { tie(6) };
        grip.bar = Vector3d(1, 1, 1).normalized();
        grip.grip_arm = 0.05;
        grip.grip_middle = 0.2;
        Phase other = grip;
        other.ties = { tie(4) };
        grip.ties.push_back(tie(5));
        // A ball, a limb that is nearest somewhere between its ends and one that is at its end.
        const Line line { Vector3d(0.3, 0.2, 0.4), Vector3d(1, -2, 1).normalized(), 0.1 };
        const BodyPoint ball = point(4);
        support.passings = { { line, { ball, ball, 0.05 } } };
        Phase flight = phase(PhaseKind::flight, 0.4, 0.9);
        for (const double reach : { 5.0, 0.01 }) {
            const BodyPoint from = point(4);
            const Vector3d half = random.vector(3, reach);
            const dynamics::BodyCapsule limb { { 4, from.position - half },
                { 4, from.position + half }, 0.05 };
            support.passings.push_back({ line, limb });
            flight.passings.push_back({ line, limb });
        }
        context.phases = { support, flight, grip, other };
        x = random.vector(context.columns());
    }

    static Phase phase(PhaseKind kind, double begin, double end)
    {
        Phase p;
        p.kind = kind;
        p.begin = begin;
        p.end = end;
        return p;
    }
    BodyPoint point(int joint) { return { joint, random.vector(3, 0.4) }; }
    Tie tie(int joint)
    {
        Tie t { point(joint), random.vector(3) };
        t.axes = Eigen::Quaterniond(Eigen::Vector4d(random.vector(4))).normalized().matrix();
        return t;
    }

    static constexpr double kSince = 0.3;

    Rows<double> rows(const Slice& slice, const VectorXd& at, bool derivatives = true)
    {
        const size_t n = size_t(tree.dof_count());
        const std::span<const double> all(at.data(), size_t(at.size()));
        Rows<double> out;
        SliceModel<double>(context).evaluate(slice,
            { all.subspan(0, n), all.subspan(n, n), all.subspan(2 * n, n) }, all.subspan(3 * n),
            kSince, derivatives, out);
        return out;
    }
};

const std::vector<Slice> kSlices {
    { 0.1, 0, physics | holds | above | clear | passes },
    { 0.4, 0, takes_off, 1 },
    { 0.6, 1, physics | above | clear | passes, 1 },
    { 0.9, 2, lands, 1 },
    { 1.0, 2, physics | holds },
    { 1.5, 2, switches },
    { 1.6, 3, physics | holds },
};

TEST(SliceRows, HaveAsManyBoundsAsValues)
{
    Example e;
    for (const Slice& slice : kSlices) {
        const std::vector<RowBounds> bounds = row_bounds(e.context, slice);
        EXPECT_EQ(bounds.size(), e.rows(slice, e.x).value.size());
        for (const RowBounds& b : bounds)
            EXPECT_LE(b.lower, b.upper);
    }
}

TEST(SliceRows, DerivativesMatchDifferences)
{
    Example e;
    for (const Slice& slice : kSlices) {
        const Rows<double> rows = e.rows(slice, e.x);
        const Eigen::MatrixXd differences = test::central_jacobian(
            [&](const VectorXd& at) {
                const Rows<double> r = e.rows(slice, at, false);
                EXPECT_TRUE(r.jacobian.empty());
                return VectorXd(Eigen::Map<const VectorXd>(r.value.data(), long(r.value.size())));
            },
            e.x, 1e-5);
        using RowMajor = Eigen::Matrix<double, -1, -1, Eigen::RowMajor>;
        const Eigen::Map<const RowMajor> jacobian(
            rows.jacobian.data(), long(rows.value.size()), e.x.size());
        EXPECT_LT((jacobian - differences).cwiseAbs().maxCoeff(),
            1e-7 * (1 + differences.cwiseAbs().maxCoeff()))
            << "slice at " << slice.time;
        for (int row = 0; row < jacobian.rows(); ++row)
            EXPECT_GT(jacobian.row(row).norm(), 1e-3) << "a row that nothing moves";
    }
}

TEST(SliceRows, CurvatureOfPhysicsMatchesDifferences)
{
    Example e;
    const long n = e.tree.dof_count();
    for (const Slice& slice : { Slice { 0.1, 0, physics | holds }, { 0.6, 1, physics, 1 },
             { 1.0, 2, physics | holds }, { 1.6, 3, physics | holds } }) {
        const long rows = long(row_bounds(e.context, slice).size());
        const VectorXd y = e.random.vector(rows);
        using RowMajor = Eigen::Matrix<double, -1, -1, Eigen::RowMajor>;
        const Eigen::MatrixXd differences = test::central_jacobian(
            [&](const VectorXd& at) {
                VectorXd x = e.x;
                x.head(3 * n) = at;
                const Rows<double> r = e.rows(slice, x);
                const Eigen::Map<const RowMajor> J(r.jacobian.data(), rows, e.x.size());
                return VectorXd((J.transpose() * y).head(3 * n));
            },
            e.x.head(3 * n), 1e-5);
        const std::span<const double> all(e.x.data(), size_t(e.x.size()));
        SliceModel<double> model(e.context);
        RowCurvature<double> result(e.tree);
        model.physics_curvature(slice,
            { all.subspan(0, size_t(n)), all.subspan(size_t(n), size_t(n)),
                all.subspan(size_t(2 * n), size_t(n)) },
            { y.data(), size_t(rows) }, result);
        Eigen::MatrixXd whole = Eigen::MatrixXd::Zero(3 * n, 3 * n);
        const auto square = [&](const std::vector<double>& entries) {
            return Eigen::MatrixXd(Eigen::Map<const RowMajor>(entries.data(), n, n));
        };
        const Eigen::MatrixXd vq = square(result.by_motion.vq), aq = square(result.by_motion.aq);
        whole.topLeftCorner(n, n) = square(result.by_motion.qq);
        whole.block(n, 0, n, n) = vq;
        whole.block(0, n, n, n) = vq.transpose();
        whole.block(2 * n, 0, n, n) = aq;
        whole.block(0, 2 * n, n, n) = aq.transpose();
        whole.block(n, n, n, n) = aq + aq.transpose();
        EXPECT_EQ(result.bends, slice.phase == 0 || slice.phase == 2);
        Eigen::MatrixXd F(6, 3 * n);
        F << test::matrix(model.force().dq), test::matrix(model.force().dqdot),
            test::matrix(model.force().dqddot);
        const auto dense = [](const dynamics::Symmetric<double>& A) {
            return (Eigen::Matrix3d() << A.xx, A.xy, A.xz, A.xy, A.yy, A.yz, A.xz, A.yz, A.zz)
                .finished();
        };
        Eigen::MatrixXd B(6, 6);
        Eigen::Matrix3d mixed;
        mixed << test::vector(result.mixed.x), test::vector(result.mixed.y),
            test::vector(result.mixed.z);
        B << dense(result.force_force), mixed, mixed.transpose(), dense(result.torque_torque);
        whole += F.transpose() * B * F;
        EXPECT_LT((whole - differences).cwiseAbs().maxCoeff(),
            1e-7 * (1 + differences.cwiseAbs().maxCoeff()))
            << "slice at " << slice.time;
    }
}

TEST(SliceRows, CurvatureOfClearanceMatchesDifferences)
{
    Example e;
    const long n = e.tree.dof_count(), m = n + kFlightVariables;
    for (const Slice& slice :
        { Slice { 0.1, 0, above }, { 0.1, 0, clear }, { 0.1, 0, above | clear | passes },
            { 0.1, 0, passes }, { 0.6, 1, above | clear | passes, 1 }, { 0.6, 1, passes, 1 } }) {
        const long rows = long(row_bounds(e.context, slice).size());
        const VectorXd y = e.random.vector(rows);
        using RowMajor = Eigen::Matrix<double, -1, -1, Eigen::RowMajor>;
        VectorXd here(m);
        here << e.x.head(n), e.x.tail(kFlightVariables);
        const Eigen::MatrixXd differences = test::central_jacobian(
            [&](const VectorXd& at) {
                VectorXd x = e.x;
                x.head(n) = at.head(n);
                x.tail(kFlightVariables) = at.tail(kFlightVariables);
                const Rows<double> r = e.rows(slice, x);
                const Eigen::Map<const RowMajor> J(r.jacobian.data(), rows, r.columns);
                return VectorXd(J.transpose() * y);
            },
            here, 1e-5);
        const std::span<const double> all(e.x.data(), size_t(e.x.size()));
        std::vector<double> curvature;
        SliceModel<double> model(e.context);
        model.clear_curvature(slice,
            { all.subspan(0, size_t(n)), all.subspan(size_t(n), size_t(n)),
                all.subspan(size_t(2 * n), size_t(n)) },
            all.subspan(size_t(3 * n)), Example::kSince, { y.data(), size_t(rows) }, curvature);
        Eigen::MatrixXd ours = Eigen::MatrixXd::Zero(m, m);
        ours.topLeftCorner(n, n) = Eigen::Map<const RowMajor>(curvature.data(), n, n);
        if (slice.flight >= 0) {
            const auto& [by_q, A] = model.flight_curvature();
            Eigen::Matrix3d twice;
            twice << A.xx, A.xy, A.xz, A.xy, A.yy, A.yz, A.xz, A.yz, A.zz;
            Eigen::Matrix<double, 6, 3> spread;
            spread << Eigen::Matrix3d::Identity(), Example::kSince * Eigen::Matrix3d::Identity();
            ours.bottomRightCorner<6, 6>() = spread * twice * spread.transpose();
            for (long k = 0; k < n; ++k) {
                const auto& [x, y_, z] = by_q[size_t(k)];
                ours.block<6, 1>(n, k) = spread * Vector3d(x, y_, z);
                ours.block<1, 6>(k, n) = ours.block<6, 1>(n, k).transpose();
            }
            EXPECT_GT(ours.bottomLeftCorner(6, n).norm(), 0.1);
        }
        EXPECT_LT((ours - differences).cwiseAbs().maxCoeff(),
            1e-7 * (1 + differences.cwiseAbs().maxCoeff()))
            << "slice at " << slice.time;
    }
}

/// Seen along the bar, a limb is as far away as the nearest of many balls along it.
TEST(SliceRows, LimbIsAsFarFromABarAsItsNearestPoint)
{
    Example e;
    const Slice slice { 0.1, 0, passes };
    Phase& phase = e.context.phases[0];
    const Passing passing = phase.passings[1];
    const auto [from, to] = std::pair { passing.limb.from.position, passing.limb.to.position };
    phase.passings = { passing };
    const double whole = e.rows(slice, e.x).value.back();
    double nearest = 1e9, ends = 1e9;
    for (int i = 0; i <= 2000; ++i) {
        const BodyPoint at { passing.limb.from.joint, from + i / 2000.0 * (to - from) };
        phase.passings = { { passing.bar, { at, at, passing.limb.radius } } };
        const double value = e.rows(slice, e.x).value.back();
        nearest = std::min(nearest, value);
        if (i == 0 || i == 2000)
            ends = std::min(ends, value);
    }
    EXPECT_NEAR(whole, nearest, 1e-3 * (1 + std::abs(nearest)));
    EXPECT_LT(whole, ends - 0.1);
}

TEST(SliceRows, LanesHoldWhatSinglesHold)
{
    Example e;
    const size_t n = size_t(e.tree.dof_count());
    for (const Slice& slice : kSlices) {
        std::vector<Lanes> x(size_t(e.context.columns()));
        std::vector<VectorXd> singles;
        for (int lane = 0; lane < Lanes::kCount; ++lane) {
            singles.push_back(e.random.vector(e.context.columns()));
            for (size_t i = 0; i < x.size(); ++i)
                x[i].set(lane, singles.back()[long(i)]);
        }
        const std::span<const Lanes> all(x);
        Rows<Lanes> out;
        SliceModel<Lanes>(e.context).evaluate(slice,
            { all.subspan(0, n), all.subspan(n, n), all.subspan(2 * n, n) }, all.subspan(3 * n),
            Lanes(Example::kSince), true, out);
        for (int lane = 0; lane < Lanes::kCount; ++lane) {
            const Rows<double> single = e.rows(slice, singles[size_t(lane)]);
            for (size_t i = 0; i < single.value.size(); ++i)
                EXPECT_EQ(out.value[i][lane], single.value[i]);
            for (size_t i = 0; i < single.jacobian.size(); ++i)
                EXPECT_EQ(out.jacobian[i][lane], single.jacobian[i]);
        }
    }
}

TEST(SliceRows, WhoStandsStillPressesWithItsWeightWhereItsCentreIs)
{
    Example e;
    Phase& support = e.context.phases[0];
    // The example's gravity is a little askew.
    support.ground
        = Eigen::Quaterniond::FromTwoVectors(Vector3d::UnitZ(), -e.tree.gravity()).matrix();
    const long n = e.tree.dof_count();
    e.x.segment(n, 2 * n).setZero();
    const Rows<double> rows = e.rows({ 0.1, 0, physics }, e.x);
    EXPECT_NEAR(rows.value[0], 1, 1e-12) << "normal force";
    EXPECT_NEAR(rows.value[1], support.friction * support.friction, 1e-12) << "nothing sideways";
    // The take-off rows say where the centre is.
    e.x.tail(6).setZero();
    const Rows<double> center = e.rows({ 0.4, 0, takes_off, 1 }, e.x);
    const Vector3d fallen = 0.5 * Example::kSince * Example::kSince * e.tree.gravity();
    const Vector3d from_root = support.ground.transpose()
        * (Eigen::Map<const Vector3d>(center.value.data()) + fallen - support.ties[0].place);
    for (size_t i = 0; i < support.area.size(); ++i) {
        const Eigen::Vector2d along
            = (support.area[(i + 1) % support.area.size()] - support.area[i]).normalized();
        const double inside = along.x() * (from_root.y() - support.area[i].y())
            - along.y() * (from_root.x() - support.area[i].x());
        EXPECT_NEAR(rows.value[2 + i], inside, 1e-12) << "edge " << i;
    }
}

TEST(SliceRows, WhoDoesNotMoveItsJointsInFlightTurnsFreely)
{
    Example e;
    const long n = e.tree.dof_count();
    e.x.segment(n, 2 * n).setZero();
    const Rows<double> rows = e.rows({ 0.6, 1, physics, 1 }, e.x);
    for (const double torque : rows.value)
        EXPECT_NEAR(torque, 0, 1e-12);
}

}  // namespace
}  // namespace gambol::spacetime
