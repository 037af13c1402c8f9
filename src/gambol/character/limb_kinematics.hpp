// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/character/feature_model.hpp"

#include <Eigen/Dense>

namespace gambol {

/// Inverse kinematics of a two-link limb between a base and a tip. With d = ‖tip − base‖ and
/// u = (tip − base)/d, the middle joint is
///
///     m = base + along·u + bend·p̂      along = (d² + l₁² − l₂²)/(2d)      bend = √(l₁² − along²)
///
/// where p̂ is the pole made perpendicular to u and turned about u by the swivel angle. A limb asked
/// to reach beyond l₁ + l₂ stays straight; the bend is smoothed there so that m is differentiable.
struct LimbPoints {
    Eigen::Vector3d base, middle, tip;
    Eigen::Vector3d hinge;  // unit, p̂ × u: axis of positive flexion of the middle joint
    double reach = 0;  // d
    double bend = 0;  // distance of the middle joint from the line base–tip
};

/// Derivatives with respect to torso position and rotation vector, effector position and rotation
/// vector, and swivel, in this order.
struct LimbDerivatives {
    static constexpr int kColumns = 13;
    Eigen::Matrix<double, 3, kColumns> base, middle, tip, hinge;
    Eigen::Matrix<double, 1, kColumns> reach, bend;
};

/// A carrier's pose as limb kinematics needs it; dR = [left_jacobian · dr]× R.
struct CarrierPose {
    Eigen::Vector3d position;
    Eigen::Matrix3d R, left_jacobian;
};

/// `derivatives` may be null.
void limb_kinematics(const FeatureLimb&, const CarrierPose& torso, const CarrierPose& effector,
    double swivel, LimbPoints& points, LimbDerivatives* derivatives);

/// The same without smoothing: links have their exact lengths, and a limb that cannot reach points
/// straight at its tip.
[[nodiscard]] LimbPoints exact_limb_points(
    const FeatureLimb&, const CarrierPose& torso, const CarrierPose& effector, double swivel);

}  // namespace gambol
