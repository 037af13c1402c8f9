// SPDX-License-Identifier: MIT
#include "gambol/methods/gait/frame_rows.hpp"
#include "gambol/methods/gait/muscle_stress.hpp"

#include <cmath>

namespace gambol::gait {

namespace {

using Eigen::Vector3d;

// m g L: below it loads count less, so that there is no tip; a tenth of what legs exert.
constexpr double kRounding = 0.005;

}  // namespace

void FrameRows::add_stress(const Frame& frame, LocalRows& residuals) const
{
    const int n = columns_.dofs;
    for (const MuscleJoint& joint : animal_.joints) {
        const int first = joint.first_dof;
        const bool loaded = joint.foot >= 0 && frame[size_t(joint.foot)].loaded;
        Vector3d force = Vector3d::Zero(), limb = force;
        if (loaded) {
            force = variables_->segment<3>(first_variables_[size_t(joint.foot)]);
            limb = place(joint.to).p - place(joint.from).p;
        }
        const double missed = kMissedAxis * force.dot(limb);
        const double root
            = std::hypot(active_.segment(first, joint.dofs).norm(), missed, kRounding);
        const double weight = torque_weights_[first] * animal_.lever[first];
        const MuscleLoad load
            = muscle_stress(root - kRounding, animal_.strength[first], animal_.lever[first]);
        const int row = residuals.add(weight * load.value, 0, 0);
        if (!derivatives_)
            continue;
        // ∂root = (Σ t ∂t + t_e ∂t_e) / root
        const double slope = weight * load.slope / root;
        auto J = residuals.J.row(row);
        for (int k = first; k < first + joint.dofs; ++k) {
            const double by_torque = slope * active_[k];
            J.segment(columns_.q(0), n) += by_torque * (at_->dq.row(k) - contact_dq_.row(k));
            J.segment(columns_.qdot(0), n) += by_torque * at_->dqdot.row(k);
            J.segment(columns_.qddot(0), n) += by_torque * at_->dqddot.row(k);
            J.segment(columns_.foot(0), columns_.foot_variables) -= by_torque * contact_df_.row(k);
        }
        if (!loaded)
            continue;
        const double by_product = slope * missed * kMissedAxis;
        for (int d = 0; d < 3; ++d)
            J[columns_.foot(first_variables_[size_t(joint.foot)] + d)] += by_product * limb[d];
        for (const auto& [point, sign] :
            { std::pair(joint.to, 1.0), std::pair(joint.from, -1.0) }) {
            const Place at = place(point);
            for (const int k : at.path)
                J[columns_.q(k)] += sign * by_product * force.dot(rate(at, k));
        }
    }
}

}  // namespace gambol::gait
