// SPDX-License-Identifier: MIT
#include "gambol/methods/spacetime/force_objective.hpp"

#include "gambol/methods/spacetime/window_hessian.hpp"

#include <algorithm>
#include <cmath>

namespace gambol::spacetime {

using dynamics::Lanes;
using Eigen::MatrixXd;
using Eigen::VectorXd;

namespace {

constexpr double kTorqueArm = 0.1;  // × SliceContext::arm [m]
constexpr double kDifference = 1e-6;  // rad, rad/s
constexpr std::array<double, 5> kSimpson { 1. / 12, 4. / 12, 2. / 12, 4. / 12, 1. / 12 };

std::vector<int> dofs_of(const ForceWeights& weights)
{
    std::vector<int> dofs;
    for (const ForceWeights::Torque& torque : weights.torques)
        dofs.push_back(torque.dof);
    return dofs;
}

double part(const dynamics::Vector<Lanes>& v, int axis, int lane)
{
    return (axis == 0 ? v.x : axis == 1 ? v.y : v.z)[lane];
}

}  // namespace

ForceObjective::ForceObjective(
    const SliceContext& context, ForceWeights weights, const CubicSpline& spline)
    : context_(context)
    , weights_(std::move(weights))
    , model_(context, dofs_of(weights_))
    , loaded_(3 * size_t(context.tree->dof_count()), Lanes(0))
{
    static_assert(kInstants <= Lanes::kCount);
    int phase = 0;
    for (int k = 0; k < spline.intervals(); ++k) {
        while (spline.time(k, 0.5) > context.phases[size_t(phase)].end)
            ++phase;
        if (context.phases[size_t(phase)].kind == PhaseKind::flight && weights_.torques.empty())
            continue;
        Interval interval { phase, spline.length(k), {} };
        for (int i = 0; i < kInstants; ++i)
            interval.at[size_t(i)] = spline.weights(k, double(i) / (kInstants - 1));
        intervals_.push_back(interval);
    }
}

void ForceObjective::load(const VectorXd& x, const CubicSpline::Weights& w, int lane)
{
    const int n = context_.tree->dof_count();
    for (int order = 0; order < 3; ++order)
        for (int k = 0; k < n; ++k) {
            double sum = 0;
            for (int j = 0; j < kWindow; ++j)
                sum += w.orders[size_t(order)][size_t(j)] * x[(w.first + j) * n + k];
            loaded_[size_t(order * n + k)].set(lane, sum);
        }
}

void ForceObjective::evaluate(int phase)
{
    const size_t count = size_t(context_.tree->dof_count());
    const std::span<const Lanes> all(loaded_);
    model_.evaluate(
        phase, { all.subspan(0, count), all.subspan(count, count), all.subspan(2 * count, count) });
}

double ForceObjective::force_scale(const Interval& interval, int instant) const
{
    return std::sqrt(weights_.force * kSimpson[size_t(instant)] * interval.length);
}

double ForceObjective::jerk_scale(const Interval& interval) const
{
    return std::sqrt(weights_.jerk * (kInstants - 1) / interval.length);
}

double ForceObjective::torque_scale(const Interval& interval, int instant, int torque) const
{
    return std::sqrt(weights_.torques[size_t(torque)].weight * kSimpson[size_t(instant)]
               * interval.length)
        / (context_.weight() * kTorqueArm * context_.arm);
}

void ForceObjective::update(const VectorXd& x, const Interval& interval, bool derivatives)
{
    const int n = context_.tree->dof_count(), torques = int(weights_.torques.size());
    const bool held = context_.phases[size_t(interval.phase)].kind != PhaseKind::flight;
    for (int lane = 0; lane < Lanes::kCount; ++lane)
        load(x, interval.at[size_t(std::min(lane, kInstants - 1))], lane);
    evaluate(interval.phase);

    // f/W of all instants; then torques.
    const auto& force = model_.force();
    const auto& torque = model_.torques();
    const double per_weight = 1 / context_.weight();
    MatrixXd f(3, kInstants), df(derivatives ? 3 * kInstants : 0, kWindow * n);
    const int rows = kInstants * torques + (held ? 3 * (2 * kInstants - 1) : 0);
    residuals_.setZero(rows);
    rows_.setZero(derivatives ? rows : 0, kWindow * n);
    int row = 0;
    for (int i = 0; i < kInstants; ++i) {
        const auto& orders = interval.at[size_t(i)].orders;
        const auto put = [&](auto&& into, int k, double dq, double dv, double da) {
            for (int j = 0; j < kWindow; ++j)
                into(j * n + k) = orders[0][size_t(j)] * dq + orders[1][size_t(j)] * dv
                    + orders[2][size_t(j)] * da;
        };
        for (int axis = 0; axis < 3; ++axis) {
            f(axis, i) = per_weight * part(force.value.force, axis, i);
            for (int k = 0; derivatives && k < n; ++k)
                put(df.row(3 * i + axis), k, per_weight * part(force.dq[size_t(k)].force, axis, i),
                    per_weight * part(force.dqdot[size_t(k)].force, axis, i),
                    per_weight * part(force.dqddot[size_t(k)].force, axis, i));
        }
        for (int r = 0; r < torques; ++r, ++row) {
            const double scale = torque_scale(interval, i, r);
            residuals_[row] = scale * torque.value[size_t(r)][i];
            for (int k = 0; derivatives && k < n; ++k) {
                const size_t at = size_t(r * n + k);
                put(rows_.row(row), k, scale * torque.dq[at][i], scale * torque.dqdot[at][i],
                    scale * torque.dqddot[at][i]);
            }
        }
    }
    if (!held)
        return;
    const auto append = [&](double scale, int i, int minus) {
        residuals_.segment<3>(row) = scale * f.col(i);
        if (minus >= 0)
            residuals_.segment<3>(row) -= scale * f.col(minus);
        if (derivatives) {
            rows_.middleRows<3>(row) = scale * df.middleRows<3>(3 * i);
            if (minus >= 0)
                rows_.middleRows<3>(row) -= scale * df.middleRows<3>(3 * minus);
        }
        row += 3;
    };
    for (int i = 0; i < kInstants; ++i)
        append(force_scale(interval, i), i, -1);
    for (int i = 1; i < kInstants; ++i)
        append(jerk_scale(interval), i, i - 1);
}

double ForceObjective::value(const VectorXd& x, VectorXd* g)
{
    double sum = 0;
    for (const Interval& interval : intervals_) {
        update(x, interval, g != nullptr);
        sum += residuals_.squaredNorm();
        const int n = context_.tree->dof_count();
        if (g)
            g->segment(interval.at[0].first * n, kWindow * n)
                += 2 * (rows_.transpose() * residuals_);
    }
    return sum;
}

void ForceObjective::add_hessian(const VectorXd& x, double weight, BorderedBand& H)
{
    for (const Interval& interval : intervals_) {
        update(x, interval, true);
        H.window(interval.at[0].first, kWindow).triangularView<Eigen::Lower>()
            += 2 * weight * rows_.transpose() * rows_;
    }
}

MatrixXd ForceObjective::curvature(const VectorXd& x, const Interval& interval, int instant,
    const Eigen::Vector3d& c, const VectorXd& t)
{
    const int n = context_.tree->dof_count(), moved = 2 * n;
    MatrixXd result = MatrixXd::Zero(3 * n, 3 * n);
    VectorXd base(3 * n);
    // Linear in q̈, so that need not be moved. Where nothing is, comes last.
    for (int first = 0; first <= moved; first += Lanes::kCount) {
        for (int lane = 0; lane < Lanes::kCount; ++lane) {
            load(x, interval.at[size_t(instant)], lane);
            if (first + lane < moved) {
                Lanes& entry = loaded_[size_t(first + lane)];
                entry.set(lane, entry[lane] + kDifference);
            }
        }
        evaluate(interval.phase);
        const auto& force = model_.force();
        const auto& torque = model_.torques();
        const std::array columns { &force.dq, &force.dqdot, &force.dqddot };
        const std::array turns { &torque.dq, &torque.dqdot, &torque.dqddot };
        for (int lane = 0; lane < Lanes::kCount && first + lane <= moved; ++lane)
            for (int order = 0; order < 3; ++order)
                for (int k = 0; k < n; ++k) {
                    double sum = 0;
                    for (int axis = 0; axis < 3; ++axis)
                        sum += c[axis]
                            * part((*columns[size_t(order)])[size_t(k)].force, axis, lane);
                    for (int r = 0; r < int(t.size()); ++r)
                        sum += t[r] * (*turns[size_t(order)])[size_t(r * n + k)][lane];
                    (first + lane < moved ? result(order * n + k, first + lane)
                                          : base[order * n + k])
                        = sum;
                }
    }
    result.leftCols(moved).colwise() -= base;
    result /= kDifference;
    result.rightCols(n).topRows(moved) = result.bottomRows(n).leftCols(moved).transpose();
    return 0.5 * (result + result.transpose());
}

void ForceObjective::add_curvature(const VectorXd& x, double weight, BorderedBand& H)
{
    const int torques = int(weights_.torques.size());
    for (const Interval& interval : intervals_) {
        update(x, interval, false);
        const VectorXd residuals = residuals_;
        const bool held = context_.phases[size_t(interval.phase)].kind != PhaseKind::flight;
        const int forces = kInstants * torques, jerks = forces + 3 * kInstants;
        for (int i = 0; i < kInstants; ++i) {
            VectorXd t(torques);
            for (int r = 0; r < torques; ++r)
                t[r] = 2 * torque_scale(interval, i, r) * residuals[i * torques + r];
            Eigen::Vector3d c = Eigen::Vector3d::Zero();
            if (held) {
                c = force_scale(interval, i) * residuals.segment<3>(forces + 3 * i);
                if (i > 0)
                    c += jerk_scale(interval) * residuals.segment<3>(jerks + 3 * (i - 1));
                if (i + 1 < kInstants)
                    c -= jerk_scale(interval) * residuals.segment<3>(jerks + 3 * i);
                c *= 2 / context_.weight();
            }
            add_window_hessian(curvature(x, interval, i, c, t), interval.at[size_t(i)], weight, H);
        }
    }
}

}  // namespace gambol::spacetime
