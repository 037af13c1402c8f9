// SPDX-License-Identifier: MIT
#include "gambol/dynamics/joint_torques.hpp"

#include <algorithm>
#include <cassert>
#include <numeric>

namespace gambol::dynamics {

namespace {

std::vector<int> all_dofs(const Tree& tree)
{
    std::vector<int> dofs(static_cast<std::size_t>(tree.dof_count()));
    std::iota(dofs.begin(), dofs.end(), 0);
    return dofs;
}

template <class S> inline S torque(const Tree& tree, const State<S>& state, int dof)
{
    return dot(state.dofs[static_cast<std::size_t>(dof)].s,
        state.moments[static_cast<std::size_t>(tree.joint_of(dof))].force);
}

}  // namespace

template <class S>
JointTorques<S>::JointTorques(const Tree& tree, std::vector<int> chosen)
    : dofs(std::move(chosen))
    , value(dofs.size(), S(0))
    , dq(dofs.size() * static_cast<std::size_t>(tree.dof_count()), S(0))
    , dqdot(dq)
    , dqddot(dq)
{
}

template <class S>
JointTorques<S>::JointTorques(const Tree& tree)
    : JointTorques(tree, all_dofs(tree))
{
}

template <class S> void joint_torques(const Tree& tree, const State<S>& state, std::span<S> result)
{
    assert(static_cast<int>(result.size()) == tree.dof_count());
    for (int dof = 0; dof < tree.dof_count(); ++dof)
        result[static_cast<std::size_t>(dof)] = torque(tree, state, dof);
}

template <class S>
void joint_torques(const Tree& tree, const State<S>& state, const AggregateForce<S>& force,
    JointTorques<S>& result)
{
    const std::size_t columns = state.dofs.size();
    for (std::size_t r = 0; r < result.dofs.size(); ++r) {
        const int dof = result.dofs[r];
        const int joint = tree.joint_of(dof);
        const Moments<S>& moments = state.moments[static_cast<std::size_t>(joint)];
        const Twist<S>& s = state.dofs[static_cast<std::size_t>(dof)].s;
        result.value[r] = torque(tree, state, dof);

        // I and Nᵀ are applied to the row's own direction, once, instead of to every column's.
        const Wrench<S>& Is = force.dqddot[static_cast<std::size_t>(dof)];
        const Vector<S> Ns = flow_transpose_times(moments, s);
        S* dq = result.dq.data() + r * columns;
        S* dqdot = result.dqdot.data() + r * columns;
        S* dqddot = result.dqddot.data() + r * columns;
        std::fill(dq, dq + columns, S(0));
        std::fill(dqdot, dqdot + columns, S(0));
        std::fill(dqddot, dqddot + columns, S(0));
        for (const int k : tree.path(joint)) {
            const DofMotion<S>& above = state.dofs[static_cast<std::size_t>(k)];
            dq[k] = dot(above.eta, Is) + dot(above.xi.angular, Ns);
            dqdot[k] = dot(velocity_drift(tree, state, k), Is) + dot(above.s.angular, Ns);
            dqddot[k] = dot(above.s, Is);
        }
        for (const int k : tree.below(joint)) {
            const std::size_t column = static_cast<std::size_t>(k);
            dq[k] = dot(s, force.dq[column]);
            dqdot[k] = dot(s, force.dqdot[column]);
            dqddot[k] = dot(s, force.dqddot[column]);
        }
    }
}

template struct JointTorques<double>;
template struct JointTorques<Lanes>;
template void joint_torques(const Tree&, const State<double>&, std::span<double>);
template void joint_torques(const Tree&, const State<Lanes>&, std::span<Lanes>);
template void joint_torques(
    const Tree&, const State<double>&, const AggregateForce<double>&, JointTorques<double>&);
template void joint_torques(
    const Tree&, const State<Lanes>&, const AggregateForce<Lanes>&, JointTorques<Lanes>&);

}  // namespace gambol::dynamics
