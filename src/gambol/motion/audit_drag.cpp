// SPDX-License-Identifier: MIT
#include "gambol/motion/audit_claims.hpp"
#include "gambol/motion/audit_geometry.hpp"

#include <algorithm>
#include <array>
#include <limits>

namespace gambol::audit_detail {
namespace {

using Eigen::Vector3d;

constexpr double kGrazing = 0.01;  // m above a surface: nearer than this a patch drags
constexpr double kLying = 0.1;  // m between the root and a surface: whoever lies or sits may brush
constexpr double kFacing = 0.0;  // cosine: the back of a hand is no patch

/// Which samples find the root body lying on a surface.
std::vector<bool> lying(const World& world, const Owner& owner)
{
    std::vector<Probe> root;
    for (const Shape& shape : owner.bodies[0].shapes) {
        const std::vector<Probe> of_shape = probes(shape);
        root.insert(root.end(), of_shape.begin(), of_shape.end());
    }
    std::vector<bool> result;
    for (int k = 0; k < world.samples(); ++k) {
        double nearest = std::numeric_limits<double>::infinity();
        for (const Probe& probe : root)
            for (const MotionSurface& surface : world.motion.surfaces)
                nearest = std::min(nearest,
                    signed_distance(surface.shape, owner.poses[k][0] * probe.point) - probe.radius);
        result.push_back(nearest < kLying);
    }
    return result;
}

std::array<Vector3d, 4> corners(const Owner& owner, const MotionContact& contact, int k)
{
    const Eigen::Isometry3d frame = patch_frame(owner, contact, k);
    const double x = contact.half_size.x(), y = contact.half_size.y();
    return { frame * Vector3d(x, y, 0), frame * Vector3d(x, -y, 0), frame * Vector3d(-x, y, 0),
        frame * Vector3d(-x, -y, 0) };
}

/// Way along any surface, from sample k to the next, of the corner that is nearest to it; 0 when it
/// is not near at both.
double grazed(const World& world, const Owner& owner, const MotionContact& contact, int k)
{
    const std::array<Vector3d, 4> now = corners(owner, contact, k),
                                  next = corners(owner, contact, k + 1);
    const Vector3d patch_normal = patch_frame(owner, contact, k).linear().col(2);
    double most = 0;
    for (const MotionSurface& surface : world.motion.surfaces) {
        std::size_t lowest = 0;
        double nearest = std::numeric_limits<double>::infinity();
        for (std::size_t i = 0; i < now.size(); ++i)
            if (const double distance = signed_distance(surface.shape, now[i]);
                distance < nearest) {
                nearest = distance;
                lowest = i;
            }
        if (nearest > kGrazing || signed_distance(surface.shape, next[lowest]) > kGrazing)
            continue;
        const Vector3d normal = surface_normal(surface.shape, now[lowest], patch_normal, kGrazing);
        if (normal.dot(patch_normal) < kFacing)
            continue;
        const Vector3d way = next[lowest] - now[lowest];
        most = std::max(most, (way - normal * normal.dot(way)).norm());
    }
    return most;
}

/// The longest way that a patch drags between being loaded and being loaded again.
Peak longest_drag(const World& world, const Owner& owner, const MotionContact& contact,
    const std::vector<ContactSample>& samples, const std::vector<bool>& lies)
{
    Peak longest;
    double way = 0;
    for (int k = 0; k + 1 < world.samples(); ++k) {
        if (samples[k].loaded && samples[k + 1].loaded)
            way = 0;
        else if (!lies[k])
            way += grazed(world, owner, contact, k);
        longest.take(way, world.motion.times[k]);
    }
    return longest;
}

}  // namespace

void check_drag(const World& world, const AuditLimits& limits, AuditReport& report)
{
    Worst drag("drag", limits.drag, "m");
    bool any = false;
    for (std::size_t o = 0; o < world.owners.size(); ++o) {
        const Owner& owner = world.owners[o];
        if (!owner.is_character || owner.mass <= 0 || owner.contacts->empty())
            continue;
        any = true;
        const std::vector<bool> lies = lying(world, owner);
        for (std::size_t c = 0; c < owner.contacts->size(); ++c) {
            const MotionContact& contact = (*owner.contacts)[c];
            if (!contact.grip)
                drag.add(owner.name + "/" + contact.name,
                    longest_drag(world, owner, contact, world.contacts[o][c], lies));
        }
    }
    report_claim(world, drag, "drag", any ? "" : "nobody has patches", report);
}

}  // namespace gambol::audit_detail
