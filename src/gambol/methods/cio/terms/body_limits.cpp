// SPDX-License-Identifier: MIT
#include "gambol/methods/cio/terms/body_limits.hpp"

#include "gambol/geometry/nearest.hpp"
#include "gambol/methods/cio/capsule_depth.hpp"

#include <algorithm>
#include <cmath>

namespace gambol::cio {

namespace {

using Eigen::Matrix;
using Eigen::Matrix3d;
using Eigen::Vector3d;
using Row13 = Matrix<double, 1, 13>;

/// Right opposite to a cone's axis no way back is shorter than the others.
constexpr double kLeastSine = 1e-3;

void add_depth(const Shape& surface, const BodyPoint& point, double radius,
    const LimbColumns& columns, LocalModel& out)
{
    const SurfacePoint s = nearest_surface_point(surface, point.p);
    if (s.distance >= radius + out.hinge_horizon())
        return;
    Row13 J;
    if (out.wants_derivatives())
        J.noalias() = -s.gradient.transpose() * point.J;
    out.add_hinge<13>(radius - s.distance, J, columns);
}

/// Of points against boxes. An edge comes up to half of this deep between two of them.
constexpr double kSpacing = 0.025;  // m

/// At points along an axis; closer ones against boxes.
void add_depths(const SceneInstant& instant, const Shape& surface, const BodyPoint& a,
    const BodyPoint& b, double radius, const LimbColumns& columns, LocalModel& out)
{
    const double length = (b.p - a.p).norm();
    if (nearest_surface_point(surface, (a.p + b.p) / 2).distance
        >= radius + length / 2 + out.hinge_horizon())
        return;
    const int steps
        = std::holds_alternative<Box>(surface) ? std::max(2, int(std::ceil(length / kSpacing))) : 2;
    for (int k = 0; k <= steps; ++k)
        add_depth(surface, instant.between(a, b, double(k) / steps), radius, columns, out);
}

/// Which pairs may not overlap: links that meet in a joint do, and so do what is attached to the
/// torso and the torso.
bool may_collide(const BodyCapsule& a, const BodyCapsule& b)
{
    if (a.part == BodyCapsule::torso && b.part == BodyCapsule::torso)
        return false;
    if (a.part == BodyCapsule::torso)
        return b.part == BodyCapsule::lower || b.part == BodyCapsule::end;
    if (a.limb == b.limb)
        return a.part == BodyCapsule::upper && b.part == BodyCapsule::end;
    return !(a.part == BodyCapsule::upper && b.part == BodyCapsule::upper);
}

/// How far a foot points to its side: |s · R_effector x̂| with s = R_torso s_rest.
void add_heading(const FeatureLimb& limb, const CarrierState& torso, const CarrierState& effector,
    const LimbState& state, LocalModel& out)
{
    const Vector3d rest = limb.rest_axes.col(0);
    const Vector3d side = torso.turn.R * Vector3d(-rest.y(), rest.x(), 0).normalized(),
                   ahead = effector.turn.R.col(0);
    const double along = side.dot(ahead), excess = std::abs(along) - limb.largest_side;
    if (excess <= -out.hinge_horizon())
        return;
    Row13 J = Row13::Zero();
    if (out.wants_derivatives()) {
        const double sign = along < 0 ? -1 : 1;
        const Vector3d across = sign * side.cross(ahead);
        J.middleCols<3>(3) = across.transpose() * torso.turn.left_jacobian;
        J.middleCols<3>(9) = -across.transpose() * effector.turn.left_jacobian;
    }
    out.add_hinge<13>(excess, J, state.columns);
}

}  // namespace

void LimbLength::add(const SceneInstant& instant, TermWorkspace&, LocalModel& out) const
{
    const CharacterState& who = instant.characters[size_t(who_)];
    for (size_t i = 0; i < who.limbs.size(); ++i) {
        const FeatureLimb& limb = who.model->limbs[i];
        const LimbState& s = who.limbs[i];
        const double full = limb.upper_length + limb.lower_length;
        out.add_hinge<13>(s.points.reach - limb.longest * full, s.D.reach, s.columns);
        out.add_hinge<13>(limb.shortest * full - s.points.reach, -s.D.reach, s.columns);
    }
}

void JointLimit::add(const SceneInstant& instant, TermWorkspace&, LocalModel& out) const
{
    const CharacterState& who = instant.characters[size_t(who_)];
    const CarrierState& torso = instant.torso(who_);
    for (size_t i = 0; i < who.limbs.size(); ++i) {
        const FeatureLimb& limb = who.model->limbs[i];
        const LimbState& s = who.limbs[i];
        const CarrierState& effector = instant.effector(who_, int(i));

        // The angle between an axis, which turns with its carrier, and a link. Unlike its cosine it
        // pulls back just as hard from the far side of the cone.
        const auto limit = [&](const Cone& cone, const CarrierState& carrier, int rotation_column,
                               const Vector3d& link, const Matrix<double, 3, 13>& dlink) {
            const Vector3d axis = carrier.turn.R * cone.axis, along = link.normalized();
            const double cosine = axis.dot(along);
            const double sine = std::max(axis.cross(along).norm(), kLeastSine);
            const double excess = std::atan2(sine, cosine) - std::acos(cone.cosine);
            if (excess <= -out.hinge_horizon())
                return;
            Row13 J;
            if (out.wants_derivatives()) {
                J = (cosine * along - axis).transpose() * dlink / link.norm();
                J.middleCols<3>(rotation_column)
                    -= axis.cross(along).transpose() * carrier.turn.left_jacobian;
                J /= sine;
            }
            out.add_hinge<13>(excess, J, s.columns);
        };
        limit(limb.upper_cone, torso, 3, s.points.middle - s.points.base, s.D.middle - s.D.base);
        limit(limb.end_cone, effector, 9, s.points.middle - s.points.tip, s.D.middle - s.D.tip);
        limit(limb.upper_hinge, torso, 3, s.points.hinge, s.D.hinge);
        limit(limb.end_hinge, effector, 9, s.points.hinge, s.D.hinge);
        if (limb.largest_side < 1)
            add_heading(limb, torso, effector, s, out);
    }
}

void Penetration::add(const SceneInstant& instant, TermWorkspace&, LocalModel& out) const
{
    const CharacterState& who = instant.characters[size_t(who_)];
    for (const Shape& surface : instant.model->surfaces()) {
        for (const BodyCapsule& c : who.capsules)
            add_depths(instant, surface, c.a,
                c.meets_surfaces < 1 ? instant.between(c.a, c.b, c.meets_surfaces) : c.b, c.radius,
                who.limbs[size_t(c.limb)].columns, out);
        for (int i = 0; i < int(who.model->patches.size()); ++i) {
            const ContactState& patch = instant.world_contact(who_, i);
            const int limb = patch.patch->limb;
            const LimbColumns& columns = who.limbs[size_t(std::max(limb, 0))].columns;
            for (const auto& [from, to] : { std::pair { 0, 1 }, std::pair { 3, 2 } })
                add_depths(instant, surface,
                    instant.carried_point(who_, limb, patch.arm[size_t(from)]),
                    instant.carried_point(who_, limb, patch.arm[size_t(to)]), 0, columns, out);
        }
    }
}

void SelfCollision::add(const SceneInstant& instant, TermWorkspace&, LocalModel& out) const
{
    const CharacterState& who = instant.characters[size_t(who_)];
    const std::vector<BodyCapsule>& capsules = who.capsules;
    std::vector<Vector3d> middle;  // most pairs are too far apart to look closer
    std::vector<double> half;
    for (const BodyCapsule& c : capsules) {
        middle.push_back((c.a.p + c.b.p) / 2);
        half.push_back((c.b.p - c.a.p).norm() / 2);
    }
    for (size_t i = 0; i < capsules.size(); ++i)
        for (size_t j = i + 1; j < capsules.size(); ++j) {
            const BodyCapsule &a = capsules[i], &b = capsules[j];
            if (!may_collide(a, b))
                continue;
            const double radius = a.radius + b.radius;
            const double reach = radius + out.hinge_horizon() + (half[i] + half[j]);
            if ((middle[i] - middle[j]).squaredNorm() > reach * reach)
                continue;
            const auto depth = capsule_depth(instant, a, b, out.hinge_horizon());
            if (depth)
                add_hinge(*depth, 0, who.limbs[size_t(a.limb)].columns,
                    who.limbs[size_t(b.limb)].columns, out);
        }
}

void OwnSide::add(const SceneInstant& instant, TermWorkspace&, LocalModel& out) const
{
    constexpr double kBeside = 0.03;  // m; nearer to the mid-plane a limb has no side
    const CharacterState& who = instant.characters[size_t(who_)];
    const CarrierState& torso = instant.torso(who_);
    for (size_t i = 0; i < who.limbs.size(); ++i) {
        const FeatureLimb& limb = who.model->limbs[i];
        if (!limb.support || std::abs(limb.rest.y()) < kBeside)
            continue;
        const Vector3d outward = std::copysign(1.0, limb.rest.y()) * torso.turn.R.col(1);
        const LimbState& s = who.limbs[i];
        const auto keep = [&](const Vector3d& p, const Matrix<double, 3, 13>& dp) {
            const Vector3d arm = p - torso.position;
            const double r = limb.lower_radius - outward.dot(arm);
            if (r <= -out.hinge_horizon())
                return;
            Row13 J;
            if (out.wants_derivatives()) {
                J = -outward.transpose() * dp;
                J.leftCols<3>() += outward.transpose();
                J.middleCols<3>(3) -= outward.cross(arm).transpose() * torso.turn.left_jacobian;
            }
            out.add_hinge<13>(r, J, s.columns);
        };
        keep(s.points.middle, s.D.middle);
        keep(s.points.tip, s.D.tip);
    }
}

}  // namespace gambol::cio
