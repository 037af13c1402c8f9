// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Geometry>

namespace gambol::gait {

/// The ground below an animal that stays where it is, looking along x, in the animal's own units.
/// It goes back and, where the way is a curve, turns about the centre of that, so that cycles close
/// on curves too. x and y are along the ground, z is across it.
struct Treadmill {
    double speed = 0;
    double slope = 0;  // rad: the ground rises ahead
    double turn = 0;  // rad per unit of time: the animal turns to the left

    /// What weight and, on a curve, centrifugal acceleration amount to where the animal is.
    [[nodiscard]] Eigen::Vector3d gravity() const;
    /// Of the axes that the animal is described in.
    [[nodiscard]] Eigen::Vector3d spin() const { return { 0, 0, turn }; }
    /// Where a place of the ground is after some time.
    [[nodiscard]] Eigen::Isometry2d after(double time) const;
};

}  // namespace gambol::gait
