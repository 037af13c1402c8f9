// SPDX-License-Identifier: MIT
#include "gambol/problem/trajectory_problem.hpp"

#include <cassert>
#include <cmath>
#include <limits>

namespace gambol {

using Eigen::MatrixXd;
using Eigen::VectorXd;

namespace {

/// The four controls of a Hermite segment: position and velocity at its start, then at its end.
constexpr int kControls = 4;
/// More than sums of a few dozen products are off by.
constexpr double kRounding = 1 + 1e-9;

}  // namespace

TrajectoryProblem::TrajectoryProblem(TrajectoryLayout layout, VectorXd start,
    std::vector<Sample> samples, std::unique_ptr<SampleCost> cost)
    : layout_(layout)
    , start_(std::move(start))
    , samples_(std::move(samples))
    , cost_(std::move(cost))
    , hinges_(samples_.size())
    , y_(layout.local_size())
{
    assert(start_.size() == layout_.coordinates);
    assert(layout_.segments_per_phase >= 1 && layout_.segments_per_phase <= 2);
}

void TrajectoryProblem::fold(
    const VectorXd& x, int segment, const HermiteWeights& weights, VectorXd& y) const
{
    const int n = layout_.coordinates;
    for (int order = 0; order < 3; ++order) {
        const auto& w = weights[size_t(order)];
        auto part = y.segment(order * n, n);
        part = w[2] * x.segment(layout_.q(segment), n) + w[3] * x.segment(layout_.v(segment), n);
        if (segment > 0)
            part += w[0] * x.segment(layout_.q(segment - 1), n)
                + w[1] * x.segment(layout_.v(segment - 1), n);
        else
            part += w[0] * start_;
    }
}

void TrajectoryProblem::local_state(const VectorXd& x, int segment, double u, VectorXd& y) const
{
    y.resize(layout_.local_size());
    fold(x, segment, hermite_weights(u, layout_.duration_of(x, segment)), y);
    y.tail(layout_.contacts) = x.segment(layout_.z(segment), layout_.contacts);
}

double TrajectoryProblem::value(const VectorXd& x)
{
    return accumulate(x, Detail::value, nullptr, nullptr);
}

double TrajectoryProblem::gradient(const VectorXd& x, VectorXd& g)
{
    return accumulate(x, Detail::gradient, &g, nullptr);
}

double TrajectoryProblem::model(const VectorXd& x, VectorXd& g, BlockTridiagonal& H)
{
    at_ = x;
    return accumulate(x, Detail::hessian, &g, &H);
}

double TrajectoryProblem::accumulate(
    const VectorXd& x, Detail detail, VectorXd* g, BlockTridiagonal* H)
{
    assert(x.size() == layout_.variables());
    if (g)
        g->setZero(layout_.variables());
    if (H) {
        H->set_zero(layout_.segments, layout_.block_size());
        // Places that are not in use must not make the matrix singular.
        for (int k = 0; k < layout_.segments; ++k) {
            if (k % layout_.segments_per_phase != 0)
                H->diagonal[k]
                    .diagonal()
                    .segment(2 * layout_.coordinates, layout_.contacts)
                    .setOnes();
            if (!is_free(k))
                H->diagonal[k].diagonal().tail<1>().setOnes();
        }
    }
    double cost = add_stiffness(x, g, H);
    if (!std::isfinite(cost))
        return cost;
    for (size_t i = 0; i < samples_.size(); ++i) {
        if (samples_[i].kind & left_out_) {
            hinges_[i].clear();
            continue;
        }
        const Sample sample = sample_at(samples_[i], layout_.duration_of(x, samples_[i].segment));
        local_state(x, sample.segment, sample.u, y_);
        local_.reset(local_size(sample), detail);
        cost_->evaluate(int(i), sample, y_, local_);
        cost += sample.weight * local_.cost();
        if (!g)
            continue;
        const Timing timing = timing_of(x, sample);
        add_gradient(local_, sample, timing, *g);
        if (H) {
            add_hessian(local_, sample, timing, *H);
            local_.take_hinges(hinges_[i]);
        }
    }
    return cost;
}

Sample TrajectoryProblem::sample_at(Sample sample, double duration) const
{
    if (sample.per_time)
        sample.weight *= duration / layout_.segment_duration;
    return sample;
}

TrajectoryProblem::Timing TrajectoryProblem::timing_of(const VectorXd& x, const Sample& sample)
{
    Timing timing;
    timing.duration = layout_.duration_of(x, sample.segment);
    timing.weights = hermite_weights(sample.u, timing.duration);
    timing.free = is_free(sample.segment) || is_free(sample.segment - 1);
    if (timing.free) {
        slower_.resize(3 * layout_.coordinates);
        fold(x, sample.segment, hermite_weights_by_duration(sample.u, timing.duration), slower_);
    }
    return timing;
}

double TrajectoryProblem::add_stiffness(const VectorXd& x, VectorXd* g, BlockTridiagonal* H) const
{
    if (knots_.free.empty())
        return 0;
    double cost = 0;
    for (int k = 0; k < layout_.segments; ++k) {
        const double ratio = layout_.duration_of(x, k) / layout_.segment_duration;
        if (ratio <= 0)
            return std::numeric_limits<double>::infinity();
        const double r = ratio - 1 / ratio;
        const double slope = (1 + 1 / (ratio * ratio)) / layout_.segment_duration;
        cost += 0.5 * knots_.stiffness * r * r;
        if (g)
            add_by_duration(k, knots_.stiffness * r * slope, *g);
        if (H)
            add_by_duration(k, knots_.stiffness * slope * slope, *H);
    }
    return cost;
}

void TrajectoryProblem::add_by_duration(int segment, double slope, VectorXd& g) const
{
    if (is_free(segment))
        g[layout_.late(segment)] += slope;
    if (is_free(segment - 1))
        g[layout_.late(segment - 1)] -= slope;
}

void TrajectoryProblem::add_by_duration(int segment, double curvature, BlockTridiagonal& H) const
{
    const int last = layout_.block_size() - 1;
    if (is_free(segment))
        H.diagonal[segment](last, last) += curvature;
    if (is_free(segment - 1))
        H.diagonal[segment - 1](last, last) += curvature;
    if (is_free(segment) && is_free(segment - 1))
        H.lower[segment](last, last) -= curvature;
}

HingeSwitches TrajectoryProblem::switch_hinges(
    const VectorXd& step, VectorXd& g, BlockTridiagonal& H)
{
    const int n = layout_.coordinates;
    HingeSwitches switches;
    VectorXd moved(n);  // by how much the sample's coordinates change
    for (size_t i = 0; i < samples_.size(); ++i) {
        if (hinges_[i].empty())
            continue;
        const int segment = samples_[i].segment;
        Sample sample = sample_at(samples_[i], layout_.duration_of(at_, segment));
        const Timing timing = timing_of(at_, sample);
        const auto& w = timing.weights[0];
        moved = w[2] * step.segment(layout_.q(segment), n)
            + w[3] * step.segment(layout_.v(segment), n);
        if (segment > 0)
            moved += w[0] * step.segment(layout_.q(segment - 1), n)
                + w[1] * step.segment(layout_.v(segment - 1), n);
        if (timing.free)
            moved += (layout_.duration_of(step, segment) - layout_.segment_duration)
                * slower_.head(n);
        sample.positions_only = true;
        sample.per_time = false;
        const double farthest = kRounding * moved.cwiseAbs().maxCoeff();
        bool switched = false;
        for (OneSidedRow& hinge : hinges_[i]) {
            // Most are too far from zero to get there; their J need not even be read.
            if (std::abs(hinge.r) > farthest * hinge.slope && (hinge.r > 0) == hinge.counts)
                continue;
            double after = hinge.r;
            for (int k = 0; k < hinge.size; ++k)
                after += hinge.J[size_t(k)] * moved[hinge.columns[size_t(k)]];
            if ((after > 0) == hinge.counts)
                continue;
            if (!switched)
                local_.reset(n, Detail::hessian);
            hinge.counts = !hinge.counts;
            local_.switch_hinge(hinge);
            switches.missed += 0.5 * sample.weight * hinge.weight * after * after;
            switched = true;
        }
        if (!switched)
            continue;
        switches.constant += sample.weight * local_.cost();
        add_gradient(local_, sample, timing, g);
        add_hessian(local_, sample, timing, H);
    }
    return switches;
}

int TrajectoryProblem::local_size(const Sample& sample) const
{
    return sample.positions_only ? layout_.coordinates : layout_.local_size();
}

void TrajectoryProblem::add_shared(
    int index, const LocalModel& local, VectorXd& g, BlockTridiagonal* H)
{
    assert(knots_.free.empty());
    Sample sample = samples_[size_t(index)];
    sample.positions_only = true;
    const double duration = layout_.segment_duration;
    const Timing timing { duration, hermite_weights(sample.u, duration) };
    add_gradient(local, sample, timing, g);
    if (H)
        add_hessian(local, sample, timing, *H);
}

void TrajectoryProblem::moved_by(const VectorXd& step, int index, VectorXd& moved) const
{
    assert(knots_.free.empty());
    const Sample& sample = samples_[size_t(index)];
    const auto w = hermite_weights(sample.u, layout_.segment_duration)[0];
    const int n = layout_.coordinates, segment = sample.segment;
    moved = w[2] * step.segment(layout_.q(segment), n) + w[3] * step.segment(layout_.v(segment), n);
    if (segment > 0)
        moved += w[0] * step.segment(layout_.q(segment - 1), n)
            + w[1] * step.segment(layout_.v(segment - 1), n);
}

void TrajectoryProblem::add_gradient(
    const LocalModel& model, const Sample& sample, const Timing& timing, VectorXd& g) const
{
    const int n = layout_.coordinates, orders = sample.positions_only ? 1 : 3;
    for (int control = 0; control < kControls; ++control) {
        const int block = sample.segment - (control < 2 ? 1 : 0);
        if (block < 0)
            continue;
        auto part = g.segment(control % 2 ? layout_.v(block) : layout_.q(block), n);
        for (int order = 0; order < orders; ++order)
            part += sample.weight * timing.weights[size_t(order)][size_t(control)]
                * model.gradient().segment(order * n, n);
    }
    if (timing.free) {
        const int size = orders * n;
        double slope = sample.weight * model.gradient().head(size).dot(slower_.head(size));
        if (sample.per_time)
            slope += sample.weight / timing.duration * model.cost();
        add_by_duration(sample.segment, slope, g);
    }
    if (sample.positions_only)
        return;
    g.segment(layout_.z(sample.segment), layout_.contacts)
        += sample.weight * model.gradient().tail(layout_.contacts);
}

void TrajectoryProblem::add_hessian(
    const LocalModel& model, const Sample& sample, const Timing& timing, BlockTridiagonal& H)
{
    const int n = layout_.coordinates, nc = layout_.contacts, size = layout_.local_size();
    const int orders = sample.positions_only ? 1 : 3;
    const HermiteWeights& weights = timing.weights;
    const MatrixXd& local = model.hessian();
    const int phase = sample.segment - sample.segment % layout_.segments_per_phase;

    // Writes a block H(row part, column part) into the lower triangle of the block matrix.
    const auto add = [&](int row_block, int row, int column_block, int column, const auto& block) {
        if (row_block == column_block)
            H.diagonal[row_block].block(row, column, block.rows(), block.cols()) += block;
        else if (row_block > column_block)
            H.lower[row_block].block(row, column, block.rows(), block.cols()) += block;
        else
            H.lower[column_block].block(column, row, block.cols(), block.rows())
                += block.transpose();
    };

    for (int c = 0; c < kControls; ++c) {
        const int column_block = sample.segment - (c < 2 ? 1 : 0);
        if (column_block < 0)
            continue;
        const int column = (c % 2) * n;
        if (sample.positions_only) {
            for (int r = c; r < kControls; ++r)
                add(sample.segment - (r < 2 ? 1 : 0), (r % 2) * n, column_block, column,
                    (sample.weight * weights[0][r] * weights[0][c]) * local);
            continue;
        }
        mixed_.noalias() = sample.weight * weights[0][c] * local.leftCols(n);
        mixed_ += sample.weight * weights[1][c] * local.middleCols(n, n);
        mixed_ += sample.weight * weights[2][c] * local.middleCols(2 * n, n);
        for (int r = c; r < kControls; ++r) {
            const int row_block = sample.segment - (r < 2 ? 1 : 0);
            add(row_block, (r % 2) * n, column_block, column,
                MatrixXd(weights[0][r] * mixed_.topRows(n) + weights[1][r] * mixed_.middleRows(n, n)
                    + weights[2][r] * mixed_.middleRows(2 * n, n)));
        }
        // Contacts couple to every control; their block may lie on either side of this one.
        add(phase, 2 * n, column_block, column, MatrixXd(mixed_.bottomRows(nc)));
    }
    if (!sample.positions_only)
        H.diagonal[phase].block(2 * n, 2 * n, nc, nc)
            += sample.weight * local.block(size - nc, size - nc, nc, nc);

    if (!timing.free)
        return;
    // The segment's duration is one more local variable: the difference of two knots' times.
    const VectorXd by_duration
        = sample.weight * local.leftCols(orders * n) * slower_.head(orders * n);
    const int last = layout_.block_size() - 1;
    const auto couple = [&](int block, int place, const VectorXd& row) {
        if (is_free(sample.segment))
            add(sample.segment, last, block, place, MatrixXd(row.transpose()));
        if (is_free(sample.segment - 1))
            add(sample.segment - 1, last, block, place, MatrixXd(-row.transpose()));
    };
    for (int c = 0; c < kControls; ++c) {
        const int block = sample.segment - (c < 2 ? 1 : 0);
        if (block < 0)
            continue;
        VectorXd row = VectorXd::Zero(n);
        for (int order = 0; order < orders; ++order)
            row += weights[size_t(order)][size_t(c)] * by_duration.segment(order * n, n);
        couple(block, (c % 2) * n, row);
    }
    if (!sample.positions_only)
        couple(phase, 2 * n, by_duration.tail(nc));
    add_by_duration(sample.segment, by_duration.head(orders * n).dot(slower_.head(orders * n)), H);
}

double TrajectoryProblem::finite_difference_gradient(const VectorXd& x, double epsilon, VectorXd& g)
{
    std::vector<std::vector<int>> by_segment(layout_.segments);
    std::vector<double> base(samples_.size());
    const double stiffness = add_stiffness(x, nullptr, nullptr);
    double total = stiffness;
    const auto cost_of = [&](int i, const VectorXd& at) {
        if (samples_[size_t(i)].kind & left_out_)
            return 0.0;
        const Sample sample
            = sample_at(samples_[size_t(i)], layout_.duration_of(at, samples_[size_t(i)].segment));
        local_state(at, sample.segment, sample.u, y_);
        local_.reset(local_size(sample), Detail::value);
        cost_->evaluate(i, sample, y_, local_);
        return sample.weight * local_.cost();
    };
    for (size_t i = 0; i < samples_.size(); ++i) {
        by_segment[samples_[i].segment].push_back(int(i));
        base[i] = cost_of(int(i), x);
        total += base[i];
    }
    g.setZero(layout_.variables());
    VectorXd moved = x;
    for (int k = 0; k < layout_.segments; ++k)
        for (int i = 0; i < layout_.block_size(); ++i) {
            const bool late = i == layout_.block_size() - 1;
            const bool contact = !late && i >= 2 * layout_.coordinates;
            if (late ? !is_free(k) : contact && k % layout_.segments_per_phase != 0)
                continue;
            const int last = k + (contact ? layout_.segments_per_phase - 1 : 1);
            const int variable = layout_.q(k) + i;
            moved[variable] += epsilon;
            double change = late ? add_stiffness(moved, nullptr, nullptr) - stiffness : 0;
            for (int segment = k; segment <= last && segment < layout_.segments; ++segment)
                for (const int sample : by_segment[segment])
                    change += cost_of(sample, moved) - base[sample];
            g[variable] = change / epsilon;
            moved[variable] = x[variable];
        }
    return total;
}

}  // namespace gambol
