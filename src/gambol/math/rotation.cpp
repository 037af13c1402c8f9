// SPDX-License-Identifier: MIT
#include "gambol/math/rotation.hpp"

#include <cmath>
#include <numbers>

namespace gambol {

namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;

/// Σ_k (−s)^k / (2k + offset)! and its first two derivatives in s; exact to rounding for s < 1.
struct Series {
    double value, first, second;
};
Series alternating_series(double s, int offset)
{
    constexpr int kTerms = 10;  // 1/(2·10)! is below rounding; halving it loses digits at s = 1
    double coefficient[kTerms];
    double factorial = 1;
    for (int i = 2; i <= offset; ++i)
        factorial *= i;
    for (int k = 0; k < kTerms; ++k) {
        coefficient[k] = (k % 2 == 0 ? 1 : -1) / factorial;
        factorial *= (2 * k + offset + 1) * (2 * k + offset + 2);
    }
    Series sum { 0, 0, 0 };
    for (int k = kTerms - 1; k >= 0; --k) {
        sum.second = sum.second * s + 2 * sum.first;
        sum.first = sum.first * s + sum.value;
        sum.value = sum.value * s + coefficient[k];
    }
    return sum;
}

/// ω = ṙ + B u + C w with u = r × ṙ, w = r × u.
Vector3d angular_velocity(
    const ExponentialCoefficients& e, const Vector3d& rdot, const Vector3d& u, const Vector3d& w)
{
    return rdot + e.B * u + e.C * w;
}

}  // namespace

ExponentialCoefficients exponential_coefficients(double s)
{
    ExponentialCoefficients e {};
    if (s < 1) {
        const Series B = alternating_series(s, 2);
        const Series C = alternating_series(s, 3);
        e.A = alternating_series(s, 1).value;
        e.B = B.value, e.dB = B.first, e.ddB = B.second;
        e.C = C.value, e.dC = C.first, e.ddC = C.second;
        return e;
    }
    const double theta = std::sqrt(s), cosine = std::cos(theta);
    e.A = std::sin(theta) / theta;
    const double dA = (cosine - e.A) / (2 * s);
    const double ddA = -(e.A / 2 + 3 * dA) / (2 * s);
    e.B = (1 - cosine) / s;
    e.dB = (e.A / 2 - e.B) / s;
    e.ddB = (dA / 2 - 2 * e.dB) / s;
    e.C = (1 - e.A) / s;
    e.dC = -(dA + e.C) / s;
    e.ddC = -(ddA + 2 * e.dC) / s;
    return e;
}

Matrix3d rotation_matrix(const Vector3d& r)
{
    const ExponentialCoefficients e = exponential_coefficients(r.squaredNorm());
    const Matrix3d S = skew(r);
    return Matrix3d::Identity() + e.A * S + e.B * S * S;
}

Vector3d rotation_vector(const Matrix3d& R)
{
    const Eigen::AngleAxisd turn(R);
    return turn.angle() * turn.axis();
}

Vector3d rotation_vector_near(const Matrix3d& R, const Vector3d& near)
{
    const Vector3d r = rotation_vector(R);
    const double angle = r.norm();
    if (angle < 1e-9)
        return r;
    constexpr double kTurn = 2 * std::numbers::pi;
    const Vector3d axis = r / angle;
    return (angle + kTurn * std::round((near.dot(axis) - angle) / kTurn)) * axis;
}

TurningFrame turning_frame(const Vector3d& r, const Vector3d& rdot)
{
    const ExponentialCoefficients e = exponential_coefficients(r.squaredNorm());
    const Matrix3d S = skew(r), SS = S * S;
    const Vector3d u = r.cross(rdot), w = r.cross(u);
    TurningFrame frame;
    frame.R = Matrix3d::Identity() + e.A * S + e.B * SS;
    frame.left_jacobian = Matrix3d::Identity() + e.B * S + e.C * SS;
    frame.omega = angular_velocity(e, rdot, u, w);
    // du = −[ṙ]× dr, dw = (−[u]× − [r]×[ṙ]×) dr, ds = 2 rᵀdr
    const Matrix3d du = -skew(rdot);
    const Matrix3d dw = -skew(u) + S * du;
    frame.domega_dr
        = (2 * e.dB) * u * r.transpose() + e.B * du + (2 * e.dC) * w * r.transpose() + e.C * dw;
    return frame;
}

AngularAcceleration angular_acceleration(
    const Vector3d& r, const Vector3d& rdot, const Vector3d& rddot)
{
    // With r' = ṙ and ṙ' = r̈:  u' = r × r̈,  w' = ṙ × u + r × u',  s' = σ = 2 r·ṙ
    //     α = r̈ + B'σ u + B u' + C'σ w + C w'
    const ExponentialCoefficients e = exponential_coefficients(r.squaredNorm());
    const Matrix3d S = skew(r), V = skew(rdot), A = skew(rddot);
    const Vector3d u = r.cross(rdot), w = r.cross(u);
    const Vector3d u1 = r.cross(rddot), w1 = rdot.cross(u) + r.cross(u1);
    const double sigma = 2 * r.dot(rdot);

    AngularAcceleration result;
    result.alpha = rddot + e.dB * sigma * u + e.B * u1 + e.dC * sigma * w + e.C * w1;

    const Eigen::RowVector3d ds = 2 * r.transpose();
    const Eigen::RowVector3d dsigma_dr = 2 * rdot.transpose();
    const Matrix3d du_dr = -V, du1_dr = -A;
    const Matrix3d dw_dr = -skew(u) + S * du_dr;
    const Matrix3d dw1_dr = V * du_dr - skew(u1) + S * du1_dr;
    result.dalpha_dr = sigma * u * (e.ddB * ds) + e.dB * (u * dsigma_dr + sigma * du_dr)
        + u1 * (e.dB * ds) + e.B * du1_dr + sigma * w * (e.ddC * ds)
        + e.dC * (w * dsigma_dr + sigma * dw_dr) + w1 * (e.dC * ds) + e.C * dw1_dr;

    const Matrix3d& du_dv = S;
    const Matrix3d dw_dv = S * S;
    const Matrix3d dw1_dv = -skew(u) + V * du_dv;
    result.dalpha_drdot
        = e.dB * (u * ds + sigma * du_dv) + e.dC * (w * ds + sigma * dw_dv) + e.C * dw1_dv;
    return result;
}

Matrix3d patch_axes(const Vector3d& normal)
{
    // Nearer to x than 0.08° its projection is rounding noise. The viewer draws the same line.
    constexpr double kParallel = 1 - 1e-6;
    const Vector3d along = std::abs(normal.x()) < kParallel ? Vector3d::UnitX() : Vector3d::UnitZ();
    const Vector3d x = along - normal.dot(along) * normal;
    Matrix3d axes;
    axes.col(0) = x.normalized();
    axes.col(2) = normal;
    axes.col(1) = axes.col(2).cross(axes.col(0));
    return axes;
}

}  // namespace gambol
