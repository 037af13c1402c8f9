// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/character/proportions.hpp"
#include "gambol/methods/gait/solve_timing.hpp"
#include "gambol/scene/gait_task.hpp"

#include <functional>
#include <string>
#include <vector>

namespace gambol::gait {

/// One proportion that may change.
struct FormVariable {
    std::string segment;  // without its side
    bool is_length = true;  // else radius
    double range = 0.35;
};
[[nodiscard]] std::vector<FormVariable> form_variables(const Character&, const FormRequest&);
/// Variables are logarithms of factors.
[[nodiscard]] Proportions proportions_of(
    const std::vector<FormVariable>&, const Eigen::VectorXd& logs);

/// The cheapest cycle of an animal as a function of its proportions, timing and speed as given:
///
///     F(p) = min_x f(x, p)   subject to   lower(p) ≤ c(x, p) ≤ upper(p)
///
/// By the envelope theorem ∂F/∂p is the partial derivative of the Lagrangian at the solution, which
/// takes no further solve: multipliers times what rows, bounds and costs do when p alone changes,
/// by central differences. Units are those of the body with all factors 1, and so are costs: muscle
/// forces and stresses in place of torques (Objective::muscles).
class FormProblem {
public:
    /// `timing` and `speed` in units of the body.
    FormProblem(const Character& body, std::vector<FormVariable>, const Timing& timing,
        double speed, const Settings&);

    /// From standing still if `from` is empty.
    [[nodiscard]] TimingSolution solve(
        const Eigen::VectorXd& logs, const Cycle* from, const TimingSolveOptions&) const;
    [[nodiscard]] Eigen::VectorXd gradient(
        const Eigen::VectorXd& logs, const TimingSolution&) const;

    [[nodiscard]] Character body(const Eigen::VectorXd& logs) const;
    [[nodiscard]] Animal animal(const Eigen::VectorXd& logs) const;
    [[nodiscard]] const Settings& settings() const { return settings_; }

private:
    /// Of the last solution, at other proportions.
    [[nodiscard]] double lagrangian(const Eigen::VectorXd& logs, const TimingSolution&) const;

    Character body_;
    std::vector<FormVariable> variables_;
    Timing timing_;
    double speed_;
    Settings settings_;
    Units units_;
    std::vector<bool> soles_;  // which feet have one
};

struct FormProgress {
    int step = 0, solves = 0;
    double cost_before = 0, cost = 0;
    Proportions proportions;
};

struct FormOptions {
    /// Logarithms of factors to begin with, as a search found them; empty: all factors 1, from
    /// which the gait of the body as it is must then be found.
    Eigen::VectorXd start = {};
    TimingSolveOptions solve { .max_iterations = 400, .optimality_tolerance = 1e-4 };
    /// After every step; false ends the search with what it has.
    std::function<bool(const FormProgress&)> on_step = {};
};

struct FormResult {
    bool found = false;  // a gait, without which nothing changes
    bool stopped = false;
    Proportions proportions;
    Character body;  // with these, standing on level feet
    std::vector<std::string> at_bounds;  // e.g. "foot: longest allowed"
    double cost_before = 0, cost = 0;  // of both bodies, in the same units; infinite without a gait
    Cycle cycle_before, cycle;  // in units of the body as it was
    int solves = 0, steps = 0;
};

/// Better proportions for a given timing: from the gait of the body as it is along the slope of
/// FormProblem, every solve from the last one. `speed` in m/s, `timing` in units of the body. Same
/// result for any number of threads.
[[nodiscard]] FormResult optimise_form(const Character& body, const Timing& timing, double speed,
    const Settings&, const FormRequest&, const FormOptions& = {});

}  // namespace gambol::gait
