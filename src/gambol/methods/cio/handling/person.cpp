// SPDX-License-Identifier: MIT
#include "gambol/methods/cio/handling/person.hpp"

#include "gambol/geometry/nearest.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace gambol::cio {

namespace {

using Eigen::Vector2d;
using Eigen::Vector3d;
using Eigen::VectorXd;

constexpr double kDeepest = 0.55;  // × standing height: how much lower a torso gets to reach down
constexpr double kMostLean = 1.1;  // rad
constexpr double kAnyReach = 1.1;  // × arm: more than that is somewhere else
constexpr double kStepOver = 0.4;  // × standing height: what is higher is walked around

}  // namespace

double half_extent(const Shape& shape, const Vector3d& along)
{
    if (const auto* box = std::get_if<Box>(&shape))
        return along.cwiseAbs().dot(box->half_size);
    if (const auto* sphere = std::get_if<Sphere>(&shape))
        return sphere->radius;
    const auto& capsule = std::get<Capsule>(shape);
    return capsule.radius + std::abs(along.dot(capsule.to - capsule.from)) / 2;
}

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

Person::Person(const CioScene& ready, int character, const Arms& arms)
    : ready_(ready)
    , character_(character)
    , model_(ready.model.characters[size_t(character)])
    , ground_(ready.model.surfaces(), model_.standing_height)
    , arms_(arms)
{
    const VectorXd start
        = ready.start.segment(ready.model.columns[size_t(character)].q, model_.coordinates());
    stands_ = start.head<2>();
    looks_ = heading_of(Eigen::Quaterniond(model_.turn_of(start.segment<3>(3))));
    double sum = 0;
    for (int c = 0; c < ready.model.people; ++c)
        sum += ready.model.effort_of(c);
    effort_ = ready.model.effort_of(character) * ready.model.people / sum;
}

std::optional<Stance> Person::stance(const Vector3d& prop, double heading, double depth) const
{
    constexpr int kTries = 12;
    constexpr double kStep = 0.04;  // m farther back
    std::optional<Stance> best;
    double least = kAnyReach * arms_.length;
    for (int i = 0; i < kTries; ++i)
        for (int bend = 0; bend <= 10; ++bend) {
            const double share = bend / 10.0;
            Stance s;
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
            const double out = std::max(0.0, back - shoulders.x() - std::max(0.0, depth - 0.08));
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

std::optional<Stance> Person::upright(const Vector2d& place, double heading) const
{
    const std::optional<double> floor = ground_.floor_at(place);
    if (!floor || !free(place, *floor))
        return std::nullopt;
    return Stance { place, heading, model_.standing_height, 0 };
}

bool Person::free(const Vector2d& place, double floor) const
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

bool Person::can_walk(const Vector2d& from, const Vector2d& to) const
{
    constexpr double kStep = 0.1;  // m
    const int steps = std::max(1, int(std::ceil((to - from).norm() / kStep)));
    std::optional<double> before = ground_.floor_at(from);
    for (int i = 1; i <= steps; ++i) {
        const Vector2d at = from + double(i) / steps * (to - from);
        const std::optional<double> floor = ground_.floor_at(at);
        if (!before || !floor || std::abs(*floor - *before) > kStepOver * model_.standing_height
            || !free(at, *floor))
            return false;
        before = floor;
    }
    return true;
}

Path Person::corners() const
{
    constexpr double kAround = 0.4;  // m
    Path corners;
    for (const Shape& surface : ready_.model.surfaces())
        if (const auto* box = std::get_if<Box>(&surface))
            for (const double x : { -1.0, 1.0 })
                for (const double y : { -1.0, 1.0 }) {
                    const Vector3d out = box->half_size + Vector3d(kAround, kAround, 0);
                    const Vector3d at
                        = box->center + box->rotation * Vector3d(x * out.x(), y * out.y(), 0);
                    const Vector2d place = at.head<2>();
                    if (const auto floor = ground_.floor_at(place); floor && free(place, *floor))
                        corners.push_back(place);
                }
    return corners;
}

std::optional<Person::Walk> Person::walk(const Vector2d& from, const Vector2d& to) const
{
    if (can_walk(from, to))
        return Walk { {}, (to - from).norm() };
    // Dijkstra's way from corner to corner.
    Path nodes = corners();
    nodes.insert(nodes.begin(), { from, to });
    std::vector<double> length(nodes.size(), std::numeric_limits<double>::infinity());
    std::vector<int> before(nodes.size(), -1);
    std::vector<bool> done(nodes.size(), false);
    length[0] = 0;
    for (;;) {
        int next = -1;
        for (int i = 0; i < int(nodes.size()); ++i)
            if (!done[size_t(i)] && std::isfinite(length[size_t(i)])
                && (next < 0 || length[size_t(i)] < length[size_t(next)]))
                next = i;
        if (next < 0)
            return std::nullopt;
        if (next == 1)
            break;
        done[size_t(next)] = true;
        for (size_t i = 1; i < nodes.size(); ++i) {
            const double far = length[size_t(next)] + (nodes[i] - nodes[size_t(next)]).norm();
            if (!done[i] && far < length[i] && can_walk(nodes[size_t(next)], nodes[i])) {
                length[i] = far;
                before[i] = next;
            }
        }
    }
    Walk walk { {}, length[1] };
    for (int i = before[1]; i > 0; i = before[size_t(i)])
        walk.corners.insert(walk.corners.begin(), nodes[size_t(i)]);
    return walk;
}

}  // namespace gambol::cio
