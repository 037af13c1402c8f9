// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/methods/cio/terms/feature_term.hpp"

namespace gambol::cio {

/// The contact-invariant cost [Mordatch 2012, eq. 2]: a patch with a large contact variable c must
/// lie on a surface and stay there. Each part is weighted by √c, so that its square is weighted by
/// c. Positions and normals are taken at the patch's four corners: a patch that hangs over an edge
/// does not count as touching.

///     r = ½√c (p_k − n(p_k))            at each corner k; n the soft nearest point      [m]
class ContactDistance final : public FeatureTerm {
public:
    std::string_view name() const override { return "contact_distance"; }
    void add(const FeatureFrame&, LocalModel&) const override;
};

///     r = ½√c (ẑ_patch − m(p_k))        at each corner k; m the soft nearest normal     [1]
///
/// The difference of unit vectors instead of the angle between them: same to first order, and
/// smooth where they agree.
class ContactAlignment final : public FeatureTerm {
public:
    std::string_view name() const override { return "contact_alignment"; }
    void add(const FeatureFrame&, LocalModel&) const override;
};

///     r = √c v_patch                    material velocity of the patch centre           [m/s]
///
/// The rate of p − n(p) would have no part along the surface.
class ContactSlip final : public FeatureTerm {
public:
    std::string_view name() const override { return "contact_slip"; }
    void add(const FeatureFrame&, LocalModel&) const override;
};

/// A patch resists turning about its normal; whether it tilts is seen by its corners, so that
/// narrow ones may roll.
///
///     r = √c n · ω_carrier                                                              [rad/s]
class ContactSpin final : public FeatureTerm {
public:
    std::string_view name() const override { return "contact_spin"; }
    void add(const FeatureFrame&, LocalModel&) const override;
};

///     r = c: a contact must earn its keep; keeps c from drifting where nothing holds it.
class ContactAmount final : public FeatureTerm {
public:
    std::string_view name() const override { return "contact_amount"; }
    void add(const FeatureFrame&, LocalModel&) const override;
};

}  // namespace gambol::cio
