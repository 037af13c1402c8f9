// SPDX-License-Identifier: MIT
#include "gambol/methods/spacetime/plan_scene.hpp"

#include "gambol/geometry/nearest.hpp"
#include "gambol/math/convex_hull.hpp"
#include "gambol/math/rotation.hpp"
#include "gambol/methods/spacetime/feelers.hpp"
#include "gambol/methods/spacetime/passings.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numbers>

namespace gambol::spacetime {

namespace {

using Eigen::Matrix3d;
using Eigen::Vector2d;
using Eigen::Vector3d;
using Eigen::VectorXd;

// The audit and the world are not told of slices: what happens between them must have room.
constexpr double kFrictionUsed = 0.95;
constexpr double kAreaInset = 0.008;  // m
// Bodies of another size move as pendulums do: times grow with the root of their height.
constexpr double kGrownHeight = 1.75;  // m
/// Physics and smoothness do not care how a body is held; a person does. Without the first leaps
/// lean back as if falling.
constexpr double kTrunkPosture = 20;  // × rad² s
constexpr double kJointPosture = 0.2;
/// Where a movement is cut out of a longer one nothing else asks for a pose: leaps began with hips
/// far behind the foot.
constexpr double kEndPosture = 4;  // s
// A body with many joints can do more between two slices, and swings from its hands slowly.
constexpr int kMoreInFlight = 2;
// Who turns over on hands and feet has a patch after the other to itself for a moment.
constexpr int kMoreTurningOver = 2;
// One with few joints needs more room in time: of fifteen perturbed high dismounts 15 instead of 8
// are solved at the first attempt.
constexpr double kPlanarSpacing = 0.9;
constexpr double kGripSpacing = 1.25;
// Within 1/50 s a hand moves by less than its width. With 1 forearms on monkey bars jump through
// one, and 19 mm of them are inside in between.
constexpr int kPassings = 2;
constexpr double kFloorSlack = 0.0015;  // m: toes reach beyond the corners of soles, and deeper
constexpr double kFlightTorque = 0.0009;  // × weight × arm; with 0.0012 a leap's slow turning
                                          // drifts by 2.7 %
constexpr double kLeastStrength = 1e-3;  // m × weight: of joints that are given less
constexpr double kFreely = 100;  // rad: no limit
constexpr double kMiddleAngle = 1.3;  // rad: the middle one of three must stay below 90°
/// sin 60°: the usual root angles do for all that does not lean further to the side.
constexpr double kUsualLean = 0.87;
constexpr int kTurnSamples = 16;  // of the way from one key to the next

Vector3d bar_direction(const Capsule& bar)
{
    return (bar.to - bar.from).normalized();
}

const Capsule* bar_of(const Scene& scene, const PhaseContact& contact)
{
    return std::get_if<Capsule>(&scene.surfaces[size_t(contact.surface)].shape);
}

/// Axes of a patch that lies on the surface: x where it faces, z out of the surface.
Matrix3d laid_axes(const Scene& scene, const PhaseContact& contact)
{
    const Vector3d normal
        = nearest_surface_point(scene.surfaces[size_t(contact.surface)].shape, contact.at).normal;
    const Vector3d ahead(std::cos(contact.facing), std::sin(contact.facing), 0);
    Matrix3d axes;
    axes.col(2) = normal;
    axes.col(0) = (ahead - ahead.dot(normal) * normal).normalized();
    axes.col(1) = normal.cross(axes.col(0));
    return axes;
}

/// From the outer edge of one hand to that of the other.
void span_grip(const Character& character, const std::vector<PhaseContact>& contacts, Phase& phase)
{
    double low = kFreely, high = -kFreely;
    for (const PhaseContact& contact : contacts) {
        const double half = character.patches[size_t(contact.patch)].half_size.maxCoeff();
        const double at = phase.bar.dot(contact.at - contacts.front().at);
        low = std::min(low, at - half);
        high = std::max(high, at + half);
    }
    phase.grip_arm = (high - low) / 2;
    phase.grip_middle = (high + low) / 2;
}

Phase phase_of(const Scene& scene, const dynamics::CharacterTree& body, const ScenePhase& source)
{
    const Character& character = scene.characters.front().body;
    Phase phase;
    for (const PhaseContact& contact : source.contacts)
        phase.ties.push_back(tie_of(scene, body, contact));
    if (source.contacts.empty())
        return phase;
    const PhaseContact& first = source.contacts.front();
    const Patch& patch = character.patches[size_t(first.patch)];
    if (patch.grip) {
        phase.kind = PhaseKind::grip;
        phase.bar = bar_direction(*bar_of(scene, first));
        if (!character.planar)
            span_grip(character, source.contacts, phase);
        return phase;
    }
    phase.kind = PhaseKind::support;
    phase.ground = laid_axes(scene, first);
    phase.friction = kFreely;
    double least = kFreely;  // m
    std::vector<Vector2d> corners;
    for (const PhaseContact& contact : source.contacts) {
        const Vector2d half = character.patches[size_t(contact.patch)].half_size;
        const Matrix3d axes = laid_axes(scene, contact);
        for (const auto& [x, y] : { std::pair { -1, -1 }, { 1, -1 }, { 1, 1 }, { -1, 1 } }) {
            const Vector3d corner = contact.at - first.at
                + x * (half.x() - kAreaInset) * axes.col(0)
                + y * (half.y() - kAreaInset) * axes.col(1);
            corners.push_back((phase.ground.transpose() * corner).head<2>());
        }
        phase.friction = std::min(
            phase.friction, kFrictionUsed * scene.surfaces[size_t(contact.surface)].friction);
        // What friction can turn about a centre of pressure at the corner of the area.
        const Vector2d inner = half - Vector2d::Constant(kAreaInset);
        least = std::min(least, std::sqrt(half.squaredNorm() - inner.squaredNorm()));
    }
    phase.area = convex_hull(std::move(corners));
    phase.twist = phase.friction * least;
    return phase;
}

bool turns_sideways(const Scene& scene)
{
    const std::vector<Key>& keys = task_of<Task>(scene).keys;
    return std::any_of(
        keys.begin(), keys.end(), [](const Key& key) { return key.cartwheels != 0; });
}

/// How the root is turned on its way through the keys.
std::vector<Eigen::Quaterniond> rotations_through(const Scene& scene)
{
    Key last;
    last.rotation = scene.characters.front().start.root_rotation;
    std::vector<Eigen::Quaterniond> rotations { *last.rotation };
    for (const Key& key : task_of<Task>(scene).keys) {
        if (!key.rotation)
            continue;
        for (int i = 1; i <= kTurnSamples; ++i) {
            const double share = double(i) / kTurnSamples, angle = 2 * std::numbers::pi * share;
            rotations.push_back(last.rotation->slerp(share, *key.rotation)
                * Eigen::AngleAxisd(angle * (key.somersaults - last.somersaults), Vector3d::UnitY())
                * Eigen::AngleAxisd(angle * (last.cartwheels - key.cartwheels), Vector3d::UnitX()));
        }
        last = key;
    }
    return rotations;
}

void pin_keys(const Scene& scene, ScenePlan& out)
{
    const int root = out.root_dofs();
    for (const Key& key : task_of<Task>(scene).keys) {
        const auto pin = [&](int dof, int order, double value, double slack) {
            out.plan.pins.push_back({ key.when, dof, order, value, slack });
        };
        if (key.rotation) {
            const VectorXd angles = root_coordinates(out, key);
            for (int i = 0; i < root; ++i)
                pin(i, 0, angles[i], key.within);
        }
        for (const KeyJoint& joint : key.angles)
            pin(root + joint.angle, 0, joint.value, key.within);
        for (const KeyJoint& joint : key.velocities)
            pin(root + joint.angle, 1, joint.value, 0);
        for (int dof = 0; key.rest && dof < out.body->tree.dof_count(); ++dof)
            pin(dof, 1, 0, 0);
    }
}

std::vector<Strength> strengths_of(const Character& character, int dof, double weight)
{
    const double least = kLeastStrength * weight;
    std::vector<Strength> strengths;
    for (const Segment& segment : character.segments)
        for (const Dof& angle : segment.dofs) {
            if (std::isfinite(angle.torque_lower))
                strengths.push_back({ dof, std::min(angle.torque_lower, -least) });
            if (std::isfinite(angle.torque_upper))
                strengths.push_back({ dof, std::max(angle.torque_upper, least) });
            ++dof;
        }
    return strengths;
}

void weigh_objectives(const Objectives& objectives, SpacetimePlan& plan)
{
    plan.smoothness *= objectives.smooth;
    plan.posture_weights *= objectives.pose;
    plan.forces.force = objectives.contact_force;
    plan.forces.jerk = objectives.contact_jerk;
    for (const Objectives::Torque& torque : objectives.torques)
        plan.forces.torques.push_back({ plan.root_dofs + torque.angle, torque.weight });
}

}  // namespace

Tie tie_of(const Scene& scene, const dynamics::CharacterTree& body, const PhaseContact& contact)
{
    const Patch& patch = scene.characters.front().body.patches[size_t(contact.patch)];
    Tie tie;
    tie.place = contact.at;
    if (patch.grip) {
        // The patch lies on the bar; what stays is the axis that it turns about.
        const Vector3d axis = patch.center - bar_of(scene, contact)->radius * patch.normal;
        tie.point = body.point(patch.segment, axis);
        if (!scene.characters.front().body.planar) {
            tie.turn = Tie::Turn::about_y;
            tie.axes.col(1) = bar_direction(*bar_of(scene, contact));
            tie.axes.col(0) = tie.axes.col(1).unitOrthogonal();
            tie.axes.col(2) = tie.axes.col(0).cross(tie.axes.col(1));
        }
        return tie;
    }
    tie.point = body.point(patch.segment, patch.center);
    tie.turn = Tie::Turn::none;
    tie.axes = laid_axes(scene, contact) * patch_axes(patch.normal).transpose();
    return tie;
}

VectorXd root_coordinates(const ScenePlan& plan, const Key& key)
{
    Pose pose;
    pose.root_rotation = *key.rotation;
    pose.angles.setZero(plan.body->tree.dof_count() - plan.root_dofs());
    VectorXd root = coordinates(*plan.body, pose).head(plan.root_dofs());
    // To the left is backwards about x.
    root[plan.turning_dof] += 2 * std::numbers::pi * (key.somersaults - key.cartwheels);
    return root;
}

ScenePlan plan_scene(const Scene& scene, const Density& density, bool within_strength)
{
    const Task& task = task_of<Task>(scene);
    assert(scene.characters.size() == 1 && !task.phases.empty());
    const Character& character = scene.characters.front().body;
    ScenePlan out;
    out.scene = &scene;
    const dynamics::RootAxes axes = character.planar
        ? dynamics::kUsualAxes
        : dynamics::root_axes_for(rotations_through(scene), kUsualLean);
    out.body = std::make_unique<const dynamics::CharacterTree>(dynamics::character_tree(character,
        character.planar ? dynamics::RootJoint::plane : dynamics::RootJoint::rotations, axes));
    const int turning_axis = turns_sideways(scene) ? 0 : 1;
    out.turning_dof = character.planar
        ? 0
        : int(std::find(axes.begin(), axes.end(), turning_axis) - axes.begin());
    SpacetimePlan& plan = out.plan;
    plan.context.tree = &out.body->tree;
    plan.root_dofs = character.planar ? 1 : 3;
    plan.knot_spacing = density.knot_spacing * std::sqrt(standing_height(character) / kGrownHeight);
    plan.slices_per_interval = density.slices_per_interval;
    if (!character.planar) {
        plan.more_in_flight = kMoreInFlight;
        plan.grip_spacing = kGripSpacing;
        plan.passings = kPassings;
        plan.context.floor_slack = kFloorSlack;
        plan.context.flight_torque = kFlightTorque;
    } else
        plan.knot_spacing *= kPlanarSpacing;

    double time = 0;
    for (const ScenePhase& source : task.phases) {
        plan.context.phases.push_back(phase_of(scene, *out.body, source));
        plan.context.phases.back().begin = time;
        plan.context.phases.back().end = time += source.duration;
    }
    for (const Surface& surface : scene.surfaces)
        if (const auto* ground = std::get_if<Plane>(&surface.shape);
            ground && ground->normal.z() > 1 - 1e-9) {
            plan.context.floor = ground->point.z();
            plan.context.feelers = feelers_of(character, *out.body);
        }
    plan.context.pairs = pairs_of(character, *out.body);
    plan.context.arm = standing_height(character) / kGrownHeight;
    for (size_t i = 0; i < task.phases.size(); ++i) {
        plan.context.phases[i].passings = passings_of(scene, *out.body, i, plan.context.arm);
        plan.context.phases[i].above_box = share_above_box(scene, i);
    }

    plan.lower.setConstant(out.body->tree.dof_count(), -kFreely);
    plan.upper.setConstant(out.body->tree.dof_count(), kFreely);
    if (!character.planar) {
        plan.lower[1] = -kMiddleAngle;
        plan.upper[1] = kMiddleAngle;
    }
    int dof = plan.root_dofs;
    for (const Segment& segment : character.segments)
        for (const Dof& angle : segment.dofs) {
            plan.lower[dof] = angle.lower;
            plan.upper[dof++] = angle.upper;
        }
    if (within_strength)
        plan.context.strengths = strengths_of(character, plan.root_dofs, plan.context.weight());
    pin_keys(scene, out);

    const bool turns_over = std::any_of(task.keys.begin(), task.keys.end(),
        [](const Key& key) { return key.somersaults != 0 || key.cartwheels != 0; });
    plan.posture = coordinates(*out.body, scene.characters.front().start);
    plan.posture_weights.setConstant(plan.posture.size(), kJointPosture);
    plan.posture_weights.head(plan.root_dofs).setConstant(kTrunkPosture);
    if (turns_over || character.planar)
        plan.posture_weights[out.turning_dof] = 0;
    const bool flies = std::any_of(task.phases.begin(), task.phases.end(),
        [](const ScenePhase& phase) { return phase.contacts.empty(); });
    if (turns_over && !flies)
        plan.more_on_ground = kMoreTurningOver;
    weigh_objectives(task.objectives, plan);
    // On hands and feet a guess has something to go by.
    out.is_far = (turns_over && flies) || character.planar;
    const auto rests = [&](double when) {
        return std::any_of(task.keys.begin(), task.keys.end(),
            [&](const Key& key) { return key.rest && std::abs(key.when - when) < 1e-9; });
    };
    plan.first_posture = rests(0) ? 0 : kEndPosture;
    plan.last_posture = rests(time) ? 0 : kEndPosture;
    return out;
}

}  // namespace gambol::spacetime
