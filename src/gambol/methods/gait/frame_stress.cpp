// SPDX-License-Identifier: MIT
#include "gambol/methods/gait/frame_rows.hpp"
#include "gambol/methods/gait/muscle_stress.hpp"

#include <cmath>

namespace gambol::gait {

namespace {

using Eigen::Vector3d;

// m g L: absolute values are round below it, which is less than a tenth of what legs exert.
constexpr double kRounding = 0.005;

/// |x| with a round tip, and its slope.
struct Rounded {
    double value, slope;
};
Rounded rounded(double x)
{
    const double root = std::hypot(x, kRounding);
    return { root - kRounding, x / root };
}

}  // namespace

void FrameRows::add_stress(const Frame& frame, LocalRows& residuals) const
{
    const int n = columns_.dofs;
    for (const MuscleJoint& joint : animal_.joints) {
        const int first = joint.first_dof;
        const Rounded torque = rounded(active_.segment(first, joint.dofs).norm());
        const bool loaded = joint.foot >= 0 && frame[size_t(joint.foot)].loaded;
        Vector3d force = Vector3d::Zero(), limb = force;
        Rounded missed { 0, 0 };
        if (loaded) {
            force = variables_->segment<3>(first_variables_[size_t(joint.foot)]);
            limb = place(joint.to).p - place(joint.from).p;
            missed = rounded(force.dot(limb));
        }
        const double weight = torque_weights_[first] * animal_.lever[first];
        const MuscleLoad load = muscle_stress(torque.value + kMissedAxis * missed.value,
            animal_.strength[first], animal_.lever[first]);
        const int row = residuals.add(weight * load.value, 0, 0);
        if (!derivatives_)
            continue;
        const double slope = weight * load.slope;
        const double norm = active_.segment(first, joint.dofs).norm();
        for (int k = first; k < first + joint.dofs && norm > 0; ++k) {
            const double by_torque = slope * torque.slope * active_[k] / norm;
            auto J = residuals.J.row(row);
            J.segment(columns_.q(0), n) += by_torque * (at_->dq.row(k) - contact_dq_.row(k));
            J.segment(columns_.qdot(0), n) += by_torque * at_->dqdot.row(k);
            J.segment(columns_.qddot(0), n) += by_torque * at_->dqddot.row(k);
            J.segment(columns_.foot(0), columns_.foot_variables) -= by_torque * contact_df_.row(k);
        }
        if (!loaded)
            continue;
        const double by_product = slope * kMissedAxis * missed.slope;
        for (int d = 0; d < 3; ++d)
            residuals.J(row, columns_.foot(first_variables_[size_t(joint.foot)] + d))
                += by_product * limb[d];
        for (const auto& [point, sign] :
            { std::pair(joint.to, 1.0), std::pair(joint.from, -1.0) }) {
            const Place at = place(point);
            for (const int k : at.path)
                residuals.J(row, columns_.q(k)) += sign * by_product * force.dot(rate(at, k));
        }
    }
}

}  // namespace gambol::gait
