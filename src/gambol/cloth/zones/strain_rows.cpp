// SPDX-License-Identifier: MIT
#include "gambol/cloth/zones/strain_rows.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace gambol::cloth {

using Eigen::Matrix3Xd;
using Eigen::Vector3d;

namespace {

// Beyond what is allowed. Less asks for more passes, of which each finds a smaller excess.
constexpr double kStrainTolerance = 0.02;

}  // namespace

StrainRows::StrainRows(std::vector<LimitedEdge> edges)
    : edges_(std::move(edges))
{
}

std::vector<ImpactRow> StrainRows::find(const Matrix3Xd& x_t0, const Matrix3Xd& x_before,
    const Matrix3Xd& x_t1, const std::vector<char>& changed) const
{
    std::vector<ImpactRow> rows;
    for (const LimitedEdge& edge : edges_) {
        if (!(changed[std::size_t(edge.a)] | changed[std::size_t(edge.b)]))
            continue;
        const Vector3d e_t1 = x_t1.col(edge.b) - x_t1.col(edge.a);
        const double torn = (1 + kStrainTolerance) * edge.longest;
        if (e_t1.squaredNorm() <= torn * torn)
            continue;
        // What the dynamics stretched is theirs to shorten.
        const Vector3d e_t0 = x_t0.col(edge.b) - x_t0.col(edge.a);
        const double longest = std::max(
            { edge.longest, (x_before.col(edge.b) - x_before.col(edge.a)).norm(), e_t0.norm() });
        const double sum = (e_t0 + e_t1).norm();
        if (e_t1.norm() <= (1 + kStrainTolerance) * longest || !(sum > 0.1 * edge.rest))
            continue;
        ImpactRow row { .vertices = { edge.a, edge.b, edge.a, edge.b },
            .weights = { 1, -1, 0, 0 },
            .normal = (e_t0 + e_t1) / sum,
            .kind = RowKind::strain };
        row.room = std::max(0.0, longest * longest - e_t0.squaredNorm()) / sum;
        rows.push_back(row);
    }
    return rows;
}

}  // namespace gambol::cloth
