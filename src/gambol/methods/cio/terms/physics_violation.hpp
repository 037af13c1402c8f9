// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/methods/cio/terms/term.hpp"
#include "gambol/methods/cio/terms/workspace.hpp"

#include <algorithm>
#include <vector>

namespace gambol::cio {

/// Which function of the motion the physics cost is.
enum class PhysicsForm { value, residual };

struct PhysicsOptions {
    PhysicsForm form = PhysicsForm::value;
    double k0 = 1e-2, k1 = 1e-3;  // W(c) = k0 / (c² + k1)                    [Mordatch 2012, eq. 7]
    double force_cost = 2e-4;  // added to W: the price of force itself (eq. 9)
    bool effort = true;  // × (1 + ‖limb_effort‖²)
    /// How much dearer force gets at a corner that does not touch, or moves: (gap / m)², (v /
    /// m/s)².
    double gap_price = 0, slip_price = 0;
    double barrier = 1e-5;  // 1e-3 lets idle contacts carry the body; 1e-6 changes nothing
};

/// Contact forces must explain the motion of bodies [Mordatch 2012, §4.2]. The inner problem
///
///     V(s) = min_λ ½‖Gλ − τ‖² + ½ Σ w_j λ_j² − (μ/2) Σ log λ_j ,   w_j = share · weakness · W(c)
///
/// yields forces λ*(s) and residual r = Gλ* − τ. The cost is either the paper's ½‖r‖² (form
/// residual) or V itself (form value: motion and forces minimise one function together; its exact
/// gradient needs no derivative of λ*, and contacts cannot hide behind their regularisation).
///
/// Contacts that slide are for the form `value` only.
///
/// It is about bodies that share contacts with each other and with nobody else: what one of them
/// gains by a shared force the other one loses.
class PhysicsViolation final : public Term {
public:
    PhysicsViolation(std::vector<int> bodies, PhysicsOptions options)
        : bodies_(std::move(bodies))
        , options_(options)
    {
    }
    void add(const SceneInstant&, TermWorkspace&, LocalModel&) const override;

    /// Early on force at a distance shows contacts the way; in the end only what touches may push.
    void set_corner_prices(double gap, double slip)
    {
        options_.gap_price = gap;
        options_.slip_price = slip;
    }

    /// Of the forces that the last add() found those × weight through corners farther than `gap`
    /// (m) from their surface: what nothing real would carry.
    [[nodiscard]] static double carried_from_afar(
        const SceneInstant&, const ForceWorkspace&, double gap);

private:
    /// Of forces that a surface cannot give: dear from the beginning, else the trunk gets used to
    /// them.
    [[nodiscard]] double slant_price() const { return std::max(options_.gap_price, 2000.0); }
    [[nodiscard]] bool priced() const { return options_.form == PhysicsForm::value; }
    /// Of whoever exerts it.
    [[nodiscard]] double force_cost(const SceneInstant& instant, const ContactState& contact) const
    {
        return options_.force_cost * instant.model->effort_of(contact.character);
    }
    [[nodiscard]] double slip_price(const ContactState& contact) const
    {
        return contact.slides ? 0 : options_.slip_price;
    }
    void set_up(const SceneInstant&, ForceWorkspace&) const;
    void set_prices(const SceneInstant&, ForceWorkspace&) const;
    void linearise(const SceneInstant&, ForceWorkspace&) const;
    /// The same of one contact that slides.
    static void linearise_sliding(const SceneInstant&, int contact, ForceWorkspace&);
    void add_value_form(const SceneInstant&, ForceWorkspace&, LocalModel&) const;
    void add_price_slopes(const SceneInstant&, const ForceWorkspace&, LocalModel&) const;
    void add_residual_form(const SceneInstant&, ForceWorkspace&, LocalModel&) const;

    std::vector<int> bodies_;  // of the instant, rising
    PhysicsOptions options_;
};

}  // namespace gambol::cio
