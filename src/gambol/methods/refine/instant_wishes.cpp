// SPDX-License-Identifier: MIT
// What a movement is asked for beyond physics: comfort, rest, poses and goals.
#include "gambol/methods/refine/instant.hpp"

#include <cmath>

namespace gambol::refine {

namespace {

using dynamics::to_eigen;
using Eigen::Vector3d;
using Eigen::VectorXd;

}  // namespace

/// All of it counts per second.
void InstantModel::add_comfort(const VectorXd& q, const VectorXd& qddot)
{
    const Weights& w = setting_.weights;
    if (w.smooth > 0) {
        const auto joints = qddot.tail(qddot.size() - kRoot);
        per_second += 0.5 * w.smooth * joints.squaredNorm();
        if (derivatives_) {
            by_qddot.tail(joints.size()) += pace_ * w.smooth * joints;
            acceleration.tail(joints.size()).array() += pace_ * w.smooth;
        }
    }
    if (w.posture > 0) {
        const VectorXd off = q - setting_.posture.q, k = w.posture * setting_.posture.shares;
        per_second += 0.5 * k.dot(off.cwiseAbs2());
        if (derivatives_) {
            by_q += pace_ * k.cwiseProduct(off);
            position.diagonal() += pace_ * k;
        }
    }
}

double InstantModel::add_ends(const InstantTarget& instant, const VectorXd& q, const VectorXd& qdot)
{
    double cost = 0;
    if (instant.still) {
        const double w = setting_.weights.still;
        cost += 0.5 * w * qdot.squaredNorm();
        if (derivatives_) {
            by_qdot += w * qdot;
            velocity.array() += w;
        }
    }
    if (instant.pose) {
        const VectorXd off = q - instant.pose->q, k = setting_.weights.pose * instant.pose->shares;
        cost += 0.5 * k.dot(off.cwiseAbs2());
        if (derivatives_) {
            by_q += k.cwiseProduct(off);
            position.diagonal() += k;
        }
    }
    return cost;
}

void InstantModel::add_velocity_rows(
    const dynamics::BodyPoint& point, const Vector3d& off, double weight)
{
    if (!derivatives_)
        return;
    make_room(3);
    const double root = std::sqrt(weight);
    for (int axis = 0; axis < 3; ++axis) {
        rows_q.row(rows).setZero();
        rows_qdot.row(rows).setZero();
        rows_qddot.row(rows).setZero();
        for (const int k : tree_.path(point.joint)) {
            rows_q(rows, k) = root * to_eigen(point_.dv_dq[size_t(k)])[axis];
            rows_qdot(rows, k) = root * to_eigen(point_.dp_dq[size_t(k)])[axis];
        }
        by_q += root * off[axis] * rows_q.row(rows).transpose();
        by_qdot += root * off[axis] * rows_qdot.row(rows).transpose();
        ++rows;
    }
}

Eigen::Matrix3Xd InstantModel::way_moves(
    const dynamics::BodyPoint& end, const dynamics::BodyPoint* from)
{
    Eigen::Matrix3Xd J = Eigen::Matrix3Xd::Zero(3, tree_.dof_count());
    const auto add = [&](const dynamics::BodyPoint& point, double sign) {
        dynamics::point_position(tree_, state_, point, point_);
        for (const int k : tree_.path(point.joint))
            J.col(k) += sign * to_eigen(point_.dp_dq[size_t(k)]);
    };
    add(end, 1);
    if (from)
        add(*from, -1);
    return J;
}

/// Counts per second.
void InstantModel::add_gaze(const InstantTarget& instant)
{
    const double w = setting_.weights.gaze;
    if (!instant.looks || !setting_.gaze || w == 0)
        return;
    const Gaze& gaze = *setting_.gaze;
    const Vector3d off = world(gaze.ahead) - world(gaze.eyes) - *instant.looks;
    per_second += 0.5 * w * off.squaredNorm();
    if (!derivatives_)
        return;
    const Eigen::Matrix3Xd J = way_moves(gaze.ahead, &gaze.eyes);
    by_q += pace_ * w * J.transpose() * off;
    position.selfadjointView<Eigen::Lower>().rankUpdate(J.transpose(), pace_ * w);
}

double InstantModel::add_aims(const InstantTarget& instant)
{
    double cost = 0;
    const double w = setting_.weights.aim, w_speed = setting_.weights.aim_speed;
    for (const Aim& aim : instant.aims) {
        if (aim.velocity) {
            dynamics::point_motion(tree_, state_, aim.point, point_);
            const Vector3d off = to_eigen(point_.v) - *aim.velocity;
            cost += 0.5 * w_speed * off.squaredNorm();
            add_velocity_rows(aim.point, off, w_speed);
        }
        const Vector3d end = world(aim.point),
                       from = aim.from ? world(*aim.from) : Vector3d::Zero();
        const Vector3d off = aim.axes.cwiseProduct(end - from - aim.target);
        cost += 0.5 * w * off.squaredNorm();
        if (!derivatives_)
            continue;
        const Eigen::Matrix3Xd J
            = aim.axes.asDiagonal() * way_moves(aim.point, aim.from ? &*aim.from : nullptr);
        by_q += w * J.transpose() * off;
        position.selfadjointView<Eigen::Lower>().rankUpdate(J.transpose(), w);
    }
    return cost;
}

}  // namespace gambol::refine
