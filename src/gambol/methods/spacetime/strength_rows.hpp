// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/methods/spacetime/held_torques.hpp"

namespace gambol::spacetime {

/// Rows that keep the torques of joints within s times their strength, one for each way in which
/// somebody knows how strong a joint is:
///
///     κ s − τ_i / L_i ≥ 0        L_i the greatest torque that way, with its sign
///
/// s ≥ 1 is one unknown of the whole movement, the strength that it takes compared with the body's;
/// κ a little less than 1, since torques rise between instants too. Torques are those of
/// HeldTorques.
class StrengthRows {
public:
    explicit StrengthRows(const SliceContext&);

    /// Derivatives by q, q̇, q̈ and, first of the flight's columns, by s.
    void evaluate(int phase, const dynamics::Coordinates<dynamics::Lanes>&,
        const dynamics::Lanes& s, bool derivatives, Rows<dynamics::Lanes>& out);

private:
    const SliceContext& context_;
    HeldTorques<dynamics::Lanes> model_;
    std::vector<size_t> torque_of_;  // per strength of the context
};

}  // namespace gambol::spacetime
