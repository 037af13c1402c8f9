// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/dynamics/aggregate.hpp"

namespace gambol::dynamics {

/// The generalised forces τ_i = s_i · F_i that chosen degrees of freedom i must supply (torques;
/// forces of prismatic joints) and their derivatives, a row of dof_count numbers for each. With the
/// sums over all that i moves:
///
///                k above i, or of the same joint        k below i        elsewhere
///     ∂τ_i/∂q_k  = s_i · (I η_k + N ξ_k)                 s_i · ∂f₀/∂q_k     0
///     ∂τ_i/∂q̇_k = s_i · (I (ξ_k + v × s_k) + N s_k)     s_i · ∂f₀/∂q̇_k    0
///     ∂τ_i/∂q̈_k = s_i · I s_k                           s_i · ∂f₀/∂q̈_k    0
///
/// Moving i along with all that it moves changes no power, so s_k × F does not appear above i.
template <class S> struct JointTorques {
    /// Of the degrees of freedom in `dofs`, in that order.
    JointTorques(const Tree&, std::vector<int> dofs);
    /// Of all.
    explicit JointTorques(const Tree&);

    std::vector<int> dofs;
    std::vector<S> value;
    std::vector<S> dq, dqdot, dqddot;  // [row · dof_count + k]
};

/// All dof_count torques without derivatives, in O(D): recursive Newton-Euler.
template <class S> void joint_torques(const Tree&, const State<S>&, std::span<S> result);

/// With derivatives, in O(K D) for K rows. `force` is that of aggregate_force() for this state.
template <class S>
void joint_torques(
    const Tree&, const State<S>&, const AggregateForce<S>& force, JointTorques<S>& result);

}  // namespace gambol::dynamics
