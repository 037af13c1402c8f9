// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/methods/cio/terms/term.hpp"

namespace gambol::cio {

/// Terms that make a valid motion an effortless one.

///     r = s_i q̈_i       smooth motion [Mordatch 2012, eq. 9]; scale s per kind of coordinate
struct AccelerationScales {
    double torso = 0.1, effector = 0.0223606797749979, swivel = 0.0223606797749979;
};
class Acceleration final : public Term {
public:
    explicit Acceleration(int who, AccelerationScales scales = {})
        : who_(who)
        , scales_(scales)
    {
    }
    void add(const SceneInstant&, TermWorkspace&, LocalModel&) const override;

private:
    int who_;
    AccelerationScales scales_;
};

/// Limbs that nobody stands on hang where they hang when standing and as they are turned there;
/// those that support stay on their side; no limb is swivelled without need:
///
///     r = R_torsoᵀ (p_effector − p_torso) − rest           [m],  y only for limbs that support
///     r = 0.1 m · (R_effector − R_torso R_rest) {x̂, ẑ}     [m],  for limbs that do not
///     r = 0.2 m · (swivel − rest swivel)                   [m]
class RestPose final : public Term {
public:
    explicit RestPose(int who)
        : who_(who)
    {
    }
    void add(const SceneInstant&, TermWorkspace&, LocalModel&) const override;

private:
    int who_;
};

/// A patch that moves along a surface should be lifted off it, else the nearest way to swing a foot
/// is to shuffle it:
///
///     r = v_along · max(0, 1 − height / h₀)           [m/s],  h₀ = 8 cm, effector patches
///
/// height is measured from the patch centre to where it would come to rest (RestingPoint).
class SwingClearance final : public Term {
public:
    explicit SwingClearance(int who)
        : who_(who)
    {
    }
    void add(const SceneInstant&, TermWorkspace&, LocalModel&) const override;

private:
    int who_;
};

/// Bodies walk the way they face, or backwards:
///
///     r = ŷ_torso · v_torso                                [m/s]
class Sidestep final : public Term {
public:
    explicit Sidestep(int who)
        : who_(who)
    {
    }
    void add(const SceneInstant&, TermWorkspace&, LocalModel&) const override;

private:
    int who_;
};

}  // namespace gambol::cio
