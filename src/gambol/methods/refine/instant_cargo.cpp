// SPDX-License-Identifier: MIT
// What somebody carries: a body of its own, that hands hold.
#include "gambol/methods/refine/instant.hpp"

#include <algorithm>
#include <cmath>

namespace gambol::refine {

namespace {

using dynamics::to_eigen;
using dynamics::Wrench;
using Eigen::Matrix3d;
using Eigen::Vector3d;
using Vector6d = forces::ForceProblem::Vector6;

// As those of what stands on the world.
constexpr double kFirm
    = 10;  // × the weight of what sticks to the world: palms do not turn on things
constexpr int kFlat = 3;  // corners of a patch in a plane: then it is
constexpr double kGraspPrice = 1e-5, kGraspBarrier = 1e-8;

Matrix3d columns(const dynamics::Matrix<double>& m)
{
    Matrix3d R;
    R << to_eigen(m.x), to_eigen(m.y), to_eigen(m.z);
    return R;
}

/// Those joints of a tree that hang on the world by themselves, from a degree of freedom on.
dynamics::Tree part_of(const dynamics::Tree& tree, int first)
{
    std::vector<dynamics::Joint> joints;
    const int begin = tree.joint_of(first);
    for (int j = begin; j < begin + kRoot; ++j) {
        joints.push_back(tree.joints()[size_t(j)]);
        joints.back().parent = int(joints.size()) - 2;
    }
    return dynamics::Tree(std::move(joints), tree.gravity());
}

}  // namespace

InstantModel::CargoModel::CargoModel(
    const dynamics::Tree& whole, int dof_begin, double its_weight, double its_arm)
    : tree(part_of(whole, dof_begin))
    , state(tree)
    , force(tree)
    , first(dof_begin)
    , weight(its_weight)
    , arm(its_arm)
{
}

/// With the force f and the torque t about the world's origin that move a prop at p, R,
///
///     demand = share (Rᵀ f / weight,  Rᵀ (t − p × f) / (weight · arm))
///
/// A turn by δφ about a world axis changes Rᵀ v by Rᵀ (δv − δφ × v).
void InstantModel::find_demand(size_t index, double share)
{
    CargoModel& cargo = cargo_[index];
    dynamics::aggregate_force(cargo.tree, cargo.state, cargo.force);
    const dynamics::BodyPose<double> pose
        = dynamics::body_pose(cargo.tree, cargo.state, cargo.tree.joint_count() - 1);
    const Matrix3d R = columns(pose.R);
    const Vector3d p = to_eigen(pose.p);
    const double by_force = share / cargo.weight, by_torque = by_force / cargo.arm;
    const Vector3d f = to_eigen(cargo.force.value.force),
                   t = to_eigen(cargo.force.value.torque) - p.cross(f);
    cargo.demand << by_force * R.transpose() * f, by_torque * R.transpose() * t;
    if (!derivatives_)
        return;
    for (int k = 0; k < kRoot; ++k) {
        const auto column
            = [&](int at, const Wrench<double>& d, const Vector3d& moved, const Vector3d& turned) {
                  const Vector3d df = to_eigen(d.force),
                                 dt = to_eigen(d.torque) - p.cross(df) - moved.cross(f);
                  cargo.moves.col(at) << by_force * R.transpose() * (df - turned.cross(f)),
                      by_torque * R.transpose() * (dt - turned.cross(t));
              };
        const Vector3d none = Vector3d::Zero();
        const Vector3d moved = k < 3 ? Vector3d(Vector3d::Unit(k)) : none;
        const Vector3d turned = k < 3 ? none : to_eigen(cargo.state.dofs[size_t(k)].s.angular);
        column(k, cargo.force.dq[size_t(k)], moved, turned);
        column(kRoot + k, cargo.force.dqdot[size_t(k)], none, none);
        column(2 * kRoot + k, cargo.force.dqddot[size_t(k)], none, none);
    }
}

/// What rests neither moves nor sets out: nothing that it lies on would explain that.
double InstantModel::keep_still(
    size_t index, const Eigen::VectorXd& qdot, const Eigen::VectorXd& qddot)
{
    const CargoModel& cargo = cargo_[index];
    const double w_still = setting_.weights.stick, g = tree_.gravity().norm(),
                 w_force = setting_.weights.physics / (g * g),
                 w_torque = w_force * cargo.arm * cargo.arm;
    Vector6d k;
    k << Vector3d::Constant(w_force), Vector3d::Constant(w_torque);
    const auto v = qdot.segment<kRoot>(cargo.first), a = qddot.segment<kRoot>(cargo.first);
    if (derivatives_) {
        by_qdot.segment<kRoot>(cargo.first) += w_still * v;
        velocity.segment<kRoot>(cargo.first).array() += w_still;
        by_qddot.segment<kRoot>(cargo.first) += k.cwiseProduct(a);
        acceleration.segment<kRoot>(cargo.first) += k;
    }
    return 0.5 * w_still * v.squaredNorm() + 0.5 * k.dot(a.cwiseAbs2());
}

double InstantModel::add_cargo(
    InstantTarget& instant, const Eigen::VectorXd& qdot, const Eigen::VectorXd& qddot)
{
    double cost = 0;
    const double w = setting_.weights.physics;
    for (size_t i = 0; i < cargo_.size(); ++i) {
        CargoModel& cargo = cargo_[i];
        CargoInstant& now = instant.cargo[i];
        cargo.held = now.share > 0;
        cargo.contacts.clear();
        cargo.units.clear();
        cargo.joints.clear();
        for (const Grasp* grasp : now.grasps) {
            const Patch& patch = setting_.character->patches[size_t(grasp->patch)];
            cargo.joints.push_back(setting_.body->tree.segments[size_t(patch.segment)].joint);
            const int contact = int(cargo.contacts.size());
            cargo.contacts.push_back(
                { 0, forces::kWorld, grasp->axes.col(2), grasp->middle, grasp->grip });
            if (grasp->grip)
                forces::add_grip(contact, grasp->axes, grasp->middle, cargo.units);
            else
                for (const Vector3d& place : grasp->places())
                    forces::add_pyramid(
                        contact, -1, grasp->axes, place, setting_.cargo[i].friction, cargo.units);
            cost += lay_flat(i, *grasp);
        }
        if (now.rest)
            cost += keep_still(i, qdot, qddot);
        cargo.presses.assign(cargo.contacts.size(), dynamics::zero_wrench<double>());
        if (!cargo.held)
            continue;
        find_demand(i, now.share);
        const forces::Body body { Vector3d::Zero(), cargo.weight, cargo.arm };
        cargo.problem.assemble({ &body, 1 }, cargo.contacts, cargo.units);
        cargo.problem.prices
            = kGraspPrice * Eigen::VectorXd::Ones(Eigen::Index(cargo.units.size()));
        cargo.residual = now.warm;
        (void)cargo.problem.solve(cargo.demand, cargo.residual, kGraspBarrier);
        now.warm = cargo.residual;
        press_hands(i);
        cost += w * cargo.problem.optimal_value();
        if (!derivatives_)
            continue;
        const Eigen::Matrix<double, 18, 1> gradient
            = cargo.moves.transpose() * (-w * cargo.residual);
        Eigen::MatrixXd white = std::sqrt(w) * cargo.moves;
        cargo.problem.whiten(white);
        make_room(kRoot);
        Eigen::MatrixXd* const tables[] = { &rows_q, &rows_qdot, &rows_qddot };
        Eigen::VectorXd* const slopes[] = { &by_q, &by_qdot, &by_qddot };
        for (int order = 0; order < 3; ++order) {
            slopes[order]->segment<kRoot>(cargo.first) += gradient.segment<kRoot>(kRoot * order);
            tables[order]->middleRows<kRoot>(rows).setZero();
            tables[order]->block<kRoot, kRoot>(rows, cargo.first)
                = white.middleCols<kRoot>(kRoot * order);
        }
        rows += kRoot;
    }
    return cost;
}

/// Corners of a patch are in the plane of the side that it lies on, and it does not turn on it:
///
///     r = n · (Rᵀ (corner − p) − middle)        r = h R n · (ω_patch − ω_prop)
///
/// where h is the mean half size of the patch. ∂ω/∂q = ξ + s × ω, as of a point's velocity, and n
/// turns with the prop.
double InstantModel::lay_flat(size_t index, const Grasp& grasp)
{
    const Body::Carried& carried = setting_.body->carried[index];
    const Patch& patch = setting_.character->patches[size_t(grasp.patch)];
    const dynamics::BodyPose<double> pose = dynamics::body_pose(tree_, state_, carried.joint);
    const Matrix3d R = columns(pose.R);
    const Vector3d p = to_eigen(pose.p), n = R * grasp.axes.col(2);
    const double w = setting_.weights.hold;
    double cost = 0;
    for (int corner = 0; corner < kFlat; ++corner) {
        const dynamics::BodyPoint point
            = setting_.body->tree.point(patch.segment, patch_corner(patch, corner));
        const Vector3d local = R.transpose() * (world(point) - p);
        const double r = grasp.axes.col(2).dot(local - grasp.middle);
        cost += 0.5 * w * r * r;
        if (!derivatives_)
            continue;
        const dynamics::BodyPoint material { carried.joint, local };
        const Eigen::VectorXd J = way_moves(point, &material).transpose() * n;
        by_q += w * r * J;
        position.selfadjointView<Eigen::Lower>().rankUpdate(J, w);
    }
    const int hand = setting_.body->tree.segments[size_t(patch.segment)].joint;
    const dynamics::Vector<double> axis = dynamics::from_eigen(n);
    const auto spin = [&](int joint) -> const dynamics::Vector<double>& {
        return state_.links[size_t(joint)].v.angular;
    };
    const double scale = patch.half_size.mean() * std::sqrt(kFirm * setting_.weights.stick);
    const dynamics::Vector<double> off = spin(hand) - spin(carried.joint);
    const double r = scale * dynamics::dot(axis, off);
    cost += 0.5 * r * r;
    if (!derivatives_)
        return cost;
    begin_turn_row(hand, axis, scale);
    add_turn(carried.joint, axis, -scale);
    for (const int k : tree_.path(carried.joint))
        rows_q(rows, k)
            += scale * dynamics::dot(dynamics::cross(state_.dofs[size_t(k)].s.angular, axis), off);
    end_turn_row(r);
    return cost;
}

void InstantModel::begin_turn_row(int joint, const dynamics::Vector<double>& axis, double scale)
{
    make_room(1);
    for (Eigen::MatrixXd* table : { &rows_q, &rows_qdot, &rows_qddot })
        table->row(rows).setZero();
    add_turn(joint, axis, scale);
}

/// ∂ω/∂q = ξ + s × ω, as of a point's velocity.
void InstantModel::add_turn(int joint, const dynamics::Vector<double>& axis, double scale)
{
    const dynamics::Vector<double>& omega = state_.links[size_t(joint)].v.angular;
    for (const int k : tree_.path(joint)) {
        const dynamics::DofMotion<double>& dof = state_.dofs[size_t(k)];
        rows_qdot(rows, k) += scale * dynamics::dot(axis, dof.s.angular);
        rows_q(rows, k)
            += scale * dynamics::dot(axis, dof.xi.angular + dynamics::cross(dof.s.angular, omega));
    }
}

void InstantModel::end_turn_row(double r)
{
    by_q += r * rows_q.row(rows).transpose();
    by_qdot += r * rows_qdot.row(rows).transpose();
    ++rows;
}

/// As lay_flat, on what goes its own way.
double InstantModel::add_palms(const InstantTarget& instant)
{
    double cost = 0;
    const double w = setting_.weights.hold;
    for (const Palm& palm : instant.palms) {
        const Patch& patch = setting_.character->patches[size_t(palm.patch)];
        for (int corner = 0; corner < kFlat; ++corner) {
            const dynamics::BodyPoint point
                = setting_.body->tree.point(patch.segment, patch_corner(patch, corner));
            dynamics::point_position(tree_, state_, point, point_);
            const double r = palm.normal.dot(to_eigen(point_.p) - palm.middle);
            cost += 0.5 * w * r * r;
            add_point_row(point, palm.normal, r, w);
        }
        const int hand = setting_.body->tree.segments[size_t(patch.segment)].joint;
        const dynamics::Vector<double> axis = dynamics::from_eigen(palm.normal);
        const double scale = patch.half_size.mean() * std::sqrt(kFirm * setting_.weights.stick);
        const double r
            = scale * (dynamics::dot(axis, state_.links[size_t(hand)].v.angular) - palm.turning);
        cost += 0.5 * r * r;
        if (!derivatives_)
            continue;
        begin_turn_row(hand, axis, scale);
        end_turn_row(r);
    }
    return cost;
}

/// From its frame into the world.
void InstantModel::press_hands(size_t index)
{
    CargoModel& cargo = cargo_[index];
    const dynamics::BodyPose<double> pose
        = dynamics::body_pose(cargo.tree, cargo.state, cargo.tree.joint_count() - 1);
    const Matrix3d R = columns(pose.R);
    const Vector3d p = to_eigen(pose.p);
    cargo.on_prop.clear();
    for (size_t j = 0; j < cargo.units.size(); ++j) {
        const forces::Unit& unit = cargo.units[j];
        const Vector3d push = R * unit.push;
        const Vector3d torque = (p + R * unit.at).cross(push)
            + R * forces::twist_of(unit, cargo.contacts[size_t(unit.contact)]);
        cargo.on_prop.push_back({ dynamics::from_eigen(push), dynamics::from_eigen(torque) });
        const double lambda = cargo.weight * cargo.problem.coefficients()[Eigen::Index(j)];
        cargo.presses[size_t(unit.contact)]
            += { dynamics::from_eigen(-lambda * push), dynamics::from_eigen(-lambda * torque) };
    }
}

void InstantModel::bear_cargo()
{
    for (const CargoModel& cargo : cargo_)
        for (size_t c = 0; c < cargo.presses.size() && cargo.held; ++c)
            for (const int k : tree_.path(cargo.joints[c]))
                torques_[k] -= dynamics::dot(state_.dofs[size_t(k)].s, cargo.presses[c]);
}

/// The torque of j is that of inverse dynamics less s_j · press. Forces are fixed in the prop's
/// frame but for what they are, so that with its degrees of freedom m and those k before j
///
///     d(s_j · press) = Σ (s_k × s_j) · press dq_k − Σ (s_m × s_j) · press dq_m − s_j · Σ W dλ
///     dλ = −λ' Gᵀ M⁻¹ d(demand)
void InstantModel::add_cargo_row(int dof, Eigen::VectorXd& J)
{
    const int n = tree_.dof_count();
    const dynamics::Twist<double>& s = state_.dofs[size_t(dof)].s;
    for (const CargoModel& cargo : cargo_) {
        if (!cargo.held)
            continue;
        std::vector<bool> carries(cargo.presses.size(), false);
        for (size_t c = 0; c < cargo.presses.size(); ++c) {
            const std::span<const int> path = tree_.path(cargo.joints[c]);
            carries[c] = std::find(path.begin(), path.end(), dof) != path.end();
            if (!carries[c])
                continue;
            const Wrench<double>& press = cargo.presses[c];
            let_press_stay(path, press, dof, J);
            for (int m = cargo.first; m < cargo.first + kRoot; ++m)
                J[m] += dynamics::dot(dynamics::cross(state_.dofs[size_t(m)].s, s), press);
        }
        Vector6d by_demand = Vector6d::Zero();  // Σ e λ' g
        for (size_t j = 0; j < cargo.units.size(); ++j)
            if (carries[size_t(cargo.units[j].contact)])
                by_demand += cargo.weight * dynamics::dot(s, cargo.on_prop[j])
                    * cargo.problem.slope(int(j)) * cargo.problem.column(int(j), 0);
        const Eigen::Matrix<double, 18, 1> by_its_way
            = cargo.moves.transpose() * cargo.problem.divided(by_demand);
        for (int order = 0; order < 3; ++order)
            J.segment<kRoot>(order * n + cargo.first) -= by_its_way.segment<kRoot>(kRoot * order);
    }
}

std::vector<PatchForce> InstantModel::grasp_forces(int index) const
{
    const CargoModel& cargo = cargo_[size_t(index)];
    std::vector<PatchForce> forces(cargo.contacts.size());
    const dynamics::BodyPose<double> pose
        = dynamics::body_pose(tree_, state_, setting_.body->carried[size_t(index)].joint);
    const Matrix3d R = columns(pose.R);
    const Vector3d p = to_eigen(pose.p);
    if (cargo.held)
        forces = forces::add_up(
            cargo.units, cargo.weight * cargo.problem.coefficients(), cargo.contacts);
    for (size_t c = 0; c < forces.size(); ++c) {
        PatchForce& force = forces[c];
        force.force = -R * force.force;
        force.point = p + R * (cargo.held ? force.point : cargo.contacts[c].middle);
    }
    return forces;
}

}  // namespace gambol::refine
