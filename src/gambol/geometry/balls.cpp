// SPDX-License-Identifier: MIT
#include "gambol/geometry/balls.hpp"

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

}  // namespace gambol
