// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/methods/cio/contact_wrench.hpp"
#include "gambol/methods/cio/terms/limb_effort.hpp"
#include "gambol/methods/forces/force_problem.hpp"

#include <Eigen/Dense>

#include <array>
#include <vector>

namespace gambol::cio {

/// The inner problem of PhysicsViolation at one instant.
struct ForceWorkspace {
    /// Six rows per body. Before: where Newton starts, empty: cold. After: what no force explains.
    Eigen::VectorXd residual;

    forces::ForceProblem problem;
    std::vector<forces::Body> bodies;
    std::vector<forces::Contact> contacts;
    std::vector<forces::Unit> units;
    std::vector<int> sources;  // per contact of the problem: its index in the instant
    std::vector<DemandedWrench> demands;  // per body
    Eigen::VectorXd demand;
    struct Price {
        double w = 0, dw_dz = 0;  // of each unit
        LimbEffort effort;  // of the limb it passes through
        std::array<double, kCorners> dearer;  // factor on w of a corner
    };
    std::vector<Price> prices;  // per contact of the problem

    // Derivatives, by the variables of all bodies, and then by contact variables.
    Eigen::MatrixXd rho;  // of Gλ − τ at fixed λ
    Eigen::MatrixXd dr, product;
    std::vector<int> variables;  // local columns of rho's columns
    std::vector<int> first_variable;  // per carrier: that of its place
    std::vector<int> first_rate;  // likewise that of its rates, if something of it slides
};

/// Scratch of the terms that solve a problem of their own; one per start. What one call leaves
/// behind another may overwrite.
struct TermWorkspace {
    ForceWorkspace forces;
    BarrierLeastSquares<6> zero_moment;
};

}  // namespace gambol::cio
