// SPDX-License-Identifier: MIT
#include "gambol/cloth/cloth_simulation.hpp"
#include "gambol/cloth/fabric/cloth_material.hpp"
#include "gambol/cloth/fabric/hinge.hpp"
#include "gambol/cloth/fabric/membrane.hpp"
#include "gambol/geometry/surface_mesh.hpp"
#include "gambol/math/random.hpp"

#include "support/garments.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace gambol::cloth {
namespace {

using Eigen::Vector3d;

struct Drag {
    std::string name;
    Vector3d at;  // the middle of the sheet
    double held;  // x of the side that is held
    std::vector<double> times;
    std::vector<Vector3d> by;  // where it goes
};

/// What happened to a square sheet of 0.4 m on, over or beside a box 0.5 m high with an edge at x =
/// 0.3, one side of which is drawn away.
struct Worst {
    double speed = -1e9;  // m/s, beyond twice that of the pins and free fall from the highest place
    double rise = 0;  // m, above the highest place of a pin
    double energy = 0;  // J, that came from nowhere: neither from pins nor from height
    double weight = 0;  // J: m g times the length of the sheet, to compare with
};

/// Energy of springs and hinges, and of height and speed of what is free.
double energy_of(const ClothSimulation& simulation, const std::vector<char>& held)
{
    const Fabric& fabric = simulation.fabric();
    const ClothState& state = simulation.state();
    Eigen::Matrix3Xd unused3(3, 3), unused4(3, 4);
    double sum = 0;
    for (const MembraneTriangle& triangle : fabric.membrane)
        sum += evaluate_membrane(triangle, {}, 1, state.x, unused3);
    for (const Hinge& hinge : fabric.hinges)
        sum += evaluate_hinge(hinge, hinge.rest_angle, 1, state.x, unused4);
    for (int i = 0; i < fabric.vertex_count(); ++i)
        if (!held[std::size_t(i)])
            sum += fabric.mass[std::size_t(i)]
                * (kGravity * state.x(2, i) + 0.5 * state.v.col(i).squaredNorm());
    return sum;
}

/// What the pins did in a step of dt from x_t0: the forces of the cloth on them, at its end and
/// with damping, times their way.
double work_of_pins(const ClothSimulation& simulation, const std::vector<char>& held,
    const Eigen::Matrix3Xd& x_t0, double dt)
{
    const Fabric& fabric = simulation.fabric();
    const Eigen::Matrix3Xd& x = simulation.state().x;
    Eigen::Matrix3Xd slope3(3, 3), slope4(3, 4);
    double work = 0;
    const auto add = [&](const auto& vertices, const Eigen::Matrix3Xd& slope) {
        for (std::size_t k = 0; k < vertices.size(); ++k)
            if (const int i = vertices[k]; held[std::size_t(i)])
                work += slope.col(Eigen::Index(k)).dot(x.col(i) - x_t0.col(i));
    };
    const auto any_held = [&](const auto& vertices) {
        return std::any_of(
            vertices.begin(), vertices.end(), [&](int i) { return held[std::size_t(i)]; });
    };
    for (std::size_t t = 0; t < fabric.membrane.size(); ++t) {
        const MembraneTriangle& triangle = fabric.membrane[t];
        if (!any_held(triangle.vertex))
            continue;
        const double ratio = fabric.membrane_damping[t] / dt;
        (void)evaluate_membrane(
            triangle, damped_target(triangle, x_t0, ratio), 1 + ratio, x, slope3);
        add(triangle.vertex, slope3);
    }
    for (std::size_t h = 0; h < fabric.hinges.size(); ++h) {
        const Hinge& hinge = fabric.hinges[h];
        if (!any_held(hinge.vertex))
            continue;
        const double ratio = fabric.hinge_damping[h] / dt;
        const double target = hinge.rest_angle
            + ratio / (1 + ratio) * angle_between(hinge_angle(hinge, x_t0), hinge.rest_angle);
        (void)evaluate_hinge(hinge, target, 1 + ratio, x, slope4);
        add(hinge.vertex, slope4);
    }
    return work;
}

Worst run_drag(const Drag& drag, int cells, const ClothMaterial& material)
{
    Garment sheet = test::square_sheet(0.4, cells, drag.at);
    sheet.material = material;
    ScriptedBody box { "box",
        surface_mesh(
            Box { Vector3d(0, 0, 0.25), Eigen::Quaterniond::Identity(), Vector3d(0.3, 0.3, 0.25) }),
        {}, 10 };
    ScriptedBody floor { "floor", surface_mesh(Plane { Vector3d::Zero(), Vector3d::UnitZ() }), {},
        10 };
    Pins pins;
    std::vector<char> held(sheet.rest.vertices.size(), 0);
    for (int i = 0; i < int(held.size()); ++i)
        if (std::abs(sheet.rest.vertices[std::size_t(i)].x() - drag.held) < 1e-6) {
            pins.vertices.push_back(i);
            held[std::size_t(i)] = 1;
        }
    pins.path.times = drag.times;
    pins.path.positions = drag.by;
    pins.path.rotations.assign(drag.times.size(), Eigen::Quaterniond::Identity());
    double fastest = 0, top = drag.at.z();
    for (std::size_t k = 1; k < drag.times.size(); ++k) {
        fastest = std::max(
            fastest, (drag.by[k] - drag.by[k - 1]).norm() / (drag.times[k] - drag.times[k - 1]));
        top = std::max(top, drag.at.z() + drag.by[k].z());
    }
    const ClothOptions options;
    ClothSimulation simulation({ sheet }, { box, floor }, { pins }, options);
    const ClothState& state = simulation.state();
    Worst worst;
    worst.weight = material.density * 0.4 * 0.4 * kGravity * 0.4;
    double least = energy_of(simulation, held), work = 0;
    while (state.time < drag.times.back()) {
        const Eigen::Matrix3Xd x_t0 = state.x;
        (void)simulation.step();
        work += work_of_pins(simulation, held, x_t0, options.dt);
        const double energy = energy_of(simulation, held) - work;
        worst.energy = std::max(worst.energy, energy - least);
        least = std::min(least, energy);
        // What falls pulls the rest along.
        const auto z = state.x.row(2).head(simulation.cloth_vertices());
        const double limit
            = 2 * fastest + std::sqrt(2 * kGravity * std::max(0.0, top - z.minCoeff()));
        const auto v = state.v.leftCols(simulation.cloth_vertices());
        worst.speed = std::max(worst.speed, v.colwise().norm().maxCoeff() - limit);
        worst.rise = std::max(worst.rise, z.maxCoeff() - top);
    }
    return worst;
}

const Drag kDown { "down, off the box", { 0.13, 0.007, 0.503 }, 0.33, { 0, 1.6 },
    { { 0, 0, 0 }, { 0.1, 0, -0.45 } } };
const Drag kBack { "back, onto the box", { 0.48, 0.007, 0.503 }, 0.28, { 0, 0.6, 2.2 },
    { { 0, 0, 0 }, { 0, 0, 0 }, { -0.48, 0, 0.05 } } };
const Drag kUp { "up from the floor, over the box", { 0.52, 0.007, 0.003 }, 0.32, { 0, 1.75, 3.35 },
    { { 0, 0, 0 }, { 0, 0, 0.52 }, { -0.48, 0, 0.52 } } };

// Of Worst::weight. It was 0.6 to 1.9. What is left is mostly work that is not counted: forces at
// the pins are those of a solve that ends before they are exact.
constexpr double kFromNowhere = 0.25;

/// Sheets were thrown: energy came from nowhere, up to twice as much as a sheet has when it falls
/// by its own length; speeds were up to 4.5 m/s beyond the limit, rises 24 cm.
TEST(ClothDrag, ASheetDrawnOverAnEdgeIsNotThrown)
{
    for (const Drag& drag : { kBack, kUp })
        for (const double friction : { 0.0, 0.3 }) {
            const Worst worst = run_drag(drag, 16, { .friction = friction });
            EXPECT_LT(worst.speed, 0) << drag.name << ", friction " << friction;
            EXPECT_LT(worst.rise, 0.025) << drag.name << ", friction " << friction;
            EXPECT_LT(worst.energy, kFromNowhere * worst.weight)
                << drag.name << ", friction " << friction;
        }
}

/// A sheet that runs off an edge by its own weight, ahead of its pins, cracks like a whip: its tail
/// takes up the energy of the rest and is faster than what falls freely (4.2 m/s here, with 16 and
/// with 24 cells and a fourth of the step). So it is held to its energy alone.
TEST(ClothDrag, ASheetThatRunsOffAnEdgeGainsNoEnergy)
{
    for (const double friction : { 0.0, 0.3 }) {
        const Worst worst = run_drag(kDown, 16, { .friction = friction });
        EXPECT_LT(worst.energy, 0.1 * worst.weight) << "friction " << friction;
        EXPECT_LT(worst.rise, 0.025) << "friction " << friction;
    }
}

/// Other fabrics, meshes, ways and speeds, drawn at random. Denim on a coarse mesh still turns over
/// the edge a whole row of squares at once, which flips up (0.43 m/s beyond the limit, 4.6 cm).
TEST(ClothDrag, NorIsAnyOther)
{
    Random random(7);
    for (int k = 0; k < 6; ++k) {
        const NamedMaterial& fabric = cloth_materials()[std::size_t(k % 3)];
        ClothMaterial material = fabric.material;
        material.friction = random.uniform(0, 0.5);
        const int cells = 10 + int(random.uniform(0, 6));
        const double speed = random.uniform(0.15, 0.6), height = random.uniform(0.51, 0.6);
        const Vector3d away { random.uniform(-0.5, -0.4), random.uniform(-0.1, 0.1),
            random.uniform(0, 0.1) };
        Drag drag = k % 2 == 0 ? kBack : kUp;
        drag.at.y() = random.uniform(-0.15, 0.15);
        if (k % 2 == 0) {
            drag.times[2] = drag.times[1] + away.norm() / speed;
            drag.by[2] = away;
        } else {
            drag.by[1].z() = height;
            drag.by[2] = drag.by[1] + away;
            drag.times[1] = height / speed;
            drag.times[2] = drag.times[1] + away.norm() / speed;
        }
        const Worst worst = run_drag(drag, cells, material);
        const bool stiff = fabric.name == "denim";
        EXPECT_LT(worst.speed, stiff ? 0.6 : 0) << k << ": " << fabric.name << ", " << cells;
        EXPECT_LT(worst.rise, 0.05) << k;
        EXPECT_LT(worst.energy, kFromNowhere * worst.weight) << k;
    }
}

}  // namespace
}  // namespace gambol::cloth
