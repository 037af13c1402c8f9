// SPDX-License-Identifier: MIT
#include "gambol/methods/cio/capsule_depth.hpp"

#include "gambol/geometry/nearest.hpp"

#include <algorithm>
#include <cmath>

namespace gambol::cio {

std::optional<CapsuleDepth> capsule_depth(
    const SceneInstant& instant, const BodyCapsule& a, const BodyCapsule& b, double horizon)
{
    const double radius = a.radius + b.radius;
    const SegmentPair pair = nearest_on_segments(a.a.p, a.b.p, b.a.p, b.b.p);
    const Eigen::Vector3d gap
        = (1 - pair.on_a) * a.a.p + pair.on_a * a.b.p - (1 - pair.on_b) * b.a.p - pair.on_b * b.b.p;
    // The 1e-9 m² keep crossing axes differentiable.
    const double distance = std::sqrt(gap.squaredNorm() + 1e-9);
    if (distance >= radius + horizon)
        return std::nullopt;
    CapsuleDepth depth;
    depth.r = radius - distance;
    if (instant.derivatives) {
        const Eigen::RowVector3d direction = gap.transpose() / distance;
        depth.by_a = -direction * instant.between(a.a, a.b, pair.on_a).J;
        depth.by_b = direction * instant.between(b.a, b.b, pair.on_b).J;
    }
    return depth;
}

void add_hinge(const CapsuleDepth& depth, double clearance, const LimbColumns& of_a,
    const LimbColumns& of_b, LocalModel& out)
{
    constexpr int kBoth = 2 * LimbDerivatives::kColumns;
    Eigen::Matrix<double, 1, kBoth> J;
    std::array<int, size_t(kBoth)> columns;
    if (out.wants_derivatives()) {
        J << depth.by_a, depth.by_b;
        std::copy(of_b.begin(), of_b.end(), std::copy(of_a.begin(), of_a.end(), columns.begin()));
    }
    out.add_hinge<kBoth>(depth.r + clearance, J, columns);
}

}  // namespace gambol::cio
