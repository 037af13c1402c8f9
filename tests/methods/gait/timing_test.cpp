// SPDX-License-Identifier: MIT
#include "animals.hpp"

#include "gambol/methods/gait/timing_search.hpp"

#include <gtest/gtest.h>

namespace gambol::gait {
namespace {

using Eigen::VectorXd;

TEST(Timing, AFootIsDownFromItsStartForItsDuty)
{
    const FootTiming foot { 0.8, 0.5 };
    EXPECT_TRUE(foot_phase(foot, 0.8).down);
    EXPECT_TRUE(foot_phase(foot, 0.25).down);
    EXPECT_NEAR(foot_phase(foot, 0.1).since, 0.3, 1e-12);
    EXPECT_FALSE(foot_phase(foot, 0.4).down);
    EXPECT_NEAR(foot_phase(foot, 0.55).swing, 0.5, 1e-12);
    EXPECT_NEAR(foot_phase(foot, -3.45).swing, 0.5, 1e-12);
}

TEST(Timing, UsualOnesAreThoseOfAlexander)
{
    // Stride over leg length 2.3 Fr^0.3: 2.3 at Froude 1.
    EXPECT_NEAR(usual_period(1), 2.3, 1e-12);
    const Animal human = animal("human");
    EXPECT_NEAR(usual_period(1.2 / human.speed_unit()) * human.time_unit(), 1.03, 0.02);
    EXPECT_GT(usual_duty(0.2), 0.55);
    EXPECT_LT(usual_duty(1.5), 0.4);
}

TEST(Timing, EvenedItDoesTheSameOnBothSidesHalfAPeriodLater)
{
    const Animal horse = animal("horse");
    const Timing limping { 2, { { 0.95, 0.5 }, { 0.4, 0.6 }, { 0.1, 0.4 }, { 0.7, 0.4 } } };
    const std::optional<Timing> even = evened(horse, limping);
    ASSERT_TRUE(even);
    EXPECT_EQ(even->period, 2);
    for (size_t f = 0; f < 4; ++f) {
        const FootTiming &foot = even->feet[f], &other = even->feet[size_t(horse.feet[f].mirror)];
        EXPECT_EQ(foot.duty, other.duty);
        EXPECT_NEAR(std::abs(foot.start - other.start), 0.5, 1e-12);
        // Nobody moves farther than half of what is missing.
        EXPECT_LE(std::abs(std::remainder(foot.start - limping.feet[f].start, 1)), 0.2);
        EXPECT_GE(foot.start, 0);
        EXPECT_LT(foot.start, 1);
    }
    const std::optional<Timing> again = evened(horse, *even);
    for (size_t f = 0; f < 4; ++f)
        EXPECT_NEAR(again->feet[f].start, even->feet[f].start, 1e-12);
    // A single leg has nobody to be even with.
    EXPECT_FALSE(evened(animal("monopod"), { 2, { { 0, 0.5 } } }));
}

TEST(Timing, RunningFeetThatNearlyStandTogetherDoSo)
{
    // Hind feet first; the fore ones come shortly before their diagonals.
    const Timing stumble { 2, { { 0.05, 0.4 }, { 0.55, 0.4 }, { 0.43, 0.52 }, { 0.93, 0.52 } } };
    const std::optional<Timing> trot = together(stumble);
    ASSERT_TRUE(trot);
    EXPECT_NEAR(trot->feet[2].start, 0.49, 1e-12);
    EXPECT_NEAR(trot->feet[3].start, 0.99, 1e-12);
    for (size_t f = 0; f < 4; ++f)
        EXPECT_EQ(trot->feet[f].duty, stumble.feet[f].duty);
    EXPECT_FALSE(together(*trot));  // nothing is left to do
    Timing four_beats = stumble, walk = stumble;
    four_beats.feet[2].start = 0.3;
    four_beats.feet[3].start = 0.8;
    EXPECT_FALSE(together(four_beats));
    for (FootTiming& foot : walk.feet)
        foot.duty = 0.6;
    EXPECT_FALSE(together(walk));
}

TEST(TimingSpace, WhatIsNotGivenIsAVariable)
{
    const Animal biped = animal("biped"), horse = animal("horse");
    Settings symmetric, free;
    symmetric.symmetric = true;
    EXPECT_EQ(TimingSpace(biped, 1, symmetric, {}, {}).variables().size(), 2u);
    EXPECT_EQ(TimingSpace(biped, 1, free, {}, {}).variables().size(), 4u);
    EXPECT_EQ(TimingSpace(horse, 1, symmetric, {}, {}).variables().size(), 4u);
    EXPECT_EQ(TimingSpace(horse, 1, free, {}, {}).variables().size(), 8u);
    const TimingSpace given(biped, 1, symmetric, 2.0, { { 0.1, 0.6 }, {} });
    EXPECT_TRUE(given.variables().empty());
    const Timing timing = given.timing(VectorXd());
    EXPECT_EQ(timing.period, 2);
    EXPECT_EQ(timing.feet[0].start, 0.1);
    EXPECT_NEAR(timing.feet[1].start, 0.6, 1e-12);
    EXPECT_EQ(timing.feet[1].duty, 0.6);
}

TEST(TimingSpace, PartsThatAreGivenStay)
{
    const Animal horse = animal("horse");
    Settings settings;
    const TimingSpace space(horse, 1, settings, {}, { {}, { 0.5, {} }, { {}, 0.4 }, {} });
    EXPECT_EQ(space.variables().size(), 6u);
    VectorXd x(6);
    x << 3, 0.61, 0.62, 0.25, 0.64, 0.75;  // period, duties of 0 and 1, start of 2, both of 3
    const Timing timing = space.timing(x);
    EXPECT_EQ(timing.period, 3);
    EXPECT_EQ(timing.feet[0].start, 0);
    EXPECT_EQ(timing.feet[0].duty, 0.61);
    EXPECT_EQ(timing.feet[1].start, 0.5);
    EXPECT_EQ(timing.feet[1].duty, 0.62);
    EXPECT_EQ(timing.feet[2].start, 0.25);
    EXPECT_EQ(timing.feet[2].duty, 0.4);
    EXPECT_EQ(timing.feet[3].duty, 0.64);
    EXPECT_EQ(timing.feet[3].start, 0.75);
}

TEST(TimingSpace, StepsThatAreTooLongOrTooShortAreNotPlausible)
{
    const Animal biped = animal("biped");
    const TimingSpace space(biped, 1, {}, {}, {});
    const auto plausible = [&](double period, double duty) {
        return space.plausible({ period, { { 0, duty }, { 0.5, duty } } });
    };
    EXPECT_TRUE(plausible(2.3, 0.45));
    EXPECT_FALSE(plausible(5, 0.6));  // three leg lengths
    EXPECT_FALSE(plausible(2.3, 0.11));  // three weights on a foot for too short a time
}

TEST(SolveTiming, AHorseAtTenMetresPerSecondCantersForLessThanItTrots)
{
    // Legs bear the weight in turn, each up to 2.1 weights; with 1.5 there was no such gait.
    const Animal horse = animal("horse");
    const double speed = 10 / horse.speed_unit();
    const auto cost = [&](std::vector<double> starts) {  // hind left, right, front left, right
        Timing timing { 1.1 * usual_period(speed), {} };
        for (const double start : starts)
            timing.feet.push_back({ start, 0.2 });
        EXPECT_TRUE(TimingSpace(horse, speed, {}, {}, {}).plausible(timing));
        Settings weaker;
        weaker.peak_force = 1.5;
        EXPECT_FALSE(TimingSpace(horse, speed, weaker, {}, {}).plausible(timing));
        const TimingSolution solution = solve_timing(horse, timing, speed, {});
        EXPECT_LE(solution.violation, kFeasible);
        return solution.cost;
    };
    EXPECT_LT(cost({ 0, 0.3, 0.3, 0.6 }), 0.98 * cost({ 0, 0.5, 0.5, 0 }));
}

}  // namespace
}  // namespace gambol::gait
