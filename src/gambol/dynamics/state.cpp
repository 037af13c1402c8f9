// SPDX-License-Identifier: MIT
#include "gambol/dynamics/state.hpp"

#include "gambol/dynamics/sine_cosine.hpp"

#include <algorithm>
#include <cassert>
#include <cstring>

namespace gambol::dynamics {

namespace {

/// R a for an a that is the same in all samples.
template <class S> inline Vector<S> rotate(const Matrix<S>& R, const Vector<double>& a)
{
    return S(a.x) * R.x + S(a.y) * R.y + S(a.z) * R.z;
}

template <class S> inline Matrix<S> broadcast(const Matrix<double>& A)
{
    return { broadcast<S>(A.x), broadcast<S>(A.y), broadcast<S>(A.z) };
}

template <class S> inline void clear(Moments<S>& moments)
{
    const Vector<S> zero = zero_vector<S>();
    const S o(0);
    moments = { zero, { o, o, o, o, o, o }, zero, { zero, zero, zero }, { zero, zero } };
}

/// The world that roots hang on: it accelerates upwards, which is what weight feels like. A twist
/// that is constant in its own frame is constant in the one it passes through, so spin adds nothing
/// to that.
template <class S> LinkMotion<S> world(const Tree& tree)
{
    const Eigen::Vector3d &g = tree.gravity(), &spin = tree.spin();
    return { broadcast<S>(Matrix<double> { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } }),
        zero_vector<S>(), { { S(spin.x()), S(spin.y()), S(spin.z()) }, zero_vector<S>() },
        { zero_vector<S>(), { S(-g.x()), S(-g.y()), S(-g.z()) } } };
}

/// Sines and cosines of all q, eight at a time. Those of prismatic joints are not used.
void turn_all(std::span<const double> q, State<double>& state)
{
    for (std::size_t first = 0; first < q.size(); first += Lanes::kCount) {
        Lanes angles(0);
        const std::size_t count = std::min<std::size_t>(Lanes::kCount, q.size() - first);
        std::memcpy(angles.part, q.data() + first, count * sizeof(double));
        const SineCosine<Lanes> turned = sine_cosine(angles);
        std::memcpy(state.sines.data() + first, turned.sine.part, sizeof(turned.sine.part));
        std::memcpy(state.cosines.data() + first, turned.cosine.part, sizeof(turned.cosine.part));
    }
}

void turn_all(std::span<const Lanes> q, State<Lanes>& state)
{
    for (std::size_t i = 0; i < q.size(); ++i) {
        const SineCosine<Lanes> turned = sine_cosine(q[i]);
        state.sines[i] = turned.sine;
        state.cosines[i] = turned.cosine;
    }
}

/// The coordinate of a joint with one degree of freedom.
template <class S> struct JointValue {
    const S &q, &sine, &cosine, &qdot, &qddot;
};

/// v = v_λ + s q̇        a = a_λ + s q̈ + ξ q̇        with s = [α; p × α] or [0; α]
template <class S>
inline void move_one(const Link& link, const LinkMotion<S>& parent, const JointValue<S>& value,
    LinkMotion<S>& motion, DofMotion<S>& dof)
{
    const auto& [q, sine, cosine, qdot, qddot] = value;
    const Vector<S> x = rotate(parent.R, link.to_parent.x);
    const Vector<S> z = rotate(parent.R, link.to_parent.z);
    // Not z × x, which doubles what is missing to a unit vector from link to link: 1e-5 after 100.
    const Vector<S> y = rotate(parent.R, link.to_parent.y);
    const Vector<S> p = parent.p + rotate(parent.R, link.offset);
    if (link.kind == JointKind::revolute) {
        motion.R = { cosine * x + sine * y, cosine * y - sine * x, z };
        motion.p = p;
        dof.s = { z, cross(p, z) };
    } else {
        motion.R = { x, y, z };
        motion.p = p + q * z;
        dof.s = { zero_vector<S>(), z };
    }
    dof.xi = cross(parent.v, dof.s);
    motion.v = parent.v + qdot * dof.s;
    motion.a = parent.a + qddot * dof.s + qdot * dof.xi;
    dof.eta = cross(parent.a, dof.s) + cross(parent.v, dof.xi);
}

/// v = v_λ + Σ s q̇        a = a_λ + Σ s q̈ + v × Σ s q̇: the six directions move with the body
/// itself.
template <class S>
void move_freely(const Link& link, const LinkMotion<S>& parent, const S* q, const S* qdot,
    const S* qddot, LinkMotion<S>& motion, DofMotion<S>* dofs)
{
    const Matrix<S> B { rotate(parent.R, link.to_parent.x), rotate(parent.R, link.to_parent.y),
        rotate(parent.R, link.to_parent.z) };
    motion.p = parent.p + rotate(parent.R, link.offset) + B * Vector<S> { q[0], q[1], q[2] };
    const S w = q[3], x = q[4], y = q[5], z = q[6], one(1), two(2);
    motion.R = {
        B * Vector<S> { one - two * (y * y + z * z), two * (x * y + w * z), two * (x * z - w * y) },
        B * Vector<S> { two * (x * y - w * z), one - two * (x * x + z * z), two * (y * z + w * x) },
        B * Vector<S> { two * (x * z + w * y), two * (y * z - w * x), one - two * (x * x + y * y) }
    };
    const Vector<S> axes[3] = { motion.R.x, motion.R.y, motion.R.z };
    Twist<S> velocity = zero_twist<S>(), acceleration = zero_twist<S>();
    for (int k = 0; k < 6; ++k) {
        DofMotion<S>& dof = dofs[k];
        const Vector<S>& axis = axes[k % 3];
        dof.s = k < 3 ? Twist<S> { zero_vector<S>(), axis }
                      : Twist<S> { axis, cross(motion.p, axis) };
        dof.xi = cross(parent.v, dof.s);
        dof.eta = cross(parent.a, dof.s) + cross(parent.v, dof.xi);
        velocity += qdot[k] * dof.s;
        acceleration += qddot[k] * dof.s;
    }
    motion.v = parent.v + velocity;
    motion.a = parent.a + acceleration + cross(motion.v, velocity);
}

/// The moments of one body, with E = R E_c Rᵀ + h cᵀ and W = β hᵀ + ω× E, the sums over x xᵀ and ẋ
/// xᵀ:
///
///     h = m c    J = tr(E) 1 − E    l = m β + ω × h    T = tr(W) 1 − W    F = I a + v × P
template <class S>
inline void body_moments(const Link& link, const LinkMotion<S>& motion, Moments<S>& moments)
{
    const Matrix<S>& R = motion.R;
    const Vector<S>&omega = motion.v.angular, &beta = motion.v.linear;
    const S mass(link.mass);
    const Vector<S> c = motion.p + rotate(R, link.center);
    const Vector<S> h = mass * c;

    const Symmetric<double>& E_c = link.second_moment;
    const Vector<S> a = rotate(R, { E_c.xx, E_c.xy, E_c.xz });
    const Vector<S> b = rotate(R, { E_c.xy, E_c.yy, E_c.yz });
    const Vector<S> d = rotate(R, { E_c.xz, E_c.yz, E_c.zz });
    const S xx = a.x * R.x.x + b.x * R.y.x + d.x * R.z.x + h.x * c.x;
    const S xy = a.x * R.x.y + b.x * R.y.y + d.x * R.z.y + h.x * c.y;
    const S xz = a.x * R.x.z + b.x * R.y.z + d.x * R.z.z + h.x * c.z;
    const S yy = a.y * R.x.y + b.y * R.y.y + d.y * R.z.y + h.y * c.y;
    const S yz = a.y * R.x.z + b.y * R.y.z + d.y * R.z.z + h.y * c.z;
    const S zz = a.z * R.x.z + b.z * R.y.z + d.z * R.z.z + h.z * c.z;
    // Columns of −W.
    const Vector<S> W_x = cross({ xx, xy, xz }, omega) - h.x * beta;
    const Vector<S> W_y = cross({ xy, yy, yz }, omega) - h.y * beta;
    const Vector<S> W_z = cross({ xz, yz, zz }, omega) - h.z * beta;

    moments.first = h;
    moments.inertia = { yy + zz, -xy, -xz, xx + zz, -yz, xx + yy };
    moments.momentum = mass * beta + cross(omega, h);
    moments.flow = { { -(W_y.y + W_z.z), W_x.y, W_x.z }, { W_y.x, -(W_x.x + W_z.z), W_y.z },
        { W_z.x, W_z.y, -(W_x.x + W_y.y) } };
    moments.force = inertia_times(Carried<S> { moments, mass }, motion.a)
        + cross(motion.v, momentum(moments));
}

template <class S> inline void add(Moments<S>& sum, const Moments<S>& more)
{
    sum.first += more.first;
    sum.inertia.xx += more.inertia.xx, sum.inertia.xy += more.inertia.xy;
    sum.inertia.xz += more.inertia.xz, sum.inertia.yy += more.inertia.yy;
    sum.inertia.yz += more.inertia.yz, sum.inertia.zz += more.inertia.zz;
    sum.momentum += more.momentum;
    sum.flow.x += more.flow.x, sum.flow.y += more.flow.y, sum.flow.z += more.flow.z;
    sum.force += more.force;
}

}  // namespace

template <class S>
State<S>::State(const Tree& tree)
    : links(tree.links().size())
    , moments(tree.links().size())
    , dofs(static_cast<std::size_t>(tree.dof_count()))
    , sines(static_cast<std::size_t>(tree.q_count() + Lanes::kCount))  // written eight at a time
    , cosines(sines.size())
{
}

template <class S> void update(const Tree& tree, const Coordinates<S>& coordinates, State<S>& state)
{
    const std::vector<Link>& links = tree.links();
    assert(state.links.size() == links.size());
    assert(static_cast<int>(coordinates.q.size()) == tree.q_count());
    assert(coordinates.qdot.size() == state.dofs.size());
    assert(coordinates.qddot.size() == state.dofs.size());
    turn_all(coordinates.q, state);
    const LinkMotion<S> root = world<S>(tree);
    for (std::size_t i = 0; i < links.size(); ++i) {
        const Link& link = links[i];
        const LinkMotion<S>& parent
            = link.parent < 0 ? root : state.links[static_cast<std::size_t>(link.parent)];
        const std::size_t first_q = static_cast<std::size_t>(link.first_q);
        const S* q = coordinates.q.data() + first_q;
        const S* qdot = coordinates.qdot.data() + link.first_dof;
        const S* qddot = coordinates.qddot.data() + link.first_dof;
        DofMotion<S>* dof = state.dofs.data() + link.first_dof;
        if (link.kind == JointKind::free) [[unlikely]]
            move_freely(link, parent, q, qdot, qddot, state.links[i], dof);
        else
            move_one(link, parent,
                { *q, state.sines[first_q], state.cosines[first_q], *qdot, *qddot }, state.links[i],
                *dof);
        if (link.massless)
            clear(state.moments[i]);
        else
            body_moments(link, state.links[i], state.moments[i]);
    }
    clear(state.total);
    for (std::size_t i = links.size(); i-- > 0;) {
        const int parent = links[i].parent;
        add(parent < 0 ? state.total : state.moments[static_cast<std::size_t>(parent)],
            state.moments[i]);
    }
}

template <class S> BodyPose<S> body_pose(const Tree& tree, const State<S>& state, int joint)
{
    const Link& link = tree.links()[static_cast<std::size_t>(joint)];
    const LinkMotion<S>& motion = state.links[static_cast<std::size_t>(joint)];
    return { { rotate(motion.R, link.body_axes.x), rotate(motion.R, link.body_axes.y),
                 rotate(motion.R, link.body_axes.z) },
        motion.p };
}

template struct State<double>;
template struct State<Lanes>;
template void update(const Tree&, const Coordinates<double>&, State<double>&);
template void update(const Tree&, const Coordinates<Lanes>&, State<Lanes>&);
template BodyPose<double> body_pose(const Tree&, const State<double>&, int);
template BodyPose<Lanes> body_pose(const Tree&, const State<Lanes>&, int);

}  // namespace gambol::dynamics
