// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/dynamics/joint_torques.hpp"
#include "gambol/dynamics/point_motion.hpp"
#include "gambol/methods/forces/force_problem.hpp"
#include "gambol/methods/refine/body.hpp"
#include "gambol/methods/refine/support.hpp"
#include "gambol/methods/refine/watch.hpp"

#include <Eigen/Dense>

#include <optional>
#include <span>
#include <vector>

namespace gambol::refine {

/// Penalty weights: how much each wish counts; rows are in the units named.
struct Weights {
    double physics = 20000;  // × weight², weight² × arm²
    double hold = 1e7;  // / m²
    double spin = 20000;  // s² / m²
    double angle = 1;  // / rad², of a joint
    double root_position = 4, root_turn = 2;  // / m², / rad²
    double acceleration = 1e-4;  // s⁴, × those above
    double limit = 200;  // / rad²
    double depth = 2e5;  // / m²
    double torque = 100;  // × (excess / limit)²
    double push = 300;  // × weight², of the whole body's force beyond `hard_push`
    double hard_push = 1.5;  // weight
    double swing = 0.05;  // × angle, of joints that are loose
    double twist = 1000;  // × (weight × arm)², of the torque about the vertical where some are
    double effort = 0;  // × Σ (torque / strength)²
    double smooth = 0;  // s⁴ / rad², of joints' accelerations
    double posture = 0;  // / rad², of limbs that do nothing, from how they hang
    double gaze = 0;  // / rad², of the head from where it should look
    double stick = 1e5;  // s² / m², of held corners whose places are free
    double clear = 2e5;  // / m², of swinging corners that are too low
    double still = 1e4;  // s² / rad², of all that moves when it should rest
    double pose = 1e4;  // / rad², of a pose that is asked for
    double aim = 1e5;  // / m²
    double aim_speed = 1e3;  // s² / m²
};

/// A corner that swings, and how high above all surfaces it should be.
struct Clearance {
    dynamics::BodyPoint point;
    double height = 0;  // m
};

/// A goal on the tree: a point of the body, or the way from one to another, and where it should be.
struct Aim {
    double time = 0;  // s
    dynamics::BodyPoint point;
    std::optional<dynamics::BodyPoint> from;
    Eigen::Vector3d target = Eigen::Vector3d::Zero();  // m
    Eigen::Vector3d axes = Eigen::Vector3d::Ones();  // 0 where the world axis does not count
    std::optional<Eigen::Vector3d> velocity;  // m/s, of the point
};

/// What somebody looks with: a point of the head, and one 1 m ahead of it.
struct Gaze {
    dynamics::BodyPoint eyes, ahead;
};

/// A pose that is asked for at an instant; each coordinate by its own share of Weights::pose.
struct PoseTarget {
    Eigen::VectorXd q, shares;
};

/// What something that is handled does to a body: a force and a torque about the world's origin
/// [N, N m], through what moves with a joint.
struct Load {
    int joint = 0;
    dynamics::Wrench<double> press;
};

/// A point of the body that must be somewhere, as a corner that is held must; or where a point of
/// something carried is.
struct Pin {
    dynamics::BodyPoint point;
    Eigen::Vector3d place = Eigen::Vector3d::Zero();  // m
    std::optional<dynamics::BodyPoint> on = {};
};

/// A patch that lies flat on something that moves by itself.
struct Palm {
    int patch = 0;
    Eigen::Vector3d middle, normal;  // m, unit: of the plane that it lies in
    double turning = 0;  // rad/s about the normal
};

/// What counts of a carried prop at an instant.
struct CargoInstant {
    double share = 0;  // of what it needs that hands give
    const CarriedProp::Rest* rest = nullptr;
    std::vector<const Grasp*> grasps;
    Eigen::VectorXd warm = Eigen::VectorXd::Zero(6);  // last residual of its balance of forces
};

/// What an instant is compared with; nothing here depends on the unknowns.
struct InstantTarget {
    Eigen::VectorXd q, qddot;  // of the reference
    const Support* support = nullptr;
    Eigen::Vector3d center = Eigen::Vector3d::Zero();  // m: torques are taken about it
    std::vector<Watch> watched;
    std::vector<Pair> pairs;
    std::vector<Meeting> meetings;
    std::vector<Post> posts;
    Eigen::VectorXd warm = Eigen::VectorXd::Zero(6);  // last residual of the force problem
    std::vector<Clearance> clearances;
    std::vector<Aim> aims;
    std::vector<Load> loads;
    std::vector<Pin> pins;
    std::vector<Palm> palms;
    std::vector<CargoInstant> cargo;  // per Setting::cargo
    std::vector<dynamics::Wrench<double>> borne;  // of what is carried, by what it lies on
    std::optional<Eigen::Vector3d> looks;  // which way the head should look; of length 1, world
    bool still = false;  // should rest
    std::optional<PoseTarget> pose;
    /// By how much more than it is a torque counts, per coordinate with a limit [N m];
    /// grows from round to round where a limit is not kept (InstantModel::remember).
    Eigen::VectorXd torque_offsets;
    Eigen::VectorXd limit_offsets;  // likewise, of all coordinates' angles [rad]
};

/// What stays the same over a movement.
struct Setting {
    const Character* character = nullptr;
    const Body* body = nullptr;
    const HoldPlan* plan = nullptr;
    JointLimits limits;
    Weights weights;
    double weight = 0;  // N
    double arm = 0.3;  // m
    std::vector<int> loose;  // coordinates that swing as physics likes, more than as the reference
    const std::vector<Surface>* surfaces = nullptr;
    /// Held corners stay on their surface and at rest; where is open, and forces act where they
    /// are.
    bool free_places = false;
    PoseTarget posture;  // how limbs hang; shares are 0 of those that do something
    std::optional<Gaze> gaze;  // of who has a head
    std::vector<CarriedProp> cargo;  // per Body::carried
};

/// The cost of one instant as a function of q, q̇ and q̈, with gradient and Gauss-Newton Hessian:
///
///     w_p V(τ) + ½ Σ k (q − q_ref)² + ½ Σ k_a (q̈ − q̈_ref)² + ½ w_h Σ ‖corner − place‖²
///         + ½ w_s Σ (h ω · n)²
///         + ½ w_t τ_z², where arms are loose: they swing against the legs
///         + one-sided squares of angles, depths, overlaps, torques and whole force beyond limits
///         + t' (½ w_e Σ (τ_j / strength)² + ½ w_a ‖q̈‖² + ½ Σ k_r (q − q_rest)²
///               + ½ w_g ‖ahead − eyes − looks‖²)
///         + squares of what clearances, aims, rest and poses lack
///
/// t' is the pace of the clock, seconds per unit of time on the spline: what counts per second.
/// V(τ) = min_λ ½‖Gλ − τ‖² + prices says how badly the world can exert the force and torque
/// τ(q, q̇, q̈) that the whole body needs [Fang 2003] through what is held. Where places are fixed, G
/// is constant, ∂V/∂τ = −r and ∂²V/∂τ² = M⁻¹ (forces/force_problem). Torques of joints are
///
///     τ_j = s_j · (F_j − Σ forces on what j moves)
///
/// and their derivatives include those of λ: dλ = −λ' Gᵀ M⁻¹ dτ. Where places are free, G moves
/// with the corners: with Λ' = diag λ',
///
///     dV = −r · (dτ − dG λ)
///     M dr = −(dτ − dG λ − G Λ' dGᵀ r)        dλ = Λ' (dGᵀ r + Gᵀ dr)
class InstantModel {
public:
    explicit InstantModel(const Setting&);

    enum class Detail { value, derivatives };

    /// Returns the cost; the members below are set when derivatives are asked for.
    double evaluate(InstantTarget&, const Eigen::VectorXd& q, const Eigen::VectorXd& qdot,
        const Eigen::VectorXd& qddot, Detail, double pace = 1);

    double per_second = 0;  // what is multiplied with the pace; also ∂cost/∂pace

    Eigen::VectorXd by_q, by_qdot, by_qddot;  // gradient
    Eigen::MatrixXd position;  // Hessian of what depends on q alone, lower triangle
    Eigen::VectorXd velocity, acceleration;  // diagonals, of what depends on q̇ or q̈ alone
    /// Rows J of all else, whose Hessian is JᵀJ: the first `rows` of each.
    int rows = 0;
    Eigen::MatrixXd rows_q, rows_qdot, rows_qddot;

    /// After evaluate(): forces through each contact of the support, and what is left unexplained
    /// [weight, weight × arm].
    [[nodiscard]] std::vector<PatchForce> forces(const Support&) const;
    /// Likewise through each grasp of a carried prop, on the hand; surfaces are not set.
    [[nodiscard]] std::vector<PatchForce> grasp_forces(int carried) const;
    [[nodiscard]] const Eigen::VectorXd& residual() const { return residual_; }
    /// Torques of all degrees of freedom; those of the root are what nothing explains.
    [[nodiscard]] const Eigen::VectorXd& torques() const { return torques_; }
    /// After evaluate(): the greatest torque, of its limit.
    [[nodiscard]] double strain() const;
    /// After evaluate(): remembers by how much torques and angles are beyond their limits, as the
    /// multipliers of an augmented Lagrangian do.
    void remember(const Eigen::VectorXd& q, InstantTarget&) const;
    /// Multiplies the penalty weight of torques beyond their limits, as an augmented Lagrangian
    /// does from round to round. What was remembered must be divided.
    void raise_torque_price(double factor) { setting_.weights.torque *= factor; }

private:
    double add_tracking(
        const InstantTarget&, const Eigen::VectorXd& q, const Eigen::VectorXd& qddot);
    double add_limits(const InstantTarget&, const Eigen::VectorXd& q);
    void add_comfort(const Eigen::VectorXd& q, const Eigen::VectorXd& qddot);
    void add_gaze(const InstantTarget&);
    /// ∂(end − from)/∂q
    [[nodiscard]] Eigen::Matrix3Xd way_moves(
        const dynamics::BodyPoint& end, const dynamics::BodyPoint* from);
    double add_ends(const InstantTarget&, const Eigen::VectorXd& q, const Eigen::VectorXd& qdot);
    double add_clearances(const InstantTarget&);
    double add_aims(const InstantTarget&);
    double add_sticks(const Support&);
    /// Where the units of the support act, and how they move with q.
    void find_places(const Support&);
    /// How far an angle and its offset are beyond the limit; signed [rad].
    [[nodiscard]] double limit_excess(
        const InstantTarget&, const Eigen::VectorXd& q, Eigen::Index i) const;
    [[nodiscard]] dynamics::BodyPoint corner_of(const Hold&) const;
    [[nodiscard]] Eigen::Vector3d world(const dynamics::BodyPoint&) const;
    /// ½ w ‖v − …‖² of the point of last point_motion().
    void add_velocity_rows(const dynamics::BodyPoint&, const Eigen::Vector3d& off, double weight);
    void make_room(int more_rows);
    double add_holds(const Support&);
    double add_pins(const InstantTarget&);
    double add_palms(const InstantTarget&);
    /// Begins a row of scale · axis · ω of what moves with a joint.
    void begin_turn_row(int joint, const dynamics::Vector<double>& axis, double scale);
    void add_turn(int joint, const dynamics::Vector<double>& axis, double scale);
    /// The row is done; r is what it is about.
    void end_turn_row(double r);
    /// ½ w ‖point − place‖²
    double hold_at(const dynamics::BodyPoint&, const Eigen::Vector3d& place);
    double add_depths(const InstantTarget&);
    double add_posts(const InstantTarget&);
    /// Of a ball that is in what a joint carries; of a point of the world without `moving`.
    double add_depth_in_carried(const Eigen::Vector3d& center, double radius,
        const dynamics::BodyPoint* moving, const Shape&, int carried_by);
    double add_overlaps(const InstantTarget&);
    double add_meetings(const InstantTarget&);
    /// ½ w r² of the last gap, which may be that negative.
    double add_gap(double overlap, double w);
    double add_spins(const Support&);
    double add_physics(InstantTarget&);
    double add_cargo(InstantTarget&, const Eigen::VectorXd& qdot, const Eigen::VectorXd& qddot);
    double keep_still(size_t carried, const Eigen::VectorXd& qdot, const Eigen::VectorXd& qddot);
    /// What one prop demands of hands, in its frame and units, with its derivatives.
    void find_demand(size_t carried, double share);
    void press_hands(size_t carried);
    double lay_flat(size_t carried, const Grasp&);
    /// Torques of joints by what carried props press on hands.
    void bear_cargo();
    /// The same in a row of derivatives of the torque of `dof`.
    void add_cargo_row(int dof, Eigen::VectorXd& J);
    double add_push();
    double add_twist(const InstantTarget&);
    /// ½ r² with r's derivatives by q, q̇ and q̈ in J.
    void add_row(double r, const Eigen::VectorXd& J);
    double add_torques(const InstantTarget&);
    /// How far a torque and its offset are beyond the limit; signed [N m].
    [[nodiscard]] double excess_of(const InstantTarget&, size_t limited) const;
    void find_torques(const InstantTarget&);
    void add_torque_row(const InstantTarget&, int limited, double excess, double scale);
    /// What lies before a joint turns its axis; what presses on the body stays as it is. Into a row
    /// of derivatives of the joint's torque.
    void let_press_stay(std::span<const int> path, const dynamics::Wrench<double>& press, int dof,
        Eigen::VectorXd& J) const;
    /// ½ w r² with r = direction · (point of last point_position()) + …
    void add_point_row(
        const dynamics::BodyPoint&, const Eigen::Vector3d& direction, double r, double weight);

    Setting setting_;
    const dynamics::Tree& tree_;
    bool derivatives_ = false;
    dynamics::State<double> state_;
    dynamics::AggregateForce<double> force_;
    dynamics::PointMotion<double> point_;
    dynamics::LimbGap gap_;
    dynamics::JointTorques<double> joint_torques_;
    forces::ForceProblem problem_;
    Eigen::VectorXd residual_;  // of it: six rows
    Eigen::VectorXd torques_;
    Eigen::VectorXd tracking_;  // weights by coordinate
    std::vector<dynamics::Wrench<double>> pushes_;  // per contact: force and torque, N
    std::vector<int> limited_;  // coordinates with a limit of torque
    using SixRows = Eigen::Matrix<double, 6, Eigen::Dynamic>;
    SixRows demand_;  // 6 × 3D: ∂τ/∂(q, q̇, q̈)
    double pace_ = 1;
    /// A carried prop by itself: its balance of forces is in its own frame, in which hands are
    /// fixed.
    struct CargoModel {
        CargoModel(const dynamics::Tree& tree, int dof_begin, double weight, double arm);
        dynamics::Tree tree;
        dynamics::State<double> state;
        dynamics::AggregateForce<double> force;
        int first = 0;  // coordinate
        double weight = 1, arm = 0.1;  // N, m
        forces::ForceProblem problem;
        std::vector<forces::Contact> contacts;  // per grasp
        std::vector<forces::Unit> units;
        std::vector<int> joints;  // of the hand, per grasp
        Eigen::VectorXd residual;
        Eigen::Matrix<double, 6, 1> demand;
        Eigen::Matrix<double, 6, 18> moves;  // of the demand with its own q, q̇ and q̈
        std::vector<dynamics::Wrench<double>> on_prop;  // per unit and N: world
        std::vector<dynamics::Wrench<double>> presses;  // per grasp, on the hand: world, N
        bool held = false;
    };
    std::vector<CargoModel> cargo_;
    // Where places are free:
    std::vector<forces::Unit> units_;  // of the support, where they are now
    std::vector<Eigen::Matrix3Xd> moves_;  // per hold of the support: ∂corner/∂q
    SixRows unmet_;  // demand_ less dG λ + G Λ' dGᵀ r: −M dr
    [[nodiscard]] Eigen::Vector3d hold_force(size_t hold, const Support&) const;  // N
    [[nodiscard]] Eigen::Vector3d leaning(const forces::Unit&) const;  // push × r_torque / arm
    [[nodiscard]] const std::vector<forces::Unit>& units_of(const Support& support) const
    {
        return setting_.free_places ? units_ : support.units;
    }
};

}  // namespace gambol::refine
