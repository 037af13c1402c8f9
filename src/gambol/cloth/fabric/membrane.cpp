// SPDX-License-Identifier: MIT
#include "gambol/cloth/fabric/membrane.hpp"

#include <algorithm>
#include <cmath>

namespace gambol::cloth {

namespace {

using Eigen::Matrix2d;
using Eigen::Vector3d;
using Matrix32d = Eigen::Matrix<double, 3, 2>;

// Of a squared area ratio; below it a triangle is a line and any rotation about it is as good.
constexpr double kFlat = 1e-20;

Matrix32d deformation(const MembraneTriangle& triangle, const Eigen::Matrix3Xd& x)
{
    Matrix32d F = Matrix32d::Zero();
    for (int i = 0; i < 3; ++i)
        F.noalias() += x.col(triangle.vertex[std::size_t(i)]) * triangle.b.row(i);
    return F;
}

/// √C of a symmetric positive 2 × 2 matrix: (C + √det C) / √(tr C + 2 √det C).
Matrix2d root(const Matrix2d& C)
{
    const double det = std::sqrt(std::max(kFlat, C.determinant()));
    return (C + det * Matrix2d::Identity()) / std::sqrt(C.trace() + 2 * det);
}

}  // namespace

MembraneTriangle make_membrane_triangle(
    const std::array<int, 3>& vertex, const Eigen::Matrix3Xd& rest, const Vector3d& warp)
{
    const Vector3d a = rest.col(vertex[0]);
    const Vector3d e1 = rest.col(vertex[1]) - a, e2 = rest.col(vertex[2]) - a;
    const Vector3d cross = e1.cross(e2);
    const Vector3d normal = cross.normalized();
    Vector3d u = warp - normal.dot(warp) * normal;
    // A warp that stands on the triangle says nothing about it.
    if (u.norm() < 0.1 * warp.norm())
        u = e1;
    u.normalize();
    const Vector3d v = normal.cross(u);
    Matrix2d edges;
    edges << u.dot(e1), u.dot(e2), v.dot(e1), v.dot(e2);
    const Matrix2d inverse = edges.inverse();
    MembraneTriangle triangle;
    triangle.vertex = vertex;
    triangle.area = cross.norm() / 2;
    triangle.b.row(1) = inverse.row(0);
    triangle.b.row(2) = inverse.row(1);
    triangle.b.row(0) = -inverse.row(0) - inverse.row(1);
    return triangle;
}

MembraneTarget damped_target(
    const MembraneTriangle& triangle, const Eigen::Matrix3Xd& x_t0, double damping_over_dt)
{
    const Matrix32d F = deformation(triangle, x_t0);
    const double share = damping_over_dt / (1 + damping_over_dt);
    MembraneTarget target;
    target.S += share * (root(F.transpose() * F) - Matrix2d::Identity());
    for (int d = 0; d < 2; ++d)
        target.length[d] += share * (F.col(d).norm() - 1);
    return target;
}

double evaluate_membrane(const MembraneTriangle& triangle, const MembraneTarget& target,
    double factor, const Eigen::Matrix3Xd& x, Eigen::Ref<Eigen::Matrix3Xd> gradient)
{
    const Matrix32d F = deformation(triangle, x);
    const Matrix32d G = F * target.S;
    const Matrix32d R = G * root(G.transpose() * G).inverse();
    // R depends on F, but it is the best R: its own change costs nothing in first order.
    const Matrix32d sheared = F - R * target.S;
    const double g = factor * triangle.area * triangle.shear;
    const double k = factor * triangle.area * (triangle.stretch - triangle.shear);
    double energy = 0.5 * g * sheared.squaredNorm();
    Matrix32d P = g * sheared;
    for (int d = 0; d < 2; ++d) {
        const double length = F.col(d).norm();
        const double longer = length - target.length[d];
        energy += 0.5 * k * longer * longer;
        if (length > 0)
            P.col(d) += k * longer / length * F.col(d);
    }
    for (int i = 0; i < 3; ++i)
        gradient.col(i) = P * triangle.b.row(i).transpose();
    return energy;
}

Eigen::Matrix3d membrane_bound(const MembraneTriangle& triangle)
{
    return triangle.stretch * triangle.area * triangle.b * triangle.b.transpose();
}

}  // namespace gambol::cloth
