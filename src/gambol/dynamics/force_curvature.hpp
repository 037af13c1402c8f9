// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/dynamics/aggregate.hpp"
#include "gambol/dynamics/point_motion.hpp"

#include <optional>

namespace gambol::dynamics {

/// Second derivatives of one number: D × D entries each, [row · D + column]. The forces that a
/// motion needs are d/dt of something linear in q̇ plus something of q alone, so
///
///     ∂²/∂q̇∂q̇ = aq + aqᵀ        ∂²/∂q̈∂q̇ = ∂²/∂q̈∂q̈ = 0
template <class S> struct Curvature {
    explicit Curvature(const Tree&);
    void set_zero();

    std::vector<S> qq;  // symmetric
    std::vector<S> vq;  // row: q̇, column: q
    std::vector<S> aq;  // row: q̈, column: q
};

/// Adds the second derivatives of z · f₀, z constant. For a degree of freedom k and every i that
/// carries it, with the sums over what k moves and six twists that do not know of i,
///
///     ∂²/∂q̈_k∂q_i = −s_i · A        ∂²/∂q̇_k∂q_i = −s_i · V + ξ_i · (P − A)
///     ∂²/∂q̈_i∂q_k = s_i · P         ∂²/∂q̇_i∂q_k = α_i · n + 2 ξ_i · P + s_i · Q
///     ∂²/∂q_k∂q_i = −s_i · U + α(ξ_i) · n + η_i · P + ξ_i · Q
///
///     A = z × (I s)    V = z × ∂f₀/∂q̇_k    U = z × ∂f₀/∂q_k    P = s × (I z) − I (s × z)
///     n = α × (Nᵀz) − Nᵀ(s × z)            Q = ξ × (I z) − I (ξ × z) − z × (I ξ)
///
/// so the whole costs O(D · depth); docs/dynamics.md. Joints of one degree of freedom only.
template <class S>
void add_force_curvature(const Tree&, const State<S>&, const Twist<S>& z, Curvature<S>& result);

/// A tree that is carried by a point of it, as apply_effective_root() does it.
template <class S> struct CarriedTree {
    const Tree& tree;
    const State<S>& state;
    std::optional<BodyPoint> point;  // none: the centre of mass
    const PointMotion<S>& root;  // its motion before the tree is carried
    const AggregateForce<S>& alone;  // as aggregate_force() left it
    Vector<S> acceleration;  // of the root
};

/// Adds the second derivatives of z · [f; n] of a carried tree, z constant. `moments` is room for
/// one vector per degree of freedom.
template <class S>
void add_force_curvature(const CarriedTree<S>&, const Twist<S>& z, std::vector<Vector<S>>& moments,
    Curvature<S>& result);

/// Adds Σ w · ∂²p/∂q_i∂q_j = α_i · Σ (∂p/∂q_j × w) for j and every i that carries it: what the
/// turning of points p adds up to, given moments_j = Σ ∂p/∂q_j × w.
template <class S>
void add_turning(
    const Tree&, const State<S>&, const std::vector<Vector<S>>& moments, std::vector<S>& qq);

}  // namespace gambol::dynamics
