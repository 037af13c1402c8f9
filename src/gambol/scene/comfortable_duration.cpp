// SPDX-License-Identifier: MIT
#include "gambol/scene/comfortable_duration.hpp"

#include "gambol/character/feature_model.hpp"
#include "gambol/geometry/height_below.hpp"
#include "gambol/math/gravity.hpp"
#include "gambol/math/rotation.hpp"
#include "gambol/scene/easy_load.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace gambol {

namespace {

using Eigen::Vector2d;
using Eigen::Vector3d;
using Eigen::VectorXd;

constexpr double kEasy = 0.2;  // Froude-like: easy walks of bodies of all sizes
constexpr double kStopAndGo = 1;  // s: to set out and to come to rest
constexpr double kPerClimb = 2;  // s per standing height up or down
constexpr double kTurnOver = 4;  // s: to get up, or onto the hands
constexpr double kTurn = 1;  // s per half turn
constexpr double kUpright = 0.7;  // cosine
constexpr double kAfterTimedGoals = 0.5;  // s
constexpr double kShortest = 2;  // s
constexpr double kCautiousTakes = 1.25;  // × time
constexpr double kCautiousSteps = 1.1;  // × frequency, at the same speed

/// How much the highest surface rises and falls along a straight way.
double climbed(const std::vector<Shape>& surfaces, const Vector2d& from, const Vector2d& to)
{
    constexpr double kStep = 0.05;  // m
    const int steps = std::max(1, int((to - from).norm() / kStep));
    double sum = 0, last = height_below(surfaces, from).value_or(0);
    for (int i = 1; i <= steps; ++i) {
        const double now
            = height_below(surfaces, from + double(i) / steps * (to - from)).value_or(last);
        sum += std::abs(now - last);
        last = now;
    }
    return sum;
}

/// Of one character, for its goals at the end of the clip.
double own_duration(const Scene& scene, int who)
{
    const SceneCharacter& character = scene.characters[size_t(who)];
    const FeatureModel model = feature_model(character.body);
    const VectorXd start = features_of(character.body, model, character.start);
    const Eigen::Matrix3d R = rotation_matrix(start.segment<3>(3));
    const Vector2d place = start.head<2>();
    std::vector<Shape> surfaces;
    for (const Surface& surface : scene.surfaces)
        surfaces.push_back(surface.shape);

    const double speed = kEasy * std::sqrt(kGravity * model.standing_height);
    double time = kStopAndGo;
    for (const Goal& goal : task_of<cio::Task>(scene).goals) {
        if (goal.who != who || goal.when)
            continue;
        std::visit(Overloaded {
                       [&](const PositionGoal& g) {
                           const Vector2d target = g.target.head<2>();
                           time += (target - place).norm() / speed
                               + kPerClimb * climbed(surfaces, place, target)
                                   / model.standing_height;
                       },
                       [&](const FacingGoal& g) {
                           Vector3d ahead = R.col(0);
                           ahead.z() = 0;
                           if (ahead.norm() > 1 - kUpright)
                               time += kTurn * (1 - ahead.normalized().dot(g.direction)) / 2;
                       },
                       [&](const StandGoal&) { time += R(2, 2) < kUpright ? kTurnOver : 0; },
                       [&](const HandstandGoal&) { time += R(2, 2) > -kUpright ? kTurnOver : 0; },
                       [](const StrikeGoal&) {},
                       [](const AngleGoal&) {},
                   },
            goal.kind);
    }
    return time * std::pow(kCautiousTakes, -character.style.boldness);
}

/// Time to fetch what goals want elsewhere: the nearest walks up to it, takes it along and comes to
/// rest. What is too heavy for one is carried by two, more slowly, and what is too heavy for two is
/// pushed.
double errand_duration(const Scene& scene, const Goal& goal, const PositionGoal& wanted)
{
    constexpr double kBrisk = 0.25;  // Froude-like, with a purpose
    constexpr double kPerBend = 1;  // s: down, up, down, up, and hands that take hold and let go
    const SceneProp& prop = scene.prop_of(goal.who);
    struct Helper {
        double far, speed, load;  // m, m/s, kg
    };
    std::vector<Helper> helpers;
    for (const SceneCharacter& character : scene.characters) {
        const FeatureModel model = feature_model(character.body);
        helpers.push_back({ (character.start.root_position - prop.position).head<2>().norm(),
            kBrisk * std::sqrt(kGravity * model.standing_height), kEasyLoad * model.mass });
    }
    std::sort(helpers.begin(), helpers.end(),
        [](const Helper& a, const Helper& b) { return a.far < b.far; });
    const bool too_heavy = prop.mass > helpers.front().load;
    const bool two
        = too_heavy && helpers.size() > 1 && prop.mass <= helpers[0].load + helpers[1].load;
    const Helper& last = helpers[two ? 1 : 0];
    const double pace = two ? kTogetherPace : too_heavy ? kPushingPace : 1;
    return kStopAndGo + 4 * kPerBend + last.far / last.speed
        + (wanted.target - prop.position).head<2>().norm() / (pace * last.speed);
}

/// Time to walk up to what hangs on a hinge, push it round as quickly as friction stops it again,
/// and walk on.
double swing_duration(const Scene& scene, const Goal& goal, const AngleGoal& wanted)
{
    constexpr double kPurposeful = 0.25;  // Froude-like
    constexpr double kLeastSlowing = 0.3;  // rad/s²
    const SceneProp& prop = scene.prop_of(goal.who);
    const auto far = [&](const SceneCharacter& who) {
        return (who.start.root_position - prop.position).head<2>().norm();
    };
    const auto nearest = std::min_element(scene.characters.begin(), scene.characters.end(),
        [&](const SceneCharacter& a, const SceneCharacter& b) { return far(a) < far(b); });
    double way = far(*nearest);
    for (const Goal& own : task_of<cio::Task>(scene).goals)
        if (const auto* place = std::get_if<PositionGoal>(&own.kind);
            place && own.who == int(nearest - scene.characters.begin()))
            way += (place->target - prop.position).head<2>().norm();
    const double slowing = std::max(prop.hinge->friction / hinge_inertia(prop), kLeastSlowing);
    const double speed
        = kPurposeful * std::sqrt(kGravity * feature_model(nearest->body).standing_height);
    return 2 * kStopAndGo + way / speed + 2 * std::sqrt(std::abs(wanted.angle) / slowing);
}

/// Frequency of steps of who walks at a speed, of bodies of all sizes. People of 1.75 m keep a
/// constant ratio of step length and cadence, 0.0065 m a step per minute [Sekiya 1997].
double step_frequency(double speed, double height)
{
    constexpr double kWalkRatio = 0.87;
    constexpr double kSlowest = 0.47, kFastest = 0.8;  // × √(g / h)
    const double froude = speed / std::sqrt(kGravity * height);
    return std::clamp(kWalkRatio * std::sqrt(froude), kSlowest, kFastest)
        * std::sqrt(kGravity / height);
}

}  // namespace

double comfortable_phase(const Scene& scene)
{
    constexpr double kUsual = 0.5;  // s
    constexpr double kSetOut = 0.9;  // s: half at either end
    constexpr double kSomeWay = 0.6;  // × standing height
    double most = 0, phase = kUsual;
    if (!scene.props.empty())
        return phase;  // hands, not feet, say when
    for (int who = 0; who < int(scene.characters.size()); ++who) {
        const SceneCharacter& character = scene.characters[size_t(who)];
        const FeatureModel model = feature_model(character.body);
        const VectorXd start = features_of(character.body, model, character.start);
        const auto legs = std::count_if(model.limbs.begin(), model.limbs.end(),
            [](const FeatureLimb& limb) { return limb.support; });
        if (legs != 2 || rotation_matrix(start.segment<3>(3))(2, 2) < kUpright)
            continue;
        std::vector<std::pair<double, Vector2d>> way { { 0, start.head<2>() } };
        for (const Goal& goal : task_of<cio::Task>(scene).goals)
            if (const auto* wanted = std::get_if<PositionGoal>(&goal.kind);
                wanted && goal.who == who)
                way.emplace_back(goal.when.value_or(scene.duration), wanted->target.head<2>());
        std::stable_sort(
            way.begin(), way.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
        double length = 0;
        for (size_t i = 1; i < way.size(); ++i)
            length += (way[i].second - way[i - 1].second).norm();
        if (length < std::max(most, kSomeWay * model.standing_height))
            continue;
        most = length;
        const double time = std::max(way.back().first - kSetOut, 0.5 * way.back().first);
        phase = std::pow(kCautiousSteps, character.style.boldness)
            / step_frequency(length / std::max(time, 1e-9), model.standing_height);
    }
    return phase;
}

double comfortable_duration(const Scene& scene)
{
    double time = kShortest;
    for (int who = 0; who < int(scene.characters.size()); ++who)
        time = std::max(time, own_duration(scene, who));
    for (const Goal& goal : task_of<cio::Task>(scene).goals)
        if (const auto* wanted = std::get_if<PositionGoal>(&goal.kind);
            wanted && scene.is_prop(goal.who) && !goal.when)
            time = std::max(time, errand_duration(scene, goal, *wanted));
    for (const Goal& goal : task_of<cio::Task>(scene).goals)
        if (const auto* wanted = std::get_if<AngleGoal>(&goal.kind); wanted && !goal.when)
            time = std::max(time, swing_duration(scene, goal, *wanted));
    for (const Goal& goal : task_of<cio::Task>(scene).goals)
        if (goal.when)
            time = std::max(time, *goal.when + kAfterTimedGoals);
    return std::ceil(2 * time - 1e-9) / 2;
}

}  // namespace gambol
