// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/dynamics/state.hpp"

namespace gambol::dynamics {

/// Position, velocity and acceleration of a point that moves with the tree, with a column of
/// derivatives for each degree of freedom. ∂p/∂q is also ∂v/∂q̇ and ∂a/∂q̈. For a point on a body,
/// L(z) = β + α × p and the degrees of freedom on its path:
///
///     ∂p/∂q  = L(s)        ∂v/∂q = L(ξ) + α × v
///     ∂a/∂q̇ = L(ξ + v_i × s) + 2 α × v        ∂a/∂q = L(η) + 2 ξ_α × v + α × a
template <class S> struct PointMotion {
    explicit PointMotion(const Tree&);

    Vector<S> p, v, a;  // m, m/s, m/s²
    std::vector<Vector<S>> dp_dq, dv_dq, da_dq, da_dqdot;
};

/// Of a point on a body; no heap.
template <class S>
void point_motion(const Tree&, const State<S>&, const BodyPoint&, PointMotion<S>& result);

/// Only p and ∂p/∂q of it; the rest is left as it was.
template <class S>
void point_position(const Tree&, const State<S>&, const BodyPoint&, PointMotion<S>& result);

/// Of the centre of mass of the whole tree; no heap.
template <class S> void center_of_mass_motion(const Tree&, const State<S>&, PointMotion<S>& result);

}  // namespace gambol::dynamics
