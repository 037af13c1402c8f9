// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/solve/barrier_iterate.hpp"
#include "gambol/solve/barrier_step.hpp"
#include "gambol/solve/filter.hpp"

#include <Eigen/Dense>

namespace gambol {

/// Looks along Newton steps of a barrier problem for a point with less violation ‖c − s‖₁ or less
/// cost than all that was there before, with second-order correction [Wächter 2006].
class FilterSearch {
public:
    /// No step changes a variable of a block by more than `largest_step`.
    FilterSearch(BarrierIterate&, BarrierStep&, double largest_step);

    /// Call once, at the first point: sets what counts as much and as little violation.
    void set_scale();
    /// Takes the iterate as the point to start from.
    void start(double mu);
    /// Solves for the step and searches along it. True when a point was accepted.
    [[nodiscard]] bool search();

    [[nodiscard]] double violation() const { return violation_; }  // of the point started from
    [[nodiscard]] double to_bound() const;  // share of the way to a bound that a step may take

    // The point that was accepted, which part of the step led there, and whether that is too short
    // to change anything but rounding.
    Eigen::VectorXd x, s;
    double part = 0;
    bool is_tiny = false;

    /// Points at least as bad as the one started from are not to be accepted any more.
    void bar_start() { filter_.add({ violation_, cost_ }); }
    [[nodiscard]] bool allows(double violation, double cost) const
    {
        return filter_.accepts({ violation, cost });
    }
    void forget() { filter_.clear(); }

    int evaluations = 0;

private:
    [[nodiscard]] double longest_part() const;
    void try_part(double share);
    [[nodiscard]] bool accepts(double share, double slope);
    [[nodiscard]] bool correct(double share, double slope);

    BarrierIterate& at_;
    BarrierStep& step_;
    BandShape shape_;
    double largest_step_, mu_ = 0;
    Filter filter_;
    double much_violation_ = 0, little_violation_ = 0;
    // Of the point started from, then of the one looked at.
    Eigen::VectorXd gap_, c_;
    double violation_ = 0, cost_ = 0, trial_violation_ = 0, trial_cost_ = 0;
    // The step before correction, and what a correction aims at.
    Eigen::VectorXd first_dx_, first_ds_, first_dy_, corrected_gap_;
};

}  // namespace gambol
