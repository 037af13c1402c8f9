// SPDX-License-Identifier: MIT
#include "gambol/methods/cio/terms/hinge.hpp"

namespace gambol::cio {

namespace {

using Eigen::Matrix3d;
using Eigen::RowVector3d;
using Eigen::Vector3d;

std::array<int, 3> turn_columns(const CarrierState& carrier)
{
    return { carrier.place[3], carrier.place[4], carrier.place[5] };
}

}  // namespace

void StaysOnHinge::add(const SceneInstant& instant, TermWorkspace&, LocalModel& out) const
{
    const BodyState& body = instant.bodies[size_t(who_)];
    const HingedBody& hinge = *body.hinge;
    const CarrierState& carrier = instant.torso(who_);
    for (int i = 0; i < 3; ++i)
        out.add(carrier.position[i] - hinge.at[i], 1, carrier.place[size_t(i)]);
    const Matrix3d across = Matrix3d::Identity() - hinge.axis * hinge.axis.transpose();
    const Vector3d tilt = across * body.r;
    out.add<3, 3>(tilt, across, turn_columns(carrier));
    const RowVector3d axis = hinge.axis.transpose();
    const double angle = body.angle();
    const auto near = [&](double beyond) { return beyond > -out.hinge_horizon(); };
    if (near(angle - hinge.most))
        out.add_hinge<3>(angle - hinge.most, axis, turn_columns(carrier));
    if (near(hinge.least - angle))
        out.add_hinge<3>(hinge.least - angle, -axis, turn_columns(carrier));
}

void TurnedBy::add(const SceneInstant& instant, TermWorkspace&, LocalModel& out) const
{
    const BodyState& body = instant.bodies[size_t(who_)];
    const RowVector3d axis = body.hinge->axis.transpose();
    out.add<1, 3>(Eigen::Matrix<double, 1, 1>(body.angle() - angle_), axis,
        turn_columns(instant.torso(who_)));
}

}  // namespace gambol::cio
