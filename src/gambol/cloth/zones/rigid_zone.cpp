// SPDX-License-Identifier: MIT
#include "gambol/cloth/zones/rigid_zone.hpp"

#include <Eigen/Geometry>

namespace gambol::cloth {

using Eigen::Matrix3d;
using Eigen::Matrix3Xd;
using Eigen::Vector3d;
using Eigen::VectorXd;

namespace {

// Straight paths to a turned pose shrink the zone on the way by cos(ω/2): 0.88 here.
constexpr double kLargestTurn = 1;

struct RigidMotion {
    Vector3d center, shift;
    Matrix3d turn;

    [[nodiscard]] Vector3d operator()(const Vector3d& x) const
    {
        return center + shift + turn * (x - center);
    }
};

RigidMotion fit(const Matrix3Xd& x_t0, const Matrix3Xd& x_t1, const VectorXd& mass)
{
    const double total = mass.sum();
    RigidMotion motion;
    motion.center = x_t0 * mass / total;
    motion.shift = (x_t1 - x_t0) * mass / total;
    Matrix3d inertia = Matrix3d::Zero();
    Vector3d momentum = Vector3d::Zero();
    for (Eigen::Index i = 0; i < x_t0.cols(); ++i) {
        const Vector3d r = x_t0.col(i) - motion.center;
        const Vector3d d = x_t1.col(i) - x_t0.col(i) - motion.shift;
        momentum += mass[i] * r.cross(d);
        inertia += mass[i] * (r.squaredNorm() * Matrix3d::Identity() - r * r.transpose());
    }
    // Vertices on a line have no inertia about it; the ridge then leaves that turn out.
    const double ridge = 1e-12 * inertia.trace();
    motion.turn.setIdentity();
    if (!(ridge > 0))
        return motion;
    Vector3d omega = (inertia + ridge * Matrix3d::Identity()).ldlt().solve(momentum);
    const double angle = std::min(omega.norm(), kLargestTurn);
    if (angle > 0)
        motion.turn = Eigen::AngleAxisd(angle, omega.normalized()).toRotationMatrix();
    return motion;
}

}  // namespace

std::optional<Matrix3Xd> move_rigidly(const RigidZone& zone, double tolerance)
{
    const bool scripted = zone.scripted_t0.cols() > 0;
    const RigidMotion motion = scripted
        ? fit(zone.scripted_t0, zone.scripted_t1, VectorXd::Ones(zone.scripted_t0.cols()))
        : fit(zone.free_t0, zone.free_t1,
            Eigen::Map<const VectorXd>(zone.mass.data(), Eigen::Index(zone.mass.size())));
    for (Eigen::Index i = 0; i < zone.scripted_t0.cols(); ++i)
        if (!((motion(zone.scripted_t0.col(i)) - zone.scripted_t1.col(i)).norm() <= tolerance))
            return std::nullopt;
    Matrix3Xd result(3, zone.free_t0.cols());
    for (Eigen::Index i = 0; i < result.cols(); ++i)
        result.col(i) = motion(zone.free_t0.col(i));
    return result;
}

}  // namespace gambol::cloth
