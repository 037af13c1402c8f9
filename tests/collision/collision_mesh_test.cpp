// SPDX-License-Identifier: MIT
#include "gambol/collision/collision_mesh.hpp"

#include "gambol/geometry/surface_mesh.hpp"

#include <gtest/gtest.h>

namespace gambol::collision {
namespace {

TEST(CollisionMesh, ABoxHasTwelveEdgesAndNoDiagonals)
{
    const Mesh box = surface_mesh(Box { .half_size = { 0.1, 0.2, 0.3 } });
    CollisionMesh mesh;
    add_object(mesh, "cloth", { 1, 1, 1 }, { { 0, 1, 2 } });
    EXPECT_EQ(add_rigid_object(mesh, "box", box.vertices, box.triangles), 3);
    EXPECT_EQ(mesh.edges.size(), 3u + 12u);
    EXPECT_EQ(mesh.triangles.size(), 1u + 12u);
    for (std::size_t e = 3; e < mesh.edges.size(); ++e) {
        const Eigen::Vector3d along = box.vertices[std::size_t(mesh.edges[e][1] - 3)]
            - box.vertices[std::size_t(mesh.edges[e][0] - 3)];
        EXPECT_NEAR(along.cwiseAbs().maxCoeff(), along.norm(), 1e-12);
    }
}

TEST(CollisionMesh, TheRimOfASheetAndItsFoldsStay)
{
    // Two triangles side by side, and a third folded back onto the second.
    const std::vector<Eigen::Vector3d> vertices { { 0, 0, 0 }, { 1, 0, 0 }, { 1, 1, 0 },
        { 0, 1, 0 }, { 0.2, 0.1, 0 } };
    CollisionMesh mesh;
    add_rigid_object(mesh, "sheet", vertices, { { 0, 1, 2 }, { 0, 2, 3 }, { 2, 1, 4 } });
    EXPECT_EQ(mesh.edges.size(), 6u);  // all but the diagonal 0-2
    for (const Eigen::Vector2i& edge : mesh.edges)
        EXPECT_FALSE(edge == Eigen::Vector2i(0, 2));
}

}  // namespace
}  // namespace gambol::collision
