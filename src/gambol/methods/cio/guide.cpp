// SPDX-License-Identifier: MIT
#include "gambol/methods/cio/guide.hpp"

#include "gambol/math/rotation.hpp"
#include "gambol/methods/cio/guide_path.hpp"
#include "gambol/methods/cio/guide_pose.hpp"
#include "gambol/methods/cio/guide_way.hpp"
#include "gambol/methods/cio/heading.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <numbers>
#include <vector>

namespace gambol::cio {

namespace {

using Eigen::Quaterniond;
using Eigen::Vector2d;
using Eigen::Vector3d;
using Eigen::VectorXd;

constexpr double kArrive = 0.95;  // × the time a goal leaves: then the guide is there
constexpr double kTurnsBack = -0.2;  // cosine between two ways: below it one stops in between
constexpr double kSlowOnAllLimbs = 3, kSlowClimbing = 3;  // × the time of a level way, on top

/// After a share of the way from one waypoint to the next, around its corners.
Vector2d place_on(const Waypoint& from, const Waypoint& to, double share)
{
    if (to.corners.empty())
        return from.place + share * (to.place - from.place);
    Path all = to.corners;
    all.insert(all.begin(), from.place);
    all.push_back(to.place);
    double length = 0;
    for (size_t i = 1; i < all.size(); ++i)
        length += (all[i] - all[i - 1]).norm();
    double left = share * length;
    for (size_t i = 1; i < all.size(); ++i) {
        const double leg = (all[i] - all[i - 1]).norm();
        if (left <= leg && leg > 0)
            return all[i - 1] + left / leg * (all[i] - all[i - 1]);
        left -= leg;
    }
    return to.place;
}

/// Which way one goes there, and as far as from one waypoint to the next.
Vector2d way_at(const Waypoint& from, const Waypoint& to, double share)
{
    constexpr double kAhead = 0.1;
    const Vector2d whole = to.place - from.place;
    if (to.corners.empty())
        return whole;
    const Vector2d here = place_on(from, to, std::min(1.0, share + kAhead))
        - place_on(from, to, std::max(0.0, share - kAhead));
    return here.norm() > 1e-6 ? Vector2d(here.normalized() * std::max(whole.norm(), 1.5)) : whole;
}

VectorXd start_of(const CioScene& ready, int who)
{
    return ready.start.segment(
        ready.model.columns[size_t(who)].q, ready.model.characters[size_t(who)].coordinates());
}

bool has_errand(const std::vector<Carry>& carries, int character)
{
    return std::any_of(carries.begin(), carries.end(),
        [&](const Carry& carry) { return carry.handler(character) != nullptr; });
}

/// The way of one character.
class Guide {
public:
    Guide(const CioScene& ready, int character, const std::vector<Carry>& carries)
        : duration_(ready.layout.duration())
        , busy_(has_errand(carries, character))
        , model_(ready.model.characters[size_t(character)])
        , ground_(ready.model.surfaces(), model_.standing_height)
        , pose_(model_, ground_, start_of(ready, character), busy_)
        , way_(guide_way(ready, character, ground_, carries))
    {
    }
    Guide(const Guide&) = delete;
    Guide& operator=(const Guide&) = delete;

    VectorXd at(double time)
    {
        const std::vector<Waypoint>& points = way_.points;
        const auto next = std::find_if(points.begin() + 1, points.end() - 1,
            [&](const Waypoint& w) { return w.time >= time; });
        const Waypoint &from = *(next - 1), &to = *next;
        const double u = (time - from.time) / std::max(to.time - from.time, 1e-9);
        const double s = ease(u / kArrive);
        const double walked = busy_ ? s : stride(size_t(next - points.begin()), u);
        const Vector2d place = place_on(from, to, progress(from, to, walked));
        const double wanted = from.height + s * (to.height - from.height);
        // Who has his hands full neither crawls nor climbs.
        const GuideGround::Stoop stoop
            = busy_ ? GuideGround::Stoop {} : ground_.stoop_at(place, wanted);
        way_.turns_over = way_.turns_over || stoop.share > 0.5;
        const double height = wanted + stoop.share * (stoop.height - wanted);
        const Quaterniond turn = facing(from, to, u)
            * Quaterniond(Eigen::AngleAxisd(stoop.share * lean_on_arms(model_), Vector3d::UnitY()));
        const auto down = [&](double before, double after) {
            return std::max(before + s * (after - before), stoop.share);
        };
        return pose_.at({ { place.x(), place.y(), pose_.ground_at(place) + height }, turn,
            ease(time / duration_), down(from.arms_down, to.arms_down),
            down(from.legs_down, to.legs_down) });
    }

    [[nodiscard]] bool turns_over() const { return way_.turns_over; }

private:
    /// Whether who comes through a waypoint need not stop there: the way goes on, not back.
    [[nodiscard]] bool goes_on(size_t at) const
    {
        const std::vector<Waypoint>& points = way_.points;
        if (at == 0 || at + 1 >= points.size())
            return false;
        const Vector2d before = points[at].place - points[at - 1].place,
                       after = points[at + 1].place - points[at].place;
        return before.dot(after) > kTurnsBack * before.norm() * after.norm();
    }

    /// Share of the way to a waypoint after a share of the time.
    [[nodiscard]] double stride(size_t next, double u) const
    {
        const bool on = goes_on(next);
        const double there = on ? 1 : kArrive;
        const double time = way_.points[next].time - way_.points[next - 1].time;
        return stride_out(u / there, there * time, !goes_on(next - 1), !on);
    }

    /// Who stays upright and has some way to go turns to where he goes, and in the end to where he
    /// shall face: the more he would have to turn, the further it must be.
    [[nodiscard]] Quaterniond facing(const Waypoint& from, const Waypoint& to, double u) const
    {
        constexpr double kTurning = 0.35;  // share of the time at either end
        const auto upright = [](const Quaterniond& turn) {
            return (turn * Vector3d::UnitZ()).z() > kUprightTorso;
        };
        const Vector2d way = way_at(from, to, ease(u / kArrive));
        if (to.turns_by != 0 && way.norm() < 1e-6 && upright(from.turn) && upright(to.turn)) {
            const double share = turned(from, to, u);
            return yaw(share * to.turns_by) * from.turn.slerp(share, yaw(-to.turns_by) * to.turn);
        }
        if (to.keeps_facing || way.norm() < 1e-6 || !upright(from.turn) || !upright(to.turn))
            return from.turn.slerp(ease(u / kArrive), to.turn);
        const auto towards = [&](const Quaterniond& turn) {
            const double by = std::remainder(
                std::atan2(way.y(), way.x()) - heading_of(turn), 2 * std::numbers::pi);
            const double worthwhile
                = (0.7 + 2 * std::abs(by) / std::numbers::pi) * model_.standing_height;
            return yaw(std::clamp(way.norm() / worthwhile - 1, 0.0, 1.0) * by) * turn;
        };
        const Quaterniond along = towards(from.turn).slerp(ease(u), towards(to.turn));
        const double begins = ease(u / kTurning), ends = ease((u - kArrive + kTurning) / kTurning);
        return u < 0.5 ? from.turn.slerp(begins, along) : along.slerp(ends, to.turn);
    }

    /// Share of a turn on the spot after a share of the time. Who goes on turning the same way does
    /// not stop in between.
    [[nodiscard]] double turned(const Waypoint& from, const Waypoint& to, double u) const
    {
        const bool on_before = from.turns_by * to.turns_by > 0,
                   on_after = &to != &way_.points.back() && to.turns_by * (&to + 1)->turns_by > 0;
        const double there = on_after ? 1 : kArrive;
        if (!on_before && !on_after)
            return ease(u / there);
        return stride_out(u / there, there * (to.time - from.time), !on_before, !on_after);
    }

    /// Share of the way after a share of the time: all-fours and climbing are slow.
    [[nodiscard]] double progress(const Waypoint& from, const Waypoint& to, double time) const
    {
        constexpr int kSteps = 32;
        const Vector2d way = to.place - from.place;
        const double step = way.norm() / kSteps;
        if (step < 1e-6 || !to.corners.empty())
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

    double duration_;
    bool busy_;
    const FeatureModel& model_;
    GuideGround ground_;
    GuidePose pose_;
    GuideWay way_;
};

/// The parts of a prop's way that there are, in their order.
std::vector<const Carry*> carries_of(const std::vector<Carry>& carries, int prop)
{
    std::vector<const Carry*> own;
    for (const Carry& carry : carries)
        if (carry.prop == prop)
            own.push_back(&carry);
    return own;
}

/// All bodies of a scene, as guides lead them.
class GuidedScene {
public:
    GuidedScene(const CioScene& ready, const std::vector<Carry>& carries)
        : ready_(ready)
        , carries_(carries)
    {
        for (int who = 0; who < int(ready.model.characters.size()); ++who)
            path_.push_back({ start_of(ready, who) });
        for (int c = 0; c < ready.model.people; ++c)
            guides_.push_back(std::make_unique<Guide>(ready, c, carries));
    }

    void go_to(double time)
    {
        for (int c = 0; c < ready_.model.people; ++c)
            path_[size_t(c)].push_back(guides_[size_t(c)]->at(time));
        for (int p = ready_.model.people; p < int(path_.size()); ++p)
            if (const auto own = carries_of(carries_, p); !own.empty())
                move_prop(p, own, time);
        for (int c = 0; c < ready_.model.people; ++c) {
            const std::vector<VectorXd>& path = path_[size_t(c)];
            unwind(
                ready_.model.characters[size_t(c)], path[path.size() - 2], path_[size_t(c)].back());
        }
    }

    /// True when nobody goes on all limbs.
    bool write(VectorXd& x) const
    {
        for (size_t who = 0; who < path_.size(); ++who)
            if (path_[who].size() > 1)
                write_path(ready_.layout, ready_.model.columns[who].q, path_[who], x);
        return std::none_of(guides_.begin(), guides_.end(),
            [](const std::unique_ptr<Guide>& guide) { return guide->turns_over(); });
    }

private:
    void move_prop(int prop, const std::vector<const Carry*>& own, double time)
    {
        const auto last = std::find_if(own.rbegin(), own.rend() - 1,
            [&](const Carry* carry) { return time > time_of(ready_, carry->lift); });
        const Carry& now = **last;
        std::vector<TorsoPlace> torsos;
        for (const Handler& handler : now.by) {
            const VectorXd& q = path_[size_t(handler.character)].back();
            torsos.push_back({ q.head<3>(),
                heading_of(Quaterniond(ready_.model.characters[size_t(handler.character)].turn_of(
                    q.segment<3>(3)))) });
        }
        const PropPlace place = carried_place(ready_, now, time, torsos);
        for (const Carry* carry : own)
            for (const Handler& handler : carry->by)
                lay_hands(
                    ready_, *carry, handler, time, place, path_[size_t(handler.character)].back());
        std::vector<VectorXd>& path = path_[size_t(prop)];
        VectorXd at(6);
        at << place.position,
            ready_.model.characters[size_t(prop)].vector_near(
                place.turn.toRotationMatrix(), path.back().tail<3>());
        path.push_back(at);
    }

    const CioScene& ready_;
    const std::vector<Carry>& carries_;
    std::vector<std::unique_ptr<Guide>> guides_;  // per character
    std::vector<std::vector<VectorXd>> path_;  // per body: at the start and at ends of segments
};

}  // namespace

bool write_guide(const CioScene& ready, const std::vector<Carry>& carries, VectorXd& x)
{
    GuidedScene scene(ready, carries);
    for (int k = 0; k < ready.layout.segments; ++k)
        scene.go_to((k + 1) * ready.layout.segment_duration);
    return scene.write(x);
}

}  // namespace gambol::cio
