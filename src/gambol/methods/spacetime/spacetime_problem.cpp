// SPDX-License-Identifier: MIT
#include "gambol/methods/spacetime/spacetime_problem.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace gambol::spacetime {

using dynamics::Lanes;
using Eigen::MatrixXd;
using Eigen::VectorXd;

namespace {

constexpr int kClearSlices = 3;  // per interval: bodies sink slowly compared with forces
constexpr int kStrengthSlices = 6;  // per interval: torques change as forces do
constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// Breaks about as far apart as the plan says, on all ends of phases; accelerations jump there.
CubicSpline spline_of(const SpacetimePlan& plan)
{
    const std::vector<Phase>& phases = plan.context.phases;
    std::vector<CubicSpline::Break> breaks { { phases.front().begin, false } };
    for (const Phase& phase : phases) {
        const double spacing
            = (phase.kind == PhaseKind::grip ? plan.grip_spacing : 1) * plan.knot_spacing;
        const int n = std::max(1, int(std::lround(phase.duration() / spacing)));
        for (int i = 1; i <= n; ++i)
            breaks.push_back({ phase.begin + phase.duration() * i / n, i == n });
    }
    return CubicSpline(std::move(breaks));
}

}  // namespace

SpacetimeProblem::SpacetimeProblem(SpacetimePlan plan)
    : plan_(std::move(plan))
    , spline_(spline_of(plan_))
    , model_(plan_.context)
    , bending_(*plan_.context.tree)
{
    int column = spline_.controls() * dofs();
    for (const Phase& phase : plan_.context.phases) {
        flights_.push_back(phase.kind == PhaseKind::flight ? column : -1);
        column += phase.kind == PhaseKind::flight ? kFlightVariables : 0;
    }
    if (watches_strength()) {
        strength_column_ = column;
        strength_.emplace(plan_.context);
    }
    lay_slices();
    lay_nodes();
    if (plan_.forces.any())
        forces_.emplace(plan_.context, plan_.forces, spline_);
    loaded_.assign(size_t(plan_.context.columns()), Lanes(0));
}

void SpacetimeProblem::lay_slices()
{
    const std::vector<Phase>& phases = plan_.context.phases;
    const auto add = [&](int interval, double u, int phase, unsigned rows, int flight) {
        const double time = spline_.time(interval, u);
        const Slice slice { time, phase, rows, flight };
        const double since = flight < 0 ? 0 : time - phases[size_t(flight)].begin;
        slices_.push_back({ slice, spline_.weights(interval, u), since, rows_ });
        rows_ += int(spacetime::row_bounds(plan_.context, slice).size());
    };
    int interval = 0;
    for (int p = 0; p < int(phases.size()); ++p) {
        const bool flies = phases[size_t(p)].kind == PhaseKind::flight;
        const unsigned rows = physics | (flies ? 0u : holds);
        const int flight = flies ? p : -1, first = interval;
        while (
            interval < spline_.intervals() && spline_.time(interval, 0.5) < phases[size_t(p)].end)
            ++interval;
        for (int k = first; k < interval; ++k) {
            // Forces change fastest where they set in, and where one hand follows on the other
            // also where they die out.
            const bool sets_in = k == first && !flies && p > 0;
            const bool grips = phases[size_t(p)].kind == PhaseKind::grip;
            const int base = grips
                ? int(std::lround(plan_.slices_per_interval / plan_.grip_spacing))
                : plan_.slices_per_interval + (flies ? plan_.more_in_flight : plan_.more_on_ground);
            const bool dies_out = !sets_in && k + 1 == interval && !flies
                && p + 1 < int(phases.size()) && plan_.more_on_ground > 0;
            const int n = base * (sets_in || dies_out ? 2 : 1);
            for (int i = 0; i < n; ++i) {
                const double u = double(i) / n;
                add(k,
                    sets_in        ? std::pow(u, 1.5)
                        : dies_out ? 1 - std::pow(1 - u, 1.5)
                                   : u,
                    p, rows, flight);
            }
        }
        add(interval - 1, 1, p, rows, flight);
        // What ties phases together, seen from the one that stands.
        const bool next = p + 1 < int(phases.size());
        if (!flies && p > 0 && phases[size_t(p) - 1].kind == PhaseKind::flight)
            add(first, 0, p, lands, p - 1);
        if (!flies && next && phases[size_t(p) + 1].kind == PhaseKind::flight)
            add(interval - 1, 1, p, takes_off, p + 1);
        else if (!flies && next)
            add(interval - 1, 1, p, switches, -1);
        const unsigned passing = phases[size_t(p)].passings.empty() ? 0u : passes;
        const unsigned floor = plan_.context.feelers.empty() ? 0u : above;
        // Hands pass bars faster than legs pass pegs, and who hangs is far above the floor.
        const PhaseKind kind = phases[size_t(p)].kind;
        const unsigned often
            = (kind == PhaseKind::grip ? 0u : floor) | (kind == PhaseKind::support ? 0u : passing);
        const unsigned places = floor | passing | (plan_.context.pairs.empty() ? 0u : clear);
        for (int k = first; k < interval && places; ++k)
            for (int i = k == 0 ? 0 : 1; i <= kClearSlices; ++i)
                add(k, double(i) / kClearSlices, p, places, flight);
        for (int k = first; k < interval && often; ++k)
            for (int i = 0; i < kClearSlices; ++i)
                for (int j = 1; j < plan_.passings; ++j)
                    add(k, (i + double(j) / plan_.passings) / kClearSlices, p, often, flight);
        for (int k = first; k < interval && watches_strength(); ++k)
            for (int i = 0; i < kStrengthSlices + (k + 1 == interval ? 1 : 0); ++i)
                add(k, double(i) / kStrengthSlices, p, strength, -1);
    }
    for (const Pin& pin : plan_.pins) {
        const int at = spline_.interval_at(pin.time);
        const double u = (pin.time - spline_.time(at, 0)) / spline_.length(at);
        pins_.push_back({ spline_.weights(at, std::min(u, 1.0)), pin });
        ++rows_;
    }
    for (size_t i = 0; i < slices_.size();) {
        size_t end = i + 1;
        while (end < slices_.size() && end - i < size_t(Lanes::kCount)
            && slices_[end].slice.phase == slices_[i].slice.phase
            && slices_[end].slice.rows == slices_[i].slice.rows
            && slices_[end].slice.flight == slices_[i].slice.flight)
            ++end;
        batches_.push_back({ i, end - i });
        i = end;
    }
}

BandShape SpacetimeProblem::shape() const
{
    int border = 0;
    for (const int column : flights_)
        border += column < 0 ? 0 : kFlightVariables;
    border += watches_strength() ? 1 : 0;
    return { spline_.controls(), dofs(), kWindow, border };
}

std::vector<RowGroup> SpacetimeProblem::row_groups() const
{
    std::vector<RowGroup> groups;
    const int band = spline_.controls() * dofs();
    for (size_t i = 0; i < slices_.size(); ++i) {
        const PlacedSlice& s = slices_[i];
        const int rows
            = (i + 1 < slices_.size() ? slices_[i + 1].first_row : rows_ - int(pins_.size()))
            - s.first_row;
        RowGroup group { rows, s.weights.first, kWindow };
        for (int k = 0; s.slice.flight >= 0 && k < kFlightVariables; ++k)
            group.border.push_back(flights_[size_t(s.slice.flight)] - band + k);
        if (s.slice.rows & strength)
            group.border.push_back(strength_column_ - band);
        if (only_places(s.slice.rows))
            group.shares.assign(s.weights.orders[0].begin(), s.weights.orders[0].end());
        groups.push_back(std::move(group));
    }
    for (const PlacedPin& pin : pins_)
        groups.push_back({ 1, pin.weights.first, kWindow });
    return groups;
}

Bounds SpacetimeProblem::variable_bounds() const
{
    Bounds bounds;
    bounds.lower.setConstant(shape().variables(), -kInfinity);
    bounds.upper.setConstant(shape().variables(), kInfinity);
    // A spline stays between its control points.
    for (int k = 0; k < spline_.controls(); ++k) {
        bounds.lower.segment(k * dofs(), dofs()) = plan_.lower;
        bounds.upper.segment(k * dofs(), dofs()) = plan_.upper;
    }
    if (watches_strength())
        bounds.lower[strength_column_] = 1;
    return bounds;
}

Bounds SpacetimeProblem::row_bounds() const
{
    Bounds bounds { VectorXd(rows_), VectorXd(rows_) };
    int row = 0;
    const auto add = [&](double lower, double upper) {
        bounds.lower[row] = lower;
        bounds.upper[row++] = upper;
    };
    for (const PlacedSlice& s : slices_)
        for (const RowBounds& b : spacetime::row_bounds(plan_.context, s.slice))
            add(b.lower, b.upper);
    for (const PlacedPin& pin : pins_)
        add(pin.pin.value - pin.pin.slack, pin.pin.value + pin.pin.slack);
    return bounds;
}

SpacetimeProblem::Local SpacetimeProblem::local(const VectorXd& x, int interval, double u) const
{
    return local(x, spline_.weights(interval, u));
}

SpacetimeProblem::Local SpacetimeProblem::local(const VectorXd& x, int slice) const
{
    return local(x, slices_[size_t(slice)].weights);
}

SpacetimeProblem::Local SpacetimeProblem::local(
    const VectorXd& x, const CubicSpline::Weights& w) const
{
    Local out { VectorXd::Zero(dofs()), VectorXd::Zero(dofs()), VectorXd::Zero(dofs()) };
    for (int j = 0; j < kWindow; ++j) {
        const auto control = x.segment((w.first + j) * dofs(), dofs());
        out.q += w.orders[0][size_t(j)] * control;
        out.qdot += w.orders[1][size_t(j)] * control;
        out.qddot += w.orders[2][size_t(j)] * control;
    }
    return out;
}

void SpacetimeProblem::load(const VectorXd& x, const PlacedSlice& s, int lane)
{
    const int n = dofs();
    for (int order = 0; order < 3; ++order)
        for (int k = 0; k < n; ++k) {
            double sum = 0;
            for (int j = 0; j < kWindow; ++j)
                sum += s.weights.orders[size_t(order)][size_t(j)]
                    * x[(s.weights.first + j) * n + k];
            loaded_[size_t(order * n + k)].set(lane, sum);
        }
    if (s.slice.flight >= 0)
        for (int k = 0; k < kFlightVariables; ++k)
            loaded_[size_t(3 * n + k)].set(lane, x[flights_[size_t(s.slice.flight)] + k]);
    if (s.slice.rows & strength)
        loaded_[size_t(3 * n)].set(lane, x[strength_column_]);
    since_.set(lane, s.since);
}

void SpacetimeProblem::evaluate(const VectorXd& x, const Batch& batch, bool derivatives)
{
    for (size_t lane = 0; lane < size_t(Lanes::kCount); ++lane)
        load(x, slices_[batch.first + std::min(lane, batch.count - 1)], int(lane));
    evaluate_loaded(slices_[batch.first].slice, derivatives);
}

void SpacetimeProblem::evaluate_loaded(const Slice& slice, bool derivatives)
{
    if (slice.rows & strength)
        return strength_->evaluate(
            slice.phase, loaded_coordinates(), loaded_[3 * size_t(dofs())], derivatives, out_);
    model_.evaluate(slice, loaded_coordinates(),
        std::span<const Lanes>(loaded_).subspan(3 * size_t(dofs())), since_, derivatives, out_);
}

dynamics::Coordinates<Lanes> SpacetimeProblem::loaded_coordinates() const
{
    const size_t n = size_t(dofs());
    const std::span<const Lanes> all(loaded_);
    return { all.subspan(0, n), all.subspan(n, n), all.subspan(2 * n, n) };
}

double SpacetimeProblem::values(const VectorXd& x, VectorXd& c)
{
    c.resize(rows_);
    for (const Batch& batch : batches_) {
        evaluate(x, batch, false);
        for (size_t lane = 0; lane < batch.count; ++lane)
            for (size_t r = 0; r < out_.value.size(); ++r)
                c[slices_[batch.first + lane].first_row + int(r)] = out_.value[r][int(lane)];
    }
    int row = rows_ - int(pins_.size());
    for (const PlacedPin& pin : pins_) {
        double sum = 0;
        for (int j = 0; j < kWindow; ++j)
            sum += pin.weights.orders[size_t(pin.pin.order)][size_t(j)]
                * x[(pin.weights.first + j) * dofs() + pin.pin.dof];
        c[row++] = sum;
    }
    return objective(x, nullptr);
}

double SpacetimeProblem::linearise(const VectorXd& x, VectorXd& c, VectorXd& g, BandJacobian& J)
{
    c.resize(rows_);
    J.set_zero();
    for (const Batch& batch : batches_) {
        evaluate(x, batch, true);
        for (size_t lane = 0; lane < batch.count; ++lane) {
            const PlacedSlice& s = slices_[batch.first + lane];
            for (size_t r = 0; r < out_.value.size(); ++r)
                c[s.first_row + int(r)] = out_.value[r][int(lane)];
            fold(s, int(lane), int(batch.first + lane), J);
        }
    }
    int row = rows_ - int(pins_.size()), group = int(slices_.size());
    for (const PlacedPin& pin : pins_) {
        BandJacobian::View view = J.group(group++);
        double sum = 0;
        for (int j = 0; j < kWindow; ++j) {
            const double w = pin.weights.orders[size_t(pin.pin.order)][size_t(j)];
            sum += w * x[(pin.weights.first + j) * dofs() + pin.pin.dof];
            view(0, j * dofs() + pin.pin.dof) = w;
        }
        c[row++] = sum;
    }
    g.setZero(shape().variables());
    return objective(x, &g);
}

void SpacetimeProblem::fold(const PlacedSlice& s, int lane, int group, BandJacobian& J) const
{
    const int n = dofs(), columns = out_.columns;
    const bool moves = columns > n + kFlightVariables;
    BandJacobian::View view = J.group(group);
    for (size_t r = 0; r < out_.value.size(); ++r) {
        const Lanes* const row = &out_.jacobian[r * size_t(columns)];
        for (int k = 0; k < n && !moves; ++k)
            view(int(r), k) = row[k][lane];
        for (int k = 0; k < n && moves; ++k) {
            const double dq = row[k][lane], dv = row[n + k][lane], da = row[2 * n + k][lane];
            for (int j = 0; j < kWindow; ++j)
                view(int(r), j * n + k) = s.weights.orders[0][size_t(j)] * dq
                    + s.weights.orders[1][size_t(j)] * dv + s.weights.orders[2][size_t(j)] * da;
        }
        const int border = s.slice.flight >= 0 ? kFlightVariables : s.slice.rows & strength ? 1 : 0;
        for (int k = 0; k < border; ++k)
            view(int(r), (moves ? kWindow : 1) * n + k) = row[columns - kFlightVariables + k][lane];
    }
}

}  // namespace gambol::spacetime
