// SPDX-License-Identifier: MIT
#include "gambol/cloth/step/inner_contact.hpp"

#include "gambol/cloth/fabric/cloth_mesh.hpp"
#include "gambol/cloth/collision_response.hpp"
#include "gambol/cloth/fabric/fabric.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace gambol::cloth {
namespace {

using Eigen::Matrix3Xd;
using Eigen::Vector3d;

constexpr double kGap = 1e-3, kMu = 0.3;

/// Two small sheets, 1.2 mm apart. The upper one, pushed at, would come nearer by 1 mm in the step
/// and slide by 0.5 mm.
struct TwoLayers {
    Fabric fabric;
    collision::CollisionMesh mesh;
    Matrix3Xd x_t0, y, x_t1;
    std::vector<collision::Contact> contacts;

    TwoLayers()
    {
        const Mesh sheet = sheet_mesh({ 0.05, 0.05 }, { 4, 4 });
        const int count = int(sheet.vertices.size());
        x_t0.resize(3, 2 * count);
        for (int layer = 0; layer < 2; ++layer) {
            (void)add_sheet(fabric, sheet, Vector3d::UnitX(), ClothMaterial {});
            for (int i = 0; i < count; ++i)
                x_t0.col(layer * count + i) = sheet.vertices[std::size_t(i)]
                    + Vector3d(4e-3 * layer, 3e-3 * layer, 1.2e-3 * layer);
            std::vector<double> mass_inverse;
            for (int i = 0; i < count; ++i)
                mass_inverse.push_back(1 / fabric.mass[std::size_t(layer * count + i)]);
            collision::add_object(
                mesh, layer == 0 ? "lower" : "upper", mass_inverse, sheet.triangles);
        }
        y = x_t0;
        y.rightCols(count).colwise() += Vector3d(5e-4, 0, -1e-3);
        ImplicitStep free = step();
        x_t1 = x_t0;
        (void)free.solve(x_t0, y, x_t1);
        CollisionResponse response(mesh, {});
        contacts = response.predict_contacts(x_t0, x_t1, 0.01);
    }
    [[nodiscard]] ImplicitStep step() const
    {
        return { fabric, mesh.mass_inverse, ImplicitStepOptions { .dt = 1.0 / 480 } };
    }
    [[nodiscard]] Vector3d momentum(const Matrix3Xd& moved) const
    {
        Vector3d sum = Vector3d::Zero();
        for (Eigen::Index i = 0; i < moved.cols(); ++i)
            sum += fabric.mass[std::size_t(i)] * moved.col(i);
        return sum;
    }
    /// How far the sides of a pair are apart along its normal.
    [[nodiscard]] static double distance(
        const collision::Contact& contact, const Matrix3Xd& from, const Matrix3Xd& to)
    {
        double approach = 0;
        for (int k = 0; k < 4; ++k) {
            const int i = contact.vertices[std::size_t(k)];
            approach += contact.weights[k] * contact.normal.dot(to.col(i) - from.col(i));
        }
        return contact.distance + approach;
    }
};

TEST(InnerContact, WhereNothingComesNearNothingChanges)
{
    const TwoLayers layers;
    Matrix3Xd x_t1 = layers.x_t0;
    ImplicitStep step = layers.step();
    EXPECT_EQ(InnerContact(Eigen::MatrixXd::Constant(2, 2, kMu), kGap)
                  .resolve(step, layers.mesh, layers.contacts, layers.y, layers.x_t0, x_t1),
        0);
    EXPECT_TRUE((x_t1.array() == layers.x_t0.array()).all());
}

TEST(InnerContact, LayersStayApartAndMomentumIsKept)
{
    const TwoLayers layers;
    const double all = 25 * layers.fabric.mass[12] * 1e-3;
    double slid[2] = { 0, 0 };
    for (const double mu : { 0.0, kMu }) {
        ImplicitStep step = layers.step();
        Matrix3Xd x_t1 = layers.x_t0;
        (void)step.solve(layers.x_t0, layers.y, x_t1);
        double closest = 1;
        for (const collision::Contact& contact : layers.contacts)
            closest = std::min(closest, TwoLayers::distance(contact, layers.x_t0, x_t1));
        ASSERT_LT(closest, 0.9 * kGap);
        EXPECT_GT(InnerContact(Eigen::MatrixXd::Constant(2, 2, mu), kGap)
                      .resolve(step, layers.mesh, layers.contacts, layers.y, layers.x_t0, x_t1),
            0);
        for (const collision::Contact& contact : layers.contacts)
            EXPECT_GT(TwoLayers::distance(contact, layers.x_t0, x_t1), 0.9 * kGap);
        EXPECT_LT(layers.momentum(x_t1 - layers.y).norm(), 0.01 * all);
        slid[mu > 0] = (x_t1 - layers.x_t0).rightCols(25).row(0).mean()
            - (x_t1 - layers.x_t0).leftCols(25).row(0).mean();
    }
    EXPECT_LT(slid[1], 0.95 * slid[0]);
}

/// Contact used to be answered with the response of a sheet that is a hundred times too stiff
/// across itself, and what was then too close was pushed apart vertex by vertex: energy from
/// nowhere. Where the energy is least nothing pulls but what touches.
TEST(InnerContact, WhatIsLeftOfForcesIsWhatTouches)
{
    const TwoLayers layers;
    ImplicitStep step = layers.step();
    Matrix3Xd x = layers.x_t0;
    (void)step.solve(layers.x_t0, layers.y, x);
    std::vector<ForceRow> rows;
    Eigen::VectorXd least(Eigen::Index(layers.contacts.size())), pushes;
    for (std::size_t r = 0; r < layers.contacts.size(); ++r) {
        const collision::Contact& contact = layers.contacts[r];
        rows.push_back({ contact.vertices, contact.weights, contact.normal });
        least[Eigen::Index(r)] = kGap - contact.distance;
        for (int k = 0; k < 4; ++k)
            least[Eigen::Index(r)] += contact.weights[k]
                * contact.normal.dot(layers.x_t0.col(contact.vertices[std::size_t(k)]));
    }
    (void)step.solve_apart(rows, least, layers.y, x, pushes);
    const ContactCompliance apart(
        int(x.cols()), rows, [](const Matrix3Xd& force) { return force; });
    Matrix3Xd g(3, x.cols());
    (void)step.energy(x, layers.y, g);
    ASSERT_GT(pushes.maxCoeff(), 0);
    EXPECT_GE(pushes.minCoeff(), 0);
    const Matrix3Xd pushed = apart.respond(pushes);
    // A fifth is left where nothing would move by more than 10 µm.
    EXPECT_LT((g - pushed).norm(), 0.25 * pushed.norm());
    const Eigen::VectorXd room = apart.along(x) - least;
    EXPECT_GT(room.minCoeff(), -5e-5);
    EXPECT_LT((pushes.array() * room.array()).abs().maxCoeff(), 0.05 * pushes.maxCoeff() * kGap);
}

}  // namespace
}  // namespace gambol::cloth
