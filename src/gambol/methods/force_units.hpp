// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/methods/motion_frame.hpp"

#include <Eigen/Dense>

#include <vector>

/// Contact forces as sums of units with coefficients λ.
namespace gambol {

/// A push at a point, or a turn about the normal of the contact.
struct ForceUnit {
    int contact = 0;
    Eigen::Vector3d push, at;  // world; `at` in m
    double turn = 0;  // m
    bool is_free = false;  // λ may have any sign
};

/// Where a patch meets a surface.
struct ContactPlane {
    Eigen::Vector3d normal = Eigen::Vector3d::UnitZ();
    Eigen::Vector3d middle = Eigen::Vector3d::Zero();  // of what touches
    bool grip = false;
};

/// Force, centre of pressure and torsion of each contact; `lambda` in N. Corner forces share one
/// plane, so that their sum is a force at the centre of pressure and a torsion about the normal.
/// PatchForce::surface is left alone.
[[nodiscard]] std::vector<PatchForce> add_up(const std::vector<ForceUnit>&,
    const Eigen::VectorXd& lambda, const std::vector<ContactPlane>& contacts);

}  // namespace gambol
