// SPDX-License-Identifier: MIT
#include "gambol/methods/refine/last_steps.hpp"
#include "gambol/methods/refine/stances.hpp"

#include "methods/refine/sway.hpp"

#include <gtest/gtest.h>

namespace gambol {
namespace {

using Eigen::Vector3d;
using refine::Hold;
using refine::HoldPlan;
using refine::Stance;

/// A foot that stands for 1 s, swings for 0.5 s, and stands again `step` farther on.
struct Step {
    Scene scene = refine::test::Sway().scene;
    const Character& body = scene.characters.front().body;
    HoldPlan plan;
    int foot = -1;

    explicit Step(const Vector3d& step)
    {
        for (const Limb& limb : body.limbs)
            if (limb.support && foot < 0)
                foot = limb.patch;
        plan.frame = 0.01;
        plan.frames = 300;
        const SegmentFrame frame = forward_kinematics(
            body, scene.characters.front().start)[size_t(body.patches[size_t(foot)].segment)];
        for (int corner = 0; corner < refine::kCorners; ++corner)
            for (const bool second : { false, true }) {
                Hold hold;
                hold.patch = foot;
                hold.corner = corner;
                hold.begin = second ? 150 : 0;
                hold.end = second ? 250 : 100;
                hold.place = frame.position
                    + frame.rotation * refine::patch_corner(body.patches[size_t(foot)], corner)
                    + (second ? step : Vector3d::Zero());
                plan.holds.push_back(hold);
            }
        refine::join_changes(plan, 3);
    }
    [[nodiscard]] std::vector<Stance> stances() const { return refine::stances_of(plan, foot); }
};

TEST(Stances, AreHoldsThatOverlap)
{
    const Step step({ 0.6, 0, 0 });
    const std::vector<Stance> stances = step.stances();
    ASSERT_EQ(stances.size(), 2u);
    EXPECT_EQ(stances[0].end, 100);
    EXPECT_EQ(stances[1].begin, 150);
    EXPECT_NEAR((stances[1].middle - stances[0].middle).x(), 0.6, 1e-9);
}

/// Feet that turned on the spot were not lifted: their middles stay where they are.
TEST(Stances, AFootThatTurnsOnTheSpotGoesSomewhere)
{
    Step step(Vector3d::Zero());
    const Vector3d middle = step.stances()[0].middle;
    double reach = 0;
    for (Hold& hold : step.plan.holds)
        if (hold.begin > 0) {
            const Vector3d arm = hold.place - middle;
            reach = std::max(reach, arm.norm());
            hold.place = middle + Vector3d(-arm.y(), arm.x(), arm.z());
        }
    const std::vector<Stance> stances = step.stances();
    EXPECT_NEAR((stances[1].middle - stances[0].middle).norm(), 0, 1e-9);
    EXPECT_NEAR(
        refine::way_between(step.plan, stances[0], stances[1]), std::sqrt(2.0) * reach, 1e-9);
}

TEST(Stances, ThatGoNowhereBecomeOne)
{
    Step still({ 0.02, 0, 0 });
    refine::merge_stances(still.plan, still.body);
    ASSERT_EQ(still.stances().size(), 1u);
    EXPECT_EQ(still.stances()[0].end, 250);
    EXPECT_EQ(still.plan.holds.size(), 4u);

    Step far({ 0.1, 0, 0 });
    refine::merge_stances(far.plan, far.body);
    EXPECT_EQ(far.stances().size(), 2u);
}

TEST(Stances, OverlapAndRoll)
{
    Step step({ 0.6, 0, 0 });
    refine::overlap_steps(step.plan, step.body);
    const std::vector<Stance> stances = step.stances();
    ASSERT_EQ(stances.size(), 2u);
    EXPECT_EQ(stances[1].begin - stances[0].end, 40) << "a fifth less";
    for (const Hold& hold : step.plan.holds) {
        const bool first = hold.begin == 0;
        const Stance& stance = stances[first ? 0 : 1];
        const bool toe = (hold.place - stance.middle).x() > 0;
        if (first) {
            EXPECT_NEAR(hold.end, toe ? 105 : 87, 3) << "heels leave first";
        } else {
            EXPECT_NEAR(hold.begin, toe ? 152 : 145, 3) << "heels land first";
        }
    }
}

TEST(Stances, StepsThatClimbDoNotRoll)
{
    Step step({ 0.3, 0, 0.2 });
    refine::overlap_steps(step.plan, step.body);
    for (const Hold& hold : step.plan.holds)
        EXPECT_TRUE(hold.begin == 0 || hold.begin == 145) << hold.begin;
}

TEST(Stances, WhoStandsAtTheEndStandsOnAllFeet)
{
    Step step({ 0.6, 0, 0 });
    refine::stand_at_end(
        step.plan, step.body, step.scene.surfaces, step.scene.characters.front().start);
    int held = 0;
    for (const Hold& hold : step.plan.holds)
        held += hold.end == step.plan.frames;
    EXPECT_EQ(held, 8) << "four corners of both feet";
}

/// Who got up ended with feet 3.3 hip widths apart.
TEST(Stances, FeetFarApartCloseWithALastStep)
{
    Step step({ -0.5, 0, 0 });
    for (Hold& hold : step.plan.holds)
        if (hold.begin == 150)
            hold.end = step.plan.frames;
    const Pose& start = step.scene.characters.front().start;
    refine::stand_at_start(step.plan, step.body, step.scene.surfaces, start);
    int other = -1;
    for (Hold& hold : step.plan.holds)
        if (hold.patch != step.foot) {
            other = hold.patch;
            hold.end = step.plan.frames;
        }
    refine::join_changes(step.plan, 3);
    ASSERT_EQ(step.stances().size(), 2u);
    const HoldPlan apart = step.plan;
    refine::close_stance(step.plan, step.body, step.scene.surfaces);

    const std::vector<Stance> stances = step.stances();
    ASSERT_EQ(stances.size(), 3u) << "the foot behind steps once more";
    EXPECT_EQ(stances[1].end, 225);
    EXPECT_EQ(stances[2].begin, 275);
    EXPECT_EQ(stances[2].end, step.plan.frames);
    EXPECT_LT(refine::way_between(step.plan, stances[0], stances[2]), 0.02) << "where it had stood";
    ASSERT_EQ(refine::stances_of(step.plan, other).size(), 1u);
    EXPECT_EQ(refine::stances_of(step.plan, other)[0].end, step.plan.frames);

    const std::size_t before = step.plan.holds.size();
    refine::close_stance(step.plan, step.body, step.scene.surfaces);
    EXPECT_EQ(step.plan.holds.size(), before) << "together they stay";

    // On a slope the one behind is lower, on a step it is where the terrain wants it.
    HoldPlan slope = apart;
    for (Hold& hold : slope.holds)
        if (hold.patch == step.foot && hold.begin == 150)
            hold.place.z() -= 0.1;
    HoldPlan stairs = slope;
    refine::close_stance(slope, step.body, step.scene.surfaces);
    EXPECT_EQ(refine::stances_of(slope, step.foot).size(), 3u);
    std::vector<Surface> with_block = step.scene.surfaces;
    with_block.emplace_back().shape = Box {};
    for (Hold& hold : stairs.holds)
        if (hold.patch != step.foot)
            hold.surface = 1;
    refine::close_stance(stairs, step.body, with_block);
    EXPECT_EQ(refine::stances_of(stairs, step.foot).size(), 2u);
}

/// Walks ended with feet 1.63 and 2.02 hip widths apart, wherever the last step had been planned.
TEST(Stances, AFootThatLandedTooFarFromTheOtherLandsNearer)
{
    for (const double aside : { -0.25, 0.25 }) {
        Step step({ 0, aside, 0 });
        refine::stand_at_start(
            step.plan, step.body, step.scene.surfaces, step.scene.characters.front().start);
        int other = -1;
        for (Hold& hold : step.plan.holds) {
            if (hold.begin == 150)
                hold.end = step.plan.frames;
            if (hold.patch != step.foot) {
                other = hold.patch;
                hold.end = step.plan.frames;
            }
        }
        refine::join_changes(step.plan, 3);
        const auto width = [&](size_t stance) {
            return (step.stances()[stance].middle - refine::stances_of(step.plan, other)[0].middle)
                .norm();
        };
        ASSERT_EQ(step.stances().size(), 2u);
        const double usual = width(0), wide = width(1);
        refine::narrow_stance(step.plan, step.body, step.scene.surfaces);
        ASSERT_EQ(step.stances().size(), 2u);
        EXPECT_NEAR(width(0), usual, 1e-12);
        if (wide > 1.4 * usual)
            EXPECT_NEAR(width(1), 1.2 * usual, 0.02);
        else
            EXPECT_NEAR(width(1), wide, 1e-12);
    }
}

/// Who turned by 83 degrees with one step ended with the other foot 67 degrees behind.
TEST(Stances, AFootThatATurnLeftBehindFollows)
{
    Step step({ 0, 0, 0 });
    const Pose& start = step.scene.characters.front().start;
    refine::stand_at_start(step.plan, step.body, step.scene.surfaces, start);
    const double facing = 1.4;
    const Eigen::AngleAxisd turn(facing, Vector3d::UnitZ());
    int other = -1;
    for (Hold& hold : step.plan.holds) {
        if (hold.begin == 150) {
            hold.axes = turn * hold.axes;
            hold.end = step.plan.frames;
        }
        if (hold.patch != step.foot) {
            other = hold.patch;
            hold.end = step.plan.frames;
        }
    }
    refine::join_changes(step.plan, 3);
    HoldPlan kept = step.plan;
    refine::close_stance(kept, step.body, step.scene.surfaces, 0.2 * facing);
    EXPECT_EQ(refine::stances_of(kept, other).size(), 1u) << "toes turned out by 16 degrees stay";

    refine::close_stance(step.plan, step.body, step.scene.surfaces, facing);
    EXPECT_EQ(step.stances().size(), 2u);
    const std::vector<Stance> stances = refine::stances_of(step.plan, other);
    ASSERT_EQ(stances.size(), 2u);
    EXPECT_GT(stances[1].begin, stances[0].end + 30) << "a step takes its time";
    EXPECT_LT(stances[1].begin, 250) << "and does not wait for the end";
    const Hold& landed = step.plan.holds[stances[1].holds.front()];
    EXPECT_NEAR(std::atan2(landed.axes(1, 0), landed.axes(0, 0)), facing, 0.3);
}

/// Who should turn by 54 degrees and had not stepped began and ended with feet 36 degrees off.
TEST(Stances, WhoHasNotSteppedStepsRound)
{
    Step step({ 0, 0, 0 });
    const Pose& start = step.scene.characters.front().start;
    std::erase_if(step.plan.holds, [](const Hold& hold) { return hold.begin > 0; });
    refine::stand_at_start(step.plan, step.body, step.scene.surfaces, start);
    int other = -1;
    for (Hold& hold : step.plan.holds) {
        hold.end = step.plan.frames;
        other = hold.patch != step.foot ? hold.patch : other;
    }
    refine::join_changes(step.plan, 3);
    const double facing = -0.94;
    refine::close_stance(step.plan, step.body, step.scene.surfaces, facing);
    const std::vector<Stance> one = step.stances(), two = refine::stances_of(step.plan, other);
    ASSERT_EQ(one.size(), 2u);
    ASSERT_EQ(two.size(), 2u);
    EXPECT_TRUE(one[1].begin < two[0].end || two[1].begin < one[0].end) << "one after the other";
    const double apart = (one[1].middle - two[1].middle).norm();
    EXPECT_NEAR(apart, (one[0].middle - two[0].middle).norm(), 1e-6);
    for (const Hold& hold : step.plan.holds)
        if (hold.end == step.plan.frames) {
            EXPECT_NEAR(std::atan2(hold.axes(1, 0), hold.axes(0, 0)), facing, 0.3);
        }
}

/// Both feet came down half-way round, 46 degrees behind the trunk.
TEST(Stances, FeetLandTheWayTheBodyWillFace)
{
    Step step({ 0.1, 0, 0 });
    for (Hold& hold : step.plan.holds)
        if (hold.begin == 150)
            hold.end = step.plan.frames;
    const std::vector<Hold> right = step.plan.holds;
    const double facing = 0.8;
    for (const Limb& limb : step.body.limbs)  // the other foot does the same
        if (limb.support && limb.patch != step.foot)
            for (Hold hold : right) {
                hold.patch = limb.patch;
                hold.place.y() *= -1;
                step.plan.holds.push_back(hold);
            }
    refine::join_changes(step.plan, 3);
    const Vector3d before = step.stances()[1].middle;
    refine::close_stance(step.plan, step.body, step.scene.surfaces, facing);
    ASSERT_EQ(step.stances().size(), 2u);
    EXPECT_LT((step.stances()[1].middle - before).norm(), 1e-9);
    for (const Hold& hold : step.plan.holds)
        if (hold.end == step.plan.frames) {
            EXPECT_NEAR(std::atan2(hold.axes(1, 0), hold.axes(0, 0)), facing, 0.3);
            EXPECT_NEAR(hold.place.z(), right.front().place.z(), 1e-9);
        }
}

TEST(Stances, WhoSetsOutStandsOnAllFeetFirst)
{
    Step step({ 0.6, 0, 0 });
    for (Hold& hold : step.plan.holds)
        if (hold.begin == 0)
            hold.end = 5;
    const Pose& start = step.scene.characters.front().start;
    refine::stand_at_start(step.plan, step.body, step.scene.surfaces, start);
    int held = 0;
    for (const Hold& hold : step.plan.holds)
        held += hold.begin == 0 && hold.end == 20;
    EXPECT_EQ(held, 8) << "four corners of both feet, for 0.2 s";

    Step lifted({ 0.6, 0, 0 });
    Pose above = start;
    above.root_position.z() += 0.05;
    const std::size_t before = lifted.plan.holds.size();
    refine::stand_at_start(lifted.plan, lifted.body, lifted.scene.surfaces, above);
    EXPECT_EQ(lifted.plan.holds.size(), before) << "who is in the air stands on nothing";
}

}  // namespace
}  // namespace gambol
