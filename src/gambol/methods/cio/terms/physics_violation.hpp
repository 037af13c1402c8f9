// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/methods/cio/terms/contact_wrench.hpp"
#include "gambol/methods/cio/terms/feature_term.hpp"
#include "gambol/methods/cio/terms/limb_effort.hpp"

#include <algorithm>
#include <vector>

namespace gambol::cio {

/// Which function of the motion the physics cost is.
enum class PhysicsForm { value, residual };

struct PhysicsOptions {
    PhysicsForm form = PhysicsForm::value;
    std::vector<double> friction { 0.8 };  // per surface of the frame, or one for all
    double k0 = 1e-2, k1 = 1e-3;  // W(c) = k0 / (c² + k1)                    [Mordatch 2012, eq. 7]
    double force_cost = 2e-4;  // added to W: the price of force itself (eq. 9)
    bool effort = true;  // × (1 + ‖limb_effort‖²)
    /// How much dearer force gets at a corner that does not touch, or moves: (gap / m)², (v /
    /// m/s)².
    double gap_price = 0, slip_price = 0;
    double barrier = 1e-5;  // 1e-3 lets idle contacts carry the body; 1e-6 changes nothing
};

/// Contact forces must explain the torso's motion [Mordatch 2012, §4.2]. The inner problem
///
///     V(s) = min_λ ½‖Gλ − τ‖² + ½ Σ w_j λ_j² − (μ/2) Σ log λ_j ,   w_j = share · weakness · W(c)
///
/// yields forces λ*(s) and residual r = Gλ* − τ. The cost is either the paper's ½‖r‖² (form
/// residual) or V itself (form value: motion and forces minimise one function together; its exact
/// gradient needs no derivative of λ*, and contacts cannot hide behind their regularisation).
///
/// One object per start: it keeps the last residual of each sample as the next warm start.
class PhysicsViolation final : public FeatureTerm {
public:
    explicit PhysicsViolation(PhysicsOptions options)
        : options_(options)
    {
    }
    std::string_view name() const override { return "physics_violation"; }
    void add(const FeatureFrame&, LocalModel&) const override;

    /// Early on force at a distance shows contacts the way; in the end only what touches may push.
    void set_corner_prices(double gap, double slip)
    {
        options_.gap_price = gap;
        options_.slip_price = slip;
    }

    /// Warm starts are kept per sample; say which one comes next. Without a call every solve is
    /// cold.
    void select_sample(int sample) const;

    /// Of the forces last found those × weight through corners farther than `gap` (m) from their
    /// surface: what nothing real would carry.
    [[nodiscard]] double carried_from_afar(const FeatureFrame&, double gap) const;

private:
    /// Of forces that a surface cannot give: dear from the beginning, else the trunk gets used to
    /// them.
    [[nodiscard]] double slant_price() const { return std::max(options_.gap_price, 2000.0); }
    void solve_inner(const FeatureFrame&) const;
    void linearise(const FeatureFrame&) const;
    void add_value_form(const FeatureFrame&, LocalModel&) const;
    void add_residual_form(const FeatureFrame&, LocalModel&) const;

    PhysicsOptions options_;

    // Scratch of one evaluation; sized once.
    mutable BarrierLeastSquares inner_;
    mutable std::vector<ForceColumn> columns_;
    mutable std::vector<double> w_patch_, dw_patch_;  // per patch: one column's w and ∂w/∂z
    mutable std::vector<LimbEffort> efforts_;  // per limb
    mutable std::vector<std::array<double, kCorners>>
        dearer_;  // per patch: factor on w of a corner
    mutable DemandedWrench demand_;
    mutable Eigen::Matrix<double, 6, Eigen::Dynamic> rho_;  // ∂(Gλ − τ)/∂variables at fixed λ
    mutable Eigen::Matrix<double, 6, Eigen::Dynamic> dr_;
    mutable Eigen::MatrixXd product_;
    mutable std::vector<int> variables_;  // local columns of rho_'s columns
    mutable std::vector<BarrierLeastSquares::Vector> warm_;
    mutable int sample_ = -1;
};

}  // namespace gambol::cio
