// SPDX-License-Identifier: MIT
#include "gambol/terms/contact_wrench.hpp"

#include <algorithm>

namespace gambol {

using Eigen::Matrix3d;
using Eigen::Vector3d;

DemandedWrench demanded_wrench(const FeatureFrame& frame)
{
    const FeatureModel& model = *frame.model;
    const TurningFrame& turn = frame.carriers[0].turn;
    const AngularAcceleration spin
        = angular_acceleration(frame.q.segment<3>(3), frame.v.segment<3>(3), frame.a.segment<3>(3));
    const double weight = model.mass * kGravity, torque_unit = 1 / (weight * kTorqueArm);

    DemandedWrench demand;
    demand.dforce_da = 1 / kGravity;
    demand.tau.head<3>() = (frame.a.segment<3>(0) + kGravity * Vector3d::UnitZ()) / kGravity;

    // τ_rot = I_w α + ω × (I_w ω) with I_w = R I Rᵀ
    const Matrix3d I_w = turn.R * model.inertia.asDiagonal() * turn.R.transpose();
    const Vector3d momentum = I_w * turn.omega;
    demand.tau.tail<3>() = torque_unit * (I_w * spin.alpha + turn.omega.cross(momentum));
    if (!frame.derivatives)
        return demand;

    // d(I_w x) = (−[I_w x]× + I_w [x]×) dφ with dφ = J_l dr
    const auto turned = [&](const Vector3d& x, const Vector3d& Ix) {
        return Matrix3d((I_w * skew(x) - skew(Ix)) * turn.left_jacobian);
    };
    const Matrix3d by_omega = skew(turn.omega) * I_w - skew(momentum);
    demand.dtorque_dr = torque_unit
        * (turned(spin.alpha, I_w * spin.alpha) + I_w * spin.dalpha_dr
            + skew(turn.omega) * turned(turn.omega, momentum) + by_omega * turn.domega_dr);
    demand.dtorque_drdot = torque_unit * (I_w * spin.dalpha_drdot + by_omega * turn.left_jacobian);
    demand.dtorque_drddot = torque_unit * I_w * turn.left_jacobian;
    return demand;
}

void force_columns(const FeatureFrame& frame, const std::vector<double>& friction,
    std::vector<ForceColumn>& columns)
{
    const bool alike = std::all_of(
        friction.begin(), friction.end(), [&](double each) { return each == friction.front(); });
    columns.clear();
    for (size_t i = 0; i < frame.patches.size(); ++i) {
        const PatchState& patch = frame.patches[i];
        const Matrix3d& axes = patch.axes;
        if (frame.model->patches[i].grip) {
            const Vector3d arm = patch.center - frame.carriers[patch.carrier].position;
            for (int axis = 0; axis < 3; ++axis)
                columns.push_back({ int(i), axes.col(axis), arm, Vector3d::Zero(), true });
            for (int axis = 0; axis < 3; ++axis)
                columns.push_back(
                    { int(i), Vector3d::Zero(), arm, kGripArm * axes.col(axis), true });
            continue;
        }
        for (int k = 0; k < kCorners; ++k) {
            SoftAverage mu { friction.front(), Eigen::RowVector3d::Zero() };
            if (!alike)
                mu = soft_average(*frame.surfaces, friction,
                    patch.corner(k, frame.carriers[patch.carrier].position));
            for (int edge = 0; edge < 4; ++edge) {
                const Vector3d slant = (edge % 2 ? -1 : 1) * axes.col(edge / 2);
                columns.push_back({ int(i), axes.col(2) + mu.value * slant, patch.arm[k],
                    Vector3d::Zero(), false, k, slant, mu.slope });
            }
        }
    }
}

double column_share(const FeaturePatch& patch)
{
    return patch.grip ? 1 : 16;
}

void wrench_columns(
    const FeatureFrame& frame, const std::vector<ForceColumn>& columns, BarrierLeastSquares& inner)
{
    const Vector3d& origin = frame.carriers[0].position;
    inner.resize(int(columns.size()));
    for (size_t j = 0; j < columns.size(); ++j) {
        const ForceColumn& c = columns[j];
        const Vector3d at = frame.carriers[frame.patches[c.patch].carrier].position + c.arm;
        inner.G.col(Eigen::Index(j)).head<3>() = c.push;
        inner.G.col(Eigen::Index(j)).tail<3>()
            = ((at - origin).cross(c.push) + c.twist) / kTorqueArm;
        inner.is_free[Eigen::Index(j)] = c.is_free;
    }
}

}  // namespace gambol
