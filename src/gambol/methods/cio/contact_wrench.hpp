// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/methods/cio/contact_geometry.hpp"
#include "gambol/methods/cio/scene_instant.hpp"
#include "gambol/methods/forces/force_problem.hpp"

#include <Eigen/Dense>

#include <vector>

namespace gambol::cio {

/// The body as a force problem sees it.
[[nodiscard]] forces::Body force_body(const SceneInstant&, const BodyState&);

/// Torque against which a hinge turns: Coulomb's friction, rounded off below a few degrees a
/// second.
constexpr double kHingeCreep = 0.03;  // rad/s, ε
[[nodiscard]] double hinge_friction(const HingedBody&, double rate);

/// The wrench about a body's origin that its motion demands of all contacts together, in units of
/// forces::Body: gravity included, world axes.
///
///     τ = [ m(p̈ + g ẑ) ;  d/dt(R I Rᵀ ω) ]
///
/// Of a body on a hinge only the torque about its axis is left.
struct DemandedWrench {
    Eigen::Matrix<double, 6, 1> tau;
    Eigen::Matrix<double, 3, 3> dtorque_dr, dtorque_drdot, dtorque_drddot;  // rows 3 … 5
    double dforce_da = 0;  // rows 0 … 2: times the identity
};
[[nodiscard]] DemandedWrench demanded_wrench(const SceneInstant&, const BodyState&);

/// Adds what may push through a contact that is number `contact` of a force problem: the friction
/// pyramid about the patch's normal at each corner, a grip at its centre, or, of what slides, what
/// a corner gives against its way.
void add_units(
    const SceneInstant&, const ContactState&, int contact, std::vector<forces::Unit>& units);

/// How many units share a patch's regularisation: k coefficients λ/k cost as much as one λ/1 when
/// each is weighted k times.
[[nodiscard]] double unit_share(const ContactState&);

/// What a corner of a patch that slides over the world gives when it is pressed with 1: Coulomb's
/// friction against its way, rounded off where it hardly moves,
///
///     push = n − μ v / √(‖v‖² + ε²)            v: the corner's velocity along the patch
[[nodiscard]] OfContact<3, 12> sliding_push(const SceneInstant&, const ContactState&, int corner);

/// How far a push at a corner points out of what the nearest surface can give, whose normal n is
/// not the patch's:
///
///     r = max(0, |push − (n · push) n| − friction · (n · push) − 0.1)
///
/// Derivatives are set only where r > 0.
[[nodiscard]] OfContact<1, 6> outside_friction(
    const SceneInstant&, const ContactState&, const forces::Unit&);

}  // namespace gambol::cio
