// SPDX-License-Identifier: MIT
#include "gambol/cloth/fabric/cloth_mesh.hpp"
#include "gambol/methods/cloth/checkpoint.hpp"
#include "gambol/jobs/run_job.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cmath>

namespace gambol {
namespace {

cloth::Task& cloth_of(Scene& scene)
{
    return task_of<cloth::Task>(scene);
}

RunControl going_on_from(const std::string& checkpoint)
{
    RunControl control;
    control.resume_from = [checkpoint](const Scene&) { return checkpoint; };
    return control;
}

int steps_of(const Event& event)
{
    const auto* progress = std::get_if<Progress>(&event.what);
    return progress ? progress->iteration : 0;
}

Scene falling_sheet()
{
    Scene scene;
    scene.name = "falling";
    scene.duration = 0.25;
    scene.surfaces.push_back({ "ground", Plane {}, 0.5, {} });
    cloth::Garment sheet;
    sheet.name = "sheet";
    sheet.rest = cloth::sheet_mesh({ 0.2, 0.2 }, { 6, 6 });
    for (Eigen::Vector3d& vertex : sheet.rest.vertices)
        vertex = Eigen::AngleAxisd(0.4, Eigen::Vector3d::UnitX()) * vertex
            + Eigen::Vector3d(0, 0, 0.08);
    scene.task = cloth::Task { .garments = { { .garment = sheet } } };
    return scene;
}

TEST(ClothRun, GivesAFrameForEverySampleAndPassesTheAudit)
{
    const JobResult result = run_scene(falling_sheet());
    EXPECT_EQ(result.report.status, RunStatus::valid);
    ASSERT_EQ(result.motion.times.size(), 16u);
    ASSERT_EQ(result.motion.cloth.size(), 1u);
    EXPECT_EQ(result.motion.cloth[0].positions.size(), 16u * 49 * 3);
    EXPECT_LT(result.motion.cloth[0].vertex(15, 0).z(), 0.05);
    EXPECT_GT(result.motion.cloth[0].vertex(15, 0).z(), 0);
    EXPECT_TRUE(audit(result.motion).passed());
}

TEST(ClothRun, StepsLongerThanASampleAreFilledInStraight)
{
    Scene scene = falling_sheet();
    cloth_of(scene).options.dt = 1.0 / 24;
    const MotionCloth cloth = run_scene(scene).motion.cloth[0];
    // Samples 0, 1, 2 lie within the first step of 2.5.
    const Eigen::Vector3d first = cloth.vertex(1, 3) - cloth.vertex(0, 3),
                          second = cloth.vertex(2, 3) - cloth.vertex(1, 3);
    EXPECT_GT(first.norm(), 1e-3);
    EXPECT_LT((first - second).norm(), 1e-6);
}

TEST(ClothRun, AStoppedRunGoesOnToTheSameBytes)
{
    const Scene scene = falling_sheet();
    const std::vector<float> whole = run_scene(scene).motion.cloth[0].positions;
    std::atomic<bool> cancel = false;
    std::string stored;
    RunControl control;
    control.cancel = &cancel;
    control.on_event = [&](const Event& event) { cancel = steps_of(event) >= 50; };
    control.on_checkpoint = [&](const std::string& bytes) { stored = bytes; };
    const JobResult part = run_scene(scene, control);
    EXPECT_EQ(part.report.status, RunStatus::interrupted);
    EXPECT_LT(part.motion.times.size(), 16u);
    ASSERT_FALSE(stored.empty());
    const JobResult rest = run_scene(scene, going_on_from(stored));
    EXPECT_EQ(rest.motion.cloth[0].positions, whole);
    EXPECT_EQ(rest.report.iterations, 120);
}

/// A plate comes down on a sheet on another plate, 10 mm into it, and goes up again.
Scene pinched_sheet()
{
    Scene scene = falling_sheet();
    scene.name = "pinched";
    scene.duration = 0.6;
    scene.surfaces.clear();
    scene.surfaces.push_back(
        { "anvil", Box { .center = { 0, 0, -0.02 }, .half_size = { 0.15, 0.15, 0.02 } }, 0.5, {} });
    RigidPath down;
    down.times = { 0.1, 0.2, 0.3, 0.4 };
    down.positions.assign(4, Eigen::Vector3d::Zero());
    down.positions[1] = down.positions[2] = { 0, 0, -0.07 };
    down.rotations.assign(4, Eigen::Quaterniond::Identity());
    scene.surfaces.push_back(
        { "press", Box { .center = { 0, 0, 0.08 }, .half_size = { 0.1, 0.1, 0.02 } }, 0.5, down });
    cloth_of(scene).garments[0].garment.rest = cloth::sheet_mesh({ 0.2, 0.2 }, { 6, 6 });
    for (Eigen::Vector3d& vertex : cloth_of(scene).garments[0].garment.rest.vertices)
        vertex += Eigen::Vector3d(0.003, 0.002, 0.005);
    return scene;
}

TEST(ClothRun, APinchIsReportedAndOverWhenItOpens)
{
    const JobResult result = run_scene(pinched_sheet());
    const auto figure = std::find_if(result.report.figures.begin(), result.report.figures.end(),
        [](const Figure& f) { return f.name == "let_go"; });
    ASSERT_NE(figure, result.report.figures.end());
    EXPECT_GT(figure->value, 10);
    ASSERT_FALSE(result.report.warnings.empty());
    const std::string what = result.report.warnings.back().what;
    EXPECT_NE(what.find("let go by press at 0.1"), std::string::npos) << what;
    EXPECT_NE(what.find("all are free again at 0."), std::string::npos) << what;
    // The audit does not look away, and says why; at the end there is nothing to see.
    const AuditReport report = audit(result.motion);
    EXPECT_FALSE(report.find("cloth_intersections").passed);
    const auto cause = std::find_if(report.notes.begin(), report.notes.end(),
        [](const std::string& n) { return n.find("anvil and press share") != std::string::npos; });
    EXPECT_NE(cause, report.notes.end());
}

TEST(ClothRun, StoppedInsideAPinchItGoesOnToTheSameBytes)
{
    const Scene scene = pinched_sheet();
    const std::vector<float> whole = run_scene(scene).motion.cloth[0].positions;
    for (const int stop : { 95, 110, 125 }) {
        std::atomic<bool> cancel = false;
        std::string stored;
        RunControl control;
        control.cancel = &cancel;
        control.on_event = [&](const Event& event) { cancel = steps_of(event) >= stop; };
        control.on_checkpoint = [&](const std::string& bytes) { stored = bytes; };
        (void)run_scene(scene, control);
        ASSERT_TRUE(cloth::decode(stored));
        EXPECT_FALSE(cloth::decode(stored)->state.let_go.empty()) << stop;
        EXPECT_EQ(run_scene(scene, going_on_from(stored)).motion.cloth[0].positions, whole) << stop;
    }
}

TEST(ClothRun, TellsTheAuditHowFarClothMayStretchAndWhetherItIsPulled)
{
    Scene scene = falling_sheet();
    const Motion falls = run_scene(scene).motion;
    EXPECT_NEAR(falls.cloth[0].stretch_limit, 1.5556, 1e-4);
    EXPECT_TRUE(falls.props.empty());
    EXPECT_TRUE(std::isfinite(audit(falls).find("cloth_energy_rise").limit));
    const std::vector<RigidKey> up { { 0 }, { 1, Eigen::Vector3d(0, 0, 1) } };
    cloth_of(scene).garments[0].pins.push_back({ .vertices = { 0, 1, 2 }, .moves = up });
    cloth_of(scene).options.dt = 1.0 / 24;
    const Motion pulled = run_scene(scene).motion;
    EXPECT_EQ(pulled.cloth[0].stretch_limit, falls.cloth[0].stretch_limit);
    ASSERT_EQ(pulled.props.size(), 1u);
    EXPECT_EQ(pulled.props[0].name, "sheet-handle-1");
    EXPECT_NEAR(pulled.props[0].positions.back().z(), 0.25, 1e-9);
    const AuditReport report = audit(pulled);
    EXPECT_TRUE(report.passed());
    EXPECT_GT(
        report.find("cloth_energy_rise").limit, 2 * audit(falls).find("cloth_energy_rise").limit);
}

TEST(ClothRun, SettlesBeforeTheMotionBegins)
{
    Scene scene = falling_sheet();
    cloth_of(scene).options.start_time = -0.5;
    const JobResult result = run_scene(scene);
    ASSERT_EQ(result.motion.times.size(), 16u);
    EXPECT_EQ(result.motion.times[0], 0);
    EXPECT_EQ(result.report.iterations, 360);
    // It fell 8 cm before the first sample.
    EXPECT_LT(result.motion.cloth[0].vertex(0, 0).z(), 0.02);
    EXPECT_TRUE(audit(result.motion).passed());
}

TEST(ClothRun, StoppedWhileItSettlesThereIsStillAMotion)
{
    Scene scene = falling_sheet();
    cloth_of(scene).options.start_time = -0.5;
    RunControl control;
    control.time_limit = 1e-9;
    const JobResult result = run_scene(scene, control);
    EXPECT_EQ(result.report.status, RunStatus::limit_reached);
    EXPECT_EQ(result.motion.times.size(), 2u);
    EXPECT_TRUE(audit(result.motion).passed());
}

}  // namespace
}  // namespace gambol
