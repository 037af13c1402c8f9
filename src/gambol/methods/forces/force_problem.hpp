// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/math/barrier_least_squares.hpp"
#include "gambol/methods/forces/force_units.hpp"

#include <Eigen/Dense>

#include <array>
#include <span>
#include <vector>

namespace gambol::forces {

/// Torques are compared with weight × this, for a body of human size [m].
constexpr double kTorqueArm = 0.3;

/// A body with mass, as the balance of forces sees it.
struct Body {
    Eigen::Vector3d origin = Eigen::Vector3d::Zero();  // m: torques are taken about it
    double weight = 1;  // N: unit of its forces
    double arm = kTorqueArm;  // m: × weight, unit of its torques
    /// Of a body on a hinge, whose axis goes through `origin`: the hinge takes all forces and all
    /// torques but those about the axis, so that only these are left of what acts on the body. Zero
    /// where it is free.
    Eigen::Vector3d axis = Eigen::Vector3d::Zero();
    [[nodiscard]] bool hinged() const { return axis != Eigen::Vector3d::Zero(); }
};

/// On which bodies a contact acts, and how: the owner, and, reversed, the support.
struct Actions {
    struct Action {
        int body = 0;
        double scale = 1;  // the contact's unit of force, × the body's weight; < 0: the reaction
    };
    std::array<Action, 2> each;
    int count = 1;
    [[nodiscard]] const Action* begin() const { return each.data(); }
    [[nodiscard]] const Action* end() const { return each.data() + count; }
};
/// A contact's unit of force is the weight of its owner, or of the lighter of two bodies: then a
/// heavy body does not make a light one's forces look small, whatever they do to it.
[[nodiscard]] double force_unit(std::span<const Body>, const Contact&);
[[nodiscard]] Actions actions_of(std::span<const Body>, const Contact&);

/// Which bodies share contacts, directly or through others: each with the number of its group, in
/// the order of their first bodies. Returns how many groups there are.
int find_groups(int bodies, std::span<const Contact> contacts, std::vector<int>& group_of);

/// Which forces explain the motion of all bodies at one instant. With six rows per body, force and
/// torque about its origin in its own units,
///
///     min_λ  ½‖Gλ − τ‖² + ½ Σ w_j λ_j² − (μ/2) Σ log λ_j         (math/barrier_least_squares)
///
/// where τ is what the bodies' motion demands and the column of a unit acts on the owner of its
/// contact and, reversed, on the support: what one body gains in momentum another one loses, or the
/// world. Bodies that share no contact do not see each other: each such group is a problem of its
/// own, of six fixed rows where it is one body alone.
class ForceProblem {
public:
    static constexpr int kRows = 6;
    using Vector6 = Eigen::Matrix<double, kRows, 1>;
    using RowsOfBodies = Eigen::Ref<Eigen::MatrixXd>;  // six rows per body

    /// Sets up G; allocates only when it grows. Prices must be set next.
    void assemble(std::span<const Body>, std::span<const Contact>, std::span<const Unit>);
    Eigen::VectorXd prices;  // w_j > 0

    /// `residual` is where Newton starts, and becomes r = Gλ − τ. False: see BarrierLeastSquares.
    bool solve(const Eigen::VectorXd& demand, Eigen::VectorXd& residual, double barrier);

    [[nodiscard]] int units() const { return int(places_.size()); }
    [[nodiscard]] int bodies() const { return int(group_of_.size()); }
    [[nodiscard]] const Eigen::VectorXd& coefficients() const { return lambda_; }  // λ
    /// ∂λ/∂(g·r) ≤ 0 and ∂λ/∂w of a unit with column g.
    [[nodiscard]] double slope(int unit) const;
    [[nodiscard]] double weight_slope(int unit) const;
    /// The rows of one body in the column of a unit that acts on it.
    [[nodiscard]] Vector6 column(int unit, int body) const;
    [[nodiscard]] double optimal_value() const;

    /// With M = I + Σ g gᵀ |∂λ/∂(g·r)| = L Lᵀ at the solution: X becomes L⁻¹ X, or M⁻¹ X.
    void whiten(RowsOfBodies X) const;
    void divide(RowsOfBodies X) const;
    /// M⁻¹ x
    [[nodiscard]] Eigen::VectorXd divided(const Eigen::VectorXd& x) const;

private:
    /// Bodies that share contacts. Which of the two problems is in use depends on how many they
    /// are.
    struct Group {
        std::vector<int> bodies;
        int units = 0;
        BarrierLeastSquares<kRows> alone;
        BarrierLeastSquares<Eigen::Dynamic> coupled;
        template <class Do> decltype(auto) with_problem(Do act)
        {
            return bodies.size() == 1 ? act(alone) : act(coupled);
        }
        template <class Do> decltype(auto) with_problem(Do act) const
        {
            return bodies.size() == 1 ? act(alone) : act(coupled);
        }
    };
    struct Place {
        int group = 0, column = 0;
    };
    [[nodiscard]] const Group& group_of_unit(int unit) const
    {
        return groups_[size_t(places_[size_t(unit)].group)];
    }
    /// Calls act(unit, column) for all units of a group.
    template <class Do> void for_units_of(int group, Do act) const;
    /// Calls `solve` with a group's factor of M and its rows of X, a matrix or a vector.
    template <class Rows, class Solve> void in_each_group(Rows&& X, Solve solve) const;

    std::vector<Group> groups_;
    std::vector<int> group_of_, row_of_;  // per body: its group, and its first row there
    std::vector<Place> places_;  // per unit
    Eigen::VectorXd lambda_;  // per unit
};

}  // namespace gambol::forces
