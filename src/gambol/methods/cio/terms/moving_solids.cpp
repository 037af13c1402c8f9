// SPDX-License-Identifier: MIT
#include "gambol/methods/cio/terms/moving_solids.hpp"

#include "gambol/geometry/balls.hpp"
#include "gambol/geometry/nearest.hpp"
#include "gambol/methods/cio/capsule_depth.hpp"

#include <algorithm>
#include <cmath>

namespace gambol::cio {

namespace {

using Eigen::Matrix;
using Eigen::Matrix3d;
using Eigen::RowVector3d;
using Eigen::Vector3d;

constexpr double kPointSpacing = 0.03;  // m, along what may meet an edge
constexpr double kEdgeSpacing = 0.05;  // m, along edges of boxes

/// A ball that moves with a prop.
struct PropBall {
    Vector3d at;  // prop frame
    double radius = 0;
};
std::vector<PropBall> balls_of_prop(const Shape& shape)
{
    std::vector<PropBall> balls;
    if (const auto* box = std::get_if<Box>(&shape)) {
        for (const Vector3d& p : edge_points(*box, kEdgeSpacing))
            balls.push_back({ p, 0 });
    } else if (const auto* sphere = std::get_if<Sphere>(&shape)) {
        balls.push_back({ sphere->center, sphere->radius });
    } else if (const auto* capsule = std::get_if<Capsule>(&shape)) {
        constexpr int kSteps = 4;
        for (int i = 0; i <= kSteps; ++i)
            balls.push_back({ capsule->from + double(i) / kSteps * (capsule->to - capsule->from),
                capsule->radius });
    }
    return balls;
}

/// A point of a character against a solid that a carrier takes along.
void add_moving_depth(const CarrierState& carrier, const Shape& solid, const BodyPoint& point,
    double radius, const LimbColumns& columns, LocalModel& out)
{
    constexpr int kOwn = LimbDerivatives::kColumns;
    const Matrix3d& R = carrier.turn.R;
    const Vector3d arm = point.p - carrier.position;
    const SurfacePoint s = nearest_surface_point(solid, R.transpose() * arm);
    if (s.distance >= radius + out.hinge_horizon())
        return;
    Matrix<double, 1, kOwn + 6> J;
    std::array<int, kOwn + 6> all;
    if (out.wants_derivatives()) {
        // distance = d(Rᵀ(p − P)):  δ = g · (δp − δP − δφ × arm)
        const RowVector3d g = (R * s.gradient).transpose();
        J.leftCols<kOwn>() = -g * point.J;
        J.middleCols<3>(kOwn) = g;
        J.rightCols<3>() = arm.cross(g.transpose()).transpose() * carrier.turn.left_jacobian;
        std::copy(columns.begin(), columns.end(), all.begin());
        std::copy(carrier.place.begin(), carrier.place.end(), all.begin() + kOwn);
    }
    out.add_hinge<kOwn + 6>(radius - s.distance, J, all);
}

/// The same of a point of the world.
void add_resting_depth(
    const CarrierState& carrier, const Shape& solid, const Vector3d& point, LocalModel& out)
{
    const Matrix3d& R = carrier.turn.R;
    const Vector3d arm = point - carrier.position;
    const SurfacePoint s = nearest_surface_point(solid, R.transpose() * arm);
    if (s.distance >= out.hinge_horizon())
        return;
    Matrix<double, 1, 6> J;
    if (out.wants_derivatives()) {
        const Vector3d g = R * s.gradient;
        J.leftCols<3>() = g.transpose();
        J.rightCols<3>() = arm.cross(g).transpose() * carrier.turn.left_jacobian;
    }
    out.add_hinge<6>(-s.distance, J, carrier.place);
}

/// At points along an axis, where the solid is near.
void add_moving_depths(const SceneInstant& instant, const CarrierState& carrier, const Shape& solid,
    const BodyPoint& a, const BodyPoint& b, double radius, const LimbColumns& columns,
    LocalModel& out)
{
    const double length = (b.p - a.p).norm();
    const Vector3d middle = carrier.turn.R.transpose() * ((a.p + b.p) / 2 - carrier.position);
    if (nearest_surface_point(solid, middle).distance >= radius + length / 2 + out.hinge_horizon())
        return;
    // Links have one length but for rounding, which must not change how many points there are.
    const int steps = std::max(1, int(std::ceil(length / kPointSpacing - 1e-6)));
    for (int k = 0; k <= steps; ++k)
        add_moving_depth(
            carrier, solid, instant.between(a, b, double(k) / steps), radius, columns, out);
}

}  // namespace

void PropPenetration::add(const SceneInstant& instant, TermWorkspace&, LocalModel& out) const
{
    const CarrierState& carrier = instant.torso(who_);
    const Shape& solid = instant.model->solid_of(who_);
    const std::vector<PropBall> balls = balls_of_prop(solid);
    double size = 0;
    for (const PropBall& ball : balls)
        size = std::max(size, ball.at.norm() + ball.radius);
    for (const Shape& surface : instant.model->surfaces()) {
        if (nearest_surface_point(surface, carrier.position).distance >= size + out.hinge_horizon())
            continue;
        for (const PropBall& ball : balls) {
            const Vector3d arm = carrier.turn.R * ball.at;
            const SurfacePoint s = nearest_surface_point(surface, carrier.position + arm);
            if (s.distance >= ball.radius + out.hinge_horizon())
                continue;
            Matrix<double, 1, 6> J;
            if (out.wants_derivatives())
                J.noalias() = -s.gradient.transpose() * point_jacobian(carrier, arm);
            out.add_hinge<6>(ball.radius - s.distance, J, carrier.place);
        }
        if (const auto* box = std::get_if<Box>(&surface))
            for (const Vector3d& p : edge_points(*box, kEdgeSpacing))
                if ((p - carrier.position).norm() < size + out.hinge_horizon())
                    add_resting_depth(carrier, solid, p, out);
    }
}

void PropCollision::add(const SceneInstant& instant, TermWorkspace&, LocalModel& out) const
{
    const CharacterState& who = instant.characters[size_t(who_)];
    const SceneModel& model = *instant.model;
    for (int prop = model.people; prop < int(model.characters.size()); ++prop) {
        const CarrierState& carrier = instant.torso(prop);
        const Shape& solid = model.solid_of(prop);
        for (const BodyCapsule& c : who.capsules)
            add_moving_depths(instant, carrier, solid, c.a,
                c.meets_surfaces < 1 ? instant.between(c.a, c.b, c.meets_surfaces) : c.b, c.radius,
                who.limbs[size_t(c.limb)].columns, out);
        for (int i = 0; i < int(who.model->limbs.size()); ++i) {
            const ContactState& patch = instant.world_contact(who_, i);
            for (const auto& [from, to] : { std::pair { 0, 1 }, std::pair { 3, 2 } })
                add_moving_depths(instant, carrier, solid,
                    instant.carried_point(who_, i, patch.arm[size_t(from)]),
                    instant.carried_point(who_, i, patch.arm[size_t(to)]), 0,
                    who.limbs[size_t(i)].columns, out);
        }
    }
}

void OthersCollision::add(const SceneInstant& instant, TermWorkspace&, LocalModel& out) const
{
    constexpr double kClearance = 0.01;  // m: bodies are a little wider than their capsules
    const CharacterState& who = instant.characters[size_t(who_)];
    for (int other = who_ + 1; other < instant.model->people; ++other) {
        const CharacterState& they = instant.characters[size_t(other)];
        const bool ridden = instant.model->bears(who_, other),
                   rides = instant.model->bears(other, who_);
        for (const BodyCapsule& a : who.capsules)
            for (const BodyCapsule& b : they.capsules) {
                const double reach = a.radius + b.radius + kClearance + out.hinge_horizon()
                    + ((a.b.p - a.a.p).norm() + (b.b.p - b.a.p).norm()) / 2;
                if ((a.a.p + a.b.p - b.a.p - b.b.p).squaredNorm() > 4 * reach * reach)
                    continue;
                const auto depth = capsule_depth(instant, a, b, kClearance + out.hinge_horizon());
                // Soles lie on what they stand on.
                const bool touches
                    = (a.part == BodyCapsule::end && b.part == BodyCapsule::torso && ridden)
                    || (b.part == BodyCapsule::end && a.part == BodyCapsule::torso && rides);
                if (depth)
                    add_hinge(*depth, touches ? 0 : kClearance, who.limbs[size_t(a.limb)].columns,
                        they.limbs[size_t(b.limb)].columns, out);
            }
    }
}

}  // namespace gambol::cio
