// SPDX-License-Identifier: MIT
#include "gambol/dynamics/sine_cosine.hpp"

#include "gambol/math/random.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace gambol::dynamics {
namespace {

std::vector<double> angles()
{
    std::vector<double> result { 0, -0.0, 1e-300, 1e-9 };
    for (int n = -9; n <= 9; ++n)  // where quadrants meet, and where the series is longest
        for (const double off : { -1e-12, 0.0, 1e-12, 0.7853981633974483, 0.3 })
            result.push_back(n * 1.5707963267948966 + off);
    Random random(3);
    for (const double range : { 1.0, 100.0, 1e6 })
        for (int i = 0; i < 20000; ++i)
            result.push_back(random.uniform(-range, range));
    return result;
}

TEST(SineCosine, IsRightToTheLastDigit)
{
    for (const double x : angles()) {
        const SineCosine<double> computed = sine_cosine(x);
        const long double sine = std::sin(static_cast<long double>(x));
        const long double cosine = std::cos(static_cast<long double>(x));
        EXPECT_LE(std::abs(double(computed.sine - sine)), 0x1p-52) << x;
        EXPECT_LE(std::abs(double(computed.cosine - cosine)), 0x1p-52) << x;
        // Small values have all their digits, too.
        if (std::abs(x) < 100) {
            EXPECT_LE(std::abs(double(computed.sine - sine)), 0x1p-51 * std::abs(sine)) << x;
            EXPECT_LE(std::abs(double(computed.cosine - cosine)), 0x1p-51 * std::abs(cosine)) << x;
        }
    }
}

TEST(SineCosine, IsTheSameInEveryLane)
{
    const std::vector<double> all = angles();
    for (std::size_t first = 0; first + Lanes::kCount <= all.size(); first += Lanes::kCount) {
        Lanes x;
        for (int lane = 0; lane < Lanes::kCount; ++lane)
            x.set(lane, all[first + std::size_t(lane)]);
        const SineCosine<Lanes> packed = sine_cosine(x);
        for (int lane = 0; lane < Lanes::kCount; ++lane) {
            const SineCosine<double> alone = sine_cosine(x[lane]);
            ASSERT_EQ(packed.sine[lane], alone.sine);
            ASSERT_EQ(packed.cosine[lane], alone.cosine);
        }
    }
}

}  // namespace
}  // namespace gambol::dynamics
