// SPDX-License-Identifier: MIT
#include "gambol/cloth/zones/impact_zone.hpp"

#include "gambol/cloth/zones/zone_factors.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace gambol::cloth {

using Eigen::Matrix3Xd;
using Eigen::MatrixXd;
using Eigen::Vector3d;
using Matrix = Eigen::SparseMatrix<double>;

namespace {

/// The one block of which ∇H M⁻¹∇Hᵀ holds three, Σ_i w_ri w_si m_i⁻¹, scaled likewise.
Matrix scaled_friction_matrix(const ImpactZone& zone, const std::vector<int>& rows)
{
    std::vector<std::vector<std::pair<int, double>>> at_vertex(zone.vertices.size());
    for (int r = 0; r < int(rows.size()); ++r) {
        const ImpactZone::Row& row = zone.rows[std::size_t(rows[std::size_t(r)])];
        for (int k = 0; k < 4; ++k)
            if (row.vertices[std::size_t(k)] >= 0)
                at_vertex[std::size_t(row.vertices[std::size_t(k)])].emplace_back(
                    r, row.weights[k] / std::sqrt(row.mass_compliance));
    }
    std::vector<Eigen::Triplet<double>> entries;
    for (std::size_t i = 0; i < at_vertex.size(); ++i)
        for (const auto& [r, w_r] : at_vertex[i])
            for (const auto& [s, w_s] : at_vertex[i])
                if (s <= r)
                    entries.emplace_back(r, s, w_r * w_s * zone.mass_inverse[i]);
    Matrix matrix(Eigen::Index(rows.size()), Eigen::Index(rows.size()));
    matrix.setFromTriplets(entries.begin(), entries.end());
    return matrix;
}

/// Takes all relative motion of the contact points away, or as much as can be: a zone between
/// bodies that move differently cannot be at rest with both.
void stop_sliding(
    const ImpactZone& zone, const std::vector<int>& rows, double tolerance, Matrix3Xd& fixed)
{
    const ZoneFactors factors(scaled_friction_matrix(zone, rows));
    MatrixXd scaled(Eigen::Index(rows.size()), 3);
    for (int step = 0; step < ZoneFactors::kRefinements; ++step) {
        double residual = 0;
        for (std::size_t r = 0; r < rows.size(); ++r) {
            const ImpactZone::Row& row = zone.rows[std::size_t(rows[r])];
            const Vector3d slide = relative_motion(row, fixed);
            residual = std::max(residual, slide.norm());
            scaled.row(Eigen::Index(r)) = -slide / std::sqrt(row.mass_compliance);
        }
        if (residual <= tolerance)
            break;
        const MatrixXd change = factors.solve(scaled);
        for (std::size_t r = 0; r < rows.size(); ++r) {
            const ImpactZone::Row& row = zone.rows[std::size_t(rows[r])];
            const Vector3d p
                = change.row(Eigen::Index(r)).transpose() / std::sqrt(row.mass_compliance);
            for (int k = 0; k < 4; ++k)
                if (const int i = row.vertices[std::size_t(k)]; i >= 0)
                    fixed.col(i) += row.weights[k] * zone.mass_inverse[std::size_t(i)] * p;
        }
    }
}

}  // namespace

void apply_zone_friction(
    const ImpactZone& zone, const Matrix3Xd& before, double tolerance, ZoneMotion& motion)
{
    std::vector<int> active;
    double weight = 0, mu = 0;
    for (std::size_t r = 0; r < zone.rows.size(); ++r)
        if (zone.rows[r].multiplier != 0 && zone.rows[r].kind != RowKind::strain) {
            active.push_back(int(r));
            weight += std::abs(zone.rows[r].multiplier);
            mu += std::abs(zone.rows[r].multiplier) * zone.rows[r].mu;
        }
    if (!(mu > 0))
        return;
    mu /= weight;

    Matrix3Xd fixed = motion.velocity;
    stop_sliding(zone, active, tolerance, fixed);
    double normal_sq = 0, slide_sq = 0;
    for (std::size_t i = 0; i < zone.vertices.size(); ++i) {
        const auto column = Eigen::Index(i);
        const double mass = 1 / zone.mass_inverse[i];
        normal_sq += mass * (motion.velocity.col(column) - before.col(column)).squaredNorm();
        slide_sq += mass * (motion.velocity.col(column) - fixed.col(column)).squaredNorm();
    }
    if (!(slide_sq > 0))
        return;
    const double share = std::min(mu * std::sqrt(normal_sq / slide_sq), 1.0);
    const Matrix3Xd change = share * (fixed - motion.velocity);
    motion.velocity += change;
    motion.position += change;
}

}  // namespace gambol::cloth
