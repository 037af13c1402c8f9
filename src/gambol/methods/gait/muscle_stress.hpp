// SPDX-License-Identifier: MIT
#pragma once

namespace gambol::gait {

/// What it costs to load the muscles of a joint [Wampler 2009, eqs 22–24]. With the torque t that
/// they exert, the torque t_e that a force through the limb makes when it misses the limb's axis a
/// little, the arm d and the strength S = σ_max a d of eqs 18–21,
///
///     E_f = t / d        E_σ = h(σ / σ_max) f_m,    f_m = √(t² + t_e²) / d,   σ = f_m / a
///     h(u) = √(3 u² + 1) − 1
///
/// so that E_σ is next to nothing in muscles that can do much more and exceeds E_f beyond σ_max.
/// The paper adds |t| and |t_e|, which has an edge wherever a joint of a loaded leg exerts nothing;
/// with it solves took 400 iterations and more.
struct MuscleLoad {
    double value = 0;  // E_σ
    double slope = 0;  // ∂E_σ/∂√(t² + t_e²)
};
[[nodiscard]] MuscleLoad muscle_stress(double torque, double strength, double lever);

/// t_e is this share of force · limb: no animal pushes exactly along its bones.
constexpr double kMissedAxis = 0.05;

}  // namespace gambol::gait
