// SPDX-License-Identifier: MIT
#include "gambol/methods/refine/holds.hpp"

#include "methods/refine/sway.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <tuple>

namespace gambol {
namespace {

using Eigen::Vector3d;
using refine::Hold;
using refine::HoldPlan;
using refine::test::reference_in;
using refine::test::Sway;

HoldPlan plan_of(const Scene& scene, double slowness = 1)
{
    return refine::find_holds(
        reference_in(scene), scene.characters.front().body, scene.surfaces, 240, slowness);
}

/// Someone who stands still on both feet for half a second.
Scene still()
{
    Scene scene = Sway().scene;
    Reference& reference = reference_in(scene);
    for (std::size_t t = 0; t < reference.poses.size(); ++t) {
        reference.poses[t] = scene.characters.front().start;
        reference.touches[t].assign(scene.characters.front().body.patches.size(), -1);
    }
    return scene;
}

void move_all(Scene& scene, const std::function<Vector3d(double)>& way)
{
    Reference& reference = reference_in(scene);
    for (std::size_t t = 0; t < reference.poses.size(); ++t)
        reference.poses[t].root_position += way(reference.times[t]);
}

TEST(Holds, AreCornersOfFeetThatStand)
{
    const HoldPlan plan = plan_of(Sway().scene);
    ASSERT_EQ(plan.holds.size(), 8u);
    EXPECT_EQ(plan.frames, 120);
    EXPECT_EQ(plan.changes.size(), 3u);
    for (const Hold& hold : plan.holds) {
        EXPECT_EQ(hold.begin, 0);
        EXPECT_NEAR(hold.place.z(), 0, 1e-12);
        EXPECT_NEAR(hold.axes(2, 2), 1, 1e-12);
    }
}

/// A foot that nobody says touches, but that lies on the floor, carries all the same.
TEST(Holds, AreFoundWhereSomethingRestsThoughTheReferenceDoesNotSaySo)
{
    Scene scene = still();
    const HoldPlan plan = plan_of(scene);
    EXPECT_EQ(plan.holds.size(), 8u);
    for (const Hold& hold : plan.holds)
        EXPECT_EQ(hold.end - hold.begin, plan.frames);
    move_all(scene, [](double) { return Vector3d(0, 0, 0.1); });
    EXPECT_TRUE(plan_of(scene).holds.empty()) << "in the air nothing is held";
}

/// What is said to touch may creep more (0.25 m/s) than what only lies there (0.1 m/s).
TEST(Holds, EndWhereSomethingSlides)
{
    for (const auto& [speed, named, held] : { std::tuple { 0.05, false, true },
             { 0.15, false, false }, { 0.15, true, true }, { 0.4, true, false } }) {
        Scene scene = still();
        move_all(scene, [&, v = speed](double time) { return Vector3d(v * time, 0, 0); });
        if (named)
            for (std::vector<int>& touches : reference_in(scene).touches)
                touches.assign(touches.size(), 0);
        EXPECT_EQ(plan_of(scene).holds.size() >= 8, held) << speed << " m/s, named " << named;
    }
}

TEST(Holds, ShorterThanATwentiethOfASecondAreNone)
{
    // The body drops onto the floor for 42 ms, or for 83 ms, and is lifted again.
    for (const auto& [samples, expected] : { std::pair { 5, 0u }, { 10, 8u } }) {
        Scene scene = still();
        const double begin = 0.2, end = begin + samples / 120.0;
        move_all(scene, [&](double time) {
            return Vector3d(0, 0, time > begin && time < end + 1e-9 ? 0 : 0.1);
        });
        // First and last sample on the floor move as fast as the jump: two less are held.
        EXPECT_EQ(plan_of(scene).holds.size(), expected) << samples;
    }
}

TEST(Holds, BeginAndEndAtChangesThatAreAThirtiethOfASecondApart)
{
    const HoldPlan plan = plan_of(Sway().scene);
    EXPECT_EQ(plan.changes.front(), 0);
    EXPECT_EQ(plan.changes.back(), plan.frames);
    for (std::size_t i = 1; i < plan.changes.size(); ++i)
        EXPECT_GE(plan.changes[i] - plan.changes[i - 1], 8);
    for (const Hold& hold : plan.holds)
        for (const int end : { hold.begin, hold.end })
            EXPECT_TRUE(std::binary_search(plan.changes.begin(), plan.changes.end(), end));
}

TEST(Holds, TakeLongerWhereTheMovementDoes)
{
    const HoldPlan plan = plan_of(Sway().scene), slow = plan_of(Sway().scene, 1.5);
    EXPECT_NEAR(slow.duration(), 1.5 * plan.duration(), 1e-9);
    ASSERT_EQ(slow.holds.size(), plan.holds.size());
    for (std::size_t i = 0; i < plan.holds.size(); ++i)
        EXPECT_EQ(slow.holds[i].place, plan.holds[i].place);
}

TEST(Holds, CornersOfAPatchAreAroundItsCentre)
{
    Patch patch;
    patch.center = { 0.1, 0.2, 0.3 };
    patch.normal = Vector3d(0, 1, 1).normalized();
    patch.half_size = { 0.05, 0.02 };
    Vector3d sum = Vector3d::Zero();
    for (int corner = 0; corner < 4; ++corner) {
        const Vector3d arm = refine::patch_corner(patch, corner) - patch.center;
        EXPECT_NEAR(arm.dot(patch.normal), 0, 1e-12);
        EXPECT_NEAR(arm.norm(), patch.half_size.norm(), 1e-12);
        sum += arm;
    }
    EXPECT_LT(sum.norm(), 1e-12);
}

}  // namespace
}  // namespace gambol
