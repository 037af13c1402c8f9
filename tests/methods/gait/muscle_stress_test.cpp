// SPDX-License-Identifier: MIT
#include "gambol/methods/gait/muscle_stress.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace gambol::gait {
namespace {

TEST(MuscleStress, StartsToDominateAtTheLargestStress)
{
    // h(1) = √4 − 1 = 1: at σ_max both terms are one.
    EXPECT_NEAR(muscle_stress(0.3, 0.3, 0.05).value, 0.3 / 0.05, 1e-12);
    EXPECT_LT(muscle_stress(0.03, 0.3, 0.05).value, 0.02 * 0.03 / 0.05);
    EXPECT_GT(muscle_stress(0.9, 0.3, 0.05).value, 4 * 0.9 / 0.05);
    EXPECT_EQ(muscle_stress(0, 0.3, 0.05).value, 0);
}

TEST(MuscleStress, SlopeMatchesFiniteDifferences)
{
    for (const double torque : { 1e-6, 0.01, 0.2, 0.7, 5.0 }) {
        const double step = 1e-6 * torque;
        const double slope = (muscle_stress(torque + step, 0.4, 0.06).value
                                 - muscle_stress(torque - step, 0.4, 0.06).value)
            / (2 * step);
        EXPECT_NEAR(muscle_stress(torque, 0.4, 0.06).slope, slope, 1e-7 * (1 + std::abs(slope)))
            << torque;
    }
}

}  // namespace
}  // namespace gambol::gait
