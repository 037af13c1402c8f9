// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace gambol::dynamics {

/// Eight samples of one number, in as few SIMD registers as the machine has for them. Everything in
/// this folder is written once for a scalar S and exists for S = double and S = Lanes; each lane
/// goes through the operations of the double form in the same order, so it holds the same bits,
/// whatever the width of the registers.
struct Lanes {
    static constexpr int kCount = 8;
#if defined(__AVX512F__)
    static constexpr int kWidth = 8;
#elif defined(__AVX__)
    static constexpr int kWidth = 4;
#else
    static constexpr int kWidth = 2;
#endif
    // Vectors wider than a register are taken apart number by number by g++ 12, at half the speed
    // of no vectors at all; hence parts that fit.
    static constexpr int kParts = kCount / kWidth;
    using Packed [[gnu::vector_size(kWidth * 8)]] = double;
    using PackedBits [[gnu::vector_size(kWidth * 8)]] = std::int64_t;

    Packed part[kParts];

    Lanes() = default;  // as double: no value
    Lanes(double all)
    {
        for (Packed& p : part)
            p = Packed {} + all;
    }

    double operator[](int lane) const
    {
        return part[lane / kWidth][lane % kWidth];
    }
    void set(int lane, double value)
    {
        part[lane / kWidth][lane % kWidth] = value;
    }

    Lanes& operator+=(const Lanes& b)
    {
        return *this = *this + b;
    }
    friend Lanes operator+(const Lanes& a, const Lanes& b)
    {
        return each(a, b, [](const Packed& x, const Packed& y, Packed& r) { r = x + y; });
    }
    friend Lanes operator-(const Lanes& a, const Lanes& b)
    {
        return each(a, b, [](const Packed& x, const Packed& y, Packed& r) { r = x - y; });
    }
    friend Lanes operator*(const Lanes& a, const Lanes& b)
    {
        return each(a, b, [](const Packed& x, const Packed& y, Packed& r) { r = x * y; });
    }
    friend Lanes operator-(const Lanes& a)
    {
        return each(a, a, [](const Packed& x, const Packed&, Packed& r) { r = -x; });
    }

private:
    template <class Operation>
    static Lanes each(const Lanes& a, const Lanes& b, const Operation& operation)
    {
        Lanes result;
        for (int i = 0; i < kParts; ++i)
            operation(a.part[i], b.part[i], result.part[i]);
        return result;
    }
};

}  // namespace gambol::dynamics
