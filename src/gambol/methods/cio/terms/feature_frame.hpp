// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/character/feature_model.hpp"
#include "gambol/character/limb_kinematics.hpp"
#include "gambol/geometry/shape.hpp"
#include "gambol/math/rotation.hpp"

#include <Eigen/Dense>

#include <array>
#include <vector>

namespace gambol::cio {

/// Everything about one instant of one character that more than one term needs, computed once.

/// First local columns of a character's coordinates, their rates, and its contact variables.
struct FeatureColumns {
    int q = 0, v = 0, a = 0, z = 0;
};

/// Where a point of a patch would come to rest: of facing_surface_point on all surfaces the one
/// that is nearest and faces the patch. The paper averages over the surfaces [Mordatch 2012, eq.
/// 3]; its averages lie between them, and half-way across a gap feet would find something to stand
/// on.
struct RestingPoint {
    Eigen::Vector3d point, normal;
    Eigen::Matrix3d dpoint_dp, dnormal_dp;
    int surface = 0;
};
[[nodiscard]] RestingPoint resting_point(
    const std::vector<Shape>& surfaces, const Eigen::Vector3d& p, const Eigen::Vector3d& facing);

/// A rigid carrier: the torso or an effector.
struct CarrierState {
    int q = 0;  // its first coordinate
    Eigen::Vector3d position, velocity;
    TurningFrame turn;
    [[nodiscard]] CarrierPose pose() const { return { position, turn.R, turn.left_jacobian }; }
};

struct LimbState {
    LimbPoints points;
    LimbDerivatives D;
};

/// Patch corners 0 … 3 are (−,−), (+,−), (−,+), (+,+) in the patch's x and y.
constexpr int kCorners = 4;

struct PatchState {
    int carrier = 0;  // index into FeatureFrame::carriers
    double z = 0;  // variable
    double activity = 0, dactivity_dz = 0;  // contact variable c = log(1 + eᶻ) and its slope
    double hold = 1;  // factor on what a contact pays for its gap and for moving along
    Eigen::Matrix3d axes;  // world
    Eigen::Vector3d center;  // world
    std::array<Eigen::Vector3d, kCorners> arm;  // corner − carrier position, world
    std::array<RestingPoint, kCorners> nearest;
    [[nodiscard]] Eigen::Vector3d corner(int i, const Eigen::Vector3d& carrier_position) const
    {
        return carrier_position + arm[i];
    }
};

/// A point of the body with its derivatives in the thirteen variables of a limb; for points of the
/// torso alone the last seven columns are zero. J is set only when the frame has derivatives.
struct BodyPoint {
    Eigen::Vector3d p;
    Eigen::Matrix<double, 3, LimbDerivatives::kColumns> J;
};

/// A capsule of the body at this instant.
struct BodyCapsule {
    enum Part { torso, upper, lower, end };
    BodyPoint a, b;
    double radius = 0;
    int limb = 0;  // whose columns the points use; torso capsules borrow limb 0's
    Part part = torso;
    double meets_surfaces = 1;  // this share of the axis, from a
};

struct FeatureFrame {
    const FeatureModel* model = nullptr;
    const std::vector<Shape>* surfaces = nullptr;
    FeatureColumns columns;
    Eigen::VectorXd q, v, a;
    bool derivatives = false;
    std::vector<CarrierState> carriers;  // torso, then effectors
    std::vector<LimbState> limbs;
    std::vector<PatchState> patches;
    std::vector<BodyCapsule> capsules;

    /// Columns of the thirteen variables of a limb, in the order of LimbDerivatives.
    [[nodiscard]] std::array<int, 13> limb_columns(int limb) const;
    /// Columns of a carrier's position and rotation vector.
    [[nodiscard]] std::array<int, 6> carrier_columns(int carrier) const;
    /// A point at a world arm from a carrier.
    [[nodiscard]] BodyPoint carried_point(int carrier, const Eigen::Vector3d& arm) const;
    /// (1 − t) a + t b
    [[nodiscard]] BodyPoint between(const BodyPoint& a, const BodyPoint& b, double t) const;
};

/// Recomputes the frame from local variables y. Allocates only on first use.
void update(const FeatureModel&, const std::vector<Shape>& surfaces, const FeatureColumns&,
    const Eigen::VectorXd& y, bool derivatives, FeatureFrame& frame);

/// c = log(1 + eᶻ), its slope, and the inverse.
[[nodiscard]] double contact_activity(double z);
[[nodiscard]] double contact_activity_slope(double z);
[[nodiscard]] double contact_variable(double activity);

/// Where an effector is, seen from the torso, against where it is when standing:
///
///     r = R_torsoᵀ (p_effector − p_torso) − rest
struct RestOffset {
    Eigen::Vector3d r;
    Eigen::Matrix<double, 3, 9> J;  // torso position and rotation, effector position
    std::array<int, 9> columns;
};
[[nodiscard]] RestOffset rest_offset(const FeatureFrame&, int limb);

/// Velocity of the material at a world arm from a carrier.
struct MaterialVelocity {
    Eigen::Vector3d v;
    Eigen::Matrix<double, 3, 12> J;  // carrier position and rotation, their rates
    std::array<int, 12> columns;
};
[[nodiscard]] MaterialVelocity material_velocity(
    const FeatureFrame&, int carrier, const Eigen::Vector3d& arm);

/// From its resting point to a patch corner, and how that moves with the patch's carrier.
struct CornerGap {
    Eigen::Vector3d gap;  // m
    Eigen::Matrix<double, 3, 6> J;  // set only when the frame has derivatives
};
[[nodiscard]] CornerGap corner_gap(const FeatureFrame&, const PatchState&, int corner);

/// How much further a patch is tipped, against the surface nearest to its corner, than a foot that
/// pushes off with its toes:
///
///     r = max(0, ½ − n_patch · n_surface)
struct CornerTilt {
    double r = 0;
    Eigen::Matrix<double, 1, 6> J;  // set only when the frame has derivatives and r > 0
};
[[nodiscard]] CornerTilt corner_tilt(const FeatureFrame&, const PatchState&, int corner);

/// ∂(p + R l)/∂(p, r) for a point l carried at the world arm R l.
[[nodiscard]] inline Eigen::Matrix<double, 3, 6> point_jacobian(
    const CarrierState& carrier, const Eigen::Vector3d& arm)
{
    Eigen::Matrix<double, 3, 6> J;
    J.leftCols<3>().setIdentity();
    J.rightCols<3>().noalias() = -skew(arm) * carrier.turn.left_jacobian;
    return J;
}

}  // namespace gambol::cio
