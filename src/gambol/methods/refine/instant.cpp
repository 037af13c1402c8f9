// SPDX-License-Identifier: MIT
#include "gambol/methods/refine/instant.hpp"

#include "gambol/geometry/nearest.hpp"

#include <algorithm>
#include <cmath>

namespace gambol::refine {

namespace {

using dynamics::Wrench;
using Eigen::Vector3d;
using Eigen::VectorXd;
using Vector6d = BarrierLeastSquares::Vector;

constexpr int kRoot = 6;
constexpr double kAllowedDepth = 0.004;  // m; the audit allows 15 mm
constexpr double kLimitMargin = 0.01;  // rad
constexpr double kTorqueUsed = 0.97;  // of what a joint can exert: samples lie between slices

Vector3d to_eigen(const dynamics::Vector<double>& a)
{
    return { a.x, a.y, a.z };
}

std::span<const double> span(const VectorXd& v)
{
    return { v.data(), size_t(v.size()) };
}

std::vector<int> limited_dofs(const JointLimits& limits)
{
    std::vector<int> dofs;
    for (int i = 0; i < int(limits.torque_lower.size()); ++i)
        if (std::isfinite(limits.torque_lower[i]) || std::isfinite(limits.torque_upper[i]))
            dofs.push_back(i);
    return dofs;
}

/// How far a value lies beyond its limits; signed.
double beyond(double value, double lower, double upper)
{
    return value > upper ? value - upper : value < lower ? value - lower : 0;
}

}  // namespace

InstantModel::InstantModel(const Setting& setting)
    : setting_(setting)
    , tree_(setting.body->tree.tree)
    , state_(tree_)
    , force_(tree_)
    , point_(tree_)
    , joint_torques_(tree_, limited_dofs(setting.limits))
    , limited_(limited_dofs(setting.limits))
{
    const int n = tree_.dof_count();
    const Weights& w = setting.weights;
    tracking_.setConstant(n, w.angle);
    tracking_.head<3>().setConstant(w.root_position);
    tracking_.segment<3>(3).setConstant(w.root_turn);
    const int most = kRoot + int(limited_.size()) + int(setting.character->patches.size());
    rows_q.resize(most, n);
    rows_qdot.resize(most, n);
    rows_qddot.resize(most, n);
    position.resize(n, n);
    demand_.resize(Eigen::NoChange, 3 * n);
    torques_.setZero(n);
}

void InstantModel::set_sharpness(double price, double barrier)
{
    price_ = price;
    barrier_ = barrier;
}

double InstantModel::evaluate(
    Instant& instant, const VectorXd& q, const VectorXd& qdot, const VectorXd& qddot, Detail detail)
{
    derivatives_ = detail == Detail::derivatives;
    const int n = tree_.dof_count();
    if (derivatives_) {
        by_q.setZero(n);
        by_qdot.setZero(n);
        by_qddot.setZero(n);
        position.setZero();
        acceleration.setZero(n);
        rows = 0;
    }
    dynamics::update<double>(tree_, { span(q), span(qdot), span(qddot) }, state_);
    double cost = add_tracking(instant, q, qddot);
    cost += add_limits(q);
    cost += add_holds(*instant.support);
    cost += add_depths(instant);
    cost += add_overlaps(instant);
    cost += add_physics(instant);
    cost += add_torques(*instant.support);
    cost += add_spins(*instant.support);
    return cost;
}

double InstantModel::add_tracking(const Instant& instant, const VectorXd& q, const VectorXd& qddot)
{
    const double k = setting_.weights.acceleration;
    const VectorXd off = q - instant.q, pushed = qddot - instant.qddot;
    if (derivatives_) {
        by_q += tracking_.cwiseProduct(off);
        by_qddot += k * tracking_.cwiseProduct(pushed);
        position.diagonal() += tracking_;
        acceleration += k * tracking_;
    }
    return 0.5 * tracking_.dot(off.cwiseAbs2()) + 0.5 * k * tracking_.dot(pushed.cwiseAbs2());
}

double InstantModel::add_limits(const VectorXd& q)
{
    double cost = 0;
    for (Eigen::Index i = kRoot; i < q.size(); ++i) {
        const double r = beyond(
            q[i], setting_.limits.lower[i] + kLimitMargin, setting_.limits.upper[i] - kLimitMargin);
        if (r == 0)
            continue;
        cost += 0.5 * setting_.weights.limit * r * r;
        if (derivatives_) {
            by_q[i] += setting_.weights.limit * r;
            position(i, i) += setting_.weights.limit;
        }
    }
    return cost;
}

void InstantModel::add_point_row(
    const dynamics::BodyPoint& point, const Vector3d& direction, double r, double weight)
{
    if (!derivatives_)
        return;
    const dynamics::Vector<double> d = dynamics::from_eigen(direction);
    const std::span<const int> path = tree_.path(point.joint);
    for (const int i : path) {
        const double along = weight * dynamics::dot(d, point_.dp_dq[size_t(i)]);
        by_q[i] += along * r;
        for (const int j : path) {
            if (j > i)
                break;
            position(i, j) += along * dynamics::dot(d, point_.dp_dq[size_t(j)]);
        }
    }
}

double InstantModel::add_holds(const Support& support)
{
    double cost = 0;
    const double w = setting_.weights.hold;
    for (const int index : support.holds) {
        const Hold& hold = setting_.plan->holds[size_t(index)];
        const Patch& patch = setting_.character->patches[size_t(hold.patch)];
        const dynamics::BodyPoint point
            = setting_.body->tree.point(patch.segment, patch_corner(patch, hold.corner));
        dynamics::point_position(tree_, state_, point, point_);
        const Vector3d off = to_eigen(point_.p) - hold.place;
        cost += 0.5 * w * off.squaredNorm();
        for (int axis = 0; axis < 3; ++axis)
            add_point_row(point, Vector3d::Unit(axis), off[axis], w);
    }
    return cost;
}

/// What is held by an edge or a corner must not pivot on it: ω of the body about the normal, times
/// the mean half size h of the patch. ∂ω/∂q = ξ + s × ω, as of a point's velocity.
double InstantModel::add_spins(const Support& support)
{
    double cost = 0;
    for (const Support::Contact& contact : support.contacts) {
        if (contact.plane.grip)
            continue;
        const Patch& patch = setting_.character->patches[size_t(contact.patch)];
        const int joint = setting_.body->tree.segments[size_t(patch.segment)].joint;
        const dynamics::Vector<double> n = dynamics::from_eigen(contact.plane.normal);
        const dynamics::Vector<double>& omega = state_.links[size_t(joint)].v.angular;
        const double scale = patch.half_size.mean() * std::sqrt(setting_.weights.spin);
        const double r = scale * dynamics::dot(n, omega);
        cost += 0.5 * r * r;
        if (!derivatives_)
            continue;
        rows_q.row(rows).setZero();
        rows_qdot.row(rows).setZero();
        rows_qddot.row(rows).setZero();
        for (const int k : tree_.path(joint)) {
            const dynamics::DofMotion<double>& dof = state_.dofs[size_t(k)];
            rows_qdot(rows, k) = scale * dynamics::dot(n, dof.s.angular);
            rows_q(rows, k)
                = scale * dynamics::dot(n, dof.xi.angular + dynamics::cross(dof.s.angular, omega));
        }
        by_q += r * rows_q.row(rows).transpose();
        by_qdot += r * rows_qdot.row(rows).transpose();
        ++rows;
    }
    return cost;
}

double InstantModel::add_depths(const Instant& instant)
{
    double cost = 0;
    const double w = setting_.weights.depth;
    for (const Watch& watch : instant.watched) {
        const dynamics::BodyPose<double> pose
            = dynamics::body_pose(tree_, state_, watch.point.joint);
        const Vector3d p = to_eigen(pose.p + pose.R * dynamics::from_eigen(watch.point.position));
        const SurfacePoint near = nearest_surface_point(*watch.surface, p);
        const double r = near.distance - watch.radius + kAllowedDepth;
        if (r >= 0)
            continue;
        cost += 0.5 * w * r * r;
        if (derivatives_) {
            dynamics::point_position(tree_, state_, watch.point, point_);
            add_point_row(watch.point, near.gradient, r, w);
        }
    }
    return cost;
}

/// The gap is |p_a − p_b| − radii at the nearest points of both axes; as a minimum it changes as if
/// those stayed where they are on their bodies.
double InstantModel::add_overlaps(const Instant& instant)
{
    double cost = 0;
    const double w = setting_.weights.depth;
    const auto world = [&](const dynamics::BodyPoint& point) -> Vector3d {
        const dynamics::BodyPose<double> pose = dynamics::body_pose(tree_, state_, point.joint);
        return to_eigen(pose.p + pose.R * dynamics::from_eigen(point.position));
    };
    for (const Pair& pair : instant.pairs) {
        const Vector3d a0 = world(pair.a.from), a1 = world(pair.a.to), b0 = world(pair.b.from),
                       b1 = world(pair.b.to);
        const SegmentPair near = nearest_on_segments(a0, a1, b0, b1);
        const Vector3d between = a0 + near.on_a * (a1 - a0) - b0 - near.on_b * (b1 - b0);
        const double distance = between.norm();
        const double r = distance - pair.a.radius - pair.b.radius + pair.overlap;
        if (r >= 0 || distance == 0)
            continue;
        cost += 0.5 * w * r * r;
        if (!derivatives_)
            continue;
        VectorXd J = VectorXd::Zero(tree_.dof_count());
        const dynamics::Vector<double> d = dynamics::from_eigen(between / distance);
        const auto add = [&](const Pair::Limb& limb, double share, double sign) {
            const dynamics::BodyPoint point { limb.from.joint,
                limb.from.position + share * (limb.to.position - limb.from.position) };
            dynamics::point_position(tree_, state_, point, point_);
            for (const int k : tree_.path(point.joint))
                J[k] += sign * dynamics::dot(d, point_.dp_dq[size_t(k)]);
        };
        add(pair.a, near.on_a, 1);
        add(pair.b, near.on_b, -1);
        by_q += w * r * J;
        position.selfadjointView<Eigen::Lower>().rankUpdate(J, w);
    }
    return cost;
}

double InstantModel::add_physics(Instant& instant)
{
    dynamics::aggregate_force(tree_, state_, force_);
    const dynamics::Vector<double> center = dynamics::from_eigen(instant.center);
    const double by_force = 1 / setting_.weight, by_torque = by_force / setting_.arm;
    const auto scaled = [&](const Wrench<double>& w) {
        Vector6d column;
        column.head<3>() = by_force * to_eigen(w.force);
        column.tail<3>() = by_torque * to_eigen(w.torque - dynamics::cross(center, w.force));
        return column;
    };
    load_columns(*instant.support, instant.center, setting_.arm, price_, inner_);
    (void)inner_.solve(scaled(force_.value), instant.warm, barrier_);
    instant.warm = inner_.residual();

    pushes_.assign(instant.support->contacts.size(), dynamics::zero_wrench<double>());
    for (size_t j = 0; j < instant.support->units.size(); ++j) {
        const ForceUnit& unit = instant.support->units[j];
        const size_t contact = size_t(unit.contact);
        const double lambda = setting_.weight * inner_.coefficients()[Eigen::Index(j)];
        const Vector3d force = lambda * unit.push;
        const Vector3d torque = unit.at.cross(force)
            + lambda * unit.turn * instant.support->contacts[contact].plane.normal;
        pushes_[contact] += { dynamics::from_eigen(force), dynamics::from_eigen(torque) };
    }
    const double w = setting_.weights.physics;
    if (derivatives_) {
        const int n = tree_.dof_count();
        for (int i = 0; i < n; ++i) {
            demand_.col(i) = scaled(force_.dq[size_t(i)]);
            demand_.col(n + i) = scaled(force_.dqdot[size_t(i)]);
            demand_.col(2 * n + i) = scaled(force_.dqddot[size_t(i)]);
        }
        const Vector6d missing = -w * inner_.residual();
        const VectorXd gradient = demand_.transpose() * missing;
        by_q += gradient.head(n);
        by_qdot += gradient.segment(n, n);
        by_qddot += gradient.tail(n);
        BarrierLeastSquares::Columns white = std::sqrt(w) * demand_;
        inner_.factor().matrixL().solveInPlace(white);
        rows_q.topRows<kRoot>() = white.leftCols(n);
        rows_qdot.topRows<kRoot>() = white.middleCols(n, n);
        rows_qddot.topRows<kRoot>() = white.rightCols(n);
        rows = kRoot;
    }
    return w * inner_.optimal_value();
}

void InstantModel::find_torques(const Support& support)
{
    dynamics::joint_torques(
        tree_, state_, std::span<double>(torques_.data(), size_t(torques_.size())));
    for (size_t c = 0; c < support.contacts.size(); ++c) {
        const Patch& patch = setting_.character->patches[size_t(support.contacts[c].patch)];
        const int joint = setting_.body->tree.segments[size_t(patch.segment)].joint;
        for (const int k : tree_.path(joint))
            torques_[k] -= dynamics::dot(state_.dofs[size_t(k)].s, pushes_[c]);
    }
}

double InstantModel::add_torques(const Support& support)
{
    find_torques(support);
    double cost = 0;
    bool ready = false;
    for (size_t i = 0; i < limited_.size(); ++i) {
        const int dof = limited_[i];
        const double lower = kTorqueUsed * setting_.limits.torque_lower[dof],
                     upper = kTorqueUsed * setting_.limits.torque_upper[dof];
        const double excess = beyond(torques_[dof], lower, upper);
        if (excess == 0)
            continue;
        const double scale = 1 / std::max(-lower, upper);
        cost += 0.5 * setting_.weights.torque * scale * scale * excess * excess;
        if (!derivatives_)
            continue;
        if (!ready)
            dynamics::joint_torques(tree_, state_, force_, joint_torques_);
        ready = true;
        add_torque_row(support, int(i), excess, scale * std::sqrt(setting_.weights.torque));
    }
    return cost;
}

void InstantModel::add_torque_row(const Support& support, int row, double excess, double scale)
{
    const int n = tree_.dof_count(), dof = limited_[size_t(row)];
    VectorXd J(3 * n);  // by q, q̇, q̈
    for (int k = 0; k < n; ++k) {
        const size_t entry = size_t(row) * size_t(n) + size_t(k);
        J[k] = joint_torques_.dq[entry];
        J[n + k] = joint_torques_.dqdot[entry];
        J[2 * n + k] = joint_torques_.dqddot[entry];
    }
    const dynamics::Twist<double>& s = state_.dofs[size_t(dof)].s;
    std::vector<bool> carries(support.contacts.size(), false);
    for (size_t c = 0; c < support.contacts.size(); ++c) {
        const Patch& patch = setting_.character->patches[size_t(support.contacts[c].patch)];
        const std::span<const int> path
            = tree_.path(setting_.body->tree.segments[size_t(patch.segment)].joint);
        carries[c] = std::find(path.begin(), path.end(), dof) != path.end();
        if (!carries[c])
            continue;
        // What lies before the joint turns it, the force stays: ds_j/dq_k = s_k × s_j.
        for (const int k : path) {
            if (k >= dof)
                break;
            J[k] -= dynamics::dot(dynamics::cross(state_.dofs[size_t(k)].s, s), pushes_[c]);
        }
    }
    Vector6d by_demand = Vector6d::Zero();  // Σ e_j λ' g
    for (size_t j = 0; j < support.units.size(); ++j) {
        const ForceUnit& unit = support.units[j];
        if (!carries[size_t(unit.contact)])
            continue;
        const Vector3d torque = unit.at.cross(unit.push)
            + unit.turn * support.contacts[size_t(unit.contact)].plane.normal;
        const double e = setting_.weight
            * dynamics::dot(s,
                Wrench<double> { dynamics::from_eigen(unit.push), dynamics::from_eigen(torque) });
        by_demand += e * inner_.slope()[Eigen::Index(j)] * inner_.G.col(Eigen::Index(j));
    }
    const Vector6d carried = inner_.factor().solve(by_demand);
    J.noalias() += demand_.transpose() * carried;
    J *= scale;
    by_q += scale * excess * J.head(n);
    by_qdot += scale * excess * J.segment(n, n);
    by_qddot += scale * excess * J.tail(n);
    rows_q.row(rows) = J.head(n).transpose();
    rows_qdot.row(rows) = J.segment(n, n).transpose();
    rows_qddot.row(rows) = J.tail(n).transpose();
    ++rows;
}

std::vector<PatchForce> InstantModel::forces(const Support& support) const
{
    std::vector<ContactPlane> planes;
    for (const Support::Contact& contact : support.contacts)
        planes.push_back(contact.plane);
    std::vector<PatchForce> sums
        = add_up(support.units, setting_.weight * inner_.coefficients(), planes);
    for (size_t c = 0; c < sums.size(); ++c)
        sums[c].surface = support.contacts[c].surface;
    return sums;
}

}  // namespace gambol::refine
