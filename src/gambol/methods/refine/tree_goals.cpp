// SPDX-License-Identifier: MIT
#include "gambol/methods/refine/tree_goals.hpp"

#include "gambol/character/feature_model.hpp"

#include <algorithm>
#include <cmath>

namespace gambol::refine {

namespace {

using Eigen::Vector3d;

const Patch& patch_of(const Character& body, int limb)
{
    return body.patches[size_t(body.limbs[size_t(limb)].patch)];
}

double angle_between(const Vector3d& a, const Vector3d& b)
{
    return std::acos(std::clamp(a.normalized().dot(b.normalized()), -1.0, 1.0));
}

void take_worse(std::vector<Figure>& figures, const char* name, double value, const char* unit)
{
    for (Figure& figure : figures)
        if (figure.name == name) {
            figure.value = std::max(figure.value, value);
            return;
        }
    figures.push_back({ name, value, unit });
}

}  // namespace

std::vector<Aim> aims_of(
    const std::vector<Goal>& goals, const Scene& scene, const dynamics::CharacterTree& tree)
{
    const Character& body = scene.characters.front().body;
    const Vector3d torso = feature_model(body).root_offset;
    std::vector<Aim> aims;
    for (const Goal& goal : goals) {
        Aim aim;
        aim.time = goal.when.value_or(scene.duration);
        const auto point_along = [&](const Vector3d& axis, const Vector3d& direction) {
            aim.point = tree.point(0, axis);
            aim.from = tree.point(0, Vector3d::Zero());
            aim.target = direction;
        };
        std::visit(
            Overloaded {
                [&](const PositionGoal& g) {
                    aim.point = tree.point(0, torso);
                    aim.target = g.target;
                    aim.axes.z() = g.with_height ? 1 : 0;
                },
                [&](const FacingGoal& g) { point_along(Vector3d::UnitX(), g.direction); },
                [&](const StandGoal&) { point_along(Vector3d::UnitZ(), Vector3d::UnitZ()); },
                [&](const HandstandGoal&) { point_along(Vector3d::UnitZ(), -Vector3d::UnitZ()); },
                [&](const StrikeGoal& g) {
                    const Patch& patch = patch_of(body, g.limb);
                    aim.point = tree.point(patch.segment, patch.center);
                    aim.target = g.target;
                    aim.velocity = g.velocity;
                },
                [](const AngleGoal&) {},
            },
            goal.kind);
        aims.push_back(aim);
    }
    return aims;
}

GoalErrors goal_errors(const std::vector<Goal>& goals, const Scene& scene, const Motion& motion)
{
    GoalErrors errors;
    const Character& body = scene.characters.front().body;
    const Vector3d torso = feature_model(body).root_offset;
    const MotionCharacter& who = motion.characters.front();
    const auto place = [&](size_t t, int segment, const Vector3d& point) -> Vector3d {
        return who.positions[t][size_t(segment)] + who.rotations[t][size_t(segment)] * point;
    };
    const auto take = [&](const char* name, double value, const char* unit, double as_metres) {
        take_worse(errors.figures, name, value, unit);
        errors.worst = std::max(errors.worst, as_metres);
    };
    for (const Goal& goal : goals) {
        const double when = goal.when.value_or(motion.times.back());
        const auto after = std::lower_bound(motion.times.begin(), motion.times.end(), when - 1e-9);
        const size_t t = size_t(std::min<std::ptrdiff_t>(
            after - motion.times.begin(), std::ptrdiff_t(motion.times.size()) - 1));
        const Eigen::Matrix3d turn = who.rotations[t][0].toRotationMatrix();
        const auto lean = [&](const char* name, const Vector3d& up) {
            const double angle = angle_between(turn.col(2), up);
            take(name, angle, "rad", angle / 3);
        };
        std::visit(
            Overloaded {
                [&](const PositionGoal& g) {
                    Vector3d miss = place(t, 0, torso) - g.target;
                    if (!g.with_height)
                        miss.z() = 0;
                    take("goal_position_error", miss.norm(), "m", miss.norm());
                },
                [&](const FacingGoal& g) {
                    const double angle = angle_between(turn.col(0), g.direction);
                    take("goal_facing_error", angle, "rad", angle / 3);
                },
                [&](const StandGoal&) { lean("goal_stand_lean", Vector3d::UnitZ()); },
                [&](const HandstandGoal&) { lean("goal_handstand_lean", -Vector3d::UnitZ()); },
                [&](const StrikeGoal& g) {
                    const Patch& patch = patch_of(body, g.limb);
                    const size_t a = t > 0 ? t - 1 : t,
                                 b = std::min(t + 1, motion.times.size() - 1);
                    const Vector3d at = place(t, patch.segment, patch.center);
                    const Vector3d velocity = (place(b, patch.segment, patch.center)
                                                  - place(a, patch.segment, patch.center))
                        / (motion.times[b] - motion.times[a]);
                    const double miss = (at - g.target).norm();
                    take("goal_strike_error", miss, "m", miss);
                    take("goal_strike_speed_error", (velocity - g.velocity).norm(), "m/s", 0);
                },
                [](const AngleGoal&) {},
            },
            goal.kind);
    }
    return errors;
}

}  // namespace gambol::refine
