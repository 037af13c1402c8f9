// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/methods/cio/terms/feature_term.hpp"

namespace gambol::cio {

/// What the body itself allows; the kinematic part of the physics cost [Mordatch 2012, §4.2.2].
/// All are hinges: zero inside what is allowed.

///     r = max(0, d − longest·(l₁ + l₂)),  max(0, shortest·(l₁ + l₂) − d)                [m]
class LimbLength final : public FeatureTerm {
public:
    std::string_view name() const override { return "limb_length"; }
    void add(const FeatureFrame&, LocalModel&) const override;
};

/// Upper link, end segment and the middle joint's axis (seen from both) must stay in their cones:
///
///     r = max(0, angle − limit)                                                       [rad]
class JointLimit final : public FeatureTerm {
public:
    std::string_view name() const override { return "joint_limit"; }
    void add(const FeatureFrame&, LocalModel&) const override;
};

/// Capsules of the body and the long edges of its patches against all surfaces, at sample points
/// along their axes:
///
///     r = max(0, radius − distance)                                                     [m]
class Penetration final : public FeatureTerm {
public:
    std::string_view name() const override { return "penetration"; }
    void add(const FeatureFrame&, LocalModel&) const override;
};

/// Capsules of different limbs against each other, and lower links and ends against the torso:
///
///     r = max(0, radius_a + radius_b − distance)                                        [m]
class SelfCollision final : public FeatureTerm {
public:
    std::string_view name() const override { return "self_collision"; }
    void add(const FeatureFrame&, LocalModel&) const override;
};

/// Legs do not cross: middle and tip joint of a support that stands beside the torso's mid-plane
/// stay on its side of it.
///
///     r = max(0, radius − side · ŷ·R_torsoᵀ (p − p_torso))                               [m]
///
/// Two crossed links push each other back and forth, never aside: of all overlaps this one cannot
/// be mended once it is there.
class OwnSide final : public FeatureTerm {
public:
    std::string_view name() const override { return "own_side"; }
    void add(const FeatureFrame&, LocalModel&) const override;
};

}  // namespace gambol::cio
