// SPDX-License-Identifier: MIT
#include "gambol/cloth/cloth_mesh.hpp"
#include "gambol/cloth/cloth_simulation.hpp"
#include "gambol/geometry/surface_mesh.hpp"
#include "gambol/motion/cloth_intersections.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>

namespace gambol {
namespace {

using Eigen::Vector3d;

Garment square_sheet(double size, int cells, const Vector3d& at)
{
    Garment garment;
    garment.name = "sheet";
    garment.rest = sheet_mesh({ size, size }, { cells, cells });
    for (Vector3d& vertex : garment.rest.vertices)
        vertex += at;
    return garment;
}

/// Moves by `by` between the times of each pair, and back again.
RigidPath there_and_back(const Vector3d& by, double begin, double there, double leave, double back)
{
    RigidPath path;
    path.times = { begin, there, leave, back };
    path.positions = { Vector3d::Zero(), by, by, Vector3d::Zero() };
    path.rotations.assign(4, Eigen::Quaterniond::Identity());
    return path;
}

ClothSimulation plates(double overlap, bool pinned)
{
    const Box lower { .center = { 0, 0, -0.02 }, .half_size = { 0.1, 0.1, 0.02 } };
    const Box upper { .center = { 0, 0, 0.08 }, .half_size = { 0.1, 0.1, 0.02 } };
    ScriptedBody anvil { "anvil", surface_mesh(lower), {}, 0.3 };
    ScriptedBody press { "press", surface_mesh(upper),
        there_and_back({ 0, 0, -0.06 - overlap }, 0.1, 0.2, 0.4, 0.5), 0.3 };
    std::vector<Pins> pins;
    if (pinned)
        for (const int corner : { 0, 16, 16 * 17, 17 * 17 - 1 }) {
            pins.emplace_back();
            pins.back().vertices = { corner };
        }
    return { { square_sheet(0.3, 16, { 0.003, 0.002, 0.01 }) }, { anvil, press }, pins, {} };
}

ClothSimulation ball_in_plate(double depth)
{
    const Box lower { .center = { 0, 0, -0.05 }, .half_size = { 0.2, 0.2, 0.05 } };
    ScriptedBody anvil { "plate", surface_mesh(lower), {}, 0.3 };
    ScriptedBody ball { "ball", surface_mesh(Sphere { { 0, 0, 0.1 }, 0.05 }),
        there_and_back({ 0, 0, -0.05 - depth }, 0.1, 0.2, 0.4, 0.5), 0.3 };
    return { { square_sheet(0.25, 16, { 0.003, 0.002, 0.01 }) }, { anvil, ball }, {}, {} };
}

std::size_t intersections(const ClothSimulation& simulation)
{
    std::vector<Vector3d> x;
    for (int i = 0; i < simulation.state().x.cols(); ++i)
        x.emplace_back(simulation.state().x.col(i));
    ClothIntersectionFinder finder(
        simulation.mesh().triangles, int(simulation.fabric().triangles.size()), x);
    return finder.find(x).intersections.size();
}

double longest_edge(const ClothSimulation& simulation, double limit)
{
    double worst = 0;
    for (const LimitedEdge& edge : simulation.fabric().edges)
        worst = std::max(worst,
            (simulation.state().x.col(edge.a) - simulation.state().x.col(edge.b)).norm()
                / edge.longest);
    return worst * limit;
}

void show(ClothSimulation simulation, const char* name)
{
    std::printf("== %s\n", name);
    int last = 0;
    double worst = 0, fastest = 0;
    for (int step = 0; step < 5000 && simulation.state().time < 1.2; ++step) {
        const ClothStepReport report = simulation.step();
        worst = std::max(worst, longest_edge(simulation, 1));
        fastest = std::max(fastest,
            simulation.state().v.leftCols(simulation.cloth_vertices()).colwise().norm().maxCoeff());
        if (report.collision.let_go != last || step % 48 == 0
            || report.collision.step_fraction < 1) {
            std::printf("step %d t %.4f fraction %.3g let go %d resort %d frozen %d intersections "
                        "%zu worst %.3f v %.2f passes %d\n",
                step, simulation.state().time, report.collision.step_fraction,
                report.collision.let_go, report.collision.last_resort,
                report.collision.frozen_vertices, intersections(simulation), worst, fastest,
                report.collision.passes);
            fastest = 0;
        }
        last = report.collision.let_go;
        if (step == 500 || step == 300)
            for (const LetGo& pair : simulation.state().let_go)
                std::printf("   v %d body %d side %d at %.4f %.4f %.4f  v %.3f %.3f %.3f\n", pair.vertex, pair.body, pair.side,
                    simulation.state().x(0, pair.vertex), simulation.state().x(1, pair.vertex), simulation.state().x(2, pair.vertex),
                    simulation.state().v(0, pair.vertex), simulation.state().v(1, pair.vertex), simulation.state().v(2, pair.vertex));
    }
}

TEST(LetGo, Show)
{
    show(plates(0.01, false), "plates 10 mm");
    show(plates(0.01, true), "plates 10 mm pinned");
    show(plates(0.03, false), "plates 30 mm");
    show(ball_in_plate(0.01), "ball 10 mm");
    show(ball_in_plate(0.03), "ball 30 mm");
}

}  // namespace
}  // namespace gambol
