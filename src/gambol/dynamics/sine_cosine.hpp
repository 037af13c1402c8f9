// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/dynamics/lanes.hpp"

#include <bit>

namespace gambol::dynamics {

template <class S> struct SineCosine {
    S sine, cosine;
};

namespace detail {

/// For a double and for a SIMD register; Bits are integers of the same width.
///
///     x = n π/2 + r, |r| ≤ π/4;  Taylor series of sin r and cos r;  swap and sign from n mod 4
template <class Number, class Bits>
inline void sine_cosine(const Number& x, Number& sine, Number& cosine)
{
    // Adding 1.5 · 2⁵² rounds to an integer, whose last bits are then those of the sum.
    constexpr double kRounder = 6755399441055744.0;
    // π/2 in three parts; the first two have 33 bits, so their products with n are exact.
    constexpr double kHalfPi1 = 0x1.921fb544p+0;
    constexpr double kHalfPi2 = 0x1.0b4611a6p-34;
    constexpr double kHalfPi3 = 0x1.3198a2e037073p-69;
    const Number shifted = x * 0.63661977236758134308 + kRounder;
    const Number n = shifted - kRounder;
    const Number r = ((x - n * kHalfPi1) - n * kHalfPi2) - n * kHalfPi3;

    // The terms left out are below 5e-17 at r = π/4; one term less would show in the last digit.
    const Number z = r * r;
    Number s = z * (-1.0 / 1307674368000) + 1.0 / 6227020800;
    s = z * s - 1.0 / 39916800;
    s = z * s + 1.0 / 362880;
    s = z * s - 1.0 / 5040;
    s = z * s + 1.0 / 120;
    s = z * s - 1.0 / 6;
    s = r + r * (z * s);
    Number c = z * (1.0 / 20922789888000) - 1.0 / 87178291200;
    c = z * c + 1.0 / 479001600;
    c = z * c - 1.0 / 3628800;
    c = z * c + 1.0 / 40320;
    c = z * c - 1.0 / 720;
    c = z * c + 1.0 / 24;
    c = (1.0 - z * 0.5) + z * (z * c);

    // n mod 4 = 0: (s, c)   1: (c, −s)   2: (−s, −c)   3: (−c, s)
    const Bits quadrant = std::bit_cast<Bits>(shifted);
    const Bits swap = -(quadrant & 1);  // all bits where n is odd
    const Bits s_bits = std::bit_cast<Bits>(s), c_bits = std::bit_cast<Bits>(c);
    sine = std::bit_cast<Number>(((s_bits & ~swap) | (c_bits & swap)) ^ ((quadrant & 2) << 62));
    cosine = std::bit_cast<Number>(
        ((c_bits & ~swap) | (s_bits & swap)) ^ (((quadrant + 1) & 2) << 62));
}

}  // namespace detail

/// sin x and cos x to 2⁻⁵² for |x| ≤ 10⁶ rad, the same bits for a double and for a lane.
///
/// The library's own functions would be called lane by lane, which takes half as long as all the
/// rest of a joint, and answer with other bits on processors that have a fused multiply-add.
inline SineCosine<double> sine_cosine(double x)
{
    SineCosine<double> result;
    detail::sine_cosine<double, std::int64_t>(x, result.sine, result.cosine);
    return result;
}
inline SineCosine<Lanes> sine_cosine(const Lanes& x)
{
    SineCosine<Lanes> result;
    for (int i = 0; i < Lanes::kParts; ++i)
        detail::sine_cosine<Lanes::Packed, Lanes::PackedBits>(
            x.part[i], result.sine.part[i], result.cosine.part[i]);
    return result;
}

}  // namespace gambol::dynamics
