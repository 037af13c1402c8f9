// SPDX-License-Identifier: MIT
#include "gambol/geometry/height_below.hpp"

#include "gambol/geometry/nearest.hpp"
#include "support/finite_difference.hpp"

#include <gtest/gtest.h>

namespace gambol {
namespace {

using Eigen::Quaterniond;
using Eigen::Vector2d;
using Eigen::Vector3d;

const Heightfield kField { { -0.5, -0.5 }, { 0.25, 0.25 },
    0.2 * Eigen::MatrixXd::Identity(5, 5) + 0.1 * Eigen::MatrixXd::Ones(5, 5) };

struct Named {
    const char* name;
    Shape shape;
};
const std::vector<Named> kShapes = {
    { "plane", Plane { { 0, 0, 0.1 }, Vector3d(0.3, -0.1, 1).normalized() } },
    { "box",
        Box { { 0.1, 0, 0.2 }, Quaterniond(0.9, 0.3, -0.2, 0.1).normalized(), { 0.4, 0.3, 0.2 } } },
    { "level box", Box { { 0, 0, 0 }, Quaterniond::Identity(), { 0.4, 0.3, 0.2 } } },
    { "sphere", Sphere { { 0.1, 0.1, 0 }, 0.4 } },
    { "capsule", Capsule { { -0.3, 0.1, 0 }, { 0.4, 0.2, 0.3 }, 0.25 } },
    { "upright capsule", Capsule { { 0, 0, -0.2 }, { 0, 0, 0.3 }, 0.25 } },
    { "ball", Capsule { { 0, 0, 0.3 }, { 0, 0, 0.3 }, 0.25 } },
    { "heightfield", kField },
};

TEST(HeightBelow, IsWhereAPointGoingDownEntersTheSolid)
{
    test::Random random(51);
    for (const auto& [name, shape] : kShapes) {
        int hits = 0, misses = 0;
        for (int k = 0; k < 200; ++k) {
            const Vector2d at(random.uniform(-0.6, 0.6), random.uniform(-0.6, 0.6));
            // Steps as long as the distance cannot jump over the surface.
            Vector3d p(at.x(), at.y(), 3);
            while (p.z() > -3) {
                const double distance = nearest_surface_point(shape, p).distance;
                if (distance < 1e-9)
                    break;
                p.z() -= distance;
            }
            const auto height = height_below(shape, at);
            ASSERT_EQ(height.has_value(), p.z() > -3) << name << " " << at.transpose();
            height ? ++hits : ++misses;
            if (height) {
                EXPECT_NEAR(*height, p.z(), 1e-5) << name << " " << at.transpose();
                EXPECT_FALSE(height_below(shape, at, *height - 1e-6)) << name;
                EXPECT_TRUE(height_below(shape, at, *height + 1e-6)) << name;
            }
        }
        EXPECT_GT(hits, 20) << name;
        if (!std::holds_alternative<Plane>(shape)) {
            EXPECT_GT(misses, 5) << name;
        }
    }
}

TEST(HeightBelow, WallsAndCeilingsAreNothingToStandOn)
{
    EXPECT_FALSE(height_below(Plane { { 0, 0, 2 }, { 0, 0, -1 } }, { 0, 0 }));
    EXPECT_FALSE(height_below(Plane { { 1, 0, 0 }, { -1, 0, 0 } }, { 0, 0 }));
}

TEST(HeightBelow, OfAMeshIsItsHighestFaceThatLooksUp)
{
    const Mesh roof { "", { { 0, 0, 0 }, { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } },
        { { 0, 2, 1 }, { 0, 1, 3 }, { 1, 2, 3 }, { 0, 3, 2 } } };
    EXPECT_NEAR(height_below(roof, { 0.2, 0.3 }).value_or(-1), 0.5, 1e-12);
    EXPECT_FALSE(height_below(roof, { 0.6, 0.6 }));
}

TEST(HeightBelow, TheHighestSurfaceCounts)
{
    const std::vector<Shape> world
        = { Plane {}, Box { { 0, 0, 0.2 }, Quaterniond::Identity(), { 0.4, 0.3, 0.2 } } };
    EXPECT_NEAR(height_below(world, { 0.1, 0.1 }).value_or(-1), 0.4, 1e-15);
    EXPECT_NEAR(height_below(world, { 0.5, 0.1 }).value_or(-1), 0, 1e-15);
    // From under the table the floor is next.
    EXPECT_NEAR(height_below(world, { 0.1, 0.1 }, 0.3).value_or(-1), 0, 1e-15);
    EXPECT_FALSE(height_below(std::vector<Shape> {}, { 0, 0 }));
}

}  // namespace
}  // namespace gambol
