// SPDX-License-Identifier: MIT
#include "gambol/geometry/nearest.hpp"

#include "gambol/geometry/heightfield.hpp"

#include <algorithm>
#include <cassert>
#include <limits>
#include <numbers>

namespace gambol {

namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;

SurfacePoint nearest(const Plane& plane, const Vector3d& p)
{
    const Vector3d& n = plane.normal;
    SurfacePoint result;
    result.distance = n.dot(p - plane.point);
    result.point = p - result.distance * n;
    result.normal = result.gradient = n;
    result.dpoint_dp = Matrix3d::Identity() - n * n.transpose();
    result.dnormal_dp.setZero();
    return result;
}

SurfacePoint nearest(const Box& box, const Vector3d& p)
{
    const Matrix3d R = box.rotation.toRotationMatrix();
    const Vector3d local = R.transpose() * (p - box.center);
    const Vector3d beyond = local.cwiseAbs() - box.half_size;  // per axis; > 0 is outside the slab
    const Vector3d side = local.unaryExpr([](double v) { return v < 0 ? -1.0 : 1.0; });
    int face = 0;
    const double most = beyond.maxCoeff(&face);
    const bool inside = most <= 0;

    Vector3d point, moves, gradient = Vector3d::Zero();
    for (int axis = 0; axis < 3; ++axis) {
        const bool clamped = beyond[axis] > 0 || (inside && axis == face);
        point[axis] = clamped ? side[axis] * box.half_size[axis] : local[axis];
        moves[axis] = clamped ? 0 : 1;
    }
    SurfacePoint result;
    if (inside) {
        result.distance = most;
        gradient[face] = side[face];
    } else {
        result.distance = (local - point).norm();
        gradient = (local - point) / result.distance;
    }
    result.point = box.center + R * point;
    result.gradient = R * gradient;
    result.normal = side[face] * R.col(face);
    result.dpoint_dp = R * moves.asDiagonal() * R.transpose();
    result.dnormal_dp.setZero();
    return result;
}

/// The point of one face of a box nearest to p, clear of the face's rim.
SurfacePoint nearest_on_face(const Box& box, int axis, double side, const Vector3d& p, double rim)
{
    const Matrix3d R = box.rotation.toRotationMatrix();
    const Vector3d local = R.transpose() * (p - box.center);
    const Vector3d reach = (box.half_size.array() - rim).max(0.5 * box.half_size.array());
    Vector3d point = local.cwiseMax(-reach).cwiseMin(reach);
    Vector3d moves = (point.array() == local.array()).cast<double>();
    point[axis] = side * box.half_size[axis];
    moves[axis] = 0;
    SurfacePoint result;
    result.point = box.center + R * point;
    result.normal = side * R.col(axis);
    result.dpoint_dp = R * moves.asDiagonal() * R.transpose();
    result.dnormal_dp.setZero();
    const Vector3d gap = p - result.point;
    const double length = gap.norm(), above = result.normal.dot(gap);
    result.distance = above < 0 ? -length : length;
    result.gradient = length > 0 ? Vector3d(gap / result.distance) : result.normal;
    return result;
}

/// A ball of `radius` about a centre that moves by `dcenter_dp` with p.
SurfacePoint nearest_on_ball(
    const Vector3d& center, const Matrix3d& dcenter_dp, double radius, const Vector3d& p)
{
    constexpr double kCentre = 1e-9;  // at the centre itself every direction is nearest: take up
    const Vector3d away = p - center;
    const double length = away.norm();
    SurfacePoint result;
    result.normal = length > kCentre ? Vector3d(away / length) : Vector3d::UnitZ();
    const Matrix3d across = Matrix3d::Identity() - result.normal * result.normal.transpose();
    result.dnormal_dp = across * (Matrix3d::Identity() - dcenter_dp) / std::max(length, kCentre);
    result.point = center + radius * result.normal;
    result.dpoint_dp = dcenter_dp + radius * result.dnormal_dp;
    result.distance = length - radius;
    result.gradient = result.normal;
    return result;
}

SurfacePoint nearest(const Sphere& sphere, const Vector3d& p)
{
    return nearest_on_ball(sphere.center, Matrix3d::Zero(), sphere.radius, p);
}

SurfacePoint nearest(const Capsule& capsule, const Vector3d& p)
{
    const Vector3d axis = capsule.to - capsule.from;
    const double length_sq = axis.squaredNorm();
    const double along = length_sq > 0 ? axis.dot(p - capsule.from) / length_sq : 0;
    if (along <= 0 || along >= 1) {
        const Vector3d& end = along <= 0 ? capsule.from : capsule.to;
        return nearest_on_ball(end, Matrix3d::Zero(), capsule.radius, p);
    }
    return nearest_on_ball(
        capsule.from + along * axis, axis * axis.transpose() / length_sq, capsule.radius, p);
}

SurfacePoint nearest(const Heightfield& field, const Vector3d& p)
{
    return nearest_on_heightfield(field, p);
}

SurfacePoint nearest(const Mesh&, const Vector3d& p)
{
    assert(!"meshes have no nearest point here");
    return nearest(Plane { p, Vector3d::UnitZ() }, p);
}

}  // namespace

SurfacePoint nearest_surface_point(const Shape& shape, const Vector3d& p)
{
    return std::visit([&](const auto& solid) { return nearest(solid, p); }, shape);
}

double facing_distance_sq(const SurfacePoint& s, const Vector3d& p, const Vector3d& facing)
{
    constexpr double kTurn = 0.2 / std::numbers::sqrt2;  // m per |difference of normals|
    return (p - s.point).squaredNorm() + kTurn * kTurn * (facing - s.normal).squaredNorm();
}

SurfacePoint facing_surface_point(
    const Shape& shape, const Vector3d& p, const Vector3d& facing, double rim)
{
    const Box* const box = std::get_if<Box>(&shape);
    if (!box)
        return nearest_surface_point(shape, p);
    SurfacePoint best;
    double least = std::numeric_limits<double>::infinity();
    for (int axis = 0; axis < 3; ++axis)
        for (const double side : { -1.0, 1.0 }) {
            const SurfacePoint each = nearest_on_face(*box, axis, side, p, rim);
            if (const double far = facing_distance_sq(each, p, facing); far < least) {
                least = far;
                best = each;
            }
        }
    return best;
}

SegmentPair nearest_on_segments(
    const Vector3d& a0, const Vector3d& a1, const Vector3d& b0, const Vector3d& b1)
{
    constexpr double kPoint = 1e-12;  // segments shorter than a micrometre are points
    const Vector3d a = a1 - a0, b = b1 - b0, gap = a0 - b0;
    const double aa = a.squaredNorm(), bb = b.squaredNorm(), ab = a.dot(b);
    const double ag = a.dot(gap), bg = b.dot(gap);
    SegmentPair pair;
    if (aa < kPoint) {
        pair.on_b = bb < kPoint ? 0 : std::clamp(bg / bb, 0.0, 1.0);
        return pair;
    }
    if (bb < kPoint) {
        pair.on_a = std::clamp(-ag / aa, 0.0, 1.0);
        return pair;
    }
    const double determinant = aa * bb - ab * ab;
    // Parallel segments: any point of a will do, the clamps below find its partner.
    pair.on_a = determinant > 1e-10 * aa * bb
        ? std::clamp((ab * bg - bb * ag) / determinant, 0.0, 1.0)
        : 0.5;
    pair.on_b = (ab * pair.on_a + bg) / bb;
    if (pair.on_b < 0 || pair.on_b > 1) {
        pair.on_b = std::clamp(pair.on_b, 0.0, 1.0);
        pair.on_a = std::clamp((ab * pair.on_b - ag) / aa, 0.0, 1.0);
    }
    return pair;
}

}  // namespace gambol
