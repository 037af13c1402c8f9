// SPDX-License-Identifier: MIT
#include "cloth_scaling.hpp"

#include "cloth_outcome.hpp"
#include "gambol/cloth/fabric/cloth_mesh.hpp"
#include "gambol/geometry/surface_mesh.hpp"
#include "gambol/methods/cloth/cloth_run.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstdio>

namespace gambol::bench {

namespace {

using Eigen::Vector3d;

constexpr double kRadius = 0.5, kSide = 0.6;  // m, of the ball and of the sheets on it
// Facets lie outside of the ball; their corners stand out by this share of the radius.
constexpr int kAround = 96, kRings = 24;
constexpr double kCorners = 0.0012;

/// A square sheet that lies on the ball at a distance, at rest as it lies.
cloth::Garment cap(const std::string& name, int cells, double distance, double thickness)
{
    cloth::Garment garment;
    garment.name = name;
    garment.rest = cloth::sheet_mesh({ kSide, kSide }, { cells, cells });
    for (Vector3d& x : garment.rest.vertices) {
        // Turned a little, so that edges do not lie on edges.
        const double turn = distance / thickness;
        const Vector3d at(x.x() * std::cos(turn) - x.y() * std::sin(turn),
            x.x() * std::sin(turn) + x.y() * std::cos(turn), 0);
        x = at
            + Vector3d(0, 0,
                std::sqrt(std::pow((1 + kCorners) * kRadius + distance, 2) - at.squaredNorm()));
    }
    return garment;
}

}  // namespace

int bench_cloth_scaling(int steps, const RunControl& control)
{
    fmt::print("Two sheets on a ball, {} steps of 1/480 s; CPU milliseconds per step of one "
               "thread.\n{:>9} {:>9} {:>12} {:>8} {:>8} {:>8} {:>8} {:>12} {:>10} {:>8}\n",
        steps, "vertices", "per step", "us a vertex", "dynam.", "broad", "narrow", "zones",
        "pairs a vert.", "close", "inters.");
    for (const int vertices : { 2000, 8000, 32000, 100000 }) {
        const int cells = int(std::round(std::sqrt(vertices / 2.0))) - 1;
        cloth::ClothOptions options;
        options.thickness = 0.1 * kSide / cells;
        options.separation = options.thickness / 20;
        cloth::ScriptedBody ball { "ball",
            surface_mesh(Sphere { Vector3d::Zero(), kRadius },
                { .around = kAround, .rings = kRings, .plane_center = Vector3d::Zero() }),
            {}, 0.3 };
        cloth::ClothSimulation simulation(
            { cap("lower", cells, 0.8 * options.thickness, options.thickness),
                cap("upper", cells, 1.6 * options.thickness, options.thickness) },
            { ball }, {}, options);
        cloth::ClothTotals totals;
        long candidates = 0, close = 0;
        int intersections = 0;
        while (totals.steps < steps) {
            if (control.cancel && control.cancel->load())
                return 130;
            const cloth::ClothStepReport report = simulation.step();
            totals.add(report);
            candidates += report.collision.candidates;
            close += report.collision.proximities;
            intersections += count_intersections(simulation);
        }
        const double k = 1e3 / totals.steps, count = simulation.cloth_vertices();
        fmt::print("{:>9} {:>9.1f} {:>12.2f} {:>8.1f} {:>8.1f} {:>8.1f} {:>8.1f} {:>12.2f} "
                   "{:>10.2f} {:>8}\n",
            simulation.cloth_vertices(), k * totals.seconds(), 1e3 * k * totals.seconds() / count,
            k * totals.dynamics_seconds, k * totals.broad_seconds, k * totals.narrow_seconds,
            k * totals.zone_seconds, double(candidates) / totals.steps / count,
            double(close) / totals.steps / count, intersections);
        std::fflush(stdout);
    }
    return 0;
}

}  // namespace gambol::bench
