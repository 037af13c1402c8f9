// SPDX-License-Identifier: MIT
#include "gambol/methods/spacetime/plan_scene.hpp"

#include "gambol/io/scene/scene_reader.hpp"
#include "gambol/methods/spacetime/contact_fit.hpp"
#include "gambol/methods/spacetime/first_guess.hpp"

#include <gtest/gtest.h>

#include <numbers>

namespace gambol::spacetime {
namespace {

Scene scene_named(const std::string& name)
{
    return io::read_scene(GAMBOL_SOURCE_DIR "/scenes/" + name + ".yaml").scene;
}

TEST(PlanScene, RootAnglesSuitTheTurn)
{
    const Scene backflip = scene_named("backflip"), cartwheel = scene_named("cartwheel");
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

TEST(FirstGuess, PutsHandsAndFeetFlatWhereTheBodyTurnsOverThem)
{
    const Scene scene = scene_named("cartwheel");
    const ScenePlan plan = plan_scene(scene);
    const SpacetimeProblem problem(plan.plan);
    const Eigen::VectorXd x = first_guess(plan, problem, 0.25);
    ContactFit fit(plan.plan);
    const CubicSpline& spline = problem.spline();
    for (const Phase& phase : plan.plan.context.phases) {
        std::vector<WeightedTie> ties;
        for (const Tie& tie : phase.ties)
            ties.push_back({ &tie, 1 });
        for (int k = 0; k < spline.controls(); ++k)
            if (spline.abscissa(k) > phase.begin && spline.abscissa(k) < phase.end) {
                EXPECT_LT(fit.tilt(x.segment(k * problem.dofs(), problem.dofs()), ties), 1.0)
                    << spline.abscissa(k) << " s";
            }
    }
}

}  // namespace
}  // namespace gambol::spacetime
