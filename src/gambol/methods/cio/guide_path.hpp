// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/character/feature_model.hpp"
#include "gambol/problem/trajectory_problem.hpp"

#include <Eigen/Dense>

#include <vector>

namespace gambol::cio {

/// Smooth rise from 0 to 1 with no velocity and acceleration at the ends.
[[nodiscard]] double ease(double u);

/// Share of a way after a share `u` of the `duration` [s] it takes who walks: soon at a steady
/// speed, and soon at rest, unless it goes on from before or does not end there.
[[nodiscard]] double stride_out(double u, double duration, bool sets_out, bool stops);

/// Rotation vectors jump by whole turns; a path of them must not.
void unwind(const FeatureModel&, const Eigen::VectorXd& before, Eigen::VectorXd& q);

/// Coordinates at the start and at the ends of segments become x, from column `first` of each block
/// on, with velocities to match.
void write_path(const TrajectoryLayout&, int first, const std::vector<Eigen::VectorXd>& path,
    Eigen::VectorXd& x);

}  // namespace gambol::cio
