// SPDX-License-Identifier: MIT
// Rows of SliceModel that only ask where parts of the body are.
#include "gambol/methods/spacetime/slice_rows.hpp"

#include <algorithm>
#include <optional>

namespace gambol::spacetime {

using dynamics::cross;
using dynamics::dot;

namespace {

/// 1 for a share of a flight, then down to 0, where it comes to rest: feet land so.
double fall_after(double share, double gone)
{
    const double left = std::min((1 - gone) / (1 - share), 1.0);
    return left * left * left;
}

dynamics::Lanes fall_after(double share, const dynamics::Lanes& gone)
{
    dynamics::Lanes result(0);
    for (int lane = 0; lane < dynamics::Lanes::kCount; ++lane)
        result.set(lane, fall_after(share, gone[lane]));
    return result;
}

template <class S> dynamics::Vector<S> up()
{
    return { S(0), S(0), S(1) };
}

}  // namespace

bool stands_on(const Phase& phase, const Feeler& feeler)
{
    return std::any_of(phase.ties.begin(), phase.ties.end(), [&](const Tie& tie) {
        return tie.turn == Tie::Turn::none && tie.point.joint == feeler.point.joint;
    });
}

template <class S>
S SliceModel<S>::rise_under(const Phase& flight, const Feeler& feeler, const S& since) const
{
    const Phase *const before = &flight - 1, *const after = &flight + 1;
    const auto height = [&](const Phase& phase) -> std::optional<double> {
        for (const Tie& tie : phase.ties)
            if (tie.turn == Tie::Turn::none && tie.point.joint == feeler.point.joint)
                return tie.place.z() - context_.floor;
        return {};
    };
    // Another foot that lands on the floor takes the whole body down there.
    const bool onto_floor
        = std::any_of(after->ties.begin(), after->ties.end(), [&](const Tie& tie) {
              return tie.turn == Tie::Turn::none && tie.place.z() == context_.floor;
          });
    const double from = height(*before).value_or(0);
    const std::optional<double> to = onto_floor ? height(*after).value_or(0) : height(*after);
    const S gone = S(1 / flight.duration()) * since, left = S(1) - gone;
    if (flight.above_box > 0 && to)
        return S(*to) + S(from - *to) * fall_after(flight.above_box, gone);
    if (from != 0 && to)
        return S(from) * left + S(*to) * gone;
    return S(from) + S(to.value_or(0)) * (S(1) - left * left * left);
}

template <class S>
void SliceModel<S>::add_above_rows(const Phase& phase, std::span<const S> flight, const S& since)
{
    const dynamics::Tree& tree = *context_.tree;
    for (const Feeler& feeler : context_.feelers) {
        if (stands_on(phase, feeler))
            continue;
        const double lowest = context_.floor + feeler.radius;
        dynamics::point_position(tree, state_, feeler.point, point_);
        if (phase.kind == PhaseKind::flight) {
            const S height
                = flight[2] + since * flight[5] + S(0.5 * tree.gravity().z()) * since * since;
            add_place_row(up<S>(), S(lowest) + rise_under(phase, feeler, since) - height);
            if (derivatives_) {
                flight_columns_[2] = S(1);
                flight_columns_[5] = since;
            }
        } else
            add_place_row(up<S>(), S(lowest - phase.ties.front().place.z()));
    }
}

template <class S> void SliceModel<S>::add_pair_row(const std::array<Feeler, 2>& pair)
{
    dynamics::point_position(*context_.tree, state_, pair[0].point, point_);
    dynamics::point_position(*context_.tree, state_, pair[1].point, other_);
    const double sum = pair[0].radius + pair[1].radius;
    const Vector d = point_.p - other_.p;
    S* const row = add_row(S(0.5 / sum) * (dot(d, d) - S(sum * sum)));
    if (row)
        for (size_t k = 0; k < size_t(dofs()); ++k)
            row[k] = S(1 / sum) * dot(d, point_.dp_dq[k] - other_.dp_dq[k]);
}

template <class S> void SliceModel<S>::add_squares(const S& share, std::vector<S>& result) const
{
    const size_t n = size_t(dofs());
    for (size_t j = 0; j < n; ++j) {
        const Vector scaled = share * point_.dp_dq[j];
        for (size_t i = 0; i < n; ++i)
            result[i * n + j] += dot(point_.dp_dq[i], scaled);
    }
}

template <class S>
void SliceModel<S>::add_above_curvature(
    const Phase& phase, std::span<const S> multipliers, size_t& row)
{
    const dynamics::Tree& tree = *context_.tree;
    const size_t n = size_t(dofs());
    for (const Feeler& feeler : context_.feelers) {
        if (stands_on(phase, feeler))
            continue;
        dynamics::point_position(tree, state_, feeler.point, point_);
        const Vector weight = multipliers[row++] * up<S>();
        for (size_t j = 0; j < n; ++j)
            moments_[j] += cross(point_.dp_dq[j] - root_.dp_dq[j], weight);
    }
}

template <class S>
void SliceModel<S>::add_pairs_curvature(
    std::span<const S> multipliers, size_t& row, std::vector<S>& result)
{
    const dynamics::Tree& tree = *context_.tree;
    const size_t n = size_t(dofs());
    for (const std::array<Feeler, 2>& pair : context_.pairs) {
        dynamics::point_position(tree, state_, pair[0].point, point_);
        dynamics::point_position(tree, state_, pair[1].point, other_);
        const S share = S(1 / (pair[0].radius + pair[1].radius)) * multipliers[row++];
        const Vector weight = share * (point_.p - other_.p);
        for (size_t j = 0; j < n; ++j)
            point_.dp_dq[j] = point_.dp_dq[j] - other_.dp_dq[j];
        for (size_t j = 0; j < n; ++j)
            moments_[j] += cross(point_.dp_dq[j], weight);
        add_squares(share, result);
    }
}

template <class S>
void SliceModel<S>::clear_curvature(const Slice& slice, const dynamics::Coordinates<S>& coordinates,
    std::span<const S> flight, const S& since, std::span<const S> multipliers,
    std::vector<S>& result)
{
    const dynamics::Tree& tree = *context_.tree;
    const Phase& phase = context_.phases[size_t(slice.phase)];
    const size_t n = size_t(dofs());
    dynamics::update(tree, coordinates, state_);
    update_root(phase);
    result.assign(n * n, S(0));
    moments_.assign(n, dynamics::zero_vector<S>());  // Σ u_j × (weight of the row)
    size_t row = 0;
    if (slice.rows & above)
        add_above_curvature(phase, multipliers, row);
    if (slice.rows & clear)
        add_pairs_curvature(multipliers, row, result);
    flight_curvature_.by_q.assign(n, dynamics::zero_vector<S>());
    flight_curvature_.twice = { S(0), S(0), S(0), S(0), S(0), S(0) };
    const Vector place = root_place(phase, flight, since);
    for (size_t i = 0; (slice.rows & passes) && i < phase.passings.size(); ++i)
        add_passing_curvature(phase.passings[i], place, multipliers[row++], result);
    dynamics::add_turning(tree, state_, moments_, result);
}

template void SliceModel<double>::add_above_rows(
    const Phase&, std::span<const double>, const double&);
template void SliceModel<dynamics::Lanes>::add_above_rows(
    const Phase&, std::span<const dynamics::Lanes>, const dynamics::Lanes&);
template void SliceModel<double>::add_pair_row(const std::array<Feeler, 2>&);
template void SliceModel<dynamics::Lanes>::add_pair_row(const std::array<Feeler, 2>&);
template void SliceModel<double>::add_squares(const double&, std::vector<double>&) const;
template void SliceModel<dynamics::Lanes>::add_squares(
    const dynamics::Lanes&, std::vector<dynamics::Lanes>&) const;
template void SliceModel<double>::clear_curvature(const Slice&,
    const dynamics::Coordinates<double>&, std::span<const double>, const double&,
    std::span<const double>, std::vector<double>&);
template void SliceModel<dynamics::Lanes>::clear_curvature(const Slice&,
    const dynamics::Coordinates<dynamics::Lanes>&, std::span<const dynamics::Lanes>,
    const dynamics::Lanes&, std::span<const dynamics::Lanes>, std::vector<dynamics::Lanes>&);

}  // namespace gambol::spacetime
