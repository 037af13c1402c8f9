// SPDX-License-Identifier: MIT
#include "gambol/methods/cio/guide.hpp"

#include "gambol/geometry/height_below.hpp"
#include "gambol/math/rotation.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>
#include <vector>

namespace gambol::cio {

namespace {

using Eigen::Quaterniond;
using Eigen::Vector2d;
using Eigen::Vector3d;
using Eigen::VectorXd;

constexpr double kCrawl = 0.45;  // × standing height: the lowest passage a body goes under
constexpr double kTurnsOver = 0.8;  // rad between torso axes: then there is no way to glide
constexpr double kUpright = 0.7;  // cosine
constexpr double kArrive = 0.95;  // × the time a goal leaves: then the guide is there
constexpr double kWindow = 0.4;  // × standing height: how far ahead the ground is looked at

/// Where the torso should be at a time.
struct Waypoint {
    double time = 0;  // s
    Vector2d place;
    double height = 0;  // above the ground
    Quaterniond turn;
};

/// Smooth rise from 0 to 1 with no velocity and acceleration at the ends.
double ease(double u)
{
    u = std::clamp(u, 0.0, 1.0);
    return u * u * u * (10 + u * (6 * u - 15));
}

double heading(const Quaterniond& turn)
{
    const Vector3d ahead = turn * Vector3d::UnitX();
    return std::atan2(ahead.y(), ahead.x());
}

Quaterniond turned(double angle)
{
    return Quaterniond(Eigen::AngleAxisd(angle, Vector3d::UnitZ()));
}

/// The way of one character.
class Guide {
public:
    Guide(const CioScene& ready, int character)
        : ready_(ready)
        , model_(ready.models[size_t(character)])
        , start_(ready.start.segment(ready.columns[size_t(character)].q, model_.coordinates()))
    {
        Waypoint first;
        first.place = start_.head<2>();
        first.turn = Quaterniond(rotation_matrix(start_.segment<3>(3)));
        first.height = start_.z() - floor_at(first.place).value_or(0);
        way_.push_back(first);
        for (const double instant : ready.instants)
            add_waypoint(character, instant);
    }

    [[nodiscard]] VectorXd at(double time) const
    {
        const auto next = std::find_if(
            way_.begin() + 1, way_.end() - 1, [&](const Waypoint& w) { return w.time >= time; });
        const Waypoint &from = *(next - 1), &to = *next;
        const double u = (time - from.time) / std::max(to.time - from.time, 1e-9);
        const double s = ease(u / kArrive);
        const Vector2d place = from.place + s * (to.place - from.place);
        const Passage way = passage_at(place);
        const double wanted = from.height + s * (to.height - from.height);
        // Who is too tall for a ceiling lies down below it.
        const double stoop
            = std::clamp(2 - (way.ceiling - way.floor) / std::max(wanted, 1e-9), 0.0, 1.0);
        const double height = std::min(wanted, (way.ceiling - way.floor) / 2);
        const Quaterniond turn = from.turn.slerp(s, to.turn)
            * Quaterniond(Eigen::AngleAxisd(stoop * std::numbers::pi / 2, Vector3d::UnitY()));
        return posed({ place.x(), place.y(), way.floor + height }, turn,
            ease(time / ready_.layout.duration()));
    }

    [[nodiscard]] bool turns_over() const { return turns_over_; }

private:
    void add_waypoint(int character, double instant)
    {
        Waypoint next = way_.back();
        bool told = instant == ready_.instants.back(), glides = true;
        for (const Goal& goal : ready_.scene->goals) {
            if (goal.who != character
                || ready_.instants[size_t(ready_.instant_of(goal))] != instant)
                continue;
            std::visit(Overloaded {
                           [&](const PositionGoal& g) {
                               next.place = g.target.head<2>();
                               if (g.with_height)
                                   next.height = g.target.z() - floor_at(next.place).value_or(0);
                               told = true;
                           },
                           [&](const FacingGoal& g) {
                               next.turn = turned(std::atan2(g.direction.y(), g.direction.x())
                                               - heading(next.turn))
                                   * next.turn;
                               told = true;
                           },
                           [&](const StandGoal&) {
                               const Vector3d up = next.turn * Vector3d::UnitZ();
                               glides = glides && up.z() > std::cos(kTurnsOver);
                               next.turn
                                   = Quaterniond::FromTwoVectors(up, Vector3d::UnitZ()) * next.turn;
                               next.height = model_.standing_height;
                               told = true;
                           },
                           [&](const HandstandGoal&) { glides = false; },
                           [](const StrikeGoal&) {},
                       },
                goal.kind);
        }
        if (!glides) {
            next = way_.back();
            turns_over_ = true;
        }
        next.time = instant;
        if (told || !glides)
            way_.push_back(next);
    }

    [[nodiscard]] std::optional<double> floor_at(const Vector2d& place) const
    {
        const auto way = lowest_passage(ready_.surfaces, place, kCrawl * model_.standing_height);
        return way ? std::optional(way->floor) : std::nullopt;
    }

    /// What is free for a body as wide as its window: the highest floor and the lowest ceiling near
    /// the place, falling off towards the rim of the window.
    [[nodiscard]] Passage passage_at(const Vector2d& place) const
    {
        constexpr int kRings = 4, kRays = 8;
        const double window = kWindow * model_.standing_height;
        Passage all;
        bool found = false;
        const std::optional<double> middle = floor_at(place);
        for (int ring = 0; ring <= kRings; ++ring)
            for (int ray = 0; ray < (ring ? kRays : 1); ++ray) {
                const double angle = 2 * std::numbers::pi * ray / kRays;
                const double reach = window * ring / kRings;
                const Vector2d at = place + reach * Vector2d(std::cos(angle), std::sin(angle));
                const auto way
                    = lowest_passage(ready_.surfaces, at, kCrawl * model_.standing_height);
                if (!way)
                    continue;
                // Full height half-way to the rim, then down to the middle's.
                const double share = std::clamp(2.0 * (1 - double(ring) / kRings), 0.0, 1.0);
                const double floor = middle && way->floor > *middle
                    ? *middle + share * (way->floor - *middle)
                    : way->floor;
                all.floor = found ? std::max(all.floor, floor) : floor;
                if (share > 0.4)
                    all.ceiling = std::min(all.ceiling, way->ceiling);
                found = true;
            }
        if (!found)
            all.floor = 0;
        return all;
    }

    /// Limbs go from how they start (share 0) to how they rest (1), seen from the torso.
    /// Legs of an upright body stand on the floor below them.
    [[nodiscard]] VectorXd posed(
        const Vector3d& position, const Quaterniond& turn, double share) const
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
            if (limb.support && (turn * Vector3d::UnitZ()).z() > kUpright)
                q[e + 2] = passage_at(q.segment<2>(e)).floor;
            q.segment<3>(e + 3) = rotation_vector(
                (turn * axes.slerp(share, Quaterniond(limb.rest_axes))).toRotationMatrix());
            q[model_.swivel(i)] += share * (limb.rest_swivel - q[model_.swivel(i)]);
        }
        return q;
    }

    const CioScene& ready_;
    const FeatureModel& model_;
    VectorXd start_;
    std::vector<Waypoint> way_;
    bool turns_over_ = false;
};

/// Rotation vectors jump by whole turns; a path of them must not.
void unwind(const FeatureModel& model, const VectorXd& before, VectorXd& q)
{
    for (int i = -1; i < int(model.limbs.size()); ++i) {
        const int at = (i < 0 ? model.torso() : model.effector(i)) + 3;
        q.segment<3>(at)
            = rotation_vector_near(rotation_matrix(q.segment<3>(at)), before.segment<3>(at));
    }
}

}  // namespace

bool write_guide(const CioScene& ready, VectorXd& x)
{
    bool glides = true;
    const TrajectoryLayout& layout = ready.layout;
    const double step = layout.segment_duration;
    for (size_t c = 0; c < ready.models.size(); ++c) {
        const FeatureModel& model = ready.models[c];
        const Guide guide(ready, int(c));
        glides = glides && !guide.turns_over();
        std::vector<VectorXd> path { ready.start.segment(ready.columns[c].q, model.coordinates()) };
        for (int k = 0; k < layout.segments; ++k) {
            path.push_back(guide.at((k + 1) * step));
            unwind(model, path[path.size() - 2], path.back());
        }
        for (int k = 0; k < layout.segments; ++k) {
            const int q = layout.q(k) + ready.columns[c].q, v = layout.v(k) + ready.columns[c].q;
            x.segment(q, model.coordinates()) = path[size_t(k) + 1];
            if (k + 2 < int(path.size()))
                x.segment(v, model.coordinates())
                    = (path[size_t(k) + 2] - path[size_t(k)]) / (2 * step);
        }
    }
    return glides;
}

}  // namespace gambol::cio
