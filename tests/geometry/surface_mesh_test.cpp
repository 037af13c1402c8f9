// SPDX-License-Identifier: MIT
#include "gambol/geometry/surface_mesh.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <utility>

namespace gambol {
namespace {

using Eigen::Vector3d;

/// Every edge of a closed surface is there once in each direction.
bool is_closed(const Mesh& mesh)
{
    std::map<std::pair<int, int>, int> edges;
    for (const Eigen::Vector3i& t : mesh.triangles)
        for (int k = 0; k < 3; ++k)
            ++edges[{ t[k], t[(k + 1) % 3] }];
    for (const auto& [edge, count] : edges)
        if (count != 1 || !edges.count({ edge.second, edge.first }))
            return false;
    return true;
}

/// Least distance of a facet's plane from a point inside, negative when it looks inwards.
double least_facet_distance(const Mesh& mesh, const Vector3d& inside)
{
    double least = 1e9;
    for (const Eigen::Vector3i& t : mesh.triangles) {
        const Vector3d a = mesh.vertices[std::size_t(t[0])];
        const Vector3d n
            = (mesh.vertices[std::size_t(t[1])] - a).cross(mesh.vertices[std::size_t(t[2])] - a);
        least = std::min(least, n.dot(a - inside) / n.norm());
    }
    return least;
}

TEST(SurfaceMesh, FacetsOfASphereTouchItFromOutside)
{
    const Vector3d center(1, 2, 3);
    const Mesh mesh = surface_mesh(Sphere { center, 0.3 });
    EXPECT_TRUE(is_closed(mesh));
    EXPECT_NEAR(least_facet_distance(mesh, center), 0.3, 1e-12);
    for (const Vector3d& vertex : mesh.vertices)
        EXPECT_LT((vertex - center).norm(), 0.3 * 1.03);
}

TEST(SurfaceMesh, ForPicturesCornersLieOnTheSurface)
{
    const Capsule capsule { { 0, 1, 0 }, { 0.3, 1, 0.4 }, 0.1 };
    const Mesh mesh = surface_mesh(capsule, { .rings = 8, .enclosing = false });
    EXPECT_TRUE(is_closed(mesh));
    const Vector3d axis = capsule.to - capsule.from;
    for (const Vector3d& vertex : mesh.vertices) {
        const double along
            = std::clamp(axis.dot(vertex - capsule.from) / axis.squaredNorm(), 0.0, 1.0);
        EXPECT_NEAR((vertex - capsule.from - along * axis).norm(), 0.1, 1e-12);
    }
}

TEST(SurfaceMesh, ACapsuleIsClosedAndEnclosesItsAxis)
{
    const Capsule capsule { { 0, 1, 0 }, { 0.3, 1, 0.4 }, 0.1 };
    const Mesh mesh = surface_mesh(capsule);
    EXPECT_TRUE(is_closed(mesh));
    for (const double share : { 0.0, 0.5, 1.0 })
        EXPECT_GE(least_facet_distance(mesh, capsule.from + share * (capsule.to - capsule.from)),
            0.1 - 1e-12);
}

TEST(SurfaceMesh, ABoxIsClosedAndLooksOutwards)
{
    const Box box { { 1, 0, 0 }, Eigen::Quaterniond(Eigen::AngleAxisd(0.5, Vector3d::UnitZ())),
        { 0.1, 0.2, 0.3 } };
    const Mesh mesh = surface_mesh(box);
    EXPECT_TRUE(is_closed(mesh));
    EXPECT_NEAR(least_facet_distance(mesh, box.center), 0.1, 1e-12);
}

TEST(SurfaceMesh, APlaneIsASquareBelowTheCloth)
{
    SurfaceMeshOptions options;
    options.plane_center = { 5, 6, 7 };
    options.plane_half_size = 2;
    const Mesh mesh = surface_mesh(Plane {}, options);
    Vector3d middle = Vector3d::Zero();
    for (const Vector3d& vertex : mesh.vertices)
        middle += vertex / 4;
    EXPECT_LT((middle - Vector3d(5, 6, 0)).norm(), 1e-12);
    EXPECT_LT(least_facet_distance(mesh, { 0, 0, 1 }), 0);  // up
}

TEST(SurfaceMesh, AFunnelIsOpenAtBothEnds)
{
    const Mesh mesh = turned_mesh({ { 0.1, -0.2 }, { 0.1, 0 }, { 0.5, 0.4 } }, 12);
    EXPECT_EQ(mesh.vertices.size(), 36u);
    EXPECT_EQ(mesh.triangles.size(), 48u);
    EXPECT_FALSE(is_closed(mesh));
}

}  // namespace
}  // namespace gambol
