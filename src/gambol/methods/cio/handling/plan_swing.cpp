// SPDX-License-Identifier: MIT
#include "gambol/math/gravity.hpp"
#include "gambol/methods/cio/handling/errand.hpp"

#include <algorithm>
#include <cmath>

namespace gambol::cio {

namespace {

using Eigen::Matrix3d;
using Eigen::Quaterniond;
using Eigen::Vector2d;
using Eigen::Vector3d;
using Eigen::VectorXd;

constexpr double kSwingReach = 0.9;  // × arm, while the palm lies on it
constexpr double kStretch = 0.05;  // m: how much farther back one is when the palm leaves
constexpr double kPressHeight = 0.8;  // × shoulder height: where a palm presses on what is tall
constexpr double kFromEdge = 0.22;  // × radius: of a palm from the free edge
constexpr double kLeastSlowing = 0.3;  // rad/s²: of what hardly rubs
constexpr double kQuickest = 0.6;  // s: to speed up, or to slow down
constexpr double kLegRoomBehind = 0.4;  // m between a torso and what it pushes
constexpr double kBehind = 0.15;  // m: who is to push stands at least that far on the right side
constexpr double kWalkingSpeed = 0.25;  // × √(g · standing height)

/// What hangs on a hinge, and the way it shall turn.
struct Swing {
    const HingedBody& hinge;
    const Shape& solid;
    Quaterniond start;
    double turn;  // rad
    double inertia, friction;
    double radius;  // m, of the free edge
    Vector3d outward;  // unit, world, at the start: from the axis to the free edge
    Vector3d ahead;  // likewise: the way it moves
    Vector3d press;  // m, its frame: where a palm presses
    Vector3d side;  // unit, its frame: of the surface there, out of it

    [[nodiscard]] Vector3d pressed(double angle) const
    {
        return hinge.at + Eigen::AngleAxisd(angle, hinge.axis) * (start * press);
    }
};

/// How high a palm presses, seen from the hinge along its axis: at chest height, or as near to that
/// as it goes.
double along_axis(const Swing& swing, double radius, double chest)
{
    const Vector3d& a = swing.hinge.axis;
    const double middle = a.dot(swing.hinge.com);
    const double half
        = std::max(0.0, half_extent(swing.solid, swing.start.conjugate() * a) - kPalm);
    if (std::abs(a.z()) < 0.5)
        return middle;
    const double wanted = (chest - (swing.hinge.at + radius * swing.outward).z()) / a.z();
    return std::clamp(wanted, middle - half, middle + half);
}

Swing swing_of(const CioScene& ready, int prop, double turn, double chest)
{
    const SceneProp& source = ready.scene->prop_of(prop);
    const HingedBody& hinge = *ready.model.hinge_of(prop);
    const Vector3d& a = hinge.axis;
    Swing swing { hinge, ready.model.solid_of(prop), source.rotation, turn, hinge.inertia,
        hinge.friction, swing_radius(source), {}, {}, {}, {} };
    const Vector3d away = hinge.com - a.dot(hinge.com) * a;
    swing.outward = away.normalized();
    swing.ahead = std::copysign(1.0, turn) * a.cross(swing.outward);
    swing.side = swing.start.conjugate() * -swing.ahead;
    const double radius = (1 - kFromEdge) * swing.radius;
    const double depth = hinge.com.dot(-swing.ahead) + half_extent(swing.solid, swing.side);
    swing.press
        = swing.start.conjugate() * (radius * swing.outward + along_axis(swing, radius, chest) * a)
        + depth * swing.side;
    return swing;
}

/// s: to speed up, and as long again to slow down by friction alone, if that is enough.
double speeding_up(const Swing& swing)
{
    const double slowing = std::max(swing.friction / swing.inertia, kLeastSlowing);
    return std::max(kQuickest, std::sqrt(std::abs(swing.turn) / slowing));
}

/// Whether it must be pushed all the way.
bool needs_pushing(const Swing& swing, double half_time)
{
    return swing.friction > 1.1 * swing.inertia * std::abs(swing.turn) / (half_time * half_time);
}

/// Which way one looks who pushes it; nothing where it moves up or down.
std::optional<Vector2d> facing_of(const Swing& swing)
{
    const bool upright = std::abs(swing.hinge.axis.z()) > 0.5;
    const Vector3d way
        = upright ? swing.ahead : Vector3d(swing.pressed(swing.turn) - swing.pressed(0));
    if (way.head<2>().norm() < 0.4 * way.norm())
        return std::nullopt;
    return Vector2d(way.head<2>().normalized());
}

/// One who pushes it, as far as that does not depend on the time there is.
class Pusher {
public:
    Pusher(const Person& person, const Swing& swing, const Vector2d& facing, double leaves)
        : person_(person)
        , swing_(swing)
        , facing_(facing)
        , left_(-facing.y(), facing.x())
        , leaves_(leaves)
    {
        // The hand on the side of the free edge: its palm turns inwards as it goes round.
        const double free_side = swing.outward.head<2>().dot(left_);
        hand_ = free_side > 0.1 ? 0 : 1;
    }

    /// The pushing hand on it, its torso behind; nothing where there is no room.
    [[nodiscard]] std::optional<Handler> handler() const
    {
        Handler handler;
        handler.character = person_.character();
        handler.upright = person_.model().standing_height;
        handler.hands[0] = { person_.arms().limbs[size_t(hand_)], swing_.press, swing_.side };
        handler.hands[1].limb = -1;
        for (const double aside : { 0.0, -0.06, 0.06, -0.12, 0.12, -0.18, 0.18, -0.24, 0.24 }) {
            const auto pick = stance(0, 0, aside), put = stance(leaves_, kStretch, aside);
            if (!pick || !put)
                continue;
            handler.pick = *pick;
            handler.put = *put;
            handler.through = through(aside);
            return handler;
        }
        return std::nullopt;
    }

    /// Whether it stands on the side from where it can push, and need not walk through it.
    [[nodiscard]] bool is_behind() const
    {
        const Vector2d from = person_.stands() - swing_.pressed(0).head<2>();
        return from.dot(facing_) < -kBehind;
    }

private:
    [[nodiscard]] double heading() const { return std::atan2(facing_.y(), facing_.x()); }
    /// Along the left: the shoulder of the hand behind where the palm is on average.
    [[nodiscard]] double lane() const
    {
        const double mean = (swing_.pressed(0) + swing_.pressed(leaves_)).head<2>().dot(left_) / 2;
        return mean + (hand_ == 0 ? -0.5 : 0.5) * person_.arms().width;
    }

    /// Bent so far that the palm is easily reached.
    [[nodiscard]] std::optional<Stance> stance(double angle, double stretch, double aside) const
    {
        const Vector3d palm = swing_.pressed(angle);
        for (int bend = 0; bend <= 10; ++bend) {
            const double share = bend / 10.0, lean = 0.9 * share;
            const double height = (1 - 0.4 * share) * person_.model().standing_height;
            const Vector3d shoulders
                = Eigen::AngleAxisd(lean, Vector3d::UnitY()) * person_.arms().shoulders;
            const double reach = kSwingReach * person_.arms().length;
            const Vector2d about = palm.head<2>() - reach * facing_;
            const std::optional<double> floor = person_.floor_at(about);
            if (!floor)
                return std::nullopt;
            const double down = *floor + height + shoulders.z() - palm.z();
            if (std::abs(down) > 0.7 * reach)
                continue;
            const double out = std::sqrt(reach * reach - down * down) + shoulders.x() + stretch;
            const double back = std::max(out, kLegRoomBehind);
            const Vector2d place
                = (palm.head<2>().dot(facing_) - back) * facing_ + (lane() + aside) * left_;
            const auto room = person_.upright(place, heading());
            if (!room)
                return std::nullopt;
            return Stance { place, heading(), height, lean };
        }
        return std::nullopt;
    }

    /// Where what it closed was, of what is as tall as oneself: in the middle of that.
    [[nodiscard]] std::optional<Stance> through(double aside) const
    {
        if (std::abs(swing_.hinge.axis.z()) < 0.5)
            return std::nullopt;
        const Vector2d place
            = swing_.hinge.at.head<2>().dot(facing_) * facing_ + (lane() + aside) * left_;
        return person_.upright(place, heading());
    }

    const Person& person_;
    const Swing& swing_;
    Vector2d facing_, left_;
    double leaves_;  // rad: then the palm goes away
    int hand_ = 0;
};

double length_of(Vector2d from, const Path& corners, const Vector2d& to)
{
    double sum = 0;
    for (const Vector2d& corner : corners) {
        sum += (corner - from).norm();
        from = corner;
    }
    return sum + (to - from).norm();
}

/// m: from where it is open to where its handler wants to be in the end; nothing where that is
/// here.
double length_after(const CioScene& ready, const Handler& handler)
{
    const Stance& last = handler.through ? *handler.through : handler.put;
    for (const Goal& goal : task_of<Task>(*ready.scene).goals)
        if (const auto* wanted = std::get_if<PositionGoal>(&goal.kind);
            wanted && goal.who == handler.character)
            return (wanted->target.head<2>() - last.place).norm();
    return 0;
}

/// Sets the phases: who swings it does so as quickly as it can be, and walks in what time is left.
bool set_swing_times(const CioScene& ready, double when, double half_time, bool all_the_way,
    const Person& person, Carry& carry)
{
    const Handler& handler = carry.by.front();
    const double phase = time_of(ready, 1);
    const double speed = kWalkingSpeed * std::sqrt(kGravity * person.model().standing_height);
    const double before
        = length_of(person.stands(), handler.there, handler.pick.place) / speed + 0.4;
    const double after = length_after(ready, handler) / speed;
    const int phases = int(std::lround(when / phase));
    const int half = std::max(1, int(std::lround(half_time / phase)));
    const double left = when - 2 * half * phase;
    const double pace = std::clamp(left / (before + after + 0.5), 0.5, 1.3);
    carry.lift = carry.reach = std::max(1, int(std::lround(pace * before / phase)));
    carry.settle = carry.lift + 2 * half;
    carry.leave = all_the_way ? carry.settle : carry.lift + half;
    carry.bend_time = 0.7;
    return carry.settle < phases;
}

}  // namespace

PropPlace swung_place(const Carry& carry, double share)
{
    const double u = std::clamp(share, 0.0, 1.0);
    const double done = u < 0.5 ? 2 * u * u : 1 - 2 * (1 - u) * (1 - u);
    return { carry.from,
        Quaterniond(Eigen::AngleAxisd(done * carry.swing, carry.axis)) * carry.from_turn };
}

void plan_swing(const CioScene& ready, const Goal& goal, std::vector<Plan>& plans)
{
    const int prop = goal.who;
    const double turn = std::get<AngleGoal>(goal.kind).angle;
    const double when = goal.when.value_or(ready.layout.duration());
    if (std::abs(turn) < 1e-3)
        return;
    for (int c = 0; c < ready.model.people; ++c) {
        const auto arms = arms_of(ready.model.characters[size_t(c)]);
        if (!arms)
            continue;
        const Person person(ready, c, *arms);
        const double floor = person.floor_at(person.stands()).value_or(0);
        const double chest
            = floor + kPressHeight * (person.model().standing_height + person.arms().shoulders.z());
        const Swing swing = swing_of(ready, prop, turn, chest);
        const auto facing = facing_of(swing);
        if (!facing)
            continue;
        const double half_time = speeding_up(swing);
        const bool all_the_way = needs_pushing(swing, half_time);
        const Pusher pusher(person, swing, *facing, all_the_way ? turn : turn / 2);
        auto handler = pusher.is_behind() ? pusher.handler() : std::nullopt;
        if (!handler)
            continue;
        Carry carry;
        carry.prop = prop;
        carry.way = Carry::Way::swung;
        carry.swing = turn;
        carry.axis = swing.hinge.axis;
        carry.from = carry.to = swing.hinge.at;
        carry.from_turn = swing.start;
        carry.to_turn = Quaterniond(Eigen::AngleAxisd(turn, carry.axis)) * swing.start;
        const double cost
            = length_of_way(person, person.stands(), handler->pick.place, handler->there);
        carry.by = { *handler };
        if (set_swing_times(ready, when, half_time, all_the_way, person, carry))
            plans.push_back({ cost, { carry } });
    }
}

void press_hands(const CioScene& ready, const Carry& carry, const Handler& handler, double time,
    const PropPlace& prop, VectorXd& q)
{
    constexpr double kFromBehind = 0.15;  // m: palms come from there
    const FeatureModel& model = ready.model.characters[size_t(handler.character)];
    const double reach = time_of(ready, carry.reach), leave = time_of(ready, carry.leave);
    const auto ease = [&](double u) {
        u = std::clamp(u, 0.0, 1.0);
        return u * u * (3 - 2 * u);
    };
    const double share = std::min(ease((time - reach + carry.bend_time) / carry.bend_time),
        1 - ease((time - leave) / carry.bend_time));
    if (share <= 0)
        return;
    for (const Hold& hold : handler.hands) {
        if (hold.limb < 0)
            continue;
        const FeaturePatch& patch = model.patches[size_t(hold.limb)];
        const Vector3d out = prop.turn * hold.out;
        const Vector3d at = prop.position + prop.turn * hold.at + (1 - share) * kFromBehind * out;
        // Fingers point away from the wrist.
        const Vector3d n = patch.axes.col(2), wrist = model.limbs[size_t(hold.limb)].tip;
        const Vector3d fingers = (-wrist + n.dot(wrist) * n).normalized();
        const Vector3d level = yaw(handler.pick.heading) * Vector3d::UnitX();
        const Vector3d above = std::abs(out.z()) < 0.8 ? Vector3d(Vector3d::UnitZ()) : level;
        const Vector3d up = (above - above.dot(out) * out).normalized();
        Matrix3d to, from;
        to << out, up, out.cross(up);
        from << n, fingers, n.cross(fingers);
        const int e = model.effector(hold.limb);
        const Quaterniond before(model.turn_of(q.segment<3>(e + 3)));
        const Quaterniond pressed(Matrix3d(to * from.transpose()));
        q.segment<3>(e) += share * (at - q.segment<3>(e));
        q.segment<3>(e + 3) = model.vector_near(
            before.slerp(share, pressed).toRotationMatrix(), q.segment<3>(e + 3));
    }
}

}  // namespace gambol::cio
