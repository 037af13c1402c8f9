// SPDX-License-Identifier: MIT
#include "gambol/methods/cio/cio_problem.hpp"

#include "gambol/io/scene/job_reader.hpp"
#include "gambol/math/gravity.hpp"
#include "gambol/methods/cio/contact_choice.hpp"
#include "gambol/methods/cio/contact_forces.hpp"
#include "gambol/methods/cio/continuation.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace gambol {
namespace {

Scene walk(const std::vector<io::Override>& overrides = {})
{
    return io::read_job(std::string(GAMBOL_SOURCE_DIR) + "/scenes/walk.yaml", overrides).scene;
}

/// One second of standing still with both feet down, and the same with a foot that slides.
struct Standing {
    Scene scene = walk({ { "duration", "1s" }, { "goals.0.position", "[0, 0]" } });
    cio::CioScene ready = cio::prepare(scene);
    Eigen::VectorXd still, sliding;

    Standing()
    {
        still.setZero(ready.layout.variables());
        for (int k = 0; k < ready.layout.segments; ++k)
            still.segment(ready.layout.q(k), ready.layout.coordinates) = ready.start;
        cio::set_contacts(ready.layout, cio::contact_variable(0.01), still);
        for (int k = 0; k < ready.layout.segments; ++k)
            still.segment<2>(ready.layout.z(k)).setConstant(cio::contact_variable(3));
        sliding = still;
        sliding[ready.layout.q(0) + ready.model.characters[0].effector(0) + 1] += 0.02;
    }
};

TEST(Cio, TighteningMakesDearerWhatIsViolatedAndOnlyThat)
{
    const Standing example;
    const cio::CioProblem made = cio::make_problem(example.ready);
    const auto& problem = made.trajectory;
    cio::CioCost& cost = made.cost;
    cost.set_scales(cio::stages(false).back().scales);
    const double still = problem->value(example.still);
    EXPECT_EQ(cost.tighten(), 0) << "standing still violates nothing";
    const double sliding = problem->value(example.sliding);
    EXPECT_GT(cost.tighten(), 0);
    EXPECT_GT(problem->value(example.sliding), 2 * (sliding - still) + still);
    // Where the foot rests nothing is dearer but its contact, which costs nothing.
    EXPECT_NEAR(problem->value(example.still), still, 1e-6 * still);
}

TEST(Cio, AFootThatMovesCarriesOnlyWhatNothingElseCan)
{
    const Standing example;
    const cio::CioScene& ready = example.ready;
    const FeatureModel& model = ready.model.characters[0];
    const int n = ready.layout.coordinates, left = model.effector(0), right = model.effector(1);
    Eigen::VectorXd y = Eigen::VectorXd::Zero(ready.layout.local_size());
    y.head(n) = ready.start;
    y.head<2>() = 0.5 * (ready.start.segment<2>(left) + ready.start.segment<2>(right));
    y.tail(ready.layout.contacts).setConstant(cio::contact_variable(1));
    const auto share_of_left = [&] {
        cio::SceneInstant instant;
        cio::update(ready.model, y, false, instant);
        const cio::InstantForces forces = cio::instant_forces(instant);
        EXPECT_LT(forces.bodies[0].force, 1e-3);
        return forces.contacts[0].force.z() / (model.mass * kGravity);
    };
    EXPECT_NEAR(share_of_left(), 0.5, 0.1);
    y[ready.layout.local_v() + left + 1] = 0.2;
    EXPECT_GT(share_of_left(), 0.2) << "half-way between the feet both are needed";
    y.head<2>() = ready.start.segment<2>(right);
    EXPECT_LT(share_of_left(), 0.01) << "above the resting foot that one will do";
    y[ready.layout.local_v() + left + 1] = 0;
    EXPECT_GT(share_of_left(), 0.01) << "at rest feet share";
}

TEST(Cio, WholeGradientMatchesDifferences)
{
    // With the zero of rotation vectors somewhere else, too.
    for (const auto& [form, home] :
        { std::pair("value", 0.0), { "paper", 0.0 }, { "value", 2.0 } }) {
        const Scene scene = walk({ { "duration", "1s" }, { "cio.residual", form },
            { "cio.nearest", form == std::string("paper") ? "paper" : "facing" },
            { "cio.zmp_hint", "true" } });
        cio::CioScene ready = cio::prepare(scene);
        FeatureModel& model = ready.model.characters[0];
        model.home = Eigen::AngleAxisd(home, Eigen::Vector3d::UnitZ());
        ready.start = features_of(scene.characters[0].body, model, scene.characters[0].start);
        const cio::CioProblem made = cio::make_problem(ready);
        const auto& problem = made.trajectory;
        made.cost.set_scales({ 1, 1, 1, 1, 1, 1, 1, 1 });
        problem->set_free_knots({ ready.movable, 1 });
        Eigen::VectorXd x = Eigen::VectorXd::Zero(ready.layout.variables());
        for (int k = 0; k < ready.layout.segments; ++k) {
            x.segment(ready.layout.q(k), ready.layout.coordinates) = ready.start;
            x.segment(ready.layout.v(k), ready.layout.coordinates).setConstant(0.1);
            x.segment(ready.layout.v(k) + ready.layout.coordinates, ready.layout.contacts)
                .setConstant(0.3);
        }
        std::srand(3);
        x += 0.03 * Eigen::VectorXd::Random(x.size());
        x[ready.layout.late(ready.layout.segments - 1)] = 0;
        Eigen::VectorXd g;
        (void)problem->gradient(x, g);
        ASSERT_GT(g.norm(), 1);
        double worst = 0;
        for (int i = 0; i < x.size(); ++i) {
            const bool knot = (i + 1) % ready.layout.block_size() == 0;
            if (knot ? !ready.movable[size_t(i / ready.layout.block_size())] : i % 7 != 0)
                continue;
            const double h = 1e-6, at = x[i];
            x[i] = at + h;
            const double above = problem->value(x);
            x[i] = at - h;
            const double below = problem->value(x);
            x[i] = at;
            const double difference = (above - below) / (2 * h);
            worst = std::max(worst, std::abs(difference - g[i]) / (1 + std::abs(difference)));
        }
        EXPECT_LT(worst, 1e-4) << form << ' ' << home;
    }
}

TEST(Cio, WhatAGoalSaysOfTheTimeIsKept)
{
    const Scene scene = walk({ { "goals.0.when", "1.1s" }, { "cio.phase_duration", "0.5s" } });
    const cio::CioScene ready = cio::prepare(scene);
    // Segments last a quarter of a second; 1.1 s is within the fifth, between knots 3 and 4.
    for (int k = 0; k < ready.layout.segments; ++k)
        EXPECT_EQ(ready.movable[size_t(k)], k != 3 && k != 4 && k != ready.layout.segments - 1)
            << k;
}

TEST(Cio, TwiceTheDurationIsTwiceTheBlocksAndSamplesOfTheSameSize)
{
    const cio::CioScene five = cio::prepare(walk({ { "cio.phase_duration", "0.5s" } })),
                        ten
        = cio::prepare(walk({ { "duration", "10s" }, { "cio.phase_duration", "0.5s" } }));
    EXPECT_EQ(ten.layout.segments, 2 * five.layout.segments);
    EXPECT_EQ(ten.layout.block_size(), five.layout.block_size());
    EXPECT_EQ(ten.samples.size() - 1, 2 * (five.samples.size() - 1));
}

TEST(Cio, TermsOfAPhysicsGroupComeOnceAndGoalsWhenAskedFor)
{
    const Scene scene = walk();
    const cio::CioScene ready = cio::prepare(scene);
    EXPECT_EQ(ready.coupled_bodies(), (std::vector<std::vector<int>> { { 0 } }));
    const cio::CioProblem made = cio::make_problem(ready);
    const auto count = [&](std::string_view name) {
        return std::count_if(made.cost.figures().begin(), made.cost.figures().end(),
            [&](const cio::TermFigures& term) { return term.name == name; });
    };
    EXPECT_EQ(count("physics_violation"), 1);
    EXPECT_EQ(count("goal_still"), 1);
    EXPECT_EQ(count("goal_position"), 1);
    EXPECT_EQ(count("goal_strike"), 0);
    EXPECT_EQ(count("zmp_hint"), 0);
}

TEST(Cio, BodiesThatShareContactsAreOneGroup)
{
    const Scene scene = walk();
    cio::CioScene ready = cio::prepare(scene);
    const FeatureModel model = ready.model.characters[0];
    ready.model.characters = { model, model, model };
    EXPECT_EQ(ready.coupled_bodies(), (std::vector<std::vector<int>> { { 0 }, { 1 }, { 2 } }));
    // The third one's hand on the first one's foot.
    ready.model.supports.push_back({ ready.model.torso(0) + 1, {}, {} });
    ready.model.contacts.push_back({ 2, 0, 1, 0 });
    EXPECT_EQ(ready.coupled_bodies(), (std::vector<std::vector<int>> { { 0, 2 }, { 1 } }));
}

}  // namespace
}  // namespace gambol
