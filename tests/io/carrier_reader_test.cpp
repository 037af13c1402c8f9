// SPDX-License-Identifier: MIT
// Cloth on characters that another scene, run or motion.json moves.
#include "gambol/io/input_error.hpp"
#include "gambol/io/motion/motion_json.hpp"
#include "gambol/io/export/export_options.hpp"
#include "gambol/io/scene/job_reader.hpp"
#include "gambol/scene/dress.hpp"
#include "gambol/scene/scene_error.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace gambol::io {
namespace {

namespace fs = std::filesystem;
using Eigen::Vector3d;

const char* const kCape = R"(gambol: 1
method: cloth
characters:
  ann: {motion: start.yaml}
cloth:
  cape:
    grid: {size: [0.9, 0.5], cells: [9, 5]}
    on: ann/chest
    rotation: {axis: y, angle: 100deg}
    at: [-0.16, 0, -0.08]
    pins: [{at: [-0.082, -0.25, 0.363], to: [-0.082, 0.25, 0.363]}]
)";
const char* const kStart = R"(gambol: 1
duration: 2s
world:
  ground: {friction: 0.7}
  crate: {box: {size: [0.5, 0.5, 0.5], at: [3, 0, 0.25]}}
characters: {ann: {model: human}}
goals: [{who: ann, stand: true}]
)";

class Carried : public testing::Test {
protected:
    Carried()
    {
        char name[] = "/tmp/gambol-carried-XXXXXX";
        folder_ = mkdtemp(name);
        std::ofstream(folder_ / "start.yaml") << kStart;
    }
    ~Carried() override { fs::remove_all(folder_); }

    [[nodiscard]] Job read(const std::string& right = "", const std::string& wrong = "")
    {
        std::string text = kCape;
        if (!right.empty()) {
            const std::size_t at = text.find(right);
            EXPECT_NE(at, std::string::npos) << right;
            text.replace(at, right.size(), wrong);
        }
        return read_job_text(text, "cape.yaml", folder_);
    }
    void expect_complaint(
        const std::string& right, const std::string& wrong, const std::string& words)
    {
        try {
            (void)read(right, wrong);
            ADD_FAILURE() << "accepted: " << wrong;
        } catch (const InputError& error) {
            EXPECT_NE(std::string(error.what()).find(words), std::string::npos) << error.what();
            EXPECT_EQ(std::string(error.what()).find("cape.yaml:"), 0u) << error.what();
        }
    }

    fs::path folder_;
};

const Motion& carriers_of(const Scene& scene)
{
    return task_of<cloth::Task>(scene).carriers;
}

/// What running the start might have led to: everybody as they stand, `by` further on at the end.
Motion walked(const Job& job, const Vector3d& at_first, const Vector3d& by)
{
    Motion motion = carriers_of(job.scene);
    for (MotionCharacter& character : motion.characters)
        for (std::size_t k = 0; k < motion.times.size(); ++k)
            for (Vector3d& position : character.positions[k])
                position += at_first + double(k) / double(motion.times.size() - 1) * by;
    return motion;
}

TEST_F(Carried, ASceneIsToBeRunFirstAndLendsItsWorldAndDuration)
{
    const Job job = read();
    ASSERT_TRUE(job.first);
    EXPECT_EQ(method_name(job.first->scene.task), "cio");
    EXPECT_DOUBLE_EQ(job.scene.duration, 2);
    EXPECT_DOUBLE_EQ(task_of<cloth::Task>(job.scene).options.start_time, -1);
    ASSERT_EQ(job.scene.surfaces.size(), 2u);
    EXPECT_EQ(job.scene.surfaces[1].name, "crate");
    ASSERT_EQ(carriers_of(job.scene).characters.size(), 1u);
    EXPECT_EQ(cloth::dress(job.scene).pins[0].vertices.size(), 6u);
}

TEST_F(Carried, TheGarmentIsPutOnWhereTheMotionBegins)
{
    Job job = read();
    const std::vector<Vector3d> before = cloth::dress(job.scene).garments[0].rest.vertices;
    const Vector3d at_first(0.3, 0, 0), by(1, 0.2, 0);
    take_motion(walked(job, at_first, by), job.scene);
    const cloth::Outfit cloth = cloth::dress(job.scene);
    ASSERT_EQ(cloth.garments.size(), 1u);
    for (std::size_t i = 0; i < before.size(); ++i)
        EXPECT_LT((cloth.garments[0].rest.vertices[i] - before[i] - at_first).norm(), 1e-12);
    // Pins follow the chest.
    ASSERT_EQ(cloth.pins.size(), 1u);
    const Vector3d moved = cloth.pins[0].path.at(2).translation(),
                   start = cloth.pins[0].path.at(0).translation();
    EXPECT_LT((moved - start - by).norm(), 1e-12);
    EXPECT_GT(start.z(), 0.9);
}

TEST_F(Carried, AMotionThatDrivesABodyThroughAPinIsRefused)
{
    Job job = read();
    Motion motion = walked(job, Vector3d::Zero(), Vector3d::Zero());
    // At the end the head has sunk between the shoulders.
    MotionCharacter& ann = motion.characters[0];
    for (std::size_t b = 0; b < ann.bodies.size(); ++b)
        if (ann.bodies[b].name == "head")
            ann.positions.back()[b] += Vector3d(-0.08, 0, -0.15);
    try {
        take_motion(motion, job.scene);
        (void)cloth::dress(job.scene);
        ADD_FAILURE() << "accepted";
    } catch (const SceneError& error) {
        EXPECT_NE(std::string(error.what()).find("cloth.cape has vertex"), std::string::npos);
        EXPECT_NE(std::string(error.what()).find("goes into ann/head"), std::string::npos)
            << error.what();
    }
}

TEST_F(Carried, WhatIsWrittenOutNeedsNoOtherFile)
{
    const Job once = read();
    fs::remove(folder_ / "start.yaml");
    const Job again = read_job_text(once.resolved_yaml, "again.yaml", "/");
    ASSERT_TRUE(again.first);
    EXPECT_EQ(again.resolved_yaml, once.resolved_yaml);
    EXPECT_EQ(cloth::dress(again.scene).garments[0].rest.vertices,
        cloth::dress(once.scene).garments[0].rest.vertices);
}

TEST_F(Carried, AMotionFileNeedsNoRun)
{
    Job job = read();
    Motion motion = walked(job, Vector3d::Zero(), Vector3d::UnitX());
    motion.name = "walk";
    motion.method = "cio";
    write_export(folder_ / "motion.json", motion_to_json(motion));
    const Job from_file = read("start.yaml", "motion.json");
    EXPECT_FALSE(from_file.first);
    EXPECT_EQ(carriers_of(from_file.scene).characters[0].name, "ann");
    EXPECT_EQ(from_file.scene.surfaces.size(), 1u);  // the ground: a motion.json has no scene
}

TEST_F(Carried, NamesWhatIsWrong)
{
    expect_complaint("on: ann/chest", "on: ann/chset", "did you mean 'ann/chest'");
    expect_complaint("motion: start.yaml", "motion: none.yaml", "does not exist");
    expect_complaint("  ann: {motion", "  bob: {motion", "is not in its motion");
    expect_complaint("method: cloth\n", "method: cloth\nduration: 3s\n", "duration");
    expect_complaint("at: [-0.16, 0, -0.08]\n    pins", "at: [0, 0, 0]\n    #", "starts in ann/");
    std::ofstream(folder_ / "clip.bvh") << "HIERARCHY\n";
    expect_complaint("start.yaml", "clip.bvh", "refine it first");
    std::ofstream(folder_ / "other.yaml") << std::string(kStart) + "seed: 2\n";
    expect_complaint("ann: {motion: start.yaml}",
        "ann: {motion: start.yaml}\n  bob: {motion: other.yaml}", "another movement");
}

}  // namespace
}  // namespace gambol::io
