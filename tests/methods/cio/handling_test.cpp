// SPDX-License-Identifier: MIT
#include "gambol/methods/cio/handling/carry.hpp"

#include "gambol/io/scene/job_reader.hpp"
#include "gambol/methods/cio/guide.hpp"
#include "support/shipped_scene.hpp"

#include <gtest/gtest.h>

/// Who moves a prop, and how, as a first guess.
namespace gambol::cio {
namespace {

using Eigen::Vector3d;
using Eigen::VectorXd;

/// A scene with its plan for the first start.
struct Planned {
    std::unique_ptr<Scene> scene;
    CioScene ready;
    std::vector<Carry> carries;

    explicit Planned(Scene given)
        : scene(std::make_unique<Scene>(std::move(given)))
        , ready(prepare(*scene))
        , carries(plan_carries(ready, 0))
    {
    }
};

Scene two_and_a_box(double mass, const std::string& more = {}, const std::string& effort = "1",
    const std::string& height = "0.4")
{
    return io::read_job_text("gambol: 1\nduration: 8s\nworld:\n  ground: {}\n" + more
            + "characters:\n  ann: {model: human, at: [-1.2, 0]}\n"
              "  bob: {model: human, at: [1.2, 0], facing: 180deg, effort: "
            + effort
            + "}\n"
              "props:\n  box: {box: {size: [0.6, 0.4, "
            + height + "]}, mass: " + std::to_string(mass)
            + ", friction: 0.4, at: [0, 0]}\n"
              "goals:\n  - {who: box, position: [0, 1.5]}\n",
        "test.yaml", {})
        .scene;
}

TEST(PlanCarries, ALightBoxIsCarriedByOne)
{
    const Planned planned(two_and_a_box(8));
    ASSERT_EQ(planned.carries.size(), 1u);
    EXPECT_EQ(planned.carries[0].by.size(), 1u);
    EXPECT_EQ(planned.carries[0].way, Carry::Way::lifted);
}

TEST(PlanCarries, WhatIsTooHeavyForOneIsCarriedByTwoAtItsEnds)
{
    const Planned planned(two_and_a_box(45));
    ASSERT_EQ(planned.carries.size(), 1u);
    const Carry& carry = planned.carries[0];
    ASSERT_EQ(carry.by.size(), 2u);
    EXPECT_EQ(carry.way, Carry::Way::lifted);
    EXPECT_NEAR(
        std::abs(std::remainder(carry.by[0].pick.heading - carry.by[1].pick.heading, 2 * M_PI)),
        M_PI, 1e-9);
    // Nobody walks around the other: each takes the end that is nearer.
    for (const Handler& handler : carry.by)
        EXPECT_GT(handler.pick.place.x() * (handler.character == 0 ? -1 : 1), 0.2);
    // Equal hands at equal levers.
    EXPECT_NEAR(carry.by[0].hands[0].at.norm(), carry.by[1].hands[0].at.norm(), 1e-9);
}

TEST(PlanCarries, WhoseForceIsDearerHoldsFartherFromTheMiddle)
{
    const Planned planned(two_and_a_box(45, {}, "2"));
    ASSERT_EQ(planned.carries.size(), 1u);
    ASSERT_EQ(planned.carries[0].by.size(), 2u);
    double lever[2] {};
    for (const Handler& handler : planned.carries[0].by)
        lever[handler.character] = ((handler.hands[0].at + handler.hands[1].at) / 2).norm();
    EXPECT_NEAR(lever[1], 2 * lever[0], 1e-9);
}

TEST(PlanCarries, WhatIsTooHeavyForTwoIsPushed)
{
    const Planned planned(two_and_a_box(90, {}, "1", "0.9"));
    ASSERT_EQ(planned.carries.size(), 1u);
    const Carry& carry = planned.carries[0];
    EXPECT_EQ(carry.way, Carry::Way::pushed);
    ASSERT_EQ(carry.by.size(), 1u);
    for (const Hold& hold : carry.by[0].hands) {
        EXPECT_NEAR(hold.out.y(), -1, 1e-9) << "palms are behind it";
        EXPECT_NEAR(hold.at.y(), -0.2, 1e-9);
    }
    EXPECT_TRUE(planned.ready.model.slides(2));
    EXPECT_FALSE(Planned(two_and_a_box(8)).ready.model.slides(2));
}

TEST(PlanCarries, WhatLiesBehindAWallIsPassedOverIt)
{
    const Planned planned(test::shipped_scene("pass"));
    ASSERT_EQ(planned.carries.size(), 2u);
    const Carry &gives = planned.carries[0], &takes = planned.carries[1];
    EXPECT_EQ(gives.by.at(0).character, 0);
    EXPECT_EQ(takes.by.at(0).character, 1);
    EXPECT_EQ(gives.after, Carry::End::hands);
    EXPECT_EQ(takes.before, Carry::End::hands);
    EXPECT_EQ(gives.settle, takes.reach) << "both have it for one phase";
    EXPECT_EQ(gives.leave, takes.lift);
    EXPECT_LT(gives.by[0].put.place.x(), 1.5);
    EXPECT_GT(takes.by[0].pick.place.x(), 1.7);
    EXPECT_GT(gives.to.z() - 0.125, 0.8) << "over the wall";
}

/// Contact variables and guide agree: hands that are to touch do.
TEST(PlanCarries, GuidesLayHandsOnWhatTheyMove)
{
    for (const char* name : { "carry", "carry-together", "pass", "push" }) {
        const Planned planned(test::shipped_scene(name));
        const TrajectoryLayout& layout = planned.ready.layout;
        VectorXd x = VectorXd::Zero(layout.variables());
        EXPECT_TRUE(write_guide(planned.ready, planned.carries, x)) << name;
        ASSERT_FALSE(planned.carries.empty()) << name;
        for (const Carry& carry : planned.carries)
            for (const Handler& handler : carry.by)
                for (int phase = carry.reach; phase < carry.leave; ++phase) {
                    const int k = phase * layout.segments_per_phase;
                    const SceneModel& model = planned.ready.model;
                    const VectorXd who
                        = x.segment(layout.q(k) + model.columns[size_t(handler.character)].q,
                            model.characters[size_t(handler.character)].coordinates());
                    const VectorXd prop
                        = x.segment(layout.q(k) + model.columns[size_t(carry.prop)].q, 6);
                    for (const Hold& hold : handler.hands) {
                        const Vector3d at
                            = prop.head<3>() + rotation_matrix(prop.tail<3>()) * hold.at;
                        const int e
                            = model.characters[size_t(handler.character)].effector(hold.limb);
                        EXPECT_LT((who.segment<3>(e) - at).norm(), 1e-6) << name << " " << phase;
                    }
                }
    }
}

}  // namespace
}  // namespace gambol::cio
