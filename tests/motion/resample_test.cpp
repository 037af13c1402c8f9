// SPDX-License-Identifier: MIT
#include "gambol/motion/resample.hpp"

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

TEST(Resample, SeesUnevenSamples)
{
    Motion motion = test::hop();
    EXPECT_TRUE(is_evenly_sampled(motion));
    motion.times[7] += 1e-4;
    EXPECT_FALSE(is_evenly_sampled(motion));
}

}  // namespace
}  // namespace gambol
