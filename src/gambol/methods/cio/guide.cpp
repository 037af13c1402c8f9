// SPDX-License-Identifier: MIT
#include "gambol/methods/cio/guide.hpp"

#include "gambol/math/rotation.hpp"
#include "gambol/methods/cio/guide_ground.hpp"
#include "gambol/methods/cio/guide_path.hpp"
#include "gambol/methods/cio/terms/goals.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <optional>
#include <vector>

namespace gambol::cio {

namespace {

using Eigen::Quaterniond;
using Eigen::Vector2d;
using Eigen::Vector3d;
using Eigen::VectorXd;

constexpr double kTurnsOver = 0.8;  // rad between torso axes: then there is no way to glide
constexpr double kUpright = 0.7;  // cosine
constexpr double kArrive = 0.95;  // × the time a goal leaves: then the guide is there
constexpr double kTurnsBack = -0.2;  // cosine between two ways: below it one stops in between
constexpr double kLooksAlong = 1.2;  // × standing height: who goes less far may go sideways
constexpr double kLeanOnArms = 1.3;  // rad forward from upright; bodies without arms do not lean
constexpr double kTimeToTurnOver = 2.5;  // s, at most half of what there is
constexpr double kSlowOnAllLimbs = 3, kSlowClimbing = 3;  // × the time of a level way, on top

/// Where the torso should be at a time.
struct Waypoint {
    double time = 0;  // s
    Vector2d place;
    double height = 0;  // above the ground
    Quaterniond turn;
    double arms_down = 0, legs_down = 0;  // 0: as they hang, 1: planted on the floor
};

Quaterniond turned(double angle)
{
    return Quaterniond(Eigen::AngleAxisd(angle, Vector3d::UnitZ()));
}

/// The way of one character.
class Guide {
public:
    /// `carry` may be null.
    Guide(const CioScene& ready, int character, const Carry* carry)
        : ready_(ready)
        , carry_(carry)
        , model_(ready.model.characters[size_t(character)])
        , ground_(ready.model.surfaces(), model_.standing_height)
        , start_(
              ready.start.segment(ready.model.columns[size_t(character)].q, model_.coordinates()))
    {
        Waypoint first;
        first.place = start_.head<2>();
        first.turn = Quaterniond(rotation_matrix(start_.segment<3>(3)));
        first.height = start_.z() - ground_.floor_at(first.place).value_or(0);
        way_.push_back(first);
        if (carry)
            add_errand(*carry);
        for (const double instant : ready.instants)
            add_waypoint(character, instant);
    }

    VectorXd at(double time)
    {
        const auto next = std::find_if(
            way_.begin() + 1, way_.end() - 1, [&](const Waypoint& w) { return w.time >= time; });
        const Waypoint &from = *(next - 1), &to = *next;
        const double u = (time - from.time) / std::max(to.time - from.time, 1e-9);
        const double s = ease(u / kArrive);
        const bool on = goes_on(size_t(next - way_.begin()));
        const double there = on ? 1 : kArrive;
        const double walked = stride_out(u / there, there * (to.time - from.time),
            !goes_on(size_t(next - way_.begin()) - 1), !on);
        const Vector2d place = from.place + progress(from, to, walked) * (to.place - from.place);
        const double wanted = from.height + s * (to.height - from.height);
        // Who has his hands full neither crawls nor climbs.
        const GuideGround::Stoop stoop
            = carry_ ? GuideGround::Stoop {} : ground_.stoop_at(place, wanted);
        turns_over_ = turns_over_ || stoop.share > 0.5;
        const double height = wanted + stoop.share * (stoop.height - wanted);
        const Quaterniond turn = facing(from, to, u)
            * Quaterniond(
                Eigen::AngleAxisd(stoop.share * (has_arms() ? kLeanOnArms : 0), Vector3d::UnitY()));
        const auto down = [&](double before, double after) {
            return std::max(before + s * (after - before), stoop.share);
        };
        const double share = ease(time / ready_.layout.duration());
        return posed({ place.x(), place.y(), ground_at(place) + height }, turn, share,
            down(from.arms_down, to.arms_down), down(from.legs_down, to.legs_down));
    }

    [[nodiscard]] bool turns_over() const { return turns_over_; }

private:
    /// Whether who comes through a waypoint need not stop there: the way goes on, not back.
    [[nodiscard]] bool goes_on(size_t at) const
    {
        if (carry_ || at == 0 || at + 1 >= way_.size())
            return false;
        const Vector2d before = way_[at].place - way_[at - 1].place,
                       after = way_[at + 1].place - way_[at].place;
        return before.dot(after) > kTurnsBack * before.norm() * after.norm();
    }

    [[nodiscard]] double ground_at(const Vector2d& place) const
    {
        return carry_ ? ground_.floor_at(place).value_or(0) : ground_.height_at(place);
    }

    /// To what is to be carried, down to it, up with it, to where it belongs, down and up again.
    void add_errand(const Carry& carry)
    {
        const double phase = ready_.layout.segment_duration * ready_.layout.segments_per_phase;
        const auto stand = [&](double time, const Carry::Stance& stance, bool bent) {
            Waypoint w = way_.back();
            w.time = std::max(time, way_.back().time + 1e-3);
            w.place = stance.place;
            w.height = bent ? stance.height : carry.upright;
            w.turn = turned(stance.heading)
                * Quaterniond(Eigen::AngleAxisd(bent ? stance.lean : 0, Vector3d::UnitY()));
            way_.push_back(w);
        };
        stand(phase * carry.reach - carry.bend_time, carry.pick, false);
        stand(phase * carry.reach, carry.pick, true);
        stand(phase * carry.lift, carry.pick, true);
        stand(phase * carry.lift + carry.bend_time, carry.pick, false);
        stand(phase * carry.settle - carry.bend_time, carry.put, false);
        stand(phase * carry.settle, carry.put, true);
        stand(phase * carry.leave, carry.put, true);
        stand(phase * carry.leave + carry.bend_time, carry.put, false);
    }

    void add_waypoint(int character, double instant)
    {
        Waypoint next = way_.back();
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
                       },
                goal.kind);
        }
        if (!told || (carry_ && instant <= way_.back().time))
            return;
        if (stands || stands_on_hands) {
            const Vector3d wanted = stands ? Vector3d(Vector3d::UnitZ()) : -Vector3d::UnitZ();
            const Vector3d is = next.turn * Vector3d::UnitZ();
            if (is.dot(wanted) < std::cos(kTurnsOver)) {
                way_.push_back(on_all_limbs(instant));
                turns_over_ = true;
                next.turn = way_.back().turn;
                if (stands_on_hands && !placed)
                    next.place = way_.back().place + over_arms(next.turn);
            }
            next.turn
                = Quaterniond::FromTwoVectors(next.turn * Vector3d::UnitZ(), wanted) * next.turn;
            next.height = stands ? model_.standing_height
                                 : Stands(character, model_, Stands::On::hands).height();
            next.arms_down = stands_on_hands;
            next.legs_down = 0;
        }
        const Vector2d way = next.place - way_.back().place;
        if (!facing && placed && instant != ready_.instants.back()
            && way.norm() > kLooksAlong * model_.standing_height
            && (next.turn * Vector3d::UnitZ()).z() > kUpright)
            facing = std::atan2(way.y(), way.x());  // on the way, where one goes
        if (facing)
            next.turn = turned(*facing - heading(next.turn)) * next.turn;
        next.time = instant;
        way_.push_back(next);
    }

    /// Between lying and standing, or feet and hands: all limbs on the floor, turned as little as
    /// possible.
    [[nodiscard]] Waypoint on_all_limbs(double instant) const
    {
        Waypoint w = way_.back();
        w.time += std::min(0.5 * (instant - w.time), kTimeToTurnOver);
        w.height = ground_.on_all_limbs();
        w.arms_down = w.legs_down = 1;
        const Quaterniond lean(Eigen::AngleAxisd(has_arms() ? kLeanOnArms : 0, Vector3d::UnitY()));
        double least = std::numeric_limits<double>::infinity();
        constexpr int kHeadings = 72;
        for (int i = 0; i < kHeadings; ++i) {
            const Quaterniond turn = turned(2 * std::numbers::pi * i / kHeadings) * lean;
            if (const double angle = turn.angularDistance(way_.back().turn); angle < least) {
                least = angle;
                w.turn = turn;
            }
        }
        return w;
    }

    [[nodiscard]] bool has_arms() const
    {
        return std::any_of(model_.limbs.begin(), model_.limbs.end(),
            [](const FeatureLimb& limb) { return !limb.support; });
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

    /// A patch flat on the floor below the limb's base, turned about the vertical so that the
    /// middle joint bends the way it can.
    struct Planted {
        Vector3d position;
        Quaterniond axes;
    };
    [[nodiscard]] Planted planted(int i, const Vector3d& torso, const Quaterniond& turn) const
    {
        const FeatureLimb& limb = model_.limbs[size_t(i)];
        Planted result;
        result.position = torso + turn * limb.base;
        result.position.z() = ground_.height_at(result.position.head<2>());
        const Quaterniond carried = turn * Quaterniond(limb.rest_axes);
        const Quaterniond flat
            = Quaterniond::FromTwoVectors(
                  carried * model_.patches[size_t(i)].axes.col(2), Vector3d::UnitZ())
            * carried;
        double best = -std::numeric_limits<double>::infinity();
        constexpr int kHeadings = 24;
        for (int k = 0; k < kHeadings; ++k) {
            const Quaterniond axes = turned(2 * std::numbers::pi * k / kHeadings) * flat;
            const double fit = (axes * limb.end_hinge.axis).dot(turn * limb.upper_hinge.axis);
            if (fit > best) {
                best = fit;
                result.axes = axes;
            }
        }
        return result;
    }

    /// Who stays upright and has some way to go turns to where he goes, and in the end to where he
    /// shall face: the more he would have to turn, the further it must be.
    [[nodiscard]] Quaterniond facing(const Waypoint& from, const Waypoint& to, double u) const
    {
        constexpr double kTurning = 0.35;  // share of the time at either end
        const auto upright
            = [](const Quaterniond& turn) { return (turn * Vector3d::UnitZ()).z() > kUpright; };
        const Vector2d way = to.place - from.place;
        if (way.norm() < 1e-6 || !upright(from.turn) || !upright(to.turn))
            return from.turn.slerp(ease(u / kArrive), to.turn);
        const auto towards = [&](const Quaterniond& turn) {
            const double by = std::remainder(
                std::atan2(way.y(), way.x()) - heading(turn), 2 * std::numbers::pi);
            const double worthwhile
                = (0.7 + 2 * std::abs(by) / std::numbers::pi) * model_.standing_height;
            return turned(std::clamp(way.norm() / worthwhile - 1, 0.0, 1.0) * by) * turn;
        };
        const Quaterniond along = towards(from.turn).slerp(ease(u), towards(to.turn));
        const double begins = ease(u / kTurning), ends = ease((u - kArrive + kTurning) / kTurning);
        return u < 0.5 ? from.turn.slerp(begins, along) : along.slerp(ends, to.turn);
    }

    /// Share of the way after a share of the time: all-fours and climbing are slow.
    [[nodiscard]] double progress(const Waypoint& from, const Waypoint& to, double time) const
    {
        constexpr int kSteps = 32;
        const Vector2d way = to.place - from.place;
        const double step = way.norm() / kSteps;
        if (step < 1e-6)
            return time;
        std::array<double, kSteps + 1> spent {};
        double before = ground_.height_at(from.place);
        for (int i = 0; i < kSteps; ++i) {
            const double s = (i + 0.5) / kSteps,
                         wanted = from.height + s * (to.height - from.height);
            const double ground = ground_.height_at(from.place + (i + 1.0) / kSteps * way);
            spent[i + 1] = spent[i] + 1
                + kSlowOnAllLimbs * ground_.stoop_at(from.place + s * way, wanted).share
                + kSlowClimbing * std::abs(ground - before) / step;
            before = ground;
        }
        const double now = time * spent[kSteps];
        const auto after = std::upper_bound(spent.begin() + 1, spent.end() - 1, now);
        const int i = int(after - spent.begin()) - 1;
        return (i + (now - spent[i]) / (spent[i + 1] - spent[i])) / kSteps;
    }

    /// Limbs go from how they start (share 0) to how they rest (1), seen from the torso.
    /// Legs of an upright body stand on the floor below them.
    [[nodiscard]] VectorXd posed(const Vector3d& position, const Quaterniond& turn, double share,
        double arms_down, double legs_down) const
    {
        VectorXd q = start_;
        const Vector3d p0 = start_.head<3>();
        const Quaterniond R0(rotation_matrix(start_.segment<3>(3)));
        q.head<3>() = position;
        q.segment<3>(3) = rotation_vector(turn.toRotationMatrix());
        for (int i = 0; i < int(model_.limbs.size()); ++i) {
            const FeatureLimb& limb = model_.limbs[size_t(i)];
            const int e = model_.effector(i);
            const Vector3d offset = R0.conjugate() * (start_.segment<3>(e) - p0);
            const Quaterniond axes
                = R0.conjugate() * Quaterniond(rotation_matrix(start_.segment<3>(e + 3)));
            q.segment<3>(e) = position + turn * (offset + share * (limb.rest - offset));
            Quaterniond turned = turn * axes.slerp(share, Quaterniond(limb.rest_axes));
            if (limb.support && carry_) {
                // Feet stay where they are while the trunk bends over them.
                const Quaterniond level = cio::turned(heading(turn));
                q.segment<3>(e) = position + level * (offset + share * (limb.rest - offset));
                turned = level * axes.slerp(share, Quaterniond(limb.rest_axes));
            }
            if (limb.support && (carry_ || (turn * Vector3d::UnitZ()).z() > kUpright))
                q[e + 2] = ground_at(q.segment<2>(e));
            if (const double down = limb.support ? legs_down : arms_down; down > 0) {
                const Planted floor = planted(i, position, turn);
                q.segment<3>(e) += down * (floor.position - q.segment<3>(e));
                turned = turned.slerp(down, floor.axes);
            }
            q.segment<3>(e + 3) = rotation_vector(turned.toRotationMatrix());
            q[model_.swivel(i)] += share * (limb.rest_swivel - q[model_.swivel(i)]);
        }
        return q;
    }

    const CioScene& ready_;
    const Carry* carry_;
    const FeatureModel& model_;
    GuideGround ground_;
    VectorXd start_;
    std::vector<Waypoint> way_;
    bool turns_over_ = false;
};

}  // namespace

bool write_guide(const CioScene& ready, const std::vector<Carry>& carries, VectorXd& x)
{
    bool glides = true;
    const TrajectoryLayout& layout = ready.layout;
    const double step = layout.segment_duration;
    const auto start_of = [&](int who) {
        return VectorXd(ready.start.segment(
            ready.model.columns[size_t(who)].q, ready.model.characters[size_t(who)].coordinates()));
    };
    for (int c = 0; c < ready.model.people; ++c) {
        const FeatureModel& model = ready.model.characters[size_t(c)];
        const auto carry = std::find_if(
            carries.begin(), carries.end(), [&](const Carry& each) { return each.character == c; });
        const bool busy = carry != carries.end();
        Guide guide(ready, c, busy ? &*carry : nullptr);
        std::vector<VectorXd> path { start_of(c) }, prop;
        if (busy)
            prop.push_back(start_of(carry->prop));
        for (int k = 0; k < layout.segments; ++k) {
            const double time = (k + 1) * step;
            path.push_back(guide.at(time));
            if (busy) {
                VectorXd& q = path.back();
                const double looks = heading(Quaterniond(rotation_matrix(q.segment<3>(3))));
                const PropPlace place = carried_place(ready, *carry, time, q.head<3>(), looks);
                lay_hands(ready, *carry, time, place, q);
                VectorXd at(6);
                at << place.position,
                    rotation_vector_near(place.turn.toRotationMatrix(), prop.back().tail<3>());
                prop.push_back(at);
            }
            unwind(model, path[path.size() - 2], path.back());
        }
        glides = glides && !guide.turns_over();
        write_path(layout, ready.model.columns[size_t(c)].q, path, x);
        if (busy)
            write_path(layout, ready.model.columns[size_t(carry->prop)].q, prop, x);
    }
    return glides;
}

}  // namespace gambol::cio
