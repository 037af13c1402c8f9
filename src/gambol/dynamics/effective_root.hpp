// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/dynamics/joint_torques.hpp"
#include "gambol/dynamics/point_motion.hpp"

namespace gambol::dynamics {

/// A tree without translations of its root, carried so that one of its points, the effective root,
/// accelerates as it is told to [Fang 2003]: a hand on a bar stays there, the centre of
/// mass in flight falls. The translations are then no unknowns, and what they had to fulfil holds
/// exactly.
///
/// `root` is the motion of that point (point_motion() or center_of_mass_motion() of the same state)
/// before the tree is carried. With y = acceleration − a_root, total mass M, h₀ = Σ x dm:
///
///     f = f₀ + M y        n = n₀ + h₀ × y − p_root × f
///
/// n is about the root. `force` comes in as aggregate_force() left it and has ∂y and ∂p_root in its
/// columns afterwards. In a given acceleration b̈, ∂f/∂b̈ = M 1 and ∂n/∂b̈ = (h₀ − M p_root) ×.
template <class S>
void apply_effective_root(const Tree&, const State<S>&, const PointMotion<S>& root,
    const Vector<S>& acceleration, AggregateForce<S>& force);

/// The same for torques: with h_i and m_i of all that i moves,
///
///     τ_i += y · g_i        g_i = m_i β_i + α_i × h_i        ∂τ_i/∂b̈ = g_i
template <class S>
void apply_effective_root(const Tree&, const State<S>&, const PointMotion<S>& root,
    const Vector<S>& acceleration, JointTorques<S>& torques);

}  // namespace gambol::dynamics
