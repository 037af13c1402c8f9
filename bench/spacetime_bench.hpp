// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/methods/run_control.hpp"

#include <filesystem>
#include <vector>

namespace gambol::bench {

struct SpacetimeArguments {
    std::vector<std::filesystem::path> scenes;
    int setups = 10;  // the scene itself and perturbed ones
    double perturbation = 0.1;  // share by which places, times and poses change
    int seed = 1;
    double limit = 60;  // s of one core for each solve of ours
    int ipopt_setups = 1;  // so many of the set-ups are given to Ipopt too
    double ipopt_limit = 60;  // s of one core, for each solve
};

/// What a run would find for one set-up.
struct SetupResult {
    int attempts = 0;
    double seconds = 0;  // of one core, all attempts' solves
    bool converged = false;  // the last attempt, to the common violation
    bool valid = false;  // and its movement passes the audit
    std::string failed_check;  // of the audit of a converged movement; empty: none
    /// Of a valid movement, between slices (figures_between()) and by the audit.
    double flight_torque = 0, momentum_drift = 0, contact_drift = 0, floor_depth = 0;  // N m, –, m
    double residual_force = 0;  // of weight, the worst of the audit
    double penetration = 0;  // m
};

/// Attempts as a run makes them, until one converges and passes the audit.
[[nodiscard]] SetupResult solve_setup(
    const Scene&, const SpacetimeArguments&, const RunControl&, bool with_ipopt = false);

/// `gambol bench spacetime`: our solver on scenes and perturbed ones, and beside Ipopt with limited
/// memory and with exact Hessians, on the same problem objects from the same guess, to the same
/// violation. Returns the exit code.
int bench_spacetime(const SpacetimeArguments&, const RunControl&);

}  // namespace gambol::bench
