// SPDX-License-Identifier: MIT
#include "gambol/methods/cio/contact_geometry.hpp"

namespace gambol::cio {

namespace {

using Eigen::Matrix;
using Eigen::Matrix3d;
using Eigen::Vector3d;

bool support_moves(const ContactState& contact)
{
    return contact.support != kWorld;
}

const CarrierState& support_of(const SceneInstant& instant, const ContactState& contact)
{
    return instant.carriers[size_t(contact.support)];
}

/// How something v that a shape determines at p, here its derivative D by p, moves with the shape's
/// carrier. In the carrier's frame it is a function of Rᵀ(p − P), so that with δφ = J_l δr
///
///     δv = δφ × v + D (δp − δP − δφ × (p − P))
///
/// and a point, not a direction, moves along with δP itself.
Matrix<double, 3, 6> carried_along(
    const CarrierState& support, const Vector3d& v, const Matrix3d& D, const Vector3d& p)
{
    Matrix<double, 3, 6> J;
    J.leftCols<3>() = -D;
    J.rightCols<3>() = (D * skew(p - support.position) - skew(v)) * support.turn.left_jacobian;
    return J;
}

}  // namespace

Matrix<double, 3, 6> normal_by_support(
    const SceneInstant& instant, const ContactState& contact, int corner)
{
    const RestingPoint& nearest = contact.nearest[size_t(corner)];
    const Vector3d at = instant.owner(contact).position + contact.arm[size_t(corner)];
    return carried_along(support_of(instant, contact), nearest.normal, nearest.dnormal_dp, at);
}

OfContact<3, 6> corner_gap(const SceneInstant& instant, const ContactState& contact, int corner)
{
    const CarrierState& owner = instant.owner(contact);
    const RestingPoint& nearest = contact.nearest[size_t(corner)];
    const Vector3d& arm = contact.arm[size_t(corner)];
    OfContact<3, 6> gap;
    gap.value = owner.position + arm - nearest.point;
    if (!instant.derivatives)
        return gap;
    gap.by_owner.noalias()
        = (Matrix3d::Identity() - nearest.dpoint_dp) * point_jacobian(owner, arm);
    if (support_moves(contact)) {
        const CarrierState& support = support_of(instant, contact);
        gap.by_support = -carried_along(
            support, nearest.point - support.position, nearest.dpoint_dp, owner.position + arm);
        gap.by_support.leftCols<3>() -= Matrix3d::Identity();
    }
    return gap;
}

OfContact<3, 6> normal_gap(const SceneInstant& instant, const ContactState& contact, int corner)
{
    const CarrierState& owner = instant.owner(contact);
    const RestingPoint& nearest = contact.nearest[size_t(corner)];
    const Vector3d normal = contact.axes.col(2);
    OfContact<3, 6> gap;
    gap.value = normal - nearest.normal;
    if (!instant.derivatives)
        return gap;
    gap.by_owner.noalias()
        = -nearest.dnormal_dp * point_jacobian(owner, contact.arm[size_t(corner)]);
    gap.by_owner.rightCols<3>() -= skew(normal) * owner.turn.left_jacobian;
    if (support_moves(contact))
        gap.by_support = -normal_by_support(instant, contact, corner);
    return gap;
}

OfContact<1, 6> corner_tilt(const SceneInstant& instant, const ContactState& contact, int corner)
{
    constexpr double kToes = 0.5;  // cosine
    const Vector3d up = contact.axes.col(2);
    const RestingPoint& nearest = contact.nearest[size_t(corner)];
    OfContact<1, 6> tilt;
    tilt.value[0] = std::max(0.0, kToes - up.dot(nearest.normal));
    if (!instant.derivatives || tilt.value[0] <= 0)
        return tilt;
    const CarrierState& owner = instant.owner(contact);
    tilt.by_owner
        = -up.transpose() * nearest.dnormal_dp * point_jacobian(owner, contact.arm[size_t(corner)]);
    tilt.by_owner.rightCols<3>() -= up.cross(nearest.normal).transpose() * owner.turn.left_jacobian;
    if (support_moves(contact))
        tilt.by_support = -up.transpose() * normal_by_support(instant, contact, corner);
    return tilt;
}

OfContact<3, 12> slip_at(
    const SceneInstant& instant, const ContactState& contact, const Vector3d& arm)
{
    const CarrierState& owner = instant.owner(contact);
    const TurningFrame& turn = owner.turn;
    OfContact<3, 12> slip;
    slip.value = owner.velocity + turn.omega.cross(arm);
    if (instant.derivatives) {
        // d(ω × arm) = −[arm]× dω + [ω]× d(arm),  d(arm) = −[arm]× J_l dr
        slip.by_owner.leftCols<3>().setZero();
        slip.by_owner.middleCols<3>(3)
            = -skew(arm) * turn.domega_dr - skew(turn.omega) * skew(arm) * turn.left_jacobian;
        slip.by_owner.middleCols<3>(6).setIdentity();
        slip.by_owner.rightCols<3>() = -skew(arm) * turn.left_jacobian;
    }
    if (!support_moves(contact))
        return slip;
    // The support's material at the same place, which is not carried along by the support.
    const CarrierState& support = support_of(instant, contact);
    const Vector3d from_support = owner.position + arm - support.position;
    const Vector3d& omega = support.turn.omega;
    slip.value -= support.velocity + omega.cross(from_support);
    if (instant.derivatives) {
        slip.by_owner.leftCols<6>() -= skew(omega) * point_jacobian(owner, arm);
        slip.by_support.leftCols<3>() = skew(omega);
        slip.by_support.middleCols<3>(3) = skew(from_support) * support.turn.domega_dr;
        slip.by_support.middleCols<3>(6) = -Matrix3d::Identity();
        slip.by_support.rightCols<3>() = skew(from_support) * support.turn.left_jacobian;
    }
    return slip;
}

OfContact<1, 12> spin(const SceneInstant& instant, const ContactState& contact)
{
    const CarrierState& owner = instant.owner(contact);
    const Vector3d normal = contact.axes.col(2);
    Vector3d omega = owner.turn.omega;
    if (support_moves(contact))
        omega -= support_of(instant, contact).turn.omega;
    OfContact<1, 12> spin;
    spin.value[0] = normal.dot(omega);
    if (!instant.derivatives)
        return spin;
    spin.by_owner.setZero();
    spin.by_owner.middleCols<3>(3) = normal.transpose() * owner.turn.domega_dr
        - omega.transpose() * skew(normal) * owner.turn.left_jacobian;
    spin.by_owner.rightCols<3>() = normal.transpose() * owner.turn.left_jacobian;
    if (support_moves(contact)) {
        const TurningFrame& turn = support_of(instant, contact).turn;
        spin.by_support.setZero();
        spin.by_support.middleCols<3>(3) = -normal.transpose() * turn.domega_dr;
        spin.by_support.rightCols<3>() = -normal.transpose() * turn.left_jacobian;
    }
    return spin;
}

}  // namespace gambol::cio
