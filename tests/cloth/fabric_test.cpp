// SPDX-License-Identifier: MIT
#include "gambol/cloth/fabric/cloth_mesh.hpp"
#include "gambol/cloth/fabric/fabric.hpp"

#include <gtest/gtest.h>

#include <numeric>

namespace gambol::cloth {
namespace {

using Eigen::Matrix3Xd;
using Eigen::Vector3d;

Matrix3Xd positions(const Mesh& mesh)
{
    Matrix3Xd x(3, Eigen::Index(mesh.vertices.size()));
    for (std::size_t i = 0; i < mesh.vertices.size(); ++i)
        x.col(Eigen::Index(i)) = mesh.vertices[i];
    return x;
}

TEST(Fabric, WeighsItsAreaAndHasAHingePerInnerEdge)
{
    Fabric fabric;
    EXPECT_EQ(add_sheet(fabric, sheet_mesh({ 1, 2 }, { 3, 4 }), Vector3d::UnitX(), {}), 0);
    EXPECT_EQ(add_sheet(fabric, sheet_mesh({ 1, 1 }, { 1, 1 }), Vector3d::UnitX(), {}), 20);
    EXPECT_NEAR(std::accumulate(fabric.mass.begin(), fabric.mass.end(), 0.0),
        3 * ClothMaterial {}.density, 1e-12);
    // 3 × 4 cells: 12 diagonals, 2 × 4 + 3 × 3 inner sides; and one diagonal of the square.
    EXPECT_EQ(fabric.hinges.size(), 29u + 1);
    EXPECT_EQ(fabric.edges.size(), 29u + 14 + 5);
    for (const Hinge& hinge : fabric.hinges)
        EXPECT_NEAR(hinge.rest_angle, 0, 1e-12);
}

TEST(Fabric, MaterialsAreOrderedAsCommonSenseHasThem)
{
    const auto find = [](const std::string& name) {
        for (const NamedMaterial& named : cloth_materials())
            if (named.name == name)
                return named.material;
        ADD_FAILURE() << name;
        return ClothMaterial {};
    };
    EXPECT_LT(find("silk").bending, find("cotton").bending);
    EXPECT_LT(find("cotton").bending, find("denim").bending);
    EXPECT_LT(find("denim").bending, find("plastic-sheet").bending);
    for (const NamedMaterial& named : cloth_materials())
        EXPECT_LE(named.material.shear, named.material.stretch) << named.name;
}

TEST(Fabric, AFallingSheetApproachesTheSpeedAtWhichAirCarriesIt)
{
    const Mesh mesh = sheet_mesh({ 1, 1 }, { 4, 4 });
    Fabric fabric;
    add_sheet(fabric, mesh, Vector3d::UnitX(), {});
    Matrix3Xd v = Matrix3Xd::Zero(3, fabric.vertex_count());
    const double dt = 0.01, air = 1.2;
    v.row(0).setConstant(2);
    for (int step = 0; step < 1000; ++step) {
        v.row(2).array() -= 9.81 * dt;
        apply_air_drag(fabric, positions(mesh), air, dt, v);
    }
    const double terminal = std::sqrt(2 * ClothMaterial {}.density * 9.81 / air);
    EXPECT_NEAR(v.row(2).minCoeff(), -terminal, 0.05 * terminal);
    EXPECT_EQ(v(0, 3), 2);  // along the sheet air does nothing
}

TEST(Fabric, StrainIsLimitedAndMomentumKept)
{
    const Mesh mesh = sheet_mesh({ 1, 1 }, { 2, 2 });
    Fabric fabric;
    ClothMaterial material;
    material.strain_limit = 0.1;
    add_sheet(fabric, mesh, Vector3d::UnitX(), material);
    std::vector<double> mass_inverse;
    for (const double m : fabric.mass)
        mass_inverse.push_back(1 / m);
    Matrix3Xd x = 1.3 * positions(mesh);
    x.row(2).setConstant(0.7);
    const auto center = [&] {
        Vector3d sum = Vector3d::Zero();
        for (int i = 0; i < fabric.vertex_count(); ++i)
            sum += fabric.mass[std::size_t(i)] * x.col(i);
        return sum;
    };
    const Vector3d before = center();
    limit_strain(fabric.edges, mass_inverse, 200, x);
    EXPECT_LT((center() - before).norm(), 1e-13);
    for (const LimitedEdge& edge : fabric.edges)
        EXPECT_LT((x.col(edge.a) - x.col(edge.b)).norm(), 1.001 * edge.longest);
}

}  // namespace
}  // namespace gambol::cloth
