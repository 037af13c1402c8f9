// SPDX-License-Identifier: MIT
#include "gambol/math/convex_hull.hpp"

#include <gtest/gtest.h>

namespace gambol {
namespace {

using Eigen::Vector2d;

TEST(ConvexHull, KeepsCornersAnticlockwiseAndNothingElse)
{
    const std::vector<Vector2d> hull = convex_hull(
        { { 0, 0 }, { 1, 0.5 }, { 2, 2 }, { 0, 2 }, { 2, 0 }, { 1, 0 }, { 2, 1 }, { 0, 0 } });
    ASSERT_EQ(hull.size(), 4u);
    double area = 0;
    for (std::size_t i = 0; i < hull.size(); ++i) {
        const Vector2d &a = hull[i], &b = hull[(i + 1) % hull.size()];
        area += 0.5 * (a.x() * b.y() - a.y() * b.x());
    }
    EXPECT_NEAR(area, 4, 1e-12);  // negative when clockwise
}

}  // namespace
}  // namespace gambol
