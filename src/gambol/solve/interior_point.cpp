// SPDX-License-Identifier: MIT
#include "gambol/solve/interior_point.hpp"

#include "gambol/solve/barrier_iterate.hpp"
#include "gambol/solve/barrier_step.hpp"
#include "gambol/solve/feasibility_restoration.hpp"
#include "gambol/solve/filter_search.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace gambol {

namespace {

using Eigen::VectorXd;

constexpr double kRowRelaxation = 1e-8;  // gives rows that lie on their bound for good an interior
constexpr double kStartDistance = 1e-2;  // from bounds, of the first point
// Shift of the Hessian.
constexpr double kLeastShift = 1e-9, kFirstShift = 1e-4, kMostShift = 1e12;
constexpr double kShiftGrowth = 8, kShiftDecay = 1.0 / 3;
constexpr double kMostCurvature = 1e4;  // that is believed; with multipliers of 10⁶ all can be seen
constexpr double kShiftMemory = 0.7;  // of the convex model, from one step to the next
constexpr double kNearShift = 1e-2;  // × that of the start, where no exact Hessian takes over
constexpr int kSearches = 6;  // with ever larger shifts, before violation alone is looked at

constexpr double kWildMultiplier = 1e3;  // of an equality: worth a look whether it need be
constexpr double kWildGrowth = 10;  // before looking again
constexpr double kTamed = 10;  // times less is worth the change

constexpr double kCreep = 0.1;  // parts of steps below this …
constexpr double kCreepGain = 0.99;  // × violation, and no better than that …
constexpr int kCreeps = 10;  // … so often on end lead nowhere
constexpr int kRestorations = 5;  // before more is asked of them
constexpr double kRestored = 0.9;  // × violation: restoration is done
constexpr int kTinySteps = 3;  // on end, before giving up
constexpr int kFreshStarts = 3;  // on end without a step, before giving up
constexpr double kReducedAccuracy = 100;  // × tolerances: still called an optimum when stuck

Bounds relaxed(Bounds bounds)
{
    for (Eigen::Index r = 0; r < bounds.lower.size(); ++r)
        if (bounds.lower[r] != bounds.upper[r]) {
            bounds.lower[r] -= kRowRelaxation * std::max(1.0, std::abs(bounds.lower[r]));
            bounds.upper[r] += kRowRelaxation * std::max(1.0, std::abs(bounds.upper[r]));
        }
    return bounds;
}

class InteriorPoint {
public:
    InteriorPoint(ConstrainedProblem& problem, const InteriorPointOptions& options)
        : problem_(problem)
        , options_(options)
        , shape_(problem.shape())
        , variable_bounds_(problem.variable_bounds())
        , row_bounds_(problem.row_bounds())
        , at_(problem, variable_bounds_, relaxed(row_bounds_))
        , step_(at_)
        , search_(at_, step_, options.largest_step)
        , restoration_(problem, at_.variables, at_.slacks, options.largest_step)
        , mu_(options.initial_barrier)
        , convex_shift_(options.convex_shift)
    {
    }

    ConstrainedReport run(VectorXd& x)
    {
        at_.x = x;
        at_.y.setZero(at_.J.rows());
        at_.variables.move_inside(at_.x, kStartDistance);
        ++solve_.evaluations;
        if (!at_.linearise()) {
            finish(Outcome::numerical_failure, "a number at the starting point is not finite");
        } else {
            at_.restart(kStartDistance, mu_);
            solve_.initial_cost = at_.f;
            search_.set_scale();
            keep_if_best(true);
            while (!done_)
                iterate();
        }
        return report(x);
    }

private:
    void iterate()
    {
        errors_ = at_.errors(0);
        if (is_optimal(1))
            return finish(Outcome::converged, "optimal");
        if (solve_.iterations >= options_.max_iterations)
            return finish(Outcome::out_of_iterations, "iteration limit");
        lower_barrier();
        tame_multipliers();
        model();
        const bool broken = errors_.gap > options_.violation_tolerance;
        if (broken && creeps_ >= kCreeps) {
            restore();
        } else if (take_step()) {
            fresh_starts_ = 0;
            tiny_steps_ = search_.is_tiny ? tiny_steps_ + 1 : 0;
            if (tiny_steps_ > kTinySteps)
                return give_up("steps no longer change anything");
            advance(search_.part * step_.dx.lpNorm<Eigen::Infinity>());
        } else if (broken) {
            restore();
        } else {
            start_afresh();
        }
    }

    [[nodiscard]] bool is_optimal(double factor) const
    {
        const BarrierIterate::Errors& e = errors_;
        return e.gap <= factor * options_.violation_tolerance
            && e.stationarity <= factor * options_.optimality_tolerance
            && e.complementarity <= factor * options_.optimality_tolerance;
    }

    void lower_barrier()
    {
        const double least
            = 0.1 * std::min(options_.optimality_tolerance, options_.violation_tolerance);
        bool lowered = false;
        while (mu_ > least && at_.errors(mu_).largest() < options_.barrier_solved * mu_) {
            mu_ = std::max(least, std::min(options_.barrier_factor * mu_, std::pow(mu_, 1.5)));
            lowered = true;
        }
        if (lowered)
            search_.forget();  // its costs are those of another μ
    }

    /// Where equalities depend on each other, multipliers that cancel can grow without limit, and
    /// would drown the Hessian.
    void tame_multipliers()
    {
        double largest = 0;
        for (const int r : at_.slacks.fixed())
            largest = std::max(largest, std::abs(at_.y[r]));
        if (largest < wild_ || errors_.gap > options_.exact_below_violation)
            return;
        wild_ = kWildGrowth * largest;  // unless the following helps, they are what they have to be
        if (!step_.find_least_multipliers(least_y_))
            return;
        double least = 0;
        for (const int r : at_.slacks.fixed())
            least = std::max(least, std::abs(least_y_[r]));
        if (kTamed * least >= largest)
            return;
        at_.y = least_y_;
        wild_ = kWildMultiplier;
        convex_shift_ = options_.convex_shift;  // was learnt from the multipliers that were
        search_.forget();
    }

    /// Newton's model, and what a line search compares with.
    void model()
    {
        near_ = near_
            || (errors_.gap < options_.exact_below_violation
                && mu_ <= options_.exact_below_barrier);
        exact_ = near_ && problem_.has_lagrangian_hessian();
        step_.model(mu_, exact_);
        search_.start(mu_);
    }

    /// Looks along Newton steps with ever larger shifts for a point that the filter accepts.
    [[nodiscard]] bool take_step()
    {
        double shift = exact_ ? std::max(kLeastShift, kShiftDecay * last_shift_) : convex_shift_;
        const auto raise = [&] { shift = std::max(kFirstShift, kShiftGrowth * shift); };
        for (int searches = 0; searches < kSearches && shift < kMostShift; raise()) {
            if (!step_.factorise(shift))
                continue;
            ++searches;
            if (search_.search()) {
                (exact_ ? last_shift_ : convex_shift_) = shift;
                return true;
            }
        }
        return false;
    }

    /// Moves to the trial point.
    void advance(double step)
    {
        const double part
            = std::min(at_.variables.multiplier_step(at_.x, step_.dx, mu_, search_.to_bound()),
                at_.slacks.multiplier_step(at_.s, step_.ds, mu_, search_.to_bound()));
        at_.variables.advance(part);
        at_.slacks.advance(part);
        at_.x.swap(search_.x);
        at_.s.swap(search_.s);
        at_.y += search_.part * step_.dy;
        if (!exact_) {
            moved_ = search_.part * step_.dx;
            step_.remember_slope();
        }
        if (!linearise())
            return;
        if (!exact_)
            learn_curvature();
        const bool creeps
            = search_.part < kCreep && at_.gap(at_.c, at_.s) > kCreepGain * search_.violation();
        creeps_ = creeps ? creeps_ + 1 : 0;
        at_.variables.keep_near_centre(at_.x, mu_);
        at_.slacks.keep_near_centre(at_.s, mu_);
        end_iteration(step);
    }

    /// Without the curvature of rows that the convex model lacks, steps overshoot and come back.
    void learn_curvature()
    {
        const double missing = step_.missing_curvature(moved_);
        const double least = near_ ? kNearShift * options_.convex_shift : options_.convex_shift;
        convex_shift_
            = std::min(kMostCurvature, std::max({ missing, least, kShiftMemory * convex_shift_ }));
    }

    /// Goes for the constraints alone until that has brought a point the filter accepts.
    void restore()
    {
        creeps_ = 0;
        // Often restored and still here: then only less than ever before is progress.
        const double enough = kRestored
            * (++restorations_ > kRestorations ? std::min(search_.violation(), least_violation_)
                                               : search_.violation());
        search_.bar_start();
        const double distance
            = std::clamp(0.1 * row_bounds_.violation(at_.c), kRowRelaxation, kStartDistance);
        restoration_.start(distance);
        while (!done_) {
            if (solve_.iterations >= options_.max_iterations)
                return;
            moved_ = at_.x;
            const bool moves = restoration_.step(at_.x, at_.c, at_.J);
            if (!linearise())
                return;
            at_.restart(distance, mu_);
            end_iteration((at_.x - moved_).lpNorm<Eigen::Infinity>());
            const double gap = at_.gap(at_.c, at_.s);
            const bool accepted = search_.allows(gap, at_.cost(at_.f, at_.x, at_.s, mu_));
            if (accepted && gap <= enough)
                break;
            if (moves)
                continue;
            if (row_bounds_.violation(at_.c) > options_.violation_tolerance)
                return finish(Outcome::infeasible,
                    "the constraints contradict each other here: no small change breaks them less");
            return start_afresh();
        }
        near_ = false;
    }

    /// Keeps the constraints, yet no step is accepted: forget filter and multipliers once or twice.
    void start_afresh()
    {
        errors_ = at_.errors(0);
        if (++fresh_starts_ > kFreshStarts || is_optimal(kReducedAccuracy))
            return give_up("no step is accepted");
        search_.forget();
        at_.restart(kRowRelaxation, mu_);
        near_ = false;
        last_shift_ = kFirstShift;
        end_iteration(0);
    }

    void give_up(const char* why)
    {
        if (is_optimal(kReducedAccuracy))
            finish(Outcome::converged, "optimal to reduced accuracy");
        else
            finish(Outcome::numerical_failure, why);
    }

    [[nodiscard]] bool linearise()
    {
        ++solve_.evaluations;
        const bool finite = at_.linearise();
        if (!finite)
            finish(Outcome::numerical_failure, "a derivative is not finite");
        return finite;
    }

    void end_iteration(double step)
    {
        ++solve_.iterations;
        least_violation_ = std::min(least_violation_, at_.gap(at_.c, at_.s));
        keep_if_best(false);
        if (options_.on_iteration
            && !options_.on_iteration({ solve_.iterations, at_.f, step, violation(), &at_.x }))
            finish(Outcome::stopped, "stopped on request");
    }

    [[nodiscard]] double violation() const
    {
        return std::max(row_bounds_.violation(at_.c), variable_bounds_.violation(at_.x));
    }

    void keep_if_best(bool anyway)
    {
        const double broken = std::max(violation(), kBestViolation * options_.violation_tolerance);
        const bool better = broken < best_broken_ || (broken == best_broken_ && at_.f < best_f_);
        if (!anyway && !better)
            return;
        best_broken_ = broken;
        best_f_ = at_.f;
        best_x_ = at_.x;
        best_y_ = at_.y;
        best_z_.setZero(at_.x.size());
        at_.variables.add_multipliers(best_z_);
    }

    void finish(Outcome outcome, const char* note)
    {
        done_ = true;
        solve_.outcome = outcome;
        solve_.note = note;
    }

    [[nodiscard]] ConstrainedReport report(VectorXd& x)
    {
        if (solve_.outcome == Outcome::converged || best_x_.size() == 0)
            keep_if_best(true);
        ConstrainedReport result;
        x = at_.x = best_x_;
        at_.y = best_y_;
        const bool finite = at_.linearise();
        solve_.final_cost = at_.f;
        result.row_multipliers = best_y_;
        result.variable_multipliers = best_z_;
        VectorXd left = at_.gradient + best_z_;
        at_.J.add_transposed_product(best_y_, left);
        for (const int i : at_.variables.fixed()) {
            result.variable_multipliers[i] -= left[i];
            left[i] = 0;
        }
        result.stationarity = left.lpNorm<Eigen::Infinity>();
        result.violation = finite ? violation() : std::numeric_limits<double>::infinity();
        solve_.evaluations += search_.evaluations;
        result.solve = solve_;
        return result;
    }

    static constexpr double kBestViolation = 10;  // × tolerance: kept well enough to compare cost

    ConstrainedProblem& problem_;
    const InteriorPointOptions& options_;
    BandShape shape_;
    Bounds variable_bounds_, row_bounds_;
    BarrierIterate at_;
    BarrierStep step_;
    FilterSearch search_;
    FeasibilityRestoration restoration_;
    SolveReport solve_;

    double mu_, convex_shift_, last_shift_ = 0, wild_ = kWildMultiplier;
    bool near_ = false, exact_ = false, done_ = false;
    int fresh_starts_ = 0, tiny_steps_ = 0, creeps_ = 0, restorations_ = 0;
    double least_violation_ = std::numeric_limits<double>::infinity();

    BarrierIterate::Errors errors_;  // of the current point
    VectorXd least_y_, moved_;

    VectorXd best_x_, best_y_, best_z_;
    double best_f_ = 0, best_broken_ = 0;
};

}  // namespace

ConstrainedReport minimise_interior_point(
    ConstrainedProblem& problem, VectorXd& x, const InteriorPointOptions& options)
{
    assert(x.size() == problem.shape().variables());
    return InteriorPoint(problem, options).run(x);
}

}  // namespace gambol
