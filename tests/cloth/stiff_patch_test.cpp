// SPDX-License-Identifier: MIT
#include "gambol/cloth/fabric/cloth_mesh.hpp"
#include "gambol/cloth/zones/stiff_patch.hpp"

#include <gtest/gtest.h>

namespace gambol::cloth {
namespace {

using Eigen::Matrix3Xd;
using Eigen::Vector3d;

struct Squares {
    Fabric fabric;
    Matrix3Xd x;

    Squares()
    {
        for (int k = 0; k < 3; ++k)
            add_sheet(fabric, sheet_mesh({ 0.3, 0.3 }, { 1, 1 }), Vector3d::UnitX(),
                { .stretch = 200, .bending = 1e-4 });
        add_sheet(fabric, sheet_mesh({ 0.3, 0.3 }, { 6, 6 }), Vector3d::UnitX(), {});
        x.resize(3, fabric.vertex_count());
        const Mesh square = sheet_mesh({ 0.3, 0.3 }, { 1, 1 });
        for (int i = 0; i < 12; ++i)
            x.col(i) = square.vertices[std::size_t(i % 4)] + Vector3d(0, 0, 0.1 * (i / 4));
    }
};

TEST(StiffPatch, OnlySmallPiecesArePatches)
{
    const Squares squares;
    const std::vector<StiffPatch> patches = stiff_patches(squares.fabric, 16);
    ASSERT_EQ(patches.size(), 3u);
    EXPECT_EQ(patches[1].vertices, (std::vector<int> { 4, 5, 6, 7 }));
    EXPECT_EQ(patches[1].membrane.size(), 2u);
    EXPECT_EQ(patches[1].hinges.size(), 1u);
    for (const int i : patches[2].hinges[0].vertex)
        EXPECT_LT(i, 4);
}

/// An impulse on a corner moves and turns the square, with its whole momentum, and hardly
/// stretches it.
TEST(StiffPatch, AnsweringAsAWholeKeepsMomentumAndLengths)
{
    const Squares squares;
    const StiffPatch patch = stiff_patches(squares.fabric, 16)[0];
    const double dt = 1.0 / 24;
    const Eigen::MatrixXd response = patch_response(patch, squares.x, dt);
    EXPECT_LT((response - response.transpose()).norm(), 1e-12 * response.norm());
    const Vector3d p(2e-3, -1e-3, 3e-3);
    Eigen::VectorXd impulse = Eigen::VectorXd::Zero(12);
    impulse.head<3>() = p;
    const Eigen::VectorXd d = response * impulse;
    Vector3d momentum = Vector3d::Zero(), turning = momentum;
    for (int i = 0; i < 4; ++i) {
        const Vector3d m_d = patch.mass[std::size_t(i)] * d.segment<3>(3 * i);
        momentum += m_d;
        turning += squares.x.col(i).cross(m_d);
    }
    EXPECT_LT((momentum - p).norm(), 1e-14);
    EXPECT_LT((turning - squares.x.col(0).cross(p)).norm(), 1e-14);
    // Alone, the corner would go p/m.
    const double alone = p.norm() / patch.mass[0];
    const Vector3d edge = (squares.x.col(1) - squares.x.col(0)).normalized();
    EXPECT_LT(std::abs(edge.dot(d.segment<3>(3) - d.segment<3>(0))), 0.1 * alone);
}

}  // namespace
}  // namespace gambol::cloth
