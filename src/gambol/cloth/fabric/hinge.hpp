// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Dense>

#include <array>

namespace gambol::cloth {

/// Two triangles that share an edge resist being folded away from their rest angle, discrete shells
/// [Grinspun 2003]:
///
///     W = ½ c (θ − θ̄)²,   c = 1.3 B |e|² / (A₁ + A₂)        [J]
///
/// θ is the angle between their normals, 0 when flat, and B the bending stiffness of the sheet, in
/// N m. [Grinspun 2003] leaves the factor open. 1.3 is what makes a strip of sheet_mesh(), cut
/// along its threads, sag as a beam with the stiffness B does: 1.30 for one square across, 1.26 for
/// sixteen. No single factor suits every direction: bent along a diagonal of its squares, the same
/// sheet is 1.6 times as stiff. Vertices: the ends of the edge, then the tip of the triangle on its
/// left, then the other tip.
struct Hinge {
    std::array<int, 4> vertex {};
    double stiffness = 0;  // c, N m
    double rest_angle = 0;  // θ̄, rad
    Eigen::Vector4d weight = Eigen::Vector4d::Zero();  // 1/m: |∂θ/∂xᵢ| with sign, flat at rest
};

[[nodiscard]] Hinge make_hinge(
    const std::array<int, 4>& vertex, const Eigen::Matrix3Xd& rest, double bending);

/// θ in (−π, π].
[[nodiscard]] double hinge_angle(const Hinge&, const Eigen::Matrix3Xd& x);

/// ∂θ/∂xᵢ.
[[nodiscard]] std::array<Eigen::Vector3d, 4> hinge_gradient(
    const Hinge&, const Eigen::Matrix3Xd& x);

/// factor · ½ c (θ − target)². `gradient` becomes that by its four vertices, a column each.
double evaluate_hinge(const Hinge&, double target, double factor, const Eigen::Matrix3Xd& x,
    Eigen::Ref<Eigen::Matrix3Xd> gradient);

/// a − b within (−π, π]: a sheet folded shut does not jump from π to −π.
[[nodiscard]] double angle_between(double a, double b);

/// c w wᵀ: the Hessian of W for each coordinate at a flat rest state.
[[nodiscard]] Eigen::Matrix4d hinge_bound(const Hinge&);

}  // namespace gambol::cloth
