// SPDX-License-Identifier: MIT
#include "gambol/motion/audit_geometry.hpp"
#include "gambol/motion/audit_overlap.hpp"
#include "gambol/motion/audit_world.hpp"

#include <algorithm>
#include <limits>

namespace gambol::audit_detail {
namespace {

using Eigen::Isometry3d;
using Eigen::Vector3d;

/// Probes of all shapes of each body, in its frame. [body]
std::vector<std::vector<Probe>> owner_probes(const Owner& owner)
{
    std::vector<std::vector<Probe>> result(owner.bodies.size());
    for (std::size_t i = 0; i < owner.bodies.size(); ++i)
        for (const Shape& shape : owner.bodies[i].shapes) {
            const std::vector<Probe> of_shape = probes(shape);
            result[i].insert(result[i].end(), of_shape.begin(), of_shape.end());
        }
    return result;
}

/// How deep the probes of a body reach into a shape; 0 when they stay outside.
double depth(const std::vector<Probe>& probes, const Isometry3d& body_to_shape, const Shape& shape)
{
    double deepest = 0;
    for (const Probe& probe : probes)
        deepest
            = std::max(deepest, probe.radius - signed_distance(shape, body_to_shape * probe.point));
    return deepest;
}

double depth(const std::vector<Probe>& probes, const Isometry3d& body_to_shape,
    const std::vector<Shape>& shapes)
{
    double deepest = 0;
    for (const Shape& shape : shapes)
        deepest = std::max(deepest, depth(probes, body_to_shape, shape));
    return deepest;
}

/// Overlap of bodies i and j of one owner at sample k, probed from both sides.
struct ProbedOwner {
    const Owner* owner;
    std::vector<std::vector<Probe>> probes;
};
double self_depth(const ProbedOwner& a, std::size_t i, std::size_t j, int k)
{
    const Isometry3d i_to_j = a.owner->poses[k][j].inverse() * a.owner->poses[k][i];
    return std::max(depth(a.probes[i], i_to_j, a.owner->bodies[j].shapes),
        depth(a.probes[j], i_to_j.inverse(), a.owner->bodies[i].shapes));
}

std::string body_name(const Owner& owner, std::size_t body)
{
    return owner.is_character ? owner.name + "/" + owner.bodies[body].name : owner.name;
}

/// Body i at sample k takes part in an overlap with its shapes and its patches: a foot may be drawn
/// smaller than the patch it stands on. A patch that grips is the inside of fingers on the far side
/// of a bar: they open when a hand lets go, and where they are while it holds is for `touch` to
/// say.
struct BodySolids {
    const Owner* owner;
    std::vector<std::vector<Vector3d>> patches;  // [body], corners and middles, body frame
    std::vector<Ball> bounds;  // [body]
};

BodySolids make_body_solids(const Owner& owner)
{
    BodySolids solid { &owner, {}, {} };
    solid.patches.resize(owner.bodies.size());
    for (const MotionContact& contact : *owner.contacts) {
        if (contact.grip)
            continue;
        const Isometry3d frame
            = owner.poses[0][contact.body].inverse() * patch_frame(owner, contact, 0);
        for (const auto& [x, y] :
            { std::pair { 0, 0 }, { -1, -1 }, { -1, 1 }, { 1, -1 }, { 1, 1 } })
            solid.patches[contact.body].push_back(
                frame * Vector3d(x * contact.half_size.x(), y * contact.half_size.y(), 0));
    }
    for (std::size_t i = 0; i < owner.bodies.size(); ++i) {
        // About the origin of the body: simple, and tight enough to leave out who is far away.
        Ball ball;
        for (const Shape& shape : owner.bodies[i].shapes) {
            const Ball of_shape = bounding_ball(shape);
            ball.radius = std::max(ball.radius, of_shape.center.norm() + of_shape.radius);
        }
        for (const Vector3d& point : solid.patches[i])
            ball.radius = std::max(ball.radius, point.norm());
        solid.bounds.push_back(ball);
    }
    return solid;
}

double depth_of_points(
    const std::vector<Vector3d>& points, const Isometry3d& pose, const std::vector<Shape>& shapes)
{
    double deepest = 0;
    for (const Vector3d& point : points)
        for (const Shape& shape : shapes)
            deepest = std::max(deepest, -signed_distance(shape, pose * point));
    return deepest;
}

/// How deep body i of a and body j of b reach into each other at sample k.
double pair_depth(const BodySolids& a, std::size_t i, const BodySolids& b, std::size_t j, int k)
{
    const Isometry3d &pose_a = a.owner->poses[k][i], &pose_b = b.owner->poses[k][j];
    if ((pose_a.translation() - pose_b.translation()).norm()
        > a.bounds[i].radius + b.bounds[j].radius)
        return 0;
    const Isometry3d a_to_b = pose_b.inverse() * pose_a;
    const std::vector<Shape>&shapes_a = a.owner->bodies[i].shapes,
          &shapes_b = b.owner->bodies[j].shapes;
    double deepest = std::max(depth_of_points(a.patches[i], a_to_b, shapes_b),
        depth_of_points(b.patches[j], a_to_b.inverse(), shapes_a));
    for (const Shape& shape_a : shapes_a)
        for (const Shape& shape_b : shapes_b)
            deepest = std::max(deepest, overlap_depth(shape_a, a_to_b, shape_b));
    return deepest;
}

/// Of characters by probes: their bodies are short, and balls nine to a capsule see what matters.
double depth_in_surface(const BodySolids& a, std::size_t body, const std::vector<Probe>& probes,
    const Isometry3d& pose, const Shape& surface)
{
    if (a.owner->is_character)
        return depth(probes, pose, surface);
    double deepest = 0;
    for (const Shape& shape : a.owner->bodies[body].shapes)
        deepest = std::max(deepest, overlap_depth(shape, pose, surface));
    return deepest;
}

void check_against_surfaces(const World& world, const BodySolids& a, Worst& penetration)
{
    const std::vector<std::vector<Probe>> probes = owner_probes(*a.owner);
    for (std::size_t i = 0; i < a.owner->bodies.size(); ++i)
        for (const MotionSurface& surface : world.motion.surfaces) {
            const std::vector<Shape> only { surface.shape };
            Peak deepest;
            for (int k = 0; k < world.samples(); ++k) {
                const Isometry3d& pose = a.owner->poses[k][i];
                deepest.take(std::max(depth_of_points(a.patches[i], pose, only),
                                 depth_in_surface(a, i, probes[i], pose, surface.shape)),
                    world.motion.times[k]);
            }
            penetration.add(body_name(*a.owner, i) + " into " + surface.name, deepest);
        }
}

void check_pair(const World& world, const BodySolids& a, const BodySolids& b, Worst& penetration)
{
    for (std::size_t i = 0; i < a.owner->bodies.size(); ++i)
        for (std::size_t j = 0; j < b.owner->bodies.size(); ++j) {
            Peak deepest;
            for (int k = 0; k < world.samples(); ++k)
                deepest.take(pair_depth(a, i, b, j, k), world.motion.times[k]);
            penetration.add(body_name(*a.owner, i) + " into " + body_name(*b.owner, j), deepest);
        }
}

/// Neighbours in the tree overlap at their joints, and so may children of one parent.
bool neighbours(const Owner& owner, std::size_t i, std::size_t j)
{
    const int parent_i = owner.bodies[i].parent, parent_j = owner.bodies[j].parent;
    return parent_i == static_cast<int>(j) || parent_j == static_cast<int>(i)
        || parent_i == parent_j;
}

void check_self(const World& world, const ProbedOwner& a, Worst& overlap_check)
{
    const Owner& owner = *a.owner;
    for (std::size_t i = 0; i < owner.bodies.size(); ++i)
        for (std::size_t j = i + 1; j < owner.bodies.size(); ++j) {
            if (neighbours(owner, i, j))
                continue;
            Peak deepest;
            // Shapes may be drawn to overlap: only what the motion adds counts.
            const double drawn = self_depth(a, i, j, 0);
            for (int k = 0; k < world.samples(); ++k)
                deepest.take(self_depth(a, i, j, k) - drawn, world.motion.times[k]);
            overlap_check.add(body_name(owner, i) + " and " + owner.bodies[j].name, deepest);
        }
}

double median(std::vector<double> values)
{
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

}  // namespace

void check_penetration(const World& world, const AuditLimits& limits, AuditReport& report)
{
    Worst penetration("penetration", limits.penetration, "m");
    Worst self_overlap("self_overlap", limits.self_overlap, "m");
    // Patches are flat and may stand off from the round body they belong to: among the bodies of
    // one character only shapes count.
    for (const Owner& owner : world.owners)
        check_self(world, { &owner, owner_probes(owner) }, self_overlap);
    std::vector<BodySolids> solids;
    for (const Owner& owner : world.owners)
        solids.push_back(make_body_solids(owner));
    // What has no mass is scripted, as the surfaces are: it goes where it was told to go.
    const auto scripted = [](const BodySolids& a) { return a.owner->mass <= 0; };
    for (std::size_t a = 0; a < solids.size(); ++a) {
        if (!scripted(solids[a]))
            check_against_surfaces(world, solids[a], penetration);
        for (std::size_t b = a + 1; b < solids.size(); ++b)
            if (!scripted(solids[a]) || !scripted(solids[b]))
                check_pair(world, solids[a], solids[b], penetration);
    }
    penetration.report(report);
    self_overlap.report(report);
}

void check_joints(const World& world, const AuditLimits& limits, AuditReport& report)
{
    Worst joint_gap("joint_gap", limits.joint_gap, "m");
    for (const Owner& owner : world.owners)
        for (std::size_t i = 0; i < owner.bodies.size(); ++i) {
            const int parent = owner.bodies[i].parent;
            if (parent < 0)
                continue;
            // Where the joint sits in its parent, over time; its usual place is the reference.
            std::vector<Vector3d> places;
            std::vector<double> along[3];
            for (int k = 0; k < world.samples(); ++k) {
                places.push_back(
                    owner.poses[k][parent].inverse() * owner.poses[k][i].translation());
                for (int axis = 0; axis < 3; ++axis)
                    along[axis].push_back(places.back()[axis]);
            }
            const Vector3d usual(median(along[0]), median(along[1]), median(along[2]));
            Peak gap;
            for (int k = 0; k < world.samples(); ++k)
                gap.take((places[k] - usual).norm(), world.motion.times[k]);
            joint_gap.add(body_name(owner, i), gap);
        }
    joint_gap.report(report);
}

}  // namespace gambol::audit_detail
