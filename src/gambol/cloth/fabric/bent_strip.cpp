// SPDX-License-Identifier: MIT
#include "gambol/cloth/fabric/bent_strip.hpp"

#include <algorithm>
#include <cassert>

namespace gambol::cloth {

namespace {

using Eigen::Vector3d;

constexpr int kPieces = 64;  // straight pieces between two points of the curve

/// Many points along the curve and how far along it they are.
struct Polyline {
    std::vector<Vector3d> points;
    std::vector<double> reached;  // m

    explicit Polyline(const std::vector<Vector3d>& through);

    [[nodiscard]] Vector3d at(double distance) const;
};

Vector3d slope(const std::vector<Vector3d>& points, std::size_t i)
{
    const std::size_t before = i > 0 ? i - 1 : i, after = std::min(i + 1, points.size() - 1);
    return (points[after] - points[before]) / double(after - before);
}

Polyline::Polyline(const std::vector<Vector3d>& through)
{
    assert(through.size() > 1);
    points.push_back(through[0]);
    reached.push_back(0);
    for (std::size_t i = 0; i + 1 < through.size(); ++i) {
        const Vector3d m0 = slope(through, i), m1 = slope(through, i + 1);
        for (int k = 1; k <= kPieces; ++k) {
            const double t = double(k) / kPieces, s = 1 - t;
            points.emplace_back(s * s * (1 + 2 * t) * through[i]
                + t * t * (3 - 2 * t) * through[i + 1] + s * s * t * m0 - t * t * s * m1);
            reached.push_back(reached.back() + (points.back() - points[points.size() - 2]).norm());
        }
    }
}

Vector3d Polyline::at(double distance) const
{
    const auto after = std::upper_bound(reached.begin() + 1, reached.end() - 1, distance);
    const auto k = std::size_t(after - reached.begin());
    const double share = (distance - reached[k - 1]) / (reached[k] - reached[k - 1]);
    return points[k - 1] + share * (points[k] - points[k - 1]);
}

}  // namespace

double curve_length(const std::vector<Vector3d>& points)
{
    return Polyline(points).reached.back();
}

std::vector<Vector3d> strip_along(
    const std::vector<Vector3d>& points, double width, const Eigen::Vector2i& cells)
{
    const Polyline curve(points);
    const double length = curve.reached.back(), step = length / cells.x();
    std::vector<Vector3d> middle, up;
    for (int i = 0; i <= cells.x(); ++i) {
        middle.push_back(curve.at(i * step));
        const Vector3d tangent = (curve.at(std::min(length, (i + 0.5) * step))
            - curve.at(std::max(0.0, (i - 0.5) * step)))
                                     .normalized();
        const Vector3d upright = Vector3d::UnitZ() - tangent.z() * tangent;
        // Straight up or down nothing stands upright: as it was before.
        up.push_back(upright.norm() > 0.1 ? Vector3d(upright.normalized())
                : i > 0                   ? up.back()
                                          : tangent.unitOrthogonal());
    }
    std::vector<Vector3d> vertices;
    for (int j = 0; j <= cells.y(); ++j)
        for (std::size_t i = 0; i < middle.size(); ++i)
            vertices.emplace_back(middle[i] + (double(j) / cells.y() - 0.5) * width * up[i]);
    return vertices;
}

}  // namespace gambol::cloth
