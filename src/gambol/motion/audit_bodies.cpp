// SPDX-License-Identifier: MIT
#include "gambol/motion/audit_geometry.hpp"
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

/// The same with patches: a foot may be drawn smaller than the patch it stands on. A patch that
/// grips is the inside of fingers on the far side of a bar: they open when a hand lets go, and
/// where they are while it holds is for `touch` to say.
std::vector<std::vector<Probe>> with_patches(const Owner& owner)
{
    std::vector<std::vector<Probe>> result = owner_probes(owner);
    for (const MotionContact& contact : *owner.contacts) {
        if (contact.grip)
            continue;
        const Isometry3d frame
            = owner.poses[0][contact.body].inverse() * patch_frame(owner, contact, 0);
        for (const auto& [x, y] :
            { std::pair { 0, 0 }, { -1, -1 }, { -1, 1 }, { 1, -1 }, { 1, 1 } })
            result[contact.body].push_back(
                { frame * Vector3d(x * contact.half_size.x(), y * contact.half_size.y(), 0), 0 });
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

/// Overlap of body i of owner a with body j of owner b at sample k, probed from both sides.
struct ProbedOwner {
    const Owner* owner;
    std::vector<std::vector<Probe>> probes;
};
double overlap(const ProbedOwner& a, std::size_t i, const ProbedOwner& b, std::size_t j, int k)
{
    const Isometry3d a_to_b = b.owner->poses[k][j].inverse() * a.owner->poses[k][i];
    return std::max(depth(a.probes[i], a_to_b, b.owner->bodies[j].shapes),
        depth(b.probes[j], a_to_b.inverse(), a.owner->bodies[i].shapes));
}

std::string body_name(const Owner& owner, std::size_t body)
{
    return owner.is_character ? owner.name + "/" + owner.bodies[body].name : owner.name;
}

void check_against_surfaces(const World& world, const ProbedOwner& a, Worst& penetration)
{
    for (std::size_t i = 0; i < a.owner->bodies.size(); ++i)
        for (const MotionSurface& surface : world.motion.surfaces) {
            Peak deepest;
            for (int k = 0; k < world.samples(); ++k)
                deepest.take(
                    depth(a.probes[i], a.owner->poses[k][i], surface.shape), world.motion.times[k]);
            penetration.add(body_name(*a.owner, i) + " into " + surface.name, deepest);
        }
}

void check_pair(const World& world, const ProbedOwner& a, const ProbedOwner& b, Worst& penetration)
{
    for (std::size_t i = 0; i < a.owner->bodies.size(); ++i)
        for (std::size_t j = 0; j < b.owner->bodies.size(); ++j) {
            Peak deepest;
            for (int k = 0; k < world.samples(); ++k)
                deepest.take(overlap(a, i, b, j, k), world.motion.times[k]);
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
            const double drawn = overlap(a, i, a, j, 0);
            for (int k = 0; k < world.samples(); ++k)
                deepest.take(overlap(a, i, a, j, k) - drawn, world.motion.times[k]);
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
    std::vector<ProbedOwner> probed;
    for (const Owner& owner : world.owners)
        probed.push_back({ &owner, with_patches(owner) });
    // What has no mass is scripted, as the surfaces are: it goes where it was told to go.
    const auto scripted = [](const ProbedOwner& a) { return a.owner->mass <= 0; };
    for (std::size_t a = 0; a < probed.size(); ++a) {
        if (!scripted(probed[a]))
            check_against_surfaces(world, probed[a], penetration);
        for (std::size_t b = a + 1; b < probed.size(); ++b)
            if (!scripted(probed[a]) || !scripted(probed[b]))
                check_pair(world, probed[a], probed[b], penetration);
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
