// SPDX-License-Identifier: MIT
#include "gambol/methods/cio/hinge_force.hpp"

#include "gambol/math/gravity.hpp"
#include "gambol/methods/cio/contact_wrench.hpp"

namespace gambol::cio {

using Eigen::Matrix3d;
using Eigen::Vector3d;

HingeForce hinge_force(const SceneInstant& instant, const BodyState& body, const HingeForce& others)
{
    const HingedBody& hinge = *body.hinge;
    const Vector3d& a = hinge.axis;
    const double rate = a.dot(body.rdot);
    const Vector3d omega = rate * a, alpha = a.dot(body.rddot) * a;
    const Vector3d c = Eigen::AngleAxisd(body.angle(), a) * hinge.com;
    const Matrix3d& R = instant.carriers[size_t(body.carrier)].turn.R;
    const Matrix3d I_w = R * body.inertia.asDiagonal() * R.transpose();  // about the centre of mass
    // m (c̈ + g ẑ), and its moment about the hinge with d/dt(I_w ω)
    const Vector3d demand
        = body.mass * (alpha.cross(c) + omega.cross(omega.cross(c)) + kGravity * Vector3d::UnitZ());
    HingeForce sum;
    sum.force = demand - others.force;
    const Vector3d torque
        = c.cross(demand) + I_w * alpha + omega.cross(I_w * omega) - others.torque;
    sum.torque = torque - (a.dot(torque) + hinge_friction(hinge, rate)) * a;
    return sum;
}

}  // namespace gambol::cio
