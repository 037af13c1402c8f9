// SPDX-License-Identifier: MIT
// What the solver sees of a movement: cost, gradient and model of the Hessian, by the chain rule
// from instants to control points and the clock.
#include "gambol/methods/refine/refine_problem.hpp"

#include <cmath>
#include <limits>

namespace gambol::refine {

namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double kEvenPace = 0.1, kEvenBend = 0.001;  // of the clock: (t' − 1/t')², s² t''²
constexpr double kOnTime = 1e6;  // / s², where the clock must be right
constexpr double kSlowestPace = 0.02;  // t': a clock that stands or runs back has no cost

}  // namespace

double RefineProblem::accumulate(const VectorXd& x, VectorXd* g, BlockTridiagonal* H)
{
    if (g)
        g->setZero(variables());
    if (H) {
        H->set_zero(blocks(), block_size());
        gram_.first = -1;
        gram_.used = 0;
        gram_.sum.setZero(kWindow * columns(), kWindow * columns());
    }
    double cost = 0;
    for (Sample& sample : samples_) {
        cost += sample.time_share
            * evaluate(sample.instant, sample.weights, x,
                g ? InstantModel::Detail::derivatives : InstantModel::Detail::value);
        if (local_.pace < kSlowestPace)
            return std::numeric_limits<double>::infinity();
        const ClockCost clock = clock_cost(sample);
        cost += sample.time_share * clock.value;
        if (!g)
            continue;
        find_chains(sample.weights);
        add_to(*g, sample, clock);
        if (!H)
            continue;
        if (gram_.first >= 0 && gram_.first != sample.weights.first)
            spread(gram_, *H);
        gram_.first = sample.weights.first;
        add_to(gram_, sample, clock);
    }
    if (H)
        spread(gram_, *H);
    return cost;
}

RefineProblem::ClockCost RefineProblem::clock_cost(const Sample& sample) const
{
    if (!brief_.free_clock)
        return {};
    const double p = local_.pace, r = p - 1 / p, dr = 1 + 1 / (p * p);
    const double on_time = sample.on_time ? kOnTime : 0;
    ClockCost cost;
    cost.value = 0.5
        * (kEvenPace * r * r + kEvenBend * local_.bend * local_.bend
            + on_time * local_.late * local_.late);
    cost.slope = { on_time * local_.late, kEvenPace * r * dr, kEvenBend * local_.bend };
    cost.curvature = { on_time, kEvenPace * dr * dr, kEvenBend };
    return cost;
}

void RefineProblem::find_chains(const CubicSpline::Weights& weights)
{
    const double p = local_.pace, bend = local_.bend;
    for (size_t i = 0; i < chains_.size(); ++i) {
        const double w1 = weights.orders[1][i], w2 = weights.orders[2][i];
        Chain& chain = chains_[i];
        chain.q = weights.orders[0][i];
        chain.qdot = w1;
        chain.qddot = w2;
        if (!brief_.free_clock)
            continue;
        chain.qdot = w1 / p;
        chain.qddot = (w2 - chain.qdot * bend) / (p * p);
        chain.clock = { weights.orders[0][i], w1, w2 };
        chain.qdot_by_clock = -(w1 / p) * local_.qdot;
        chain.qddot_by_clock
            = ((w1 * bend / p - w2) / (p * p)) * local_.qdot - (2 * w1 / p) * local_.qddot;
    }
}

void RefineProblem::add_to(VectorXd& g, const Sample& sample, const ClockCost& clock) const
{
    const int n = body_.dofs(), m = columns();
    const InstantModel& at = *instants_;
    for (int i = 0; i < kWindow; ++i) {
        const Chain& chain = chains_[size_t(i)];
        const int first = (sample.weights.first + i) * m;
        g.segment(first, n) += sample.time_share
            * (chain.q * at.by_q + chain.qdot * at.by_qdot + chain.qddot * at.by_qddot);
        if (!brief_.free_clock)
            continue;
        double slope = at.by_qdot.dot(chain.qdot_by_clock) + at.by_qddot.dot(chain.qddot_by_clock)
            + at.per_second * chain.clock[1];
        for (size_t order = 0; order < 3; ++order)
            slope += clock.slope[order] * chain.clock[order];
        g[first + n] += sample.time_share * slope;
    }
}

Eigen::Block<MatrixXd> RefineProblem::block(BlockTridiagonal& H, int row, int column) const
{
    const int n = columns();
    MatrixXd& matrix = row / kControls == column / kControls ? H.diagonal[size_t(row / kControls)]
                                                             : H.lower[size_t(row / kControls)];
    return matrix.block(row % kControls * n, column % kControls * n, n, n);
}

void RefineProblem::add_to(Gram& gram, const Sample& sample, const ClockCost& clock) const
{
    InstantModel& at = *instants_;
    const int n = body_.dofs(), m = columns(), rows = at.rows;
    const double share = sample.time_share, root = std::sqrt(share);
    if (gram.rows.rows() < gram.used + rows)
        gram.rows.conservativeResize(2 * (gram.used + rows), kWindow * m);
    auto folded = gram.rows.middleRows(gram.used, rows);
    gram.used += rows;
    for (int i = 0; i < kWindow; ++i) {
        const Chain& chain = chains_[size_t(i)];
        folded.middleCols(i * m, n) = root * chain.q * at.rows_q.topRows(rows)
            + root * chain.qdot * at.rows_qdot.topRows(rows)
            + root * chain.qddot * at.rows_qddot.topRows(rows);
        if (brief_.free_clock)
            folded.col(i * m + n).noalias() = root
                * (at.rows_qdot.topRows(rows) * chain.qdot_by_clock
                    + at.rows_qddot.topRows(rows) * chain.qddot_by_clock);
    }
    at.position.triangularView<Eigen::StrictlyUpper>() = at.position.transpose();
    for (int i = 0; i < kWindow; ++i)
        for (int j = 0; j <= i; ++j) {
            const Chain &a = chains_[size_t(i)], &b = chains_[size_t(j)];
            auto part = gram.sum.block(i * m, j * m, m, m);
            part.topLeftCorner(n, n) += share * a.q * b.q * at.position;
            part.diagonal().head(n) += share * a.qdot * b.qdot * at.velocity
                + share * a.qddot * b.qddot * at.acceleration;
            if (!brief_.free_clock)
                continue;
            const VectorXd speed = share * at.velocity.cwiseProduct(b.qdot_by_clock),
                           push = share * at.acceleration.cwiseProduct(b.qddot_by_clock);
            part.col(n).head(n) += a.qdot * speed + a.qddot * push;
            part.row(n).head(n) += share
                * (b.qdot * at.velocity.cwiseProduct(a.qdot_by_clock)
                    + b.qddot * at.acceleration.cwiseProduct(a.qddot_by_clock))
                      .transpose();
            part(n, n) += a.qdot_by_clock.dot(speed) + a.qddot_by_clock.dot(push);
            for (size_t order = 0; order < 3; ++order)
                part(n, n) += share * clock.curvature[order] * a.clock[order] * b.clock[order];
        }
}

void RefineProblem::spread(Gram& gram, BlockTridiagonal& H) const
{
    const int m = columns();
    gram.sum.selfadjointView<Eigen::Lower>().rankUpdate(gram.rows.topRows(gram.used).transpose());
    gram.sum.triangularView<Eigen::StrictlyUpper>() = gram.sum.transpose();
    for (int i = 0; i < kWindow; ++i)
        for (int j = 0; j <= i; ++j)
            block(H, gram.first + i, gram.first + j) += gram.sum.block(i * m, j * m, m, m);
    gram.sum.setZero();
    gram.used = 0;
}

}  // namespace gambol::refine
