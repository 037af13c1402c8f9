// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/collision/closest_points.hpp"

#include <Eigen/Dense>

#include <array>
#include <vector>

namespace gambol::cloth {

/// Where a row comes from, and what it may do.
enum class RowKind {
    impact,  // a collision: may pull where the zones may
    strain,  // an edge at its longest: pulls its ends together or does nothing, and does not rub
};

/// One collision as a constraint on motions d_i over the step: ∇C d = Σ w_i n · d_i. Positive
/// means that the two sides part.
struct ImpactRow {
    std::array<int, 4> vertices;
    Eigen::Vector4d weights;  // of the closest points at impact, see ClosestPoints
    Eigen::Vector3d normal;
    collision::PairKind pair = collision::PairKind::vertex_triangle;  // of impacts
    RowKind kind = RowKind::impact;
    double push = 0;  // distance to regain over the step [m]
    double room = 0;  // by which the sides may approach [m]
    double mu = 0;
    double multiplier = 0;  // of the last solve; where the next one starts
};

/// Simultaneous collisions with a common set of free vertices, in local numbers.
struct ImpactZone {
    struct Row {
        std::array<int, 4> vertices;  // place in ImpactZone::vertices, or −1: scripted or pinned
        Eigen::Vector4d weights;
        Eigen::Vector3d normal;
        Eigen::Vector3d scripted;  // Σ w_i d_i over vertices of infinite mass [m]
        double compliance = 0;  // ∇C M⁻¹ ∇Cᵀ, with the response of patches for M⁻¹ [1/kg]
        double mass_compliance = 0;  // Σ w_i² m_i⁻¹ [1/kg]
        RowKind kind = RowKind::impact;
        double push = 0, room = 0, mu = 0, multiplier = 0;
    };
    /// Vertices from `first` on that answer to impulses together, stiff_patch.hpp.
    struct Patch {
        int first = 0;
        const Eigen::MatrixXd* response = nullptr;  // 3 rows a vertex [1/kg]
    };
    std::vector<int> vertices;
    std::vector<double> mass_inverse;
    std::vector<Patch> patches;  // by first vertex
    std::vector<Row> rows;
};

/// Of the two sides of a row, Σ w_i d_i: from b to a [m].
[[nodiscard]] Eigen::Vector3d relative_motion(
    const ImpactZone::Row& row, const Eigen::Matrix3Xd& d);

/// Adds the impulse p of a row to those of its vertices [kg m].
void add_impulse(const ImpactZone::Row& row, const Eigen::Vector3d& p, Eigen::Matrix3Xd& impulses);

/// Fills in the compliances of all rows.
void set_compliances(ImpactZone& zone);

/// Motions of the vertices of a zone over the step, 3 × vertices [m].
struct ZoneMotion {
    Eigen::Matrix3Xd velocity;  // times dt: what goes on as velocity
    Eigen::Matrix3Xd position;  // the same with what regains distance, which carries no momentum
    double residual = 0;  // largest |∇C d| (projection) or −∇C d (nonnegative) left over [m]
};

/// Inelastic projection [Harmon 2008] (3)–(5) with p' = p + ∇Cᵀλ, so that a push has λ ≥ 0:
///
///     d' = d + M⁻¹∇Cᵀλ,     ∇C M⁻¹∇Cᵀ λ = −∇C d,     M⁻¹ = 0 for scripted vertices
///
/// Rows are scaled to unit diagonal and factorised with a ridge, then refined against the matrix
/// without it. That never fails: rows may depend on one another. Stops at `tolerance` [m]. Rows
/// that were not hit are left out again where they would pull; with room s > 0 they ask for ∇C d' =
/// −s.
[[nodiscard]] ZoneMotion project_zone(
    ImpactZone& zone, const Eigen::Matrix3Xd& motion, double tolerance);

/// The same with λ ≥ 0, ∇C d' ≥ −s, λ (∇C d' + s) = 0, a linear complementarity problem: impulses
/// push only. Small zones by projected Gauss-Seidel, large ones by an active set method, which
/// factorises the rows that push.
[[nodiscard]] ZoneMotion solve_zone_nonnegative(
    ImpactZone& zone, const Eigen::Matrix3Xd& motion, double tolerance);

/// Starts with the multipliers of the rows and makes a few sweeps towards that solution; returns
/// the largest change in the last one [m].
double push_again(ImpactZone& zone, int sweeps, double tolerance, Eigen::Matrix3Xd& d);

/// Friction of a zone [Harmon 2008] §4, with h the vector between the contact points:
///
///     d_fix = d' − M⁻¹∇Hᵀλ',   ∇H M⁻¹∇Hᵀ λ' = ∇H d',   d_slide = d' − d_fix
///     d'' = d' − min(mu ‖d' − d‖_M / ‖d_slide‖_M, 1) d_slide
///
/// over rows that push; mu is their mean weighted by |λ|. ∇C d'' = 0 still holds and no kinetic
/// energy is added among free bodies. One contact loses min(mu Δv_n, ‖v_t‖).
void apply_zone_friction(
    const ImpactZone& zone, const Eigen::Matrix3Xd& before, double tolerance, ZoneMotion& motion);

}  // namespace gambol::cloth
