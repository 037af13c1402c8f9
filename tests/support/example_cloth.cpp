// SPDX-License-Identifier: MIT
#include "support/example_cloth.hpp"

#include <cmath>
#include <numbers>

namespace gambol::test {

using Eigen::Vector3d;

MotionCloth flat_sheet(int cells)
{
    MotionCloth sheet;
    sheet.name = "sheet";
    sheet.mesh = "cloth.obj";
    sheet.cache = "cloth.pc2";
    for (int j = 0; j <= cells; ++j)
        for (int i = 0; i <= cells; ++i)
            sheet.rest.emplace_back(double(i) / cells - 0.5, double(j) / cells - 0.5, 0);
    const auto vertex = [&](int i, int j) { return j * (cells + 1) + i; };
    for (int j = 0; j < cells; ++j)
        for (int i = 0; i < cells; ++i) {
            sheet.triangles.emplace_back(vertex(i, j), vertex(i + 1, j), vertex(i + 1, j + 1));
            sheet.triangles.emplace_back(vertex(i, j), vertex(i + 1, j + 1), vertex(i, j + 1));
        }
    sheet.area_density = 0.2;
    sheet.thickness = 0.002;
    sheet.stretch_limit = 1.1;
    return sheet;
}

Motion waving_sheet(int cells)
{
    constexpr int kSamples = 61;
    constexpr double kTurn = 2 * std::numbers::pi;
    Motion motion;
    motion.name = "waving-sheet";
    motion.method = "cloth";
    motion.surfaces.push_back({ "ground", Plane {}, 0.5 });
    motion.surfaces.push_back({ "post",
        Box { { 0.8, 0, 0.4 }, Eigen::Quaterniond::Identity(), { 0.1, 0.1, 0.4 } }, 0.5 });
    MotionCloth sheet = flat_sheet(cells);
    MotionProp ball;
    ball.name = "ball";
    ball.shapes.emplace_back(Sphere { Vector3d::Zero(), 0.15 });
    for (int k = 0; k < kSamples; ++k) {
        const double time = double(k) / (kSamples - 1);
        motion.times.push_back(time);
        for (const Vector3d& rest : sheet.rest) {
            sheet.positions.push_back(float(rest.x()));
            sheet.positions.push_back(float(rest.y()));
            sheet.positions.push_back(float(0.5 + 0.06 * std::sin(kTurn * (rest.x() - time))));
        }
        ball.positions.emplace_back(-0.4 + 0.8 * time, 0, 0.16);
        ball.rotations.push_back(Eigen::Quaterniond::Identity());
    }
    motion.props.push_back(ball);
    motion.cloth.push_back(sheet);
    return motion;
}

}  // namespace gambol::test
