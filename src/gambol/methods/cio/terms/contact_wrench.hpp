// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/math/barrier_least_squares.hpp"
#include "gambol/math/gravity.hpp"
#include "gambol/methods/cio/terms/feature_frame.hpp"

#include <Eigen/Dense>

#include <vector>

namespace gambol::cio {

/// Forces are in units of the character's weight mg, torques in mg · 0.3 m.
constexpr double kTorqueArm = 0.3;  // m

/// The wrench at the torso's origin that the torso's motion demands of all contacts together,
/// scaled: gravity included, torques about the origin, world axes.
///
///     τ = [ m(p̈ + g ẑ) ;  d/dt(R I Rᵀ ω) ]
struct DemandedWrench {
    Eigen::Matrix<double, 6, 1> tau;
    Eigen::Matrix<double, 3, 3> dtorque_dr, dtorque_drdot, dtorque_drddot;  // rows 3 … 5
    double dforce_da = 0;  // rows 0 … 2: times the identity
};
[[nodiscard]] DemandedWrench demanded_wrench(const FeatureFrame&);

/// One unit coefficient of contact force: direction `push` at a point `arm` from the patch's
/// carrier, plus a torque `twist`; all world axes.
struct ForceColumn {
    int patch = 0;
    Eigen::Vector3d push, arm, twist;
    bool is_free = false;
    int corner = -1;  // of the patch; −1: acts at its centre
    double friction = 0;  // of the surface nearest to the corner
};

/// The columns of all patches: sixteen per patch (four friction-pyramid edges at each corner: so
/// the force stays in the pyramid and the centre of pressure in the patch), or where the patch may
/// grip four signed ones: a force at its centre and a twist about its normal. `friction` has one
/// value per surface of the frame, or one for all.
void force_columns(
    const FeatureFrame&, const std::vector<double>& friction, std::vector<ForceColumn>& columns);

/// How far a column at a corner points out of what the nearest surface can give, whose normal n is
/// not the patch's:
///
///     r = max(0, |push − (n · push) n| − friction · (n · push) − 0.1)
struct OutsideFriction {
    double r = 0;
    Eigen::Matrix<double, 1, 6> J;  // carrier; set only when the frame has derivatives and r > 0
};
[[nodiscard]] OutsideFriction outside_friction(const FeatureFrame&, const ForceColumn&);

/// How many columns share a patch's regularisation: k coefficients λ/k cost as much as one λ/1
/// when each is weighted k times.
[[nodiscard]] double column_share(const FeaturePatch&);

/// Fills G of the inner problem: the scaled wrench of each unit coefficient about the torso's
/// origin.
void wrench_columns(const FeatureFrame&, const std::vector<ForceColumn>&, BarrierLeastSquares&);

/// Twist of a gripping hand per unit force [m]: half the width of a palm.
constexpr double kGripArm = 0.05;

}  // namespace gambol::cio
