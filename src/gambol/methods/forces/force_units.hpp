// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/methods/motion_frame.hpp"

#include <Eigen/Dense>

#include <vector>

/// Contact forces as sums of units with coefficients λ, and what bodies with mass demand of them.
namespace gambol::forces {

/// Instead of a body: what does not move, whatever pushes it.
constexpr int kWorld = -1;

/// Where forces pass between two bodies, or a body and the world.
struct Contact {
    int owner = 0;  // the body that a force acts on
    int support = kWorld;  // the one its reaction acts on
    Eigen::Vector3d normal = Eigen::Vector3d::UnitZ();  // of the support, towards the owner
    Eigen::Vector3d middle = Eigen::Vector3d::Zero();  // m, of what touches
    bool grip = false;
};

/// A push at a point, or a turn about the normal of its contact.
struct Unit {
    int contact = 0;
    Eigen::Vector3d push, at;  // world; `at` in m
    double turn = 0;  // m
    bool is_free = false;  // λ may have any sign
    int corner = -1;  // of the patch; −1: acts at its middle
};

constexpr int kPyramidEdges = 4;
/// Units of a gripping hand: a force in any direction and a twist about its normal.
constexpr int kGripUnits = 4;
/// Twist of a gripping hand per unit of force [m]: half the width of a palm.
constexpr double kGripArm = 0.05;

/// Pushes at one point, one along each edge of the friction pyramid about axes.col(2):
///
///     n ± μ t₁,  n ± μ t₂
///
/// Sums of them stay within the pyramid, and the centre of pressure within what touches.
void add_pyramid(int contact, int corner, const Eigen::Matrix3d& axes, const Eigen::Vector3d& at,
    double friction, std::vector<Unit>& units);

/// Signed units along `axes` at the middle of a patch that grips, and its twist.
void add_grip(
    int contact, const Eigen::Matrix3d& axes, const Eigen::Vector3d& at, std::vector<Unit>& units);

/// Torque of a unit about its own point.
[[nodiscard]] inline Eigen::Vector3d twist_of(const Unit& unit, const Contact& contact)
{
    return unit.turn * contact.normal;
}

/// Force, centre of pressure and torsion of each contact; `lambda` in N. Corner forces share one
/// plane, so that their sum is a force at the centre of pressure and a torsion about the normal.
/// PatchForce::surface is left alone.
[[nodiscard]] std::vector<PatchForce> add_up(
    const std::vector<Unit>&, const Eigen::VectorXd& lambda, const std::vector<Contact>& contacts);

}  // namespace gambol::forces
