// SPDX-License-Identifier: MIT
// The full-body last stage of method cio.
#include "gambol/methods/refine/tree_goals.hpp"
#include "gambol/methods/refine/whole_body.hpp"

#include "gambol/io/motion/motion_json.hpp"
#include "gambol/io/scene/job_reader.hpp"
#include "gambol/jobs/run_job.hpp"

#include "methods/refine/sway.hpp"
#include "support/mujoco_residual.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace gambol {
namespace {

using Eigen::Vector3d;

double full_body(const JobResult& result)
{
    for (const Figure& figure : result.report.figures)
        if (figure.name == "full_body")
            return figure.value;
    return -1;
}

const Scene& standing()
{
    static const Scene scene = io::read_job_text(
        "gambol: 1\nmethod: cio\nduration: 1s\ncharacters: {ann: {model: human}}\n"
        "goals: [{who: ann, stand: true}]\ncio: {body: full, starts: 1}\n",
        "stand.yaml", ".")
                                   .scene;
    return scene;
}

TEST(WholeBodySlow, AWalkThatWasFoundGoesOnWithAllMasses)
{
    const JobResult result = run_job(io::read_job(
        GAMBOL_SOURCE_DIR "/scenes/walk.yaml", { { "cio.body", "full" }, { "cio.starts", "1" } }));
    EXPECT_EQ(result.report.status, RunStatus::valid);
    EXPECT_EQ(full_body(result), 1);
    for (const char* name : { "drag", "joint_limits", "torque", "pops", "rest_speed" })
        EXPECT_TRUE(result.report.audit.find(name).passed) << name;
    EXPECT_TRUE(result.report.audit.not_judged.empty());
    for (const MotionBody& body : result.motion.characters[0].bodies)
        EXPECT_GT(body.inertial.mass, 0) << body.name;
    const test::MujocoResidual second = test::mujoco_root_residual(result.motion, 0);
    EXPECT_LT(second.force_rms, 0.01);
    EXPECT_LT(second.torque_rms, 0.01);
}

/// Feet that lagged behind the trunk by 75 degrees left nothing that a body could do.
TEST(WholeBodySlow, TurningOnTheSpotLiftsTheFeetWithAllMasses)
{
    const JobResult result = run_job(io::read_job_text(
        "gambol: 1\nmethod: cio\nduration: 4s\ncharacters: {ann: {model: human}}\n"
        "goals: [{who: ann, position: [0, 0], facing: -120deg, stand: true}]\n",
        "turn.yaml", "."));
    EXPECT_EQ(result.report.status, RunStatus::valid);
    EXPECT_EQ(full_body(result), 1) << "the default";
    EXPECT_TRUE(result.report.audit.not_judged.empty());
    EXPECT_TRUE(result.report.warnings.empty());
}

/// From facing 0 it was not found: near a whole turn rotation vectors mean little.
TEST(WholeBodySlow, AWholeTurnIsFound)
{
    const JobResult result = run_job(io::read_job_text(
        "gambol: 1\nmethod: cio\nduration: 5s\ncharacters: {ann: {model: human}}\n"
        "goals:\n  - {who: ann, when: 2.5s, facing: 180deg}\n"
        "  - {who: ann, position: [0, 0], facing: 0deg, stand: true}\n",
        "turn.yaml", "."));
    EXPECT_EQ(result.report.status, RunStatus::valid);
    EXPECT_EQ(full_body(result), 1);
    EXPECT_TRUE(result.report.audit.not_judged.empty());
    double turned = 0, before = 0;
    for (const auto& rotations : result.motion.characters[0].rotations) {
        const Vector3d x = rotations[0] * Vector3d::UnitX();
        const double now = std::atan2(x.y(), x.x());
        turned += std::remainder(now - before, 2 * EIGEN_PI);
        before = now;
    }
    EXPECT_NEAR(std::abs(turned), 2 * EIGEN_PI, 0.05) << "round, not there and back";
}

/// A hand that came down under a low trunk bent the shoulder 13 degrees beyond its range, whatever
/// the start.
TEST(WholeBodySlow, WhoGetsUpFromTheSideKeepsTheRangesOfJoints)
{
    const JobResult result = run_job(io::read_job(GAMBOL_SOURCE_DIR "/scenes/get-up-side.yaml"));
    EXPECT_EQ(result.report.status, RunStatus::valid);
    EXPECT_EQ(full_body(result), 1);
    EXPECT_TRUE(result.report.audit.not_judged.empty());
}

TEST(WholeBodySlow, DoesNotDependOnTheNumberOfThreads)
{
    const Job job = io::read_job(GAMBOL_SOURCE_DIR "/scenes/walk.yaml",
        { { "duration", "2s" }, { "goals.0.position", "[0.6, 0]" } });
    std::string first;
    for (const int threads : { 1, 3 }) {
        RunControl control;
        control.threads = threads;
        const JobResult result = run_job(job, control);
        EXPECT_GE(full_body(result), 0);
        const std::string bytes = io::motion_to_json(result.motion);
        if (first.empty())
            first = bytes;
        EXPECT_TRUE(bytes == first) << threads << " threads";
    }
}

/// Who has nothing to do with a prop moves with all masses, and the prop stays where it is.
TEST(WholeBodySlow, APropThatNobodyHandlesStaysWhereItIs)
{
    const JobResult result = run_job(
        io::read_job_text("gambol: 1\nmethod: cio\nduration: 1s\n"
                          "characters: {ann: {model: human}}\n"
                          "props: {box: {box: {size: [0.3, 0.3, 0.3]}, mass: 2, at: [0, 2]}}\n"
                          "goals: [{who: ann, stand: true}]\n"
                          "cio: {body: full, starts: 1}\n",
            "two.yaml", "."));
    EXPECT_EQ(result.report.status, RunStatus::valid);
    EXPECT_EQ(full_body(result), 1);
    const MotionProp& box = result.motion.props.front();
    for (const Vector3d& p : box.positions)
        EXPECT_LT((p - Vector3d(0, 2, 0.15)).norm(), 0.01);
}

/// A crate is lifted and put down with the masses of all limbs: what the hands do to it moves it.
TEST(WholeBodySlow, WhatIsCarriedIsABodyOfItsOwn)
{
    const JobResult result = run_job(io::read_job_text(
        "gambol: 1\nmethod: cio\nduration: auto\ncharacters: {ann: {model: human}}\n"
        "props: {box: {box: {size: [0.3, 0.4, 0.3]}, mass: 8, at: [0.8, 0]}}\n"
        "goals: [{who: box, position: [1.6, 0.3]}, {who: ann, stand: true}]\n",
        "carry.yaml", "."));
    EXPECT_EQ(result.report.status, RunStatus::valid);
    EXPECT_EQ(full_body(result), 1);
    EXPECT_TRUE(result.report.audit.not_judged.empty());
    EXPECT_LT(
        (result.motion.props.front().positions.back() - Vector3d(1.6, 0.3, 0.15)).norm(), 0.03);
    const test::MujocoResidual second = test::mujoco_root_residual(result.motion, 0);
    EXPECT_LT(second.force_rms, 0.01);
}

/// Errors of goals are those of poses: a motion that stands still in the start pose.
TEST(TreeGoals, AreMeasuredOnPoses)
{
    const Scene& scene = standing();
    const std::vector<SegmentFrame> frames
        = forward_kinematics(scene.characters[0].body, scene.characters[0].start);
    Motion motion;
    motion.times = { 0, 0.5, 1 };
    motion.characters.emplace_back();
    for (int k = 0; k < 3; ++k) {
        motion.characters[0].positions.emplace_back();
        motion.characters[0].rotations.emplace_back();
        for (const SegmentFrame& frame : frames) {
            motion.characters[0].positions.back().push_back(frame.position);
            motion.characters[0].rotations.back().push_back(frame.rotation);
        }
    }
    const auto errors = [&](const GoalKind& kind) {
        return refine::goal_errors({ { 0, kind, {} } }, scene, motion);
    };
    EXPECT_NEAR(errors(FacingGoal { Vector3d::UnitY() }).worst, M_PI / 2 / 3, 1e-6);
    EXPECT_NEAR(errors(StandGoal {}).worst, 0, 1e-6);
    EXPECT_NEAR(errors(HandstandGoal {}).worst, M_PI / 3, 1e-6);
    const double here = errors(PositionGoal { { 0, 0, 0 }, false }).worst;
    EXPECT_LT(here, 0.1);
    EXPECT_NEAR(errors(PositionGoal { { 3, 0, 7 }, false }).worst, 3, 0.1);
    StrikeGoal strike;
    strike.velocity = { 2, 0, 0 };
    const refine::GoalErrors missed = errors(strike);
    ASSERT_EQ(missed.figures.size(), 2u);
    EXPECT_NEAR(missed.figures[1].value, 2, 1e-9) << "it does not move";
}

/// The aims of goals have no error in a pose that meets them.
TEST(TreeGoals, AimsSpeakOfTheSamePoints)
{
    const Scene& scene = standing();
    const refine::Body body
        = refine::body_for(scene.characters[0].body, { scene.characters[0].start });
    const std::vector<refine::Aim> aims = refine::aims_of(
        { { 0, FacingGoal {}, 0.4 }, { 0, PositionGoal {}, {} } }, scene, body.tree);
    ASSERT_EQ(aims.size(), 2u);
    EXPECT_EQ(aims[0].time, 0.4);
    EXPECT_EQ(aims[0].target, Vector3d(Vector3d::UnitX()));
    EXPECT_EQ(aims[1].time, 1) << "the end";
    EXPECT_EQ(aims[1].axes, Vector3d(1, 1, 0));
}

}  // namespace
}  // namespace gambol
