// SPDX-License-Identifier: MIT
#include "gambol/motion/cloth_intersections.hpp"

#include "gambol/motion/exact_orientation.hpp"
#include "gambol/motion/triangle_distance.hpp"
#include "gambol/motion/triangle_tree.hpp"

#include <algorithm>
#include <set>
#include <tuple>
#include <utility>

namespace gambol {

using namespace audit_detail;
using Eigen::Vector2i;
using Eigen::Vector3d;
using Eigen::Vector3i;

namespace {

/// Each edge belongs to the first triangle that has it. [triangle] → its edges.
std::vector<std::vector<Vector2i>> share_out_edges(const std::vector<Vector3i>& triangles)
{
    std::set<std::pair<int, int>> known;
    std::vector<std::vector<Vector2i>> edges(triangles.size());
    for (std::size_t t = 0; t < triangles.size(); ++t)
        for (int k = 0; k < 3; ++k) {
            const auto [a, b] = std::minmax({ triangles[t][k], triangles[t][(k + 1) % 3] });
            if (known.insert({ a, b }).second)
                edges[t].emplace_back(a, b);
        }
    return edges;
}

bool shares_vertex(const Vector2i& edge, const Vector3i& triangle)
{
    return (triangle.array() == edge[0]).any() || (triangle.array() == edge[1]).any();
}

/// Whether a plane shows that edge and triangle are farther apart than `reach`: the triangle's own,
/// or one through one of its borders at right angles to it, with both ends of the edge beyond.
bool clearly_apart(const Vector3d& p, const Vector3d& q, const Vector3d& a, const Vector3d& b,
    const Vector3d& c, double reach)
{
    constexpr double kRounding = 1e-9;  // of lengths; far more than is lost, far less than a reach
    const Vector3d normal = (b - a).cross(c - a);
    const double of_p = normal.dot(p - a), of_q = normal.dot(q - a);
    const double far = (1 + kRounding) * reach;
    if (of_p * of_q > 0 && std::min(of_p * of_p, of_q * of_q) > far * far * normal.squaredNorm())
        return true;
    const auto beyond = [&](const Vector3d& from, const Vector3d& to) {
        const Vector3d outward = (to - from).cross(normal);
        const double nearer = std::min(outward.dot(p - from), outward.dot(q - from));
        return nearer > 0 && nearer * nearer > far * far * outward.squaredNorm();
    };
    return beyond(a, b) || beyond(b, c) || beyond(c, a);
}

}  // namespace

struct ClothIntersectionFinder::State {
    std::vector<Vector3i> triangles;
    std::vector<std::vector<Vector2i>> edges;
    TriangleTree tree;
    std::vector<Vector3d> vertices;  // of the last frame

    State(std::vector<Vector3i> all, int cloth_count, const std::vector<Vector3d>& first)
        : triangles(std::move(all))
        , edges(share_out_edges(triangles))
        , tree(triangles, cloth_count, first)
        , vertices(first)
    {
    }

    void compare(int owner, int triangle, double& reach, ClothFrameFindings& findings) const
    {
        const Vector3i& t = triangles[triangle];
        const Vector3d &a = vertices[t[0]], &b = vertices[t[1]], &c = vertices[t[2]];
        for (const Vector2i& edge : edges[owner]) {
            if (shares_vertex(edge, t))
                continue;
            const Vector3d &p = vertices[edge[0]], &q = vertices[edge[1]];
            Bounds box;
            box.add(p);
            box.add(q);
            if (!box.near(tree.bounds(triangle), reach))
                continue;
            const Meeting meeting
                = box.near(tree.bounds(triangle), 0) ? meet(p, q, a, b, c) : Meeting::apart;
            double distance = 0;
            if (meeting != Meeting::apart)
                findings.intersections.push_back({ edge, triangle, meeting == Meeting::crossing });
            else if (clearly_apart(p, q, a, b, c, reach))
                continue;
            else
                distance = triangle_distance(p, q, a, b, c);
            if (distance < findings.distance && distance <= reach) {
                findings.distance = reach = distance;
                findings.edge = edge;
                findings.triangle = triangle;
            }
        }
    }
};

ClothIntersectionFinder::ClothIntersectionFinder(
    std::vector<Vector3i> triangles, int cloth_count, const std::vector<Vector3d>& vertices)
    : state_(std::make_unique<State>(std::move(triangles), cloth_count, vertices))
{
}
ClothIntersectionFinder::~ClothIntersectionFinder() = default;

ClothFrameFindings ClothIntersectionFinder::find(
    const std::vector<Vector3d>& vertices, double reach)
{
    state_->vertices = vertices;
    state_->tree.update(vertices);
    ClothFrameFindings findings;
    state_->tree.for_pairs([&] { return reach; },
        [&](int i, int j) {
            state_->compare(i, j, reach, findings);
            state_->compare(j, i, reach, findings);
        });
    std::sort(findings.intersections.begin(), findings.intersections.end(),
        [](const ClothIntersection& a, const ClothIntersection& b) {
            return std::tuple(a.edge[0], a.edge[1], a.triangle)
                < std::tuple(b.edge[0], b.edge[1], b.triangle);
        });
    return findings;
}

ClothIntersectionFinder::Nearest ClothIntersectionFinder::nearest_to_segment(
    const Vector3d& from, const Vector3d& to, double reach) const
{
    Nearest nearest;
    Bounds box;
    box.add(from);
    box.add(to);
    state_->tree.for_near(box, reach, [&](int triangle) {
        const Vector3i& t = state_->triangles[triangle];
        const Vector3d &a = state_->vertices[t[0]], &b = state_->vertices[t[1]],
                       &c = state_->vertices[t[2]];
        const double distance = from == to ? (nearest_on_triangle(a, b, c, from) - from).norm()
                                           : triangle_distance(from, to, a, b, c);
        if (distance <= reach && distance < nearest.distance)
            nearest = { distance, triangle };
    });
    return nearest;
}

std::vector<ClothIntersection> find_cloth_intersections(
    const std::vector<Vector3d>& vertices, const std::vector<Vector3i>& triangles)
{
    ClothIntersectionFinder finder(triangles, static_cast<int>(triangles.size()), vertices);
    return finder.find(vertices).intersections;
}

}  // namespace gambol
