// SPDX-License-Identifier: MIT
#include "gambol/cloth/fabric/cloth_mesh.hpp"
#include "gambol/cloth/step/implicit_step.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace gambol::cloth {
namespace {

using Eigen::Matrix3Xd;
using Eigen::Vector3d;

struct Sheet {
    Mesh mesh;
    Fabric fabric;
    std::vector<double> mass_inverse;
    Matrix3Xd x, v;

    Sheet(Mesh shape, const ClothMaterial& material)
        : mesh(std::move(shape))
    {
        add_sheet(fabric, mesh, Vector3d::UnitX(), material);
        x.resize(3, fabric.vertex_count());
        for (int i = 0; i < x.cols(); ++i) {
            x.col(i) = mesh.vertices[std::size_t(i)];
            mass_inverse.push_back(1 / fabric.mass[std::size_t(i)]);
        }
        v = Matrix3Xd::Zero(3, x.cols());
    }

    void advance(ImplicitStep& step, int count, const Vector3d& gravity)
    {
        const double dt = step.dt();
        for (int k = 0; k < count; ++k) {
            const Matrix3Xd y = (x + dt * v).colwise() + dt * dt * gravity;
            Matrix3Xd x_t1 = x;
            (void)step.solve(x, y, x_t1);
            v = (x_t1 - x) / dt;
            x = x_t1;
        }
    }
};

TEST(ImplicitStep, FreeFallIsExactWhateverTheStiffness)
{
    Sheet sheet(sheet_mesh({ 0.3, 0.3 }, { 5, 5 }), {});
    const Matrix3Xd start = sheet.x;
    ImplicitStep step(sheet.fabric, sheet.mass_inverse, { .dt = 0.01 });
    sheet.advance(step, 20, { 0, 0, -9.81 });
    const double fall = 9.81 * 0.01 * 0.01 * 20 * 21 / 2;  // of implicit Euler
    EXPECT_LT((sheet.x - (start.colwise() - Vector3d(0, 0, fall))).cwiseAbs().maxCoeff(), 1e-9);
}

TEST(ImplicitStep, ATurningSheetKeepsTurning)
{
    Sheet sheet(sheet_mesh({ 0.3, 0.3 }, { 5, 5 }), {});
    const double rate = 3;
    for (int i = 0; i < sheet.x.cols(); ++i)
        sheet.v.col(i) = rate * Vector3d::UnitX().cross(sheet.x.col(i));
    ImplicitStep step(sheet.fabric, sheet.mass_inverse, { .dt = 1e-3 });
    const auto momentum = [&] {
        Vector3d sum = Vector3d::Zero();
        for (int i = 0; i < sheet.x.cols(); ++i)
            sum += sheet.fabric.mass[std::size_t(i)]
                * Vector3d(sheet.x.col(i)).cross(Vector3d(sheet.v.col(i)));
        return sum.x();
    };
    const double before = momentum();
    sheet.advance(step, 500, Vector3d::Zero());
    EXPECT_NEAR(momentum() / before, 1, 0.01);
}

TEST(ImplicitStep, AHangingStripStretchesByItsWeight)
{
    // A strip of length L pinned at one end: the elongation is ρ g L² / 2k.
    ClothMaterial material;
    material.stretch = 20;
    material.shear = 10;
    material.damping = 0.05;
    material.density = 0.2;
    Sheet sheet(sheet_mesh({ 1, 0.1 }, { 20, 2 }), material);
    const Matrix3Xd flat = sheet.x;
    for (int i = 0; i < sheet.x.cols(); ++i) {
        sheet.x.col(i) = Vector3d(0, flat(1, i), -flat(0, i));
        if (flat(0, i) < -0.4999)
            sheet.mass_inverse[std::size_t(i)] = 0;
    }
    ImplicitStep step(sheet.fabric, sheet.mass_inverse, { .dt = 0.01, .tolerance = 1e-9 });
    sheet.advance(step, 400, { 0, 0, -9.81 });
    const double expected = 0.2 * 9.81 / (2 * 20);
    EXPECT_NEAR(-0.5 - sheet.x.row(2).minCoeff(), expected, 0.03 * expected);
    EXPECT_EQ(sheet.x(2, 0), 0.5);  // the pin
}

TEST(ImplicitStep, AStripSagsUnderItsWeightAsABeamDoes)
{
    // Clamped at one end: ρ g L⁴ / 8B at the tip.
    ClothMaterial material;
    material.density = 0.2;
    material.bending = 2e-2;
    material.damping = 0.05;
    material.stretch = 2000;
    material.shear = 1000;
    Sheet sheet(sheet_mesh({ 0.22, 0.04 }, { 22, 4 }), material);
    for (int i = 0; i < sheet.x.cols(); ++i)
        if (sheet.x(0, i) < -0.0999)
            sheet.mass_inverse[std::size_t(i)] = 0;
    ImplicitStep step(
        sheet.fabric, sheet.mass_inverse, { .dt = 0.01, .max_iterations = 60, .tolerance = 1e-9 });
    sheet.advance(step, 400, { 0, 0, -9.81 });
    const double expected = 0.2 * 9.81 * std::pow(0.21, 4) / (8 * 2e-2);
    EXPECT_NEAR(-sheet.x.row(2).minCoeff(), expected, 0.1 * expected);
}

TEST(ImplicitStep, APlasticTubeKeepsItsShapeAndComesBack)
{
    ClothMaterial plastic;
    for (const NamedMaterial& named : cloth_materials())
        if (named.name == "plastic-sheet")
            plastic = named.material;
    Sheet sheet(tube_mesh(0.05, 0.1, { 20, 5 }), plastic);
    const Matrix3Xd rest = sheet.x;
    ImplicitStep step(sheet.fabric, sheet.mass_inverse, { .dt = 1.0 / 384, .max_iterations = 100 });
    sheet.advance(step, 20, Vector3d::Zero());
    EXPECT_LT((sheet.x - rest).cwiseAbs().maxCoeff(), 1e-9);
    // Squeezed to an ellipse and let go it is round again, not flat.
    sheet.x.row(0) *= 0.8;
    sheet.advance(step, 400, Vector3d::Zero());
    for (int i = 0; i < sheet.x.cols(); ++i)
        EXPECT_NEAR(sheet.x.col(i).head<2>().norm(), 0.05, 0.003) << i;
}

TEST(ImplicitStep, ForcesAreAnsweredByTheInverseOfTheMatrix)
{
    // A single square at a huge step time is its mass over dt² plus stiffness; a uniform force
    // meets only the mass.
    Sheet sheet(sheet_mesh({ 0.1, 0.1 }, { 2, 2 }), {});
    ImplicitStep step(sheet.fabric, sheet.mass_inverse, { .dt = 0.01 });
    Matrix3Xd force(3, sheet.x.cols());
    for (int i = 0; i < force.cols(); ++i)
        force.col(i) = sheet.fabric.mass[std::size_t(i)] * Vector3d(1, 2, 3);
    const Matrix3Xd moved = step.respond(force);
    EXPECT_LT((moved.colwise() - 1e-4 * Vector3d(1, 2, 3)).cwiseAbs().maxCoeff(), 1e-12);
}

}  // namespace
}  // namespace gambol::cloth
