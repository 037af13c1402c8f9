// SPDX-License-Identifier: MIT
#include "gambol/geometry/balls.hpp"

#include <algorithm>
#include <cmath>

namespace gambol {

using Eigen::Vector3d;

std::vector<Ball> hull_balls(const Shape& shape)
{
    std::vector<Ball> balls;
    std::visit(
        Overloaded {
            [&](const Capsule& s) {
                balls = { { s.from, s.radius }, { s.to, s.radius } };
            },
            [&](const Sphere& s) {
                balls = { { s.center, s.radius } };
            },
            [&](const Box& s) {
                for (int i = 0; i < 8; ++i) {
                    const Vector3d sign(i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : -1);
                    balls.push_back({ s.center + s.rotation * sign.cwiseProduct(s.half_size), 0 });
                }
            },
            [&](const Mesh& s) {
                for (const Vector3d& vertex : s.vertices)
                    balls.push_back({ vertex, 0 });
            },
            [](const auto&) {},
        },
        shape);
    return balls;
}

std::vector<Ball> probe_balls(const Shape& shape)
{
    if (const auto* s = std::get_if<Capsule>(&shape))
        return { { s->from, s->radius }, { s->from + (s->to - s->from) * 0.5, s->radius },
            { s->to, s->radius } };
    return hull_balls(shape);
}

std::vector<Edge> edges_of(const Box& box)
{
    std::vector<Edge> edges;
    for (int axis = 0; axis < 3; ++axis)
        for (int corner = 0; corner < 4; ++corner) {
            Vector3d end = box.half_size;
            end[(axis + 1) % 3] *= corner % 2 ? 1 : -1;
            end[(axis + 2) % 3] *= corner / 2 ? 1 : -1;
            Vector3d start = end;
            start[axis] = -end[axis];
            edges.push_back({ box.center + box.rotation * start, box.center + box.rotation * end });
        }
    return edges;
}

std::vector<Vector3d> edge_points(const Box& box, double spacing)
{
    std::vector<Vector3d> points;
    const std::vector<Edge> edges = edges_of(box);
    for (size_t i = 0; i < edges.size(); ++i) {
        const Edge& edge = edges[i];
        const int steps
            = std::max(1, int(std::ceil((edge.to - edge.from).norm() / spacing - 1e-9)));
        // Corners belong to the first four, which are along x.
        const int ends = i < 4 ? 0 : 1;
        for (int k = ends; k <= steps - ends; ++k)
            points.push_back(edge.from + double(k) / steps * (edge.to - edge.from));
    }
    return points;
}

}  // namespace gambol
