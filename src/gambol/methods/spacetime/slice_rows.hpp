// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/dynamics/effective_root.hpp"
#include "gambol/methods/spacetime/plan.hpp"

#include <span>
#include <vector>

namespace gambol::spacetime {

/// What a constraint slice asks for at its instant; or-ed.
enum RowKind : unsigned {
    physics = 1,  // the world can exert the force that the movement needs
    holds = 2,  // what is tied stays where it is
    above_ground = 4,  // chosen points are not below z = 0
    takes_off = 8,  // the centre of mass leaves as the next flight begins
    lands = 16,  // the centre of mass arrives as the flight before ends
    switches = 32,  // the effective root of the next phase is in its place, at rest
};

/// An instant of a phase at which constraints are evaluated.
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
/// in units of the body's weight, torques of weight × 1 m.
template <class S> struct Rows {
    std::vector<S> value;
    std::vector<S> jacobian;  // [row · columns + column]
};

/// What all slices of a movement share.
struct SliceContext {
    const dynamics::Tree* tree = nullptr;
    std::vector<Phase> phases;
    std::vector<dynamics::BodyPoint> feelers;  // that must not be below the ground

    [[nodiscard]] int columns() const { return 3 * tree->dof_count() + kFlightVariables; }
    [[nodiscard]] double weight() const { return tree->mass() * tree->gravity().norm(); }
};

/// Bounds of a slice's rows, in the order of SliceModel::evaluate.
[[nodiscard]] std::vector<RowBounds> row_bounds(const SliceContext&, const Slice&);

/// Evaluates rows; keeps workspaces. With Lanes: eight instants, or eight displacements of one.
template <class S> class SliceModel {
public:
    explicit SliceModel(const SliceContext&);

    /// `since`: s since the flight began, at the slice's instant; `flight` may be empty when no row
    /// reads it.
    void evaluate(const Slice&, const dynamics::Coordinates<S>&, std::span<const S> flight,
        const S& since, bool derivatives, Rows<S>& out);

private:
    using Vector = dynamics::Vector<S>;

    /// Appends a row with zero derivatives; returns where these are.
    S* add_row(const S& value);
    [[nodiscard]] int dofs() const { return context_.tree->dof_count(); }
    /// A row whose derivative is on_force · ∂f + on_torque · ∂n.
    void add_wrench_row(const S& value, const Vector& on_force, const Vector& on_torque);
    void add_flight_physics();
    void add_grip_physics(const Phase&);
    void add_support_physics(const Phase&);
    /// Rows axis · (point − target) of where a point is, all moved so that the root is in its
    /// place.
    void add_place_row(const Vector& axis, const S& target);
    void add_velocity_row(const Vector& axis, double scale);
    void add_axes_rows(const Tie&);
    /// `root` is the place of the effective root.
    void add_center_rows(const Eigen::Vector3d& root, std::span<const S> flight, const S& since);

    const SliceContext& context_;
    dynamics::State<S> state_;
    dynamics::AggregateForce<S> force_;
    dynamics::PointMotion<S> root_, point_;
    Rows<S>* out_ = nullptr;
    bool derivatives_ = true;
};

}  // namespace gambol::spacetime
