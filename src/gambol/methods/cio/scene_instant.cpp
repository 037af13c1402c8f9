// SPDX-License-Identifier: MIT
#include "gambol/methods/cio/scene_instant.hpp"

#include <algorithm>
#include <cmath>

namespace gambol::cio {

namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;
using Eigen::VectorXd;

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

void SceneModel::touch_the_world()
{
    for (int c = 0; c < int(characters.size()); ++c)
        for (int i = 0; i < int(characters[size_t(c)].patches.size()); ++i)
            contacts.push_back(
                { c, i, ground.empty() ? 0 : ground[size_t(c)], columns[size_t(c)].z + i });
}

bool SceneModel::slides(int prop) const
{
    return std::any_of(contacts.begin(), contacts.end(),
        [&](const ContactPair& pair) { return pair.slides && pair.character == prop; });
}

int SceneModel::torso(int character) const
{
    int carriers = 0;
    for (int c = 0; c < character; ++c)
        carriers += 1 + int(characters[size_t(c)].limbs.size());
    return carriers;
}

BodyPoint SceneInstant::carried_point(int character, int limb, const Vector3d& arm) const
{
    const CarrierState& carrier = limb < 0 ? torso(character) : effector(character, limb);
    BodyPoint point;
    point.p = carrier.position + arm;
    if (derivatives) {
        point.J.setZero();
        point.J.middleCols<6>(limb < 0 ? 0 : 6) = point_jacobian(carrier, arm);
    }
    return point;
}

BodyPoint SceneInstant::between(const BodyPoint& a, const BodyPoint& b, double t) const
{
    BodyPoint point;
    point.p = (1 - t) * a.p + t * b.p;
    if (derivatives)
        point.J = (1 - t) * a.J + t * b.J;
    return point;
}

RestOffset rest_offset(const SceneInstant& instant, int character, int limb)
{
    const CarrierState &torso = instant.torso(character),
                       &effector = instant.effector(character, limb);
    const Vector3d away = effector.position - torso.position;
    const Matrix3d Rt = torso.turn.R.transpose();
    RestOffset result;
    result.r = Rt * away - instant.characters[size_t(character)].model->limbs[size_t(limb)].rest;
    std::copy(torso.place.begin(), torso.place.end(), result.columns.begin());
    std::copy_n(effector.place.begin(), 3, result.columns.begin() + 6);
    if (instant.derivatives) {
        // d(Rᵀ d) = Rᵀ (dd + [d]× dφ)
        result.J.leftCols<3>() = -Rt;
        result.J.middleCols<3>(3) = Rt * skew(away) * torso.turn.left_jacobian;
        result.J.rightCols<3>() = Rt;
    }
    return result;
}

namespace {

void update_carrier(
    const CharacterState& character, int body, int coordinate, CarrierState& carrier)
{
    carrier.position = character.q.segment<3>(coordinate);
    carrier.velocity = character.v.segment<3>(coordinate);
    carrier.turn = turning_frame(
        character.q.segment<3>(coordinate + 3), character.v.segment<3>(coordinate + 3));
    carrier.turn.R = carrier.turn.R * character.model->home;
    carrier.body = body;
    for (int i = 0; i < 6; ++i) {
        carrier.place[size_t(i)] = carrier.motion[size_t(i)] = character.columns.q + coordinate + i;
        carrier.motion[size_t(6 + i)] = character.columns.v + coordinate + i;
    }
}

void update_body(const CharacterState& character, const HingedBody* hinge, BodyState& body)
{
    const int at = FeatureModel::torso();
    const FeatureModel& model = *character.model;
    body.carrier = character.torso;
    body.mass = model.mass;
    body.arm = model.limbs.empty() && !hinge ? std::sqrt(model.inertia.maxCoeff() / model.mass)
                                             : forces::kTorqueArm;
    body.hinge = hinge;
    body.inertia = model.inertia;
    body.r = character.q.segment<3>(at + 3);
    body.rdot = character.v.segment<3>(at + 3);
    body.rddot = character.a.segment<3>(at + 3);
    body.acceleration = character.a.segment<3>(at);
    const FeatureColumns& c = character.columns;
    const std::array<int, 5> first { c.q + at, c.q + at + 3, c.v + at + 3, c.a + at, c.a + at + 3 };
    for (int i = 0; i < 15; ++i)
        body.columns[size_t(i)] = first[size_t(i / 3)] + i % 3;
}

/// Where a point of a patch would come to rest on something that moves.
RestingPoint resting_point_on(const CarrierState& support, NearestPoint form,
    const std::vector<Shape>& shapes, const Vector3d& p, const Vector3d& facing)
{
    const Matrix3d &R = support.turn.R, Rt = R.transpose();
    const RestingPoint local
        = resting_point(form, shapes, Rt * (p - support.position), Rt * facing);
    return { support.position + R * local.point, R * local.normal, R * local.dpoint_dp * Rt,
        R * local.dnormal_dp * Rt, local.shape };
}

void update_contact(const SceneModel& model, const ContactPair& pair, double z,
    SceneInstant& instant, ContactState& state)
{
    const CharacterState& character = instant.characters[size_t(pair.character)];
    const FeaturePatch& patch = character.model->patches[size_t(pair.patch)];
    state.patch = &patch;
    state.character = pair.character;
    state.owner = character.torso + 1 + patch.limb;
    state.shapes = &model.supports[size_t(pair.support)];
    state.support = state.shapes->carrier;
    state.column = pair.column;
    state.slides = pair.slides;
    state.z = z;
    state.activity = contact_activity(z);
    state.dactivity_dz = contact_activity_slope(z);
    state.emphasis = 1;
    const CarrierState& owner = instant.owner(state);
    state.axes = owner.turn.R * patch.axes;
    const Vector3d arm = owner.turn.R * patch.center;
    state.center = owner.position + arm;
    for (int k = 0; k < kCorners; ++k) {
        const double sx = k % 2 ? 1 : -1, sy = k / 2 ? 1 : -1;
        state.arm[size_t(k)] = arm + sx * patch.half_size.x() * state.axes.col(0)
            + sy * patch.half_size.y() * state.axes.col(1);
        const Vector3d corner = owner.position + state.arm[size_t(k)], facing = state.axes.col(2);
        state.nearest[size_t(k)] = state.support == kWorld
            ? resting_point(model.nearest, state.shapes->shapes, corner, facing)
            : resting_point_on(instant.carriers[size_t(state.support)], model.nearest,
                state.shapes->shapes, corner, facing);
    }
}

void update_capsules(SceneInstant& instant, int who)
{
    CharacterState& character = instant.characters[size_t(who)];
    const FeatureModel& model = *character.model;
    character.capsules.clear();
    const auto carried = [&](const Capsule& c, int limb, BodyCapsule::Part part) {
        const Matrix3d& R = (limb < 0 ? instant.torso(who) : instant.effector(who, limb)).turn.R;
        character.capsules.push_back({ instant.carried_point(who, limb, R * c.from),
            instant.carried_point(who, limb, R * c.to), c.radius, std::max(limb, 0), part });
    };
    for (const Capsule& c : model.torso_capsules)
        carried(c, -1, BodyCapsule::torso);
    for (int i = 0; i < int(model.limbs.size()); ++i) {
        const FeatureLimb& limb = model.limbs[size_t(i)];
        const LimbState& s = character.limbs[size_t(i)];
        const BodyPoint base { s.points.base, s.D.base }, middle { s.points.middle, s.D.middle },
            tip { s.points.tip, s.D.tip };
        character.capsules.push_back({ base, middle, limb.upper_radius, i, BodyCapsule::upper });
        // Against surfaces the round end of a lower link reaches to the tip joint, not beyond: a
        // wrist is closer to the floor under a flat palm than a forearm is thick.
        const double stop = 1 - std::min(0.5, limb.lower_radius / limb.lower_length);
        character.capsules.push_back(
            { middle, tip, limb.lower_radius, i, BodyCapsule::lower, stop });
        for (const Capsule& c : limb.end_capsules)
            carried(c, i, BodyCapsule::end);
    }
}

void update_character(const SceneModel& model, const VectorXd& y, int who, SceneInstant& instant)
{
    CharacterState& character = instant.characters[size_t(who)];
    const FeatureModel& features = model.characters[size_t(who)];
    const FeatureColumns& columns = model.columns[size_t(who)];
    const int n = features.coordinates(), limbs = int(features.limbs.size());
    character.model = &features;
    character.columns = columns;
    character.torso = model.torso(who);
    character.q = y.segment(columns.q, n);
    character.v = y.segment(columns.v, n);
    character.a = y.segment(columns.a, n);
    character.limbs.resize(size_t(limbs));
    for (int i = -1; i < limbs; ++i)
        update_carrier(character, who, i < 0 ? FeatureModel::torso() : features.effector(i),
            instant.carriers[size_t(character.torso + 1 + i)]);
    for (int i = 0; i < limbs; ++i) {
        LimbState& limb = character.limbs[size_t(i)];
        const CarrierState &torso = instant.torso(who), &effector = instant.effector(who, i);
        limb_kinematics(features.limbs[size_t(i)], torso.pose(), effector.pose(),
            character.q[features.swivel(i)], limb.points, instant.derivatives ? &limb.D : nullptr);
        std::copy(torso.place.begin(), torso.place.end(), limb.columns.begin());
        std::copy(effector.place.begin(), effector.place.end(), limb.columns.begin() + 6);
        limb.columns[12] = columns.q + features.swivel(i);
    }
    update_body(character, model.hinge_of(who), instant.bodies[size_t(who)]);
}

}  // namespace

void update_bodies(
    const SceneModel& model, const VectorXd& y, bool derivatives, SceneInstant& instant)
{
    const int count = int(model.characters.size());
    instant.model = &model;
    instant.derivatives = derivatives;
    instant.characters.resize(size_t(count));
    instant.bodies.resize(size_t(count));
    instant.carriers.resize(size_t(model.torso(count)));
    for (int who = 0, contact = 0; who < count; ++who) {
        update_character(model, y, who, instant);
        instant.characters[size_t(who)].first_contact = contact;
        contact += int(model.characters[size_t(who)].patches.size());
    }
    for (int who = 0; who < count; ++who)
        update_capsules(instant, who);
}

void update(const SceneModel& model, const VectorXd& y, bool derivatives, SceneInstant& instant)
{
    update_bodies(model, y, derivatives, instant);
    instant.contacts.resize(model.contacts.size());
    for (size_t i = 0; i < model.contacts.size(); ++i)
        update_contact(
            model, model.contacts[i], y[model.contacts[i].column], instant, instant.contacts[i]);
}

}  // namespace gambol::cio
