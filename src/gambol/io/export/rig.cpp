// SPDX-License-Identifier: MIT
#include "gambol/io/export/rig.hpp"

#include "gambol/io/export/shape_mesh.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>

namespace gambol::io {
namespace {

using Eigen::Quaterniond;
using Eigen::Vector3d;

constexpr double kShortestBone = 1e-3;  // m; importers drop bones without length
constexpr double kClearBone = 0.01;  // m; children that lie all around a joint show no direction

double middle_of(std::vector<double> values)
{
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

bool is_arm(const MotionCharacter& character, int body)
{
    const auto says_so = [&](int i) {
        const std::string& name = character.bodies[static_cast<std::size_t>(i)].name;
        return name.find("arm") != std::string::npos || name.find("Arm") != std::string::npos;
    };
    if (!says_so(body))
        return false;
    for (int up = character.bodies[static_cast<std::size_t>(body)].parent; up >= 0;
         up = character.bodies[static_cast<std::size_t>(up)].parent)
        if (says_so(up))
            return false;  // a forearm goes where its arm goes
    return true;
}

/// Along the chain: to the joint of the first child, or to the end of the body itself.
Vector3d limb_direction(const MotionCharacter& character, std::size_t body)
{
    for (std::size_t i = body + 1; i < character.bodies.size(); ++i)
        if (character.bodies[i].parent == static_cast<int>(body))
            return joint_offset(character, i);
    return far_end(character.bodies[body]);
}

/// Mean place of the children's joints: of a pelvis that lies above, of a thigh at the knee.
Vector3d bone_tip(const MotionCharacter& character, std::size_t body, const Rig& rig)
{
    Vector3d sum = Vector3d::Zero(), farthest = Vector3d::Zero();
    int children = 0;
    for (std::size_t i = body + 1; i < character.bodies.size(); ++i) {
        if (character.bodies[i].parent != static_cast<int>(body))
            continue;
        sum += rig.offsets[i];
        ++children;
        if (rig.offsets[i].norm() > farthest.norm())
            farthest = rig.offsets[i];
    }
    if (children > 0 && (sum / children).norm() > kClearBone)
        return sum / children;
    return farthest.norm() > kShortestBone ? farthest : far_end(character.bodies[body]);
}

Quaterniond bone_axes(const Vector3d& tip)
{
    const Vector3d y = tip.normalized();
    const Vector3d ahead = std::abs(y.x()) < 0.9 ? Vector3d::UnitX() : Vector3d::UnitZ();
    Eigen::Matrix3d axes;
    axes.col(1) = y;
    axes.col(2) = (ahead - y * y.dot(ahead)).normalized();
    axes.col(0) = axes.col(1).cross(axes.col(2));
    return Quaterniond(axes).normalized();
}

double lowest_point(const MotionCharacter& character, const Rig& rig)
{
    double lowest = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < character.bodies.size(); ++i) {
        ShapeMesh mesh;
        for (const Shape& shape : character.bodies[i].shapes)
            add_shape(shape, mesh);
        for (const Eigen::Vector3f& vertex : mesh.positions)
            lowest = std::min(lowest,
                (rig.rest_positions[i] + rig.rest_rotations[i] * vertex.cast<double>()).z());
    }
    return std::isfinite(lowest) ? lowest : 0;
}

}  // namespace

Vector3d joint_offset(const MotionCharacter& character, std::size_t body)
{
    const int parent = character.bodies[body].parent;
    if (parent < 0)
        return Vector3d::Zero();
    const auto p = static_cast<std::size_t>(parent);
    std::array<std::vector<double>, 3> along;
    for (std::size_t k = 0; k < character.positions.size(); ++k) {
        const Vector3d place = character.rotations[k][p].normalized().conjugate()
            * (character.positions[k][body] - character.positions[k][p]);
        for (int axis = 0; axis < 3; ++axis)
            along[static_cast<std::size_t>(axis)].push_back(place[axis]);
    }
    return { middle_of(along[0]), middle_of(along[1]), middle_of(along[2]) };
}

Vector3d far_end(const MotionBody& body)
{
    Vector3d far = Vector3d::Zero();
    const auto take = [&](const Vector3d& point) {
        if (point.norm() > far.norm() + 1e-9)
            far = point;
    };
    for (const Shape& shape : body.shapes)
        std::visit(Overloaded {
                       [&](const Capsule& capsule) {
                           take(capsule.from);
                           take(capsule.to);
                       },
                       [&](const Box& box) {
                           for (int i = 0; i < 6; ++i)
                               take(box.center
                                   + box.rotation
                                       * (Vector3d::Unit(i / 2) * box.half_size[i / 2]
                                           * (i % 2 ? -1 : 1)));
                       },
                       [&](const Sphere& sphere) { take(sphere.center); },
                       [&](const auto&) { take(2 * body.inertial.com); },
                   },
            shape);
    if (body.shapes.empty())
        take(2 * body.inertial.com);
    return far.norm() > kShortestBone ? far : Vector3d(0, 0, 0.05);
}

std::vector<Quaterniond> rest_rotations(const MotionCharacter& character, RestPose rest)
{
    std::vector<Quaterniond> turns(character.bodies.size(), Quaterniond::Identity());
    if (rest == RestPose::zero)
        return turns;
    const double below = rest == RestPose::t ? 0 : std::numbers::pi / 4;
    for (std::size_t i = 0; i < character.bodies.size(); ++i) {
        const int parent = character.bodies[i].parent;
        if (parent >= 0)
            turns[i] = turns[static_cast<std::size_t>(parent)];
        if (!is_arm(character, static_cast<int>(i)))
            continue;
        const double side = joint_offset(character, i).y() < 0 ? -1 : 1;
        turns[i] = Quaterniond::FromTwoVectors(
            limb_direction(character, i), Vector3d(0, side * std::cos(below), -std::sin(below)));
    }
    return turns;
}

Rig make_rig(const MotionCharacter& character, RestPose rest)
{
    Rig rig;
    rig.rest_rotations = rest_rotations(character, rest);
    for (std::size_t i = 0; i < character.bodies.size(); ++i) {
        rig.offsets.push_back(joint_offset(character, i));
        const int parent = character.bodies[i].parent;
        Vector3d place = Vector3d::Zero();
        if (parent >= 0) {
            const auto p = static_cast<std::size_t>(parent);
            place = rig.rest_positions[p] + rig.rest_rotations[p] * rig.offsets[i];
        }
        rig.rest_positions.push_back(place);
    }
    for (std::size_t i = 0; i < character.bodies.size(); ++i) {
        rig.tips.push_back(bone_tip(character, i, rig));
        rig.axes.push_back(bone_axes(rig.tips.back()));
    }
    const double lowest = lowest_point(character, rig);
    for (Vector3d& place : rig.rest_positions)
        place.z() -= lowest;
    return rig;
}

}  // namespace gambol::io
