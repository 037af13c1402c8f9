// SPDX-License-Identifier: MIT
#include "gambol/methods/cio/terms/moving_solids.hpp"

#include "gambol/io/character/character_reader.hpp"
#include "support/finite_difference.hpp"
#include "gambol/methods/cio/prop_model.hpp"
#include "support/feature_instants.hpp"

#include <gtest/gtest.h>

namespace gambol::cio {
namespace {

using Eigen::Vector3d;
using Eigen::VectorXd;
using test::Stage;

const Shape kSolids[]
    = { Box { Vector3d::Zero(), Eigen::Quaterniond::Identity(), Vector3d(0.15, 0.2, 0.13) },
          Sphere { Vector3d::Zero(), 0.17 },
          Capsule { Vector3d(-0.3, 0, 0), Vector3d(0.3, 0, 0), 0.08 } };

SceneProp prop_of(const Shape& solid)
{
    SceneProp prop;
    prop.name = "thing";
    prop.shape = solid;
    prop.mass = 8;
    prop.inertia = solid_inertia(solid, prop.mass);
    return prop;
}

/// A human and a prop.
Stage stage_with(const Shape& solid)
{
    const SceneProp prop = prop_of(solid);
    Stage stage("with a prop",
        { feature_model(io::read_character("human").character), prop_model(prop) }, { Plane {} });
    stage.scene.people = 1;
    stage.scene.own_support = { int(stage.scene.supports.size()) };
    stage.scene.supports.push_back({ stage.scene.torso(1), { solid }, { 0.8 } });
    return stage;
}

/// The human stands, the prop is there.
VectorXd with_prop_at(const Stage& stage, const Vector3d& at, const Vector3d& turn)
{
    VectorXd y = test::standing(stage);
    y.segment<3>(stage.scene.columns[1].q) = at;
    y.segment<3>(stage.scene.columns[1].q + 3) = turn;
    return y;
}

TEST(PropCollision, HasTheRightDerivatives)
{
    for (const Shape& solid : kSolids) {
        const Stage stage = stage_with(solid);
        // About a thigh, a forearm and the chest.
        for (const Vector3d& at : { Vector3d(0.11, 0.13, 0.61), Vector3d(0.14, 0.31, 1.03),
                 Vector3d(0.23, 0.017, 1.21) }) {
            const VectorXd y = with_prop_at(stage, at, Vector3d(0.31, -0.22, 0.43));
            EXPECT_EQ(test::wrong_derivatives(stage, PropCollision(0), y), "")
                << solid.index() << " at " << at.transpose();
        }
    }
}

TEST(PropCollision, CostsNothingAtArmsLength)
{
    for (const Shape& solid : kSolids) {
        const Stage stage = stage_with(solid);
        const VectorXd y = with_prop_at(stage, Vector3d(0.8, 0, 1), Vector3d::Zero());
        EXPECT_EQ(test::cost_of(stage, PropCollision(0), y), 0) << solid.index();
    }
}

TEST(PropPenetration, HasTheRightDerivatives)
{
    for (const Shape& solid : kSolids) {
        const Stage stage = stage_with(solid);
        const VectorXd y = with_prop_at(stage, Vector3d(1, 0, 0.07), Vector3d(0.31, -0.22, 0.43));
        EXPECT_EQ(test::wrong_derivatives(stage, PropPenetration(1), y), "") << solid.index();
    }
}

/// Of a box drawn over the edge of a table no corner need be inside: it was 6 cm deep in it.
TEST(PropPenetration, SeesTheEdgeOfATable)
{
    for (const Shape& solid : kSolids) {
        Stage stage = stage_with(solid);
        stage.set_surfaces({ Plane {},
            Box { Vector3d(1.4, 0, 0.35), Eigen::Quaterniond::Identity(),
                Vector3d(0.4, 0.6, 0.35) } });
        const VectorXd y
            = with_prop_at(stage, Vector3d(0.98, 0.013, 0.76), Vector3d(0.02, 0.7, 0.01));
        EXPECT_GT(test::cost_of(stage, PropPenetration(1), y), 1e-4) << solid.index();
        EXPECT_EQ(test::wrong_derivatives(stage, PropPenetration(1), y), "") << solid.index();
    }
}

TEST(PropPenetration, WhatRestsOnTheFloorCostsNothing)
{
    for (const Shape& solid : kSolids) {
        const Stage stage = stage_with(solid);
        const double z = depth_below(solid, Eigen::Quaterniond::Identity());
        const VectorXd y = with_prop_at(stage, Vector3d(1, 0, z), Vector3d::Zero());
        EXPECT_NEAR(test::cost_of(stage, PropPenetration(1), y), 0, 1e-20) << solid.index();
        const VectorXd deeper = with_prop_at(stage, Vector3d(1, 0, z - 0.01), Vector3d::Zero());
        EXPECT_GT(test::cost_of(stage, PropPenetration(1), deeper), 4e-5) << solid.index();
    }
}

TEST(OthersCollision, HasTheRightDerivatives)
{
    const FeatureModel human = feature_model(io::read_character("human").character);
    const Stage stage("two", { human, human }, { Plane {} });
    VectorXd y = test::standing(stage);
    const int n = human.coordinates();
    test::Random random(5);
    y.segment(stage.scene.columns[1].q, n)
        = y.segment(stage.scene.columns[0].q, n) + 0.01 * random.vector(n);
    for (int i = -1; i < int(human.limbs.size()); ++i)
        y[stage.scene.columns[1].q + (i < 0 ? 0 : human.effector(i)) + 1] += 0.37;
    EXPECT_GT(test::cost_of(stage, OthersCollision(0), y), 0);
    EXPECT_EQ(test::wrong_derivatives(stage, OthersCollision(0), y), "");
    EXPECT_EQ(test::cost_of(stage, OthersCollision(1), y), 0) << "each pair counts once";
}

TEST(PropModel, LiesOnTheSideThatIsBelow)
{
    SceneProp prop = prop_of(kSolids[0]);
    prop.rotation = Eigen::Quaterniond(Eigen::AngleAxisd(M_PI / 2, Vector3d::UnitX()));
    const FeatureModel model = prop_model(prop);
    ASSERT_EQ(model.patches.size(), 1u);
    const Vector3d into = prop.rotation * model.patches[0].axes.col(2);
    EXPECT_NEAR(into.z(), 1, 1e-12);
    EXPECT_NEAR((prop.rotation * model.patches[0].center).z(), -0.2, 1e-12);
    EXPECT_NEAR(model.patches[0].half_size.prod(), 0.15 * 0.13, 1e-12);
    EXPECT_NEAR(model.standing_height, 0.2, 1e-12);
}

TEST(SolidInertia, OfALongThinCapsuleIsThatOfARodAndOfAShortOneThatOfABall)
{
    const auto moments = [](double half, double radius) {
        return solid_inertia(Capsule { Vector3d(-half, 0, 0), Vector3d(half, 0, 0), radius }, 2);
    };
    EXPECT_NEAR(moments(1, 1e-4).y(), 2 * 4 / 12.0, 1e-3);
    EXPECT_NEAR(moments(1e-9, 0.3).x(), 0.4 * 2 * 0.09, 1e-8);
    EXPECT_NEAR(moments(1e-9, 0.3).z(), 0.4 * 2 * 0.09, 1e-8);
}

}  // namespace
}  // namespace gambol::cio
