// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/dynamics/aggregate.hpp"

namespace gambol::bench {

/// The usual way to the same result, to compare with: Newton-Euler forward over the bodies, and the
/// product rule applied to every line of it, for every degree of freedom and every body that it
/// moves. That is O(D²) on a chain. Joints are revolute or prismatic.
///
///     v = v_λ + s q̇        a = a_λ + s q̈ + (v_λ × s) q̇        P = I v        F = I a + v × P
class DirectDifferentiation {
public:
    explicit DirectDifferentiation(const dynamics::Tree&);

    /// f₀ alone, as finite differences need it.
    dynamics::Wrench<double> force(const dynamics::Coordinates<double>&);
    /// f₀ and its derivatives.
    void evaluate(const dynamics::Coordinates<double>&, dynamics::AggregateForce<double>& result);

private:
    using Twist = dynamics::Twist<double>;
    using Wrench = dynamics::Wrench<double>;
    struct Body {
        dynamics::Matrix<double> R;
        dynamics::Vector<double> p, h;
        dynamics::Symmetric<double> J;  // about the world origin
        double mass;
        Twist s, v, a;
        Wrench Ia, P;
    };
    struct Change {
        Twist v, a;  // by q
        Twist a_qdot;
    };
    [[nodiscard]] static Wrench inertia_times(const Body&, const Twist&);
    void change(const dynamics::Coordinates<double>&, std::size_t k,
        dynamics::AggregateForce<double>& result);

    const dynamics::Tree& tree_;
    std::vector<Body> bodies_;
    std::vector<Change> changes_;
};

}  // namespace gambol::bench
