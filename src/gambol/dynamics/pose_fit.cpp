// SPDX-License-Identifier: MIT
#include "gambol/dynamics/pose_fit.hpp"

#include <algorithm>
#include <cmath>

namespace gambol::dynamics {

namespace {

using Eigen::Vector3d;
using Eigen::VectorXd;

constexpr int kRootNumbers = 7, kRootDofs = 6;  // of a free joint
constexpr double kRange = 0.02;  // m²/rad²
constexpr double kApart = 100;  // of a target's weight; with 10 a forearm gives way by 3 cm
const DampedSteps kSteps { .most = 25,
    .longest = 0.5,  // rad
    .smallest = 1e-7,  // rad or m
    .damping = 1e-6,
    .relief = 0.2,
    .least_damping = 1e-9 };

std::span<const double> span(const VectorXd& v)
{
    return { v.data(), static_cast<std::size_t>(v.size()) };
}

}  // namespace

PoseFit::PoseFit(const Character& character, double stay)
    : body_(character_tree(character, RootJoint::free))
    , stay_(stay)
    , lower_(character.dof_count())
    , upper_(character.dof_count())
    , state_(body_.tree)
    , point_(body_.tree)
    , gap_(body_.tree)
{
    Eigen::Index i = 0;
    for (const Segment& segment : character.segments)
        for (const Dof& dof : segment.dofs) {
            lower_[i] = dof.lower;
            upper_[i++] = dof.upper;
        }
}

void PoseFit::set_equations(const VectorXd& q, const VectorXd& from,
    const std::vector<PointTarget>& targets, NormalEquations& equations)
{
    auto& [A, b, cost] = equations;
    const int n = body_.tree.dof_count();
    const VectorXd rest = VectorXd::Zero(n);
    update<double>(body_.tree, { span(q), span(rest), span(rest) }, state_);
    A.setZero(n, n);
    b.setZero(n);
    A.diagonal().setConstant(stay_);
    cost = 0;
    for (const PointTarget& target : targets) {
        const BodyPoint point = body_.point(target.segment, target.point);
        point_position(body_.tree, state_, point, point_);
        const Vector<double> miss {
            target.place.x() - point_.p.x,
            target.place.y() - point_.p.y,
            target.place.z() - point_.p.z,
        };
        cost += target.weight * dot(miss, miss);
        for (const int i : body_.tree.path(point.joint)) {
            const Vector<double>& along = point_.dp_dq[static_cast<std::size_t>(i)];
            b[i] += target.weight * dot(along, miss);
            for (const int j : body_.tree.path(point.joint))
                A(i, j) += target.weight * dot(along, point_.dp_dq[static_cast<std::size_t>(j)]);
        }
    }
    for (const LimbPair& pair : pairs_) {
        gap_.update(body_.tree, state_, pair.a, pair.b, true);
        const double beyond = -gap_.gap - pair.overlap;
        if (beyond <= 0)
            continue;
        cost += kApart * beyond * beyond;
        b += kApart * beyond * gap_.J;
        A += kApart * gap_.J * gap_.J.transpose();
    }
    for (Eigen::Index i = 0; i < lower_.size(); ++i) {
        const double angle = q[kRootNumbers + i],
                     excess = std::max(angle - upper_[i], 0.0) + std::min(angle - lower_[i], 0.0);
        const double moved = angle - from[kRootNumbers + i];
        cost += kRange * excess * excess + stay_ * moved * moved;
        b[kRootDofs + i] -= stay_ * moved;
        if (excess != 0) {
            A(kRootDofs + i, kRootDofs + i) += kRange;
            b[kRootDofs + i] -= kRange * excess;
        }
    }
}

Pose PoseFit::fit(const Pose& start, const std::vector<PointTarget>& targets)
{
    const VectorXd from = coordinates(body_, start);
    const VectorXd q = damped_gauss_newton(
        from, kSteps,
        [&](const VectorXd& at, NormalEquations& equations) {
            set_equations(at, from, targets, equations);
        },
        [&](const VectorXd& at, const VectorXd& step) {
            VectorXd moved(at.size());
            body_.tree.integrate(
                span(at), span(step), { moved.data(), static_cast<std::size_t>(moved.size()) });
            return moved;
        });
    Pose pose;
    pose.root_position = q.head<3>();
    pose.root_rotation = Eigen::Quaterniond(q[3], q[4], q[5], q[6]).normalized();
    pose.angles = q.tail(q.size() - kRootNumbers);
    return pose;
}

}  // namespace gambol::dynamics
