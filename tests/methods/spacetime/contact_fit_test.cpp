// SPDX-License-Identifier: MIT
#include "gambol/methods/spacetime/contact_fit.hpp"

#include "gambol/io/scene/job_reader.hpp"
#include "gambol/methods/spacetime/plan_scene.hpp"

#include <gtest/gtest.h>

namespace gambol::spacetime {
namespace {

TEST(ContactFit, TurnsWhatStandsUpright)
{
    const Scene scene = io::read_job(GAMBOL_SOURCE_DIR "/scenes/cartwheel.yaml").scene;
    const ScenePlan plan = plan_scene(scene);
    const Phase& stance = plan.plan.context.phases.front();
    const std::vector<WeightedTie> ties { { &stance.ties[0], 1 }, { &stance.ties[1], 1 } };
    Eigen::VectorXd leaning = coordinates(*plan.body, scene.characters.front().start);
    leaning[plan.turning_dof] = -0.7;
    ContactFit fit(plan.plan);
    EXPECT_NEAR(fit.tilt(leaning, ties), 0.7, 1e-6);

    const Eigen::VectorXd fitted = fit.fit(leaning, ties);
    EXPECT_LT(fit.tilt(fitted, ties), 0.3);
    // The other foot is in its place, and the body leans still.
    dynamics::State<double> state(plan.body->tree);
    dynamics::PointMotion<double> a(plan.body->tree), b(plan.body->tree);
    const std::vector<double> rest(size_t(fitted.size()), 0.0);
    dynamics::update<double>(
        plan.body->tree, { { fitted.data(), size_t(fitted.size()) }, rest, rest }, state);
    dynamics::point_position(plan.body->tree, state, stance.ties[0].point, a);
    dynamics::point_position(plan.body->tree, state, stance.ties[1].point, b);
    const dynamics::Vector<double> apart = b.p - a.p;
    const Eigen::Vector3d miss = Eigen::Vector3d(apart.x, apart.y, apart.z)
        - (stance.ties[1].place - stance.ties[0].place);
    EXPECT_LT(miss.norm(), 0.1);
    EXPECT_LT(fitted[plan.turning_dof], -0.2);
    EXPECT_TRUE((fitted.array() >= plan.plan.lower.array()).all());
    EXPECT_TRUE((fitted.array() <= plan.plan.upper.array()).all());
}

}  // namespace
}  // namespace gambol::spacetime
