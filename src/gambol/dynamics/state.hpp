// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/dynamics/lanes.hpp"
#include "gambol/dynamics/tree.hpp"

#include <span>
#include <vector>

namespace gambol::dynamics {

/// Where a link is and how it moves.
template <class S> struct LinkMotion {
    Matrix<S> R;  // R_world_link
    Vector<S> p;  // origin
    Twist<S> v;  // velocity
    Twist<S> a;  // acceleration; as seen by a world that falls freely, so that weight is inertia
};

/// Mass in motion, as sums over points of mass dm at x with velocity ẋ. All are taken about the
/// world origin, so those of several bodies add up.
template <class S> struct Moments {
    Vector<S> first;  // h = Σ x dm
    Symmetric<S> inertia;  // J = Σ (|x|² 1 − x xᵀ) dm
    Vector<S> momentum;  // l = Σ ẋ dm
    Matrix<S> flow;  // T = Σ (ẋ·x 1 − ẋ xᵀ) dm
    Wrench<S> force;  // F = d/dt of momentum and its moment, less the weight
};

/// The direction of a degree of freedom, and two twists that say how it is carried along by what
/// lies before it in the tree (λ: the link of the parent):
///
///     ξ = v_λ × s        η = a_λ × s + v_λ × ξ
template <class S> struct DofMotion {
    Twist<S> s, xi, eta;
};

/// All that one instant's quantities are made of. Sized once for a tree; update() never allocates.
template <class S> struct State {
    explicit State(const Tree&);

    std::vector<LinkMotion<S>> links;
    std::vector<Moments<S>> moments;  // of a link with all that hangs on it
    std::vector<DofMotion<S>> dofs;
    Moments<S> total;
    std::vector<S> sines, cosines;  // of q, and room for eight more
};

/// Coordinates of one instant (or, with Lanes, of Lanes::kCount): q_count, dof_count and dof_count
/// numbers.
template <class S> struct Coordinates {
    std::span<const S> q, qdot, qddot;
};

/// Fills `state` in O(D), D degrees of freedom: outward for motions, inward for sums of moments.
template <class S> void update(const Tree&, const Coordinates<S>&, State<S>& state);

/// ξ + v_i × s (i: the link that s moves): the part of ∂a/∂q̇ that is common to all that s moves.
/// For a joint of one degree of freedom, whose own velocity does not turn s, that is 2 ξ.
template <class S> inline Twist<S> velocity_drift(const Tree& tree, const State<S>& state, int dof)
{
    const DofMotion<S>& d = state.dofs[static_cast<std::size_t>(dof)];
    const std::size_t joint = static_cast<std::size_t>(tree.joint_of(dof));
    if (tree.links()[joint].kind == JointKind::free) [[unlikely]]
        return d.xi + cross(state.links[joint].v, d.s);
    return S(2) * d.xi;
}

/// P = [l; k]: momentum and moment of momentum about the origin.
template <class S> inline Wrench<S> momentum(const Moments<S>& of)
{
    const Matrix<S>& T = of.flow;
    return { of.momentum, { T.z.y - T.y.z, T.x.z - T.z.x, T.y.x - T.x.y } };
}

/// All that a degree of freedom moves.
template <class S> struct Carried {
    const Moments<S>& moments;
    S mass;
};
template <class S> inline Carried<S> carried_by(const Tree& tree, const State<S>& state, int dof)
{
    const std::size_t joint = static_cast<std::size_t>(tree.joint_of(dof));
    return { state.moments[joint], S(tree.links()[joint].subtree_mass) };
}

/// m β + α × h: the upper part of I z.
template <class S> inline Vector<S> momentum_of(const Carried<S>& of, const Twist<S>& z)
{
    return of.mass * z.linear + cross(z.angular, of.moments.first);
}

/// I z = [m β + α × h; J α + h × β].
template <class S> inline Wrench<S> inertia_times(const Carried<S>& of, const Twist<S>& z)
{
    return { momentum_of(of, z),
        of.moments.inertia * z.angular + cross(of.moments.first, z.linear) };
}

/// N z = [2 α × l; 2 T α]: what turning by z adds to the rate at which momentum changes.
template <class S> inline Wrench<S> flow_times(const Moments<S>& of, const Vector<S>& alpha)
{
    const Vector<S> twice = S(2) * alpha;
    return { cross(twice, of.momentum), of.flow * twice };
}

/// Nᵀ s, of which only the part that meets the turning of the other twist is not zero:
/// s · N z = α_z · flow_transpose_times(s).
template <class S> inline Vector<S> flow_transpose_times(const Moments<S>& of, const Twist<S>& s)
{
    return S(2) * (cross(of.momentum, s.linear) + transpose_times(of.flow, s.angular));
}

/// R_world_body and position of the body of a joint.
template <class S> struct BodyPose {
    Matrix<S> R;
    Vector<S> p;
};
template <class S> BodyPose<S> body_pose(const Tree&, const State<S>&, int joint);

}  // namespace gambol::dynamics
