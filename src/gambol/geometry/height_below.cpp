// SPDX-License-Identifier: MIT
#include "gambol/geometry/height_below.hpp"

#include "gambol/geometry/heightfield.hpp"

#include <algorithm>
#include <cmath>

namespace gambol {

namespace {

using Eigen::Vector2d;
using Eigen::Vector3d;

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kParallel = 1e-12;  // sine below which a line does not meet a plane

/// Heights at which a vertical line is inside a convex solid; empty when low > high.
struct Span {
    double low = -kInfinity, high = kInfinity;
    void cut(const Span& other)
    {
        low = std::max(low, other.low);
        high = std::min(high, other.high);
    }
};
constexpr Span kEmpty { kInfinity, -kInfinity };

/// −half ≤ at + slope · z ≤ half
Span slab(double at, double slope, double half)
{
    if (std::abs(slope) < kParallel)
        return std::abs(at) <= half ? Span {} : kEmpty;
    const double a = (-half - at) / slope, b = (half - at) / slope;
    return { std::min(a, b), std::max(a, b) };
}

Span span(const Plane& plane, const Vector2d& place)
{
    if (plane.normal.z() < kParallel)
        return kEmpty;  // a wall or a ceiling: nothing to stand on
    const Vector2d aside = place - plane.point.head<2>();
    return { -kInfinity, plane.point.z() - plane.normal.head<2>().dot(aside) / plane.normal.z() };
}

Span span(const Box& box, const Vector2d& place)
{
    const Eigen::Quaterniond back = box.rotation.conjugate();
    const Vector3d at = back * (Vector3d(place.x(), place.y(), 0) - box.center);
    const Vector3d slope = back * Vector3d::UnitZ();
    Span inside;
    for (int axis = 0; axis < 3; ++axis)
        inside.cut(slab(at[axis], slope[axis], box.half_size[axis]));
    return inside;
}

Span span(const Sphere& sphere, const Vector2d& place)
{
    const double half_sq
        = sphere.radius * sphere.radius - (place - sphere.center.head<2>()).squaredNorm();
    if (half_sq < 0)
        return kEmpty;
    return { sphere.center.z() - std::sqrt(half_sq), sphere.center.z() + std::sqrt(half_sq) };
}

Span span(const Capsule& capsule, const Vector2d& place)
{
    // The hull of the balls at both ends and the cylinder between them.
    Span all = span(Sphere { capsule.from, capsule.radius }, place);
    const auto widen = [&](const Span& other) {
        if (other.low > other.high)
            return;
        all = { std::min(all.low, other.low), std::max(all.high, other.high) };
    };
    widen(span(Sphere { capsule.to, capsule.radius }, place));
    const Vector3d axis = capsule.to - capsule.from;
    const double length = axis.norm();
    if (length < kParallel)
        return all;
    const Vector3d along = axis / length;
    const Vector3d start = Vector3d(place.x(), place.y(), 0) - capsule.from;
    Span inside = slab(start.dot(along) - 0.5 * length, along.z(), 0.5 * length);
    // ‖a + z b‖² ≤ r² for the parts across the axis
    const Vector3d a = start - start.dot(along) * along, b = Vector3d::UnitZ() - along.z() * along;
    const double bb = b.squaredNorm(), ab = a.dot(b);
    const double rest = capsule.radius * capsule.radius - a.squaredNorm();
    if (bb < kParallel) {
        inside.cut(rest >= 0 ? Span {} : kEmpty);
    } else {
        const double root = ab * ab + bb * rest;
        inside.cut(root < 0 ? kEmpty
                            : Span { (-ab - std::sqrt(root)) / bb, (-ab + std::sqrt(root)) / bb });
    }
    widen(inside);
    return all;
}

Span span(const Heightfield& field, const Vector2d& place)
{
    return covers(field, place) ? Span { -kInfinity, height_at(field, place).height } : kEmpty;
}

std::optional<double> entered(const Span& inside, double from)
{
    if (inside.low > inside.high || inside.high > from)
        return std::nullopt;
    return inside.high;
}

template <class Convex>
std::optional<double> enter(const Convex& solid, const Vector2d& place, double from)
{
    return entered(span(solid, place), from);
}

std::optional<double> enter(const Mesh& mesh, const Vector2d& place, double from)
{
    std::optional<double> highest;
    for (const Eigen::Vector3i& t : mesh.triangles) {
        const Vector3d a = mesh.vertices[size_t(t[0])];
        const Vector3d ab = mesh.vertices[size_t(t[1])] - a, ac = mesh.vertices[size_t(t[2])] - a;
        const double area = ab.x() * ac.y() - ab.y() * ac.x();
        if (area <= 0)
            continue;  // seen from below
        const Vector2d p = place - a.head<2>();
        const double s = (p.x() * ac.y() - p.y() * ac.x()) / area;
        const double r = (ab.x() * p.y() - ab.y() * p.x()) / area;
        if (s < 0 || r < 0 || s + r > 1)
            continue;
        const double height = a.z() + s * ab.z() + r * ac.z();
        if (height <= from && (!highest || height > *highest))
            highest = height;
    }
    return highest;
}

}  // namespace

std::optional<double> height_below(const Shape& shape, const Vector2d& place, double from)
{
    return std::visit([&](const auto& solid) { return enter(solid, place, from); }, shape);
}

std::optional<double> height_below(
    const std::vector<Shape>& surfaces, const Vector2d& place, double from)
{
    std::optional<double> highest;
    for (const Shape& surface : surfaces)
        if (const auto height = height_below(surface, place, from))
            highest = std::max(highest.value_or(*height), *height);
    return highest;
}

}  // namespace gambol
