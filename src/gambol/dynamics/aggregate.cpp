// SPDX-License-Identifier: MIT
#include "gambol/dynamics/aggregate.hpp"

#include <cassert>

namespace gambol::dynamics {

template <class S>
AggregateForce<S>::AggregateForce(const Tree& tree)
    : value(zero_wrench<S>())
    , dq(static_cast<std::size_t>(tree.dof_count()), zero_wrench<S>())
    , dqdot(dq)
    , dqddot(dq)
{
}

template <class S>
void aggregate_force(const Tree& tree, const State<S>& state, AggregateForce<S>& result)
{
    assert(result.dq.size() == state.dofs.size());
    result.value = state.total.force;
    for (int k = 0; k < tree.dof_count(); ++k) {
        const std::size_t dof = static_cast<std::size_t>(k);
        const Carried<S> all = carried_by(tree, state, k);
        const auto& [s, xi, eta] = state.dofs[dof];
        result.dqddot[dof] = inertia_times(all, s);
        result.dqdot[dof] = flow_times(all.moments, s.angular)
            + inertia_times(all, velocity_drift(tree, state, k));
        result.dq[dof] = flow_times(all.moments, xi.angular) + inertia_times(all, eta)
            + cross(s, all.moments.force);
    }
}

template <class S>
AggregateMomentum<S>::AggregateMomentum(const Tree& tree)
    : value(zero_wrench<S>())
    , dq(static_cast<std::size_t>(tree.dof_count()), zero_wrench<S>())
    , dqdot(dq)
{
}

template <class S>
void aggregate_momentum(const Tree& tree, const State<S>& state, AggregateMomentum<S>& result)
{
    assert(result.dq.size() == state.dofs.size());
    result.value = momentum(state.total);
    for (int k = 0; k < tree.dof_count(); ++k) {
        const std::size_t dof = static_cast<std::size_t>(k);
        const Carried<S> all = carried_by(tree, state, k);
        const auto& [s, xi, eta] = state.dofs[dof];
        result.dqdot[dof] = inertia_times(all, s);
        result.dq[dof] = inertia_times(all, xi) + cross(s, momentum(all.moments));
    }
}

template struct AggregateForce<double>;
template struct AggregateForce<Lanes>;
template struct AggregateMomentum<double>;
template struct AggregateMomentum<Lanes>;
template void aggregate_force(const Tree&, const State<double>&, AggregateForce<double>&);
template void aggregate_force(const Tree&, const State<Lanes>&, AggregateForce<Lanes>&);
template void aggregate_momentum(const Tree&, const State<double>&, AggregateMomentum<double>&);
template void aggregate_momentum(const Tree&, const State<Lanes>&, AggregateMomentum<Lanes>&);

}  // namespace gambol::dynamics
