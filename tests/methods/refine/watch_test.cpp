// SPDX-License-Identifier: MIT
#include "gambol/methods/refine/watch.hpp"

#include "gambol/methods/refine/body.hpp"
#include "gambol/methods/refine/holds.hpp"
#include "gambol/methods/refine/support.hpp"

#include "methods/refine/sway.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

namespace gambol {
namespace {

using refine::test::reference_in;
using refine::test::Sway;

struct Watched {
    Scene scene = Sway().scene;
    const SceneCharacter& who = scene.characters.front();
    refine::Body body = refine::body_for(who.body, { who.start });
    refine::Watcher watcher { who.body, body.tree, scene.surfaces, who.start };
    std::vector<refine::Watch> balls;
    std::vector<refine::Pair> pairs;
};

TEST(Watcher, WatchesWhatIsNearTheFloorNowOrInTheReference)
{
    Watched w;
    Pose above = w.who.start;
    above.root_position.z() += 1;
    (void)w.watcher.look(above, above, w.balls, w.pairs);
    EXPECT_TRUE(w.balls.empty());
    (void)w.watcher.look(w.who.start, above, w.balls, w.pairs);
    const std::size_t standing = w.balls.size();
    EXPECT_GE(standing, 8u) << "corners of two feet at least";
    (void)w.watcher.look(above, w.who.start, w.balls, w.pairs);
    EXPECT_EQ(w.balls.size(), standing);
    for (const refine::Watch& ball : w.balls)
        EXPECT_EQ(ball.surface, &w.scene.surfaces.front().shape);
}

TEST(Passers, AreWhereTheirNearestSamplesAre)
{
    Motion motion;
    motion.times = { 0, 0.5, 1 };
    motion.characters.resize(1);
    MotionCharacter& who = motion.characters.front();
    who.bodies.resize(1);
    who.bodies[0].shapes.push_back(Capsule { { 0, 0, 0 }, { 0, 0, 1 }, 0.1 });
    for (double x : { 0.0, 1.0, 2.0 }) {
        who.positions.push_back({ { x, 0, 0 } });
        who.rotations.push_back({ Eigen::Quaterniond::Identity() });
    }
    refine::Passers passers;
    EXPECT_TRUE(passers.empty());
    passers.add(motion);
    passers.add(motion);
    ASSERT_EQ(passers.at(0).size(), 2u);
    EXPECT_EQ(passers.at(0.3)[0].from.x(), 1);
    EXPECT_EQ(passers.at(0.2)[1].to.x(), 0);
    EXPECT_EQ(passers.at(7)[0].from.x(), 2);
}

TEST(Watcher, IsSurprisedOnceByLimbsThatOverlap)
{
    Watched w;
    Pose crossed = w.who.start;
    for (const char* side : { "left", "right" })
        crossed.angles[refine::test::angle_of(w.who.body, std::string(side) + "_hip_abduction")]
            = -0.15;
    EXPECT_TRUE(w.watcher.look(w.who.start, crossed, w.balls, w.pairs));
    EXPECT_FALSE(w.pairs.empty());
    EXPECT_FALSE(w.watcher.look(w.who.start, crossed, w.balls, w.pairs)) << "they are watched now";
}

/// The first step of a walk went through the other shank: 7.7 cm deep, and nobody had looked.
TEST(Watcher, WatchesLegsThatLetGoOfTheReferenceHoweverFarTheyAre)
{
    Watched w;
    const refine::Watcher strict(w.who.body, w.body.tree, w.scene.surfaces, w.who.start, true);
    Pose split = w.who.start;
    split.angles[refine::test::angle_of(w.who.body, "left_hip_flexion")] = 1;
    split.angles[refine::test::angle_of(w.who.body, "right_hip_flexion")] = -0.5;
    (void)strict.look(split, split, w.balls, w.pairs);
    const auto shank = [&](const char* side) {
        return w.body.tree
            .point(w.who.body.find_segment(std::string(side) + "_shank"), Eigen::Vector3d::Zero())
            .joint;
    };
    EXPECT_TRUE(std::any_of(w.pairs.begin(), w.pairs.end(), [&](const refine::Pair& p) {
        return std::minmax(p.a.from.joint, p.b.from.joint)
            == std::minmax(shank("left"), shank("right"));
    }));
}

/// A palm is a box; a hand went 3.3 cm into a thigh on its way into a handstand.
TEST(Watcher, PalmsTakePart)
{
    Watched w;
    Pose reaching = w.who.start;
    reaching.angles[refine::test::angle_of(w.who.body, "right_hip_flexion")] = 1.2;
    reaching.angles[refine::test::angle_of(w.who.body, "right_shoulder_abduction")] = -0.1;
    (void)w.watcher.look(reaching, reaching, w.balls, w.pairs);
    const auto hand
        = w.body.tree.point(w.who.body.find_segment("right_hand"), Eigen::Vector3d::Zero());
    EXPECT_TRUE(std::any_of(w.pairs.begin(), w.pairs.end(), [&](const refine::Pair& pair) {
        return pair.a.from.joint == hand.joint || pair.b.from.joint == hand.joint;
    }));
}

/// Those that overlap in the reference may go on doing so, but no deeper than the audit allows: of
/// a climb with limbs 9.5 cm in each other the refinement kept all of it.
TEST(Watcher, AllowsTheOverlapOfTheReferenceAsFarAsTheAuditDoes)
{
    Watched w;
    Pose crossed = w.who.start;
    for (const char* side : { "left", "right" })
        crossed.angles[refine::test::angle_of(w.who.body, std::string(side) + "_hip_abduction")]
            = -0.15;
    const auto deepest_allowed = [&](const refine::Watcher& watcher) {
        (void)watcher.look(crossed, crossed, w.balls, w.pairs);
        double deepest = 0;
        for (const refine::Pair& pair : w.pairs) {
            EXPECT_GE(pair.overlap, 0.01);
            deepest = std::max(deepest, pair.overlap);
        }
        return deepest;
    };
    EXPECT_NEAR(deepest_allowed(w.watcher), 0.02, 1e-9);
    EXPECT_GT(deepest_allowed({ w.who.body, w.body.tree, w.scene.surfaces, crossed }), 0.03)
        << "as it is drawn at first";
}

TEST(Support, HasOneContactPerPatchAndAPyramidPerCorner)
{
    const Sway sway;
    const Character& body = sway.scene.characters.front().body;
    const refine::HoldPlan plan
        = refine::find_holds(reference_in(sway.scene), body, sway.scene.surfaces, 240);
    const refine::Support both
        = support_between(plan, plan.changes[0], plan.changes[1], body, sway.scene.surfaces);
    EXPECT_EQ(both.contacts.size(), 2u);
    EXPECT_EQ(both.holds.size(), 8u);
    EXPECT_EQ(both.units.size(), 8u * forces::kPyramidEdges);
    EXPECT_EQ(both.prices.size(), Eigen::Index(both.units.size()));
    EXPECT_GT(both.prices.minCoeff(), 0);
    const refine::Support one
        = support_between(plan, plan.changes[1], plan.changes[2], body, sway.scene.surfaces);
    ASSERT_EQ(one.touches.size(), 1u);
    EXPECT_EQ(body.patches[std::size_t(one.touches[0].patch)].name, "left_foot");
    EXPECT_NEAR(one.contacts[0].normal.z(), 1, 1e-9);
}

/// Pushes lie within the friction that is used, and press the body away from the floor.
TEST(Support, PushesLieInTheFrictionPyramid)
{
    const Sway sway;
    const Character& body = sway.scene.characters.front().body;
    const refine::HoldPlan plan
        = refine::find_holds(reference_in(sway.scene), body, sway.scene.surfaces, 240);
    const refine::Support both
        = support_between(plan, 0, plan.changes[1], body, sway.scene.surfaces);
    const double friction = sway.scene.surfaces.front().friction;
    for (const forces::Unit& unit : both.units) {
        EXPECT_GT(unit.push.z(), 0);
        EXPECT_LE(unit.push.head<2>().norm(), friction * unit.push.z());
        EXPECT_GE(unit.push.head<2>().norm(), 0.5 * friction * unit.push.z());
    }
}

}  // namespace
}  // namespace gambol
