// SPDX-License-Identifier: MIT
#include "gambol/math/cubic_spline.hpp"

#include <algorithm>
#include <cassert>
#include <utility>

namespace gambol {

namespace {

constexpr int kDegree = 3;

/// The basis functions of a degree that do not vanish in a span, by the recursion of Cox and
/// de Boor; basis[i] belongs to the knot span − degree + i.
std::array<double, 4> basis_of(const std::vector<double>& knots, int span, int degree, double time)
{
    std::array<double, 4> basis { 1, 0, 0, 0 };
    for (int d = 1; d <= degree; ++d) {
        double carried = 0;
        for (int i = 0; i < d; ++i) {
            const double left = knots[size_t(span + 1 + i - d)],
                         right = knots[size_t(span + 1 + i)];
            const double share = basis[size_t(i)] / (right - left);
            basis[size_t(i)] = carried + (right - time) * share;
            carried = (time - left) * share;
        }
        basis[size_t(d)] = carried;
    }
    return basis;
}

/// Turns weights of control points into those of the derivative's: column i of `lower` belongs to
/// the basis function of one degree less that begins one knot later.
std::array<double, 4> differentiated(
    const std::vector<double>& knots, int span, int degree, const std::array<double, 4>& lower)
{
    std::array<double, 4> weights {};
    for (int i = 0; i < degree; ++i) {
        const double width = knots[size_t(span + 1 + i)] - knots[size_t(span + 1 + i - degree)];
        weights[size_t(i)] -= degree * lower[size_t(i)] / width;
        weights[size_t(i) + 1] += degree * lower[size_t(i)] / width;
    }
    return weights;
}

}  // namespace

CubicSpline::CubicSpline(std::vector<Break> breaks)
    : breaks_(std::move(breaks))
{
    assert(breaks_.size() >= 2);
    knots_.assign(size_t(kDegree), breaks_.front().time);
    for (size_t i = 0; i < breaks_.size(); ++i) {
        assert(i == 0 || breaks_[i].time > breaks_[i - 1].time);
        const bool inside = i > 0 && i + 1 < breaks_.size();
        knots_.insert(knots_.end(), inside && breaks_[i].jump ? 2 : 1, breaks_[i].time);
        spans_.push_back(int(knots_.size()) - 1);
    }
    spans_.pop_back();
    knots_.insert(knots_.end(), size_t(kDegree), breaks_.back().time);
}

double CubicSpline::length(int interval) const
{
    return breaks_[size_t(interval) + 1].time - breaks_[size_t(interval)].time;
}

double CubicSpline::time(int interval, double u) const
{
    return breaks_[size_t(interval)].time + u * length(interval);
}

int CubicSpline::interval_at(double time) const
{
    const auto after = std::upper_bound(
        breaks_.begin(), breaks_.end(), time, [](double t, const Break& b) { return t < b.time; });
    return std::clamp(int(after - breaks_.begin()) - 1, 0, intervals() - 1);
}

CubicSpline::Weights CubicSpline::weights(int interval, double u) const
{
    const int span = spans_[size_t(interval)];
    const double t = time(interval, u);
    Weights w;
    w.first = span - kDegree;
    w.orders[0] = basis_of(knots_, span, 3, t);
    w.orders[1] = differentiated(knots_, span, 3, basis_of(knots_, span, 2, t));
    // Twice: the weights of the first derivative's control points, each of which is a difference.
    const std::array<double, 4> of_velocities
        = differentiated(knots_, span, 2, basis_of(knots_, span, 1, t));
    w.orders[2] = differentiated(knots_, span, 3, of_velocities);
    return w;
}

double CubicSpline::abscissa(int control) const
{
    double sum = 0;
    for (int i = 1; i <= kDegree; ++i)
        sum += knots_[size_t(control + i)];
    return sum / kDegree;
}

}  // namespace gambol
