// SPDX-License-Identifier: MIT
#include "gambol/cloth/cloth_simulation.hpp"
#include "gambol/geometry/surface_mesh.hpp"

#include "support/garments.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace gambol::cloth {
namespace {

using Eigen::Vector3d;

struct Drag {
    const char* name;
    Vector3d at;  // the middle of the sheet
    double held;  // x of the side that is held
    std::vector<double> times;
    std::vector<Vector3d> by;  // where it goes
};

/// A square sheet of 0.4 m on, over or beside a box 0.5 m high with an edge at x = 0.3.
ClothSimulation drag_over_edge(const Drag& drag, int cells, double friction)
{
    Garment sheet = test::square_sheet(0.4, cells, drag.at);
    sheet.material.friction = friction;
    ScriptedBody box { "box",
        surface_mesh(
            Box { Vector3d(0, 0, 0.25), Eigen::Quaterniond::Identity(), Vector3d(0.3, 0.3, 0.25) }),
        {}, 10 };
    ScriptedBody floor { "floor", surface_mesh(Plane { Vector3d::Zero(), Vector3d::UnitZ() }), {},
        10 };
    Pins pins;
    for (int i = 0; i < int(sheet.rest.vertices.size()); ++i)
        if (std::abs(sheet.rest.vertices[std::size_t(i)].x() - drag.held) < 1e-6)
            pins.vertices.push_back(i);
    pins.path.times = drag.times;
    pins.path.positions = drag.by;
    pins.path.rotations.assign(drag.times.size(), Eigen::Quaterniond::Identity());
    return { { sheet }, { box, floor }, { pins }, {} };
}

struct Worst {
    double speed = 0;  // m/s, beyond twice that of the pins and free fall from the highest place
    double rise = 0;  // m, above the highest place of a pin
    double when = 0;  // s
};

Worst run_drag(const Drag& drag, int cells, double friction)
{
    ClothSimulation simulation = drag_over_edge(drag, cells, friction);
    double pins = 0, top = drag.at.z();
    for (std::size_t k = 1; k < drag.times.size(); ++k) {
        pins = std::max(
            pins, (drag.by[k] - drag.by[k - 1]).norm() / (drag.times[k] - drag.times[k - 1]));
        top = std::max(top, drag.at.z() + drag.by[k].z());
    }
    Worst worst;
    const ClothState& state = simulation.state();
    while (state.time < drag.times.back()) {
        (void)simulation.step();
        // What falls pulls the rest along.
        const double lowest = state.x.row(2).head(simulation.cloth_vertices()).minCoeff();
        const double fall = std::max(0.0, top - lowest);
        for (int i = 0; i < simulation.cloth_vertices(); ++i) {
            const double over = state.v.col(i).norm() - 2 * pins - std::sqrt(2 * kGravity * fall);
            if (over > worst.speed) {
                worst.speed = over;
                worst.when = state.time;
            }
            worst.rise = std::max(worst.rise, state.x(2, i) - top);
        }
    }
    return worst;
}

const Drag kDrags[] = {
    { "down, off the box", { 0.13, 0.007, 0.503 }, 0.33, { 0, 1.6 },
        { { 0, 0, 0 }, { 0.1, 0, -0.45 } } },
    { "back, onto the box", { 0.48, 0.007, 0.503 }, 0.28, { 0, 0.6, 2.2 },
        { { 0, 0, 0 }, { 0, 0, 0 }, { -0.48, 0, 0.05 } } },
    { "up from the floor, over the box", { 0.52, 0.007, 0.003 }, 0.32, { 0, 1.75, 3.35 },
        { { 0, 0, 0 }, { 0, 0, 0.52 }, { -0.48, 0, 0.52 } } },
};

/// Sheets were thrown: up to 4.5 m/s faster than this and 24 cm above the pins. What is left is
/// tails that whip (0.7 m/s), and rows of squares that turn over the edge all at once (3 cm).
TEST(ClothDrag, ASheetDrawnOverAnEdgeIsNotThrown)
{
    for (const Drag& drag : kDrags)
        for (const double friction : { 0.0, 0.3 }) {
            const Worst worst = run_drag(drag, 16, friction);
            EXPECT_LT(worst.speed, 0.9)
                << drag.name << ", friction " << friction << ", at " << worst.when << " s";
            EXPECT_LT(worst.rise, 0.05) << drag.name << ", friction " << friction;
        }
}

}  // namespace
}  // namespace gambol::cloth
