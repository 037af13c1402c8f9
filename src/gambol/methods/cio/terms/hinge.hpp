// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/methods/cio/terms/term.hpp"

namespace gambol::cio {

/// What hangs on a hinge stays on it and within its range. With the hinge at h, its unit axis a and
/// the rotation vector r of the body
///
///     r₁ = p − h                                           [m]
///     r₂ = (1 − a aᵀ) r                                    [rad]
///     r₃ = max(0, a·r − most),  max(0, least − a·r)        [rad]
///
/// All rows are linear in the body's coordinates.
class StaysOnHinge final : public Term {
public:
    explicit StaysOnHinge(int who)
        : who_(who)
    {
    }
    void add(const SceneInstant&, TermWorkspace&, LocalModel&) const override;

private:
    int who_;
};

/// It has turned that far at an instant:
///
///     r = a·r − angle                                      [rad]
class TurnedBy final : public Term {
public:
    TurnedBy(int who, double angle)
        : who_(who)
        , angle_(angle)
    {
    }
    void add(const SceneInstant&, TermWorkspace&, LocalModel&) const override;

private:
    int who_;
    double angle_;
};

}  // namespace gambol::cio
