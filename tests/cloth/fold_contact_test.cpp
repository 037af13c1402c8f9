// SPDX-License-Identifier: MIT
#include "gambol/cloth/step/fold_contact.hpp"

#include "gambol/cloth/fabric/cloth_mesh.hpp"
#include "gambol/cloth/collision_response.hpp"
#include "gambol/cloth/fabric/fabric.hpp"

#include <gtest/gtest.h>

namespace gambol::cloth {
namespace {

using Eigen::Matrix3Xd;
using Eigen::Vector3d;

constexpr double kGap = 1e-3, kMu = 0.3;

/// Two small sheets, 1.2 mm apart, that come nearer by 1 mm in the step, the upper one sliding by
/// 0.5 mm.
struct TwoLayers {
    Fabric fabric;
    collision::CollisionMesh mesh;
    Matrix3Xd x_t0, x_t1;
    std::vector<collision::Contact> contacts;

    /// `torn`: the first edge is as much longer than it may be.
    explicit TwoLayers(double torn)
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
        LimitedEdge& edge = fabric.edges.front();
        edge.longest = (x_t0.col(edge.a) - x_t0.col(edge.b)).norm() / torn;
        x_t1 = x_t0;
        x_t1.rightCols(count).colwise() += Vector3d(5e-4, 0, -1e-3);
        CollisionResponse response(mesh, {});
        contacts = response.predict_contacts(x_t0, x_t1, 0.01);
    }
    [[nodiscard]] ImplicitStep step() const
    {
        return { fabric, mesh.mass_inverse, ImplicitStepOptions { .dt = 1.0 / 480 } };
    }
    [[nodiscard]] FoldContact fold_contact(double mu = kMu) const
    {
        return { Eigen::MatrixXd::Constant(2, 2, mu), fabric.edges, kGap };
    }
    [[nodiscard]] Vector3d momentum(const Matrix3Xd& moved) const
    {
        Vector3d sum = Vector3d::Zero();
        for (Eigen::Index i = 0; i < moved.cols(); ++i)
            sum += fabric.mass[std::size_t(i)] * moved.col(i);
        return sum;
    }
};

TEST(FoldContact, WhereNothingIsTornNothingChanges)
{
    const TwoLayers layers(1.01);
    ASSERT_FALSE(layers.contacts.empty());
    Matrix3Xd x_t1 = layers.x_t1;
    EXPECT_EQ(layers.fold_contact().resolve(
                  layers.step(), layers.mesh, layers.contacts, layers.x_t0, x_t1),
        0);
    EXPECT_TRUE((x_t1.array() == layers.x_t1.array()).all());
}

TEST(FoldContact, LayersAroundATornEdgeStayApartAndMomentumIsKept)
{
    const TwoLayers layers(1.1);
    for (const double mu : { 0.0, kMu }) {
        Matrix3Xd x_t1 = layers.x_t1;
        EXPECT_GT(layers.fold_contact(mu).resolve(
                      layers.step(), layers.mesh, layers.contacts, layers.x_t0, x_t1),
            3);
        const Matrix3Xd moved = x_t1 - layers.x_t1;
        const double all = 25 * layers.fabric.mass[12] * 1e-3;
        EXPECT_LT(layers.momentum(moved).norm(), 1e-9 * all);
        // The vertices of that edge had to get out by 0.8 mm, and do so for the most part.
        const LimitedEdge& edge = layers.fabric.edges.front();
        for (const collision::Contact& contact : layers.contacts) {
            if (contact.kind != collision::PairKind::vertex_triangle
                || contact.vertices[0] != edge.a)
                continue;
            double approach = 0, slid = 0;
            for (int k = 0; k < 4; ++k) {
                const int i = contact.vertices[std::size_t(k)];
                const Vector3d way = x_t1.col(i) - layers.x_t0.col(i);
                approach += contact.weights[k] * contact.normal.dot(way);
                slid -= contact.weights[k] * way.x();
            }
            EXPECT_GT(contact.distance + approach, 0.85 * kGap);
            EXPECT_LT(slid, mu > 0 ? 4.9e-4 : 5.1e-4);
        }
    }
}

}  // namespace
}  // namespace gambol::cloth
