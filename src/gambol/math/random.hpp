// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <random>

namespace gambol {

/// Random numbers that are the same with every standard library: its engines are specified to the
/// bit, its distributions are not.
class Random {
public:
    explicit Random(std::uint64_t seed)
        : engine_(seed)
    {
    }
    /// Streams of one seed are independent of each other.
    Random(std::uint64_t seed, std::uint64_t stream)
        : engine_(seed * 0x9E3779B97F4A7C15ull + stream)
    {
    }

    std::uint64_t bits() { return engine_(); }
    /// 0 ≤ u < 1, a multiple of 2⁻⁵³.
    double uniform() { return double(bits() >> 11) * 0x1p-53; }
    double uniform(double lowest, double highest)
    {
        return lowest + (highest - lowest) * uniform();
    }
    /// 0 … count − 1.
    int below(int count) { return int(uniform(0, count)); }
    bool coin() { return uniform() < 0.5; }
    /// One of a container's elements.
    template <class List> const auto& pick(const List& list)
    {
        return list[std::size_t(below(int(list.size())))];
    }

private:
    std::mt19937_64 engine_;
};

/// Standard normal numbers by Marsaglia's polar method: of a point (x, y) uniform in the unit disc,
/// s = x² + y²,
///
///     y √(−2 ln s / s)  and  x √(−2 ln s / s)
///
/// are two independent ones; the second is kept for the next call. Draws the bits that
/// std::normal_distribution draws in libstdc++.
class StandardNormal {
public:
    double operator()(Random& random)
    {
        if (second_) {
            const double kept = *second_;
            second_.reset();
            return kept;
        }
        double x, y, s;
        do {
            x = 2 * share(random) - 1;
            y = 2 * share(random) - 1;
            s = x * x + y * y;
        } while (s > 1 || s == 0);
        const double stretch = std::sqrt(-2 * std::log(s) / s);
        second_ = x * stretch;
        return y * stretch;
    }

private:
    /// All 64 bits, rounded: 0 ≤ u < 1.
    static double share(Random& random)
    {
        const double u = double(random.bits()) * 0x1p-64;
        return u < 1 ? u : 1 - 0x1p-53;
    }

    std::optional<double> second_;
};

}  // namespace gambol
