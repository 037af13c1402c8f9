// SPDX-License-Identifier: MIT
#include "gait_searches.hpp"

#include "gambol/math/gravity.hpp"
#include "gambol/methods/gait/animal.hpp"

#include <gtest/gtest.h>

namespace gambol::bench {
namespace {

FootPhase foot(const std::string& name, double phase, double duty)
{
    FootPhase foot;
    foot.name = name;
    foot.strides = 3;
    foot.phase = phase;
    foot.duty = duty;
    return foot;
}

TEST(Limp, IsHowFarTheSidesAreFromHalfAPeriodApart)
{
    Gait gait;
    gait.feet = { foot("left_foot", 0.1, 0.6), foot("right_foot", 0.6, 0.6) };
    EXPECT_NEAR(limp(gait), 0, 1e-12);
    gait.feet[1].phase = 0.57;
    EXPECT_NEAR(limp(gait), 0.03, 1e-12);
    gait.feet[1].duty = 0.66;
    EXPECT_NEAR(limp(gait), 0.06, 1e-12);
    // Phases go round.
    gait.feet = { foot("left_foot", 0.75, 0.6), foot("right_foot", 0.27, 0.6) };
    EXPECT_NEAR(limp(gait), 0.02, 1e-12);
}

TEST(Limp, NeedsTwoSides)
{
    Gait gait;
    gait.feet = { foot("foot", 0, 0.3), foot("tail", 0.2, 0.6) };
    EXPECT_EQ(limp(gait), 0);
}

TEST(DrawnAnimals, AreTheSameForTheSameNumber)
{
    const DrawnAnimal once = draw_animal(2), again = draw_animal(2), other = draw_animal(9);
    EXPECT_EQ(once.name, "horse-2");
    EXPECT_EQ(other.name, "horse-9");
    EXPECT_EQ(once.speed, again.speed);
    EXPECT_EQ(once.body.total_mass(), again.body.total_mass());
    EXPECT_NE(once.speed, other.speed);
    EXPECT_NE(once.body.total_mass(), other.body.total_mass());
}

TEST(DrawnAnimals, HaveTwoLikeSidesAndASpeedThatFitsThem)
{
    for (std::uint64_t i = 0; i < 14; ++i) {
        const DrawnAnimal drawn = draw_animal(i);
        EXPECT_TRUE(gait::has_like_sides(drawn.body)) << drawn.name;
        const double leg = gait::own_units(drawn.body).leg;
        const double froude = drawn.speed * drawn.speed / (kGravity * leg);
        EXPECT_GE(froude, 0.05 * (1 - 1e-9)) << drawn.name;
        EXPECT_LE(froude, 3 * (1 + 1e-9)) << drawn.name;
    }
}

}  // namespace
}  // namespace gambol::bench
