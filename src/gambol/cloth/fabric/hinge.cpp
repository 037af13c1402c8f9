// SPDX-License-Identifier: MIT
#include "gambol/cloth/fabric/hinge.hpp"

#include <cmath>
#include <numbers>

namespace gambol::cloth {

namespace {

using Eigen::Vector3d;

constexpr double kBeam = 1.3;  // hinge.hpp: a strip then sags as a beam does

/// The edge and the normals of both triangles, as long as twice their areas.
struct Fold {
    Vector3d e, n1, n2;
    double s1, s2;  // where the tips lie along the edge, 0 … 1 between its ends
};

Fold fold(const Hinge& hinge, const Eigen::Matrix3Xd& x)
{
    const Vector3d a = x.col(hinge.vertex[0]), b = x.col(hinge.vertex[1]);
    const Vector3d left = x.col(hinge.vertex[2]) - a, right = x.col(hinge.vertex[3]) - a;
    const Vector3d e = b - a;
    return { e, e.cross(left), right.cross(e), left.dot(e) / e.squaredNorm(),
        right.dot(e) / e.squaredNorm() };
}

double angle_of(const Fold& f)
{
    return std::atan2(f.n1.cross(f.n2).dot(f.e) / f.e.norm(), f.n1.dot(f.n2));
}

std::array<Vector3d, 4> gradient_of(const Fold& f)
{
    const double length = f.e.norm();
    // Vector by which a tip turns its triangle: |e| n / |n|² = 1 / height along the normal.
    const Vector3d g1 = -length / f.n1.squaredNorm() * f.n1,
                   g2 = -length / f.n2.squaredNorm() * f.n2;
    return { -(1 - f.s1) * g1 - (1 - f.s2) * g2, -f.s1 * g1 - f.s2 * g2, g1, g2 };
}

}  // namespace

double angle_between(double a, double b)
{
    const double difference = a - b;
    return std::abs(difference) < std::numbers::pi
        ? difference
        : std::remainder(difference, 2 * std::numbers::pi);
}

Hinge make_hinge(const std::array<int, 4>& vertex, const Eigen::Matrix3Xd& rest, double bending)
{
    Hinge hinge;
    hinge.vertex = vertex;
    const Fold f = fold(hinge, rest);
    const double length = f.e.norm();
    const double areas = (f.n1.norm() + f.n2.norm()) / 2;
    hinge.stiffness = kBeam * bending * length * length / areas;
    hinge.rest_angle = angle_of(f);
    const double h1 = f.n1.norm() / length, h2 = f.n2.norm() / length;
    hinge.weight << (1 - f.s1) / h1 + (1 - f.s2) / h2, f.s1 / h1 + f.s2 / h2, -1 / h1, -1 / h2;
    return hinge;
}

double hinge_angle(const Hinge& hinge, const Eigen::Matrix3Xd& x)
{
    return angle_of(fold(hinge, x));
}

std::array<Vector3d, 4> hinge_gradient(const Hinge& hinge, const Eigen::Matrix3Xd& x)
{
    return gradient_of(fold(hinge, x));
}

double evaluate_hinge(const Hinge& hinge, double target, double factor, const Eigen::Matrix3Xd& x,
    Eigen::Ref<Eigen::Matrix3Xd> gradient)
{
    const Fold f = fold(hinge, x);
    const double bent = angle_between(angle_of(f), target);
    const std::array<Vector3d, 4> slope = gradient_of(f);
    for (std::size_t i = 0; i < 4; ++i)
        gradient.col(Eigen::Index(i)) = factor * hinge.stiffness * bent * slope[i];
    return 0.5 * factor * hinge.stiffness * bent * bent;
}

Eigen::Matrix4d hinge_bound(const Hinge& hinge)
{
    return hinge.stiffness * hinge.weight * hinge.weight.transpose();
}

}  // namespace gambol::cloth
