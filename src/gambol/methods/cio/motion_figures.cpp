// SPDX-License-Identifier: MIT
#include "gambol/methods/cio/motion_figures.hpp"

#include "gambol/geometry/nearest.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace gambol::cio {

using Eigen::Vector3d;

int count_steps(const MotionCharacter& character, const FeatureModel& model, int& alternating)
{
    struct Landing {
        size_t sample;
        int limb;
    };
    std::vector<Landing> landings;
    for (size_t i = 0; i < model.limbs.size(); ++i) {
        if (!model.limbs[i].support)
            continue;
        const auto& with = character.contacts[i].with;
        bool was_up = false;
        for (size_t t = 0; t < with.size(); ++t) {
            if (with[t].empty())
                was_up = true;
            else if (was_up) {
                landings.push_back({ t, int(i) });
                was_up = false;
            }
        }
    }
    std::sort(landings.begin(), landings.end(),
        [](const Landing& a, const Landing& b) { return a.sample < b.sample; });
    alternating = landings.empty() ? 0 : 1;
    for (size_t i = 1; i < landings.size(); ++i)
        alternating += landings[i].limb != landings[i - 1].limb;
    return int(landings.size());
}

double least_swing_rise(
    const MotionCharacter& character, const FeatureModel& model, const std::vector<Shape>& surfaces)
{
    double least = std::numeric_limits<double>::infinity();
    for (size_t i = 0; i < model.limbs.size(); ++i) {
        if (!model.limbs[i].support)
            continue;
        const MotionContact& contact = character.contacts[i];
        bool planted = false;  // only what lies between two contacts is a swing
        double rise = 0;
        for (size_t t = 0; t < contact.with.size(); ++t) {
            if (contact.with[t].empty()) {
                const Vector3d center = character.positions[t][size_t(contact.body)]
                    + character.rotations[t][size_t(contact.body)] * contact.center;
                double height = std::numeric_limits<double>::infinity();
                for (const Shape& surface : surfaces)
                    height = std::min(height, nearest_surface_point(surface, center).distance);
                rise = std::max(rise, height);
                continue;
            }
            if (planted && rise > 0)
                least = std::min(least, rise);
            planted = true;
            rise = 0;
        }
    }
    return std::isfinite(least) ? least : 0;
}

void worsen(
    std::vector<Figure>& figures, const std::string& name, double value, const std::string& unit)
{
    for (Figure& figure : figures)
        if (figure.name == name) {
            figure.value = std::max(figure.value, value);
            return;
        }
    figures.push_back({ name, value, unit });
}

void goal_errors(
    const Goal& goal, const SceneInstant& at, std::vector<Figure>& figures, double& worst)
{
    const CarrierState& torso = at.torso(goal.who);
    // Things are put down more exactly than people stop.
    const bool prop = at.model->is_prop(goal.who);
    const double strictness = prop ? 2 : 1;
    std::visit(Overloaded {
                   [&](const PositionGoal& g) {
                       Vector3d miss = torso.position - g.target;
                       if (!g.with_height)
                           miss.z() = 0;
                       worsen(figures, prop ? "prop_position_error" : "goal_position_error",
                           miss.norm(), "m");
                       worst = std::max(worst, strictness * miss.norm());
                   },
                   [&](const FacingGoal& g) {
                       const double cosine = torso.turn.R.col(0).dot(g.direction);
                       const double angle = std::acos(std::clamp(cosine, -1.0, 1.0));
                       worsen(figures, "goal_facing_error", angle, "rad");
                       worst = std::max(worst, angle / 3);
                   },
                   [&](const StandGoal&) {
                       const double lean = std::acos(std::clamp(torso.turn.R(2, 2), -1.0, 1.0));
                       worsen(figures, "goal_stand_lean", lean, "rad");
                       worst = std::max(worst, lean / 3);
                   },
                   [&](const HandstandGoal&) {
                       const double lean = std::acos(std::clamp(-torso.turn.R(2, 2), -1.0, 1.0));
                       worsen(figures, "goal_handstand_lean", lean, "rad");
                       worst = std::max(worst, lean / 3);
                   },
                   [&](const StrikeGoal& g) {
                       const CarrierState& effector = at.effector(goal.who, g.limb);
                       const double miss = (effector.position - g.target).norm();
                       const double error = (effector.velocity - g.velocity).norm();
                       worsen(figures, "goal_strike_error", miss, "m");
                       worsen(figures, "goal_strike_speed_error", error, "m/s");
                       worst = std::max(worst, miss);
                   },
                   [&](const AngleGoal& g) {
                       const double miss = std::abs(at.bodies[size_t(goal.who)].angle() - g.angle);
                       worsen(figures, "prop_angle_error", miss, "rad");
                       worst = std::max(worst, miss);
                   },
               },
        goal.kind);
}

}  // namespace gambol::cio
