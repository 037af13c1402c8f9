// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/methods/cio/terms/term.hpp"

namespace gambol::cio {

struct ZmpOptions {
    double tolerance = 0.05;  // ε: how far outside the support is free [m]
    double k0 = 1e-2, k1 = 1e-3;  // W(c) = k0 / (c² + k1), as for forces
    double barrier = 1e-6;
};

/// The zero-moment point z should lie in the support, the hull of the effectors that are in contact
/// [Mordatch 2012, eq. 11]. An early guide, off in the end:
///
///     z = p_xy − h p̈_xy / (p̈_z + g)         h: height of the torso over the mean of the effectors
///     n = Σ λ_i p_i,   λ ≥ 0, Σ λ_i = 1      nearest to z, with λ_i priced by W(c_i)
///     r = max(0, ‖z − n‖ − ε)                                                              [m]
///
/// Σ λ = 1 holds by a stiff row; p̈_z + g is kept positive smoothly.
class ZmpHint final : public Term {
public:
    explicit ZmpHint(int who, ZmpOptions options = {})
        : who_(who)
        , options_(options)
    {
    }
    void add(const SceneInstant&, TermWorkspace&, LocalModel&) const override;

private:
    int who_;
    ZmpOptions options_;
};

}  // namespace gambol::cio
