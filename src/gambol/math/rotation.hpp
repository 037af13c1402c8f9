// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Dense>

namespace gambol {

/// [a]× with [a]× b = a × b.
[[nodiscard]] inline Eigen::Matrix3d skew(const Eigen::Vector3d& a)
{
    Eigen::Matrix3d S;
    S << 0, -a.z(), a.y(), a.z(), 0, -a.x(), -a.y(), a.x(), 0;
    return S;
}

/// The even functions of the rotation angle that the exponential map is made of, as functions of
/// s = θ², with derivatives in s:
///
///     A = sin θ / θ    B = (1 − cos θ) / θ²    C = (θ − sin θ) / θ³
///
/// Smooth at θ = 0, where A = 1, B = 1/2, C = 1/6.
struct ExponentialCoefficients {
    double A, B, C;
    double dB, dC;  // d/ds
    double ddB, ddC;  // d²/ds²
};
[[nodiscard]] ExponentialCoefficients exponential_coefficients(double s);

/// R = exp([r]×); r is a rotation vector [Grassia 1998].
[[nodiscard]] Eigen::Matrix3d rotation_matrix(const Eigen::Vector3d& r);

/// The rotation vector of R, |r| ≤ π.
[[nodiscard]] Eigen::Vector3d rotation_vector(const Eigen::Matrix3d& R);

/// The rotation vector of R (any of r + 2πk r/|r|) that is nearest to `near`.
[[nodiscard]] Eigen::Vector3d rotation_vector_near(
    const Eigen::Matrix3d& R, const Eigen::Vector3d& near);

/// A turning frame, to first order in everything that can change it:
///
///     dR = [left_jacobian · dr]× R        ω = left_jacobian · ṙ
///
/// ∂ω/∂ṙ is left_jacobian too.
struct TurningFrame {
    Eigen::Matrix3d R, left_jacobian;
    Eigen::Vector3d omega;  // rad/s, world frame
    Eigen::Matrix3d domega_dr;
};
[[nodiscard]] TurningFrame turning_frame(const Eigen::Vector3d& r, const Eigen::Vector3d& rdot);

/// Angular acceleration α = dω/dt of a turning frame and its derivatives. ∂α/∂r̈ is left_jacobian.
struct AngularAcceleration {
    Eigen::Vector3d alpha;  // rad/s², world frame
    Eigen::Matrix3d dalpha_dr, dalpha_drdot;
};
[[nodiscard]] AngularAcceleration angular_acceleration(
    const Eigen::Vector3d& r, const Eigen::Vector3d& rdot, const Eigen::Vector3d& rddot);

/// Axes of a contact patch whose inward normal is `normal` (unit): z = normal; x is the carrying
/// body's x axis made perpendicular to it, or the body's z axis where the normal is parallel to x.
[[nodiscard]] Eigen::Matrix3d patch_axes(const Eigen::Vector3d& normal);

}  // namespace gambol
