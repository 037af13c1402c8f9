// SPDX-License-Identifier: MIT
#include "gambol/cloth/fabric/bent_strip.hpp"
#include "gambol/cloth/fabric/cloth_mesh.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace gambol::cloth {
namespace {

using Eigen::Vector3d;

std::vector<Vector3d> half_circle(int points)
{
    std::vector<Vector3d> circle;
    for (int i = 0; i <= points; ++i) {
        const double angle = std::numbers::pi * i / points;
        circle.emplace_back(0.1 * std::cos(angle), 0.1 * std::sin(angle), 0.5);
    }
    return circle;
}

TEST(BentStrip, ACurveThroughPointsOfACircleIsAsLongAsTheCircle)
{
    EXPECT_NEAR(curve_length(half_circle(8)), 0.1 * std::numbers::pi, 1e-3);
    EXPECT_DOUBLE_EQ(curve_length({ Vector3d::Zero(), Vector3d(0, 3, 4) }), 5);
}

TEST(BentStrip, ALevelCurveBendsTheSheetWithoutStretchingIt)
{
    const Eigen::Vector2i cells(40, 3);
    const double width = 0.02, length = curve_length(half_circle(8));
    const Mesh rest = sheet_mesh({ length, width }, cells);
    const std::vector<Vector3d> bent = strip_along(half_circle(8), width, cells);
    ASSERT_EQ(bent.size(), rest.vertices.size());
    EXPECT_LT((bent.front() - Vector3d(0.1, 0, 0.49)).norm(), 1e-9);
    EXPECT_LT((bent.back() - Vector3d(-0.1, 0, 0.51)).norm(), 1e-9);
    for (const Eigen::Vector3i& t : rest.triangles)
        for (int k = 0; k < 3; ++k) {
            const auto a = std::size_t(t[k]), b = std::size_t(t[(k + 1) % 3]);
            EXPECT_NEAR(
                (bent[a] - bent[b]).norm() / (rest.vertices[a] - rest.vertices[b]).norm(), 1, 5e-3);
        }
}

TEST(BentStrip, GoesStraightUpWithoutTurning)
{
    const std::vector<Vector3d> up
        = strip_along({ Vector3d::Zero(), Vector3d(0, 0, 1) }, 0.1, { 4, 1 });
    for (int i = 1; i <= 4; ++i)
        EXPECT_LT(((up[std::size_t(5 + i)] - up[std::size_t(i)]) - (up[5] - up[0])).norm(), 1e-12);
}

}  // namespace
}  // namespace gambol::cloth
