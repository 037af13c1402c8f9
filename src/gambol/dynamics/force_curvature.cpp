// SPDX-License-Identifier: MIT
#include "gambol/dynamics/force_curvature.hpp"

#include <algorithm>
#include <cassert>

namespace gambol::dynamics {

namespace {

template <class S> inline Wrench<S> operator-(const Wrench<S>& a, const Wrench<S>& b)
{
    return { a.force - b.force, a.torque - b.torque };
}

/// What all pairs of a degree of freedom k share (see the header), negative where it is subtracted.
template <class S> struct PairSums {
    Wrench<S> A, V, U, P, Q;
    Vector<S> n;
};

template <class S>
PairSums<S> pair_sums(const Carried<S>& all, const DofMotion<S>& dof, const Twist<S>& z)
{
    const auto& [s, xi, eta] = dof;
    const Twist<S> turned = cross(s, z);
    const Wrench<S> I_z = inertia_times(all, z), I_s = inertia_times(all, s),
                    I_xi = inertia_times(all, xi);
    const Wrench<S> by_v = flow_times(all.moments, s.angular) + I_xi + I_xi;
    const Wrench<S> by_q = flow_times(all.moments, xi.angular) + inertia_times(all, eta)
        + cross(s, all.moments.force);
    PairSums<S> sums;
    sums.A = cross(z, I_s);
    sums.V = cross(z, by_v);
    sums.U = cross(z, by_q);
    sums.P = cross(s, I_z) - inertia_times(all, turned);
    sums.Q = cross(xi, I_z) - inertia_times(all, cross(xi, z)) - cross(z, I_xi);
    sums.n = cross(s.angular, flow_transpose_times(all.moments, z))
        - flow_transpose_times(all.moments, turned);
    return sums;
}

/// Pairs of k and all that carry it, k being the last of `path`.
template <class S>
void add_pairs(const Tree& tree, const State<S>& state, int k, const Carried<S>& all,
    const Twist<S>& z, Curvature<S>& result)
{
    const std::size_t n = state.dofs.size(), row = static_cast<std::size_t>(k);
    assert(tree.links()[static_cast<std::size_t>(tree.joint_of(k))].kind != JointKind::free);
    const PairSums<S> sums = pair_sums(all, state.dofs[row], z);
    const Wrench<S> drift = sums.P - sums.A;
    for (const int carrier : tree.path(tree.joint_of(k))) {
        const std::size_t i = static_cast<std::size_t>(carrier);
        const auto& [s, xi, eta] = state.dofs[i];
        const S qq = dot(xi.angular, sums.n) + dot(eta, sums.P) + dot(xi, sums.Q) - dot(s, sums.U);
        result.aq[row * n + i] += -dot(s, sums.A);
        result.vq[row * n + i] += dot(xi, drift) - dot(s, sums.V);
        result.qq[row * n + i] += qq;
        if (i == row)
            continue;
        result.aq[i * n + row] += dot(s, sums.P);
        result.vq[i * n + row] += dot(s.angular, sums.n) + S(2) * dot(xi, sums.P) + dot(s, sums.Q);
        result.qq[i * n + row] += qq;
    }
}

/// The moments of a point of mass 1 that moves with a tree, as seen by the falling world.
template <class S> Moments<S> point_moments(const Tree& tree, const PointMotion<S>& point)
{
    const Vector<S>&p = point.p, &v = point.v;
    const Vector<S> a = point.a - broadcast<S>(from_eigen(tree.gravity()));
    const S along = dot(v, p), square = dot(p, p);
    Moments<S> moments;
    moments.first = p;
    moments.inertia = { square - p.x * p.x, -(p.x * p.y), -(p.x * p.z), square - p.y * p.y,
        -(p.y * p.z), square - p.z * p.z };
    moments.momentum = v;
    moments.flow = { -p.x * v, -p.y * v, -p.z * v };
    moments.flow.x.x += along, moments.flow.y.y += along, moments.flow.z.z += along;
    moments.force = { a, cross(p, a) };
    return moments;
}

}  // namespace

template <class S>
Curvature<S>::Curvature(const Tree& tree)
    : qq(static_cast<std::size_t>(tree.dof_count()) * static_cast<std::size_t>(tree.dof_count()))
    , vq(qq)
    , aq(qq)
{
    set_zero();
}

template <class S> void Curvature<S>::set_zero()
{
    for (auto* part : { &qq, &vq, &aq })
        std::fill(part->begin(), part->end(), S(0));
}

template <class S>
void add_force_curvature(
    const Tree& tree, const State<S>& state, const Twist<S>& z, Curvature<S>& result)
{
    for (int k = 0; k < tree.dof_count(); ++k)
        add_pairs(tree, state, k, carried_by(tree, state, k), z, result);
}

template <class S>
void add_turning(const Tree& tree, const State<S>& state, const std::vector<Vector<S>>& moments,
    std::vector<S>& qq)
{
    const std::size_t n = state.dofs.size();
    for (std::size_t j = 0; j < n; ++j)
        for (const int carrier : tree.path(tree.joint_of(static_cast<int>(j)))) {
            const std::size_t i = static_cast<std::size_t>(carrier);
            const S turned = dot(state.dofs[i].s.angular, moments[j]);
            qq[i * n + j] += turned;
            if (i != j)
                qq[j * n + i] += turned;
        }
}

// With z = [b; a], y = acceleration − r̈ and d = h₀ − M r, f₀ and n₀ of the tree alone,
//
//     z · [f; n] = [b; a − b × r] · f₀ + y · (M a + b × d)
//
// The first derivatives of r, d and y meet those of f₀ and of each other, and all turn.
template <class S>
void add_force_curvature(const CarriedTree<S>& carried, const Twist<S>& z,
    std::vector<Vector<S>>& moments, Curvature<S>& result)
{
    const auto& [tree, state, point, root, alone, acceleration] = carried;
    const std::size_t n = state.dofs.size();
    const S mass(tree.mass());
    const Vector<S>&b = z.angular, &a = z.linear;
    const Vector<S> y = acceleration - root.a;
    const Vector<S> d = state.total.first - mass * root.p;
    // The centre of mass accelerates as told whatever the tree does: then f does not change.
    const Vector<S> on_force = point ? a : zero_vector<S>();
    add_force_curvature(tree, state, { b, on_force - cross(b, root.p) }, result);
    if (point) {
        const Moments<S> unit = point_moments(tree, root);
        const Twist<S> against { zero_vector<S>(), -(mass * a + cross(b, d)) };
        for (const int k : tree.path(point->joint))
            add_pairs(tree, state, k, { unit, S(1) }, against, result);
    }
    const Vector<S> pull = cross(b, alone.value.force), lift = cross(b, y);
    moments.assign(n, zero_vector<S>());
    for (std::size_t i = 0; i < n; ++i) {
        const Vector<S>& r_i = root.dp_dq[i];
        // Of the centre of mass d is 0 whatever moves.
        const Vector<S> d_i = point
            ? momentum_of(carried_by(tree, state, static_cast<int>(i)), state.dofs[i].s)
                - mass * r_i
            : zero_vector<S>();
        moments[i] = cross(r_i, pull) - cross(d_i, lift);
        const Vector<S> turned_r = cross(r_i, b), turned_d = cross(d_i, b);
        for (std::size_t k = 0; k < n; ++k) {
            result.aq[k * n + i]
                += dot(turned_r, alone.dqddot[k].force) + dot(turned_d, root.dp_dq[k]);
            result.vq[k * n + i]
                += dot(turned_r, alone.dqdot[k].force) + dot(turned_d, root.da_dqdot[k]);
            const S mixed = dot(turned_r, alone.dq[k].force) + dot(turned_d, root.da_dq[k]);
            result.qq[k * n + i] += mixed;
            result.qq[i * n + k] += mixed;
        }
    }
    add_turning(tree, state, moments, result.qq);
}

template struct Curvature<double>;
template struct Curvature<Lanes>;
template void add_force_curvature(
    const Tree&, const State<double>&, const Twist<double>&, Curvature<double>&);
template void add_force_curvature(
    const Tree&, const State<Lanes>&, const Twist<Lanes>&, Curvature<Lanes>&);
template void add_force_curvature(const CarriedTree<double>&, const Twist<double>&,
    std::vector<Vector<double>>&, Curvature<double>&);
template void add_force_curvature(
    const CarriedTree<Lanes>&, const Twist<Lanes>&, std::vector<Vector<Lanes>>&, Curvature<Lanes>&);
template void add_turning(
    const Tree&, const State<double>&, const std::vector<Vector<double>>&, std::vector<double>&);
template void add_turning(
    const Tree&, const State<Lanes>&, const std::vector<Vector<Lanes>>&, std::vector<Lanes>&);

}  // namespace gambol::dynamics
