// SPDX-License-Identifier: MIT
#include "gambol/dynamics/effective_root.hpp"

namespace gambol::dynamics {

namespace {

/// g = m β + α × h of a degree of freedom: what Σ x dm changes by.
template <class S> inline Vector<S> moment_shift(const Tree& tree, const State<S>& state, int dof)
{
    return momentum_of(carried_by(tree, state, dof), state.dofs[static_cast<std::size_t>(dof)].s);
}

}  // namespace

template <class S>
void apply_effective_root(const Tree& tree, const State<S>& state, const PointMotion<S>& root,
    const Vector<S>& acceleration, AggregateForce<S>& force)
{
    const S mass(tree.mass());
    const Vector<S>&h = state.total.first, &p = root.p;
    const Vector<S> y = acceleration - root.a;
    const auto carry = [&](Wrench<S>& wrench, const Vector<S>& by) {
        wrench.force += mass * by;
        wrench.torque += cross(h, by) - cross(p, wrench.force);
    };
    carry(force.value, y);
    for (int k = 0; k < tree.dof_count(); ++k) {
        const std::size_t dof = static_cast<std::size_t>(k);
        carry(force.dq[dof], -root.da_dq[dof]);
        carry(force.dqdot[dof], -root.da_dqdot[dof]);
        carry(force.dqddot[dof], -root.dp_dq[dof]);
        force.dq[dof].torque
            += cross(moment_shift(tree, state, k), y) - cross(root.dp_dq[dof], force.value.force);
    }
}

template <class S>
void apply_effective_root(const Tree& tree, const State<S>& state, const PointMotion<S>& root,
    const Vector<S>& acceleration, JointTorques<S>& torques)
{
    const std::size_t columns = state.dofs.size();
    const Vector<S> y = acceleration - root.a;
    for (std::size_t r = 0; r < torques.dofs.size(); ++r) {
        const int dof = torques.dofs[r];
        const int joint = tree.joint_of(dof);
        const Vector<S> g = moment_shift(tree, state, dof);
        torques.value[r] += dot(y, g);
        S* dq = torques.dq.data() + r * columns;
        S* dqdot = torques.dqdot.data() + r * columns;
        S* dqddot = torques.dqddot.data() + r * columns;
        for (std::size_t k = 0; k < columns; ++k) {
            dq[k] += -dot(root.da_dq[k], g);
            dqdot[k] += -dot(root.da_dqdot[k], g);
            dqddot[k] += -dot(root.dp_dq[k], g);
        }
        // What lies above turns g; what lies below shifts the mass that i turns.
        for (const int k : tree.path(joint))
            dq[k] += dot(y, cross(state.dofs[static_cast<std::size_t>(k)].s.angular, g));
        const Vector<S>& alpha = state.dofs[static_cast<std::size_t>(dof)].s.angular;
        for (const int k : tree.below(joint))
            dq[k] += dot(y, cross(alpha, moment_shift(tree, state, k)));
    }
}

template void apply_effective_root(const Tree&, const State<double>&, const PointMotion<double>&,
    const Vector<double>&, AggregateForce<double>&);
template void apply_effective_root(const Tree&, const State<Lanes>&, const PointMotion<Lanes>&,
    const Vector<Lanes>&, AggregateForce<Lanes>&);
template void apply_effective_root(const Tree&, const State<double>&, const PointMotion<double>&,
    const Vector<double>&, JointTorques<double>&);
template void apply_effective_root(const Tree&, const State<Lanes>&, const PointMotion<Lanes>&,
    const Vector<Lanes>&, JointTorques<Lanes>&);

}  // namespace gambol::dynamics
