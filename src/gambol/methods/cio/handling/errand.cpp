// SPDX-License-Identifier: MIT
#include "gambol/methods/cio/handling/errand.hpp"

#include "gambol/math/gravity.hpp"
#include "gambol/math/rotation.hpp"
#include "gambol/scene/easy_load.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace gambol::cio {

namespace {

using Eigen::Quaterniond;
using Eigen::Vector2d;
using Eigen::Vector3d;
using Eigen::VectorXd;

constexpr double kEasyWalk = 0.25;  // × √(g · standing height)
constexpr double kBendTime = 0.8;  // s, when there is time
constexpr double kUpright = 0.97;  // × standing height: who is as tall as that does not bend

/// s: to bend from upright to a stance, or back.
double bend_time(const Handler& handler, const Stance& stance)
{
    return stance.height < kUpright * handler.upright ? kBendTime : 0;
}

double walking_speed(const Errand& errand, const Handler& handler)
{
    const FeatureModel& model = errand.ready.model.characters[size_t(handler.character)];
    return kEasyWalk * std::sqrt(kGravity * model.standing_height);
}

double path_length(Vector2d from, const Path& corners, const Vector2d& to)
{
    double sum = 0;
    for (const Vector2d& corner : corners) {
        sum += (corner - from).norm();
        from = corner;
    }
    return sum + (to - from).norm();
}

/// s: until everybody has the prop between the hands.
double approach_time(const Errand& errand, const Carry& carry)
{
    double longest = 0;
    for (const Handler& handler : carry.by) {
        const Vector2d start = errand.ready.start.segment<2>(
            errand.ready.model.columns[size_t(handler.character)].q);
        longest = std::max(longest,
            path_length(start, handler.there, handler.pick.place) / walking_speed(errand, handler)
                + bend_time(handler, handler.pick));
    }
    return longest;
}

/// s: to rise, walk and bend with it.
double move_time(const Errand& errand, const Carry& carry)
{
    double longest = 0;
    for (const Handler& handler : carry.by) {
        const double pace = carry.way == Carry::Way::pushed ? kPushingPace
            : carry.by.size() > 1                           ? kTogetherPace
                                                            : 1;
        const double walk = path_length(handler.pick.place, handler.along, handler.put.place)
            / (pace * walking_speed(errand, handler));
        const double bends = carry.way == Carry::Way::pushed
            ? 0
            : bend_time(handler, handler.pick) + bend_time(handler, handler.put);
        longest = std::max(longest, walk + bends);
    }
    return longest;
}

}  // namespace

const Handler* Carry::handler(int character) const
{
    for (const Handler& handler : by)
        if (handler.character == character)
            return &handler;
    return nullptr;
}

double time_of(const CioScene& ready, int phase)
{
    return phase * ready.layout.segment_duration * ready.layout.segments_per_phase;
}

Errand::Errand(const CioScene& scene, const Goal& goal)
    : ready(scene)
    , prop(goal.who)
    , solid(scene.model.solid_of(goal.who))
    , to(std::get<PositionGoal>(goal.kind).target)
    , when(goal.when.value_or(scene.layout.duration()))
{
    const VectorXd start = ready.start.segment(ready.model.columns[size_t(prop)].q, 6);
    from = start.head<3>();
    from_turn = Quaterniond(rotation_matrix(start.tail<3>()));
    for (const Goal& other : task_of<Task>(*ready.scene).goals)
        if (other.who == goal.who)
            if (const auto* wanted = std::get_if<FacingGoal>(&other.kind))
                facing = std::atan2(wanted->direction.y(), wanted->direction.x());
    for (int c = 0; c < ready.model.people; ++c)
        if (const auto arms = arms_of(ready.model.characters[size_t(c)]))
            people.emplace_back(ready, c, *arms);
}

Carry Errand::whole_way() const
{
    Carry carry;
    carry.prop = prop;
    carry.from = from;
    carry.to = to;
    carry.from_turn = carry.to_turn = from_turn;
    return carry;
}

double Errand::strain(const std::vector<const Person*>& carriers) const
{
    const double strength = std::accumulate(carriers.begin(), carriers.end(), 0.0,
        [](double sum, const Person* person) { return sum + person->model().mass; });
    const double load = ready.model.characters[size_t(prop)].mass / (kEasyLoad * strength);
    return 30 * std::max(0.0, load - 1);
}

double Errand::heading() const
{
    return heading_of(from_turn);
}

double length_of_way(const Person& person, const Vector2d& from, const Vector2d& to, Path& corners)
{
    constexpr double kBlocked = 20;  // m
    const auto walk = person.walk(from, to);
    corners = walk ? walk->corners : Path {};
    return walk ? walk->length : kBlocked + (to - from).norm();
}

bool set_times(const Errand& errand, std::vector<Carry>& carries)
{
    const double phase = time_of(errand.ready, 1);
    const int phases = int(std::lround(errand.when / phase));
    // Walk up and bend; hold; rise, walk and bend; hold (for the next one: take over); rise.
    std::vector<double> needed { approach_time(errand, carries.front()) };
    double last = kBendTime;
    for (const Carry& carry : carries)
        needed.push_back(move_time(errand, carry));
    const int holds = int(carries.size()) + 1;
    const double sum = std::accumulate(needed.begin(), needed.end(), last);
    const double pace = std::min(1.5, (errand.when - holds * phase) / sum);

    std::vector<int> taken;
    for (size_t i = 0; i < needed.size(); ++i)
        taken.push_back(std::max(i ? 2 : 1, int(std::lround(pace * needed[i] / phase))));
    const auto end = [&] { return std::accumulate(taken.begin(), taken.end(), holds); };
    while (end() >= phases) {
        const auto longest = std::max_element(taken.begin() + 1, taken.end());
        if (*longest > 2 || (*longest > 1 && taken.front() == 1))
            --*longest;
        else if (taken.front() > 1)
            --taken.front();
        else
            return false;
    }
    int reach = taken.front();
    for (size_t i = 0; i < carries.size(); ++i) {
        Carry& carry = carries[i];
        carry.reach = reach;
        carry.lift = reach + 1;
        carry.settle = carry.lift + taken[i + 1];
        carry.leave = carry.settle + 1;
        carry.bend_time = std::clamp(pace, 0.6, 1.25) * kBendTime;
        reach = carry.settle;
    }
    return true;
}

std::optional<std::array<Hold, 2>> between_palms(const Errand& errand, const Person& person,
    const Quaterniond& turn, double heading, const Vector3d& middle)
{
    const Vector3d left = turn.conjugate() * (yaw(heading) * Vector3d::UnitY());
    const double half_width = half_extent(errand.solid, left);
    if (2 * half_width > person.arms().width + 1.2 * person.arms().length)
        return std::nullopt;
    std::array<Hold, 2> hands;
    for (const int side : { 0, 1 }) {
        Hold& hold = hands[size_t(side)];
        hold.limb = person.arms().limbs[size_t(side)];
        hold.out = side == 0 ? left : Vector3d(-left);
        hold.at = middle + half_width * hold.out;
    }
    return hands;
}

Vector3d held_by(const Person& person, double depth)
{
    return { std::max(depth + Person::kLegRoom, 0.45 * person.arms().length), 0, 0.05 };
}

}  // namespace gambol::cio
