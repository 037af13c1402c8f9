// SPDX-License-Identifier: MIT
#include "gambol/methods/gait/instants.hpp"

#include <algorithm>
#include <cassert>

namespace gambol::gait {

namespace {

using dynamics::Lanes;
using Eigen::Vector3d;

Vector3d lane_of(const dynamics::Vector<Lanes>& v, int lane)
{
    return { v.x[lane], v.y[lane], v.z[lane] };
}

}  // namespace

Instants::Instants(const dynamics::Tree& tree, std::vector<int> joints)
    : tree_(tree)
    , joints_(std::move(joints))
    , q_(size_t(tree.q_count()), Lanes(0))
    , qdot_(size_t(tree.dof_count()), Lanes(0))
    , qddot_(qdot_)
    , state_(tree)
    , force_(tree)
    , torques_(tree)
    , poses_(joints_.size())
{
    assert(tree.q_count() == tree.dof_count());
    std::sort(joints_.begin(), joints_.end());
    joints_.erase(std::unique(joints_.begin(), joints_.end()), joints_.end());
    poses_.resize(joints_.size());
}

int Instants::body_index(int joint) const
{
    const auto found = std::lower_bound(joints_.begin(), joints_.end(), joint);
    assert(found != joints_.end() && *found == joint);
    return int(found - joints_.begin());
}

void Instants::load(
    int lane, const Eigen::VectorXd& q, const Eigen::VectorXd& qdot, const Eigen::VectorXd& qddot)
{
    for (Eigen::Index k = 0; k < q.size(); ++k) {
        q_[size_t(k)].set(lane, q[k]);
        qdot_[size_t(k)].set(lane, qdot[k]);
        qddot_[size_t(k)].set(lane, qddot[k]);
    }
}

void Instants::update(bool derivatives)
{
    dynamics::update<Lanes>(tree_, { q_, qdot_, qddot_ }, state_);
    if (derivatives) {
        dynamics::aggregate_force(tree_, state_, force_);
        dynamics::joint_torques(tree_, state_, force_, torques_);
    } else {
        dynamics::joint_torques<Lanes>(tree_, state_, torques_.value);
    }
    for (size_t i = 0; i < joints_.size(); ++i)
        poses_[i] = dynamics::body_pose(tree_, state_, joints_[i]);
}

void Instants::read(int lane, bool derivatives, Instant& out) const
{
    const int n = tree_.dof_count();
    out.q.resize(n);
    out.qdot.resize(n);
    out.forces.resize(n);
    out.axis.resize(3, n);
    out.origin_rate.resize(3, n);
    out.axis_rate.resize(3, n);
    out.origin_rate_rate.resize(3, n);
    for (int k = 0; k < n; ++k) {
        const auto& dof = state_.dofs[size_t(k)];
        out.q[k] = q_[size_t(k)][lane];
        out.qdot[k] = qdot_[size_t(k)][lane];
        out.forces[k] = torques_.value[size_t(k)][lane];
        out.axis.col(k) = lane_of(dof.s.angular, lane);
        out.origin_rate.col(k) = lane_of(dof.s.linear, lane);
        out.axis_rate.col(k) = lane_of(dof.xi.angular, lane);
        out.origin_rate_rate.col(k) = lane_of(dof.xi.linear, lane);
    }
    out.bodies.resize(joints_.size());
    for (size_t i = 0; i < joints_.size(); ++i) {
        const auto& link = state_.links[size_t(joints_[i])];
        out.bodies[i].R << lane_of(poses_[i].R.x, lane), lane_of(poses_[i].R.y, lane),
            lane_of(poses_[i].R.z, lane);
        out.bodies[i].p = lane_of(poses_[i].p, lane);
        out.bodies[i].angular = lane_of(link.v.angular, lane);
        out.bodies[i].linear = lane_of(link.v.linear, lane);
    }
    if (!derivatives)
        return;
    for (auto [to, from] : { std::pair(&out.dq, &torques_.dq),
             std::pair(&out.dqdot, &torques_.dqdot), std::pair(&out.dqddot, &torques_.dqddot) }) {
        to->resize(n, n);
        for (int row = 0; row < n; ++row)
            for (int k = 0; k < n; ++k)
                (*to)(row, k) = (*from)[size_t(row * n + k)][lane];
    }
}

}  // namespace gambol::gait
