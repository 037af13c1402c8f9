// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/methods/cio/scene_instant.hpp"

#include <Eigen/Dense>

namespace gambol::cio {

/// A force at a point of a hinge's axis, and a torque.
struct HingeForce {
    Eigen::Vector3d force = Eigen::Vector3d::Zero();  // N
    Eigen::Vector3d torque = Eigen::Vector3d::Zero();  // N m

    HingeForce& operator+=(const HingeForce& other)
    {
        force += other.force;
        torque += other.torque;
        return *this;
    }
    friend HingeForce operator*(double s, const HingeForce& a)
    {
        return { s * a.force, s * a.torque };
    }
};

/// What a hinge does to its body, while everything else does `others` to it (torques about the
/// hinge): all that the motion demands, but about the axis nothing but friction.
[[nodiscard]] HingeForce hinge_force(
    const SceneInstant&, const BodyState&, const HingeForce& others);

}  // namespace gambol::cio
