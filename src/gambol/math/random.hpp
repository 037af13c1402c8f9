// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <cstdint>
#include <numbers>
#include <random>

namespace gambol {

/// Random numbers that are the same with every standard library: its engines are specified to the
/// bit, its distributions are not. Streams of one seed are independent of each other, so that work
/// numbered by its stream draws the same numbers in whatever order or thread it is done.
class Random {
public:
    explicit Random(std::uint64_t seed, std::uint64_t stream = 0)
        : engine_(seed * 0x9E3779B97F4A7C15ull + stream)
    {
    }

    /// lowest ≤ · < highest.
    double uniform(double lowest = 0, double highest = 1)
    {
        return lowest + (highest - lowest) * (double(engine_() >> 11) * 0x1p-53);
    }

    /// Mean 0, deviation 1 [Box 1958].
    double normal()
    {
        const double radius = std::sqrt(-2 * std::log1p(-uniform()));
        return radius * std::cos(2 * std::numbers::pi * uniform());
    }

private:
    std::mt19937_64 engine_;
};

}  // namespace gambol
