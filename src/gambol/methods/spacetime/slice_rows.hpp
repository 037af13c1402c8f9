// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/dynamics/effective_root.hpp"
#include "gambol/dynamics/force_curvature.hpp"
#include "gambol/methods/spacetime/plan.hpp"

#include <array>
#include <span>
#include <vector>

namespace gambol::spacetime {

/// What a constraint slice asks for at its instant; or-ed.
enum RowKind : unsigned {
    physics = 1,  // the world can exert the force that the movement needs
    holds = 2,  // what is tied stays where it is
    clear = 4,  // pairs of feelers are not inside each other
    takes_off = 8,  // the centre of mass leaves as the next flight begins
    lands = 16,  // the centre of mass arrives as the flight before ends
    switches = 32,  // the effective root of the next phase is in its place, at rest
    passes = 64,  // limbs are not inside bars
    above = 128,  // feelers are not below the floor
    strength = 256,  // joints are strong enough (StrengthRows); asked for alone
};

/// Whether rows only ask where things are, not how they move.
[[nodiscard]] constexpr bool only_places(unsigned rows)
{
    return (rows & ~unsigned(above | clear | passes)) == 0;
}

/// An instant of a phase at which constraints are evaluated: a collocation point.
struct Slice {
    double time = 0;  // s
    int phase = 0;
    unsigned rows = 0;  // RowKinds
    int flight = -1;  // the phase whose flight variables its rows read; −1: none
};

struct RowBounds {
    double lower, upper;
};

/// Where the centre of mass is when a flight begins, and its velocity.
constexpr int kFlightVariables = 6;

/// Values of a slice's rows and their derivatives by q, q̇, q̈ and the flight's variables. Forces are
/// in units of the body's weight, torques of weight × SliceContext::arm.
/// Rows that only ask where things are leave out q̇ and q̈.
template <class S> struct Rows {
    std::vector<S> value;
    std::vector<S> jacobian;  // [row · columns + column]; may be longer
    int columns = 0;
};

/// The greatest torque that a joint can exert one way: its sign says which.
struct Strength {
    int dof = 0;
    double torque = 0;  // N m; N of one that slides
};

/// What all slices of a movement share.
struct SliceContext {
    const dynamics::Tree* tree = nullptr;
    std::vector<Phase> phases;
    std::vector<Feeler> feelers;  // that stay above the floor
    double floor = 0;  // m, its height
    double floor_slack = 0.003;  // m: room for what stands on it and is at depth 0 anyway
    std::vector<std::array<Feeler, 2>> pairs;  // that stay apart
    std::vector<Strength> strengths;  // as far as they are known; those of a joint side by side
    double flight_torque = 0.0012;  // × weight × arm: how much is let through
    double arm = 1;  // m: torques in flight and about bars are counted in weight × this

    [[nodiscard]] int columns() const { return 3 * tree->dof_count() + kFlightVariables; }
    [[nodiscard]] double weight() const { return tree->mass() * tree->gravity().norm(); }
};

/// Of the effective root.
[[nodiscard]] inline Eigen::Vector3d acceleration_of(const Phase& phase, const dynamics::Tree& tree)
{
    return phase.kind == PhaseKind::flight ? tree.gravity() : Eigen::Vector3d::Zero();
}

/// Whether a feeler is part of what is held to the ground anyway.
[[nodiscard]] bool stands_on(const Phase&, const Feeler&);

/// Bounds of a slice's rows, in the order of SliceModel::evaluate.
[[nodiscard]] std::vector<RowBounds> row_bounds(const SliceContext&, const Slice&);

/// Second derivatives of a sum of rows, each times its multiplier:
///
///     `by_motion`  +  ∂Fᵀ B ∂F        F the force and torque of SliceModel::force()
///
/// B being [force_force, mixed; mixedᵀ, torque_torque], of rows that are not linear in F.
template <class S> struct RowCurvature {
    explicit RowCurvature(const dynamics::Tree& tree)
        : by_motion(tree)
    {
    }
    dynamics::Curvature<S> by_motion;
    dynamics::Symmetric<S> force_force, torque_torque;
    dynamics::Matrix<S> mixed;  // row: force, column: torque
    bool bends = false;  // whether B is anything but 0
};

/// Second derivatives of a sum of rows by where the centre of mass is in flight.
template <class S> struct FlightCurvature {
    std::vector<dynamics::Vector<S>> by_q;  // and by q, per degree of freedom
    dynamics::Symmetric<S> twice;
};

/// Evaluates rows; keeps workspaces. With Lanes: eight instants, or eight displacements of one.
template <class S> class SliceModel {
public:
    explicit SliceModel(const SliceContext&);

    /// `since`: s since the flight began, at the slice's instant; `flight` may be empty when no row
    /// reads it.
    void evaluate(const Slice&, const dynamics::Coordinates<S>&, std::span<const S> flight,
        const S& since, bool derivatives, Rows<S>& out);

    /// Second derivatives by q of the sum of the rows of an only_places() slice, each times its
    /// multiplier:
    /// dof_count² numbers. With u = ∂d/∂q, d from one point to the other, i before j on the way:
    ///
    ///     ∂²d/∂q_i∂q_j = α_i × u_j
    ///
    /// In flight flight_curvature() has the rest.
    void clear_curvature(const Slice&, const dynamics::Coordinates<S>&, std::span<const S> flight,
        const S& since, std::span<const S> multipliers, std::vector<S>& result);
    [[nodiscard]] const FlightCurvature<S>& flight_curvature() const { return flight_curvature_; }

    /// Of the rows of a slice that asks for physics and holds and nothing else.
    void physics_curvature(const Slice&, const dynamics::Coordinates<S>&,
        std::span<const S> multipliers, RowCurvature<S>& result);
    /// What the world does to the body, of the last slice that asked for physics.
    [[nodiscard]] const dynamics::AggregateForce<S>& force() const { return force_; }

private:
    using Vector = dynamics::Vector<S>;

    void update_root(const Phase&);
    /// Appends a row with zero derivatives; returns where these are.
    S* add_row(const S& value);
    [[nodiscard]] int dofs() const { return context_.tree->dof_count(); }
    /// A row whose derivative is on_force · ∂f + on_torque · ∂n.
    void add_wrench_row(const S& value, const Vector& on_force, const Vector& on_torque);
    /// Says that the second derivatives of the last wrench row contain c w wᵀ, w = [on_force;
    /// on_torque], or c · 1 between force and torque.
    void bend_square(const S& c, const Vector& on_force, const Vector& on_torque);
    void bend_mixed(const S& c);
    void add_physics(const Phase&);
    void add_flight_physics();
    void add_grip_physics(const Phase&);
    void add_support_physics(const Phase&);
    /// Adds the moments of rows that hold ties to moments_.
    void add_hold_moments(const Phase&, std::span<const S> multipliers);
    /// Rows axis · (point − target) of where a point is, all moved so that the root is in its
    /// place.
    void add_place_row(const Vector& axis, const S& target);
    void add_velocity_row(const Vector& axis, double scale);
    void add_axes_rows(const Tie&);
    void add_above_rows(const Phase&, std::span<const S> flight, const S& since);
    /// Of rows of add_above_rows() and of pairs, from multipliers[row] on.
    void add_above_curvature(const Phase&, std::span<const S> multipliers, std::size_t& row);
    void add_pairs_curvature(
        std::span<const S> multipliers, std::size_t& row, std::vector<S>& result);
    /// How much higher than the floor a foot stays during a flight, so that it neither swings back
    /// through the peg that it left nor comes up through the one that it lands on: as high as the
    /// former, and the height of the latter × (1 − τ³), τ from 1 at take-off to 0 at landing; on a
    /// straight line from one to the other, or down to the floor.
    [[nodiscard]] S rise_under(const Phase& flight, const Feeler&, const S& since) const;
    /// Where a limb is nearest to a bar, seen along it: d from the bar's axis, at right angles to
    /// it, at a + s (b − a) of the limb, e = b − a at right angles to the bar.
    struct Nearest {
        Vector d, e;
        S s;  // 0 … 1
        S inner;  // 1/|e|² where s is neither 0 nor 1, else 0
    };
    /// Leaves ∂d/∂q in point_.dp_dq and ∂e/∂q in other_.dp_dq, neither yet at right angles to it.
    [[nodiscard]] Nearest nearest(const Passing&, const Vector& root_place);
    /// How far a limb is from a bar: (|d|² − R²)/2R.
    void add_passing_row(const Passing&, const Vector& root_place, const S& since, bool flies);
    /// Of such a row, times its multiplier. As s follows the nearest point, with w = d · ∂e + e ·
    /// ∂d:
    ///
    ///     R ∂²row = ∂dᵀ∂d + d · ∂²d − w wᵀ / |e|²
    void add_passing_curvature(
        const Passing&, const Vector& root_place, const S& multiplier, std::vector<S>& result);
    /// Where the effective root is.
    [[nodiscard]] Vector root_place(const Phase&, std::span<const S> flight, const S& since) const;
    /// Adds share · ∂p/∂qᵀ ∂p/∂q of point_.
    void add_squares(const S& share, std::vector<S>& result) const;
    /// How far two balls are apart: (|d|² − R²)/2R, their gap where they nearly touch.
    void add_pair_row(const std::array<Feeler, 2>&);
    /// `root` is the place of the effective root.
    void add_center_rows(const Eigen::Vector3d& root, std::span<const S> flight, const S& since);

    const SliceContext& context_;
    dynamics::State<S> state_;
    dynamics::AggregateForce<S> force_, alone_;
    dynamics::PointMotion<S> root_, point_, other_;
    std::vector<Vector> moments_;
    FlightCurvature<S> flight_curvature_;
    std::vector<S> turning_;  // w of a passing
    Rows<S>* out_ = nullptr;
    S* flight_columns_ = nullptr;  // of the last row
    bool derivatives_ = true;
    /// While second derivatives are wanted, wrench rows are summed up instead of written.
    struct Bending {
        std::span<const S> multipliers;
        std::size_t next;
        dynamics::Twist<S> z;  // Σ multiplier · ∂row/∂[f; n]
        RowCurvature<S>* result;
    };
    Bending* bending_ = nullptr;
};

}  // namespace gambol::spacetime
