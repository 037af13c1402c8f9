// SPDX-License-Identifier: MIT
#include "gambol/methods/cio/guide_way.hpp"

#include "gambol/methods/cio/guide_pose.hpp"
#include "gambol/methods/cio/heading.hpp"
#include "gambol/methods/cio/terms/goals.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <optional>

namespace gambol::cio {

namespace {

using Eigen::Quaterniond;
using Eigen::Vector2d;
using Eigen::Vector3d;
using Eigen::VectorXd;

constexpr double kTurnsOver = 0.8;  // rad between torso axes: then there is no way to glide
constexpr double kLooksAlong = 1.2;  // × standing height: who goes less far may go sideways
constexpr double kLeanOnArms = 1.3;  // rad
constexpr double kTimeToTurnOver = 2.5;  // s, at most half of what there is

bool has_arms(const FeatureModel& model)
{
    return std::any_of(model.limbs.begin(), model.limbs.end(),
        [](const FeatureLimb& limb) { return !limb.support; });
}

/// The way of one character in the making.
class WayMaker {
public:
    WayMaker(const CioScene& ready, int character, const GuideGround& ground,
        const std::vector<Carry>& carries)
        : ready_(ready)
        , model_(ready.model.characters[size_t(character)])
        , ground_(ground)
    {
        const VectorXd start
            = ready.start.segment(ready.model.columns[size_t(character)].q, model_.coordinates());
        Waypoint first;
        first.place = start.head<2>();
        first.turn = Quaterniond(model_.turn_of(start.segment<3>(3)));
        first.height = start.z() - ground.floor_at(first.place).value_or(0);
        way_.points.push_back(first);
        for (const Carry& carry : carries)
            if (const Handler* handler = carry.handler(character)) {
                busy_ = true;
                add_errand(carry, *handler);
            }
        for (const double instant : ready.instants)
            add_waypoint(character, instant);
    }

    [[nodiscard]] GuideWay made() { return std::move(way_); }

private:
    /// To what is to be moved, down to it, up with it, to where it belongs, down and up again. Who
    /// pushes stays bent.
    void add_errand(const Carry& carry, const Handler& handler)
    {
        if (carry.way == Carry::Way::swung) {
            add_swing(carry, handler);
            return;
        }
        const bool lifted = carry.way == Carry::Way::lifted;
        const auto stand = [&](double time, const Stance& stance, bool bent) {
            Waypoint w = way_.points.back();
            w.time = std::max(time, way_.points.back().time + 1e-3);
            w.place = stance.place;
            w.height = bent ? stance.height : handler.upright;
            w.turn = yaw(stance.heading)
                * Quaterniond(Eigen::AngleAxisd(bent ? stance.lean : 0, Vector3d::UnitY()));
            w.keeps_facing = false;
            w.corners.clear();
            way_.points.push_back(w);
        };
        const auto at = [&](int phase) { return time_of(ready_, phase); };
        stand(at(carry.reach) - carry.bend_time, handler.pick, false);
        way_.points.back().corners = handler.there;
        stand(at(carry.reach), handler.pick, true);
        stand(at(carry.lift), handler.pick, true);
        if (lifted)
            stand(at(carry.lift) + carry.bend_time, handler.pick, false);
        if (lifted)
            stand(at(carry.settle) - carry.bend_time, handler.put, false);
        way_.points.back().keeps_facing = carry.by.size() > 1;
        way_.points.back().corners = handler.along;
        stand(at(carry.settle), handler.put, true);
        way_.points.back().keeps_facing = !lifted;
        stand(at(carry.leave), handler.put, true);
        stand(at(carry.leave) + carry.bend_time, handler.put, false);
    }

    /// Up to it, along with it while it is pushed, and through where it was once it is open.
    void add_swing(const Carry& carry, const Handler& handler)
    {
        const auto pass = [&](double time, const Stance& stance) {
            Waypoint w = way_.points.back();
            w.time = std::max(time, way_.points.back().time + 1e-3);
            w.place = stance.place;
            w.height = stance.height;
            w.turn = yaw(stance.heading)
                * Quaterniond(Eigen::AngleAxisd(stance.lean, Vector3d::UnitY()));
            w.keeps_facing = way_.points.size() > 1;
            w.corners.clear();
            way_.points.push_back(w);
        };
        pass(time_of(ready_, carry.lift), handler.pick);
        way_.points.back().corners = handler.there;
        pass(time_of(ready_, carry.leave), handler.put);
        if (handler.through)
            pass(time_of(ready_, carry.settle), *handler.through);
        way_.points.back().height = handler.upright;
        way_.points.back().turn = yaw(handler.put.heading);
    }

    void add_waypoint(int character, double instant)
    {
        Waypoint next = way_.points.back();
        std::optional<double> facing;
        bool told = instant == ready_.instants.back(), placed = false, stands = false,
             stands_on_hands = false;
        for (const Goal& goal : task_of<Task>(*ready_.scene).goals) {
            if (goal.who != character
                || ready_.instants[size_t(ready_.instant_of(goal))] != instant)
                continue;
            std::visit(Overloaded {
                           [&](const PositionGoal& g) {
                               next.place = g.target.head<2>();
                               if (g.with_height)
                                   next.height
                                       = g.target.z() - ground_.floor_at(next.place).value_or(0);
                               told = placed = true;
                           },
                           [&](const FacingGoal& g) {
                               facing = std::atan2(g.direction.y(), g.direction.x());
                               told = true;
                           },
                           [&](const StandGoal&) { told = stands = true; },
                           [&](const HandstandGoal&) { told = stands_on_hands = true; },
                           [](const StrikeGoal&) {},
                           [](const AngleGoal&) {},
                       },
                goal.kind);
        }
        if (!told || (busy_ && instant <= way_.points.back().time))
            return;
        if (stands || stands_on_hands) {
            const Vector3d wanted = stands ? Vector3d(Vector3d::UnitZ()) : -Vector3d::UnitZ();
            const Vector3d is = next.turn * Vector3d::UnitZ();
            if (is.dot(wanted) < std::cos(kTurnsOver)) {
                way_.points.push_back(on_all_limbs(instant));
                way_.turns_over = true;
                next.turn = way_.points.back().turn;
                if (stands_on_hands && !placed)
                    next.place = way_.points.back().place + over_arms(next.turn);
            }
            next.turn
                = Quaterniond::FromTwoVectors(next.turn * Vector3d::UnitZ(), wanted) * next.turn;
            next.height = stands ? model_.standing_height
                                 : Stands(character, model_, Stands::On::hands).height();
            next.arms_down = stands_on_hands;
            next.legs_down = 0;
        }
        const Vector2d way = next.place - way_.points.back().place;
        if (!facing && placed && way.norm() > kLooksAlong * model_.standing_height
            && (next.turn * Vector3d::UnitZ()).z() > kUprightTorso)
            facing = std::atan2(way.y(), way.x());  // where one goes
        next.keeps_facing = false;
        next.corners.clear();
        next.turns_by = facing ? turn_to(*facing, heading_of(next.turn)) : 0;
        next.turn = yaw(next.turns_by) * next.turn;
        next.time = instant;
        way_.points.push_back(next);
    }

    /// The shorter way round; of two that are as long the one that goes on as before.
    [[nodiscard]] double turn_to(double facing, double now) const
    {
        constexpr double kHalfTurn = 1e-3;  // rad
        const double by = wrapped(facing - now);
        const double before = way_.points.back().turns_by;
        return std::abs(by) > std::numbers::pi - kHalfTurn && by * before < 0
            ? by - std::copysign(2 * std::numbers::pi, by)
            : by;
    }

    /// Between lying and standing, or feet and hands: all limbs on the floor, turned as little as
    /// possible.
    [[nodiscard]] Waypoint on_all_limbs(double instant) const
    {
        Waypoint w = way_.points.back();
        w.time += std::min(0.5 * (instant - w.time), kTimeToTurnOver);
        w.height = ground_.on_all_limbs();
        w.arms_down = w.legs_down = 1;
        w.turns_by = 0;
        const Quaterniond lean(Eigen::AngleAxisd(lean_on_arms(model_), Vector3d::UnitY()));
        double least = std::numeric_limits<double>::infinity();
        constexpr int kHeadings = 72;
        for (int i = 0; i < kHeadings; ++i) {
            const Quaterniond turn = yaw(2 * std::numbers::pi * i / kHeadings) * lean;
            if (const double angle = turn.angularDistance(way_.points.back().turn); angle < least) {
                least = angle;
                w.turn = turn;
            }
        }
        return w;
    }

    /// From the torso to where it would be over its arms.
    [[nodiscard]] Vector2d over_arms(const Quaterniond& turn) const
    {
        Vector3d sum = Vector3d::Zero();
        int arms = 0;
        for (const FeatureLimb& limb : model_.limbs)
            if (!limb.support) {
                sum += limb.base;
                ++arms;
            }
        return arms ? Vector2d((turn * sum).head<2>() / arms) : Vector2d(Vector2d::Zero());
    }

    const CioScene& ready_;
    const FeatureModel& model_;
    const GuideGround& ground_;
    GuideWay way_;
    bool busy_ = false;
};

}  // namespace

double lean_on_arms(const FeatureModel& model)
{
    return has_arms(model) ? kLeanOnArms : 0;
}

GuideWay guide_way(const CioScene& ready, int character, const GuideGround& ground,
    const std::vector<Carry>& carries)
{
    return WayMaker(ready, character, ground, carries).made();
}

}  // namespace gambol::cio
