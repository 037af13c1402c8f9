// SPDX-License-Identifier: MIT
// What a run of cloth keeps of its steps: sums, samples, and where an earlier run goes on.
#include "gambol/methods/cloth/checkpoint.hpp"
#include "gambol/methods/cloth/cloth_run.hpp"
#include "gambol/methods/cloth/earlier_run.hpp"

#include <gtest/gtest.h>

namespace gambol::cloth {
namespace {

using Eigen::Vector3d;

ClothStepReport step_at(double time, int let_go = 0)
{
    ClothStepReport report;
    report.time = time;
    report.collision.let_go = let_go;
    return report;
}

TEST(ClothTotals, AddUpAndKeepTheLargest)
{
    ClothTotals totals;
    for (const double seconds : { 0.1, 0.4, 0.2 }) {
        ClothStepReport report;
        report.dynamics_seconds = seconds;
        report.collision.zone_seconds = seconds;
        report.collision.passes = 2;
        report.collision.largest_zone_rows = int(100 * seconds);
        report.collision.last_resort = seconds > 0.3;
        report.collision.step_fraction = seconds < 0.15 ? 0.5 : 1;
        report.collision.pinched = { { 1, 2 } };
        totals.add(report);
    }
    EXPECT_EQ(totals.steps, 3);
    EXPECT_NEAR(totals.dynamics_seconds, 0.7, 1e-12);
    EXPECT_NEAR(totals.collision_seconds(), 0.7, 1e-12);
    EXPECT_NEAR(totals.slowest_step, 0.8, 1e-12);
    EXPECT_EQ(totals.passes, 6);
    EXPECT_EQ(totals.largest_rows, 40);
    EXPECT_EQ(totals.last_resorts, 1);
    EXPECT_EQ(totals.cut_steps, 1);
    EXPECT_EQ(totals.pinched.size(), 1u) << "each pair once";
}

TEST(ClothTotals, TellWhenClothWasFirstLetGoAndLastFree)
{
    ClothTotals totals;
    for (const auto& [time, count] : { std::pair { 0.1, 0 }, { 0.2, 5 }, { 0.3, 8 }, { 0.4, 0 },
             { 0.5, 2 }, { 0.6, 0 }, { 0.7, 0 } })
        totals.add(step_at(time, count));
    EXPECT_EQ(totals.first_let_go, 0.2);
    EXPECT_EQ(totals.most_let_go, 8);
    EXPECT_EQ(totals.last_free, 0.6);
    EXPECT_EQ(totals.let_go, 0);
}

ClothState state_at(double time, const Vector3d& place)
{
    ClothState state;
    state.time = time;
    state.x.resize(3, 3);  // two of cloth, one of a body
    state.x.colwise() = place;
    return state;
}

TEST(FrameRecorder, SamplesLieOnTheStraightWayBetweenSteps)
{
    FrameRecorder recorder(100, 0.05);
    EXPECT_EQ(recorder.expected(), 6);
    const ClothState start = state_at(0, { 0, 0, 1 }), first = state_at(0.025, { 1, 0, 1 }),
                     last = state_at(0.05, { 1, 2, 1 });
    recorder.record(start, start, 2);
    EXPECT_EQ(recorder.frames(), 1);
    recorder.record(start, first, 2);
    EXPECT_EQ(recorder.frames(), 3);
    recorder.record(first, last, 2);
    ASSERT_EQ(recorder.frames(), 6);
    for (const std::vector<float>& frame : recorder.stored())
        EXPECT_EQ(frame.size(), 6u) << "of cloth alone";
    EXPECT_FLOAT_EQ(recorder.stored()[1][0], 0.4f);
    EXPECT_FLOAT_EQ(recorder.stored()[2][0], 0.8f);
    EXPECT_FLOAT_EQ(recorder.stored()[3][1], 0.4f);
    EXPECT_FLOAT_EQ(recorder.stored()[5][1], 2.0f);
    recorder.record(last, state_at(0.1, { 9, 9, 9 }), 2);
    EXPECT_EQ(recorder.frames(), 6) << "no more than there are samples";
}

TEST(EarlierRun, GoesOnFromAStoredFrameWithItsVelocity)
{
    Motion earlier;
    earlier.times = { 0, 0.5, 1 };
    MotionCloth cloth;
    cloth.rest = { { 0, 0, 0 }, { 1, 0, 0 } };
    cloth.positions = { 0, 0, 0, 1, 0, 0, 0, 0, 1, 1, 0, 1, 0, 0, 4, 1, 0, 4 };
    earlier.cloth = { cloth };
    const std::optional<Checkpoint> at = decode(checkpoint_at(earlier, 1));
    ASSERT_TRUE(at);
    EXPECT_EQ(at->frames.size(), 2u);
    EXPECT_EQ(at->state.time, 0.5);
    EXPECT_EQ(at->state.x.col(1), Vector3d(1, 0, 1));
    EXPECT_EQ(at->state.v.col(1), Vector3d(0, 0, 2));
}

}  // namespace
}  // namespace gambol::cloth
