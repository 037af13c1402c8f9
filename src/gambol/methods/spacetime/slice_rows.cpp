// SPDX-License-Identifier: MIT
#include "gambol/methods/spacetime/slice_rows.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <limits>

namespace gambol::spacetime {

using dynamics::broadcast;
using dynamics::cross;
using dynamics::dot;
using dynamics::from_eigen;

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// Equalities at many instants of a spline over-constrain it; a tube leaves room.
constexpr double kTilt = 0.001;  // rad
constexpr double kShift = 0.00015;  // m
constexpr double kGraze = 0.003;  // m, of a bar
constexpr double kOverlap = 0.01;  // m: flesh gives way
/// Metres per second count less than metres.
constexpr double kVelocityScale = 0.3;

/// A body's axis and one of those that it is held to stay orthogonal. The first two pairs leave
/// the body free to turn about y.
constexpr std::array<std::array<int, 2>, 3> kOrthogonal { { { 1, 0 }, { 1, 2 }, { 0, 2 } } };

std::size_t axes_rows(const Tie& tie)
{
    return tie.turn == Tie::Turn::none ? 3 : tie.turn == Tie::Turn::about_y ? 2 : 0;
}

template <class S> dynamics::Vector<S> constant(const Eigen::Vector3d& a)
{
    return broadcast<S>(from_eigen(a));
}

template <class S> dynamics::Vector<S> unit(int axis)
{
    return constant<S>(Eigen::Vector3d::Unit(axis));
}

/// Inward normal of an edge of the area, and how far inside the origin is.
struct Edge {
    Eigen::Vector2d inward;
    double inside;
};

Edge edge_of(const std::vector<Eigen::Vector2d>& area, size_t i)
{
    const Eigen::Vector2d along = (area[(i + 1) % area.size()] - area[i]).normalized();
    const Eigen::Vector2d inward(-along.y(), along.x());
    return { inward, -inward.dot(area[i]) };
}

}  // namespace

std::vector<RowBounds> row_bounds(const SliceContext& context, const Slice& slice)
{
    std::vector<RowBounds> bounds;
    const auto add = [&](int count, double lower, double upper) {
        bounds.insert(bounds.end(), size_t(count), { lower, upper });
    };
    const Phase& phase = context.phases[size_t(slice.phase)];
    if (slice.rows & physics) {
        if (phase.kind == PhaseKind::flight)
            add(3, -context.flight_torque, context.flight_torque);
        if (phase.kind == PhaseKind::grip) {
            add(1, -phase.bar_torque, phase.bar_torque);
            if (phase.grip_arm > 0 && phase.ties.size() == 1)
                add(2, -phase.grip_arm, phase.grip_arm);
            else if (phase.grip_arm > 0)
                add(2, 0, kInfinity);
        }
        if (phase.kind == PhaseKind::support) {
            add(1, 0, phase.most_force);
            add(1, 0, kInfinity);  // friction
            add(int(phase.area.size()), 0, kInfinity);
            add(2, 0, kInfinity);  // twist
        }
    }
    if (slice.rows & holds)
        for (size_t i = 0; i < phase.ties.size(); ++i) {
            if (i > 0)
                add(3, -kShift, kShift);
            add(int(axes_rows(phase.ties[i])), -kTilt, kTilt);
        }
    for (size_t i = 0; (slice.rows & above) && i < context.feelers.size(); ++i)
        add(stands_on(phase, context.feelers[i]) ? 0 : 1, -context.floor_slack, kInfinity);
    if (slice.rows & clear)
        add(int(context.pairs.size()), -kOverlap, kInfinity);
    if (slice.rows & passes)
        add(int(phase.passings.size()), -kGraze, kInfinity);
    if (slice.rows & (takes_off | lands | switches))
        add(6, 0, 0);
    if (slice.rows & strength)
        add(int(context.strengths.size()), 0, kInfinity);
    return bounds;
}

template <class S>
SliceModel<S>::SliceModel(const SliceContext& context)
    : context_(context)
    , state_(*context.tree)
    , force_(*context.tree)
    , alone_(*context.tree)
    , root_(*context.tree)
    , point_(*context.tree)
    , other_(*context.tree)
{
}

template <class S>
void SliceModel<S>::evaluate(const Slice& slice, const dynamics::Coordinates<S>& coordinates,
    std::span<const S> flight, const S& since, bool derivatives, Rows<S>& out)
{
    const dynamics::Tree& tree = *context_.tree;
    const Phase& phase = context_.phases[size_t(slice.phase)];
    out_ = &out;
    out.value.clear();
    if (!derivatives)
        out.jacobian.clear();
    derivatives_ = derivatives;

    out.columns = (only_places(slice.rows) ? 1 : 3) * dofs() + kFlightVariables;
    dynamics::update(tree, coordinates, state_);
    update_root(phase);
    if (slice.rows & physics) {
        dynamics::aggregate_force(tree, state_, force_);
        dynamics::apply_effective_root(
            tree, state_, root_, constant<S>(acceleration_of(phase, tree)), force_);
        add_physics(phase);
    }
    if (slice.rows & holds)
        for (size_t i = 0; i < phase.ties.size(); ++i) {
            const Tie& tie = phase.ties[i];
            if (i > 0) {
                dynamics::point_motion(tree, state_, tie.point, point_);
                const Eigen::Vector3d from_root = tie.place - phase.ties.front().place;
                for (int axis = 0; axis < 3; ++axis)
                    add_place_row(unit<S>(axis), S(from_root[axis]));
            }
            add_axes_rows(tie);
        }
    if (slice.rows & above)
        add_above_rows(phase, flight, since);
    for (size_t i = 0; (slice.rows & clear) && i < context_.pairs.size(); ++i)
        add_pair_row(context_.pairs[i]);
    if (slice.rows & passes) {
        const Vector place = root_place(phase, flight, since);
        for (const Passing& passing : phase.passings)
            add_passing_row(passing, place, since, phase.kind == PhaseKind::flight);
    }
    if (slice.rows & (takes_off | lands)) {
        dynamics::center_of_mass_motion(tree, state_, point_);
        add_center_rows(phase.ties.front().place, flight, since);
    }
    if (slice.rows & switches) {
        const Tie& next = context_.phases[size_t(slice.phase) + 1].ties.front();
        dynamics::point_motion(tree, state_, next.point, point_);
        const Eigen::Vector3d from_root = next.place - phase.ties.front().place;
        for (int axis = 0; axis < 3; ++axis)
            add_place_row(unit<S>(axis), S(from_root[axis]));
        for (int axis = 0; axis < 3; ++axis)
            add_velocity_row(unit<S>(axis), kVelocityScale);
    }
}

template <class S> void SliceModel<S>::add_physics(const Phase& phase)
{
    switch (phase.kind) {
    case PhaseKind::flight:
        return add_flight_physics();
    case PhaseKind::grip:
        return add_grip_physics(phase);
    case PhaseKind::support:
        return add_support_physics(phase);
    }
}

template <class S> void SliceModel<S>::update_root(const Phase& phase)
{
    if (phase.kind == PhaseKind::flight)
        dynamics::center_of_mass_motion(*context_.tree, state_, root_);
    else
        dynamics::point_motion(*context_.tree, state_, phase.ties.front().point, root_);
}

template <class S> S* SliceModel<S>::add_row(const S& value)
{
    out_->value.push_back(value);
    if (!derivatives_)
        return nullptr;
    const size_t columns = size_t(out_->columns), end = out_->value.size() * columns;
    if (out_->jacobian.size() < end)
        out_->jacobian.resize(end);  // and stays that large for the next slice
    S* const row = &out_->jacobian[end - columns];
    std::fill(row, row + columns, S(0));
    flight_columns_ = row + columns - kFlightVariables;
    return row;
}

template <class S>
void SliceModel<S>::add_wrench_row(const S& value, const Vector& on_force, const Vector& on_torque)
{
    if (bending_) {
        const S& y = bending_->multipliers[bending_->next++];
        bending_->z += dynamics::Twist<S> { y * on_torque, y * on_force };
        return;
    }
    S* const row = add_row(value);
    if (!row)
        return;
    const auto along = [&](const dynamics::Wrench<S>& column) {
        return dot(on_force, column.force) + dot(on_torque, column.torque);
    };
    for (size_t k = 0; k < size_t(dofs()); ++k) {
        row[k] = along(force_.dq[k]);
        row[size_t(dofs()) + k] = along(force_.dqdot[k]);
        row[2 * size_t(dofs()) + k] = along(force_.dqddot[k]);
    }
}

template <class S> void SliceModel<S>::add_flight_physics()
{
    const S scale(1 / (context_.weight() * context_.arm));
    for (int axis = 0; axis < 3; ++axis) {
        const Vector along = scale * unit<S>(axis);
        add_wrench_row(dot(along, force_.value.torque), dynamics::zero_vector<S>(), along);
    }
}

template <class S> void SliceModel<S>::add_grip_physics(const Phase& phase)
{
    const S scale(1 / context_.weight());
    const Vector along = (scale * S(1 / context_.arm)) * constant<S>(phase.bar);
    const Vector zero = dynamics::zero_vector<S>();
    add_wrench_row(dot(along, force_.value.torque), zero, along);
    if (phase.grip_arm <= 0)
        return;
    // About the hands' middle, the torque across the bar is that of a force within their span:
    // arm² |f|² ≥ (n · t + f · (m × t))²,  t across, m the way to the middle.
    const Vector f = scale * force_.value.force;
    const S squared(phase.grip_arm * phase.grip_arm);
    for (const Eigen::Vector3d& t :
        { phase.bar.unitOrthogonal(), phase.bar.cross(phase.bar.unitOrthogonal()).eval() }) {
        const Vector across = scale * constant<S>(t);
        if (phase.ties.size() == 1) {
            add_wrench_row(dot(across, force_.value.torque), zero, across);
            continue;
        }
        const Vector lever = scale * constant<S>(phase.grip_middle * phase.bar.cross(t));
        const S torque = dot(across, force_.value.torque) + dot(lever, force_.value.force);
        add_wrench_row(squared * dot(f, f) - torque * torque,
            (S(2) * squared * scale) * f - (S(2) * torque) * lever, S(-2) * torque * across);
        for (int axis = 0; axis < 3; ++axis)
            bend_square(S(2) * squared, scale * unit<S>(axis), zero);
        bend_square(S(-2), lever, across);
    }
}

template <class S> void SliceModel<S>::add_support_physics(const Phase& phase)
{
    const S scale(1 / context_.weight());
    const Vector zero = dynamics::zero_vector<S>();
    const Vector tx = scale * constant<S>(phase.ground.col(0));
    const Vector ty = scale * constant<S>(phase.ground.col(1));
    const Vector normal = scale * constant<S>(phase.ground.col(2));
    const Vector &f = force_.value.force, &n = force_.value.torque;
    const S fx = dot(tx, f), fy = dot(ty, f), fn = dot(normal, f);

    add_wrench_row(fn, normal, zero);
    // μ² fₙ² ≥ fₓ² + f_y²: smooth where nothing pulls sideways. The row before keeps fₙ positive.
    const S squared(phase.friction * phase.friction);
    add_wrench_row(squared * fn * fn - fx * fx - fy * fy,
        S(2) * (squared * fn * normal - fx * tx - fy * ty), zero);
    bend_square(S(2) * squared, normal, zero);
    bend_square(S(-2), tx, zero);
    bend_square(S(-2), ty, zero);
    // The centre of pressure (−n_y, nₓ)/fₙ is on the inner side of every edge.
    for (size_t i = 0; i < phase.area.size(); ++i) {
        const Edge edge = edge_of(phase.area, i);
        const Vector on_force = S(edge.inside) * normal;
        const Vector on_torque = S(edge.inward.y()) * tx - S(edge.inward.x()) * ty;
        add_wrench_row(dot(on_force, f) + dot(on_torque, n), on_force, on_torque);
    }
    // About the centre of pressure the torque is along the normal, n · f / fₙ.
    const Vector scaled_f = scale * f, scaled_n = scale * n;
    const S turning = dot(scaled_f, scaled_n), most = S(phase.twist) * fn * fn;
    for (const double side : { -1.0, 1.0 }) {
        add_wrench_row(most + S(side) * turning,
            S(2 * phase.twist) * fn * normal + (S(side) * scale) * scaled_n,
            (S(side) * scale) * scaled_f);
        bend_square(S(2 * phase.twist), normal, zero);
        bend_mixed(S(side) * scale * scale);
    }
}

template <class S> void SliceModel<S>::add_place_row(const Vector& axis, const S& target)
{
    S* const row = add_row(dot(axis, point_.p - root_.p) - target);
    if (row)
        for (size_t k = 0; k < size_t(dofs()); ++k)
            row[k] = dot(axis, point_.dp_dq[k] - root_.dp_dq[k]);
}

template <class S> void SliceModel<S>::add_velocity_row(const Vector& axis, double scale)
{
    const Vector along = S(scale) * axis;
    S* const row = add_row(dot(along, point_.v - root_.v));
    if (!row)
        return;
    for (size_t k = 0; k < size_t(dofs()); ++k) {
        row[k] = dot(along, point_.dv_dq[k] - root_.dv_dq[k]);
        row[size_t(dofs()) + k] = dot(along, point_.dp_dq[k] - root_.dp_dq[k]);
    }
}

template <class S> void SliceModel<S>::add_axes_rows(const Tie& tie)
{
    const dynamics::BodyPose<S> pose = body_pose(*context_.tree, state_, tie.point.joint);
    const std::array<Vector, 3> axes { pose.R.x, pose.R.y, pose.R.z };
    for (std::size_t i = 0; i < axes_rows(tie); ++i) {
        const auto& [body, world] = kOrthogonal[i];
        const Vector& a = axes[size_t(body)];
        const Vector w = constant<S>(tie.axes.col(world));
        S* const row = add_row(dot(a, w));
        if (row)
            for (const int k : context_.tree->path(tie.point.joint))
                row[k] = dot(cross(state_.dofs[size_t(k)].s.angular, a), w);
    }
}

template <class S>
void SliceModel<S>::add_hold_moments(const Phase& phase, std::span<const S> multipliers)
{
    std::size_t row = 0;
    for (size_t i = 0; i < phase.ties.size(); ++i) {
        const Tie& tie = phase.ties[i];
        if (i > 0) {
            dynamics::point_position(*context_.tree, state_, tie.point, point_);
            const Vector weight { multipliers[row], multipliers[row + 1], multipliers[row + 2] };
            row += 3;
            for (size_t j = 0; j < size_t(dofs()); ++j)
                moments_[j] += cross(point_.dp_dq[j] - root_.dp_dq[j], weight);
        }
        const dynamics::BodyPose<S> pose = body_pose(*context_.tree, state_, tie.point.joint);
        const std::array<Vector, 3> axes { pose.R.x, pose.R.y, pose.R.z };
        for (std::size_t k = 0; k < axes_rows(tie); ++k, ++row) {
            const auto& [body, world] = kOrthogonal[k];
            const Vector weight = multipliers[row] * constant<S>(tie.axes.col(world));
            for (const int j : context_.tree->path(tie.point.joint))
                moments_[size_t(j)]
                    += cross(cross(state_.dofs[size_t(j)].s.angular, axes[size_t(body)]), weight);
        }
    }
}

template <class S>
void SliceModel<S>::add_center_rows(
    const Eigen::Vector3d& root, std::span<const S> flight, const S& since)
{
    const Eigen::Vector3d& g = context_.tree->gravity();
    for (int axis = 0; axis < 3; ++axis) {
        const S fallen = S(0.5 * g[axis]) * since * since;
        add_place_row(unit<S>(axis),
            flight[size_t(axis)] + since * flight[size_t(axis) + 3] + fallen - S(root[axis]));
        if (derivatives_) {
            flight_columns_[axis] = S(-1);
            flight_columns_[axis + 3] = -since;
        }
    }
    for (int axis = 0; axis < 3; ++axis) {
        add_velocity_row(unit<S>(axis), kVelocityScale);
        out_->value.back() += S(-kVelocityScale) * (flight[size_t(axis) + 3] + S(g[axis]) * since);
        if (derivatives_)
            flight_columns_[axis + 3] = S(-kVelocityScale);
    }
}

template class SliceModel<double>;
template class SliceModel<dynamics::Lanes>;

}  // namespace gambol::spacetime
