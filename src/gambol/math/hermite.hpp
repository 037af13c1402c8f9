// SPDX-License-Identifier: MIT
#pragma once

#include <array>

namespace gambol {

/// Cubic Hermite segment of duration T at u = t/T ∈ [0, 1]: the value (row 0), velocity (row 1) and
/// acceleration (row 2) are the weights of x₀, ẋ₀, x₁, ẋ₁ (columns).
[[nodiscard]] inline std::array<std::array<double, 4>, 3> hermite_weights(double u, double T)
{
    const double u2 = u * u, u3 = u2 * u;
    const double slope = (6 * u2 - 6 * u) / T, curve = (12 * u - 6) / (T * T);
    return { { { 2 * u3 - 3 * u2 + 1, T * (u3 - 2 * u2 + u), -2 * u3 + 3 * u2, T * (u3 - u2) },
        { slope, 3 * u2 - 4 * u + 1, -slope, 3 * u2 - 2 * u },
        { curve, (6 * u - 4) / T, -curve, (6 * u - 2) / T } } };
}

}  // namespace gambol
