// SPDX-License-Identifier: MIT
#include "gambol/methods/cio/contact_wrench.hpp"

#include "gambol/math/gravity.hpp"

#include <cmath>

namespace gambol::cio {

using Eigen::Matrix3d;
using Eigen::Vector3d;

forces::Body force_body(const SceneInstant& instant, const BodyState& body)
{
    const Vector3d axis = body.hinge ? body.hinge->axis : Vector3d(Vector3d::Zero());
    return { instant.carriers[size_t(body.carrier)].position, body.mass * kGravity, body.arm,
        axis };
}

namespace {

/// About the axis alone: with the angle θ = a·r
///
///     τ = I θ̈ + friction θ̇ / √(θ̇² + ε²) + a · (c(θ) × m g ẑ)
DemandedWrench demanded_by_hinged(const BodyState& body)
{
    const HingedBody& hinge = *body.hinge;
    const Vector3d& a = hinge.axis;
    const double weight = body.mass * kGravity, unit = 1 / (weight * body.arm);
    const double rate = a.dot(body.rdot);
    const Vector3d c = Eigen::AngleAxisd(body.angle(), a) * hinge.com;
    const auto about_axis
        = [&](const Vector3d& arm) { return weight * a.dot(arm.cross(Vector3d::UnitZ())); };
    DemandedWrench demand;
    demand.tau.setZero();
    demand.tau.tail<3>() = unit
        * (hinge.inertia * a.dot(body.rddot) + hinge_friction(hinge, rate) + about_axis(c)) * a;
    const Matrix3d along = a * a.transpose();
    const double speed_sq = rate * rate + kHingeCreep * kHingeCreep;
    demand.dtorque_dr = unit * about_axis(a.cross(c)) * along;
    demand.dtorque_drdot
        = unit * hinge.friction * kHingeCreep * kHingeCreep / std::pow(speed_sq, 1.5) * along;
    demand.dtorque_drddot = unit * hinge.inertia * along;
    return demand;
}

}  // namespace

double hinge_friction(const HingedBody& hinge, double rate)
{
    return hinge.friction * rate / std::sqrt(rate * rate + kHingeCreep * kHingeCreep);
}

DemandedWrench demanded_wrench(const SceneInstant& instant, const BodyState& body)
{
    if (body.hinge)
        return demanded_by_hinged(body);
    const TurningFrame& turn = instant.carriers[size_t(body.carrier)].turn;
    const AngularAcceleration spin = angular_acceleration(body.r, body.rdot, body.rddot);
    const double weight = body.mass * kGravity, torque_unit = 1 / (weight * body.arm);

    DemandedWrench demand;
    demand.dforce_da = 1 / kGravity;
    demand.tau.head<3>() = (body.acceleration + kGravity * Vector3d::UnitZ()) / kGravity;

    // τ_rot = I_w α + ω × (I_w ω) with I_w = R I Rᵀ
    const Matrix3d I_w = turn.R * body.inertia.asDiagonal() * turn.R.transpose();
    const Vector3d momentum = I_w * turn.omega;
    demand.tau.tail<3>() = torque_unit * (I_w * spin.alpha + turn.omega.cross(momentum));
    if (!instant.derivatives)
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

void add_units(const SceneInstant& instant, const ContactState& contact, int index,
    std::vector<forces::Unit>& units)
{
    if (contact.patch->grip) {
        forces::add_grip(index, contact.axes, contact.center, units);
        return;
    }
    const CarrierState& owner = instant.owner(contact);
    for (int k = 0; k < kCorners && contact.slides; ++k)
        units.push_back({ index, sliding_push(instant, contact, k).value,
            owner.position + contact.arm[size_t(k)], 0, false, k });
    for (int k = 0; k < kCorners && !contact.slides; ++k)
        forces::add_pyramid(index, k, contact.axes, owner.position + contact.arm[size_t(k)],
            contact.friction(k), units);
}

double unit_share(const ContactState& contact)
{
    if (contact.patch->grip)
        return 1;
    return contact.slides ? kCorners : forces::kPyramidEdges * kCorners;
}

OfContact<3, 12> sliding_push(const SceneInstant& instant, const ContactState& contact, int corner)
{
    constexpr double kCreeps = 0.02;  // m/s, ε
    const Vector3d n = contact.axes.col(2);
    const OfContact<3, 12> slip = slip_at(instant, contact, contact.arm[size_t(corner)]);
    const Vector3d along = slip.value - n.dot(slip.value) * n;
    const double speed = std::sqrt(along.squaredNorm() + kCreeps * kCreeps);
    const double friction = contact.friction(corner);
    OfContact<3, 12> push;
    push.value = n - friction / speed * along;
    if (!instant.derivatives)
        return push;
    // d(along) = (1 − n nᵀ) dv − (n·v + n vᵀ) dn,  dn = −[n]× J_l dr
    Eigen::Matrix<double, 3, 12> dn = Eigen::Matrix<double, 3, 12>::Zero();
    dn.middleCols<3>(3) = -skew(n) * instant.owner(contact).turn.left_jacobian;
    const Matrix3d across = Matrix3d::Identity() - n * n.transpose();
    const Eigen::Matrix<double, 3, 12> dalong = across * slip.by_owner
        - (n.dot(slip.value) * Matrix3d::Identity() + n * slip.value.transpose()) * dn;
    const Matrix3d by_along
        = (Matrix3d::Identity() - along * along.transpose() / (speed * speed)) * (friction / speed);
    push.by_owner = dn - by_along * dalong;
    return push;
}

OfContact<1, 6> outside_friction(
    const SceneInstant& instant, const ContactState& contact, const forces::Unit& unit)
{
    constexpr double kSlack = 0.1;  // what 6° of tilt make
    const RestingPoint& nearest = contact.nearest[size_t(unit.corner)];
    const double friction = contact.friction(unit.corner);
    const Vector3d& n = nearest.normal;
    const double pressing = n.dot(unit.push);
    const Vector3d along = unit.push - pressing * n;
    const double sliding = along.norm();
    OfContact<1, 6> outside;
    outside.value[0] = std::max(0.0, sliding - friction * pressing - kSlack);
    if (!instant.derivatives || outside.value[0] <= 0)
        return outside;
    const CarrierState& owner = instant.owner(contact);
    const Vector3d direction = along / sliding;
    // By the push, which turns with its owner, and by the surface's normal.
    const Vector3d by_push = direction - friction * n;
    const Vector3d by_n = -pressing * direction - friction * unit.push;
    outside.by_owner = by_n.transpose() * nearest.dnormal_dp
        * point_jacobian(owner, contact.arm[size_t(unit.corner)]);
    outside.by_owner.rightCols<3>()
        += unit.push.cross(by_push).transpose() * owner.turn.left_jacobian;
    if (contact.support != kWorld)
        outside.by_support = by_n.transpose() * normal_by_support(instant, contact, unit.corner);
    return outside;
}

}  // namespace gambol::cio
