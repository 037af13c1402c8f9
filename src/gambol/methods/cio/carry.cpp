// SPDX-License-Identifier: MIT
#include "gambol/methods/cio/carry.hpp"

#include "gambol/geometry/nearest.hpp"
#include "gambol/math/gravity.hpp"
#include "gambol/math/rotation.hpp"
#include "gambol/methods/cio/guide_ground.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace gambol::cio {

namespace {

using Eigen::Quaterniond;
using Eigen::Vector2d;
using Eigen::Vector3d;
using Eigen::VectorXd;

constexpr double kDeepest = 0.55;  // × standing height: how much lower a torso gets to reach down
constexpr double kMostLean = 1.1;  // rad
constexpr double kEasyReach = 0.85;  // × arm: a reach that is not a stretch
constexpr double kAnyReach = 1.1;  // × arm: more than that is somewhere else
constexpr double kLegRoom = 0.22;  // m between a torso's middle and what is carried, or stood at
constexpr double kFromSide = 0.12;  // m: hands come from there
constexpr double kEasyWalk = 0.25;  // × √(g · standing height)
constexpr double kBendTime = 0.8;  // s, when there is time
constexpr double kHand = 0.03;  // m: palms keep this far from the edges of a side
constexpr double kOnIt = 1, kOffIt = 0.02;  // contact activities

double ease_in(double u)
{
    u = std::clamp(u, 0.0, 1.0);
    return u * u * (3 - 2 * u);
}

Quaterniond yaw(double angle)
{
    return Quaterniond(Eigen::AngleAxisd(angle, Vector3d::UnitZ()));
}

double wrapped(double angle)
{
    return std::remainder(angle, 2 * std::numbers::pi);
}

Vector2d ahead(double heading)
{
    return { std::cos(heading), std::sin(heading) };
}

/// Half of what a solid takes along a direction of its own frame.
double half_extent(const Shape& shape, const Vector3d& along)
{
    if (const auto* box = std::get_if<Box>(&shape))
        return along.cwiseAbs().dot(box->half_size);
    if (const auto* sphere = std::get_if<Sphere>(&shape))
        return sphere->radius;
    const auto& capsule = std::get<Capsule>(shape);
    return capsule.radius + std::abs(along.dot(capsule.to - capsule.from)) / 2;
}

/// Two arms, seen from the torso.
struct Arms {
    std::array<int, 2> limbs;
    Vector3d shoulders = Vector3d::Zero();  // the middle between them
    double width = 0;  // m, between them
    double length = 0;
};
std::optional<Arms> arms_of(const FeatureModel& model)
{
    std::vector<int> free;
    for (int i = 0; i < int(model.limbs.size()); ++i)
        if (!model.limbs[size_t(i)].support)
            free.push_back(i);
    if (free.size() < 2)
        return std::nullopt;
    std::sort(free.begin(), free.end(), [&](int a, int b) {
        return model.limbs[size_t(a)].base.y() > model.limbs[size_t(b)].base.y();
    });
    const FeatureLimb &left = model.limbs[size_t(free.front())],
                      &right = model.limbs[size_t(free.back())];
    return Arms { { free.front(), free.back() }, (left.base + right.base) / 2,
        (left.base - right.base).norm(), left.upper_length + left.lower_length + left.tip.norm() };
}

using CostedCarry = std::pair<double, Carry>;

/// Equals stay in their order. std::stable_sort is not for what asks for more than the usual
/// alignment, as quaternions do: the buffer of libstdc++'s ignores it, and moves into it crash.
void put_cheapest_first(std::vector<CostedCarry>& ways)
{
    const auto cheaper
        = [](const CostedCarry& a, const CostedCarry& b) { return a.first < b.first; };
    for (auto next = ways.begin(); next != ways.end(); ++next)
        std::rotate(std::upper_bound(ways.begin(), next, *next, cheaper), next, next + 1);
}

/// Everything about one prop and one who may carry it.
class Errand {
public:
    Errand(const CioScene& ready, int prop, int character, const Arms& arms, const Goal& goal)
        : ready_(ready)
        , model_(ready.model.characters[size_t(character)])
        , ground_(ready.model.surfaces(), model_.standing_height)
        , arms_(arms)
    {
        const VectorXd start = ready.start.segment(ready.model.columns[size_t(prop)].q, 6);
        carry_.prop = prop;
        carry_.character = character;
        carry_.hands = arms.limbs;
        carry_.from = start.head<3>();
        carry_.from_turn = Quaterniond(rotation_matrix(start.tail<3>()));
        carry_.to = std::get<PositionGoal>(goal.kind).target;
        carry_.upright = model_.standing_height;
        for (const Goal& other : task_of<Task>(*ready.scene).goals)
            if (other.who == goal.who)
                if (const auto* facing = std::get_if<FacingGoal>(&other.kind))
                    facing_ = std::atan2(facing->direction.y(), facing->direction.x());
        const VectorXd own
            = ready.start.segment(ready.model.columns[size_t(character)].q, model_.coordinates());
        stands_ = own.head<2>();
        const Vector3d x = rotation_matrix(own.segment<3>(3)).col(0);
        looks_ = std::atan2(x.y(), x.x());
        when_ = goal.when.value_or(ready.layout.duration());
    }

    /// All sides from which it can be done, cheapest first.
    [[nodiscard]] std::vector<CostedCarry> ways()
    {
        std::vector<CostedCarry> ways;
        constexpr int kSides = 4;
        // Boxes have four sides; round things are taken as one comes.
        const bool box = std::holds_alternative<Box>(ready_.model.solid_of(carry_.prop));
        const Vector3d x = carry_.from_turn * Vector3d::UnitX();
        const Vector2d way = carry_.from.head<2>() - stands_;
        const double first
            = box || std::holds_alternative<Capsule>(ready_.model.solid_of(carry_.prop))
            ? std::atan2(x.y(), x.x())
            : std::atan2(way.y(), way.x());
        for (int side = 0; side < kSides; ++side)
            if (const auto way = from_side(first + side * std::numbers::pi / 2))
                ways.push_back(*way);
        put_cheapest_first(ways);
        return ways;
    }

private:
    /// With the carrier looking along `heading` when it picks the prop up.
    std::optional<CostedCarry> from_side(double heading)
    {
        Carry carry = carry_;
        const Shape& solid = ready_.model.solid_of(carry.prop);
        const Quaterniond into_prop = carry.from_turn.conjugate();
        carry.across = into_prop * (yaw(heading) * Vector3d::UnitY());
        const Vector3d along = into_prop * (yaw(heading) * Vector3d::UnitX());
        carry.half_width = half_extent(solid, carry.across);
        const double depth = half_extent(solid, along);
        if (2 * carry.half_width > arms_.width + 1.2 * arms_.length)
            return std::nullopt;  // wider than arms reach around
        const auto pick = stance(carry, carry.from, heading, depth);
        if (!pick)
            return std::nullopt;
        carry.pick = *pick;
        // Turned with who carries it; where it may come to lie as it likes, the way one walks.
        const Vector2d way = carry.to.head<2>() - carry.from.head<2>();
        const Vector3d x = carry.from_turn * Vector3d::UnitX();
        std::vector<double> headings;
        if (facing_)
            headings = { heading + wrapped(*facing_ - std::atan2(x.y(), x.x())) };
        else
            for (int i = 0; i < 8; ++i)
                headings.push_back(std::atan2(way.y(), way.x()) + i * std::numbers::pi / 4);
        double least = std::numeric_limits<double>::infinity();
        for (const double end : headings) {
            const auto put = stance(carry, carry.to, end, depth);
            if (!put)
                continue;
            const double walk1 = (pick->place - stands_).norm();
            const double walk2 = (put->place - pick->place).norm();
            const double turns = std::abs(wrapped(heading - looks_))
                + std::abs(wrapped(end - heading)) + turn_away(pick->place, put->place, end);
            const double effort = walk1 + walk2 + 0.4 * turns;
            if (effort < least) {
                least = effort;
                carry.put = *put;
                carry.to_turn = yaw(wrapped(end - heading)) * carry.from_turn;
            }
        }
        if (!std::isfinite(least))
            return std::nullopt;
        carry.held = { std::max(depth + kLegRoom, 0.45 * arms_.length), 0, 0.05 };
        carry.grip = grip_of(carry, depth, along);
        if (!time(carry))
            return std::nullopt;
        return std::pair { least, carry };
    }

    /// How far one has to walk other than ahead.
    static double turn_away(const Vector2d& from, const Vector2d& to, double heading)
    {
        const Vector2d way = to - from;
        return way.norm() < 0.3 ? 0 : std::abs(wrapped(std::atan2(way.y(), way.x()) - heading));
    }

    /// Nearer to the carrier when the prop is deeper than arms are long.
    [[nodiscard]] Vector3d grip_of(const Carry& carry, double depth, const Vector3d& along) const
    {
        const double stretch = carry.held.x() - arms_.shoulders.x() - kEasyReach * arms_.length;
        return -std::clamp(stretch, 0.0, std::max(0.0, depth - 2 * kHand)) * along;
    }

    /// A place to stand from where the hands reach the prop there.
    [[nodiscard]] std::optional<Carry::Stance> stance(
        const Carry&, const Vector3d& prop, double heading, double depth) const
    {
        constexpr int kTries = 12;
        constexpr double kStep = 0.04;  // m farther back
        std::optional<Carry::Stance> best;
        double least = kAnyReach * arms_.length;
        for (int i = 0; i < kTries; ++i)
            for (int bend = 0; bend <= 10; ++bend) {
                const double share = bend / 10.0;
                Carry::Stance s;
                s.heading = heading;
                s.lean = share * kMostLean;
                s.height = (1 - share * kDeepest) * model_.standing_height;
                const Vector3d shoulders
                    = Eigen::AngleAxisd(s.lean, Vector3d::UnitY()) * arms_.shoulders;
                const double back = std::max(depth + kLegRoom, shoulders.x() + 0.1) + i * kStep;
                s.place = prop.head<2>() - back * ahead(heading);
                const std::optional<double> floor = ground_.floor_at(s.place);
                if (!floor || !free(s.place, *floor))
                    break;
                const double down = *floor + s.height + shoulders.z() - prop.z();
                // The near half of the prop will do.
                const double out
                    = std::max(0.0, back - shoulders.x() - std::max(0.0, depth - 0.08));
                const double reach = std::hypot(down, out);
                if (reach <= kEasyReach * arms_.length)
                    return s;
                if (reach < least) {
                    least = reach;
                    best = s;
                }
            }
        return best;
    }

    /// Nothing stands where the torso would.
    [[nodiscard]] bool free(const Vector2d& place, double floor) const
    {
        for (const Shape& surface : ready_.model.surfaces())
            for (const double height : { 0.3, 0.7 })
                if (nearest_surface_point(
                        surface, { place.x(), place.y(), floor + height * model_.standing_height })
                        .distance
                    < kLegRoom - 0.04)
                    return false;
        return true;
    }

    /// In whole phases, each way as long as it is.
    bool time(Carry& carry) const
    {
        const double phase = ready_.layout.segment_duration * ready_.layout.segments_per_phase;
        const double speed = kEasyWalk * std::sqrt(kGravity * model_.standing_height);
        const double settle = kBendTime, hold = phase;
        // Walk up and bend; hold; rise, walk and bend; hold; rise.
        const double first = (carry.pick.place - stands_).norm() / speed + settle,
                     second = 2 * settle + (carry.put.place - carry.pick.place).norm() / speed,
                     last = settle;
        const double pace = std::min(1.5, (when_ - 2 * hold) / (first + second + last));
        const int phases = int(std::lround(when_ / phase));
        carry.reach = std::max(1, int(std::lround(pace * first / phase)));
        carry.lift = carry.reach + 1;
        carry.settle = carry.lift + std::max(2, int(std::lround(pace * second / phase)));
        carry.leave = carry.settle + 1;
        if (carry.leave >= phases) {
            const int late = carry.leave - phases + 1;
            carry.settle -= late;
            carry.leave -= late;
        }
        carry.bend_time = std::clamp(pace, 0.6, 1.25) * kBendTime;
        return carry.settle > carry.lift;
    }

    const CioScene& ready_;
    const FeatureModel& model_;
    GuideGround ground_;
    Arms arms_;
    Carry carry_;
    std::optional<double> facing_;
    Vector2d stands_;
    double looks_ = 0, when_ = 0;
};

double time_of(const CioScene& ready, int phase)
{
    return phase * ready.layout.segment_duration * ready.layout.segments_per_phase;
}

}  // namespace

std::vector<Carry> plan_carries(const CioScene& ready, int start)
{
    std::vector<Carry> carries;
    for (const Goal& goal : task_of<Task>(*ready.scene).goals) {
        if (!ready.scene->is_prop(goal.who) || !std::holds_alternative<PositionGoal>(goal.kind))
            continue;
        std::vector<CostedCarry> ways;
        for (int c = 0; c < ready.model.people; ++c)
            if (const auto arms = arms_of(ready.model.characters[size_t(c)]))
                for (auto& way : Errand(ready, goal.who, c, *arms, goal).ways())
                    ways.push_back(std::move(way));
        put_cheapest_first(ways);
        // Two starts for each of the two best ways before others are tried.
        if (!ways.empty())
            carries.push_back(ways[size_t(start / 2) % ways.size()].second);
    }
    return carries;
}

PropPlace carried_place(
    const CioScene& ready, const Carry& carry, double time, const Vector3d& torso, double heading)
{
    const double lift = time_of(ready, carry.lift), settle = time_of(ready, carry.settle);
    if (time <= lift)
        return { carry.from, carry.from_turn };
    if (time >= settle)
        return { carry.to, carry.to_turn };
    const PropPlace held { torso + yaw(heading) * carry.held,
        yaw(wrapped(heading - carry.pick.heading)) * carry.from_turn };
    const double up = ease_in((time - lift) / carry.bend_time),
                 down = ease_in((time - settle + carry.bend_time) / carry.bend_time);
    PropPlace place { carry.from + up * (held.position - carry.from),
        carry.from_turn.slerp(up, held.turn) };
    place.position += down * (carry.to - place.position);
    place.turn = place.turn.slerp(down, carry.to_turn);
    return place;
}

void lay_hands(
    const CioScene& ready, const Carry& carry, double time, const PropPlace& prop, VectorXd& q)
{
    const FeatureModel& model = ready.model.characters[size_t(carry.character)];
    const double reach = time_of(ready, carry.reach), leave = time_of(ready, carry.leave);
    const double share = std::min(ease_in((time - reach + carry.bend_time) / carry.bend_time),
        1 - ease_in((time - leave) / carry.bend_time));
    if (share <= 0)
        return;
    for (int side = 0; side < 2; ++side) {
        const int limb = carry.hands[size_t(side)], e = model.effector(limb);
        const FeaturePatch& patch = model.patches[size_t(limb)];
        const Vector3d out = prop.turn * ((side == 0 ? 1 : -1) * carry.across);
        const Vector3d at = prop.position + prop.turn * carry.grip
            + (carry.half_width + (1 - share) * kFromSide) * out;
        const Quaterniond before(rotation_matrix(q.segment<3>(e + 3)));
        // Palms on it, fingers ahead and a little down, as far as the palm lets them.
        const Quaterniond flat
            = Quaterniond::FromTwoVectors(before * patch.axes.col(2), out) * before;
        q.segment<3>(e) += share * (at - q.segment<3>(e));
        q.segment<3>(e + 3) = rotation_vector_near(
            before.slerp(share, flat).toRotationMatrix(), q.segment<3>(e + 3));
    }
}

void plan_contacts(const CioScene& ready, const std::vector<Carry>& carries, VectorXd& x)
{
    const TrajectoryLayout& layout = ready.layout;
    const SceneModel& model = ready.model;
    // Props that nobody is to move stay where they are.
    std::vector<const Carry*> of(model.characters.size(), nullptr);
    for (const Carry& carry : carries)
        of[size_t(carry.prop)] = &carry;
    for (int phase = 0; phase < ready.phases(); ++phase) {
        const int z = layout.z(phase * layout.segments_per_phase) - layout.local_z();
        for (const ContactPair& pair : model.contacts) {
            const SupportShapes& support = model.supports[size_t(pair.support)];
            bool on = false;
            if (model.is_prop(pair.character)) {
                const Carry* carry = of[size_t(pair.character)];
                on = !carry || !carry->in_the_air(phase);
            } else if (support.carrier != kWorld) {
                const Carry* carry = nullptr;
                for (const Carry& each : carries)
                    if (model.torso(each.prop) == support.carrier)
                        carry = &each;
                on = carry && carry->character == pair.character && carry->handled(phase)
                    && (pair.patch == carry->hands[0] || pair.patch == carry->hands[1]);
            } else {
                continue;
            }
            x[z + pair.column] = contact_variable(on ? kOnIt : kOffIt);
        }
    }
}

}  // namespace gambol::cio
