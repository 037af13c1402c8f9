// SPDX-License-Identifier: MIT
#include "scene_variations.hpp"
#include "gambol/io/scene/job_reader.hpp"
#include "gambol/math/rotation.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <set>

namespace gambol::bench {
namespace {

namespace fs = std::filesystem;

std::vector<Variation> suite(int count, std::uint64_t seed = 1)
{
    return make_variations(count, seed, {});
}

Job read(const Variation& variation)
{
    return io::read_job_text(variation.yaml, variation.name + ".yaml", "");
}

/// Heights of the corners of all support patches at the start.
std::vector<double> support_heights(const SceneCharacter& character)
{
    const auto frames = forward_kinematics(character.body, character.start);
    std::vector<double> heights;
    for (const Limb& limb : character.body.limbs) {
        const Patch& patch = character.body.patches[std::size_t(limb.patch)];
        const SegmentFrame& frame = frames[std::size_t(patch.segment)];
        const Eigen::Matrix3d axes = patch_axes(patch.normal);
        if (limb.support)
            for (const int corner : { 0, 1, 2, 3 })
                heights.push_back((frame.position
                    + frame.rotation
                        * (patch.center + (corner & 1 ? 1 : -1) * patch.half_size.x() * axes.col(0)
                            + (corner & 2 ? 1 : -1) * patch.half_size.y() * axes.col(1)))
                                      .z());
    }
    return heights;
}

TEST(Variations, DependOnTheSeedAlone)
{
    const std::vector<Variation> a = suite(30), b = suite(30), c = suite(30, 2);
    int same = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        EXPECT_EQ(a[i].yaml, b[i].yaml);
        same += a[i].yaml == c[i].yaml;
    }
    EXPECT_EQ(same, 0);
    // Written down once: another compiler or standard library must give the same.
    EXPECT_EQ(a[0].what, "human: target 5.9 m off at 76°");
    EXPECT_EQ(a[3].what, "human: arm × 0.92, leg × 1.10, walk 1.4 m");
}

TEST(Variations, LongerSuitesBeginWithShorterOnes)
{
    const std::vector<Variation> few = suite(7), many = suite(20);
    for (std::size_t i = 0; i < few.size(); ++i)
        EXPECT_EQ(few[i].yaml, many[i].yaml) << i;
}

TEST(Variations, AreScenesWithoutWarnings)
{
    std::set<std::string> names;
    for (const Variation& variation : suite(60)) {
        const Job loaded = read(variation);
        EXPECT_EQ(loaded.scene.name, variation.name);
        EXPECT_TRUE(names.insert(variation.name).second) << variation.name;
        EXPECT_EQ(loaded.warnings, std::vector<std::string> {}) << variation.yaml;
        EXPECT_EQ(variation.yaml.find("\ncio:"), std::string::npos) << "no settings of the solver";
    }
}

TEST(Variations, CoverEveryFamilyAndEveryCharacter)
{
    std::set<std::string> families, models;
    for (const Variation& variation : suite(60)) {
        families.insert(variation.family);
        models.insert(read(variation).scene.characters[0].body.model);
    }
    EXPECT_EQ(families, (std::set<std::string> { "walk", "start", "limbs", "body" }));
    for (const io::Listing& character : io::list_characters())
        EXPECT_NE(models.count(character.name) > 0,
            is_for_gaits(character.name) || io::read_character(character.name).character.planar)
            << character.name;
}

TEST(Variations, StandingStartsStandLevel)
{
    int standing = 0;
    for (const Variation& variation : suite(60)) {
        if (variation.yaml.find("from: standing") == std::string::npos)
            continue;
        ++standing;
        for (const double height : support_heights(read(variation).scene.characters[0]))
            EXPECT_NEAR(height, 0, 0.002) << variation.yaml;
    }
    EXPECT_GE(standing, 3);
}

TEST(Variations, JointsOfStartsDifferFromTheNamedPose)
{
    int starts = 0;
    for (const Variation& variation : suite(60)) {
        if (variation.family != "start")
            continue;
        ++starts;
        const SceneCharacter character = read(variation).scene.characters[0];
        const std::string pose = variation.yaml.find("from: standing") != std::string::npos
            ? "standing"
            : variation.what.substr(variation.what.find("lying"),
                variation.what.find(" facing") - variation.what.find("lying"));
        const Pose named = place(character.body, character.body.poses.at(pose), { 0, 0 }, 0);
        const Eigen::VectorXd turned = (character.start.angles - named.angles).cwiseAbs();
        EXPECT_GT(turned.maxCoeff(), 0.1) << variation.what;
        // Levelling the feet turns ankles by more than was drawn, but not by much.
        EXPECT_LT(turned.maxCoeff(), 0.7) << variation.what;
        // Nobody starts lifted off the floor by an arm or a leg.
        EXPECT_LT(character.start.root_position.z() - named.root_position.z(), 0.011)
            << variation.what;
    }
    EXPECT_EQ(starts, 12);
}

TEST(Variations, ObstaclesScaleHeightsAndWhatStandsOnThem)
{
    const fs::path file = fs::temp_directory_path() / "gambol-variation-test.yaml";
    std::ofstream(file) << R"(# Onto a step.
gambol: 1
name: onto
world:
  step: {box: {size: [2, 2, 40cm], at: [2, 0, 0.2]}}
  beam: {box: {size: [0.2, 2, 0.2], at: [5, 0, 1.5]}}
  ramp: {box: {size: [1, 1, 1], at: [9, 0, 0], rotation: {axis: y, angle: 30deg}}}
characters: {ann: {model: human}}
goals:
  - {who: ann, position: [2, 0, 1.4]}
)";
    const std::vector<Variation> varied = make_variations(2, 5, { file });
    fs::remove(file);
    ASSERT_EQ(varied[1].family, "obstacle");
    const Scene scene = read(varied[1]).scene;
    const Box &step = std::get<Box>(scene.surfaces[0].shape),
              &beam = std::get<Box>(scene.surfaces[1].shape),
              &ramp = std::get<Box>(scene.surfaces[2].shape);
    const double factor = step.half_size.z() / 0.2;
    EXPECT_GE(factor, 0.5);
    EXPECT_LE(factor, 1.5);
    EXPECT_GT(std::abs(factor - 1), 0.05);
    EXPECT_NEAR(step.center.z(), step.half_size.z(), 1e-3) << "still on the floor";
    EXPECT_NEAR(beam.center.z(), 1.5 * factor, 1e-3);
    EXPECT_EQ(ramp.half_size.z(), 0.5) << "turned boxes stay as they are";
    const auto& goal = std::get<PositionGoal>(task_of<cio::Task>(scene).goals[0].kind);
    EXPECT_NEAR(goal.target.z() - 1.4, 0.4 * (factor - 1), 2e-3);
    EXPECT_EQ(goal.target.x(), 2);
}

}  // namespace
}  // namespace gambol::bench
