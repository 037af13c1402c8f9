// SPDX-License-Identifier: MIT
#include "gambol/character/segment_stretch.hpp"

#include "gambol/math/rotation.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <optional>

namespace gambol {

namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;

Shape stretched(const Shape& shape, const Matrix3d& A, double radius)
{
    return std::visit(
        Overloaded {
            [](const Heightfield& field) -> Shape { return field; },
            [](const Plane& plane) -> Shape {
                assert(false && "a body carries no half-space");
                return plane;
            },
            [&](const Box& box) -> Shape {
                // A stretched box that is turned against the link would be skewed; it
                // keeps its angles and the lengths of its stretched edges.
                const Matrix3d edges = A * box.rotation.toRotationMatrix();
                return Box { A * box.center, box.rotation,
                    box.half_size.cwiseProduct(edges.colwise().norm().transpose()) };
            },
            [&](const Capsule& capsule) -> Shape {
                return Capsule { A * capsule.from, A * capsule.to, radius * capsule.radius };
            },
            [&](const Sphere& sphere) -> Shape {
                return Sphere { A * sphere.center, radius * sphere.radius };
            },
            [&](Mesh mesh) -> Shape {
                for (Vector3d& vertex : mesh.vertices)
                    vertex = A * vertex;
                return mesh;
            },
        },
        shape);
}

Matrix3d stretched_inertia(const Matrix3d& inertia, const Matrix3d& A)
{
    const Matrix3d S = 0.5 * inertia.trace() * Matrix3d::Identity() - inertia;
    const Matrix3d moved = A * S * A.transpose();
    return moved.trace() * Matrix3d::Identity() - moved;
}

/// The point of a round shape's axis nearest to p, and how far p is from its surface.
struct OnAxis {
    Vector3d point;
    double off_surface;
};
std::optional<OnAxis> nearest_on_axis(const Shape& shape, const Vector3d& p)
{
    if (const auto* sphere = std::get_if<Sphere>(&shape))
        return OnAxis { sphere->center, std::abs((p - sphere->center).norm() - sphere->radius) };
    const auto* capsule = std::get_if<Capsule>(&shape);
    if (!capsule)
        return {};
    const Vector3d axis = capsule->to - capsule->from;
    const double length_sq = axis.squaredNorm();
    const double t
        = length_sq > 0 ? std::clamp((p - capsule->from).dot(axis) / length_sq, 0.0, 1.0) : 0.0;
    const Vector3d at = capsule->from + t * axis;
    return OnAxis { at, std::abs((p - at).norm() - capsule->radius) };
}

Vector3d stretched_patch(
    const Segment& segment, const Vector3d& center, const Matrix3d& A, double radius)
{
    Vector3d axis_point = center;
    double nearest = std::numeric_limits<double>::infinity();
    for (const Shape& shape : segment.shapes) {
        const auto round = nearest_on_axis(shape, center);
        if (!round)
            return A * center;
        if (round->off_surface < nearest) {
            nearest = round->off_surface;
            axis_point = round->point;
        }
    }
    return A * axis_point + radius * (center - axis_point);
}

}  // namespace

Matrix3d Stretch::matrix() const
{
    return radius * Matrix3d::Identity() + (length - radius) * along * along.transpose();
}

bool is_sole(const Patch& patch)
{
    return patch.half_size.x() > 0.25 * patch.center.norm();
}

void stretch_segment(Character& character, int index, const Stretch& stretch)
{
    assert(stretch.length > 0 && stretch.radius > 0);
    const Matrix3d A = stretch.matrix();
    Segment& segment = character.segments[size_t(index)];
    for (Patch& patch : character.patches) {
        if (patch.segment != index)
            continue;
        const bool sole = is_sole(patch);
        patch.center = stretched_patch(segment, patch.center, A, stretch.radius);
        if (!sole)
            continue;
        const Matrix3d axes = A * patch_axes(patch.normal);
        patch.half_size.x() *= axes.col(0).norm();
        patch.half_size.y() *= axes.col(1).norm();
    }
    segment.com = A * segment.com;
    segment.inertia = stretched_inertia(segment.inertia, A);
    for (Shape& shape : segment.shapes)
        shape = stretched(shape, A, stretch.radius);
    for (Segment& child : character.segments)
        if (child.parent == index)
            child.offset = A * child.offset;
}

}  // namespace gambol
