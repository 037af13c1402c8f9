// SPDX-License-Identifier: MIT
// Second derivatives of SpacetimeProblem.
#include "gambol/methods/spacetime/spacetime_problem.hpp"
#include "gambol/methods/spacetime/window_hessian.hpp"

#include <algorithm>

namespace gambol::spacetime {

using dynamics::Lanes;
using Eigen::MatrixXd;
using Eigen::VectorXd;

namespace {

constexpr double kDifference = 1e-6;  // for second derivatives by differences

}  // namespace

void SpacetimeProblem::add_lagrangian_hessian(
    const VectorXd& x, double objective_weight, const VectorXd& y, BorderedBand& H)
{
    add_objective_hessian(x, objective_weight, H);
    if (forces_)
        forces_->add_curvature(x, objective_weight, H);
    for (const Batch& batch : batches_) {
        const unsigned rows = slices_[batch.first].slice.rows;
        if (only_places(rows))
            add_clear_hessian(x, y, batch, H);
        else if (rows & physics)
            add_physics_hessian(x, y, batch, H);
        else
            for (size_t i = 0; i < batch.count; ++i)
                add_differenced_hessian(x, y, slices_[batch.first + i], H);
    }
}

void SpacetimeProblem::load_multipliers(const VectorXd& x, const VectorXd& y, const Batch& batch)
{
    const size_t rows = spacetime::row_bounds(plan_.context, slices_[batch.first].slice).size();
    multipliers_.assign(rows, Lanes(0));
    for (size_t lane = 0; lane < size_t(Lanes::kCount); ++lane) {
        const PlacedSlice& s = slices_[batch.first + std::min(lane, batch.count - 1)];
        load(x, s, int(lane));
        for (size_t r = 0; r < rows; ++r)
            multipliers_[r].set(int(lane), y[s.first_row + int(r)]);
    }
}

void SpacetimeProblem::add_physics_hessian(
    const VectorXd& x, const VectorXd& y, const Batch& batch, BorderedBand& H)
{
    load_multipliers(x, y, batch);
    model_.physics_curvature(
        slices_[batch.first].slice, loaded_coordinates(), multipliers_, bending_);
    const int n = dofs();
    MatrixXd qq(n, n), vq(n, n), aq(n, n), vv(n, n), block(n, n);
    for (size_t lane = 0; lane < batch.count; ++lane) {
        const CubicSpline::Weights& w = slices_[batch.first + lane].weights;
        const auto& [place, speed, push] = w.orders;
        for (int i = 0; i < n; ++i)
            for (int k = 0; k < n; ++k) {
                const size_t entry = size_t(i * n + k);
                qq(i, k) = bending_.by_motion.qq[entry][int(lane)];
                vq(i, k) = bending_.by_motion.vq[entry][int(lane)];
                aq(i, k) = bending_.by_motion.aq[entry][int(lane)];
            }
        vv = aq + aq.transpose();
        for (int row = 0; row < kWindow; ++row)
            for (int column = 0; column <= row; ++column) {
                const size_t j = size_t(row), k = size_t(column);
                block.noalias() = place[j] * place[k] * qq + speed[j] * speed[k] * vv
                    + speed[j] * place[k] * vq + push[j] * place[k] * aq;
                block += place[j] * speed[k] * vq.transpose() + place[j] * push[k] * aq.transpose();
                BorderedBand::View into = H.block(w.first + row, w.first + column);
                if (row == column)
                    into.triangularView<Eigen::Lower>() += block;
                else
                    into += block;
            }
        if (bending_.bends)
            add_bending(w, int(lane), H);
    }
}

/// ∂Fᵀ B ∂F of one lane, ∂F by the control points of its window.
void SpacetimeProblem::add_bending(const CubicSpline::Weights& w, int lane, BorderedBand& H) const
{
    const int n = dofs();
    const dynamics::AggregateForce<Lanes>& force = model_.force();
    Eigen::Matrix<double, 6, Eigen::Dynamic> F(6, kWindow * n);
    const auto put = [&](const dynamics::Wrench<Lanes>& column, double weight, int at) {
        const auto& [f, t] = column;
        const Eigen::Matrix<double, 6, 1> numbers { f.x[lane], f.y[lane], f.z[lane], t.x[lane],
            t.y[lane], t.z[lane] };
        F.col(at) += weight * numbers;
    };
    F.setZero();
    for (int j = 0; j < kWindow; ++j)
        for (int k = 0; k < n; ++k) {
            put(force.dq[size_t(k)], w.orders[0][size_t(j)], j * n + k);
            put(force.dqdot[size_t(k)], w.orders[1][size_t(j)], j * n + k);
            put(force.dqddot[size_t(k)], w.orders[2][size_t(j)], j * n + k);
        }
    const auto square = [&](const dynamics::Symmetric<Lanes>& A) {
        Eigen::Matrix3d dense;
        dense << A.xx[lane], A.xy[lane], A.xz[lane], A.xy[lane], A.yy[lane], A.yz[lane], A.xz[lane],
            A.yz[lane], A.zz[lane];
        return dense;
    };
    Eigen::Matrix<double, 6, 6> B;
    B.topLeftCorner<3, 3>() = square(bending_.force_force);
    B.bottomRightCorner<3, 3>() = square(bending_.torque_torque);
    const dynamics::Vector<Lanes>* const columns[]
        = { &bending_.mixed.x, &bending_.mixed.y, &bending_.mixed.z };
    for (int k = 0; k < 3; ++k)
        B.col(3 + k).head<3>() << columns[k]->x[lane], columns[k]->y[lane], columns[k]->z[lane];
    B.bottomLeftCorner<3, 3>() = B.topRightCorner<3, 3>().transpose();
    const Eigen::Matrix<double, 6, Eigen::Dynamic> BF = B * F;
    H.window(w.first, kWindow).triangularView<Eigen::Lower>() += F.transpose() * BF;
}

void SpacetimeProblem::add_differenced_hessian(
    const VectorXd& x, const VectorXd& y, const PlacedSlice& s, BorderedBand& H)
{
    const int n = dofs(), local = 3 * n, columns = plan_.context.columns();
    const int moved = 2 * n;  // accelerations enter linearly, if at all
    MatrixXd curvature = MatrixXd::Zero(local, local);
    VectorXd base(local);
    // The gradient where nothing is displaced comes last, in a lane that would be idle.
    for (int first = 0; first <= moved; first += Lanes::kCount) {
        const int count = std::min(Lanes::kCount, moved + 1 - first);
        for (int lane = 0; lane < Lanes::kCount; ++lane) {
            load(x, s, lane);
            if (first + lane < moved) {
                Lanes& entry = loaded_[size_t(first + lane)];
                entry.set(lane, entry[lane] + kDifference);
            }
        }
        evaluate_loaded(s.slice, true);
        // Σ multiplier · row. The border's variables enter linearly, and apart from the rest.
        gradient_.assign(size_t(local), Lanes(0));
        for (size_t r = 0; r < out_.value.size(); ++r) {
            const Lanes multiplier(y[s.first_row + int(r)]);
            const Lanes* const row = &out_.jacobian[r * size_t(columns)];
            for (size_t k = 0; k < size_t(local); ++k)
                gradient_[k] += multiplier * row[k];
        }
        for (int lane = 0; lane < count; ++lane)
            for (int k = 0; k < local; ++k)
                (first + lane < moved ? curvature(k, first + lane) : base[k])
                    = gradient_[size_t(k)][lane];
    }
    curvature.leftCols(moved).colwise() -= base;
    curvature /= kDifference;
    curvature.rightCols(n).topRows(moved) = curvature.bottomRows(n).leftCols(moved).transpose();
    add_window_hessian(0.5 * (curvature + curvature.transpose()), s.weights, 1, H);
}

void SpacetimeProblem::add_clear_hessian(
    const VectorXd& x, const VectorXd& y, const Batch& batch, BorderedBand& H)
{
    const int n = dofs();
    MatrixXd curvature(n, n);
    load_multipliers(x, y, batch);
    model_.clear_curvature(slices_[batch.first].slice, loaded_coordinates(),
        std::span<const Lanes>(loaded_).subspan(3 * size_t(n)), since_, multipliers_, curvature_);
    for (size_t lane = 0; lane < batch.count; ++lane) {
        for (int i = 0; i < n * n; ++i)
            curvature.data()[i] = curvature_[size_t(i)][int(lane)];
        const CubicSpline::Weights& w = slices_[batch.first + lane].weights;
        for (int i = 0; i < kWindow; ++i)
            for (int j = 0; j <= i; ++j) {
                const double share = w.orders[0][size_t(i)] * w.orders[0][size_t(j)];
                BorderedBand::View block = H.block(w.first + i, w.first + j);
                if (i == j)
                    block.triangularView<Eigen::Lower>() += share * curvature;
                else
                    block += share * curvature;
            }
        if (const Slice& slice = slices_[batch.first].slice;
            slice.flight >= 0 && !plan_.context.phases[size_t(slice.phase)].passings.empty())
            add_flight_hessian(slices_[batch.first + lane], int(lane), H);
    }
}

/// The centre of mass in flight is position + velocity · since.
void SpacetimeProblem::add_flight_hessian(const PlacedSlice& s, int lane, BorderedBand& H) const
{
    const int n = dofs(), first = flights_[size_t(s.slice.flight)] - spline_.controls() * n;
    const FlightCurvature<Lanes>& by = model_.flight_curvature();
    const dynamics::Symmetric<Lanes>& A = by.twice;
    Eigen::Matrix3d twice;
    twice << A.xx[lane], A.xy[lane], A.xz[lane], A.xy[lane], A.yy[lane], A.yz[lane], A.xz[lane],
        A.yz[lane], A.zz[lane];
    H.corner.block<3, 3>(first, first).triangularView<Eigen::Lower>() += twice;
    H.corner.block<3, 3>(first + 3, first) += s.since * twice;
    H.corner.block<3, 3>(first + 3, first + 3).triangularView<Eigen::Lower>()
        += s.since * s.since * twice;
    for (int k = 0; k < n; ++k) {
        const dynamics::Vector<Lanes>& column = by.by_q[size_t(k)];
        const Eigen::Vector3d numbers(column.x[lane], column.y[lane], column.z[lane]);
        for (int j = 0; j < kWindow; ++j) {
            const double share = s.weights.orders[0][size_t(j)];
            const int at = (s.weights.first + j) * n + k;
            H.coupling.block<3, 1>(first, at) += share * numbers;
            H.coupling.block<3, 1>(first + 3, at) += share * s.since * numbers;
        }
    }
}

}  // namespace gambol::spacetime
