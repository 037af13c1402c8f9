// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/methods/gait/animal.hpp"

namespace gambol::gait {

/// What a gait costs, in the animal's own units; each is half a mean of squares over the frames:
///
///     torque ‖t / s‖² + joint_speed ‖q̇‖² + head_speed ‖v_head across‖² + head_turn ‖R_head − 1‖²
///         + force_rate ‖ḟ‖² + force ‖f‖² + joint_acceleration ‖q̈‖²
///         + posture ‖q − q_rest‖² + foot_spin ω_z² of small feet that stand
///         + overload ‖e / S‖², e what torques have beyond 0.95 of a joint's strength S
///
/// s is strength^strength_power, scaled to a geometric mean of 1. The last six terms are not in
/// [Wampler 2009]. Two decide: without force_rate forces are spikes at the ends of stances and the
/// best period is the shortest allowed; without force the animal leaps at speed. The third
/// keeps light limbs from trembling between frames, where nobody looks; without the fourth a human
/// walks on tiptoe with its hands up, which takes no torque either; without the fifth toes are
/// pivots. The last is nothing where the body does not say how strong its joints are (torque_lower
/// and torque_upper of Dof).
struct Objective {
    double torque = 1, joint_speed = 5e-4, head_speed = 0.1, head_turn = 0.05;
    double force_rate = 1e-3, force = 0.01;
    double joint_acceleration = 4e-5;  // of two legs, see share_of_acceleration()
    double posture = 2e-3, foot_spin = 3;
    double overload = 3;
    double strength_power = 0.5;
    /// What muscles exert and bear instead of torques, which is what proportions are weighed by
    /// [Wampler 2009, eqs 17, 22–24]: ‖E_f‖² + ‖E_σ‖² in place of ‖t / s‖² (muscle_stress.hpp).
    bool muscles = false;
    double lever_unit = 0;  // levers are measured in this; 0: the geometric mean of the animal's

    /// Muscles are as strong as their limbs are thick, whatever the body says.
    [[nodiscard]] bool keeps_strength() const { return overload > 0 && !muscles; }
};

/// Factor of joint_acceleration for an animal with so many legs. Each leg of a quadruped bears half
/// of what one of a biped does and costs a quarter in torques; what its swing costs goes along.
/// With all of it a horse at 3.5 m/s does a running walk, though torques are least in a trot. Limbs
/// may tremble with less than a quarter.
[[nodiscard]] double share_of_acceleration(int legs);

/// That of the paper, eqs 13 to 16, whose constants speak of SI units.
[[nodiscard]] Objective paper_objective(const Units&);

}  // namespace gambol::gait
