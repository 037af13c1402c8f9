// SPDX-License-Identifier: MIT
#include "gambol/motion/audit_overlap.hpp"

#include "gambol/motion/audit_geometry.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace gambol::audit_detail {
namespace {

using Eigen::Isometry3d;
using Eigen::Matrix3d;
using Eigen::Vector3d;

constexpr double kEdgeStep = 0.01;  // m between points of an edge; a crossing this deep is seen
constexpr double kTerrainStep = 0.1;  // m between points of a box over terrain
constexpr int kMostPoints = 400;  // of one edge: 4 m

struct Segment {
    Vector3d from, to;
    double radius;
};

/// A sphere is a capsule without length. False for other shapes.
bool as_segment(const Shape& shape, Segment& segment)
{
    if (const Capsule* capsule = std::get_if<Capsule>(&shape))
        segment = { capsule->from, capsule->to, capsule->radius };
    else if (const Sphere* sphere = std::get_if<Sphere>(&shape))
        segment = { sphere->center, sphere->center, sphere->radius };
    else
        return false;
    return true;
}

bool is_convex(const Shape& shape)
{
    return !std::holds_alternative<Mesh>(shape) && !std::holds_alternative<Heightfield>(shape);
}

Segment moved(const Isometry3d& pose, const Segment& segment)
{
    return { pose * segment.from, pose * segment.to, segment.radius };
}

/// The signed distance to a convex solid is a convex function along a line: thirds close in on its
/// least value. Elsewhere it is looked for at points half a radius apart.
double segment_depth(const Segment& segment, const Shape& solid)
{
    const auto distance = [&](double s) {
        return signed_distance(solid, segment.from + s * (segment.to - segment.from));
    };
    const double length = (segment.to - segment.from).norm();
    // It changes by no more than the way along the line.
    const double middle = distance(0.5);
    if (length <= 0 || middle - length / 2 >= segment.radius)
        return std::max(segment.radius - middle, 0.0);
    double least = std::min({ middle, distance(0), distance(1) });
    if (is_convex(solid)) {
        double low = 0, high = 1;
        for (int i = 0; i < 30; ++i) {  // down to 5e-6 of the length
            const double a = low + (high - low) / 3, b = high - (high - low) / 3;
            const double at_a = distance(a), at_b = distance(b);
            least = std::min({ least, at_a, at_b });
            (at_a < at_b ? high : low) = at_a < at_b ? b : a;
        }
    } else {
        const double step = std::max(segment.radius / 2, kEdgeStep);
        const int points = std::clamp(static_cast<int>(std::ceil(length / step)), 8, kMostPoints);
        for (int i = 1; i < points; ++i)
            least = std::min(least, distance(double(i) / points));
    }
    return std::max(segment.radius - least, 0.0);
}

/// Shortest way by which one box leaves the other: the least overlap over the normals of all faces
/// and the common perpendiculars of all pairs of edges.
double boxes_depth(const Box& a, const Isometry3d& a_to_b, const Box& b)
{
    const Matrix3d axes_a = a_to_b.linear() * a.rotation.toRotationMatrix();
    const Matrix3d axes_b = b.rotation.toRotationMatrix();
    const Vector3d apart = a_to_b * a.center - b.center;
    double depth = std::numeric_limits<double>::infinity();
    const auto try_axis = [&](const Vector3d& axis) {
        const double length = axis.norm();
        if (length < 1e-6)  // parallel edges: a face normal says the same
            return;
        const double reach = (axes_a.transpose() * axis).cwiseAbs().dot(a.half_size)
            + (axes_b.transpose() * axis).cwiseAbs().dot(b.half_size);
        depth = std::min(depth, (reach - std::abs(apart.dot(axis))) / length);
    };
    for (int i = 0; i < 3; ++i) {
        try_axis(axes_a.col(i));
        try_axis(axes_b.col(i));
        for (int j = 0; j < 3; ++j)
            try_axis(axes_a.col(i).cross(axes_b.col(j)));
    }
    return std::max(depth, 0.0);
}

double deepest_on_edge(
    const Vector3d& from, const Vector3d& to, const Isometry3d& pose, const Shape& solid)
{
    const int points
        = std::clamp(static_cast<int>(std::ceil((to - from).norm() / kEdgeStep)), 1, kMostPoints);
    double deepest = 0;
    for (int i = 0; i <= points; ++i)
        deepest = std::max(deepest,
            -signed_distance(solid, pose * Vector3d(from + (to - from) * (double(i) / points))));
    return deepest;
}

/// How deep the edges of a box or a mesh reach into the other solid.
double edges_depth(const Shape& shape, const Isometry3d& pose, const Shape& solid)
{
    double deepest = 0;
    const auto take = [&](const Vector3d& from, const Vector3d& to) {
        deepest = std::max(deepest, deepest_on_edge(from, to, pose, solid));
    };
    if (const Mesh* mesh = std::get_if<Mesh>(&shape)) {
        for (const Eigen::Vector3i& t : mesh->triangles)
            for (int i = 0; i < 3; ++i)
                if (t[i] < t[(i + 1) % 3])  // closed: the neighbour has it the other way round
                    take(mesh->vertices[t[i]], mesh->vertices[t[(i + 1) % 3]]);
    } else if (const Box* box = std::get_if<Box>(&shape)) {
        const auto corner = [&](int i) {
            const Vector3d sign(i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : -1);
            return Vector3d(box->center + box->rotation * sign.cwiseProduct(box->half_size));
        };
        for (int i = 0; i < 8; ++i)
            for (const int bit : { 1, 2, 4 })
                if (!(i & bit))
                    take(corner(i), corner(i | bit));
    }
    return deepest;
}

/// Points all over a box, near enough to each other for terrain.
double box_in_terrain(const Box& box, const Isometry3d& pose, const Shape& terrain)
{
    Eigen::Vector3i steps;
    for (int i = 0; i < 3; ++i)
        steps[i] = std::clamp(int(std::ceil(2 * box.half_size[i] / kTerrainStep)), 2, 16);
    double deepest = 0;
    for (int x = 0; x <= steps.x(); ++x)
        for (int y = 0; y <= steps.y(); ++y)
            for (int z = 0; z <= steps.z(); ++z) {
                const Eigen::Array3d s
                    = 2 * Eigen::Array3d(x, y, z) / steps.array().cast<double>() - 1;
                if (s.abs().maxCoeff() < 1)  // inside
                    continue;
                const Vector3d local = box.rotation * (s * box.half_size.array()).matrix();
                deepest = std::max(
                    deepest, -signed_distance(terrain, pose * Vector3d(box.center + local)));
            }
    return deepest;
}

double vertices_depth(const Shape& shape, const Isometry3d& pose, const Shape& solid)
{
    double deepest = 0;
    for (const Probe& probe : probes(shape))
        deepest = std::max(deepest, probe.radius - signed_distance(solid, pose * probe.point));
    return deepest;
}

}  // namespace

Ball bounding_ball(const Shape& shape)
{
    return std::visit(
        Overloaded {
            [](const Box& box) {
                return Ball { box.center, box.half_size.norm() };
            },
            [](const Capsule& capsule) {
                return Ball { (capsule.from + capsule.to) / 2,
                    (capsule.to - capsule.from).norm() / 2 + capsule.radius };
            },
            [](const Sphere& sphere) {
                return Ball { sphere.center, sphere.radius };
            },
            [](const Mesh& mesh) {
                Eigen::AlignedBox3d bounds;
                for (const Vector3d& vertex : mesh.vertices)
                    bounds.extend(vertex);
                Ball ball;
                if (bounds.isEmpty())
                    return ball;
                ball.center = bounds.center();
                for (const Vector3d& vertex : mesh.vertices)
                    ball.radius = std::max(ball.radius, (vertex - ball.center).norm());
                return ball;
            },
            [](const auto&) {
                return Ball { Vector3d::Zero(), std::numeric_limits<double>::infinity() };
            },
        },
        shape);
}

double overlap_depth(const Shape& a, const Isometry3d& a_to_b, const Shape& b)
{
    const Ball ball_a = bounding_ball(a), ball_b = bounding_ball(b);
    if ((a_to_b * ball_a.center - ball_b.center).norm() >= ball_a.radius + ball_b.radius)
        return 0;
    Segment segment;
    if (as_segment(a, segment))
        return std::max(segment_depth(moved(a_to_b, segment), b),
            std::holds_alternative<Mesh>(b) ? vertices_depth(b, a_to_b.inverse(), a) : 0);
    if (as_segment(b, segment))
        return overlap_depth(b, a_to_b.inverse(), a);
    const Box *box_a = std::get_if<Box>(&a), *box_b = std::get_if<Box>(&b);
    if (box_a && box_b)
        return boxes_depth(*box_a, a_to_b, *box_b);
    if (std::holds_alternative<Plane>(b))
        return vertices_depth(a, a_to_b, b);
    if (std::holds_alternative<Heightfield>(b))
        return box_a ? box_in_terrain(*box_a, a_to_b, b) : edges_depth(a, a_to_b, b);
    return std::max(edges_depth(a, a_to_b, b), edges_depth(b, a_to_b.inverse(), a));
}

}  // namespace gambol::audit_detail
