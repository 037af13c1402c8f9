// SPDX-License-Identifier: MIT
#include "gambol/motion/resample.hpp"

#include "support/example_cloth.hpp"
#include "support/example_motion.hpp"

#include <gtest/gtest.h>

namespace gambol {
namespace {

TEST(Resample, SameRateChangesNothing)
{
    const Motion motion = test::hop();
    const Motion same = resample(motion, 120);
    ASSERT_EQ(same.times.size(), motion.times.size());
    for (std::size_t k = 0; k < motion.times.size(); ++k) {
        EXPECT_NEAR(same.times[k], motion.times[k], 1e-12);
        EXPECT_LT(
            (same.characters[0].positions[k][3] - motion.characters[0].positions[k][3]).norm(),
            1e-9);
    }
}

TEST(Resample, EveryFourthSampleAtThirtyPerSecond)
{
    const Motion motion = test::crate_scene();
    const Motion film = resample(motion, 30);
    ASSERT_EQ(film.times.size(), 61u);
    EXPECT_DOUBLE_EQ(film.times.back(), 2);
    EXPECT_TRUE(is_evenly_sampled(film));
    EXPECT_NEAR(sample_rate(film), 30, 1e-9);
    for (std::size_t k = 0; k < film.times.size(); ++k) {
        EXPECT_LT((film.props[1].positions[k] - motion.props[1].positions[4 * k]).norm(), 1e-9);
        EXPECT_LT(
            film.props[1].rotations[k].angularDistance(motion.props[1].rotations[4 * k]), 1e-7);
        EXPECT_LT((film.characters[0].contacts[0].force[k]
                      - motion.characters[0].contacts[0].force[4 * k])
                      .norm(),
            1e-7);
    }
}

TEST(Resample, BetweenSamplesTheMiddle)
{
    const Motion motion = test::crate_scene();
    const Motion fine = resample(motion, 240);
    const Eigen::Vector3d middle
        = (motion.props[1].positions[10] + motion.props[1].positions[11]) / 2;
    EXPECT_LT((fine.props[1].positions[21] - middle).norm(), 1e-9);
    const Eigen::Quaterniond a = motion.props[1].rotations[10], b = motion.props[1].rotations[11];
    EXPECT_NEAR(fine.props[1].rotations[21].angularDistance(a), a.angularDistance(b) / 2, 1e-7);
    EXPECT_EQ(fine.characters[0].contacts[0].with[21], "crate");
    EXPECT_EQ(fine.characters[0].joints.values.size(), fine.times.size());
}

TEST(Resample, ClothGoesStraightBetweenSamples)
{
    const Motion motion = test::waving_sheet(3);
    const Motion fine = resample(motion, 120);
    ASSERT_EQ(fine.cloth.size(), 1u);
    ASSERT_EQ(fine.cloth[0].positions.size(), 3 * 16 * fine.times.size());
    EXPECT_EQ(fine.cloth[0].vertex(8, 5), motion.cloth[0].vertex(4, 5));
    EXPECT_LT((fine.cloth[0].vertex(9, 5)
                  - (motion.cloth[0].vertex(4, 5) + motion.cloth[0].vertex(5, 5)) / 2)
                  .norm(),
        1e-6);
    EXPECT_EQ(fine.cloth[0].vertex(int(fine.times.size()) - 1, 5), motion.cloth[0].vertex(60, 5));
    EXPECT_TRUE(without_cloth(motion).cloth.empty());
}

TEST(Resample, ThinnedSamplesAreStoredOnesWithBothEnds)
{
    const Motion motion = test::waving_sheet(2);  // 60 per second
    EXPECT_EQ(thinned_samples(motion, 60).size(), 61u);
    EXPECT_EQ(thinned_samples(motion, 30).size(), 31u);
    const std::vector<int> seven = thinned_samples(motion, 7);
    EXPECT_EQ(seven.front(), 0);
    EXPECT_EQ(seven[1], 9);  // 8.57 samples apart
    EXPECT_EQ(seven.back(), 60);
}

TEST(Resample, SeesUnevenSamples)
{
    Motion motion = test::hop();
    EXPECT_TRUE(is_evenly_sampled(motion));
    motion.times[7] += 1e-4;
    EXPECT_FALSE(is_evenly_sampled(motion));
}

}  // namespace
}  // namespace gambol
