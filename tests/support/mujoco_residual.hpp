// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/motion/motion.hpp"

#include <Eigen/Dense>

#include <vector>

namespace gambol::test {

/// What MuJoCo says about one sample of a character whose bodies it was given as free rigid bodies
/// with the poses, velocities and accelerations of the motion and the recorded contact forces.
struct MujocoSample {
    double time = 0;  // s
    Eigen::Vector3d center;  // m, centre of mass
    Eigen::Vector3d momentum;  // N s
    Eigen::Vector3d spin;  // N m s, about the centre of mass
    Eigen::Vector3d force;  // N, that no contact explains, at the centre of mass
    Eigen::Vector3d torque;  // N m, likewise
};

struct MujocoResidual {
    std::vector<MujocoSample> samples;  // all but the first and last sample of the motion
    double weight = 0;  // N
    double force_rms = 0, force_max = 0;  // of weight
    double torque_rms = 0, torque_max = 0;  // of weight × 0.3 m
};

/// Second opinion on the physics of one character: mj_inverse on each sample, summed over the
/// bodies (forces between them cancel). Velocities and accelerations are central differences of the
/// poses, so single samples next to a jump of force show about half the jump.
[[nodiscard]] MujocoResidual mujoco_root_residual(const Motion& motion, int character);

}  // namespace gambol::test
