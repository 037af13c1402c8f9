// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/methods/cio/terms/term.hpp"

namespace gambol::cio {

/// What the body itself allows; the kinematic part of the physics cost [Mordatch 2012, §4.2.2].
/// All are hinges: zero inside what is allowed.

///     r = max(0, d − longest·(l₁ + l₂)),  max(0, shortest·(l₁ + l₂) − d)                [m]
class LimbLength final : public Term {
public:
    explicit LimbLength(int who)
        : who_(who)
    {
    }
    void add(const SceneInstant&, TermWorkspace&, LocalModel&) const override;

private:
    int who_;
};

/// Upper link, end segment and the middle joint's axis (seen from both) must stay in their cones:
///
///     r = max(0, angle − limit)                                                       [rad]
///
/// and feet must not point farther to the side than legs turn (FeatureLimb::largest_side):
///
///     r = max(0, |ŝ · x̂| − largest)
class JointLimit final : public Term {
public:
    explicit JointLimit(int who)
        : who_(who)
    {
    }
    void add(const SceneInstant&, TermWorkspace&, LocalModel&) const override;

private:
    int who_;
};

/// Capsules of the body and the long edges of its patches against all surfaces, at sample points
/// along their axes:
///
///     r = max(0, radius − distance)                                                     [m]
class Penetration final : public Term {
public:
    explicit Penetration(int who)
        : who_(who)
    {
    }
    void add(const SceneInstant&, TermWorkspace&, LocalModel&) const override;

private:
    int who_;
};

/// Capsules of different limbs against each other, and lower links and ends against the torso:
///
///     r = max(0, radius_a + radius_b − distance)                                        [m]
class SelfCollision final : public Term {
public:
    explicit SelfCollision(int who)
        : who_(who)
    {
    }
    void add(const SceneInstant&, TermWorkspace&, LocalModel&) const override;

private:
    int who_;
};

/// Legs do not cross: middle and tip joint of a support that stands beside the torso's mid-plane
/// stay on its side of it.
///
///     r = max(0, radius − side · ŷ·R_torsoᵀ (p − p_torso))                               [m]
///
/// Two crossed links push each other back and forth, never aside: of all overlaps this one cannot
/// be mended once it is there.
class OwnSide final : public Term {
public:
    explicit OwnSide(int who)
        : who_(who)
    {
    }
    void add(const SceneInstant&, TermWorkspace&, LocalModel&) const override;

private:
    int who_;
};

}  // namespace gambol::cio
