// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/methods/spacetime/slice_rows.hpp"

#include <Eigen/Dense>

#include <vector>

namespace gambol::spacetime {

/// What each tie does of what the world does to the body: w_k = S_k [f; n], w_k the force at tie k
/// and the torque about it, n about the first tie's place. With the ties' places d_k from there it
/// is the least of Σ |f_k|² + |n_k|²/ρ² that adds up,
///
///     S_k = D G_kᵀ (Σ G D Gᵀ)⁻¹        G_k = [1, 0; d_k ×, 1]        D = diag(1, ρ²)
///
/// so a small patch carries by force what it could not by torque: two feet by how far the centre of
/// pressure is from each. Does not know that contacts only push.
[[nodiscard]] std::vector<Eigen::Matrix<double, 6, 6>> tie_shares(const Phase&);

/// Torques of chosen joints of a body that is held, and what the world does to it, both with
/// derivatives: those of Newton-Euler less what acts on the ties beyond the joint,
///
///     τ_i = τ_i(q, q̇, q̈) − Σ_k w_k · [∂p_k/∂q_i; α_i]
///
/// O(K D) for K joints.
template <class S> class HeldTorques {
public:
    HeldTorques(const SliceContext&, std::vector<int> dofs);

    void evaluate(int phase, const dynamics::Coordinates<S>&);

    [[nodiscard]] const dynamics::AggregateForce<S>& force() const { return force_; }
    [[nodiscard]] const dynamics::JointTorques<S>& torques() const { return torques_; }

private:
    void subtract(const Tie&, const Eigen::Matrix<double, 6, 6>& share);

    const SliceContext& context_;
    std::vector<std::vector<Eigen::Matrix<double, 6, 6>>> shares_;  // per phase and tie
    dynamics::State<S> state_;
    dynamics::AggregateForce<S> force_, alone_;
    dynamics::PointMotion<S> root_, point_;
    dynamics::JointTorques<S> torques_;
};

}  // namespace gambol::spacetime
