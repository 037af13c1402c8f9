// SPDX-License-Identifier: MIT
#include "gambol/math/random.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <map>
#include <set>
#include <vector>

namespace gambol {
namespace {

TEST(Random, DrawsTheNumbersThatTheStandardSpecifies)
{
    // [rand.predef]: the 10000th number of a default-constructed mt19937_64.
    Random random(5489);
    std::uint64_t last = 0;
    for (int i = 0; i < 10000; ++i)
        last = random.bits();
    EXPECT_EQ(last, 9981545732273789042ull);
}

TEST(Random, UniformNumbersFillTheirRangeEvenly)
{
    Random random(3);
    std::array<int, 10> counts {};
    double sum = 0;
    for (int i = 0; i < 100000; ++i) {
        const double u = random.uniform(-2, 3);
        ASSERT_GE(u, -2);
        ASSERT_LT(u, 3);
        sum += u;
        ++counts[size_t((u + 2) * 2)];
    }
    EXPECT_NEAR(sum / 100000, 0.5, 0.02);
    for (const int count : counts)
        EXPECT_NEAR(count, 10000, 400);
}

TEST(Random, BelowReachesEveryNumberAndNoOther)
{
    Random random(4);
    std::array<int, 3> counts {};
    for (int i = 0; i < 3000; ++i)
        ++counts.at(size_t(random.below(3)));
    for (const int count : counts)
        EXPECT_NEAR(count, 1000, 120);
}

TEST(StandardNormal, HasTheMomentsOfANormal)
{
    Random random(5);
    StandardNormal normal;
    double first = 0, second = 0, third = 0, fourth = 0;
    constexpr int kDraws = 200000;
    for (int i = 0; i < kDraws; ++i) {
        const double n = normal(random);
        first += n / kDraws;
        second += n * n / kDraws;
        third += n * n * n / kDraws;
        fourth += n * n * n * n / kDraws;
    }
    EXPECT_NEAR(first, 0, 0.01);
    EXPECT_NEAR(second, 1, 0.015);
    EXPECT_NEAR(third, 0, 0.04);
    EXPECT_NEAR(fourth, 3, 0.1);
}

TEST(StandardNormal, DrawsTheSameNumbersEverywhere)
{
    Random random(1);
    StandardNormal normal;
    for (const double expected :
        { -0.38683176162103994, -0.039399956754155308, 0.68682363917932543, -0.24894784633514505 })
        EXPECT_DOUBLE_EQ(normal(random), expected);
}

TEST(StandardNormal, KeepsTheSecondOfTwoForTheNextCall)
{
    Random random(6), other(6);
    StandardNormal normal;
    (void)normal(random);
    const std::uint64_t after_one = Random(random).bits();
    (void)normal(random);
    EXPECT_EQ(Random(random).bits(), after_one);
    EXPECT_NE(other.bits(), after_one);
}

TEST(Random, StreamsOfOneSeedDiffer)
{
    std::set<std::uint64_t> first;
    for (std::uint64_t seed = 1; seed <= 20; ++seed)
        for (std::uint64_t stream = 0; stream < 20; ++stream)
            first.insert(Random(seed, stream).bits());
    EXPECT_EQ(first.size(), 400u);
}

TEST(Random, PicksEveryElementAndNoOther)
{
    Random random(5);
    const std::vector<int> list { 3, 5, 7 };
    std::map<int, int> counts;
    for (int i = 0; i < 300; ++i)
        ++counts[random.pick(list)];
    EXPECT_EQ(counts.size(), 3u);
    for (const int element : list)
        EXPECT_GT(counts[element], 50) << element;
}

}  // namespace
}  // namespace gambol
