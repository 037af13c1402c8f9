// SPDX-License-Identifier: MIT
#include "gambol/methods/gait/objective.hpp"

#include <algorithm>

namespace gambol::gait {

double share_of_acceleration(int legs)
{
    const double load = 2.0 / std::max(legs, 1);  // of that of one of two legs
    return std::clamp(load * load, 0.25, 1.0);
}

Objective paper_objective(const Units& units)
{
    const double torque_unit = units.mass * kGravity * units.leg;  // N m
    const double torque = 25 / units.mass * torque_unit * torque_unit;
    Objective objective;
    objective.torque = 1;
    objective.joint_speed = 0.1 / (units.time_unit() * units.time_unit()) / torque;
    objective.head_speed = 25 * units.speed_unit() * units.speed_unit() / torque;
    objective.head_turn = 100 / torque;
    objective.force_rate = objective.force = 0;
    objective.joint_acceleration = objective.posture = objective.foot_spin = objective.overload = 0;
    objective.strength_power = 0;
    return objective;
}

}  // namespace gambol::gait
