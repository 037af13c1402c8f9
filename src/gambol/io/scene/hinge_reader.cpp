// SPDX-License-Identifier: MIT
#include "gambol/io/scene/hinge_reader.hpp"

#include "gambol/geometry/nearest.hpp"
#include "gambol/math/gravity.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace gambol::io {

namespace {

using Eigen::Vector3d;

constexpr double kOnIt = 0.05;  // m: of the axis from the solid
constexpr double kLeastLever = 0.02;  // m: of the centre of mass from the axis
constexpr double kStopped = 0.01;  // m: what swings may touch
constexpr double kProbes = 0.06;  // m between points of what swings
constexpr double kMostProbes = 40;  // along an edge, whatever its length
constexpr double kPerStep = std::numbers::pi / 180;  // rad
/// Of what nobody oiled, × weight × radius: a door slows down within a second or two.
constexpr double kUsualFriction = 0.03;
constexpr Limits kHingeAngles { -3, 3 };

double degrees(double angle)
{
    return angle * 180 / std::numbers::pi;
}

void shift(Shape& shape, const Vector3d& by)
{
    if (auto* box = std::get_if<Box>(&shape))
        box->center += by;
    else if (auto* sphere = std::get_if<Sphere>(&shape))
        sphere->center += by;
    else if (auto* capsule = std::get_if<Capsule>(&shape)) {
        capsule->from += by;
        capsule->to += by;
    }
}

/// Least distance of a solid from the line of its hinge, in the prop's frame.
double distance_from_axis(const SceneProp& prop)
{
    const Vector3d axis = prop.rotation.conjugate() * prop.hinge->axis;
    const double middle = axis.dot(prop.com), half = swing_radius(prop) + 1;
    constexpr int kSteps = 400;
    double least = std::numeric_limits<double>::infinity();
    for (int i = 0; i <= kSteps; ++i) {
        const Vector3d p = (middle + half * (2.0 * i / kSteps - 1)) * axis;
        least = std::min(least, nearest_surface_point(prop.shape, p).distance);
    }
    return least;
}

struct SwingProbe {
    Vector3d at;  // prop frame
    double radius = 0;
};

int steps_along(double length)
{
    return int(std::clamp(std::ceil(length / kProbes), 1.0, kMostProbes));
}

std::vector<SwingProbe> swing_probes(const Shape& shape)
{
    std::vector<SwingProbe> probes;
    if (const auto* box = std::get_if<Box>(&shape)) {
        Eigen::Vector3i steps;
        for (int axis = 0; axis < 3; ++axis)
            steps[axis] = steps_along(2 * box->half_size[axis]);
        for (int i = 0; i <= steps.x(); ++i)
            for (int j = 0; j <= steps.y(); ++j)
                for (int k = 0; k <= steps.z(); ++k) {
                    const Vector3d share(
                        double(i) / steps.x(), double(j) / steps.y(), double(k) / steps.z());
                    probes.push_back({ box->center
                        + (2 * share - Vector3d::Ones()).cwiseProduct(box->half_size) });
                }
    } else if (const auto* sphere = std::get_if<Sphere>(&shape)) {
        probes.push_back({ sphere->center, sphere->radius });
    } else if (const auto* capsule = std::get_if<Capsule>(&shape)) {
        const Vector3d way = capsule->to - capsule->from;
        const int steps = steps_along(way.norm());
        for (int i = 0; i <= steps; ++i)
            probes.push_back({ capsule->from + double(i) / steps * way, capsule->radius });
    }
    return probes;
}

double in_range(const YamlValue& value, const SceneProp& prop, double angle)
{
    constexpr double kSlack = 1e-9;
    if (angle < prop.hinge->least - kSlack || angle > prop.hinge->most + kSlack)
        value.fail(fmt::format("is {:.3g}deg, beyond the range of {}'s hinge, {:.3g}deg to "
                               "{:.3g}deg",
            degrees(angle), prop.name, degrees(prop.hinge->least), degrees(prop.hinge->most)));
    return angle;
}

}  // namespace

void read_hinge(const YamlValue& value, SceneProp& prop)
{
    const YamlMap map = value.map({ "at", "axis", "from", "to", "friction" });
    Hinge hinge;
    const WrittenPoint at = map.at("at").point(Quantity::length);
    hinge.axis = map.get("axis", "z").direction();
    const double from = map.get("from", "0deg").number(Quantity::angle, kHingeAngles),
                 to = map.at("to").number(Quantity::angle, kHingeAngles);
    hinge.least = std::min(from, to);
    hinge.most = std::max(from, to);
    if (hinge.least > 0 || hinge.most < 0)
        map.at("to").fail(fmt::format("and from leave out 0deg, which is how {} starts: angles "
                                      "count from there",
            prop.name));
    if (hinge.most - hinge.least < kPerStep)
        map.at("to").fail(fmt::format("leaves {} no room to turn", prop.name));
    const Vector3d center = prop.position;
    prop.position = at.has_z ? at.point : Vector3d(at.point.x(), at.point.y(), center.z());
    prop.com = prop.rotation.conjugate() * (center - prop.position);
    prop.hinge = hinge;
    shift(prop.shape, prop.com);
    if (const double away = distance_from_axis(prop); away > kOnIt)
        map.at("at").fail(fmt::format("puts the axis {:.2g} cm away from {}: it must go through it "
                                      "or along an edge of it",
            100 * away, prop.name));
    const Vector3d axis = prop.rotation.conjugate() * hinge.axis;
    if (axis.cross(prop.com).norm() < kLeastLever)
        map.at("at").fail(fmt::format("puts the axis through the middle of {}, where nothing turns "
                                      "it; move it to an edge",
            prop.name));
    const double usual = kUsualFriction * prop.mass * kGravity * swing_radius(prop);
    prop.hinge->friction
        = map.get("friction", fmt::format("{:.4g}", usual)).number(Quantity::plain, kNotNegative);
}

void refuse_blocked(const SceneProp& prop, const YamlValue& value, const Scene& scene)
{
    const std::vector<SwingProbe> probes = swing_probes(prop.shape);
    const double reach = (prop.com.norm() + 1) * 2;
    const YamlMap map(value);
    for (const double end : { prop.hinge->least, prop.hinge->most }) {
        const int steps = int(std::ceil(std::abs(end) / kPerStep));
        for (const Surface& surface : scene.surfaces) {
            if (nearest_surface_point(surface.shape, prop.position).distance
                > reach + swing_radius(prop))
                continue;
            for (int i = 1; i <= steps; ++i) {
                const double angle = end * i / steps;
                const Eigen::Quaterniond turn = turned(prop, angle);
                for (const SwingProbe& probe : probes)
                    if (probe.radius
                            - nearest_surface_point(surface.shape, prop.position + turn * probe.at)
                                  .distance
                        > kStopped)
                        map.at(map.has("from") && map.at("from").number(Quantity::angle) == end
                                   ? "from"
                                   : "to")
                            .fail(fmt::format("lets {} turn further than world.{}, which stops it "
                                              "at {:.0f}deg; move one of them, or write {:.0f}deg",
                                prop.name, surface.name, degrees(angle),
                                degrees(end * (i - 1) / steps)));
            }
        }
    }
}

double read_hinge_angle(const YamlValue& value, const SceneProp& prop)
{
    return in_range(value, prop, value.number(Quantity::angle));
}

double read_hinge_facing(const YamlValue& value, const SceneProp& prop, const Vector3d& direction)
{
    const Vector3d& axis = prop.hinge->axis;
    const auto across = [&](const Vector3d& v) { return Vector3d(v - axis.dot(v) * axis); };
    const Vector3d now = across(prop.rotation * Vector3d::UnitX()), wanted = across(direction);
    constexpr double kTurns = 0.1;  // of its x axis
    if (now.norm() < kTurns || wanted.norm() < kTurns)
        value.fail(fmt::format("is nowhere {} can look; ask for an angle", prop.name));
    return in_range(value, prop, std::atan2(axis.dot(now.cross(wanted)), now.dot(wanted)));
}

}  // namespace gambol::io
