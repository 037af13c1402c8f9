// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/dynamics/point_motion.hpp"
#include "gambol/geometry/capsules.hpp"

#include <Eigen/Dense>

namespace gambol::dynamics {

/// How far two round parts of bodies are apart [m], negative where they overlap, with its
/// derivative by the degrees of freedom: |p_a − p_b| − radii at the nearest points of both axes. As
/// a minimum it changes as if those stayed where they are on their bodies.
struct LimbGap {
    explicit LimbGap(const Tree&);

    /// Of a tree whose state is up to date. Where the axes meet there is no direction: J is 0.
    void update(const Tree&, const State<double>&, const BodyCapsule& a, const BodyCapsule& b,
        bool with_derivative);
    /// Likewise of a part of a body and something that stays where it is.
    void update(const Tree&, const State<double>&, const BodyCapsule&, const Capsule& other,
        bool with_derivative);

    double gap = 0;
    Eigen::VectorXd J;  // only with_derivative

private:
    void find(const CapsuleGap&, const Tree&, bool with_derivative);
    /// Adds to J how the distance to the nearest point of the other axis changes.
    void add(const Tree&, const State<double>&, const BodyCapsule&, double share,
        const Eigen::Vector3d& away);

    PointMotion<double> point_;
};

}  // namespace gambol::dynamics
