// SPDX-License-Identifier: MIT
// Rows of SliceModel that keep limbs out of bars.
#include "gambol/methods/spacetime/slice_rows.hpp"

#include <algorithm>

namespace gambol::spacetime {

using dynamics::cross;
using dynamics::dot;

namespace {

constexpr double kThin = 1e-9;  // m²: a limb that is seen end on, or a ball, has no nearest point

/// Where along the limb, and 1/|e|² unless that is at an end.
struct Along {
    double s, inner;
};

Along along(double de, double ee)
{
    if (ee < kThin)
        return { 0, 0 };
    const double s = -de / ee;
    return s <= 0 ? Along { 0, 0 } : s >= 1 ? Along { 1, 0 } : Along { s, 1 / ee };
}

void along(double de, double ee, double& s, double& inner)
{
    const Along at = along(de, ee);
    s = at.s;
    inner = at.inner;
}

void along(const dynamics::Lanes& de, const dynamics::Lanes& ee, dynamics::Lanes& s,
    dynamics::Lanes& inner)
{
    for (int lane = 0; lane < dynamics::Lanes::kCount; ++lane) {
        const Along at = along(de[lane], ee[lane]);
        s.set(lane, at.s);
        inner.set(lane, at.inner);
    }
}

}  // namespace

template <class S>
auto SliceModel<S>::root_place(const Phase& phase, std::span<const S> flight, const S& since) const
    -> Vector
{
    if (phase.kind != PhaseKind::flight)
        return dynamics::broadcast<S>(dynamics::from_eigen(phase.ties.front().place));
    if (flight.empty())
        return dynamics::zero_vector<S>();
    const Vector g = dynamics::broadcast<S>(dynamics::from_eigen(context_.tree->gravity()));
    const Vector p { flight[0], flight[1], flight[2] }, v { flight[3], flight[4], flight[5] };
    return p + since * v + (S(0.5) * since * since) * g;
}

template <class S>
auto SliceModel<S>::nearest(const Passing& passing, const Vector& root_place) -> Nearest
{
    const auto& [bar, limb] = passing;
    const dynamics::Tree& tree = *context_.tree;
    const Vector direction = dynamics::broadcast<S>(dynamics::from_eigen(bar.direction));
    const auto across = [&](const Vector& a) { return a - dot(a, direction) * direction; };
    const size_t n = size_t(dofs());
    dynamics::point_position(tree, state_, limb.from, point_);
    const Vector start = across(
        point_.p - root_.p + root_place - dynamics::broadcast<S>(dynamics::from_eigen(bar.point)));
    Nearest result { start, dynamics::zero_vector<S>(), S(0), S(0) };
    if (limb.from.position == limb.to.position) {
        std::fill(other_.dp_dq.begin(), other_.dp_dq.end(), dynamics::zero_vector<S>());
        for (size_t k = 0; k < n; ++k)
            point_.dp_dq[k] = point_.dp_dq[k] - root_.dp_dq[k];
        return result;
    }
    dynamics::point_position(tree, state_, limb.to, other_);
    result.e = across(other_.p - point_.p);
    along(dot(start, result.e), dot(result.e, result.e), result.s, result.inner);
    result.d = start + result.s * result.e;
    for (size_t k = 0; k < n; ++k) {
        other_.dp_dq[k] = other_.dp_dq[k] - point_.dp_dq[k];
        point_.dp_dq[k] = point_.dp_dq[k] - root_.dp_dq[k] + result.s * other_.dp_dq[k];
    }
    return result;
}

template <class S>
void SliceModel<S>::add_passing_row(
    const Passing& passing, const Vector& root_place, const S& since, bool flies)
{
    const double sum = passing.bar.radius + passing.limb.radius;
    const Vector d = nearest(passing, root_place).d;
    S* const row = add_row(S(0.5 / sum) * (dot(d, d) - S(sum * sum)));
    if (!row)
        return;
    const Vector gradient = S(1 / sum) * d;
    for (size_t k = 0; k < size_t(dofs()); ++k)
        row[k] = dot(gradient, point_.dp_dq[k]);
    if (!flies)
        return;
    const S* const axes[] = { &gradient.x, &gradient.y, &gradient.z };
    for (int axis = 0; axis < 3; ++axis) {
        flight_columns_[axis] = *axes[axis];
        flight_columns_[axis + 3] = since * *axes[axis];
    }
}

template <class S>
void SliceModel<S>::add_passing_curvature(
    const Passing& passing, const Vector& root_place, const S& multiplier, std::vector<S>& result)
{
    const size_t n = size_t(dofs());
    const Vector direction = dynamics::broadcast<S>(dynamics::from_eigen(passing.bar.direction));
    const Nearest at = nearest(passing, root_place);
    const S share = S(1 / (passing.bar.radius + passing.limb.radius)) * multiplier;
    const Vector weight = share * at.d;
    turning_.resize(n);
    for (size_t j = 0; j < n; ++j) {
        const Vector u = point_.dp_dq[j];
        moments_[j] += cross(u, weight);
        point_.dp_dq[j] = u - dot(u, direction) * direction;
        turning_[j] = dot(at.e, u) + dot(at.d, other_.dp_dq[j]);
        flight_curvature_.by_q[j] += share * (point_.dp_dq[j] - (at.inner * turning_[j]) * at.e);
    }
    add_squares(share, result);
    for (size_t i = 0; i < n; ++i) {
        const S scaled = share * at.inner * turning_[i];
        for (size_t j = 0; j < n; ++j)
            result[i * n + j] += -scaled * turning_[j];
    }
    // By the centre of mass ∂d is 1 − b bᵀ, b the bar's direction, and w is e.
    const auto& [bx, by, bz] = direction;
    const auto& [ex, ey, ez] = at.e;
    dynamics::Symmetric<S>& twice = flight_curvature_.twice;
    twice.xx += share * (S(1) - bx * bx - at.inner * ex * ex);
    twice.xy += share * (-(bx * by) - at.inner * ex * ey);
    twice.xz += share * (-(bx * bz) - at.inner * ex * ez);
    twice.yy += share * (S(1) - by * by - at.inner * ey * ey);
    twice.yz += share * (-(by * bz) - at.inner * ey * ez);
    twice.zz += share * (S(1) - bz * bz - at.inner * ez * ez);
}

template dynamics::Vector<double> SliceModel<double>::root_place(
    const Phase&, std::span<const double>, const double&) const;
template dynamics::Vector<dynamics::Lanes> SliceModel<dynamics::Lanes>::root_place(
    const Phase&, std::span<const dynamics::Lanes>, const dynamics::Lanes&) const;
template void SliceModel<double>::add_passing_row(
    const Passing&, const Vector&, const double&, bool);
template void SliceModel<dynamics::Lanes>::add_passing_row(
    const Passing&, const Vector&, const dynamics::Lanes&, bool);
template void SliceModel<double>::add_passing_curvature(
    const Passing&, const Vector&, const double&, std::vector<double>&);
template void SliceModel<dynamics::Lanes>::add_passing_curvature(
    const Passing&, const Vector&, const dynamics::Lanes&, std::vector<dynamics::Lanes>&);

}  // namespace gambol::spacetime
