// SPDX-License-Identifier: MIT
#include "durations.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace gambol::bench {
namespace {

TEST(FittedExponent, FindsThePowerOfAPowerLaw)
{
    const std::vector<double> x { 2.5, 5, 10, 20 };
    for (const double p : { 0.5, 1.0, 2.0 }) {
        std::vector<double> y;
        for (const double t : x)
            y.push_back(3 * std::pow(t, p));
        EXPECT_NEAR(fitted_exponent(x, y), p, 1e-12);
    }
}

TEST(FittedExponent, IsUnknownForOnePoint)
{
    EXPECT_TRUE(std::isnan(fitted_exponent({ 1 }, { 2 })));
}

}  // namespace
}  // namespace gambol::bench
