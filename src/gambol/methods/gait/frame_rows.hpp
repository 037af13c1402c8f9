// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/methods/gait/instants.hpp"
#include "gambol/methods/gait/objective.hpp"
#include "gambol/methods/gait/springs.hpp"

#include <Eigen/Dense>

#include <algorithm>
#include <limits>
#include <vector>

namespace gambol::gait {

/// What a foot does at one frame of the cycle.
struct FrameFoot {
    bool down = false;  // held in place by the ground
    bool loaded = false;  // and pushed by it
    bool lands = false;  // first or last frame of its stance: it moves as the ground does
    double swing = 0;  // 0 … 1 through its swing, if not down
    /// What the treadmill has done to its place since it touched down,
    Eigen::Isometry2d ground = Eigen::Isometry2d::Identity();
    double heading = 0;  // rad: and to where it looks, which is ahead in the middle of its stance;
    double speed = 0;  // at this speed
    int anchor = 0;  // index of the place where it touches down,
    double side = 1;  // whose y has this sign: mirrored feet share one
};
using Frame = std::vector<FrameFoot>;

/// Bounds that all gaits of an animal keep, own units.
struct Limits {
    double friction = 0.8;
    double clearance = 0.03;  // of feet in the middle of their swing
    double peak_force = 3;  // of one leg, weights
    double head_height = 0;  // least
};

/// Rows with their bounds and their derivatives by the columns of one frame.
struct LocalRows {
    Eigen::VectorXd value, lower, upper;
    /// By rows, which is how they are filled; beyond `count` of them there is anything.
    Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> J;
    int count = 0;

    void clear(int columns, bool with_derivatives);
    /// Its index. J has a row of zeros for it.
    int add(double value, double lower, double upper = std::numeric_limits<double>::infinity());
    bool derivatives = false;
};

/// The columns of LocalRows::J: q, q̇, q̈, variables of the feet, places of touch-down (x and y
/// each), springs; of rows that ask for a pose alone q and places of touch-down.
struct FrameColumns {
    int dofs = 0, foot_variables = 0, anchors = 0, springs = 0;
    [[nodiscard]] int q(int k) const { return k; }
    [[nodiscard]] int qdot(int k) const { return dofs + k; }
    [[nodiscard]] int qddot(int k) const { return 2 * dofs + k; }
    [[nodiscard]] int foot(int k) const { return 3 * dofs + k; }
    [[nodiscard]] int anchor(int k) const { return 3 * dofs + foot_variables + k; }
    [[nodiscard]] int spring(int k) const { return anchor(2 * anchors) + k; }
    [[nodiscard]] int count() const { return spring(Springs::kNumbers * springs); }
    [[nodiscard]] int anchor_of_pose(int k) const { return dofs + k; }
    [[nodiscard]] int count_of_pose() const { return anchor_of_pose(2 * anchors); }
};

/// What FrameRows::evaluate() fills.
struct FrameOutput {
    LocalRows motion;  // rows that depend on all that there is
    LocalRows pose;  // rows that depend on where bodies are and toes touch down, nothing else
    LocalRows residuals;
    double beside = 0;  // cost beside ½ ‖residuals‖²

    void clear(const FrameColumns&, bool with_derivatives);
};

/// All that one frame asks for: with the forces f of the loaded feet and the generalised forces τ
/// that the motion needs,
///
///     rows        τ_k − Σ J_kᵀ f = 0 for the root: nothing pushes but the ground   [2009, 7–8]
///                 toes of feet that are down: z = 0, and where the treadmill is;
///                 at both ends of a stance they also move as it does               [2, 3]
///                 feet: straight ahead, not on their tips, soles level sideways,
///                 heel not below ground                                            [5, 1]
///                 forces: in the friction cone, at a point of the sole that
///                 touches, torsion below what friction on the sole allows          [9, 10]
///                 feet in swing clear the ground, and do not skim it when they
///                 lift off and come down; other joints stay above it               [1]
///                 legs keep apart, and fold against the trunk, not into it         [4]
///     residuals   τ_k − Σ J_kᵀ f − t_p of the joints, t_p that of springs, and what
///                 goes beyond their strength                                       [11–13]
///                 speed and turn of the head                                       [15, 16]
///                 pivoting of small feet that stand
class FrameRows {
public:
    /// `springs` may be null.
    FrameRows(const Animal&, const Limits&, const Objective&, int anchors,
        const Springs* springs = nullptr);

    [[nodiscard]] const FrameColumns& columns() const { return columns_; }
    /// First of a foot's variables.
    [[nodiscard]] int foot_variable(int foot) const { return first_variables_[size_t(foot)]; }
    [[nodiscard]] Instants make_instants() const;

    /// `shared`: places of touch-down, then the numbers of springs.
    void evaluate(const Frame&, const Instants&, const Instant&,
        const Eigen::VectorXd& foot_variables, const Eigen::VectorXd& shared, FrameOutput&);

    /// Of a toe, heel, knee, ankle or the head at the last instant.
    [[nodiscard]] double height(const dynamics::BodyPoint& point) const
    {
        return place(point).p.z();
    }
    /// How far off the ground a loaded part of a sole may be. The slip that soles roll by goes with
    /// it, of which the audit allows as many millimetres to a mammoth as to a mouse.
    [[nodiscard]] double sole_gap() const { return kSoleGap / std::max(1.0, animal_.leg); }
    /// Friction gives next to no torsion about a corner of a sole, so forces act within this share
    /// of its half width.
    static constexpr double kPressureWidth = 0.5;
    /// τ − Σ Jᵀf of the last evaluation: what joints exert, after six zeros of the root.
    [[nodiscard]] const Eigen::VectorXd& torques() const { return active_; }

private:
    // Rows of lengths count ten times, those of torques three: a hundredth of a leg matters as much
    // as a tenth of the weight.
    static constexpr double kLengthScale = 10, kTorqueScale = 3;
    static constexpr double kSoleGap = 0.001;  // legs, and metres

    struct Place {
        Eigen::Vector3d p;
        std::span<const int> path;
    };
    [[nodiscard]] Place place(const dynamics::BodyPoint&) const;
    [[nodiscard]] const Instant::Body& body(const dynamics::BodyPoint&) const;
    [[nodiscard]] Eigen::Vector3d rate(const Place&, int dof) const;
    [[nodiscard]] Eigen::Vector3d velocity(const dynamics::BodyPoint&) const;
    /// ∂v/∂q of a point with that velocity.
    [[nodiscard]] Eigen::Vector3d drift(
        const Place&, const Eigen::Vector3d& velocity, int dof) const;
    void add_contact(const Foot&, int first_variable);
    void add_dynamics(FrameOutput&) const;
    /// Takes the torque of its spring off a joint's residual.
    void add_spring(int dof, int row, LocalRows& residuals) const;
    /// Prices what a joint's residual has beyond the joint's strength.
    void add_overload(int dof, int row, FrameOutput&) const;
    void add_height(const dynamics::BodyPoint&, double lower, double upper, LocalRows&) const;
    /// A direction of a body has a component along an axis of the world within bounds.
    void add_direction(const dynamics::BodyPoint& of, const Eigen::Vector3d& direction,
        const Eigen::Vector3d& axis, double lower, double upper, LocalRows&) const;
    void add_stance(const Foot&, const FrameFoot&, LocalRows& pose) const;
    void add_landing(const Foot&, const FrameFoot&, LocalRows&) const;
    /// A point of a foot in swing is the higher the faster it goes forward over the ground.
    void add_skimming(const dynamics::BodyPoint&, double rim, double speed, LocalRows&) const;
    void add_force_limits(const Foot&, int first_variable, LocalRows&) const;
    /// How fast a foot that stands pivots about z.
    void add_spin(const Foot&, LocalRows& residuals) const;
    struct Pair {
        dynamics::BodyPoint left, right;
        double least;  // sideways
    };
    void add_sides(const Pair&, LocalRows&) const;
    /// Nearly the least gap of two solids of a pair, smooth where another two become the nearest:
    ///
    ///     −ln Σ exp(−k gap_i) / k
    ///
    /// which is less than all of them, and the gradient by q.
    double fold_gap(const FoldPair&, Eigen::RowVectorXd* gradient) const;
    void add_fold(const FoldPair&, double least, LocalRows&) const;
    void add_head(LocalRows& residuals) const;
    /// E_σ of all joints; only if muscles count.
    void add_stress(const Frame&, LocalRows& residuals) const;

    const Animal& animal_;
    Limits limits_;
    Objective objective_;
    const Springs* springs_;
    FrameColumns columns_;
    std::vector<int> first_variables_;
    Eigen::VectorXd torque_weights_;
    std::vector<Pair> pairs_;
    std::vector<double> least_gaps_;  // of the animal's folds

    // Of the frame at hand.
    const Instants* instants_ = nullptr;
    const Instant* at_ = nullptr;
    const Eigen::VectorXd* variables_ = nullptr;
    const Eigen::VectorXd* shared_ = nullptr;
    bool derivatives_ = false;
    Eigen::VectorXd active_;
    Eigen::MatrixXd contact_dq_, contact_df_;  // of Σ Jᵀf by q and by the variables of the feet
};

}  // namespace gambol::gait
