// SPDX-License-Identifier: MIT
#include "gambol/motion/audit_terrain.hpp"

#include <algorithm>
#include <cmath>

namespace gambol::audit_detail {
namespace {

using Eigen::Vector2d;
using Eigen::Vector3d;

/// Height of a node; beyond the rim the last two go on in a straight line.
double node(const Heightfield& field, int i, int j)
{
    const int rows = int(field.heights.rows()), columns = int(field.heights.cols());
    if (i < 0)
        return 2 * node(field, 0, j) - node(field, 1, j);
    if (i >= rows)
        return 2 * node(field, rows - 1, j) - node(field, rows - 2, j);
    if (j < 0)
        return 2 * field.heights(i, 0) - field.heights(i, 1);
    if (j >= columns)
        return 2 * field.heights(i, columns - 1) - field.heights(i, columns - 2);
    return field.heights(i, j);
}

/// The cubic from b (t = 0) to c (t = 1) whose slopes there are those of the chords a–c and b–d.
struct Cubic {
    double value, slope;  // slope per unit of t
};
Cubic cubic(double a, double b, double c, double d, double t)
{
    const double start = 0.5 * (c - a), end = 0.5 * (d - b), rise = c - b;
    const double k2 = 3 * rise - 2 * start - end, k3 = start + end - 2 * rise;
    return { b + t * (start + t * (k2 + t * k3)), start + t * (2 * k2 + 3 * t * k3) };
}

Vector2d onto_rectangle(const Heightfield& field, const Vector2d& place)
{
    return place.cwiseMax(field.origin).cwiseMin(field.origin + field.size());
}

/// A place of the surface, seen from a point.
struct Nearest {
    Vector2d place;
    TerrainPoint at;
    double distance;
};
Nearest look_at(const Heightfield& field, const Vector2d& place, const Vector3d& point)
{
    const Vector2d here = onto_rectangle(field, place);
    const TerrainPoint at = terrain_at(field, here);
    return { here, at, (Vector3d(here.x(), here.y(), at.height) - point).norm() };
}

/// From a place to the foot of the perpendicular on its tangent plane; along the rim where that
/// leads over it.
Vector2d towards_foot(const Heightfield& field, const Nearest& from, const Vector3d& point)
{
    const Vector3d here(from.place.x(), from.place.y(), from.at.height);
    const Vector3d normal = Vector3d(-from.at.slope.x(), -from.at.slope.y(), 1).normalized();
    const Vector3d foot = point - normal * normal.dot(point - here);
    const Vector2d way = foot.head<2>() - from.place;
    const Vector2d high = field.origin + field.size();
    for (int axis = 0; axis < 2; ++axis) {
        const bool over = way[axis] < 0 ? from.place[axis] <= field.origin[axis]
                                        : from.place[axis] >= high[axis];
        if (!over)
            continue;
        const int along = 1 - axis;
        const Vector3d rim = Vector3d::Unit(along) + from.at.slope[along] * Vector3d::UnitZ();
        Vector2d slide = Vector2d::Zero();
        slide[along] = rim.dot(point - here) / rim.squaredNorm();
        return slide;
    }
    return way;
}

/// Walks to the foot of the perpendicular on the tangent plane until that stays.
Nearest nearest_place(const Heightfield& field, const Vector3d& point)
{
    constexpr int kLooks = 5;  // on each side
    constexpr int kSteps = 200;
    Nearest best = look_at(field, point.head<2>(), point);
    // Nothing farther aside than this is nearer; from close by there is only one candidate.
    const double reach = best.distance;
    if (reach > 0.5 * field.cell.minCoeff()) {
        const Vector2d around = best.place;
        for (int j = -kLooks; j <= kLooks; ++j)
            for (int i = -kLooks; i <= kLooks; ++i) {
                const Nearest there
                    = look_at(field, around + reach / kLooks * Vector2d(i, j), point);
                if (there.distance < best.distance)
                    best = there;
            }
    }
    for (int step = 0; step < kSteps; ++step) {
        Vector2d way = towards_foot(field, best, point);
        Nearest next = look_at(field, best.place + way, point);
        while (next.distance > best.distance && way.norm() > 1e-9) {
            way *= 0.5;
            next = look_at(field, best.place + way, point);
        }
        const double moved = (next.place - best.place).norm();
        if (next.distance <= best.distance)
            best = next;
        if (moved < 1e-9)
            break;
    }
    return best;
}

}  // namespace

TerrainPoint terrain_at(const Heightfield& field, const Vector2d& place)
{
    const Vector2d at = (place - field.origin).cwiseQuotient(field.cell);
    const int i = std::clamp(int(std::floor(at.x())), 0, int(field.heights.rows()) - 2);
    const int j = std::clamp(int(std::floor(at.y())), 0, int(field.heights.cols()) - 2);
    Cubic line[4];
    for (int k = 0; k < 4; ++k)
        line[k] = cubic(node(field, i - 1, j - 1 + k), node(field, i, j - 1 + k),
            node(field, i + 1, j - 1 + k), node(field, i + 2, j - 1 + k), at.x() - i);
    const double t = at.y() - j;
    const Cubic across = cubic(line[0].value, line[1].value, line[2].value, line[3].value, t);
    const Cubic along = cubic(line[0].slope, line[1].slope, line[2].slope, line[3].slope, t);
    return { across.value, Vector2d(along.value, across.slope).cwiseQuotient(field.cell) };
}

double terrain_distance(const Heightfield& field, const Vector3d& point)
{
    const Vector2d rim = onto_rectangle(field, point.head<2>());
    const double beside = (point.head<2>() - rim).norm();
    const bool below = point.z() < terrain_at(field, rim).height;
    if (beside > 0 && below)
        return beside;
    const double top = nearest_place(field, point).distance;
    if (!below)
        return top;
    const Vector2d from_low = point.head<2>() - field.origin;
    const Vector2d from_high = field.origin + field.size() - point.head<2>();
    return -std::min({ top, from_low.minCoeff(), from_high.minCoeff() });
}

Vector3d terrain_normal(const Heightfield& field, const Vector3d& point, const Vector3d& hint)
{
    const Nearest nearest = nearest_place(field, point);
    const Vector3d normal = Vector3d(-nearest.at.slope.x(), -nearest.at.slope.y(), 1).normalized();
    if (nearest.distance <= std::abs(terrain_distance(field, point)) + 1e-9)
        return normal;
    // A side is nearer: the one of the four that agrees best.
    Vector3d best = normal;
    double agreement = -2;
    for (const Vector3d& side :
        { Vector3d(1, 0, 0), Vector3d(-1, 0, 0), Vector3d(0, 1, 0), Vector3d(0, -1, 0) })
        if (side.dot(hint) > agreement) {
            agreement = side.dot(hint);
            best = side;
        }
    return best;
}

}  // namespace gambol::audit_detail
