// SPDX-License-Identifier: MIT
#include "gambol/scene/prop.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numbers>

namespace gambol {

using Eigen::Quaterniond;
using Eigen::Vector3d;

Quaterniond turned(const SceneProp& prop, double angle)
{
    return Quaterniond(Eigen::AngleAxisd(angle, prop.hinge->axis)) * prop.rotation;
}

double swing_radius(const SceneProp& prop)
{
    const Vector3d axis = prop.rotation.conjugate() * prop.hinge->axis;
    const auto away = [&](const Vector3d& p) { return (p - axis.dot(p) * axis).norm(); };
    if (const auto* box = std::get_if<Box>(&prop.shape)) {
        double most = 0;
        for (int corner = 0; corner < 8; ++corner) {
            const Vector3d sign(corner & 1 ? 1 : -1, corner & 2 ? 1 : -1, corner & 4 ? 1 : -1);
            most = std::max(most, away(box->center + sign.cwiseProduct(box->half_size)));
        }
        return most;
    }
    if (const auto* sphere = std::get_if<Sphere>(&prop.shape))
        return away(sphere->center) + sphere->radius;
    const auto& capsule = std::get<Capsule>(prop.shape);
    return std::max(away(capsule.from), away(capsule.to)) + capsule.radius;
}

double hinge_inertia(const SceneProp& prop)
{
    const Vector3d axis = prop.rotation.conjugate() * prop.hinge->axis;
    return axis.cwiseAbs2().dot(prop.inertia) + prop.mass * axis.cross(prop.com).squaredNorm();
}

Vector3d solid_inertia(const Shape& shape, double mass)
{
    if (const auto* box = std::get_if<Box>(&shape)) {
        const Vector3d sq = 4 * box->half_size.cwiseAbs2();
        return mass / 12 * Vector3d(sq.y() + sq.z(), sq.x() + sq.z(), sq.x() + sq.y());
    }
    if (const auto* sphere = std::get_if<Sphere>(&shape))
        return Vector3d::Constant(0.4 * mass * sphere->radius * sphere->radius);
    const auto& capsule = std::get<Capsule>(shape);
    // A cylinder and two halves of a ball, whose centres are ⅜ r beyond its ends.
    const double r = capsule.radius, l = (capsule.to - capsule.from).norm();
    const double cylinder = std::numbers::pi * r * r * l;
    const double ball = 4.0 / 3 * std::numbers::pi * r * r * r;
    const double m_c = mass * cylinder / (cylinder + ball), m_b = mass * ball / (cylinder + ball);
    const double along = m_c * r * r / 2 + m_b * 0.4 * r * r;
    const double across
        = m_c * (l * l / 12 + r * r / 4) + m_b * (0.4 * r * r + l * l / 4 + 3.0 / 8 * l * r);
    return { along, across, across };
}

double depth_below(const Shape& shape, const Quaterniond& rotation)
{
    if (const auto* box = std::get_if<Box>(&shape))
        return rotation.toRotationMatrix().row(2).cwiseAbs().dot(box->half_size);
    if (const auto* sphere = std::get_if<Sphere>(&shape))
        return sphere->radius;
    const auto& capsule = std::get<Capsule>(shape);
    return capsule.radius - std::min((rotation * capsule.from).z(), (rotation * capsule.to).z());
}

Shape placed(const Shape& shape, const Vector3d& position, const Quaterniond& rotation)
{
    const auto moved = [&](const Vector3d& p) { return Vector3d(position + rotation * p); };
    if (const auto* box = std::get_if<Box>(&shape))
        return Box { moved(box->center), rotation * box->rotation, box->half_size };
    if (const auto* sphere = std::get_if<Sphere>(&shape))
        return Sphere { moved(sphere->center), sphere->radius };
    const auto& capsule = std::get<Capsule>(shape);
    return Capsule { moved(capsule.from), moved(capsule.to), capsule.radius };
}

}  // namespace gambol
