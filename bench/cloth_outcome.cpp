// SPDX-License-Identifier: MIT
#include "cloth_outcome.hpp"

#include "gambol/math/gravity.hpp"
#include "gambol/motion/cloth_intersections.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace gambol::bench {

namespace {

using Eigen::Vector3d;

// As in the scenes of that name.
constexpr double kChuteEnd = -0.3;  // m
constexpr double kIncline = 20 * std::numbers::pi / 180;
constexpr double kTrough = 24 * std::numbers::pi / 180, kTroughEnd = 1.5;  // m, along it

Vector3d mean_velocity(const cloth::ClothSimulation& simulation)
{
    Vector3d momentum = Vector3d::Zero();
    double mass = 0;
    for (int i = 0; i < simulation.cloth_vertices(); ++i) {
        momentum += simulation.fabric().mass[std::size_t(i)] * simulation.state().v.col(i);
        mass += simulation.fabric().mass[std::size_t(i)];
    }
    return momentum / mass;
}

double height(const cloth::ClothSimulation& simulation)
{
    const auto z = simulation.state().x.row(2).head(simulation.cloth_vertices());
    return z.maxCoeff() - z.minCoeff();
}

}  // namespace

int count_intersections(const cloth::ClothSimulation& simulation)
{
    std::vector<Vector3d> x;
    for (int i = 0; i < simulation.state().x.cols(); ++i)
        x.emplace_back(simulation.state().x.col(i));
    ClothIntersectionFinder finder(
        simulation.mesh().triangles, int(simulation.fabric().triangles.size()), x);
    return int(finder.find(x).intersections.size());
}

double largest_stretch(const cloth::ClothSimulation& simulation)
{
    double worst = 0;
    for (const cloth::LimitedEdge& edge : simulation.fabric().edges)
        worst = std::max(worst,
            (simulation.state().x.col(edge.a) - simulation.state().x.col(edge.b)).norm()
                / edge.rest);
    return worst;
}

std::string describe_outcome(const std::string& scene, const cloth::ClothSimulation& simulation)
{
    const Vector3d v = mean_velocity(simulation);
    const double time = simulation.state().time;
    if (scene.starts_with("cloth-funnel")) {
        const auto z = simulation.state().x.row(2).head(simulation.cloth_vertices());
        return fmt::format("{:.1f} % of the vertices out of the chute, {:.1f} % below the neck",
            100.0 * double((z.array() < kChuteEnd).count()) / double(z.size()),
            100.0 * double((z.array() < 0).count()) / double(z.size()));
    }
    if (scene == "cloth-incline")
        return fmt::format("slides at {:.3f} of the speed of a block without friction",
            v.dot(Vector3d(std::cos(kIncline), 0, -std::sin(kIncline)))
                / (kGravity * std::sin(kIncline) * time));
    if (scene == "cloth-ribbon") {
        const Vector3d down(std::cos(kTrough), 0, -std::sin(kTrough));
        const Eigen::RowVectorXd along
            = down.transpose() * simulation.state().x.leftCols(simulation.cloth_vertices());
        return fmt::format("{:.3f} m/s down the trough, {:.1f} % of the vertices out of it",
            v.dot(down),
            100.0 * double((along.array() > kTroughEnd).count()) / double(along.size()));
    }
    if (scene == "cloth-cylinder")
        return fmt::format("{:.0f} mm high", 1e3 * height(simulation));
    if (scene == "cloth-squares")
        return fmt::format("stack {:.0f} mm high, {:.3f} m/s", 1e3 * height(simulation), v.norm());
    return "";
}

}  // namespace gambol::bench
