// SPDX-License-Identifier: MIT
#include "gambol/methods/gait/frame_rows.hpp"

#include <algorithm>
#include <cmath>

namespace gambol::gait {

namespace {

using Eigen::VectorXd;

// Of a joint's strength, that costs no more than other torque: a little less than all of it, as a
// price lets some through.
constexpr double kFreeShare = 0.95;
constexpr double kLeastStrength = 1e-3;  // m g L; joints may have none

}  // namespace

void FrameRows::add_dynamics(FrameOutput& out) const
{
    const int n = columns_.dofs;
    for (int k = 0; k < n; ++k) {
        const bool root = k < kRootDofs;
        const double scale = root ? (k < 3 ? 1 : kTorqueScale) : torque_weights_[k];
        LocalRows& rows = root ? out.motion : out.residuals;
        const int row = rows.add(scale * active_[k], 0, 0);
        if (derivatives_) {
            auto J = rows.J.row(row);
            J.segment(columns_.q(0), n) = scale * (at_->dq.row(k) - contact_dq_.row(k));
            J.segment(columns_.qdot(0), n) = scale * at_->dqdot.row(k);
            J.segment(columns_.qddot(0), n) = scale * at_->dqddot.row(k);
            J.segment(columns_.foot(0), columns_.foot_variables) = -scale * contact_df_.row(k);
        }
        if (root)
            continue;
        if (springs_)
            add_spring(k, row, out.residuals);
        if (objective_.keeps_strength())
            add_overload(k, row, out);
    }
}

void FrameRows::add_spring(int dof, int row, LocalRows& residuals) const
{
    const int spring = springs_->of(dof), first = columns_.spring(Springs::kNumbers * spring);
    const double sign = springs_->sign(dof), scale = torque_weights_[dof];
    const VectorXd numbers
        = shared_->segment(2 * columns_.anchors + Springs::kNumbers * spring, Springs::kNumbers);
    const double q = at_->q[dof], qdot = at_->qdot[dof];
    residuals.value[row] -= scale * Springs::torque(numbers, sign, q, qdot);
    if (!derivatives_)
        return;
    residuals.J(row, columns_.q(dof)) += scale * numbers[Springs::stiffness];
    residuals.J(row, columns_.qdot(dof)) += scale * numbers[Springs::damping];
    residuals.J(row, first + Springs::stiffness) = scale * q;
    residuals.J(row, first + Springs::offset) = -scale * sign;
    residuals.J(row, first + Springs::damping) = scale * qdot;
}

void FrameRows::add_overload(int dof, int row, FrameOutput& out) const
{
    const double weight = torque_weights_[dof], torque = out.residuals.value[row] / weight;
    const double strength = torque < 0 ? -animal_.torque_lower[dof] : animal_.torque_upper[dof];
    const double over = std::abs(torque) - kFreeShare * strength;
    if (!(over > 0))
        return;
    // With t the torque, e what is beyond, S the strength and p = overload / (w S)², the cost
    // f = ½ w² (t² + p e²) has the slope w² (t + p e) and the curvature w² (1 + p). A residual r
    // with r' = w √(1 + p) has both where r r' = f'; what ½ r² then lacks of f is cost beside.
    const double p = objective_.overload / std::pow(weight * std::max(strength, kLeastStrength), 2);
    const double steeper = std::sqrt(1 + p);
    const double residual = weight * (torque + std::copysign(p * over, torque)) / steeper;
    out.residuals.value[row] = residual;
    out.beside += (weight * weight * (torque * torque + p * over * over) - residual * residual) / 2;
    if (derivatives_)
        out.residuals.J.row(row) *= steeper;
}

}  // namespace gambol::gait
