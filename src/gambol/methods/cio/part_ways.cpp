// SPDX-License-Identifier: MIT
#include "gambol/methods/cio/part_ways.hpp"

#include "gambol/geometry/nearest.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace gambol::cio {

namespace {

using Eigen::Vector2d;
using Eigen::Vector3d;
using Eigen::VectorXd;

constexpr double kRoom = 0.12;  // m, between two who pass, where walls leave it
constexpr int kSweeps = 400;
constexpr double kSmoothing = 0.25;  // per sweep; ½ would be the mean of both neighbours
constexpr double kBySide
    = 0.15;  // × width: who is this far off the other's line passes on that side
constexpr double kStanding = 1e-3;  // m per segment: slower is standing still

/// The way of one character over the floor, at the start and at the ends of segments.
struct Walker {
    size_t island = 0, character = 0;
    double half_width = 0;  // m
    std::vector<Vector2d> way, aside;
    std::vector<double> height;  // of the torso
    std::vector<bool> bound;  // must not be moved

    [[nodiscard]] Vector2d at(size_t k) const { return way[k] + aside[k]; }
    [[nodiscard]] Vector2d step(size_t k) const
    {
        const size_t before = k > 0 ? k - 1 : 0, after = std::min(k + 1, way.size() - 1);
        return (way[after] - way[before]) / double(std::max<size_t>(1, after - before));
    }
};

/// Half of what it takes sideways when it stands.
double half_width(const FeatureModel& model)
{
    double most = 0;
    for (const Capsule& c : model.torso_capsules)
        most = std::max({ most, std::abs(c.from.y()) + c.radius, std::abs(c.to.y()) + c.radius });
    for (const FeatureLimb& limb : model.limbs)
        most = std::max(most, std::abs(limb.rest.y()) + limb.lower_radius);
    return most;
}

Walker walker_of(const Company& company, const std::vector<VectorXd>& x, size_t i, size_t c)
{
    const CioScene& ready = company.islands[i].ready;
    Walker walker { i, c, half_width(ready.model.characters[c]), {}, {}, {}, {} };
    const int q = ready.model.columns[c].q;
    const auto add = [&](const Vector3d& torso) {
        walker.way.push_back(torso.head<2>());
        walker.height.push_back(torso.z());
    };
    add(ready.start.segment<3>(q));
    for (int k = 0; k < ready.layout.segments; ++k)
        add(x[i].segment<3>(ready.layout.q(k) + q));
    walker.aside.assign(walker.way.size(), Vector2d::Zero());
    walker.bound.assign(walker.way.size(), false);
    walker.bound.front() = true;
    for (const Goal& goal : task_of<Task>(*ready.scene).goals)
        if (goal.who == int(c) && std::holds_alternative<PositionGoal>(goal.kind)) {
            const double when = ready.instants[size_t(ready.instant_of(goal))];
            const double at = std::ceil(when / ready.layout.segment_duration - 1e-9);
            walker.bound[std::min(walker.way.size() - 1, size_t(std::max(0.0, at)))] = true;
        }
    return walker;
}

/// Whether one is to stand on the other.
bool is_mounted(const Company& company, const Walker& a, const Walker& b)
{
    const SceneModel& model = company.islands[a.island].ready.model;
    return a.island == b.island
        && (model.bears(int(a.character), int(b.character))
            || model.bears(int(b.character), int(a.character)));
}

Vector2d to_the_left(const Vector2d& v)
{
    return { -v.y(), v.x() };
}

/// Two walkers, and on which side of a's way, seen along its motion against b's, b passes.
struct Passing {
    size_t a = 0, b = 0;
    double side = 1;  // +1: left of a, as it is when both keep to their right
};

Passing passing_of(const std::vector<Walker>& walkers, size_t a, size_t b)
{
    double least = std::numeric_limits<double>::infinity();
    double side = 1;
    for (size_t k = 0; k < walkers[a].way.size(); ++k) {
        const Vector2d between = walkers[b].way[k] - walkers[a].way[k];
        if (between.norm() >= least)
            continue;
        least = between.norm();
        const Vector2d left = to_the_left(walkers[a].step(k) - walkers[b].step(k));
        const double wide = kBySide * (walkers[a].half_width + walkers[b].half_width);
        side = left.norm() > kStanding && between.dot(left.normalized()) < -wide ? -1 : 1;
    }
    return { a, b, side };
}

void push_apart(const Passing& passing, std::vector<Walker>& walkers)
{
    Walker &a = walkers[passing.a], &b = walkers[passing.b];
    const double width = a.half_width + b.half_width + kRoom;
    for (size_t k = 0; k < a.way.size(); ++k) {
        const Vector2d between = b.at(k) - a.at(k);
        if (between.norm() >= width || (a.bound[k] && b.bound[k]))
            continue;
        const Vector2d motion = a.step(k) - b.step(k);
        Vector2d apart = between;
        double lack = width - between.norm();
        if (motion.norm() > kStanding) {
            // Sideways, until they are beside each other as far as they are not behind each other.
            apart = passing.side * to_the_left(motion.normalized());
            const double along = between.dot(motion.normalized());
            lack = std::sqrt(width * width - along * along) - between.dot(apart);
        } else if (apart.norm() > 1e-6) {
            apart.normalize();
        } else {
            apart = Vector2d::UnitX();
        }
        const double share = a.bound[k] || b.bound[k] ? 1 : 0.5;
        if (!a.bound[k])
            a.aside[k] -= share * lack * apart;
        if (!b.bound[k])
            b.aside[k] += share * lack * apart;
    }
}

/// Away from what stands beside the way, as high as the torso's middle.
void keep_off_walls(const std::vector<Shape>& surfaces, Walker& walker)
{
    for (size_t k = 0; k < walker.way.size(); ++k) {
        if (walker.bound[k])
            continue;
        for (const Shape& surface : surfaces) {
            const Vector2d at = walker.at(k);
            const SurfacePoint wall
                = nearest_surface_point(surface, { at.x(), at.y(), walker.height[k] });
            const Vector2d away = wall.gradient.head<2>();
            if (wall.distance < walker.half_width && away.norm() > 0.5)
                walker.aside[k] += (walker.half_width - wall.distance) * away;
        }
    }
}

void smooth(Walker& walker)
{
    const std::vector<Vector2d> before = walker.aside;
    for (size_t k = 1; k < before.size(); ++k) {
        const Vector2d& after = k + 1 < before.size() ? before[k + 1] : before[k];
        if (!walker.bound[k])
            walker.aside[k] += kSmoothing * (before[k - 1] - 2 * before[k] + after);
    }
}

/// Torso and effectors go along.
void write_aside(const CioScene& ready, const Walker& walker, VectorXd& x)
{
    const TrajectoryLayout& layout = ready.layout;
    const FeatureModel& model = ready.model.characters[walker.character];
    const int first = ready.model.columns[walker.character].q;
    for (int k = 0; k < layout.segments; ++k) {
        const size_t at = size_t(k) + 1;
        const Vector2d drift = at + 1 < walker.aside.size()
            ? Vector2d(
                (walker.aside[at + 1] - walker.aside[at - 1]) / (2 * layout.segment_duration))
            : Vector2d(Vector2d::Zero());
        for (int i = -1; i < int(model.limbs.size()); ++i) {
            const int carrier = first + (i < 0 ? model.torso() : model.effector(i));
            x.segment<2>(layout.q(k) + carrier) += walker.aside[at];
            x.segment<2>(layout.v(k) + carrier) += drift;
        }
    }
}

}  // namespace

void part_ways(const Company& company, std::vector<VectorXd>& x)
{
    std::vector<Walker> walkers;
    for (size_t i = 0; i < company.islands.size(); ++i)
        for (size_t c = 0; c < size_t(company.islands[i].ready.model.people); ++c)
            walkers.push_back(walker_of(company, x, i, c));
    if (walkers.size() < 2)
        return;
    std::vector<Passing> passings;
    for (size_t a = 0; a < walkers.size(); ++a)
        for (size_t b = a + 1; b < walkers.size(); ++b)
            if (!is_mounted(company, walkers[a], walkers[b]))
                passings.push_back(passing_of(walkers, a, b));
    for (int sweep = 0; sweep < kSweeps; ++sweep) {
        for (Walker& walker : walkers)
            smooth(walker);
        for (const Passing& passing : passings)
            push_apart(passing, walkers);
        for (Walker& walker : walkers)
            keep_off_walls(company.islands.front().ready.model.surfaces(), walker);
    }
    for (const Walker& walker : walkers)
        write_aside(company.islands[walker.island].ready, walker, x[walker.island]);
}

}  // namespace gambol::cio
