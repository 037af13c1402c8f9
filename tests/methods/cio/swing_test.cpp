// SPDX-License-Identifier: MIT
#include "gambol/methods/cio/handling/errand.hpp"

#include "gambol/io/scene/job_reader.hpp"
#include "gambol/methods/cio/guide.hpp"
#include "support/shipped_scene.hpp"

#include <gtest/gtest.h>

/// Who turns what hangs on a hinge, and how, as a first guess.
namespace gambol::cio {
namespace {

using Eigen::Vector2d;
using Eigen::Vector3d;
using Eigen::VectorXd;

struct Swung {
    std::unique_ptr<Scene> scene;
    CioScene ready;
    std::vector<Carry> carries;

    explicit Swung(const std::string& text)
        : scene(std::make_unique<Scene>(io::read_job_text(text, "test.yaml", {}).scene))
        , ready(prepare(*scene))
        , carries(plan_carries(ready, 0))
    {
    }
};

/// A door across the x axis that opens away from the origin: hung on the right, or on the left.
std::string door(bool on_the_right, const std::string& more = {}, const std::string& at = "[0, 0]")
{
    return "gambol: 1\nduration: 8s\nworld:\n  ground: {}\ncharacters:\n  ann: {model: human, at: "
        + at
        + "}\nprops:\n  door: {box: {size: [0.04, 0.9, 2]}, mass: 15, at: [2, 0, 1.01], hinge: "
          "{at: "
          "[2, "
        + (on_the_right ? "-0.45], to: -110deg" : "0.45], to: 110deg") + more
        + "}}\ngoals:\n  - {who: door, angle: " + (on_the_right ? "-80deg" : "80deg")
        + "}\n  - {who: ann, position: [3.6, 0], stand: true}\n";
}

TEST(PlanSwing, TheHandAtTheFreeEdgePushesFromBehind)
{
    for (const bool on_the_right : { true, false }) {
        const Swung swung(door(on_the_right));
        ASSERT_EQ(swung.carries.size(), 1u);
        const Carry& carry = swung.carries[0];
        EXPECT_EQ(carry.way, Carry::Way::swung);
        const Handler& handler = carry.by.at(0);
        // A palm on the side where she stands, beyond the middle of the leaf.
        const Vector3d palm = carry.from + carry.from_turn * handler.hands[0].at;
        EXPECT_NEAR(palm.x(), 1.98, 1e-9);
        EXPECT_GT(palm.y() * (on_the_right ? 1 : -1), 0.1);
        EXPECT_LT((carry.from_turn * handler.hands[0].out + Vector3d::UnitX()).norm(), 1e-9);
        EXPECT_EQ(handler.hands[1].limb, -1);
        const FeatureLimb& limb
            = swung.ready.model.characters[0].limbs[size_t(handler.hands[0].limb)];
        EXPECT_GT(limb.base.y() * (on_the_right ? 1 : -1), 0);
        EXPECT_LT(handler.pick.place.x(), 1.7);
        ASSERT_TRUE(handler.through);
        EXPECT_NEAR(handler.through->place.x(), 2, 1e-9);
        // She has time to walk up to it, and on to where she wants to be.
        EXPECT_GT(carry.lift, 2);
        EXPECT_LT(carry.settle, swung.ready.phases() - 2);
    }
}

TEST(PlanSwing, FrictionThatStopsItLetsHerGoEarlier)
{
    const Swung usual(door(true)), stiff(door(true, ", friction: 30"));
    EXPECT_LT(usual.carries.at(0).leave, usual.carries.at(0).settle);
    EXPECT_EQ(stiff.carries.at(0).leave, stiff.carries.at(0).settle);
}

TEST(PlanSwing, WhoWouldHaveToPullIsNotAsked)
{
    const Swung swung(door(true, {}, "[3.2, 0]"));
    EXPECT_TRUE(swung.carries.empty());
    EXPECT_EQ(unmovable_props(swung.ready), std::vector<std::string> { "door" });
}

TEST(PlanSwing, TheGuideTurnsItToItsGoalAndKeepsHerOutOfIt)
{
    const Swung swung(door(true));
    const TrajectoryLayout& layout = swung.ready.layout;
    VectorXd x = VectorXd::Zero(layout.variables());
    EXPECT_TRUE(write_guide(swung.ready, swung.carries, x));
    const int prop = swung.ready.model.columns[1].q;
    double before = 0;
    for (int k = 0; k < layout.segments; ++k) {
        const VectorXd q = x.segment(layout.q(k), layout.coordinates);
        // On its hinge, and only ever further.
        EXPECT_LT((q.segment<3>(prop) - swung.carries[0].from).norm(), 1e-9);
        EXPECT_LT(q.segment<2>(prop + 3).norm(), 1e-9);
        EXPECT_LE(q[prop + 5], before + 1e-9);
        before = q[prop + 5];
        // Her trunk keeps out of the leaf.
        const Vector3d far = swung.carries[0].from
            + Eigen::AngleAxisd(before, Vector3d::UnitZ()) * Vector3d(0, 0.9, 0);
        const Vector2d hinge = swung.carries[0].from.head<2>(),
                       leaf = (far.head<2>() - hinge).normalized();
        const Vector2d torso = q.head<2>() - hinge;
        const double along = std::clamp(leaf.dot(torso), 0.0, 0.9);
        EXPECT_GT((torso - along * leaf).norm(), 0.18) << "segment " << k;
    }
    EXPECT_NEAR(before, -80 * M_PI / 180, 1e-9);
}

/// A lever that stands on the floor and falls forward or backward.
TEST(PlanSwing, ALeverIsPushedOverWithoutWalkingThroughIt)
{
    const Swung swung(
        "gambol: 1\nduration: 6s\nworld:\n  ground: {}\ncharacters:\n  ann: {model: "
        "human, at: [0, 0]}\nprops:\n  lever: {capsule: {length: 1, radius: 0.03}, "
        "mass: 3, rotation: {axis: y, angle: 90deg}, at: [1.5, 0, 0.55], hinge: {at: "
        "[1.5, 0, 0.08], axis: y, from: -30deg, to: 60deg, friction: 20}}\ngoals:\n  - "
        "{who: lever, angle: 45deg}\n");
    ASSERT_EQ(swung.carries.size(), 1u);
    const Handler& handler = swung.carries[0].by.at(0);
    EXPECT_FALSE(handler.through);
    const Vector3d palm = swung.carries[0].from + swung.carries[0].from_turn * handler.hands[0].at;
    EXPECT_NEAR(palm.x(), 1.47, 1e-6);
    EXPECT_GT(palm.z(), 0.6);
    EXPECT_LT(handler.put.place.x(), 1.9);
}

}  // namespace
}  // namespace gambol::cio
