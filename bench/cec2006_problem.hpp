// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/problem/constrained_problem.hpp"

#include <Eigen/Dense>

#include <functional>
#include <optional>

namespace gambol::bench {

/// One of the 24 problems of the CEC-2006 competition [Liang 2006], as pagmo has them: a cost,
/// equalities h(x) = 0 that hold when |h| ≤ 1e-4, inequalities g(x) ≤ 0, and bounds.
struct Cec2006 {
    int number = 1;  // 1 … 24
    int equalities = 0, inequalities = 0;
    Eigen::VectorXd lower, upper;
    Eigen::VectorXd best_known;
    /// Cost, then all h, then all g.
    std::function<Eigen::VectorXd(const Eigen::VectorXd& x)> fitness;

    [[nodiscard]] int dimension() const { return int(lower.size()); }
    /// Largest amount by which a constraint is broken, of a fitness.
    [[nodiscard]] double violation(const Eigen::VectorXd& fitness) const;

    static constexpr double kEqualityTolerance = 1e-4;
};

[[nodiscard]] Cec2006 cec2006(int number);

/// The same for a local solver, in the unit box, and counting. Equalities are ranges of the width
/// that the competition allows: the best known costs use it up.
class Cec2006Problem final : public ConstrainedProblem {
public:
    /// Solved when a point within the constraints costs at most `target`.
    Cec2006Problem(const Cec2006& problem, double target);

    /// What has been asked for so far: points at which cost and rows, or their derivatives, were
    /// needed. Derivatives come from central differences, which are not counted.
    struct Count {
        long values = 0, gradients = 0;
    };
    [[nodiscard]] const Count& count() const { return count_; }
    /// The count at the first point that solved it.
    [[nodiscard]] const std::optional<Count>& solved() const { return solved_; }

    /// A point of the unit box that keeps the constraints.
    struct Kept {
        Eigen::VectorXd u;
        double cost = 0;
    };
    /// The best of all.
    [[nodiscard]] const std::optional<Kept>& best() const { return best_; }
    /// The best since the last call of forget_seen().
    [[nodiscard]] const std::optional<Kept>& seen() const { return seen_; }
    void forget_seen() { seen_.reset(); }

    /// Takes the distance to a point for the cost, ½ ‖u − goal‖², until told otherwise.
    void look_for_nearest(const Eigen::VectorXd& goal) { goal_ = goal; }
    void look_for_cheapest() { goal_.reset(); }
    /// Keeps to a part of the unit box; all of it at first.
    void keep_to(const Bounds& box) { box_ = box; }
    [[nodiscard]] const Bounds& box() const { return box_; }
    /// As values() counts it, without rows.
    [[nodiscard]] double cost(const Eigen::VectorXd& u) { return evaluate(u)[0]; }

    /// Cost and violation of a point of the unit box.
    struct Score {
        double cost, violation;
    };
    [[nodiscard]] Score score(const Eigen::VectorXd& u) const;
    /// In the coordinates of the competition; inside of the box.
    [[nodiscard]] Eigen::VectorXd point(const Eigen::VectorXd& u) const;

    [[nodiscard]] BandShape shape() const override;
    [[nodiscard]] std::vector<RowGroup> row_groups() const override;
    [[nodiscard]] Bounds variable_bounds() const override;
    [[nodiscard]] Bounds row_bounds() const override;
    double values(const Eigen::VectorXd& u, Eigen::VectorXd& c) override;
    double linearise(
        const Eigen::VectorXd& u, Eigen::VectorXd& c, Eigen::VectorXd& g, BandJacobian& J) override;
    void add_objective_hessian(const Eigen::VectorXd& u, BorderedBand& H) override;

private:
    [[nodiscard]] int rows() const { return problem_.equalities + problem_.inequalities; }
    [[nodiscard]] const Eigen::VectorXd& evaluate(const Eigen::VectorXd& u);

    const Cec2006& problem_;
    double target_;
    Count count_;
    std::optional<Count> solved_;
    std::optional<Kept> best_, seen_;
    std::optional<Eigen::VectorXd> goal_;
    Bounds box_;
    Eigen::VectorXd last_u_, last_fitness_, last_gradient_u_;
};

}  // namespace gambol::bench
