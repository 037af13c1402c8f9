// SPDX-License-Identifier: MIT
#include "direct_differentiation.hpp"

#include <cassert>
#include <cmath>

namespace gambol::bench {

using dynamics::cross;
using dynamics::Link;
using dynamics::Symmetric;
using dynamics::Vector;

DirectDifferentiation::DirectDifferentiation(const dynamics::Tree& tree)
    : tree_(tree)
    , bodies_(tree.links().size())
    , changes_(tree.links().size())
{
    assert(tree.dof_count() == tree.joint_count());
}

DirectDifferentiation::Wrench DirectDifferentiation::inertia_times(const Body& body, const Twist& z)
{
    return { body.mass * z.linear + cross(z.angular, body.h),
        body.J * z.angular + cross(body.h, z.linear) };
}

dynamics::Wrench<double> DirectDifferentiation::force(
    const dynamics::Coordinates<double>& coordinates)
{
    const Eigen::Vector3d& g = tree_.gravity();
    const dynamics::Matrix<double> upright { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } };
    const Body world { upright, {}, {}, {}, 0, {}, {}, { {}, { -g.x(), -g.y(), -g.z() } }, {}, {} };
    Wrench sum = dynamics::zero_wrench<double>();
    for (std::size_t i = 0; i < bodies_.size(); ++i) {
        const Link& link = tree_.links()[i];
        const Body& parent = link.parent < 0 ? world : bodies_[std::size_t(link.parent)];
        Body& body = bodies_[i];
        const double q = coordinates.q[i], qdot = coordinates.qdot[i];
        const Vector<double> x = parent.R * link.to_parent.x, y = parent.R * link.to_parent.y;
        const Vector<double> z = parent.R * link.to_parent.z;
        body.R = { x, y, z };
        body.p = parent.p + parent.R * link.offset;
        if (link.kind == dynamics::JointKind::revolute) {
            const double sine = std::sin(q), cosine = std::cos(q);
            body.R.x = cosine * x + sine * y;
            body.R.y = cosine * y - sine * x;
            body.s = { z, cross(body.p, z) };
        } else {
            body.p += q * z;
            body.s = { {}, z };
        }
        body.v = parent.v + qdot * body.s;
        body.a = parent.a + coordinates.qddot[i] * body.s + qdot * cross(parent.v, body.s);

        const Symmetric<double>& E_c = link.second_moment;
        const Vector<double> c = body.p + body.R * link.center;
        const Vector<double> row[3] = { body.R * Vector<double> { E_c.xx, E_c.xy, E_c.xz },
            body.R * Vector<double> { E_c.xy, E_c.yy, E_c.yz },
            body.R * Vector<double> { E_c.xz, E_c.yz, E_c.zz } };
        const auto E = [&](double Vector<double>::*a, double Vector<double>::*b) {
            return row[0].*a * body.R.x.*b + row[1].*a * body.R.y.*b + row[2].*a * body.R.z.*b
                + link.mass * c.*a * c.*b;
        };
        constexpr auto X = &Vector<double>::x, Y = &Vector<double>::y, Z = &Vector<double>::z;
        const double xx = E(X, X), yy = E(Y, Y), zz = E(Z, Z);
        body.J = { yy + zz, -E(X, Y), -E(X, Z), xx + zz, -E(Y, Z), xx + yy };
        body.mass = link.mass;
        body.h = link.mass * c;
        body.Ia = inertia_times(body, body.a);
        body.P = inertia_times(body, body.v);
        sum += body.Ia + cross(body.v, body.P);
    }
    return sum;
}

void DirectDifferentiation::evaluate(
    const dynamics::Coordinates<double>& coordinates, dynamics::AggregateForce<double>& result)
{
    result.value = force(coordinates);
    for (std::size_t k = 0; k < bodies_.size(); ++k)
        change(coordinates, k, result);
}

void DirectDifferentiation::change(const dynamics::Coordinates<double>& coordinates, std::size_t k,
    dynamics::AggregateForce<double>& result)
{
    Wrench dq = dynamics::zero_wrench<double>(), dqdot = dq, dqddot = dq;
    const Twist s_k = bodies_[k].s;
    const auto add = [&](std::size_t i) {
        const Body& body = bodies_[i];
        const Change& by = changes_[i];
        // Turning and shifting a body by s: δ(I z) = s × I z + I (δz − s × z).
        const Wrench dP = cross(s_k, body.P) + inertia_times(body, by.v - cross(s_k, body.v));
        dq += cross(s_k, body.Ia) + inertia_times(body, by.a - cross(s_k, body.a))
            + cross(by.v, body.P) + cross(body.v, dP);
        const Wrench Is = inertia_times(body, s_k);
        dqdot += inertia_times(body, by.a_qdot) + cross(s_k, body.P) + cross(body.v, Is);
        dqddot += Is;
    };
    const int parent = tree_.links()[k].parent;
    const Twist nothing = dynamics::zero_twist<double>();
    changes_[k]
        = { nothing, nothing, parent < 0 ? nothing : cross(bodies_[std::size_t(parent)].v, s_k) };
    add(k);
    for (const int below : tree_.below(int(k))) {
        const std::size_t i = std::size_t(below);
        const std::size_t before = std::size_t(tree_.links()[i].parent);
        const Twist &s = bodies_[i].s, &v = bodies_[before].v;
        const Twist ds = cross(s_k, s);
        const double qdot = coordinates.qdot[i];
        const Change& by = changes_[before];
        changes_[i] = { by.v + qdot * ds,
            by.a + coordinates.qddot[i] * ds + qdot * (cross(by.v, s) + cross(v, ds)),
            by.a_qdot + qdot * cross(s_k, s) };
        add(i);
    }
    result.dq[k] = dq;
    result.dqdot[k] = dqdot;
    result.dqddot[k] = dqddot;
}

}  // namespace gambol::bench
