// SPDX-License-Identifier: MIT
#include "gambol/methods/refine/overreach.hpp"

#include "methods/refine/sway.hpp"

#include <gtest/gtest.h>

namespace gambol::refine {
namespace {

int patch_called(const Character& body, const std::string& name)
{
    for (size_t i = 0; i < body.patches.size(); ++i)
        if (body.patches[i].name == name)
            return int(i);
    return -1;
}

AuditReport beyond(const std::string& joint, double time)
{
    AuditReport report;
    report.not_judged.push_back(
        { { "joint_limits", "ann/" + joint, 0.2, 0.05, "rad", time, false }, "not claimed" });
    return report;
}

/// Both hands and a foot hold on, one hand twice.
struct Plan : HoldPlan {
    explicit Plan(const Character& body)
    {
        frames = 480;
        const auto add = [&](const char* patch, int begin, int end) {
            for (int corner = 0; corner < kCorners; ++corner) {
                Hold hold;
                hold.patch = patch_called(body, patch);
                hold.corner = corner;
                hold.begin = begin;
                hold.end = end;
                holds.push_back(hold);
            }
        };
        add("left_hand", 0, 100);
        add("left_hand", 240, 360);
        add("right_hand", 0, 240);
        add("left_foot", 0, 480);
        join_changes(*this, 1);
    }
};

TEST(Overreach, IsOfAHandThatHoldsOnThen)
{
    const test::Sway sway;
    const Character& body = sway.scene.characters.front().body;
    const Plan plan(body);
    const std::optional<Overreach> found
        = find_overreach(beyond("left_shoulder_rotation", 1.2), body, plan);
    ASSERT_TRUE(found);
    EXPECT_EQ(found->patch, patch_called(body, "left_hand"));
    EXPECT_FALSE(find_overreach(beyond("left_shoulder_rotation", 0.7), body, plan)) << "in the air";
    EXPECT_FALSE(find_overreach(beyond("left_knee_flexion", 1.2), body, plan)) << "legs must stand";
    EXPECT_FALSE(find_overreach(beyond("neck_flexion", 1.2), body, plan));
    EXPECT_FALSE(find_overreach(AuditReport {}, body, plan)) << "all joints are within range";
}

TEST(Overreach, OnlyThatHoldEnds)
{
    const test::Sway sway;
    const Character& body = sway.scene.characters.front().body;
    Plan plan(body);
    const size_t before = plan.holds.size();
    let_go(plan, { patch_called(body, "left_hand"), 1.2 });
    EXPECT_EQ(plan.holds.size(), before - kCorners);
    for (const Hold& hold : plan.holds)
        EXPECT_FALSE(hold.patch == patch_called(body, "left_hand") && hold.begin == 240);
    EXPECT_EQ(std::count(plan.changes.begin(), plan.changes.end(), 360), 0)
        << "nothing changes there any more";
}

}  // namespace
}  // namespace gambol::refine
