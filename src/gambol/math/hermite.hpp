// SPDX-License-Identifier: MIT
#pragma once

#include <array>

namespace gambol {

using HermiteWeights = std::array<std::array<double, 4>, 3>;

/// Cubic Hermite segment of duration T at u = t/T ∈ [0, 1]: the value (row 0), velocity (row 1) and
/// acceleration (row 2) are the weights of x₀, ẋ₀, x₁, ẋ₁ (columns).
[[nodiscard]] inline HermiteWeights hermite_weights(double u, double T)
{
    const double u2 = u * u, u3 = u2 * u;
    const double slope = (6 * u2 - 6 * u) / T, curve = (12 * u - 6) / (T * T);
    return { { { 2 * u3 - 3 * u2 + 1, T * (u3 - 2 * u2 + u), -2 * u3 + 3 * u2, T * (u3 - u2) },
        { slope, 3 * u2 - 4 * u + 1, -slope, 3 * u2 - 2 * u },
        { curve, (6 * u - 4) / T, -curve, (6 * u - 2) / T } } };
}

/// Their derivatives by T at fixed u.
[[nodiscard]] inline HermiteWeights hermite_weights_by_duration(double u, double T)
{
    const double u2 = u * u, u3 = u2 * u;
    const double slope = -(6 * u2 - 6 * u) / (T * T), curve = -2 * (12 * u - 6) / (T * T * T);
    return { { { 0, u3 - 2 * u2 + u, 0, u3 - u2 }, { slope, 0, -slope, 0 },
        { curve, -(6 * u - 4) / (T * T), -curve, -(6 * u - 2) / (T * T) } } };
}

}  // namespace gambol
