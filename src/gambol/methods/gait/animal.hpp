// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/character/character.hpp"
#include "gambol/dynamics/character_tree.hpp"
#include "gambol/math/gravity.hpp"
#include "gambol/methods/gait/folds.hpp"
#include "gambol/methods/gait/treadmill.hpp"

#include <Eigen/Dense>

#include <cmath>
#include <string>
#include <vector>

namespace gambol::gait {

/// The sole of a leg: a rectangle from toe to heel, of which the toe is what a stance holds in
/// place. A point for feet that are small.
struct Foot {
    /// Its variables: the force on it, the torque about z, and of soles where both act, as
    /// distances from the toe back and to the left.
    enum Variable { force = 0, torsion = 3, back_from_toe = 4, left_of_toe = 5 };

    std::string name;  // of the limb
    int limb = 0, patch = 0;  // of the character
    dynamics::BodyPoint toe, heel, knee, ankle;
    std::vector<dynamics::BodyPoint> corners;  // of the sole; the toe of a point
    double rim = 0;  // of a point: how far below it the edge of its patch is when that tilts
    Eigen::Vector3d back = -Eigen::Vector3d::UnitX(),
                    left = Eigen::Vector3d::UnitY();  // of the sole
    double length = 0, half_width = 0;  // 0: a point
    double torsion_arm = 0;  // friction × load × this is the most torsion that it gives
    bool keeps_level = false, keeps_heading = false;  // joints allow to, sideways and about z
    int mirror = 0;  // the foot on the other side; itself if there is none
    double leg_length = 0;  // from the hip to the toe, stretched
    /// Balls that its segment is rounded with, where it has no sole to keep it above the ground.
    struct Ball {
        dynamics::BodyPoint center;
        double radius;
    };
    std::vector<Ball> balls;

    [[nodiscard]] bool has_sole() const { return length > 0; }
    [[nodiscard]] int variables() const { return has_sole() ? 6 : 4; }
};

/// The muscles of a joint, and the limb that hangs on it.
struct MuscleJoint {
    int first_dof = 0, dofs = 0;
    int foot = -1;  // whose force goes through the limb; −1: none
    dynamics::BodyPoint from, to;  // the ends of the limb, if it belongs to a leg
};

/// What an animal measures everything in, with g.
struct Units {
    double mass = 1, leg = 1;  // kg, m

    [[nodiscard]] double time_unit() const { return std::sqrt(leg / kGravity); }  // s
    [[nodiscard]] double speed_unit() const { return std::sqrt(leg * kGravity); }  // m/s
};

/// An animal in its own units: its mass, its leg length (height of the hips) and g are 1. Time is
/// then in √(L/g), speed in √(g L), force in weights, torque in m g L; similar animals at one
/// Froude number V²/(g L) are the same animal.
struct Animal : Units {
    dynamics::CharacterTree body;  // coordinates: root position, its angles about z, x, y, joints
    Eigen::VectorXd standing, lower, upper;  // coordinates and their limits
    Eigen::VectorXd running;  // like standing, but for arms, which are bent at their elbows
    std::vector<Foot> feet;
    dynamics::BodyPoint head;
    /// How strong each joint is by the thickness of its limbs [Wampler 2009, eqs 18–21], m g L, and
    /// the arm at which its muscles pull.
    Eigen::VectorXd strength, lever;
    Eigen::VectorXd torque_lower, torque_upper;  // as the body says, m g L; infinite: it does not
    std::vector<MuscleJoint> joints;  // all but the root
    /// How much dearer than usual it is to leave the standing pose, by coordinate. Arms, and what
    /// else hangs beside the trunk and bears nothing, swing forth and back, not sideways.
    Eigen::VectorXd posture;
    std::vector<FoldPair> folds;
    /// Left and right exchanged: q'_k = mirror_sign_k q_mirror_k.
    std::vector<int> mirror;
    Eigen::VectorXd mirror_sign;
    bool has_mirror = true;  // its two sides are alike

    [[nodiscard]] int dofs() const { return body.tree.dof_count(); }
    /// What it keeps to at a speed as far as that costs nothing: standing of walkers, running above
    /// Froude number 1.
    [[nodiscard]] Eigen::VectorXd rest(double speed) const;
    [[nodiscard]] Eigen::VectorXd mirrored(const Eigen::VectorXd& q) const;
};

constexpr int kRootDofs = 6;

/// Legs are the limbs that the character stands on; there must be one. The head is the segment of
/// that name, or else the root.
[[nodiscard]] Animal make_animal(const Character&);
[[nodiscard]] Units own_units(const Character&);
/// In units of another one, so that costs of bodies that differ in their proportions compare, with
/// the gravity that it feels on that treadmill, which is in its own units too.
[[nodiscard]] Animal make_animal(const Character&, const Units&, const Treadmill& = {});

/// Whether what is on its left is also on its right.
[[nodiscard]] bool has_like_sides(const Character&);

/// The mass of every segment but the root's at its centre, without a moment of inertia of its own
/// [Wampler 2009, section 3.3].
[[nodiscard]] Character with_point_masses(Character);

/// min of two positive numbers, smoothly: (a⁻¹⁰ + b⁻¹⁰)^(−1/10) [Wampler 2009, eq. 19].
[[nodiscard]] double smooth_min(double a, double b);

}  // namespace gambol::gait
