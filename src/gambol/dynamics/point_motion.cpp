// SPDX-License-Identifier: MIT
#include "gambol/dynamics/point_motion.hpp"

#include <algorithm>
#include <cassert>

namespace gambol::dynamics {

namespace {

template <class S> inline Vector<S> gravity(const Tree& tree)
{
    return broadcast<S>(from_eigen(tree.gravity()));
}

}  // namespace

template <class S>
PointMotion<S>::PointMotion(const Tree& tree)
    : p(zero_vector<S>())
    , v(p)
    , a(p)
    , dp_dq(static_cast<std::size_t>(tree.dof_count()), p)
    , dv_dq(dp_dq)
    , da_dq(dp_dq)
    , da_dqdot(dp_dq)
{
}

template <class S>
void point_motion(
    const Tree& tree, const State<S>& state, const BodyPoint& point, PointMotion<S>& result)
{
    assert(result.dp_dq.size() == state.dofs.size());
    const LinkMotion<S>& link = state.links[static_cast<std::size_t>(point.joint)];
    const BodyPose<S> pose = body_pose(tree, state, point.joint);
    const Vector<S> p = pose.p + pose.R * broadcast<S>(from_eigen(point.position));
    const Vector<S> v = at(link.v, p);
    // As seen by the falling world of state.hpp, as ξ and η are.
    const Vector<S> a = at(link.a, p) + cross(link.v.angular, v);
    result.p = p;
    result.v = v;
    result.a = a + gravity<S>(tree);
    for (auto* columns : { &result.dp_dq, &result.dv_dq, &result.da_dq, &result.da_dqdot })
        std::fill(columns->begin(), columns->end(), zero_vector<S>());
    for (const int k : tree.path(point.joint)) {
        const std::size_t dof = static_cast<std::size_t>(k);
        const auto& [s, xi, eta] = state.dofs[dof];
        const Vector<S> turned_v = cross(s.angular, v);
        result.dp_dq[dof] = at(s, p);
        result.dv_dq[dof] = at(xi, p) + turned_v;
        result.da_dqdot[dof] = at(velocity_drift(tree, state, k), p) + S(2) * turned_v;
        result.da_dq[dof] = at(eta, p) + S(2) * cross(xi.angular, v) + cross(s.angular, a);
    }
}

template <class S>
void point_position(
    const Tree& tree, const State<S>& state, const BodyPoint& point, PointMotion<S>& result)
{
    assert(result.dp_dq.size() == state.dofs.size());
    const BodyPose<S> pose = body_pose(tree, state, point.joint);
    result.p = pose.p + pose.R * broadcast<S>(from_eigen(point.position));
    std::fill(result.dp_dq.begin(), result.dp_dq.end(), zero_vector<S>());
    for (const int k : tree.path(point.joint))
        result.dp_dq[static_cast<std::size_t>(k)]
            = at(state.dofs[static_cast<std::size_t>(k)].s, result.p);
}

template <class S>
void center_of_mass_motion(const Tree& tree, const State<S>& state, PointMotion<S>& result)
{
    assert(result.dp_dq.size() == state.dofs.size() && tree.mass() > 0);
    const S share(1 / tree.mass());
    result.p = share * state.total.first;
    result.v = share * state.total.momentum;
    result.a = share * state.total.force.force + gravity<S>(tree);
    // The first three rows of ∂p₀ and ∂f₀, divided by the mass.
    for (int k = 0; k < tree.dof_count(); ++k) {
        const std::size_t dof = static_cast<std::size_t>(k);
        const Carried<S> all = carried_by(tree, state, k);
        const auto& [s, xi, eta] = state.dofs[dof];
        const Vector<S> turned_l = cross(s.angular, all.moments.momentum);
        result.dp_dq[dof] = share * momentum_of(all, s);
        result.dv_dq[dof] = share * (momentum_of(all, xi) + turned_l);
        result.da_dqdot[dof]
            = share * (momentum_of(all, velocity_drift(tree, state, k)) + S(2) * turned_l);
        result.da_dq[dof] = share
            * (momentum_of(all, eta) + S(2) * cross(xi.angular, all.moments.momentum)
                + cross(s.angular, all.moments.force.force));
    }
}

template struct PointMotion<double>;
template struct PointMotion<Lanes>;
template void point_motion(
    const Tree&, const State<double>&, const BodyPoint&, PointMotion<double>&);
template void point_motion(const Tree&, const State<Lanes>&, const BodyPoint&, PointMotion<Lanes>&);
template void point_position(
    const Tree&, const State<double>&, const BodyPoint&, PointMotion<double>&);
template void point_position(
    const Tree&, const State<Lanes>&, const BodyPoint&, PointMotion<Lanes>&);
template void center_of_mass_motion(const Tree&, const State<double>&, PointMotion<double>&);
template void center_of_mass_motion(const Tree&, const State<Lanes>&, PointMotion<Lanes>&);

}  // namespace gambol::dynamics
