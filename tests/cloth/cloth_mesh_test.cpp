// SPDX-License-Identifier: MIT
#include "gambol/cloth/fabric/cloth_mesh.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace gambol::cloth {
namespace {

double area(const Mesh& mesh)
{
    double sum = 0;
    for (const Eigen::Vector3i& t : mesh.triangles) {
        const Eigen::Vector3d a = mesh.vertices[std::size_t(t[0])];
        sum += (mesh.vertices[std::size_t(t[1])] - a)
                   .cross(mesh.vertices[std::size_t(t[2])] - a)
                   .norm()
            / 2;
    }
    return sum;
}

TEST(ClothMesh, SheetHasItsSizeAndNoFault)
{
    const Mesh sheet = sheet_mesh({ 2, 3 }, { 5, 4 });
    EXPECT_EQ(sheet.vertices.size(), 30u);
    EXPECT_EQ(sheet.triangles.size(), 40u);
    EXPECT_NEAR(area(sheet), 6, 1e-12);
    EXPECT_FALSE(cloth_mesh_fault(sheet));
}

TEST(ClothMesh, TubeIsClosedAroundAndOpenAtItsEnds)
{
    const Mesh tube = tube_mesh(0.1, 0.5, { 24, 7 });
    EXPECT_EQ(tube.vertices.size(), 24u * 8);
    EXPECT_FALSE(cloth_mesh_fault(tube));
    EXPECT_NEAR(area(tube), 2 * 3.14159265 * 0.1 * 0.5, 1e-3);
    // Euler's number of an open tube: V − E + F = 0.
    std::size_t boundary = 48;
    const std::size_t edges = (3 * tube.triangles.size() + boundary) / 2;
    EXPECT_EQ(tube.vertices.size() + tube.triangles.size(), edges);
}

TEST(ClothMesh, TubesMayBeWiderAtOneEndAndOpenAlongTheSide)
{
    TubeShape cape;
    cape.radius = { 0.3, 0.4 };
    cape.top_radius = { 0.1, 0.2 };
    cape.length = 0.6;
    cape.arc = 3.141592653589793;
    cape.cells = { 8, 4 };
    const Mesh mesh = tube_mesh(cape);
    EXPECT_EQ(mesh.vertices.size(), 9u * 5);
    EXPECT_FALSE(cloth_mesh_fault(mesh));
    EXPECT_LT((mesh.vertices[0] - Eigen::Vector3d(0, -0.4, -0.3)).norm(), 1e-12);
    EXPECT_LT((mesh.vertices[4] - Eigen::Vector3d(0.3, 0, -0.3)).norm(), 1e-12);
    EXPECT_LT((mesh.vertices[44] - Eigen::Vector3d(0, 0.2, 0.3)).norm(), 1e-12);
}

TEST(ClothMesh, FaultsAreNamedWithTheFirstElement)
{
    Mesh mesh = sheet_mesh({ 1, 1 }, { 2, 2 });
    mesh.vertices[4].x() = std::numeric_limits<double>::quiet_NaN();
    EXPECT_NE(cloth_mesh_fault(mesh)->what.find("vertex 5 "), std::string::npos);

    mesh = sheet_mesh({ 1, 1 }, { 2, 2 });
    mesh.triangles[3] = { 0, 1, 2 };  // on a line
    EXPECT_NE(cloth_mesh_fault(mesh)->what.find("triangle 4 has no area"), std::string::npos);

    mesh = sheet_mesh({ 1, 1 }, { 2, 2 });
    mesh.triangles[3][0] = 9;
    EXPECT_NE(
        cloth_mesh_fault(mesh)->what.find("vertex 10, which does not exist"), std::string::npos);

    mesh = sheet_mesh({ 1, 1 }, { 1, 1 });
    mesh.vertices.emplace_back(0, 0, 1);
    EXPECT_NE(cloth_mesh_fault(mesh)->what.find("vertex 5 belongs to no"), std::string::npos);
    mesh.triangles.emplace_back(mesh.triangles[0][0], mesh.triangles[0][1], 4);
    EXPECT_NE(cloth_mesh_fault(mesh)->what.find("triangles 1 and 3 "), std::string::npos);

    EXPECT_TRUE(cloth_mesh_fault(Mesh {}));
}

}  // namespace
}  // namespace gambol::cloth
