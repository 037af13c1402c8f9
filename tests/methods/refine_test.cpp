// SPDX-License-Identifier: MIT
#include "gambol/methods/refine/reconstruct.hpp"
#include "gambol/methods/refine/refine_problem.hpp"

#include "gambol/io/scene_reader.hpp"
#include "gambol/methods/method.hpp"

#include "support/mujoco_residual.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace gambol {
namespace {

using Eigen::VectorXd;

/// Someone who stands and sways for half a second, first on both feet, then on the left one.
struct Sway {
    Scene scene;

    Sway()
    {
        scene = read_scene_text("gambol: 1\ncharacters: {ann: {model: human}}\n", "sway.yaml", ".")
                    .scene;
        scene.method = "spacetime";
        Reference reference;
        const Character& body = scene.characters.front().body;
        for (int t = 0; t <= 60; ++t) {
            const double time = t / 120.0;
            reference.times.push_back(time);
            Pose pose = scene.characters.front().start;
            pose.angles[0] = 0.3 * std::sin(4 * time);
            for (Eigen::Index i = 20; i < pose.angles.size(); ++i)
                pose.angles[i] += 0.1 * std::sin(3 * time + double(i));
            reference.poses.push_back(pose);
            reference.touches.emplace_back(body.patches.size(), -1);
            for (std::size_t p = 0; p < body.patches.size(); ++p)
                if (body.patches[p].name == "left_foot"
                    || (body.patches[p].name == "right_foot" && t < 30))
                    reference.touches.back()[p] = 0;
        }
        scene.reference = reference;
    }
};

VectorXd random_vector(Eigen::Index size, unsigned seed, double scale)
{
    std::mt19937 dice(seed);
    std::uniform_real_distribution<double> number(-scale, scale);
    return VectorXd::NullaryExpr(size, [&] { return number(dice); });
}

TEST(Refine, HoldsAreCornersOfFeetThatStand)
{
    const Sway sway;
    const refine::HoldPlan plan = refine::find_holds(
        *sway.scene.reference, sway.scene.characters.front().body, sway.scene.surfaces, 240);
    ASSERT_EQ(plan.holds.size(), 8u);
    EXPECT_EQ(plan.frames, 120);
    EXPECT_EQ(plan.changes.size(), 3u);
    for (const refine::Hold& hold : plan.holds) {
        EXPECT_EQ(hold.begin, 0);
        EXPECT_NEAR(hold.place.z(), 0, 1e-12);
        EXPECT_NEAR(hold.axes(2, 2), 1, 1e-12);
    }
}

/// Gradient of the whole problem, torques beyond their limits included, against differences.
TEST(Refine, GradientIsThatOfTheCost)
{
    const Sway sway;
    refine::Weights weights;
    weights.hold = 100;  // so that no term drowns the others
    weights.physics = 10;
    weights.depth = 100;
    refine::RefineProblem problem(sway.scene, *sway.scene.reference, weights);
    const VectorXd x = problem.start() + random_vector(problem.start().size(), 3, 0.05);
    VectorXd g;
    (void)problem.gradient(x, g);
    for (unsigned seed = 10; seed < 16; ++seed) {
        const VectorXd direction = random_vector(x.size(), seed, 1);
        constexpr double h = 1e-6;
        const double difference
            = (problem.value(x + h * direction) - problem.value(x - h * direction)) / (2 * h);
        EXPECT_NEAR(g.dot(direction), difference, 1e-5 * (std::abs(difference) + g.norm()));
    }
}

TEST(Refine, ModelAgreesWithGradientAndIsPositive)
{
    const Sway sway;
    refine::RefineProblem problem(sway.scene, *sway.scene.reference);
    const VectorXd x = problem.start() + random_vector(problem.start().size(), 4, 0.01);
    VectorXd g, other;
    BlockTridiagonal H;
    EXPECT_EQ(problem.model(x, g, H), problem.gradient(x, other));
    EXPECT_LT((g - other).norm(), 1e-9 * g.norm());
    const VectorXd direction = random_vector(x.size(), 5, 1);
    const Eigen::MatrixXd dense = H.dense();
    EXPECT_GT(direction.dot(dense.selfadjointView<Eigen::Lower>() * direction), 0);
}

TEST(Refine, RootAnglesStayClearOfNinetyDegreesForWhoeverLiesOnTheSide)
{
    const Scene scene = Sway().scene;
    std::vector<Pose> poses;
    for (int i = 0; i <= 10; ++i) {
        Pose pose = scene.characters.front().start;
        pose.root_rotation = Eigen::AngleAxisd(M_PI / 2 * (1 - i / 10.0), Eigen::Vector3d::UnitX());
        poses.push_back(pose);
    }
    const refine::Body body = refine::body_for(scene.characters.front().body, poses);
    EXPECT_LT(refine::worst_middle_sine(body, poses), 0.1);
    const std::vector<VectorXd> q = refine::coordinates_of(body, poses);
    for (std::size_t i = 0; i < poses.size(); ++i)
        EXPECT_LT(refine::pose_of(body, q[i]).root_rotation.angularDistance(poses[i].root_rotation),
            1e-9);
}

struct Refined {
    Scene scene;
    RunResult result;
};

Refined refined(const std::string& name)
{
    LoadedScene loaded = read_scene(GAMBOL_SOURCE_DIR "/scenes/" + name + ".yaml");
    EXPECT_TRUE(loaded.first);
    take_first(run(loaded.first->scene).motion, loaded);
    return { loaded.scene, run(loaded.scene) };
}

void expect_valid(const std::string& name)
{
    const auto [scene, result] = refined(name);
    for (const AuditCheck& check : result.report.audit.checks)
        EXPECT_TRUE(check.passed) << check.name << " " << check.subject << " " << check.value;
    const MotionCharacter& ann = result.motion.characters.front();
    EXPECT_NE(result.motion.mass_model.find("every segment"), std::string::npos);
    for (const MotionBody& body : ann.bodies)
        EXPECT_GT(body.inertial.mass, 0) << body.name;
    ASSERT_EQ(ann.joints.torques.size(), result.motion.times.size());
    const test::MujocoResidual second = test::mujoco_root_residual(result.motion, 0);
    EXPECT_LT(second.force_rms, 0.05);  // single samples beside jumps of force count there
    EXPECT_LT(second.torque_rms, 0.05);
}

TEST(RefineSlow, WalkBecomesValidForTheWholeBody)
{
    expect_valid("walk-fullbody");
}

TEST(RefineSlow, GettingUpBecomesValidForTheWholeBody)
{
    expect_valid("get-up-fullbody");
}

TEST(RefineSlow, HandstandBecomesValidForTheWholeBody)
{
    expect_valid("handstand-fullbody");
}

}  // namespace
}  // namespace gambol
