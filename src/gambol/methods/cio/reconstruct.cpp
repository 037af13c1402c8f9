// SPDX-License-Identifier: MIT
#include "gambol/methods/cio/reconstruct.hpp"

#include "gambol/geometry/height_below.hpp"
#include "gambol/geometry/nearest.hpp"
#include "gambol/methods/cio/contact_forces.hpp"
#include "gambol/methods/cio/motion_figures.hpp"
#include "gambol/methods/motion_frame.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace gambol::cio {

namespace {

using Eigen::Vector3d;
using Eigen::VectorXd;

/// The time of a frame of the motion, seen from one of the segments that meet there.
struct SplineTime {
    int segment;
    double u;
};

MotionCharacter empty_character(
    const SceneCharacter& source, const FeatureModel& model, double friction)
{
    std::vector<int> patches;
    for (const FeaturePatch& patch : model.patches)
        patches.push_back(int(patch.source));
    MotionCharacter out = described_character(source, patches, friction);
    for (MotionBody& body : out.bodies)
        body.inertial = {};
    out.bodies[0].inertial
        = { model.mass, model.root_offset, Eigen::Matrix3d(model.inertia.asDiagonal()) };
    return out;
}

MotionProp empty_prop(const SceneProp& source, const FeatureModel& model)
{
    MotionProp out;
    out.name = source.name;
    out.inertial = { source.mass, source.com, Eigen::Matrix3d(source.inertia.asDiagonal()) };
    out.shapes = { source.shape };
    out.friction = source.friction;
    for (const FeaturePatch& patch : model.patches) {
        MotionContact contact;
        contact.name = patch.name;
        contact.center = patch.center;
        contact.normal = patch.axes.col(2);
        contact.half_size = patch.half_size;
        contact.friction = source.friction;
        out.contacts.push_back(contact);
    }
    if (source.hinge) {
        MotionHinge& hinge = out.hinge.emplace();
        hinge.at = source.position;
        hinge.axis = source.hinge->axis;
        hinge.least = source.hinge->least;
        hinge.most = source.hinge->most;
        hinge.friction = source.hinge->friction;
    }
    return out;
}

/// Index of the contact through which a patch touches, or that with the world.
int touching_contact(const SceneInstant& at, const InstantForces& forces, int who, int patch)
{
    const int own = at.characters[size_t(who)].first_contact + patch;
    for (size_t i = 0; i < at.contacts.size(); ++i)
        if (at.contacts[i].patch == at.contacts[size_t(own)].patch
            && forces.contacts[i].surface >= 0)
            return int(i);
    return own;
}

/// What passes through the patch of a contact: where one that rests begins to slide, the mean of
/// both sides has a part of either.
PatchForce patch_force(const SceneInstant& at, const InstantForces& forces, int index)
{
    PatchForce sum = forces.contacts[size_t(index)];
    for (size_t i = 0; i < at.contacts.size(); ++i) {
        const PatchForce& other = forces.contacts[i];
        if (int(i) == index || at.contacts[i].patch != at.contacts[size_t(index)].patch
            || other.surface < 0 || other.surface != sum.surface)
            continue;
        const double pressure = sum.force.norm() + other.force.norm();
        if (pressure > 0)
            sum.point
                = (sum.force.norm() * sum.point + other.force.norm() * other.point) / pressure;
        sum.force += other.force;
        sum.torsion += other.torsion;
    }
    return sum;
}

struct Residuals {
    double force_sum_sq = 0, force_max = 0, torque_sum_sq = 0, torque_max = 0;
    int count = 0;
    void add(const InstantForces& forces)
    {
        for (const auto& [force, torque] : forces.bodies) {
            force_sum_sq += force * force;
            torque_sum_sq += torque * torque;
            force_max = std::max(force_max, force);
            torque_max = std::max(torque_max, torque);
            ++count;
        }
    }
};

double joint_limit_excess(const Character& body, const VectorXd& angles)
{
    double excess = 0;
    int i = 0;
    for (const Segment& segment : body.segments)
        for (const Dof& dof : segment.dofs) {
            excess = std::max({ excess, angles[i] - dof.upper, dof.lower - angles[i] });
            ++i;
        }
    return excess;
}

double limb_excess(const CharacterState& who)
{
    double excess = 0;
    for (size_t i = 0; i < who.limbs.size(); ++i) {
        const FeatureLimb& limb = who.model->limbs[i];
        excess
            = std::max(excess, who.limbs[i].points.reach - limb.upper_length - limb.lower_length);
    }
    return excess;
}

/// Where a target without height is shown; on z = 0 when nothing lies below it.
Vector3d on_surface(const Vector3d& target, const std::vector<Shape>& surfaces)
{
    return { target.x(), target.y(), height_below(surfaces, target.head<2>()).value_or(0) };
}

/// Of the whole motion. The last stage has whole numbers of frames in all segments, so that the
/// spline's jumps fall on frames; of a start that was stopped earlier segments are rounded to that.
std::vector<SplineTime> frames(const CioScene& ready, const VectorXd& x)
{
    std::vector<SplineTime> all { { 0, 0 } };
    double end = 0;
    for (int k = 0; k < ready.layout.segments; ++k) {
        end += ready.layout.duration_of(x, k);
        const int n = int(std::lround(end / ready.frame_duration())) - int(all.size()) + 1;
        for (int i = 1; i <= n; ++i)
            all.push_back({ k, double(i) / n });
    }
    return all;
}

void append_sample(const SceneInstant& at, const InstantForces& forces, int who,
    const std::vector<Surface>& things, MotionProp& prop)
{
    const CarrierState& carrier = at.torso(who);
    if (const BodyState& body = at.bodies[size_t(who)]; body.hinge) {
        // Without what the optimiser left between the body and its hinge.
        prop.positions.push_back(body.hinge->at);
        prop.rotations.push_back(Eigen::AngleAxisd(body.angle(), body.hinge->axis)
            * Eigen::Quaterniond(at.characters[size_t(who)].model->home));
        prop.hinge->force.push_back(forces.hinges[size_t(who)].force);
        prop.hinge->torque.push_back(forces.hinges[size_t(who)].torque);
        return;
    }
    prop.positions.push_back(carrier.position);
    prop.rotations.push_back(Eigen::Quaterniond(carrier.turn.R));
    for (size_t k = 0; k < prop.contacts.size(); ++k) {
        const size_t index = size_t(touching_contact(at, forces, who, int(k)));
        append_sample(at.contacts[index].activity, patch_force(at, forces, int(index)), things,
            at.contacts[index].center, prop.contacts[k]);
    }
}

/// Adds what became of the goals of one character or prop.
template <class Look>
void add_goal_errors(const CioScene& ready, int who, Look look, Reconstruction& out)
{
    SceneInstant at;
    for (const Goal& goal : task_of<Task>(*ready.scene).goals) {
        if (goal.who != who)
            continue;
        const int when = ready.instant_of(goal);
        for (const Sample& sample : ready.samples)
            if (sample.instant == when) {
                look({ sample.segment, sample.u }, at);
                goal_errors(goal, at, out.figures, out.worst_goal_error);
            }
    }
}

/// Of one island.
Reconstruction reconstruct_island(const CioScene& ready, const VectorXd& x)
{
    const Scene& scene = *ready.scene;
    const TrajectoryLayout& layout = ready.layout;
    Reconstruction out;
    Motion& motion = out.motion;
    motion = described_scene(scene);
    motion.mass_model = "feature view: all mass at the torso, limbs massless";
    for (const Goal& goal : task_of<Task>(scene).goals) {
        const std::string& who = scene.name_of(goal.who);
        if (const auto* position = std::get_if<PositionGoal>(&goal.kind))
            motion.markers.push_back({ who + ": position",
                position->with_height ? position->target
                                      : on_surface(position->target, ready.model.surfaces()) });
        if (const auto* strike = std::get_if<StrikeGoal>(&goal.kind))
            motion.markers.push_back({ who + ": strike", strike->target });
    }

    const std::vector<SplineTime> times = frames(ready, x);
    const size_t last = times.size() - 1;
    for (size_t i = 0; i <= last; ++i)
        motion.times.push_back(layout.duration() * double(i) / double(last));
    std::vector<double> lowest;  // of torsos
    const double friction = greatest_friction(scene);
    for (size_t c = 0; c < scene.characters.size(); ++c) {
        const FeatureModel& model = ready.model.characters[c];
        motion.characters.push_back(empty_character(scene.characters[c], model, friction));
        lowest.push_back(model.standing_height);
    }
    for (size_t p = 0; p < scene.props.size(); ++p)
        motion.props.push_back(
            empty_prop(scene.props[p], ready.model.characters[scene.characters.size() + p]));
    const std::vector<Surface> things = touchable(scene);

    const std::unique_ptr<TrajectoryProblem> problem = make_problem(ready).trajectory;
    VectorXd y;
    const auto look = [&](const SplineTime& time, SceneInstant& at) {
        problem->local_state(x, time.segment, time.u, y);
        update(ready.model, y, false, at);
    };
    SceneInstant at, after;
    Residuals residuals;
    double limb_error = 0, limit_error = 0;
    for (size_t i = 0; i <= last; ++i) {
        look(times[i], at);
        InstantForces forces = instant_forces(at);
        residuals.add(forces);
        if (times[i].u == 1 && i < last) {
            look({ times[i].segment + 1, 0.0 }, after);
            const InstantForces right = instant_forces(after);
            residuals.add(right);
            for (size_t k = 0; k < forces.contacts.size(); ++k)
                forces.contacts[k] = mean_of(forces.contacts[k], right.contacts[k]);
            for (size_t b = 0; b < forces.hinges.size(); ++b) {
                forces.hinges[b] += right.hinges[b];
                forces.hinges[b] = 0.5 * forces.hinges[b];
            }
        }
        for (size_t c = 0; c < scene.characters.size(); ++c) {
            const CharacterState& who = at.characters[c];
            const Character& body = scene.characters[c].body;
            MotionCharacter& character = motion.characters[c];
            limb_error = std::max(limb_error, limb_excess(who));
            lowest[c] = std::min(lowest[c], at.torso(int(c)).position.z());
            const TreePose pose = tree_pose(body, *who.model, who.q);
            limit_error = std::max(limit_error, joint_limit_excess(body, pose.angles));
            append_sample(pose.frames, pose.angles, character);
            for (int k = 0; k < int(character.contacts.size()); ++k) {
                const size_t index = size_t(touching_contact(at, forces, int(c), k));
                const ContactState& contact = at.contacts[index];
                append_sample(contact.activity, forces.contacts[index], things, contact.center,
                    character.contacts[size_t(k)]);
            }
        }
        for (size_t p = 0; p < scene.props.size(); ++p)
            append_sample(at, forces, int(scene.characters.size() + p), things, motion.props[p]);
    }
    for (size_t c = 0; c < scene.characters.size(); ++c) {
        const MotionCharacter& character = motion.characters[c];
        const FeatureModel& model = ready.model.characters[c];
        const std::string& name = scene.characters[c].name;
        int alternating = 0;
        const int steps = count_steps(character, model, alternating);
        out.figures.push_back({ name + ": steps", double(steps), "" });
        out.figures.push_back({ name + ": alternating_steps", double(alternating), "" });
        out.figures.push_back({ name + ": least_swing_rise",
            least_swing_rise(character, model, ready.model.surfaces()), "m" });
        out.figures.push_back(
            { name + ": lowest_torso", lowest[c] / model.standing_height, "of standing" });
        add_goal_errors(ready, int(c), look, out);
    }
    for (size_t p = 0; p < scene.props.size(); ++p)
        add_goal_errors(ready, int(scene.characters.size() + p), look, out);
    const double n = std::max(residuals.count, 1);
    out.figures.push_back(
        { "residual_force_rms", std::sqrt(residuals.force_sum_sq / n), "of weight" });
    out.figures.push_back({ "residual_force_max", residuals.force_max, "of weight" });
    out.figures.push_back(
        { "residual_torque_rms", std::sqrt(residuals.torque_sum_sq / n), "of weight × 0.3 m" });
    out.figures.push_back({ "residual_torque_max", residuals.torque_max, "of weight × 0.3 m" });
    out.figures.push_back({ "limb_length_error", limb_error, "m" });
    out.figures.push_back({ "joint_limit_error", limit_error, "rad" });
    return out;
}

/// Takes over what happened to others at the same times.
void take_over(Reconstruction&& other, Reconstruction& all)
{
    for (MotionCharacter& character : other.motion.characters)
        all.motion.characters.push_back(std::move(character));
    for (MotionMarker& marker : other.motion.markers)
        all.motion.markers.push_back(std::move(marker));
    for (const Figure& figure : other.figures)
        worsen(all.figures, figure.name, figure.value, figure.unit);
    all.worst_goal_error = std::max(all.worst_goal_error, other.worst_goal_error);
}

}  // namespace

Reconstruction reconstruct(const Company& company, const VectorXd& x)
{
    Reconstruction all = reconstruct_island(company.islands.front().ready, company.part(x, 0));
    for (int i = 1; i < int(company.islands.size()); ++i)
        take_over(reconstruct_island(company.islands[size_t(i)].ready, company.part(x, i)), all);
    return all;
}

bool AuditedMotion::meets_goals() const
{
    constexpr double kGoalTolerance = 0.06;  // m; facing counts a third of its angle
    return result.worst_goal_error <= kGoalTolerance;
}

AuditedMotion audited_motion(const Company& company, const VectorXd& x)
{
    AuditedMotion audited { reconstruct(company, x), {} };
    audited.audit = audit(audited.result.motion);
    return audited;
}

}  // namespace gambol::cio
