// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/math/cubic_spline.hpp"
#include "gambol/methods/spacetime/force_objective.hpp"
#include "gambol/methods/spacetime/slice_rows.hpp"
#include "gambol/methods/spacetime/strength_rows.hpp"
#include "gambol/problem/constrained_problem.hpp"

#include <Eigen/Dense>

#include <optional>
#include <vector>

namespace gambol::spacetime {

/// One coordinate (order 0), velocity (1) or acceleration (2) has a value at an instant.
struct Pin {
    double time = 0;  // s
    int dof = 0, order = 0;
    double value = 0;
    double slack = 0;  // by how much it may be missed
};

/// A movement to be found, before it is a set of numbers.
struct SpacetimePlan {
    SliceContext context;  // phases follow each other without gaps
    Eigen::VectorXd lower, upper;  // limits per degree of freedom
    std::vector<Pin> pins;
    double knot_spacing = 0.09;  // s, about
    int slices_per_interval = 6;  // with three 13 N m of torque are left between them in flight
    int more_in_flight = 0, more_on_ground = 0;  // slices; the latter also where a phase ends
    double grip_spacing = 1;  // × knot_spacing while something grips; slices as far apart as that
    int passings = 1;  // × slices that ask for clearance ask for that of floor and bars
    double smoothness = 0.01;  // weight of ∫ Σ (w q̈)², w the share of the mass that a joint moves
    double root_smoothness = 1e-3;  // w of the first root_dofs
    Eigen::VectorXd posture;  // pose that the body likes to be near; empty: none
    Eigen::VectorXd posture_weights;  // of ∫ (q − posture)², per degree of freedom
    double first_posture = 0,
           last_posture = 0;  // s: the first and the last instant count that much
    ForceWeights forces;  // of what contacts and joints have to do
    double strength_price = 100;  // of every time that the body is not strong enough
    int root_dofs = 3;
};

/// The movement as a nonlinear program (NLP), by direct collocation with inverse dynamics: x holds
/// the control points of all coordinates, one block per control point, then six numbers per flight
/// (kFlightVariables), and how strong the body must be if somebody knows how strong it is; physics
/// and contacts are constraints at the slices, its collocation points.
class SpacetimeProblem final : public ConstrainedProblem {
public:
    explicit SpacetimeProblem(SpacetimePlan);

    [[nodiscard]] BandShape shape() const override;
    [[nodiscard]] std::vector<RowGroup> row_groups() const override;
    [[nodiscard]] Bounds variable_bounds() const override;
    [[nodiscard]] Bounds row_bounds() const override;
    double values(const Eigen::VectorXd& x, Eigen::VectorXd& c) override;
    double linearise(
        const Eigen::VectorXd& x, Eigen::VectorXd& c, Eigen::VectorXd& g, BandJacobian& J) override;
    void add_objective_hessian(const Eigen::VectorXd& x, BorderedBand& H) override;
    [[nodiscard]] bool has_lagrangian_hessian() const override { return true; }
    void add_lagrangian_hessian(const Eigen::VectorXd& x, double objective_weight,
        const Eigen::VectorXd& y, BorderedBand& H) override;

    [[nodiscard]] const SpacetimePlan& plan() const { return plan_; }
    [[nodiscard]] const CubicSpline& spline() const { return spline_; }
    [[nodiscard]] int dofs() const { return plan_.context.tree->dof_count(); }
    /// Coordinates and their first two derivatives at u of an interval of the spline.
    struct Local {
        Eigen::VectorXd q, qdot, qddot;
    };
    [[nodiscard]] Local local(const Eigen::VectorXd& x, int interval, double u) const;
    /// Instants at which rows are evaluated, and coordinates there.
    [[nodiscard]] int slice_count() const { return int(slices_.size()); }
    [[nodiscard]] const Slice& slice(int i) const { return slices_[size_t(i)].slice; }
    [[nodiscard]] Local local(const Eigen::VectorXd& x, int slice) const;
    /// Where a flight's variables are in x; −1 for phases that are none.
    [[nodiscard]] int flight_column(int phase) const { return flights_[size_t(phase)]; }
    /// Where the strength that the movement takes is in x, times the body's own; −1: nowhere.
    [[nodiscard]] int strength_column() const { return strength_column_; }

private:
    static constexpr int kWindow = 4;  // control points that an instant hangs on

    struct PlacedSlice {
        Slice slice;
        CubicSpline::Weights weights;
        double since;  // s since its flight began
        int first_row;
    };
    struct PlacedPin {
        CubicSpline::Weights weights;
        Pin pin;
    };
    /// An instant at which the objective is evaluated.
    struct Node {
        CubicSpline::Weights weights;
        double weight;  // s
        Eigen::VectorXd squared_masses;  // w² per degree of freedom
    };
    /// Slices of one phase that ask for the same rows, at most as many as there are lanes.
    struct Batch {
        size_t first, count;
    };

    void lay_slices();
    void lay_nodes();
    [[nodiscard]] bool watches_strength() const { return !plan_.context.strengths.empty(); }
    [[nodiscard]] Local local(const Eigen::VectorXd& x, const CubicSpline::Weights&) const;
    [[nodiscard]] double objective(const Eigen::VectorXd& x, Eigen::VectorXd* g);
    void add_objective_hessian(const Eigen::VectorXd& x, double weight, BorderedBand& H);
    void load(const Eigen::VectorXd& x, const PlacedSlice&, int lane);
    void evaluate(const Eigen::VectorXd& x, const Batch&, bool derivatives);
    void evaluate_loaded(const Slice&, bool derivatives);
    /// Loads a batch and the multipliers of its rows.
    void load_multipliers(const Eigen::VectorXd& x, const Eigen::VectorXd& y, const Batch&);
    [[nodiscard]] dynamics::Coordinates<dynamics::Lanes> loaded_coordinates() const;
    void add_clear_hessian(
        const Eigen::VectorXd& x, const Eigen::VectorXd& y, const Batch&, BorderedBand& H);
    /// Of a `clear` slice in flight, by where the centre of mass is.
    void add_flight_hessian(const PlacedSlice&, int lane, BorderedBand& H) const;
    void add_physics_hessian(
        const Eigen::VectorXd& x, const Eigen::VectorXd& y, const Batch&, BorderedBand& H);
    void add_bending(const CubicSpline::Weights&, int lane, BorderedBand& H) const;
    /// Of a slice at which phases meet or strength is asked for, by differences of exact gradients.
    void add_differenced_hessian(
        const Eigen::VectorXd& x, const Eigen::VectorXd& y, const PlacedSlice&, BorderedBand& H);
    void fold(const PlacedSlice&, int lane, int group, BandJacobian& J) const;

    SpacetimePlan plan_;
    CubicSpline spline_;
    std::vector<int> flights_;  // per phase: first column in x, or −1
    std::vector<PlacedSlice> slices_;
    std::vector<PlacedPin> pins_;
    std::vector<Node> nodes_;
    std::optional<ForceObjective> forces_;
    std::optional<StrengthRows> strength_;
    int strength_column_ = -1;
    std::vector<Batch> batches_;
    int rows_ = 0;

    SliceModel<dynamics::Lanes> model_;
    Rows<dynamics::Lanes> out_;
    std::vector<dynamics::Lanes> loaded_;  // q, q̇, q̈, the flight's variables
    dynamics::Lanes since_;
    std::vector<dynamics::Lanes> gradient_;  // of a weighted sum of rows
    std::vector<dynamics::Lanes> multipliers_;
    std::vector<dynamics::Lanes> curvature_;  // of rows that ask for clearance
    RowCurvature<dynamics::Lanes> bending_;  // of rows of physics
};

}  // namespace gambol::spacetime
