// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/dynamics/state.hpp"

namespace gambol::dynamics {

/// The one force and torque (about the world origin) that the world must exert on the whole tree
/// for it to move as it does [Fang 2003], with a column of derivatives for each degree of freedom.
/// With the sums over all that a degree of freedom moves (state.hpp):
///
///     ∂f₀/∂q̈ = I s        ∂f₀/∂q̇ = N s + I (ξ + v_i × s)        ∂f₀/∂q = N ξ + I η + s × F
///
/// docs/dynamics.md derives them.
template <class S> struct AggregateForce {
    explicit AggregateForce(const Tree&);

    Wrench<S> value;
    std::vector<Wrench<S>> dq, dqdot, dqddot;
};

/// In O(D); no heap.
template <class S> void aggregate_force(const Tree&, const State<S>&, AggregateForce<S>& result);

/// Momentum and moment of momentum about the world origin:
///
///     ∂p₀/∂q̇ = I s        ∂p₀/∂q = I ξ + s × P
template <class S> struct AggregateMomentum {
    explicit AggregateMomentum(const Tree&);

    Wrench<S> value;
    std::vector<Wrench<S>> dq, dqdot;
};

template <class S>
void aggregate_momentum(const Tree&, const State<S>&, AggregateMomentum<S>& result);

}  // namespace gambol::dynamics
