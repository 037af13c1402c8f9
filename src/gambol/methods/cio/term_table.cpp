// SPDX-License-Identifier: MIT
#include "gambol/methods/cio/term_table.hpp"

#include "gambol/methods/cio/terms/body_limits.hpp"
#include "gambol/methods/cio/terms/contact_violation.hpp"
#include "gambol/methods/cio/terms/goals.hpp"
#include "gambol/methods/cio/terms/hinge.hpp"
#include "gambol/methods/cio/terms/moving_solids.hpp"
#include "gambol/methods/cio/terms/posture.hpp"
#include "gambol/methods/cio/terms/zmp_hint.hpp"

namespace gambol::cio {

namespace {

using Made = std::unique_ptr<Term>;

template <class T> Made about(const TermRequest& request)
{
    return std::make_unique<T>(request.who);
}

template <class T> Made of_character(const TermRequest& request)
{
    return request.model.limbs.empty() ? nullptr : about<T>(request);
}

template <class T> Made of_prop(const TermRequest& request)
{
    return request.model.limbs.empty() ? about<T>(request) : nullptr;
}

/// Makes a term of a goal of one kind, and nothing of other goals.
template <class Kind, class Make> Made of_goal(const TermRequest& request, Make make)
{
    const auto* kind = std::get_if<Kind>(&request.goal->kind);
    return kind ? make(*kind) : nullptr;
}

bool hangs_on_hinge(const TermRequest& request)
{
    return request.scene.is_prop(request.who) && request.scene.prop_of(request.who).hinge;
}

/// What hangs on a hinge meets no surface: its range was looked at when the scene was read.
Made prop_penetration(const TermRequest& request)
{
    return hangs_on_hinge(request) ? nullptr : of_prop<PropPenetration>(request);
}

Made stays_on_hinge(const TermRequest& request)
{
    return hangs_on_hinge(request) ? about<StaysOnHinge>(request) : nullptr;
}

Made turned_by(const TermRequest& request)
{
    return of_goal<AngleGoal>(request,
        [&](const AngleGoal& goal) { return std::make_unique<TurnedBy>(request.who, goal.angle); });
}

Made zmp_hint(const TermRequest& request)
{
    return task_of<Task>(request.scene).options.zmp_hint ? of_character<ZmpHint>(request) : nullptr;
}

Made prop_collision(const TermRequest& request)
{
    return request.scene.props.empty() ? nullptr : of_character<PropCollision>(request);
}

Made others_collision(const TermRequest& request)
{
    return request.scene.characters.size() < 2 ? nullptr : of_character<OthersCollision>(request);
}

/// Things are put down more exactly than people stop.
template <bool of_prop> Made torso_at(const TermRequest& request)
{
    if (request.model.limbs.empty() != of_prop)
        return nullptr;
    return of_goal<PositionGoal>(request, [&](const PositionGoal& goal) {
        return std::make_unique<TorsoAt>(request.who, goal.target, goal.with_height);
    });
}

Made torso_faces(const TermRequest& request)
{
    return of_goal<FacingGoal>(request, [&](const FacingGoal& goal) {
        return std::make_unique<TorsoFaces>(request.who, goal.direction);
    });
}

template <class Kind, Stands::On on> Made stands(const TermRequest& request)
{
    return of_goal<Kind>(request,
        [&](const Kind&) { return std::make_unique<Stands>(request.who, request.model, on); });
}

Made strikes(const TermRequest& request)
{
    return of_goal<StrikeGoal>(request, [&](const StrikeGoal& goal) {
        return std::make_unique<Strikes>(request.who, goal.limb, goal.target, goal.velocity);
    });
}

using enum Family;

using enum When;

constexpr TermRow kTable[] = {
    { "acceleration", 1, smoothness, kSoft, always, about<Acceleration> },
    { "rest_pose", 2, posture, kSoft, always, about<RestPose> },
    { "swing_clearance", 0.3, posture, kSoft, always, about<SwingClearance> },
    { "sidestep", 2, posture, kSoft, always, of_character<Sidestep> },
    { "contact_amount", 1e-4, posture, kSoft, always, about<ContactAmount> },
    { "contact_distance", 30, contact, kSoft, always, about<ContactDistance> },
    { "contact_alignment", 0.5, contact, kSoft, always, about<ContactAlignment> },
    { "contact_slip", 10, contact, kSoft, always, about<ContactSlip> },
    { "contact_spin", 0.3, contact, kSoft, always, about<ContactSpin> },
    { "contact_creep", 100, contact, kSoft, always, of_prop<ContactCreep> },
    { "physics_violation", 100, physics, 0.02, always },
    { "zmp_hint", 10, hint, kSoft, always, zmp_hint },
    { "limb_length", 20000, body, 0.004, always, about<LimbLength> },
    { "joint_limit", 100, body, kSoft, always, about<JointLimit> },
    { "penetration", 4000, body, 0.006, always, of_character<Penetration> },
    { "self_collision", 2000, apart, 0.015, always, about<SelfCollision> },
    { "prop_penetration", 4000, body, 0.006, always, prop_penetration },
    { "prop_collision", 2000, body, 0.01, always, prop_collision },
    { "others_collision", 2000, apart, 0.01, always, others_collision },
    { "hinge", 100000, body, 0.002, always, stays_on_hinge },
    { "own_side", 2000, apart, kSoft, always, about<OwnSide> },
    { "goal_still", 5, task, kSoft, at_the_end, about<Still> },
    { "goal_position", 600, task, 0.04, at_its_goal, torso_at<false> },
    { "prop_position", 6000, task, 0.01, at_its_goal, torso_at<true> },
    { "prop_angle", 2000, task, 0.02, at_its_goal, turned_by },
    { "goal_facing", 30, task, kSoft, at_its_goal, torso_faces },
    { "goal_stand", 100, task, kSoft, at_its_goal, stands<StandGoal, Stands::On::feet> },
    { "goal_handstand", 100, task, kSoft, at_its_goal, stands<HandstandGoal, Stands::On::hands> },
    { "goal_strike", 1200, task, 0.04, at_its_goal, strikes },
};

}  // namespace

std::span<const TermRow> term_table()
{
    return kTable;
}

}  // namespace gambol::cio
