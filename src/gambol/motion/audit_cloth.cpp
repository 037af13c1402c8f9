// SPDX-License-Identifier: MIT
#include "gambol/motion/audit_cloth.hpp"
#include "gambol/motion/audit_world.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <map>
#include <numeric>

namespace gambol::audit_detail {
namespace {

using Eigen::Vector3d;

constexpr int kNamedIntersections = 5;  // in the notes; the rest is counted
// Of what gravity could do over the size of the cloth. Elastic energy at the start is not known,
// and samples see speeds as means of 1/60 s; a step that explodes rises by hundreds of times this.
constexpr double kMostRise = 0.02;
constexpr double kUnlimited = std::numeric_limits<double>::infinity();

std::string plural(int count, const std::string& what)
{
    return std::to_string(count) + " " + what + (count == 1 ? "" : "s");
}

std::string rounded(double value, const char* unit)
{
    char text[32];
    std::snprintf(text, sizeof text, "%.3g %s", value, unit);
    return text;
}

/// What all frames of all cloth hold.
struct Tally {
    int pairs = 0, touching = 0, frames = 0;
    AuditCheck intersections { "cloth_intersections", "", 0, 0, "pairs", 0, true };
    std::vector<std::string> named;
    Peak deepest;
    std::string deepest_name;
    std::map<std::string, Peak> overlaps;  // of bodies, where cloth is found at fault
    double distance;
    AuditCheck nearest { "cloth_distance", "", 0, kUnlimited, "m", 0, true };
};

void take_intersections(
    const ClothWorld& cloth, const ClothFrameFindings& findings, int k, double time, Tally& tally)
{
    if (findings.intersections.empty())
        return;
    ++tally.frames;
    for (const ClothIntersection& found : findings.intersections) {
        const std::string name
            = cloth.name_pair(found.edge, found.crossing ? "through" : "touches", found.triangle);
        if (tally.pairs++ == 0) {
            tally.intersections.subject = name;
            tally.intersections.time = time;
        }
        tally.touching += !found.crossing;
        if (static_cast<int>(tally.named.size()) < kNamedIntersections)
            tally.named.push_back("cloth_intersections: frame " + std::to_string(k) + ": " + name);
    }
}

/// How deep cloth is inside of something in this frame [m].
double take_solids(const ClothWorld& cloth, int k, double time, Tally& tally)
{
    double deepest = 0;
    for (const SolidFinding& found : cloth.compare_with_solids(k, tally.distance)) {
        if (-found.distance > tally.deepest.value)
            tally.deepest_name = found.name;
        tally.deepest.take(-found.distance, time);
        deepest = std::max(deepest, -found.distance);
        const double gap = std::max(found.distance, 0.0);
        if (gap < tally.distance) {
            tally.distance = gap;
            tally.nearest.subject = found.name;
            tally.nearest.time = time;
        }
    }
    return deepest;
}

Tally scan(const World& world)
{
    ClothWorld cloth(world);
    Tally tally;
    tally.distance = cloth.reach();
    for (int k = 0; k < world.samples(); ++k) {
        const double time = world.motion.times[k];
        const ClothFrameFindings findings = cloth.find(k, tally.distance);
        take_intersections(cloth, findings, k, time, tally);
        if (findings.distance < tally.distance) {
            tally.distance = findings.distance;
            tally.nearest.subject = cloth.name_pair(findings.edge, "and", findings.triangle);
            tally.nearest.time = time;
        }
        const double deepest = take_solids(cloth, k, time, tally);
        if (!findings.intersections.empty() || deepest > 0)
            for (const SolidOverlap& overlap : cloth.overlaps_at_cloth(k))
                tally.overlaps[overlap.name].take(overlap.depth, time);
    }
    return tally;
}

void check_separation(const World& world, AuditReport& report)
{
    Tally tally = scan(world);
    tally.intersections.value = tally.pairs;
    tally.intersections.passed = tally.pairs == 0;
    report.checks.push_back(tally.intersections);
    const double depth = tally.deepest.value;
    report.checks.push_back(
        { "cloth_penetration", tally.deepest_name, depth, 0, "m", tally.deepest.time, depth <= 0 });
    tally.nearest.value = tally.distance;
    report.checks.push_back(tally.nearest);

    report.notes.insert(report.notes.end(), tally.named.begin(), tally.named.end());
    if (tally.pairs > 0)
        report.notes.push_back("cloth_intersections: " + plural(tally.pairs, "pair") + " in "
            + plural(tally.frames, "frame") + ", of which " + std::to_string(tally.touching)
            + " only touch");
    for (const auto& [name, overlap] : tally.overlaps)
        report.notes.push_back("cloth_intersections: " + name + " share "
            + rounded(1e3 * overlap.value, "mm") + " of space at " + rounded(overlap.time, "s")
            + " where cloth is: there is no room for it");
    if (tally.nearest.subject.empty())
        report.notes.emplace_back(
            "cloth_distance: nothing came nearer than the distance looked at");
}

/// Longest edge over its length at rest.
void check_stretch(const World& world, AuditReport& report)
{
    for (const MotionCloth& cloth : world.motion.cloth) {
        const std::vector<Eigen::Vector2i> edges = cloth_edges(cloth);
        AuditCheck check { "cloth_stretch", "", 0,
            cloth.stretch_limit > 0 ? cloth.stretch_limit : kUnlimited, "of rest", 0, true };
        Eigen::Vector2i worst = Eigen::Vector2i::Zero();
        for (int k = 0; k < world.samples(); ++k)
            for (const Eigen::Vector2i& e : edges) {
                const double ratio = (cloth.vertex(k, e[0]) - cloth.vertex(k, e[1])).norm()
                    / (cloth.rest[e[0]] - cloth.rest[e[1]]).norm();
                if (ratio > check.value) {
                    check.value = ratio;
                    check.time = world.motion.times[k];
                    worst = e;
                }
            }
        check.subject
            = cloth.name + " edge " + std::to_string(worst[0]) + "-" + std::to_string(worst[1]);
        check.passed = check.value <= check.limit;
        report.checks.push_back(check);
    }
}

/// What moving bodies, pins among them, can do at most to a kilogram of cloth up to now [J/kg]:
///
///     w = ½ (2 v)² + ‖g‖ h
///
/// v is the fastest that any of them has gone, where cloth was, as if it had hit all of it; h the
/// farthest that any of them has gone up, with all of the cloth on top.
class MovedWork {
public:
    MovedWork(const World& world, const MotionCloth& cloth)
        : world_(world)
        , cloth_(cloth)
    {
        for (const Owner& owner : world.owners)
            for (std::size_t b = 0; b < owner.bodies.size(); ++b)
                climbs_.push_back({ &owner, b, 0, 0 });
    }

    /// Samples k and k + 1 are seen as well.
    double take(int k)
    {
        const Vector3d up = -world_.motion.gravity.normalized();
        const double dt = world_.motion.times[k + 1] - world_.motion.times[k];
        for (Climb& climb : climbs_) {
            const Eigen::Isometry3d moved = climb.owner->poses[k + 1][climb.body]
                * climb.owner->poses[k][climb.body].inverse();
            double rise = -kUnlimited;
            for (int i = 0; i < cloth_.vertex_count(); ++i) {
                const Vector3d x = cloth_.vertex(k, i), by = moved * x - x;
                fastest_ = std::max(fastest_, by.norm() / dt);
                rise = std::max(rise, by.dot(up));
            }
            climb.height += rise;
            climb.lowest = std::min(climb.lowest, climb.height);
            highest_ = std::max(highest_, climb.height - climb.lowest);
        }
        return 2 * fastest_ * fastest_ + world_.motion.gravity.norm() * highest_;
    }

private:
    struct Climb {
        const Owner* owner;
        std::size_t body;
        double height, lowest;  // m, since the first sample
    };
    const World& world_;
    const MotionCloth& cloth_;
    std::vector<Climb> climbs_;
    double fastest_ = 0, highest_ = 0;  // m/s, m
};

/// What gravity could do to the cloth over its own size [J]: the measure of a rise.
double energy_scale(const Motion& motion, const MotionCloth& cloth, double mass)
{
    Eigen::AlignedBox3d box;
    for (int i = 0; i < cloth.vertex_count(); ++i)
        box.extend(cloth.vertex(0, i));
    return mass * motion.gravity.norm() * box.diagonal().norm();
}

/// Kinetic energy and height over each step between samples, the mass of each triangle shared by
/// its corners:  E = Σ ½ m |Δx/dt|² − m g·x.  Its rise above the first step, where that is the
/// greatest share of what moving bodies can have done.
void check_energy(const World& world, AuditReport& report)
{
    const Motion& motion = world.motion;
    for (const MotionCloth& cloth : motion.cloth) {
        const std::vector<double> masses = vertex_masses(cloth);
        const double mass = std::accumulate(masses.begin(), masses.end(), 0.0);
        const double slack = kMostRise * energy_scale(motion, cloth, mass);
        MovedWork work(world, cloth);
        double first = 0;
        AuditCheck check { "cloth_energy_rise", cloth.name, 0, slack,
            cloth.area_density > 0 ? "J" : "J/kg", 0, true };
        for (int k = 0; k + 1 < world.samples(); ++k) {
            const double dt = motion.times[k + 1] - motion.times[k];
            double energy = 0;
            for (int i = 0; i < cloth.vertex_count(); ++i) {
                const Vector3d from = cloth.vertex(k, i), to = cloth.vertex(k + 1, i);
                energy += masses[i]
                    * (0.5 * ((to - from) / dt).squaredNorm()
                        - motion.gravity.dot((from + to) / 2));
            }
            if (k == 0)
                first = energy;
            const double limit = slack + mass * work.take(k), rise = energy - first;
            if (rise * check.limit > check.value * limit) {
                check.value = rise;
                check.limit = limit;
                check.time = motion.times[k];
            }
        }
        check.passed = check.value <= check.limit;
        report.checks.push_back(check);
    }
}

}  // namespace

void check_cloth(const World& world, AuditReport& report)
{
    if (world.motion.cloth.empty())
        return;
    check_separation(world, report);
    check_stretch(world, report);
    check_energy(world, report);
}

}  // namespace gambol::audit_detail
