// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/motion/motion.hpp"

#include <array>
#include <functional>
#include <vector>

namespace gambol::test {

inline constexpr double kExampleRate = 120;  // samples per second
inline constexpr double kGravity = 9.81;

/// Where pelvis and feet are at one instant; knees follow. Side 0 is left (y > 0).
struct Stance {
    Eigen::Vector3d pelvis = { 0, 0, 0.83 };
    Eigen::Quaterniond pelvis_rotation = Eigen::Quaterniond::Identity();
    std::array<Eigen::Vector3d, 2> ankles {};
    std::array<double, 2> foot_yaw {};
    std::array<bool, 2> may_carry { true, true };
};

/// What others do to a character beside gravity and the ground.
struct Load {
    Eigen::Vector3d force = Eigen::Vector3d::Zero();  // N
    Eigen::Vector3d moment = Eigen::Vector3d::Zero();  // N m, about the origin of the world
};

/// A smooth function of time (four derivatives), apart from the jumps listed with it.
struct StanceMotion {
    std::function<Stance(double)> at;
    double duration = 1;
    double floor = 0;  // z of the plane both feet stand on
    std::string floor_name = "ground";
    std::vector<double> jumps = {};  // times of samples where acceleration jumps
    std::function<Load(double)> load = {};  // empty: nothing
};

enum class MassIn { all_bodies, torso };

/// A 70 kg character of pelvis, thighs, shanks and feet that performs the motion, with contact
/// forces that satisfy Newton-Euler at every sample.
[[nodiscard]] MotionCharacter perform(
    const std::string& name, const StanceMotion& motion, MassIn mass_in);

/// Total force and moment about its centre of mass that a rigid body needs, gravity taken off, to
/// be where `pose` says; and that centre. By differences of fourth order.
struct Wrench {
    Eigen::Vector3d force, moment, center;
};
[[nodiscard]] Wrench rigid_wrench(
    const RigidMass& inertial, const std::function<Eigen::Isometry3d(double)>& pose, double t);

/// Force and torsion on a flat patch at height z whose wrench about `center` is (force, moment).
struct FlatSupport {
    Eigen::Vector3d point;
    double torsion;
};
[[nodiscard]] FlatSupport support_on_plane(const Eigen::Vector3d& center,
    const Eigen::Vector3d& force, const Eigen::Vector3d& moment, double z);

/// 0, 1/rate, … duration.
[[nodiscard]] std::vector<double> sample_times(double duration);

/// 0 → 1 over [start, start + length] with three vanishing derivatives at both ends.
[[nodiscard]] double ramp(double time, double start, double length);

}  // namespace gambol::test
