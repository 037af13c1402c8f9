// SPDX-License-Identifier: MIT
#include "gambol/methods/refine/instant.hpp"

#include <cmath>

namespace gambol::refine {

namespace {

using dynamics::to_eigen;
using Eigen::Vector3d;
using Eigen::VectorXd;

constexpr double kLimitMargin = 0.01;  // rad

std::span<const double> span(const VectorXd& v)
{
    return { v.data(), size_t(v.size()) };
}

/// Coordinates whose torques count: those with a limit, or all joints where effort does.
std::vector<int> limited_dofs(const Setting& setting)
{
    const JointLimits& limits = setting.limits;
    std::vector<int> dofs;
    for (int i = 0; i < int(limits.torque_lower.size()); ++i)
        if (std::isfinite(limits.torque_lower[i]) || std::isfinite(limits.torque_upper[i])
            || (setting.weights.effort > 0 && i >= kRoot && i < setting.body->own_dofs()))
            dofs.push_back(i);
    return dofs;
}

}  // namespace

InstantModel::InstantModel(const Setting& setting)
    : setting_(setting)
    , tree_(setting.body->tree.tree)
    , state_(tree_)
    , force_(tree_)
    , point_(tree_)
    , gap_(tree_)
    , joint_torques_(tree_, limited_dofs(setting))
    , limited_(limited_dofs(setting))
{
    const int n = tree_.dof_count();
    const Weights& w = setting.weights;
    tracking_.setConstant(n, w.angle);
    tracking_.head<3>().setConstant(w.root_position);
    tracking_.segment<3>(3).setConstant(w.root_turn);
    for (const int i : setting.loose)
        tracking_[i] *= w.swing;
    for (size_t i = 0; i < setting.cargo.size(); ++i) {
        const Body::Carried& carried = setting.body->carried[i];
        const RigidMass& inertial = setting.cargo[i].inertial;
        tracking_.segment<3>(carried.first).setConstant(w.root_position);
        tracking_.segment<3>(carried.first + 3).setConstant(w.root_turn);
        cargo_.emplace_back(tree_, carried.first, inertial.mass * tree_.gravity().norm(),
            std::sqrt(inertial.inertia.diagonal().maxCoeff() / inertial.mass));
    }
    const int most = kRoot * (1 + int(cargo_.size())) + 2 + int(limited_.size())
        + int(setting.character->patches.size());
    make_room(most);
    position.resize(n, n);
    demand_.resize(Eigen::NoChange, 3 * n);
    torques_.setZero(n);
}

void InstantModel::make_room(int more_rows)
{
    const Eigen::Index needed = rows + more_rows;
    if (rows_q.rows() >= needed)
        return;
    for (Eigen::MatrixXd* table : { &rows_q, &rows_qdot, &rows_qddot })
        table->conservativeResize(needed, tree_.dof_count());
}

dynamics::BodyPoint InstantModel::corner_of(const Hold& hold) const
{
    const Patch& patch = setting_.character->patches[size_t(hold.patch)];
    return setting_.body->tree.point(patch.segment, patch_corner(patch, hold.corner));
}

Vector3d InstantModel::world(const dynamics::BodyPoint& point) const
{
    const dynamics::BodyPose<double> pose = dynamics::body_pose(tree_, state_, point.joint);
    return to_eigen(pose.p + pose.R * dynamics::from_eigen(point.position));
}

double InstantModel::evaluate(InstantTarget& instant, const VectorXd& q, const VectorXd& qdot,
    const VectorXd& qddot, Detail detail, double pace)
{
    derivatives_ = detail == Detail::derivatives;
    pace_ = pace;
    per_second = 0;
    const int n = tree_.dof_count();
    if (derivatives_) {
        by_q.setZero(n);
        by_qdot.setZero(n);
        by_qddot.setZero(n);
        position.setZero();
        velocity.setZero(n);
        acceleration.setZero(n);
        rows = 0;
    }
    dynamics::update<double>(tree_, { span(q), span(qdot), span(qddot) }, state_);
    for (CargoModel& cargo : cargo_) {
        const auto own
            = [&](const VectorXd& v) { return span(v).subspan(size_t(cargo.first), kRoot); };
        dynamics::update<double>(cargo.tree, { own(q), own(qdot), own(qddot) }, cargo.state);
    }
    double cost = add_tracking(instant, q, qddot);
    cost += add_limits(instant, q);
    add_comfort(q, qddot);
    add_gaze(instant);
    cost += add_ends(instant, q, qdot);
    cost += add_holds(*instant.support);
    cost += add_pins(instant);
    cost += add_clearances(instant);
    cost += add_depths(instant);
    cost += add_overlaps(instant);
    cost += add_posts(instant);
    cost += add_meetings(instant);
    cost += add_physics(instant);
    cost += add_cargo(instant, qdot, qddot);
    cost += add_palms(instant);
    cost += add_push();
    cost += add_twist(instant);
    cost += add_torques(instant);
    cost += add_spins(*instant.support);
    cost += add_sticks(*instant.support);
    cost += add_aims(instant);
    return cost + pace_ * per_second;
}

double InstantModel::add_tracking(
    const InstantTarget& instant, const VectorXd& q, const VectorXd& qddot)
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

double InstantModel::limit_excess(
    const InstantTarget& instant, const VectorXd& q, Eigen::Index i) const
{
    const double offset = instant.limit_offsets.size() > 0 ? instant.limit_offsets[i] : 0;
    return beyond(q[i] + offset, setting_.limits.lower[i] + kLimitMargin,
        setting_.limits.upper[i] - kLimitMargin);
}

double InstantModel::add_limits(const InstantTarget& instant, const VectorXd& q)
{
    double cost = 0;
    for (Eigen::Index i = kRoot; i < q.size(); ++i) {
        const double r = limit_excess(instant, q, i);
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
    for (const int index : support.holds) {
        const Hold& hold = setting_.plan->holds[size_t(index)];
        if (setting_.free_places && !setting_.character->patches[size_t(hold.patch)].grip)
            continue;
        cost += hold_at(corner_of(hold), hold.place);
    }
    return cost;
}

double InstantModel::hold_at(const dynamics::BodyPoint& point, const Vector3d& place)
{
    const double w = setting_.weights.hold;
    dynamics::point_position(tree_, state_, point, point_);
    const Vector3d off = to_eigen(point_.p) - place;
    for (int axis = 0; axis < 3; ++axis)
        add_point_row(point, Vector3d::Unit(axis), off[axis], w);
    return 0.5 * w * off.squaredNorm();
}

double InstantModel::add_pins(const InstantTarget& instant)
{
    double cost = 0;
    const double w = setting_.weights.hold;
    for (const Pin& pin : instant.pins) {
        if (!pin.on) {
            cost += hold_at(pin.point, pin.place);
            continue;
        }
        const Vector3d off = world(pin.point) - world(*pin.on);
        cost += 0.5 * w * off.squaredNorm();
        if (!derivatives_)
            continue;
        const Eigen::Matrix3Xd J = way_moves(pin.point, &*pin.on);
        by_q += w * J.transpose() * off;
        position.selfadjointView<Eigen::Lower>().rankUpdate(J.transpose(), w);
    }
    return cost;
}

/// What is held by an edge or a corner must not pivot on it: ω of the body about the normal, times
/// the mean half size h of the patch.
double InstantModel::add_spins(const Support& support)
{
    double cost = 0;
    for (size_t c = 0; c < support.contacts.size(); ++c) {
        const forces::Contact& contact = support.contacts[c];
        if (contact.grip)
            continue;
        const Patch& patch = setting_.character->patches[size_t(support.touches[c].patch)];
        const int joint = setting_.body->tree.segments[size_t(patch.segment)].joint;
        const dynamics::Vector<double> n = dynamics::from_eigen(contact.normal);
        const dynamics::Vector<double>& omega = state_.links[size_t(joint)].v.angular;
        const double scale = patch.half_size.mean() * std::sqrt(setting_.weights.spin);
        const double r = scale * dynamics::dot(n, omega);
        cost += 0.5 * r * r;
        if (!derivatives_)
            continue;
        begin_turn_row(joint, n, scale);
        end_turn_row(r);
    }
    return cost;
}

}  // namespace gambol::refine
