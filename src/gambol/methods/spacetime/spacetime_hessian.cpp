// SPDX-License-Identifier: MIT
// Second derivatives of SpacetimeProblem.
#include "gambol/methods/spacetime/spacetime_problem.hpp"

#include <algorithm>

namespace gambol::spacetime {

using dynamics::Lanes;
using Eigen::MatrixXd;
using Eigen::VectorXd;

namespace {

constexpr double kDifference = 1e-6;  // for second derivatives

}  // namespace

void SpacetimeProblem::add_objective_hessian(double weight, BorderedBand& H) const
{
    for (const Node& node : nodes_)
        for (int i = 0; i < kWindow; ++i)
            for (int j = 0; j <= i; ++j) {
                const auto& orders = node.weights.orders;
                BorderedBand::View block = H.block(node.weights.first + i, node.weights.first + j);
                block.diagonal() += 2 * weight * plan_.smoothness * node.weight
                    * orders[2][size_t(i)] * orders[2][size_t(j)] * node.squared_masses;
                if (plan_.posture.size() > 0)
                    block.diagonal() += 2 * weight * node.weight * orders[0][size_t(i)]
                        * orders[0][size_t(j)] * plan_.posture_weights;
            }
}

void SpacetimeProblem::add_objective_hessian(const VectorXd&, BorderedBand& H)
{
    add_objective_hessian(1, H);
}

void SpacetimeProblem::add_lagrangian_hessian(
    const VectorXd& x, double objective_weight, const VectorXd& y, BorderedBand& H)
{
    add_objective_hessian(objective_weight, H);
    add_clear_hessian(x, y, H);
    const int n = dofs(), local = 3 * n, columns = plan_.context.columns();
    MatrixXd curvature(local, local);  // of one slice in its local variables
    MatrixXd window(kWindow * n, kWindow * n), left(kWindow * n, local);
    VectorXd base(local);
    for (const PlacedSlice& s : slices_) {
        if (s.slice.rows == clear)
            continue;
        // What is asked of a flight is linear in q̈: its columns are known by symmetry.
        const PhaseKind kind = plan_.context.phases[size_t(s.slice.phase)].kind;
        const bool affine
            = kind == PhaseKind::flight || (s.slice.rows & (takes_off | lands | switches)) != 0;
        const int moved_count = affine ? 2 * n : local;
        // The gradient where nothing is displaced comes last, in a lane that would be idle.
        for (int first = 0; first <= moved_count; first += Lanes::kCount) {
            const int count = std::min(Lanes::kCount, moved_count + 1 - first);
            for (int lane = 0; lane < Lanes::kCount; ++lane) {
                load(x, s, lane);
                if (first + lane < moved_count) {
                    Lanes& moved = loaded_[size_t(first + lane)];
                    moved.set(lane, moved[lane] + kDifference);
                }
            }
            evaluate_loaded(s.slice, true);
            // Σ multiplier · row. The flight's variables enter linearly, and apart from the rest.
            gradient_.assign(size_t(local), Lanes(0));
            for (size_t r = 0; r < out_.value.size(); ++r) {
                const Lanes multiplier(y[s.first_row + int(r)]);
                const Lanes* const row = &out_.jacobian[r * size_t(columns)];
                for (size_t k = 0; k < size_t(local); ++k)
                    gradient_[k] += multiplier * row[k];
            }
            for (int lane = 0; lane < count; ++lane)
                for (int k = 0; k < local; ++k)
                    (first + lane < moved_count ? curvature(k, first + lane) : base[k])
                        = gradient_[size_t(k)][lane];
        }
        if (affine)
            curvature.rightCols(n).colwise() = base;
        curvature.colwise() -= base;
        curvature *= 0.5 / kDifference;
        if (affine)
            curvature.topRightCorner(2 * n, n) = curvature.bottomLeftCorner(n, 2 * n).transpose();
        curvature += curvature.transpose().eval();

        for (int j = 0; j < kWindow; ++j)
            for (int k = 0; k < n; ++k)
                left.row(j * n + k) = s.weights.orders[0][size_t(j)] * curvature.row(k)
                    + s.weights.orders[1][size_t(j)] * curvature.row(n + k)
                    + s.weights.orders[2][size_t(j)] * curvature.row(2 * n + k);
        for (int j = 0; j < kWindow; ++j)
            window.middleCols(j * n, n) = s.weights.orders[0][size_t(j)] * left.leftCols(n)
                + s.weights.orders[1][size_t(j)] * left.middleCols(n, n)
                + s.weights.orders[2][size_t(j)] * left.rightCols(n);
        H.window(s.weights.first, kWindow).triangularView<Eigen::Lower>() += window;
    }
}

void SpacetimeProblem::add_clear_hessian(const VectorXd& x, const VectorXd& y, BorderedBand& H)
{
    const int n = dofs();
    const std::span<const Lanes> all(loaded_);
    const size_t size = size_t(n);
    MatrixXd curvature(n, n);
    for (const Batch& batch : batches_) {
        const Slice& slice = slices_[batch.first].slice;
        if (slice.rows != clear)
            continue;
        const size_t rows = spacetime::row_bounds(plan_.context, slice).size();
        multipliers_.assign(rows, Lanes(0));
        for (size_t lane = 0; lane < size_t(Lanes::kCount); ++lane) {
            const PlacedSlice& s = slices_[batch.first + std::min(lane, batch.count - 1)];
            load(x, s, int(lane));
            for (size_t r = 0; r < rows; ++r)
                multipliers_[r].set(int(lane), y[s.first_row + int(r)]);
        }
        model_.clear_curvature(slice,
            { all.subspan(0, size), all.subspan(size, size), all.subspan(2 * size, size) },
            multipliers_, curvature_);
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
        }
    }
}

}  // namespace gambol::spacetime
