// SPDX-License-Identifier: MIT
#include "gambol/character/character.hpp"

#include "gambol/math/rotation.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace gambol {

namespace {

/// A patch is a box without thickness whose z axis is the patch normal.
HeightRange patch_heights(const Patch& patch, const SegmentFrame& frame)
{
    const Box flat { patch.center, Eigen::Quaterniond(patch_axes(patch.normal)),
        { patch.half_size.x(), patch.half_size.y(), 0 } };
    return heights(flat, frame);
}

HeightRange shape_heights(const Character& character, const std::vector<SegmentFrame>& frames)
{
    HeightRange range;
    for (std::size_t i = 0; i < character.segments.size(); ++i)
        for (const Shape& shape : character.segments[i].shapes)
            range.cover(heights(shape, frames[i]));
    return range;
}

Shape scaled_shape(const Shape& shape, double factor)
{
    return std::visit(
        Overloaded {
            [&](Plane plane) -> Shape {
                return Plane { plane.point * factor, plane.normal };
            },
            [&](const Box& box) -> Shape {
                return Box { box.center * factor, box.rotation, box.half_size * factor };
            },
            [&](const Capsule& capsule) -> Shape {
                return Capsule { capsule.from * factor, capsule.to * factor,
                    capsule.radius * factor };
            },
            [&](const Sphere& sphere) -> Shape {
                return Sphere { sphere.center * factor, sphere.radius * factor };
            },
            [&](Heightfield field) -> Shape {
                field.origin *= factor;
                field.cell *= factor;
                field.heights *= factor;
                return field;
            },
            [&](Mesh mesh) -> Shape {
                for (Eigen::Vector3d& vertex : mesh.vertices)
                    vertex *= factor;
                return mesh;
            },
        },
        shape);
}

}  // namespace

HeightRange heights(const Shape& shape, const SegmentFrame& frame)
{
    HeightRange range;
    const Eigen::Matrix3d R = frame.rotation.toRotationMatrix();
    const auto height
        = [&](const Eigen::Vector3d& p) { return frame.position.z() + R.row(2).dot(p); };
    const auto cover_ball = [&](const Eigen::Vector3d& center, double radius) {
        range.cover({ height(center) - radius, height(center) + radius });
    };
    std::visit(Overloaded {
                   [](const Plane&) { assert(false && "a body carries no half-space"); },
                   [](const Heightfield&) { assert(false && "a body carries no terrain"); },
                   [&](const Box& box) {
                       const Eigen::Vector3d up_in_box
                           = box.rotation.conjugate() * R.row(2).transpose();
                       const double reach = up_in_box.cwiseAbs().dot(box.half_size);
                       range.cover({ height(box.center) - reach, height(box.center) + reach });
                   },
                   [&](const Capsule& capsule) {
                       cover_ball(capsule.from, capsule.radius);
                       cover_ball(capsule.to, capsule.radius);
                   },
                   [&](const Sphere& sphere) { cover_ball(sphere.center, sphere.radius); },
                   [&](const Mesh& mesh) {
                       for (const Eigen::Vector3d& vertex : mesh.vertices)
                           range.cover({ height(vertex), height(vertex) });
                   },
               },
        shape);
    return range;
}

double Character::total_mass() const
{
    double mass = 0;
    for (const Segment& segment : segments)
        mass += segment.mass;
    return mass;
}

int Character::dof_count() const
{
    std::size_t count = 0;
    for (const Segment& segment : segments)
        count += segment.dofs.size();
    return static_cast<int>(count);
}

int Character::find_segment(const std::string& name) const
{
    for (std::size_t i = 0; i < segments.size(); ++i)
        if (segments[i].name == name)
            return static_cast<int>(i);
    return -1;
}

std::vector<int> segments_up(const Character& character, const Limb& limb)
{
    std::vector<int> segments;
    for (int s = character.patches[std::size_t(limb.patch)].segment; s >= 0;
         s = s == limb.upper ? -1 : character.segments[std::size_t(s)].parent)
        segments.push_back(s);
    return segments;
}

std::vector<bool> torso_segments(const Character& character)
{
    std::vector<bool> torso(character.segments.size(), true);
    for (const Limb& limb : character.limbs)
        torso[std::size_t(limb.upper)] = false;
    for (std::size_t i = 1; i < torso.size(); ++i)
        torso[i] = torso[i] && torso[std::size_t(character.segments[i].parent)];
    return torso;
}

std::vector<int> first_angles(const Character& character)
{
    std::vector<int> first;
    int next = 0;
    for (const Segment& segment : character.segments) {
        first.push_back(next);
        next += int(segment.dofs.size());
    }
    return first;
}

std::vector<SegmentFrame> forward_kinematics(const Character& character, const Pose& pose)
{
    assert(pose.angles.size() == character.dof_count());
    std::vector<SegmentFrame> frames(character.segments.size());
    int dof = 0;
    for (std::size_t i = 0; i < frames.size(); ++i) {
        const Segment& segment = character.segments[i];
        Eigen::Quaterniond turn = Eigen::Quaterniond::Identity();
        for (const Dof& d : segment.dofs)
            turn = turn * Eigen::AngleAxisd(pose.angles[dof++], d.axis);
        if (segment.parent < 0) {
            frames[i] = { pose.root_position, pose.root_rotation * turn };
            continue;
        }
        const SegmentFrame& parent = frames[static_cast<std::size_t>(segment.parent)];
        frames[i].position = parent.position + parent.rotation * segment.offset;
        frames[i].rotation = (parent.rotation * turn).normalized();
    }
    return frames;
}

Pose place(
    const Character& character, const NamedPose& named, const Eigen::Vector2d& at, double facing)
{
    Pose pose;
    pose.root_rotation
        = (Eigen::AngleAxisd(facing, Eigen::Vector3d::UnitZ()) * named.root_rotation).normalized();
    pose.root_position = { at.x(), at.y(), 0 };
    pose.angles = Eigen::VectorXd::Zero(character.dof_count());
    int dof = 0;
    for (const Segment& segment : character.segments)
        for (const Dof& d : segment.dofs) {
            const auto angle = named.angles.find(d.name);
            pose.angles[dof++] = angle == named.angles.end() ? 0.0 : angle->second;
        }

    const std::vector<SegmentFrame> frames = forward_kinematics(character, pose);
    HeightRange range = shape_heights(character, frames);
    for (const Patch& patch : character.patches)
        range.cover(patch_heights(patch, frames[static_cast<std::size_t>(patch.segment)]));
    if (std::isfinite(range.lowest))
        pose.root_position.z() = -range.lowest;
    return pose;
}

Character scaled(const Character& character, double length_factor, double mass_factor)
{
    assert(length_factor > 0 && mass_factor > 0);
    const double inertia_factor = mass_factor * length_factor * length_factor;
    Character result = character;
    for (Segment& segment : result.segments) {
        segment.offset *= length_factor;
        segment.mass *= mass_factor;
        segment.com *= length_factor;
        segment.inertia *= inertia_factor;
        for (Shape& shape : segment.shapes)
            shape = scaled_shape(shape, length_factor);
        for (Dof& dof : segment.dofs) {
            dof.torque_lower *= mass_factor * length_factor;  // as weight × height
            dof.torque_upper *= mass_factor * length_factor;
        }
    }
    for (Patch& patch : result.patches) {
        patch.center *= length_factor;
        patch.half_size *= length_factor;
    }
    if (result.feature_inertia)
        *result.feature_inertia *= inertia_factor;
    return result;
}

double standing_height(const Character& character)
{
    const Pose pose = place(character, character.poses.at("standing"), Eigen::Vector2d::Zero(), 0);
    return shape_heights(character, forward_kinematics(character, pose)).highest;
}

}  // namespace gambol
