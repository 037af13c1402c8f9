// SPDX-License-Identifier: MIT
#include "gambol/methods/refine/bent_holds.hpp"

#include "gambol/io/character/character_reader.hpp"

#include <gtest/gtest.h>

namespace gambol::refine {
namespace {

const Character& human()
{
    static const Character body = io::read_character("human").character;
    return body;
}

int right_hand()
{
    for (int i = 0; i < int(human().limbs.size()); ++i)
        if (!human().limbs[size_t(i)].support)
            return i;
    return -1;
}

/// A hand that lies on the floor from frame 60 to 120 of 240, a hundred of them a second.
HoldPlan leaning()
{
    HoldPlan plan;
    plan.frame = 0.01;
    plan.frames = 240;
    for (int corner = 0; corner < 4; ++corner) {
        Hold hold;
        hold.patch = human().limbs[size_t(right_hand())].patch;
        hold.corner = corner;
        hold.surface = 0;
        hold.begin = 60;
        hold.end = 120;
        plan.holds.push_back(hold);
    }
    join_changes(plan, frames_of_same_time(plan));
    return plan;
}

std::vector<std::vector<bool>> bent_from(int first, int last)
{
    std::vector<std::vector<bool>> bent(human().limbs.size(), std::vector<bool>(241, false));
    for (int frame = first; frame <= last; ++frame)
        bent[size_t(right_hand())][size_t(frame)] = true;
    return bent;
}

TEST(BentHolds, WhatLandsBentLandsLaterAndWhatLeavesBentLeavesEarlier)
{
    HoldPlan plan = leaning();
    EXPECT_TRUE(hold_less_bent(plan, human(), bent_from(58, 70)));
    ASSERT_EQ(plan.holds.size(), 4u);
    for (const Hold& hold : plan.holds) {
        EXPECT_GT(hold.begin, 70);
        EXPECT_LT(hold.begin, 78);
        EXPECT_EQ(hold.end, 120);
    }
    plan = leaning();
    EXPECT_TRUE(hold_less_bent(plan, human(), bent_from(108, 125)));
    ASSERT_EQ(plan.holds.size(), 4u);
    for (const Hold& hold : plan.holds) {
        EXPECT_EQ(hold.begin, 60);
        EXPECT_LT(hold.end, 108);
        EXPECT_GT(hold.end, 100);
    }
}

/// There the place is at fault, or the way there, and not the time.
TEST(BentHolds, StayWhereALimbIsBentForLongOrElsewhere)
{
    for (const auto& [first, last] :
        { std::pair(55, 130), { 20, 40 }, { 80, 100 }, { 160, 200 } }) {
        HoldPlan plan = leaning();
        EXPECT_FALSE(hold_less_bent(plan, human(), bent_from(first, last))) << first;
        for (const Hold& hold : plan.holds) {
            EXPECT_EQ(hold.begin, 60);
            EXPECT_EQ(hold.end, 120);
        }
    }
}

TEST(BentHolds, KnowsWhoIsBeyondItsRange)
{
    const Limb& arm = human().limbs[size_t(right_hand())];
    const int shoulder = first_angles(human())[size_t(arm.upper)];
    MotionCharacter moved;
    moved.joints.values.assign(3, Eigen::VectorXd::Zero(human().dof_count()));
    moved.joints.values[1][shoulder] = human().segments[size_t(arm.upper)].dofs.front().upper + 0.1;
    const std::vector<std::vector<bool>> bent = bent_too_far(human(), moved);
    ASSERT_EQ(bent.size(), human().limbs.size());
    for (size_t limb = 0; limb < bent.size(); ++limb)
        EXPECT_EQ(bent[limb], (std::vector<bool> { false, limb == size_t(right_hand()), false }))
            << limb;
}

}  // namespace
}  // namespace gambol::refine
