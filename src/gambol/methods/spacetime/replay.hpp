// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/character/character.hpp"
#include "gambol/dynamics/effective_root.hpp"
#include "gambol/methods/motion_frame.hpp"
#include "gambol/methods/spacetime/plan_scene.hpp"

#include <Eigen/Dense>

#include <vector>

namespace gambol::spacetime {

/// The body at one instant of a movement, and what the world must do to it.
struct Snapshot {
    Pose pose;
    Eigen::Vector3d force;  // N, on the body
    Eigen::Vector3d torque;  // N m, about the place of the first tie, or the centre of mass
    Eigen::Vector3d angular_momentum;  // N m s, about the centre of mass
};

/// A time, as one of a phase and in an interval of the spline: where two phases meet it is of both.
struct PhaseTime {
    int phase = 0, interval = 0;
    double u = 0;
};

/// Times of every phase, `per_second` or a few more, both ends included: where two phases meet,
/// the end of one and the start of the next.
[[nodiscard]] std::vector<std::vector<PhaseTime>> phase_times(
    const SpacetimeProblem&, double per_second);

/// Plays a movement: translations follow from the effective root, forces from the motion.
class Replay {
public:
    /// All three must outlive it.
    Replay(const ScenePlan&, const SpacetimeProblem&, const Eigen::VectorXd& x);

    [[nodiscard]] Snapshot at(const PhaseTime&);

    /// Torques of all joints [N m] at the instant asked for last, with these forces on the patches
    /// of the character: those of Newton-Euler less what acts beyond the joint,
    ///
    ///     τ_i = τ_i(q, q̇, q̈) − Σ_k (f_k · ∂p_k/∂q_i + t_k n_k · α_i)
    [[nodiscard]] Eigen::VectorXd joint_torques(const std::vector<PatchForce>& forces);

private:
    const ScenePlan& plan_;
    const SpacetimeProblem& problem_;
    const Eigen::VectorXd& x_;
    dynamics::State<double> state_;
    dynamics::AggregateForce<double> force_;
    dynamics::PointMotion<double> root_, center_, point_;
    dynamics::AggregateForce<double> alone_;
    dynamics::JointTorques<double> torques_;
    Eigen::Vector3d acceleration_ = Eigen::Vector3d::Zero();  // of the effective root
    Pose pose_;
};

}  // namespace gambol::spacetime
