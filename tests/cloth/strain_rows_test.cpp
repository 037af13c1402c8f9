// SPDX-License-Identifier: MIT
#include "gambol/cloth/zones/strain_rows.hpp"

#include <gtest/gtest.h>

namespace gambol::cloth {
namespace {

using Eigen::Matrix3Xd;
using Eigen::Vector3d;

Matrix3Xd points(const Vector3d& a, const Vector3d& b)
{
    Matrix3Xd x(3, 2);
    x << a, b;
    return x;
}

const StrainRows kEdge({ { 0, 1, 1.0, 1.1 } });
const Matrix3Xd kStart = points({ 0, 0, 0 }, { 1, 0, 0 });

TEST(StrainRows, OnlyEdgesThatZonesTearAreFound)
{
    const Matrix3Xd torn = points({ 0, 0, 0 }, { 1.5, 0.3, 0 });
    EXPECT_EQ(kEdge.find(kStart, kStart, torn, { 1, 0 }).size(), 1u);
    EXPECT_TRUE(kEdge.find(kStart, kStart, torn, { 0, 0 }).empty()) << "nothing changed";
    EXPECT_TRUE(kEdge.find(kStart, torn, torn, { 1, 1 }).empty()) << "as long before any zone";
    const Matrix3Xd longer = points({ 0, 0, 0 }, { 1.1, 0, 0 });
    EXPECT_TRUE(kEdge.find(kStart, kStart, longer, { 1, 1 }).empty());
}

/// The row, met by equal and opposite impulses along its normal, leaves the edge as long as it may
/// be to second order in what is moved.
TEST(StrainRows, AMetRowLeavesTheEdgeAsLongAsItMayBe)
{
    Matrix3Xd x = points({ -0.1, 0, 0 }, { 1.2, 0.4, 0.1 });
    for (int pass = 0; pass < 4; ++pass) {
        const auto rows = kEdge.find(kStart, kStart, x, { 1, 1 });
        if (rows.empty())
            break;
        const ImpactRow& row = rows[0];
        EXPECT_EQ(row.kind, RowKind::strain);
        const Vector3d d = (x.col(0) - kStart.col(0)) - (x.col(1) - kStart.col(1));
        const double missing = -row.room - row.normal.dot(d);
        EXPECT_GT(missing, 0);
        x.col(0) += 0.5 * missing * row.normal;
        x.col(1) -= 0.5 * missing * row.normal;
    }
    EXPECT_LT((x.col(1) - x.col(0)).norm(), 1.1 * 1.02 + 1e-12);
    EXPECT_GT((x.col(1) - x.col(0)).norm(), 1.05);
}

}  // namespace
}  // namespace gambol::cloth
