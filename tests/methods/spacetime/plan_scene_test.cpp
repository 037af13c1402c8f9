// SPDX-License-Identifier: MIT
#include "gambol/methods/spacetime/plan_scene.hpp"

#include "support/shipped_scene.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace gambol::spacetime {
namespace {

using Eigen::Vector2d;
using Eigen::Vector3d;
using test::shipped_scene;

TEST(PlanScene, RootAnglesSuitTheTurn)
{
    const Scene backflip = shipped_scene("backflip"), cartwheel = shipped_scene("cartwheel");
    const ScenePlan back = plan_scene(backflip), side = plan_scene(cartwheel);
    EXPECT_EQ(back.body->root_axes, dynamics::kUsualAxes);
    EXPECT_EQ(back.turning_dof, 2);
    EXPECT_EQ(side.body->root_axes[size_t(side.turning_dof)], 0);
    EXPECT_NE(side.turning_dof, 1);
    // A whole turn to the left is one backwards about x, half a turn half of that.
    EXPECT_NEAR(root_coordinates(side, cartwheel.keys.back())[side.turning_dof],
        -2 * std::numbers::pi, 1e-12);
    EXPECT_NEAR(
        root_coordinates(side, cartwheel.keys.at(1))[side.turning_dof], -std::numbers::pi, 1e-12);
    EXPECT_NEAR(
        root_coordinates(back, backflip.keys.back())[2], -2 * std::numbers::pi + 0.6109, 1e-3);
}

TEST(PlanScene, PhasesFollowOneAnotherAndAreOfTheirKind)
{
    const Scene scene = shipped_scene("dismount");
    const ScenePlan plan = plan_scene(scene);
    const std::vector<Phase>& phases = plan.plan.context.phases;
    ASSERT_EQ(phases.size(), 3u);
    EXPECT_EQ(phases[0].kind, PhaseKind::grip);
    EXPECT_EQ(phases[1].kind, PhaseKind::flight);
    EXPECT_EQ(phases[2].kind, PhaseKind::support);
    double time = 0;
    for (size_t i = 0; i < phases.size(); ++i) {
        EXPECT_DOUBLE_EQ(phases[i].begin, time);
        time += task_of<spacetime::Task>(scene).phases[i].duration;
        EXPECT_DOUBLE_EQ(phases[i].end, time);
        EXPECT_EQ(phases[i].ties.size(), task_of<spacetime::Task>(scene).phases[i].contacts.size());
    }
    EXPECT_NEAR(time, scene.duration, 1e-12);
}

TEST(PlanScene, JointRangesAreBoundsAndTheRootIsFreeButForItsMiddleAngle)
{
    const Scene scene = shipped_scene("leap");
    const ScenePlan plan = plan_scene(scene);
    int dof = plan.root_dofs();
    ASSERT_EQ(dof, 3);
    for (const Segment& segment : plan.character().segments)
        for (const Dof& angle : segment.dofs) {
            EXPECT_EQ(plan.plan.lower[dof], angle.lower) << segment.name;
            EXPECT_EQ(plan.plan.upper[dof], angle.upper) << segment.name;
            ++dof;
        }
    EXPECT_EQ(dof, plan.plan.lower.size());
    EXPECT_LT(plan.plan.upper[1], std::numbers::pi / 2);
    EXPECT_GT(plan.plan.upper[2], 4 * std::numbers::pi);
}

TEST(PlanScene, KeysBecomePins)
{
    Scene scene = shipped_scene("leap");
    Key key;
    key.when = 0.5;
    key.angles = { { 2, 0.4 } };
    key.velocities = { { 3, -1.5 } };
    key.within = 0.1;
    task_of<spacetime::Task>(scene).keys = { key };
    const ScenePlan plan = plan_scene(scene);
    ASSERT_EQ(plan.plan.pins.size(), 2u);
    const Pin &angle = plan.plan.pins[0], &velocity = plan.plan.pins[1];
    EXPECT_EQ(angle.dof, plan.root_dofs() + 2);
    EXPECT_EQ(angle.order, 0);
    EXPECT_EQ(angle.value, 0.4);
    EXPECT_EQ(angle.slack, 0.1);
    EXPECT_EQ(velocity.dof, plan.root_dofs() + 3);
    EXPECT_EQ(velocity.order, 1);
    EXPECT_EQ(velocity.value, -1.5);
    EXPECT_EQ(velocity.slack, 0) << "`within` is about angles";
    // At rest nothing moves.
    task_of<spacetime::Task>(scene).keys.front().rest = true;
    EXPECT_EQ(plan_scene(scene).plan.pins.size(), 2u + size_t(plan.body->tree.dof_count()));
}

TEST(PlanScene, BothFeetMakeOneAreaALittleInsideTheirSoles)
{
    const Scene scene = shipped_scene("broad-jump");
    const ScenePlan plan = plan_scene(scene);
    const std::vector<PhaseContact>& contacts
        = task_of<spacetime::Task>(scene).phases.front().contacts;
    ASSERT_EQ(contacts.size(), 2u);
    const Phase& phase = plan.plan.context.phases.front();
    ASSERT_EQ(phase.kind, PhaseKind::support);
    EXPECT_NEAR(phase.friction, 0.95 * scene.surfaces.front().friction, 1e-12);
    EXPECT_LT((phase.ground.col(2) - Vector3d::UnitZ()).norm(), 1e-12);
    const Patch& sole = plan.character().patches[size_t(contacts[0].patch)];
    const double apart = std::abs(contacts[1].at.y() - contacts[0].at.y());
    Vector2d low(1, 1), high(-1, -1);
    for (const Vector2d& corner : phase.area) {
        low = low.cwiseMin(corner);
        high = high.cwiseMax(corner);
    }
    const double inset = 0.008;
    EXPECT_NEAR(high.x() - low.x(), 2 * (sole.half_size.x() - inset), 1e-9);
    EXPECT_NEAR(high.y() - low.y(), apart + 2 * (sole.half_size.y() - inset), 1e-9);
}

TEST(PlanScene, AFootIsTiedFlatAndFacingWhereItIsAskedTo)
{
    Scene scene = shipped_scene("leap");
    PhaseContact contact = task_of<spacetime::Task>(scene).phases.front().contacts.front();
    contact.facing = 0.7;
    const ScenePlan plan = plan_scene(scene);
    const Tie tie = tie_of(scene, *plan.body, contact);
    const Patch& patch = plan.character().patches[size_t(contact.patch)];
    EXPECT_EQ(tie.turn, Tie::Turn::none);
    EXPECT_EQ(tie.place, contact.at);
    EXPECT_LT((tie.axes * patch.normal - Vector3d::UnitZ()).norm(), 1e-12);
    EXPECT_LT(
        (tie.axes * Vector3d::UnitX() - Vector3d(std::cos(0.7), std::sin(0.7), 0)).norm(), 1e-9);
    EXPECT_NEAR(tie.axes.determinant(), 1, 1e-12);
}

TEST(PlanScene, AHandTurnsAboutTheBarItHolds)
{
    const Scene scene = shipped_scene("monkey-bars");
    const ScenePlan plan = plan_scene(scene);
    const PhaseContact& contact = task_of<spacetime::Task>(scene).phases.front().contacts.front();
    const auto& bar = std::get<Capsule>(scene.surfaces[size_t(contact.surface)].shape);
    const Tie tie = tie_of(scene, *plan.body, contact);
    EXPECT_EQ(tie.turn, Tie::Turn::about_y);
    EXPECT_LT(tie.axes.col(1).cross((bar.to - bar.from).normalized()).norm(), 1e-12);
    EXPECT_GT(plan.plan.context.phases.front().grip_arm, 0);
}

TEST(PlanScene, OnlyWhatIsWithinReachMustNotBePassedThrough)
{
    const Scene bars = shipped_scene("monkey-bars"), pegs = shipped_scene("pegs"),
                leap = shipped_scene("leap");
    const auto passings = [](const Scene& scene) {
        std::vector<size_t> counts;
        for (const Phase& phase : plan_scene(scene).plan.context.phases)
            counts.push_back(phase.passings.size());
        return counts;
    };
    for (const size_t count : passings(bars))
        EXPECT_GT(count, 0u);
    // Of pegs only the one that is stood on; in flight there is none.
    const std::vector<size_t> of_pegs = passings(pegs);
    for (size_t i = 0; i < of_pegs.size(); ++i)
        EXPECT_EQ(of_pegs[i] > 0, !pegs.phases[i].contacts.empty()) << "phase " << i;
    for (const size_t count : passings(leap))
        EXPECT_EQ(count, 0u);
    // A bar moved out of reach is no longer in the way.
    Scene far = bars;
    const size_t before = passings(bars).front();
    for (size_t i = 0; i < far.surfaces.size(); ++i)
        if (auto* bar = std::get_if<Capsule>(&far.surfaces[i].shape);
            bar && int(i) != far.phases.front().contacts.front().surface) {
            bar->from.z() += 9;
            bar->to.z() += 9;
        }
    EXPECT_LT(passings(far).front(), before);
}

TEST(PlanScene, ObjectivesScaleTheirWeights)
{
    Scene scene = shipped_scene("leap");
    const ScenePlan usual = plan_scene(scene);
    scene.objectives.smooth = 3;
    scene.objectives.pose = 0.5;
    scene.objectives.contact_force = 0.2;
    scene.objectives.torques = { { 4, 2.5 } };
    const ScenePlan plan = plan_scene(scene);
    EXPECT_DOUBLE_EQ(plan.plan.smoothness, 3 * usual.plan.smoothness);
    EXPECT_LT((plan.plan.posture_weights - 0.5 * usual.plan.posture_weights).norm(), 1e-12);
    EXPECT_EQ(plan.plan.forces.force, 0.2);
    ASSERT_EQ(plan.plan.forces.torques.size(), 1u);
    EXPECT_EQ(plan.plan.forces.torques[0].dof, plan.root_dofs() + 4);
}

TEST(PlanScene, WhoIsAtRestAtAnEndNeedsNoPostureThere)
{
    const Scene leap = shipped_scene("leap"), pegs = shipped_scene("pegs");
    EXPECT_GT(plan_scene(leap).plan.last_posture, 0);
    EXPECT_EQ(plan_scene(pegs).plan.last_posture, 0);
    EXPECT_GT(plan_scene(pegs).plan.first_posture, 0);
}

TEST(PlanScene, KnotsAreAsFarApartAsTheBodyIsTall)
{
    const Scene leap = shipped_scene("leap");
    Scene tall = leap;
    tall.characters.front().body = scaled(leap.characters.front().body, 4, 1);
    EXPECT_NEAR(plan_scene(tall).plan.knot_spacing, 2 * plan_scene(leap).plan.knot_spacing, 1e-9);
}

}  // namespace
}  // namespace gambol::spacetime
