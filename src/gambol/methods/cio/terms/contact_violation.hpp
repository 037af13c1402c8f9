// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/methods/cio/terms/term.hpp"

namespace gambol::cio {

/// The contact-invariant cost [Mordatch 2012, eq. 2]: a patch with a large contact variable c must
/// lie on a surface and stay there. Each part is weighted by √c, so that its square is weighted by
/// c. Positions and normals are taken at the patch's four corners: a patch that hangs over an edge
/// does not count as touching. Where the support moves, all is seen from it. Each term is about the
/// contacts of one character's patches.

///     r = ½√c (p_k − n(p_k))            at each corner k; n(p) where it would rest     [m]
class ContactDistance final : public Term {
public:
    explicit ContactDistance(int who)
        : who_(who)
    {
    }
    void add(const SceneInstant&, TermWorkspace&, LocalModel&) const override;

private:
    int who_;
};

///     r = ½√c (ẑ_patch − m(p_k))        at each corner k; m the surface's normal there [1]
///
/// The difference of unit vectors instead of the angle between them: same to first order, and
/// smooth where they agree.
class ContactAlignment final : public Term {
public:
    explicit ContactAlignment(int who)
        : who_(who)
    {
    }
    void add(const SceneInstant&, TermWorkspace&, LocalModel&) const override;

private:
    int who_;
};

///     r = √c v_patch                    material velocity of the patch centre, seen from the
///     support [m/s]
///
/// The rate of p − n(p) would have no part along the surface. What may slide pays ContactCreep
/// instead.
class ContactSlip final : public Term {
public:
    explicit ContactSlip(int who)
        : who_(who)
    {
    }
    void add(const SceneInstant&, TermWorkspace&, LocalModel&) const override;

private:
    int who_;
};

/// A patch resists turning about its normal; whether it tilts is seen by its corners, so that
/// narrow ones may roll.
///
///     r = √c n · (ω_owner − ω_support)                                                  [rad/s]
class ContactSpin final : public Term {
public:
    explicit ContactSpin(int who)
        : who_(who)
    {
    }
    void add(const SceneInstant&, TermWorkspace&, LocalModel&) const override;

private:
    int who_;
};

/// What slides does so, or rests: friction of something that creeps is neither.
///
///     r = √c (1 − ‖v‖/s) v        for ‖v‖ < s, of the patch centre                      [m/s]
class ContactCreep final : public Term {
public:
    explicit ContactCreep(int who)
        : who_(who)
    {
    }
    void add(const SceneInstant&, TermWorkspace&, LocalModel&) const override;

private:
    int who_;
};

///     r = c: a contact must earn its keep; keeps c from drifting where nothing holds it.
class ContactAmount final : public Term {
public:
    explicit ContactAmount(int who)
        : who_(who)
    {
    }
    void add(const SceneInstant&, TermWorkspace&, LocalModel&) const override;

private:
    int who_;
};

}  // namespace gambol::cio
