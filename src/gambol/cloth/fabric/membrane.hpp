// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Dense>

#include <array>

namespace gambol::cloth {

/// A triangle of cloth that resists stretch along its two threads and shear between them.
///
/// F = Σ xᵢ bᵢᵀ (3 × 2) takes the flat rest state to the world; its columns f₁, f₂ are the images
/// of the unit vectors along warp and weft. With the stretch k and the shear stiffness g ≤ k [N/m]
///
///     W = ½ A [ g ‖F − R S‖² + (k − g) Σ_d (|f_d| − l_d)² ]        [J]
///
/// where the rotation R (3 × 2, orthonormal columns) is the one nearest to F S⁻¹, i.e. the polar
/// factor of F S. At rest S = 1 and l = 1; damping moves these targets (MembraneTarget).
struct MembraneTriangle {
    std::array<int, 3> vertex {};
    Eigen::Matrix<double, 3, 2> b;  // rows bᵢ, 1/m
    double area = 0;  // m², at rest
    double stretch = 0, shear = 0;  // k, g
};

/// What a triangle wants to be during one step.
struct MembraneTarget {
    Eigen::Matrix2d S = Eigen::Matrix2d::Identity();
    Eigen::Vector2d length = Eigen::Vector2d::Ones();
};

/// The rest state is the triangle as it lies in space; warp is `warp` laid into its plane.
[[nodiscard]] MembraneTriangle make_membrane_triangle(
    const std::array<int, 3>& vertex, const Eigen::Matrix3Xd& rest, const Eigen::Vector3d& warp);

/// Viscosity of time constant τ over a step dt adds ½ (τ/dt) k (|f| − |f₀|)² for every spring, f₀
/// being the start of the step. The sum is again such a spring: (1 + τ/dt) as stiff, with the
/// target below. That damps no rotation.
[[nodiscard]] MembraneTarget damped_target(
    const MembraneTriangle&, const Eigen::Matrix3Xd& x_t0, double damping_over_dt);

/// factor · W. `gradient` becomes that by its three vertices, a column each.
double evaluate_membrane(const MembraneTriangle&, const MembraneTarget&, double factor,
    const Eigen::Matrix3Xd& x, Eigen::Ref<Eigen::Matrix3Xd> gradient);

/// k A b bᵀ: for each coordinate at least the Hessian of W, whatever the state.
[[nodiscard]] Eigen::Matrix3d membrane_bound(const MembraneTriangle&);

}  // namespace gambol::cloth
