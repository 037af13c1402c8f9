// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <random>

namespace gambol::bench {

/// Random numbers that are the same with every standard library: its engines are specified to the
/// bit, its distributions are not.
class Dice {
public:
    /// Streams of one seed are independent of each other.
    Dice(std::uint64_t seed, std::uint64_t stream)
        : engine_(seed * 0x9E3779B97F4A7C15ull + stream)
    {
    }

    double uniform(double lowest, double highest)
    {
        return lowest + (highest - lowest) * (double(engine_() >> 11) * 0x1p-53);
    }
    /// 0 … count − 1.
    int below(int count) { return int(uniform(0, count)); }
    bool coin() { return uniform(0, 1) < 0.5; }
    /// One of a container's elements.
    template <class List> const auto& pick(const List& list)
    {
        return list[std::size_t(below(int(list.size())))];
    }

private:
    std::mt19937_64 engine_;
};

}  // namespace gambol::bench
