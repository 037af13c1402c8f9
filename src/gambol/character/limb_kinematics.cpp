// SPDX-License-Identifier: MIT
#include "gambol/character/limb_kinematics.hpp"

#include "gambol/math/rotation.hpp"

#include <ceres/jet.h>

namespace gambol {

namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;

/// Smoothing of bend² near the straight limb [m²]: the bend of a straight limb reads 2 cm instead
/// of 0. Ten times less makes ∂m/∂tip jump at the straight knee and stalls the optimiser there.
constexpr double kBendSmoothing = 1e-3;
/// Keeps directions finite where tip and base, or pole and limb, coincide [m²]: first so that their
/// derivatives stay small too, then so little that lengths are right to rounding.
constexpr double kTinySquared = 1e-6, kLeastSquared = 1e-24;

/// base, tip, pole, swivel are the independent variables of the middle joint.
using Jet = ceres::Jet<double, 10>;

template <class T> using Vector3 = Eigen::Matrix<T, 3, 1>;

template <class T> struct Middle {
    Vector3<T> middle, hinge;
    T reach, bend;
};

template <class T>
Middle<T> solve_middle(const FeatureLimb& limb, const Vector3<T>& base, const Vector3<T>& tip,
    const Vector3<T>& pole, const T& swivel, double smoothing, double tiny_squared)
{
    using std::cos, std::sin, std::sqrt;
    const double l1 = limb.upper_length, l2 = limb.lower_length;
    Middle<T> out;
    Vector3<T> u = tip - base;
    const T reach_sq = u.squaredNorm() + tiny_squared;
    out.reach = sqrt(reach_sq);
    u /= out.reach;
    const T along = (reach_sq + (l1 * l1 - l2 * l2)) / (2.0 * out.reach);
    const T bend_sq = l1 * l1 - along * along;
    out.bend = sqrt(0.5 * (bend_sq + sqrt(bend_sq * bend_sq + smoothing * smoothing)));

    const T overlap = pole.dot(u);
    Vector3<T> across = pole - overlap * u;
    across /= sqrt(across.squaredNorm() + tiny_squared);
    const Vector3<T> turned = cos(swivel) * across + sin(swivel) * u.cross(across);
    out.middle = base + along * u + out.bend * turned;
    out.hinge = turned.cross(u);
    return out;
}

Vector3<Jet> variables(const Vector3d& value, int first)
{
    return { Jet(value[0], first), Jet(value[1], first + 1), Jet(value[2], first + 2) };
}

}  // namespace

void limb_kinematics(const FeatureLimb& limb, const CarrierPose& torso, const CarrierPose& effector,
    double swivel, LimbPoints& points, LimbDerivatives* derivatives)
{
    const Vector3d arm = torso.R * limb.base, tip_arm = effector.R * limb.tip;
    const Vector3d pole_torso = torso.R * limb.pole;
    const Vector3d pole_end = limb.pole_from_end * effector.R.col(0);
    points.base = torso.position + arm;
    points.tip = effector.position + tip_arm;
    const Vector3d pole = pole_torso + pole_end;

    if (!derivatives) {
        const auto solved = solve_middle<double>(
            limb, points.base, points.tip, pole, swivel, kBendSmoothing, kTinySquared);
        points.middle = solved.middle;
        points.hinge = solved.hinge;
        points.reach = solved.reach;
        points.bend = solved.bend;
        return;
    }

    const auto solved = solve_middle<Jet>(limb, variables(points.base, 0), variables(points.tip, 3),
        variables(pole, 6), Jet(swivel, 9), kBendSmoothing, kTinySquared);
    Eigen::Matrix<double, 3, 10> middle_by, hinge_by;
    for (int i = 0; i < 3; ++i) {
        points.middle[i] = solved.middle[i].a;
        points.hinge[i] = solved.hinge[i].a;
        middle_by.row(i) = solved.middle[i].v.transpose();
        hinge_by.row(i) = solved.hinge[i].v.transpose();
    }
    points.reach = solved.reach.a;
    points.bend = solved.bend.a;

    LimbDerivatives& D = *derivatives;
    const Matrix3d I = Matrix3d::Identity();
    D.base.setZero();
    D.base.leftCols<3>() = I;
    D.base.middleCols<3>(3) = -skew(arm) * torso.left_jacobian;
    D.tip.setZero();
    D.tip.middleCols<3>(6) = I;
    D.tip.middleCols<3>(9) = -skew(tip_arm) * effector.left_jacobian;
    Eigen::Matrix<double, 10, LimbDerivatives::kColumns> chain;
    chain.setZero();
    chain.topRows<3>() = D.base;
    chain.middleRows<3>(3) = D.tip;
    chain.block<3, 3>(6, 3) = -skew(pole_torso) * torso.left_jacobian;
    chain.block<3, 3>(6, 9) = -skew(pole_end) * effector.left_jacobian;
    chain(9, 12) = 1;
    D.middle.noalias() = middle_by * chain;
    D.hinge.noalias() = hinge_by * chain;
    D.reach.noalias() = solved.reach.v.transpose() * chain;
    D.bend.noalias() = solved.bend.v.transpose() * chain;
}

LimbPoints exact_limb_points(
    const FeatureLimb& limb, const CarrierPose& torso, const CarrierPose& effector, double swivel)
{
    LimbPoints points;
    points.base = torso.position + torso.R * limb.base;
    points.tip = effector.position + effector.R * limb.tip;
    const Vector3d pole = torso.R * limb.pole + limb.pole_from_end * effector.R.col(0);
    const auto solved
        = solve_middle<double>(limb, points.base, points.tip, pole, swivel, 0.0, kLeastSquared);
    points.hinge = solved.hinge.normalized();
    points.reach = (points.tip - points.base).norm();
    points.bend = solved.bend;
    points.middle = points.base + limb.upper_length * (solved.middle - points.base).normalized();
    return points;
}

}  // namespace gambol
