// SPDX-License-Identifier: MIT
// Scenes made by hand: what is wrong with them is said at the door, not by an abort inside.
#include "gambol/cloth/fabric/cloth_mesh.hpp"
#include "gambol/io/scene/job_reader.hpp"
#include "gambol/jobs/run_job.hpp"
#include "gambol/scene/check_scene.hpp"
#include "gambol/scene/scene_error.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace gambol {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

std::string complaint(const Scene& scene)
{
    try {
        (void)run_scene(scene);
    } catch (const SceneError& error) {
        return error.what();
    }
    return "accepted";
}

Scene standing()
{
    return io::read_job_text("gambol: 1\ncharacters: {ann: {model: human}}\n"
                             "goals: [{who: ann, position: [1, 0]}]\n",
        "stand.yaml", ".")
        .scene;
}

cio::Task& goals_of(Scene& scene)
{
    return task_of<cio::Task>(scene);
}

TEST(Door, ASceneOfEachMethodThatIsFineIsLetIn)
{
    EXPECT_NO_THROW(check_scene(standing()));
    for (const char* name : { "leap", "cloth-drape", "clip-fullbody" })
        EXPECT_NO_THROW(
            check_job(io::read_job(GAMBOL_SOURCE_DIR "/scenes/" + std::string(name) + ".yaml")))
            << name;
}

TEST(Door, NobodyToMove)
{
    Scene scene = standing();
    scene.characters.clear();
    EXPECT_EQ(complaint(scene), "stand: there are no characters");
    EXPECT_EQ(complaint({}), "scene: there are no characters");
    scene = standing();
    scene.surfaces.clear();
    EXPECT_EQ(complaint(scene), "stand: there is no surface to stand on");
}

TEST(Door, AGoalForSomebodyWhoIsNotThere)
{
    Scene scene = standing();
    goals_of(scene).goals[0].who = 1;
    EXPECT_EQ(complaint(scene), "stand: the character of a goal is number 1, but there are 1");
}

TEST(Door, NumbersThatAreNone)
{
    Scene scene = standing();
    std::get<PositionGoal>(goals_of(scene).goals[0].kind).target.x() = kNaN;
    EXPECT_EQ(complaint(scene), "stand: the target of a goal is not a number");
    scene = standing();
    scene.duration = kNaN;
    EXPECT_EQ(complaint(scene), "stand: duration must be a number above 0, not nan");
    scene = standing();
    scene.characters[0].start.angles[3] = kNaN;
    EXPECT_EQ(complaint(scene), "stand: the start pose of ann is not a number");
}

TEST(Door, AStartPoseOfAnotherBody)
{
    Scene scene = standing();
    scene.characters[0].start.angles.conservativeResize(3);
    EXPECT_NE(
        complaint(scene).find("the start pose of ann has 3 angles, its body "), std::string::npos);
}

TEST(Door, AGoalAfterTheEnd)
{
    Scene scene = standing();
    goals_of(scene).goals[0].when = 7;
    EXPECT_EQ(complaint(scene), "stand: a goal is at 7 s, outside of 0 … 5 s");
}

TEST(Door, PhasesWithoutDurationOrWithASumOfTheirOwn)
{
    Scene scene = io::read_job(GAMBOL_SOURCE_DIR "/scenes/leap.yaml").scene;
    const double whole = scene.duration;
    scene.duration += 1;
    EXPECT_NE(complaint(scene).find("leap: phases take "), std::string::npos);
    scene.duration = whole;
    std::vector<ScenePhase>& phases = task_of<spacetime::Task>(scene).phases;
    phases[0].duration = 0;
    EXPECT_EQ(complaint(scene), "leap: the duration of a phase must be a number above 0, not 0");
    phases.clear();
    EXPECT_EQ(complaint(scene), "leap: there are no phases");
}

TEST(Door, ContactsWithWhatIsNotThere)
{
    Scene scene = io::read_job(GAMBOL_SOURCE_DIR "/scenes/leap.yaml").scene;
    PhaseContact& contact = task_of<spacetime::Task>(scene).phases[0].contacts.at(0);
    contact.surface = 9;
    EXPECT_NE(complaint(scene).find("the surface of a contact is number 9"), std::string::npos);
    contact.patch = -1;
    EXPECT_NE(complaint(scene).find("the patch of a contact is number -1"), std::string::npos);
}

/// Feet 50 m apart were sought for, and called a failed search.
TEST(Door, ContactsBeyondAllReach)
{
    Scene scene = io::read_job(GAMBOL_SOURCE_DIR "/scenes/broad-jump.yaml").scene;
    task_of<spacetime::Task>(scene).phases[0].contacts.at(1).at.y() -= 50;
    EXPECT_NE(complaint(scene).find("left_foot and right_foot shall touch 50.2 m apart"),
        std::string::npos)
        << complaint(scene);
}

TEST(Door, NothingToFollow)
{
    Scene scene = standing();
    scene.task = refine::Task {};
    EXPECT_EQ(complaint(scene), "stand: there is nothing to follow: no motion, clip or reference");
    scene.task = refine::Task { .follows = Motion {} };
    EXPECT_EQ(complaint(scene), "start: has no character 'ann'");
    Reference reference;
    reference.times = { 0, 1 };
    scene.task = refine::Task { .follows = reference };
    EXPECT_EQ(complaint(scene), "stand: the reference has not as many poses and touches as times");
}

Scene sheet()
{
    Scene scene;
    scene.name = "sheet";
    scene.duration = 0.1;
    cloth::GarmentPlan plan;
    plan.garment.name = "cape";
    plan.garment.rest = cloth::sheet_mesh({ 0.2, 0.2 }, { 2, 2 });
    plan.at = { 0, 0, 0.5 };
    scene.task = cloth::Task { .garments = { plan } };
    return scene;
}

TEST(Door, GarmentsThatCannotBe)
{
    EXPECT_EQ(complaint(sheet()), "accepted");
    Scene scene = sheet();
    cloth::Task& task = task_of<cloth::Task>(scene);
    cloth::GarmentPlan& plan = task.garments[0];
    plan.on = "ann/chest";
    EXPECT_EQ(complaint(scene), "cape is on 'ann/chest', which is no body of a character");
    plan.on.clear();
    plan.pins.push_back({ .vertices = { 99 } });
    EXPECT_EQ(
        complaint(scene), "sheet: a pinned vertex of garment 'cape' is number 99, but there are 9");
    plan.pins[0] = { .at = { 5, 5, 5 }, .to = { 5, 5, 5 } };
    EXPECT_EQ(complaint(scene), "pins holds nothing: no vertex of 'cape' is within 0.01 m of it");
    plan.garment.rest.vertices[0].z() = kNaN;
    EXPECT_EQ(complaint(scene), "sheet: a vertex of garment 'cape' is not a number");
    plan.garment.rest.triangles.clear();
    EXPECT_EQ(complaint(scene), "sheet: garment 'cape' has no triangles");
    task.garments.clear();
    EXPECT_EQ(complaint(scene), "sheet: there is no garment");
}

/// Half of it is below the floor.
TEST(Door, ClothThatStartsInSomething)
{
    Scene scene = sheet();
    scene.surfaces.push_back({ "ground", Plane {}, 0.5, {} });
    cloth::GarmentPlan& plan = task_of<cloth::Task>(scene).garments[0];
    plan.rotation = Eigen::AngleAxisd(0.5, Eigen::Vector3d::UnitX());
    plan.at.z() = 0;
    EXPECT_EQ(complaint(scene).find("cape starts in ground: "), 0u) << complaint(scene);
}

TEST(Door, AMethodThatStartsFromNothingIsGivenNoMotion)
{
    Scene scene = standing();
    EXPECT_THROW(take_motion({}, scene), SceneError);
}

}  // namespace
}  // namespace gambol
