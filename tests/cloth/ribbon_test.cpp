// SPDX-License-Identifier: MIT
// The ribbon of [Harmon 2008] section 5, coarse: folded, it falls into a trough and slides down.
#include "gambol/cloth/fabric/bent_strip.hpp"
#include "gambol/cloth/fabric/cloth_mesh.hpp"
#include "gambol/cloth/cloth_simulation.hpp"
#include "gambol/geometry/surface_mesh.hpp"
#include "gambol/motion/cloth_intersections.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace gambol::cloth {
namespace {

using Eigen::AngleAxisd;
using Eigen::Vector3d;

constexpr double kSlope = 24 * std::numbers::pi / 180;
constexpr double kWidth = 0.04, kRadius = 0.01, kLeg = 0.2;  // m
constexpr int kAcross = 2, kLayers = 10;

/// A zigzag of layers in the plane z = 0.
std::vector<Vector3d> folds()
{
    std::vector<Vector3d> points;
    for (int layer = 0; layer < kLayers; ++layer) {
        const double side = layer % 2 == 0 ? 1 : -1, height = 2 * kRadius * layer;
        for (const double along : { -1.0, -0.8, -0.3, 0.3, 0.8, 1.0 })
            points.emplace_back(side * along * kLeg / 2, height, 0);
        if (layer + 1 < kLayers)
            points.emplace_back(side * (kLeg / 2 + kRadius), height + kRadius, 0);
    }
    return points;
}

Garment folded_ribbon(double friction)
{
    const std::vector<Vector3d> curve = folds();
    const double length = curve_length(curve);
    const Eigen::Vector2i cells(int(std::lround(length * kAcross / kWidth)), kAcross);
    Garment ribbon;
    ribbon.name = "ribbon";
    ribbon.rest = sheet_mesh({ length, kWidth }, cells);
    ribbon.start = strip_along(curve, kWidth, cells);
    // Layers a little steeper than the trough, so that they do not land all at once.
    const Eigen::Quaterniond turn = AngleAxisd(kSlope - 0.03, Vector3d::UnitY())
        * AngleAxisd(std::numbers::pi / 2, Vector3d::UnitX());
    for (std::vector<Vector3d>* vertices : { &ribbon.rest.vertices, &ribbon.start })
        for (Vector3d& vertex : *vertices)
            vertex = turn * vertex + Vector3d(0, 0.001, 0.02);
    ribbon.warp = turn * Vector3d::UnitX();
    ribbon.material.bending = 3e-5;
    ribbon.material.friction = friction;
    return ribbon;
}

std::vector<ScriptedBody> trough()
{
    const AngleAxisd slope(kSlope, Vector3d::UnitY());
    std::vector<ScriptedBody> bodies;
    for (const double side : { -1.0, 0.0, 1.0 }) {
        const Vector3d at = slope * Vector3d(0.5, side * 0.033, side == 0 ? -0.01 : 0.05);
        const Vector3d size = side == 0 ? Vector3d(2, 0.08, 0.02) : Vector3d(2, 0.02, 0.12);
        bodies.push_back({ "plate",
            surface_mesh(Box { at, Eigen::Quaterniond(slope), Vector3d(size / 2) }), {}, 10 });
    }
    return bodies;
}

/// Speed down the trough after 0.5 s; no step of the run has an intersection, decided exactly.
double speed_down(double friction, ZoneKind zones)
{
    ClothOptions options;
    options.air = 0;
    options.thickness = 1e-4;
    options.separation = options.thickness / 20;
    options.zones = zones;
    ClothSimulation simulation({ folded_ribbon(friction) }, trough(), {}, options);
    const auto positions = [&] {
        std::vector<Vector3d> x;
        for (int i = 0; i < simulation.state().x.cols(); ++i)
            x.emplace_back(simulation.state().x.col(i));
        return x;
    };
    ClothIntersectionFinder finder(
        simulation.mesh().triangles, int(simulation.fabric().triangles.size()), positions());
    int zones_met = 0, last_resorts = 0;
    std::size_t intersections = 0;
    while (simulation.state().time < 0.5 - 1e-9) {
        const ClothStepReport report = simulation.step();
        zones_met += report.collision.zones;
        last_resorts += report.collision.last_resort ? 1 : 0;
        intersections += finder.find(positions()).intersections.size();
    }
    EXPECT_EQ(intersections, 0u);
    EXPECT_GT(zones_met, 0);
    EXPECT_TRUE(last_resorts == 0 || zones == ZoneKind::rigid);
    const Vector3d down(std::cos(kSlope), 0, -std::sin(kSlope));
    double momentum = 0, mass = 0;
    for (int i = 0; i < simulation.cloth_vertices(); ++i) {
        const double m = simulation.fabric().mass[std::size_t(i)];
        momentum += m * down.dot(simulation.state().v.col(i));
        mass += m;
    }
    return momentum / mass;
}

TEST(Ribbon, SlidesTheSlowerTheHigherItsFriction)
{
    const double block = 0.5 * kGravity * std::sin(kSlope);  // without friction
    const double none = speed_down(0, ZoneKind::projection),
                 low = speed_down(0.1, ZoneKind::projection),
                 middle = speed_down(0.3, ZoneKind::projection),
                 high = speed_down(0.6, ZoneKind::projection);
    EXPECT_GT(none, 0.97 * block);
    EXPECT_LT(low, 0.9 * none);
    EXPECT_LT(middle, 0.7 * low);
    EXPECT_LT(high, 0.5 * middle);
}

TEST(Ribbon, SticksWithRigidZonesEvenWithoutFriction)
{
    EXPECT_LT(std::abs(speed_down(0, ZoneKind::rigid)), 0.05);  // m/s; 2.0 with projection
}

}  // namespace
}  // namespace gambol::cloth
