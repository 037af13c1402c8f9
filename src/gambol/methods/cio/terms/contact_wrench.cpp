// SPDX-License-Identifier: MIT
#include "gambol/methods/cio/terms/contact_wrench.hpp"

namespace gambol::cio {

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
    columns.clear();
    for (size_t i = 0; i < frame.patches.size(); ++i) {
        const PatchState& patch = frame.patches[i];
        const Matrix3d& axes = patch.axes;
        if (frame.model->patches[i].grip) {
            const Vector3d arm = patch.center - frame.carriers[patch.carrier].position;
            for (int axis = 0; axis < 3; ++axis)
                columns.push_back({ int(i), axes.col(axis), arm, Vector3d::Zero(), true });
            columns.push_back({ int(i), Vector3d::Zero(), arm, kGripArm * axes.col(2), true });
            continue;
        }
        for (int k = 0; k < kCorners; ++k) {
            const double mu
                = friction.size() > 1 ? friction[size_t(patch.nearest[k].surface)] : friction[0];
            for (int edge = 0; edge < 4; ++edge) {
                const Vector3d slant = (edge % 2 ? -mu : mu) * axes.col(edge / 2);
                columns.push_back(
                    { int(i), axes.col(2) + slant, patch.arm[k], Vector3d::Zero(), false, k, mu });
            }
        }
    }
}

OutsideFriction outside_friction(const FeatureFrame& frame, const ForceColumn& column)
{
    constexpr double kSlack = 0.1;  // what 6° of tilt make
    const PatchState& patch = frame.patches[size_t(column.patch)];
    const RestingPoint& nearest = patch.nearest[size_t(column.corner)];
    const Vector3d& n = nearest.normal;
    const double pressing = n.dot(column.push);
    const Vector3d along = column.push - pressing * n;
    const double sliding = along.norm();
    OutsideFriction outside { sliding - column.friction * pressing - kSlack, {} };
    if (outside.r <= 0)
        return {};
    if (frame.derivatives) {
        const CarrierState& carrier = frame.carriers[size_t(patch.carrier)];
        const Vector3d unit = along / sliding;
        // By the push, which turns with its carrier, and by the surface's normal.
        const Vector3d by_push = unit - column.friction * n;
        const Vector3d by_n = -pressing * unit - column.friction * column.push;
        outside.J = by_n.transpose() * nearest.dnormal_dp
            * point_jacobian(carrier, patch.arm[size_t(column.corner)]);
        outside.J.rightCols<3>()
            += column.push.cross(by_push).transpose() * carrier.turn.left_jacobian;
    }
    return outside;
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

}  // namespace gambol::cio
