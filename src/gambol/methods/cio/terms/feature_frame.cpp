// SPDX-License-Identifier: MIT
#include "gambol/methods/cio/terms/feature_frame.hpp"

#include "gambol/geometry/nearest.hpp"

#include <cmath>
#include <limits>

namespace gambol::cio {

namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;

/// Beyond this z, log(1 + eᶻ) is z to rounding.
constexpr double kLinear = 30;

}  // namespace

double contact_activity(double z)
{
    return z > kLinear ? z : std::log1p(std::exp(z));
}

double contact_activity_slope(double z)
{
    return 1 / (1 + std::exp(-z));
}

double contact_variable(double activity)
{
    return activity > kLinear ? activity : std::log(std::expm1(activity));
}

RestingPoint resting_point(
    const std::vector<Shape>& surfaces, const Vector3d& p, const Vector3d& facing)
{
    SurfacePoint best;
    int surface = 0;
    double least = std::numeric_limits<double>::infinity();
    for (size_t i = 0; i < surfaces.size(); ++i) {
        const SurfacePoint each = facing_surface_point(surfaces[i], p, facing);
        if (const double far = facing_distance_sq(each, p, facing); far < least) {
            least = far;
            best = each;
            surface = int(i);
        }
    }
    return { best.point, best.normal, best.dpoint_dp, best.dnormal_dp, surface };
}

std::array<int, 13> FeatureFrame::limb_columns(int limb) const
{
    std::array<int, 13> result;
    for (int i = 0; i < 6; ++i) {
        result[i] = columns.q + i;
        result[6 + i] = columns.q + model->effector(limb) + i;
    }
    result[12] = columns.q + model->swivel(limb);
    return result;
}

std::array<int, 6> FeatureFrame::carrier_columns(int carrier) const
{
    std::array<int, 6> result;
    for (int i = 0; i < 6; ++i)
        result[i] = columns.q + carriers[carrier].q + i;
    return result;
}

CornerTilt corner_tilt(const FeatureFrame& frame, const PatchState& patch, int corner)
{
    constexpr double kToes = 0.5;  // cosine
    const Vector3d up = patch.axes.col(2);
    const RestingPoint& nearest = patch.nearest[corner];
    CornerTilt tilt { std::max(0.0, kToes - up.dot(nearest.normal)), {} };
    if (frame.derivatives && tilt.r > 0) {
        const CarrierState& carrier = frame.carriers[patch.carrier];
        tilt.J = -up.transpose() * nearest.dnormal_dp * point_jacobian(carrier, patch.arm[corner]);
        tilt.J.rightCols<3>() -= up.cross(nearest.normal).transpose() * carrier.turn.left_jacobian;
    }
    return tilt;
}

CornerGap corner_gap(const FeatureFrame& frame, const PatchState& patch, int corner)
{
    const CarrierState& carrier = frame.carriers[patch.carrier];
    const RestingPoint& nearest = patch.nearest[corner];
    CornerGap result;
    result.gap = patch.corner(corner, carrier.position) - nearest.point;
    if (frame.derivatives)
        result.J.noalias() = (Matrix3d::Identity() - nearest.dpoint_dp)
            * point_jacobian(carrier, patch.arm[corner]);
    return result;
}

MaterialVelocity material_velocity(const FeatureFrame& frame, int index, const Vector3d& arm)
{
    const CarrierState& carrier = frame.carriers[index];
    const TurningFrame& turn = carrier.turn;
    MaterialVelocity result;
    result.v = carrier.velocity + turn.omega.cross(arm);
    for (int i = 0; i < 6; ++i) {
        result.columns[i] = frame.columns.q + carrier.q + i;
        result.columns[6 + i] = frame.columns.v + carrier.q + i;
    }
    if (frame.derivatives) {
        // d(ω × arm) = −[arm]× dω + [ω]× d(arm),  d(arm) = −[arm]× J_l dr
        result.J.leftCols<3>().setZero();
        result.J.middleCols<3>(3)
            = -skew(arm) * turn.domega_dr - skew(turn.omega) * skew(arm) * turn.left_jacobian;
        result.J.middleCols<3>(6).setIdentity();
        result.J.rightCols<3>() = -skew(arm) * turn.left_jacobian;
    }
    return result;
}

RestOffset rest_offset(const FeatureFrame& frame, int limb)
{
    const CarrierState& torso = frame.carriers[0];
    const Vector3d away = frame.carriers[limb + 1].position - torso.position;
    const Matrix3d Rt = torso.turn.R.transpose();
    RestOffset result;
    result.r = Rt * away - frame.model->limbs[limb].rest;
    for (int k = 0; k < 3; ++k) {
        result.columns[k] = frame.columns.q + k;
        result.columns[3 + k] = frame.columns.q + 3 + k;
        result.columns[6 + k] = frame.columns.q + frame.model->effector(limb) + k;
    }
    if (frame.derivatives) {
        // d(Rᵀ d) = Rᵀ (dd + [d]× dφ)
        result.J.leftCols<3>() = -Rt;
        result.J.middleCols<3>(3) = Rt * skew(away) * torso.turn.left_jacobian;
        result.J.rightCols<3>() = Rt;
    }
    return result;
}

BodyPoint FeatureFrame::carried_point(int carrier, const Vector3d& arm) const
{
    BodyPoint point;
    point.p = carriers[carrier].position + arm;
    if (derivatives) {
        point.J.setZero();
        point.J.middleCols<6>(carrier == 0 ? 0 : 6) = point_jacobian(carriers[carrier], arm);
    }
    return point;
}

BodyPoint FeatureFrame::between(const BodyPoint& a, const BodyPoint& b, double t) const
{
    BodyPoint point;
    point.p = (1 - t) * a.p + t * b.p;
    if (derivatives)
        point.J = (1 - t) * a.J + t * b.J;
    return point;
}

namespace {

void update_patches(
    const std::vector<Shape>& surfaces, const Eigen::VectorXd& y, FeatureFrame& frame)
{
    const FeatureModel& model = *frame.model;
    frame.patches.resize(model.patches.size());
    for (size_t i = 0; i < model.patches.size(); ++i) {
        const FeaturePatch& patch = model.patches[i];
        PatchState& state = frame.patches[i];
        state.carrier = patch.limb + 1;
        const CarrierState& carrier = frame.carriers[state.carrier];
        state.z = y[frame.columns.z + int(i)];
        state.activity = contact_activity(state.z);
        state.dactivity_dz = contact_activity_slope(state.z);
        state.axes = carrier.turn.R * patch.axes;
        const Vector3d arm = carrier.turn.R * patch.center;
        state.center = carrier.position + arm;
        for (int k = 0; k < kCorners; ++k) {
            const double sx = k % 2 ? 1 : -1, sy = k / 2 ? 1 : -1;
            state.arm[k] = arm + sx * patch.half_size.x() * state.axes.col(0)
                + sy * patch.half_size.y() * state.axes.col(1);
            state.nearest[k]
                = resting_point(surfaces, state.corner(k, carrier.position), state.axes.col(2));
        }
    }
}

void update_capsules(FeatureFrame& frame)
{
    const FeatureModel& model = *frame.model;
    frame.capsules.clear();
    const auto carried = [&](const Capsule& c, int carrier, int limb, BodyCapsule::Part part) {
        const Matrix3d& R = frame.carriers[carrier].turn.R;
        frame.capsules.push_back({ frame.carried_point(carrier, R * c.from),
            frame.carried_point(carrier, R * c.to), c.radius, limb, part });
    };
    for (const Capsule& c : model.torso_capsules)
        carried(c, 0, 0, BodyCapsule::torso);
    for (int i = 0; i < int(model.limbs.size()); ++i) {
        const FeatureLimb& limb = model.limbs[i];
        const LimbState& s = frame.limbs[i];
        const BodyPoint base { s.points.base, s.D.base }, middle { s.points.middle, s.D.middle },
            tip { s.points.tip, s.D.tip };
        frame.capsules.push_back({ base, middle, limb.upper_radius, i, BodyCapsule::upper });
        // Against surfaces the round end of a lower link reaches to the tip joint, not beyond: a
        // wrist is closer to the floor under a flat palm than a forearm is thick.
        const double stop = 1 - std::min(0.5, limb.lower_radius / limb.lower_length);
        frame.capsules.push_back({ middle, tip, limb.lower_radius, i, BodyCapsule::lower, stop });
        for (const Capsule& c : limb.end_capsules)
            carried(c, i + 1, i, BodyCapsule::end);
    }
}

}  // namespace

void update(const FeatureModel& model, const std::vector<Shape>& surfaces,
    const FeatureColumns& columns, const Eigen::VectorXd& y, bool derivatives, FeatureFrame& frame)
{
    const int n = model.coordinates(), limbs = int(model.limbs.size());
    frame.model = &model;
    frame.surfaces = &surfaces;
    frame.columns = columns;
    frame.derivatives = derivatives;
    frame.q = y.segment(columns.q, n);
    frame.v = y.segment(columns.v, n);
    frame.a = y.segment(columns.a, n);
    frame.carriers.resize(limbs + 1);
    frame.limbs.resize(limbs);

    for (int i = 0; i <= limbs; ++i) {
        CarrierState& carrier = frame.carriers[i];
        carrier.q = i == 0 ? FeatureModel::torso() : model.effector(i - 1);
        carrier.position = frame.q.segment<3>(carrier.q);
        carrier.velocity = frame.v.segment<3>(carrier.q);
        carrier.turn
            = turning_frame(frame.q.segment<3>(carrier.q + 3), frame.v.segment<3>(carrier.q + 3));
    }
    for (int i = 0; i < limbs; ++i)
        limb_kinematics(model.limbs[i], frame.carriers[0].pose(), frame.carriers[i + 1].pose(),
            frame.q[model.swivel(i)], frame.limbs[i].points,
            derivatives ? &frame.limbs[i].D : nullptr);

    update_patches(surfaces, y, frame);
    update_capsules(frame);
}

}  // namespace gambol::cio
