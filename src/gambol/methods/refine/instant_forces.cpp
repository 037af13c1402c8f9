// SPDX-License-Identifier: MIT
#include "gambol/methods/refine/instant.hpp"

#include <algorithm>
#include <cmath>

namespace gambol::refine {

namespace {

using dynamics::to_eigen;
using dynamics::Wrench;
using Eigen::Vector3d;
using Eigen::VectorXd;
using Vector6d = forces::ForceProblem::Vector6;

// Smaller ones would explain a little more of a movement, larger ones make a smoother problem.
constexpr double kForcePrice = 1e-5, kForceBarrier = 1e-8;
constexpr double kTorqueUsed = 0.97;  // of what a joint can exert: samples lie between slices
constexpr double kLeastStrength = 1;  // N m: by which torques are measured where none is allowed
constexpr double kUnknownStrength = 0.2;  // weight × arm: where nobody knows

Eigen::Matrix3d cross_matrix(const Vector3d& v)
{
    Eigen::Matrix3d m;
    m << 0, -v.z(), v.y(), v.z(), 0, -v.x(), -v.y(), v.x(), 0;
    return m;
}

/// What a joint can exert on the side of `torque`, as a positive number [N m].
double strength(const JointLimits& limits, int dof, double torque)
{
    return torque > 0 ? limits.torque_upper[dof] : -limits.torque_lower[dof];
}

/// By which a torque is measured [N m].
double usual_strength(const Setting& setting, int dof, double torque)
{
    const double known = strength(setting.limits, dof, torque);
    return std::isfinite(known) ? std::max(known, kLeastStrength)
                                : kUnknownStrength * setting.weight * setting.arm;
}

}  // namespace

double InstantModel::add_physics(InstantTarget& instant)
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
    const forces::Body body { instant.center, setting_.weight, setting_.arm };
    if (setting_.free_places)
        find_places(*instant.support);
    const std::vector<forces::Unit>& units = units_of(*instant.support);
    problem_.assemble({ &body, 1 }, instant.support->contacts, units);
    problem_.prices = kForcePrice * instant.support->prices;
    residual_ = instant.warm;
    // What is handled presses as it does, whatever the body does.
    Vector6d demand = scaled(force_.value);
    for (const Load& load : instant.loads)
        demand -= scaled(load.press);
    for (const Wrench<double>& borne : instant.borne)
        demand -= scaled(borne);
    (void)problem_.solve(demand, residual_, kForceBarrier);
    instant.warm = residual_;

    pushes_.assign(instant.support->contacts.size(), dynamics::zero_wrench<double>());
    for (size_t j = 0; j < units.size(); ++j) {
        const forces::Unit& unit = units[j];
        const size_t contact = size_t(unit.contact);
        const double lambda = setting_.weight * problem_.coefficients()[Eigen::Index(j)];
        const Vector3d force = lambda * unit.push;
        const Vector3d torque
            = unit.at.cross(force) + lambda * unit.turn * instant.support->contacts[contact].normal;
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
        unmet_ = demand_;
        if (setting_.free_places)
            for (size_t h = 0; h < moves_.size(); ++h)
                unmet_.leftCols(n).bottomRows<3>()
                    += by_torque * cross_matrix(hold_force(h, *instant.support)) * moves_[h];
        const Vector6d missing = -w * residual_;
        const VectorXd gradient = unmet_.transpose() * missing;
        by_q += gradient.head(n);
        by_qdot += gradient.segment(n, n);
        by_qddot += gradient.tail(n);
        Eigen::MatrixXd white = std::sqrt(w) * unmet_;
        problem_.whiten(white);
        rows_q.topRows<kRoot>() = white.leftCols(n);
        rows_qdot.topRows<kRoot>() = white.middleCols(n, n);
        rows_qddot.topRows<kRoot>() = white.rightCols(n);
        rows = kRoot;
        if (setting_.free_places)
            for (size_t j = 0; j < units.size(); ++j)
                if (const int h = instant.support->unit_holds[j]; h >= 0)
                    unmet_.leftCols(n) -= problem_.slope(int(j)) * problem_.column(int(j), 0)
                        * (leaning(units[j]).transpose() * moves_[size_t(h)]);
    }
    return w * problem_.optimal_value();
}

/// Muscles and skin give way where bones would clash: what the body asks of the world is spread
/// over time rather than done in a blow.
double InstantModel::add_push()
{
    const Vector3d force = to_eigen(force_.value.force) / setting_.weight;
    const double size = force.norm(), w = setting_.weights.push;
    const double r = size - setting_.weights.hard_push;
    if (r <= 0)
        return 0;
    if (derivatives_)
        add_row(std::sqrt(w) * r, std::sqrt(w) * demand_.topRows<3>().transpose() * (force / size));
    return 0.5 * w * r * r;
}

/// Legs that swing forward in turn twist the body about the vertical. Feet could take that up; arms
/// that are loose do it for less.
double InstantModel::add_twist(const InstantTarget& instant)
{
    if (setting_.loose.empty())
        return 0;
    const Vector3d torque
        = to_eigen(force_.value.torque) - instant.center.cross(to_eigen(force_.value.force));
    const double root = std::sqrt(setting_.weights.twist);
    const double r = root * torque.z() / (setting_.weight * setting_.arm);
    if (derivatives_)
        add_row(r, root * demand_.row(5).transpose());
    return 0.5 * r * r;
}

void InstantModel::add_row(double r, const VectorXd& J)
{
    const int n = tree_.dof_count();
    by_q += r * J.head(n);
    by_qdot += r * J.segment(n, n);
    by_qddot += r * J.tail(n);
    rows_q.row(rows) = J.head(n).transpose();
    rows_qdot.row(rows) = J.segment(n, n).transpose();
    rows_qddot.row(rows) = J.tail(n).transpose();
    ++rows;
}

void InstantModel::find_torques(const InstantTarget& instant)
{
    const Support& support = *instant.support;
    dynamics::joint_torques(
        tree_, state_, std::span<double>(torques_.data(), size_t(torques_.size())));
    for (size_t c = 0; c < support.contacts.size(); ++c) {
        const Patch& patch = setting_.character->patches[size_t(support.touches[c].patch)];
        const int joint = setting_.body->tree.segments[size_t(patch.segment)].joint;
        for (const int k : tree_.path(joint))
            torques_[k] -= dynamics::dot(state_.dofs[size_t(k)].s, pushes_[c]);
    }
    for (const Load& load : instant.loads)
        for (const int k : tree_.path(load.joint))
            torques_[k] -= dynamics::dot(state_.dofs[size_t(k)].s, load.press);
    bear_cargo();
}

double InstantModel::excess_of(const InstantTarget& instant, size_t limited) const
{
    const int dof = limited_[limited];
    const double lower = kTorqueUsed * setting_.limits.torque_lower[dof],
                 upper = kTorqueUsed * setting_.limits.torque_upper[dof];
    const double offset
        = instant.torque_offsets.size() > 0 ? instant.torque_offsets[Eigen::Index(limited)] : 0;
    return beyond(torques_[dof] + offset, lower, upper);
}

/// Effort, and what is beyond a limit, are squares of the same torque: one row holds both.
double InstantModel::add_torques(const InstantTarget& instant)
{
    find_torques(instant);
    double cost = 0;
    bool ready = false;
    const Weights& w = setting_.weights;
    for (size_t i = 0; i < limited_.size(); ++i) {
        const double excess = excess_of(instant, i), torque = torques_[limited_[i]];
        double limit_price = 0, effort_price = 0;
        if (excess != 0) {
            const double s = usual_strength(setting_, limited_[i], excess);
            limit_price = w.torque / (s * s);
        }
        if (w.effort > 0) {
            const double s = usual_strength(setting_, limited_[i], torque);
            effort_price = w.effort / (s * s);
        }
        if (limit_price + effort_price == 0)
            continue;
        cost += 0.5 * limit_price * excess * excess;
        per_second += 0.5 * effort_price * torque * torque;
        if (!derivatives_)
            continue;
        if (!ready)
            dynamics::joint_torques(tree_, state_, force_, joint_torques_);
        ready = true;
        const double scale = std::sqrt(limit_price + pace_ * effort_price);
        add_torque_row(
            instant, int(i), (limit_price * excess + pace_ * effort_price * torque) / scale, scale);
    }
    return cost;
}

double InstantModel::strain() const
{
    double most = 0;
    for (const int dof : limited_)
        most = std::max(most,
            std::abs(torques_[dof])
                / std::max(strength(setting_.limits, dof, torques_[dof]), kLeastStrength));
    return most;
}

void InstantModel::remember(const VectorXd& q, InstantTarget& instant) const
{
    VectorXd beyond_limits = VectorXd::Zero(q.size());
    for (Eigen::Index i = kRoot; i < q.size(); ++i)
        beyond_limits[i] = limit_excess(instant, q, i);
    instant.limit_offsets = beyond_limits;
    VectorXd offsets(Eigen::Index(limited_.size()));
    for (size_t i = 0; i < limited_.size(); ++i)
        offsets[Eigen::Index(i)] = excess_of(instant, i);
    instant.torque_offsets = offsets;
}

/// ds_j/dq_k = s_k × s_j
void InstantModel::let_press_stay(
    std::span<const int> path, const Wrench<double>& press, int dof, VectorXd& J) const
{
    const dynamics::Twist<double>& s = state_.dofs[size_t(dof)].s;
    for (const int k : path) {
        if (k >= dof)
            break;
        J[k] -= dynamics::dot(dynamics::cross(state_.dofs[size_t(k)].s, s), press);
    }
}

void InstantModel::add_torque_row(
    const InstantTarget& instant, int row, double excess, double scale)
{
    const Support& support = *instant.support;
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
        const Patch& patch = setting_.character->patches[size_t(support.touches[c].patch)];
        const std::span<const int> path
            = tree_.path(setting_.body->tree.segments[size_t(patch.segment)].joint);
        carries[c] = std::find(path.begin(), path.end(), dof) != path.end();
        if (carries[c])
            let_press_stay(path, pushes_[c], dof, J);
    }
    for (const Load& load : instant.loads)
        if (const std::span<const int> path = tree_.path(load.joint);
            std::find(path.begin(), path.end(), dof) != path.end())
            let_press_stay(path, load.press, dof, J);
    Vector6d by_demand = Vector6d::Zero();  // Σ e_j λ' g
    const std::vector<forces::Unit>& units = units_of(support);
    for (size_t j = 0; j < units.size(); ++j) {
        const forces::Unit& unit = units[j];
        if (!carries[size_t(unit.contact)])
            continue;
        const Vector3d torque = unit.at.cross(unit.push)
            + forces::twist_of(unit, support.contacts[size_t(unit.contact)]);
        const double e = setting_.weight
            * dynamics::dot(s,
                Wrench<double> { dynamics::from_eigen(unit.push), dynamics::from_eigen(torque) });
        by_demand += e * problem_.slope(int(j)) * problem_.column(int(j), 0);
        if (const int h = support.unit_holds[j]; setting_.free_places && h >= 0) {
            const Vector3d force
                = setting_.weight * problem_.coefficients()[Eigen::Index(j)] * unit.push;
            const Vector3d by_place
                = force.cross(to_eigen(s.angular)) + e * problem_.slope(int(j)) * leaning(unit);
            J.head(n).noalias() -= moves_[size_t(h)].transpose() * by_place;
        }
    }
    const Vector6d carried = problem_.divided(by_demand);
    J.noalias() += unmet_.transpose() * carried;
    add_cargo_row(dof, J);
    J *= scale;
    add_row(excess, J);
}

std::vector<PatchForce> InstantModel::forces(const Support& support) const
{
    std::vector<PatchForce> sums = forces::add_up(
        units_of(support), setting_.weight * problem_.coefficients(), support.contacts);
    for (size_t c = 0; c < sums.size(); ++c)
        sums[c].surface = support.touches[c].surface;
    return sums;
}

}  // namespace gambol::refine
