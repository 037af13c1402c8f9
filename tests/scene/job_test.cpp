// SPDX-License-Identifier: MIT
#include "gambol/scene/job.hpp"

#include "gambol/io/scene/job_reader.hpp"
#include "gambol/scene/dress.hpp"
#include "gambol/scene/scene_error.hpp"
#include "gambol/scene/scripted_bodies.hpp"

#include <gtest/gtest.h>

#include <string>

namespace gambol {
namespace {

Job job_of(const std::string& text)
{
    return io::read_job_text("gambol: 1\n" + text, "job.yaml", ".");
}

Job standing(const std::string& more = {})
{
    return job_of("duration: 2s\ncharacters: {ann: {model: human, at: [1, 2]}}\n" + more);
}

/// One who stands, as a method would tell it.
Motion stood()
{
    const Job job = standing();
    Motion motion = expected_motion(job);
    MotionJoints& joints = motion.characters.front().joints;
    for (const Segment& segment : job.scene.characters.front().body.segments)
        for (const Dof& dof : segment.dofs)
            joints.names.push_back(dof.name);
    joints.values.assign(motion.times.size(), job.scene.characters.front().start.angles);
    return motion;
}

/// A refinement of one who stands.
Scene refinement(const std::string& name)
{
    Scene scene = standing().scene;
    scene.characters.front().name = name;
    scene.task = refine::Task {};
    return scene;
}

std::string complaint(const Motion& motion, Scene scene)
{
    try {
        take_motion(motion, scene);
    } catch (const SceneError& error) {
        return error.what();
    }
    return "taken";
}

TEST(Job, CountsTheScenesOfAChain)
{
    Job job = standing();
    EXPECT_EQ(scene_count(job), 1);
    Job second;
    second.first = std::make_shared<const Job>(job);
    Job third;
    third.first = std::make_shared<const Job>(second);
    EXPECT_EQ(scene_count(third), 3);
}

TEST(ExpectedMotion, StandsWhereEverybodyStarts)
{
    const Job job = standing();
    const Motion motion = expected_motion(job);
    ASSERT_EQ(motion.times, (std::vector<double> { 0, 2 }));
    ASSERT_EQ(motion.characters.size(), 1u);
    const MotionCharacter& ann = motion.characters.front();
    EXPECT_EQ(ann.name, "ann");
    EXPECT_EQ(ann.bodies.size(), job.scene.characters.front().body.segments.size());
    EXPECT_EQ(ann.positions[0], ann.positions[1]);
    EXPECT_NEAR(ann.positions[0][0].x(), 1, 0.2);
    EXPECT_NEAR(ann.positions[0][0].y(), 2, 0.2);
}

TEST(ExpectedMotion, IsThatOfTheFirstSceneOfAChain)
{
    Job chain;
    chain.scene = refinement("ann");
    chain.first = std::make_shared<const Job>(standing());
    EXPECT_EQ(expected_motion(chain).characters.front().positions,
        expected_motion(*chain.first).characters.front().positions);
}

TEST(TakeMotion, ARefinementFollowsTheOneOfItsNameAndTakesAsLong)
{
    Motion motion = stood();
    motion.times.back() = 3;
    Scene scene = refinement("ann");
    take_motion(motion, scene);
    EXPECT_DOUBLE_EQ(scene.duration, 3);
    EXPECT_TRUE(std::holds_alternative<Motion>(task_of<refine::Task>(scene).follows));
}

TEST(TakeMotion, TheOnlyOneIsFollowedWhateverItsName)
{
    EXPECT_EQ(complaint(stood(), refinement("bob")), "taken");
}

TEST(TakeMotion, SaysWhoIsMissing)
{
    Motion two = stood();
    two.characters.push_back(two.characters.front());
    two.characters.back().name = "eve";
    EXPECT_EQ(complaint(two, refinement("eve")), "taken");
    EXPECT_NE(complaint(two, refinement("bob")).find("bob"), std::string::npos);
}

TEST(TakeMotion, RefusesAnotherBody)
{
    Motion motion = stood();
    motion.characters.front().bodies.front().name = "shell";
    EXPECT_NE(complaint(motion, refinement("ann")), "taken");
}

TEST(TakeMotion, IsNothingForAMethodThatStartsFromNothing)
{
    const std::string said = complaint(stood(), standing().scene);
    EXPECT_NE(said.find("does not start from a motion"), std::string::npos) << said;
}

const char* const kSheet
    = "method: cloth\nduration: 0.5s\n"
      "world: {ground: {friction: 0.5}, table: {box: {size: [1, 1, 0.4], at: "
      "[0, 0, 0.2]}}}\n"
      "cloth: {sheet: {grid: {size: [0.6, 0.6], cells: [6, 6]}, material: cotton, at: ";

TEST(ScriptedBodies, AreAllSurfacesAndThePlaneReachesAsFarAsClothCanGet)
{
    const Job job = job_of(std::string(kSheet) + "[0, 0, 1]}}\n");
    const std::vector<cloth::ScriptedBody> bodies
        = cloth::scripted_bodies(job.scene, cloth::dress(job.scene));
    ASSERT_EQ(bodies.size(), 2u);
    double reach = 0;
    for (const Eigen::Vector3d& vertex : bodies[0].mesh.vertices)
        reach = std::max(reach, vertex.head<2>().cwiseAbs().maxCoeff());
    EXPECT_GT(reach, 1);
    EXPECT_EQ(bodies[1].mesh.vertices.size(), 8u);
}

TEST(Dress, RefusesClothInsideSomethingSolid)
{
    // Wholly inside the table it crosses nothing.
    EXPECT_THROW((void)job_of(std::string(kSheet) + "[0, 0, 0.2]}}\n"), std::exception);
}

}  // namespace
}  // namespace gambol
