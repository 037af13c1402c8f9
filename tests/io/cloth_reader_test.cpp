// SPDX-License-Identifier: MIT
#include "gambol/io/input_error.hpp"
#include "gambol/io/scene/job_reader.hpp"
#include "gambol/scene/dress.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

namespace gambol::io {
namespace {

using Eigen::Vector3d;

const char* const kSheet = R"(gambol: 1
method: cloth
duration: 2s
world:
  ground: {friction: 0.5}
  ball: {sphere: {at: [0, 0, 0.3], radius: 0.2}, moves: {velocity: [0.5, 0, 0], from: 1s, until: 2s}}
cloth:
  sheet:
    grid: {size: [0.8, 0.4], cells: [8, 4]}
    material: silk
    at: [0, 0, 0.6]
    pins: [{at: [-0.4, -0.2, 0.6], to: [-0.4, 0.2, 0.6], until: 1s}]
simulation: {steps_per_second: 240, zones: projection}
)";

std::string changed(const std::string& right, const std::string& wrong)
{
    std::string text = kSheet;
    const std::size_t at = text.find(right);
    EXPECT_NE(at, std::string::npos) << right;
    return text.replace(at, right.size(), wrong);
}

std::string complaint(
    const std::string& right, const std::string& wrong, const std::filesystem::path& folder = "")
{
    try {
        (void)read_job_text(changed(right, wrong), "scene.yaml", folder);
    } catch (const InputError& error) {
        return error.what();
    }
    return "accepted";
}

void expect_complaint(const std::string& right, const std::string& wrong, const std::string& words,
    const std::filesystem::path& folder = "")
{
    const std::string said = complaint(right, wrong, folder);
    EXPECT_NE(said.find(words), std::string::npos) << said;
    EXPECT_EQ(said.find("scene.yaml:"), 0u) << said;
}

TEST(ClothReader, ReadsGarmentsPinsAndBodiesThatMove)
{
    const Scene scene = read_job_text(kSheet, "scene.yaml", "").scene;
    const cloth::Task& task = task_of<cloth::Task>(scene);
    const cloth::Outfit outfit = cloth::dress(scene);
    ASSERT_EQ(outfit.garments.size(), 1u);
    const cloth::Garment& sheet = outfit.garments[0];
    EXPECT_EQ(sheet.rest.vertices.size(), 45u);
    EXPECT_EQ(sheet.rest.vertices[0], Vector3d(-0.4, -0.2, 0.6));
    EXPECT_DOUBLE_EQ(sheet.material.density, 0.06);
    ASSERT_EQ(outfit.pins.size(), 1u);
    EXPECT_EQ(outfit.pins[0].vertices.size(), 5u);
    EXPECT_DOUBLE_EQ(outfit.pins[0].until, 1);
    EXPECT_DOUBLE_EQ(task.options.dt, 1.0 / 240);
    EXPECT_EQ(task.options.zones, cloth::ZoneKind::projection);
    ASSERT_EQ(scene.surfaces.size(), 2u);
    EXPECT_LT((scene.surfaces[1].path.at(1.5).translation() - Vector3d(0.25, 0, 0)).norm(), 1e-12);
    EXPECT_FALSE(scene.surfaces[0].path.moves());
}

TEST(ClothReader, WhatIsWrittenOutReadsBackTheSame)
{
    const Job once = read_job_text(kSheet, "scene.yaml", "");
    const Job again = read_job_text(once.resolved_yaml, "again.yaml", "");
    EXPECT_EQ(again.resolved_yaml, once.resolved_yaml);
    EXPECT_EQ(cloth::dress(again.scene).garments[0].rest.vertices,
        cloth::dress(once.scene).garments[0].rest.vertices);
}

TEST(ClothReader, ABodyTurnsAboutItsCentre)
{
    const Scene scene
        = read_job_text(changed("moves: {velocity: [0.5, 0, 0], from: 1s, until: 2s}",
                            "moves: [{when: 0s}, {when: 1s, by: [0, 0, 0.1], turn: 90deg}]"),
            "scene.yaml", "")
              .scene;
    const Eigen::Isometry3d end = scene.surfaces[1].path.at(1);
    EXPECT_LT((end * Vector3d(0, 0, 0.3) - Vector3d(0, 0, 0.4)).norm(), 1e-3);
    EXPECT_LT((end * Vector3d(0.1, 0, 0.3) - Vector3d(0, 0.1, 0.4)).norm(), 1e-3);
}

// A whole turn did nothing at all: as a quaternion it is none.
TEST(ClothReader, ABodyMakesWholeTurnsAboutAStatedPoint)
{
    const std::string moves = "moves: {velocity: [0.5, 0, 0], from: 1s, until: 2s}";
    const Scene scene = read_job_text(
        changed(moves,
            "moves: [{when: 0s}, {when: 1s, turn: {axis: x, angle: 360deg}, about: [0, 0, 0.5]}]"),
        "scene.yaml", "")
                            .scene;
    const RigidPath& path = scene.surfaces[1].path;
    EXPECT_LT((path.at(0.5) * Vector3d(0, 0, 0.3) - Vector3d(0, 0, 0.7)).norm(), 1e-9);
    EXPECT_LT((path.at(0.3) * Vector3d(0, 0, 0.5) - Vector3d(0, 0, 0.5)).norm(), 1e-9);
    expect_complaint(moves,
        "moves: [{when: 0s, turn: 90deg}, {when: 1s, turn: {axis: x, angle: 270deg}}]",
        "about another axis than the key before it");
}

// A body with one key later than the start stood still, and with two it began where the first one
// leads.
TEST(ClothReader, ABodyIsWhereItStandsUntilItsFirstKey)
{
    const std::string moves = "moves: {velocity: [0.5, 0, 0], from: 1s, until: 2s}";
    const auto path = [&](const std::string& keys) {
        return read_job_text(changed(moves, "moves: [" + keys + "]"), "scene.yaml", "")
            .scene.surfaces[1]
            .path;
    };
    const Vector3d top(0.2, 0, 0.3);
    const RigidPath once = path("{when: 2s, turn: 360deg}");
    EXPECT_TRUE(once.moves());
    EXPECT_LT((once.at(0.5) * top - Vector3d(0, 0.2, 0.3)).norm(), 1e-9);
    const RigidPath twice = path("{when: 1s, by: [1, 0, 0]}, {when: 2s, by: [1, 1, 0]}");
    EXPECT_LT((twice.at(0) * top - top).norm(), 1e-12);
    EXPECT_LT((twice.at(0.5) * top - top - Vector3d(0.5, 0, 0)).norm(), 1e-12);
    EXPECT_LT((twice.at(1.5) * top - top - Vector3d(1, 0.5, 0)).norm(), 1e-12);
    // Who says so begins elsewhere, or waits.
    EXPECT_LT((path("{when: 0s, by: [1, 0, 0]}, {when: 1s}").at(0) * top - top - Vector3d(1, 0, 0))
                  .norm(),
        1e-12);
    EXPECT_LT((path("{when: 1s}, {when: 2s, by: [1, 0, 0]}").at(1) * top - top).norm(), 1e-12);
    expect_complaint(
        moves, "moves: [{when: 0s, by: [1, 0, 0]}]", "has one key, and nothing comes after it");
}

// What is gripped later moves from then on.
TEST(ClothReader, PinsAreMovedFromWhenTheyAreGripped)
{
    const Scene scene
        = read_job_text(changed("until: 1s}]", "from: 0.5s, moves: [{when: 1s, by: [0, 0, 1]}]}]"),
            "scene.yaml", "")
              .scene;
    const RigidPath path = cloth::dress(scene).pins.at(0).path;
    EXPECT_LT(path.at(0.5).translation().norm(), 1e-12);
    EXPECT_LT((path.at(0.75).translation() - Vector3d(0, 0, 0.5)).norm(), 1e-12);
}

TEST(ClothReader, CopiesAreSeveralSheetsInOne)
{
    const Scene scene = read_job_text(
        changed("material: silk", "copies: {count: 3, step: [0, 0, 0.1]}"), "scene.yaml", "")
                            .scene;
    const Mesh& rest = task_of<cloth::Task>(scene).garments[0].garment.rest;
    EXPECT_EQ(rest.vertices.size(), 135u);
    EXPECT_EQ(rest.triangles.size(), 192u);
}

TEST(ClothReader, NamesWhatIsWrong)
{
    expect_complaint("material: silk", "material: slik", "did you mean 'silk'");
    expect_complaint("[0.8, 0.4]", "[80, 40]", "lengths are metres");
    expect_complaint("pins: [{at: [-0.4, -0.2, 0.6], to: [-0.4, 0.2, 0.6], until: 1s}]",
        "pins: [{at: [1, 1, 1]}]", "holds nothing");
    expect_complaint("until: 1s}]", "from: 2s, until: 1s}]", "until");
    expect_complaint("zones: projection", "zones: soft", "nonnegative");
    expect_complaint("duration: 2s\n", "", "duration");
    expect_complaint("until: 2s}}", "until: 0.5s}}", "until");
    expect_complaint("method: cloth", "method: cio", "belongs to method cloth");
    expect_complaint("grid: {size: [0.8, 0.4], cells: [8, 4]}", "file: none.obj", "none.obj");
}

TEST(ClothReader, RefusesClothThatIsWhollyInsideSomething)
{
    const std::string pins = "    pins: [{at: [-0.4, -0.2, 0.6], to: [-0.4, 0.2, 0.6], until: 1s}]";
    expect_complaint("at: [0, 0, 0.6]\n" + pins, "at: [0, 0, -0.6]\n", "vertex 1 is inside");
    expect_complaint(
        "size: [0.8, 0.4], cells: [8, 4]}\n    material: silk\n    at: [0, 0, 0.6]\n" + pins,
        "size: [0.1, 0.1], cells: [8, 4]}\n    at: [0, 0, 0.3]\n", "starts in ball: vertex 1");
}

TEST(ClothReader, RefusesPinsThatAreDrivenIntoSomethingSolid)
{
    const std::string pins = "pins: [{at: [-0.4, -0.2, 0.6], to: [-0.4, 0.2, 0.6], until: 1s}]";
    const std::string down
        = "pins: [{at: [-0.4, -0.2, 0.6], moves: {velocity: [0, 0, -1], from: 0.2s, until: 1s}}]";
    expect_complaint(pins, down, "vertex 1 pinned, which goes into ground after 0.8");
    std::string in_time = down;
    in_time.replace(in_time.find("}}]"), 3, "}, until: 0.7s}]");
    EXPECT_EQ(complaint(pins, in_time), "accepted");
}

TEST(ClothReader, RefusesToStartIntersecting)
{
    const std::string said = complaint("at: [0, 0, 0.6]\n    pins", "at: [0, 0, 0.45]\n    #");
    EXPECT_NE(said.find("cloth.sheet starts in ball"), std::string::npos) << said;
    EXPECT_NE(said.find("triangle"), std::string::npos) << said;
}

TEST(ClothReader, AStripStartsAlongACurveAndIsFlatAtRest)
{
    const Scene scene = read_job_text(
        changed("grid: {size: [0.8, 0.4], cells: [8, 4]}",
            "strip: {width: 0.018, across: 1, along: [[-0.4, 0, 0], [0, 0.1, 0], [0.4, 0, 0]]}"),
        "scene.yaml", "")
                            .scene;
    const cloth::Outfit outfit = cloth::dress(scene);
    const cloth::Garment& strip = outfit.garments[0];
    ASSERT_EQ(strip.start.size(), strip.rest.vertices.size());
    EXPECT_LT((strip.start[0] - Vector3d(-0.4, 0, 0.591)).norm(), 1e-9);
    for (const Vector3d& vertex : strip.rest.vertices)
        EXPECT_DOUBLE_EQ(vertex.z(), 0.6);
    EXPECT_EQ(outfit.pins[0].vertices.size(), 2u);  // of where it starts
    expect_complaint("grid: {size: [0.8, 0.4], cells: [8, 4]}",
        "strip: {width: 0.02, length: 1, along: [[0, 0, 0], [1, 0, 0]]}", "has its own");
    expect_complaint("grid: {size: [0.8, 0.4], cells: [8, 4]}",
        "strip: {width: 0.02, along: [[0, 0, 0], [0, 0, 0]]}", "again");
}

TEST(ClothReader, TheEndOfATubeCanBePinned)
{
    const std::string tube
        = R"(tube: {radius: [0.3, 0.2], top_radius: 0.1, length: 0.4, cells: [8, 2]}
    at: [1, 0, 0.6]
    pins: [{edge: top}]
)";
    std::string text = kSheet;
    const std::size_t from = text.find("grid:"), to = text.find("simulation:");
    const Scene scene = read_job_text(text.replace(from, to - from, tube), "s.yaml", "").scene;
    const cloth::Outfit outfit = cloth::dress(scene);
    const cloth::Garment& skirt = outfit.garments[0];
    ASSERT_EQ(outfit.pins[0].vertices.size(), 8u);
    for (const int i : outfit.pins[0].vertices) {
        const Vector3d p = skirt.rest.vertices[std::size_t(i)] - Vector3d(1, 0, 0.8);
        EXPECT_NEAR(p.norm(), 0.1, 1e-12);
        EXPECT_NEAR(p.z(), 0, 1e-12);
    }
    expect_complaint("pins: [{at: [-0.4, -0.2, 0.6], to: [-0.4, 0.2, 0.6], until: 1s}]",
        "pins: [{edge: top}]", "is for tubes");
}

class ClothFiles : public testing::Test {
protected:
    ClothFiles()
    {
        char name[] = "/tmp/gambol-cloth-XXXXXX";
        folder_ = mkdtemp(name);
    }
    ~ClothFiles() override { std::filesystem::remove_all(folder_); }

    void expect_refused(const std::string& obj, const std::string& words)
    {
        std::ofstream(folder_ / "shirt.obj") << obj;
        expect_complaint(
            "grid: {size: [0.8, 0.4], cells: [8, 4]}\n    material: silk\n    at: [0, 0, "
            "0.6]\n    pins:",
            "file: shirt.obj\n    at: [0, 0, 2]\n    #", words, folder_);
    }

    std::filesystem::path folder_;
};

TEST_F(ClothFiles, WithFaultsAreRefusedByTheFirstElement)
{
    expect_refused("v 0 0 0\nv 1 0 0\nv 2 0 0\nf 1 2 3\n", "triangle 1 has no area (shirt.obj:4)");
    expect_refused("v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nv 0 0 -1\nf 1 2 3\nf 1 2 4\nf 1 2 5\n",
        "turned inside out (shirt.obj:7)");
    expect_refused("v 0 0 0\nv 1 0 0\nv 0 1 0\n# a stray one\nv 3 3 3\nf 1 2 3\n",
        "vertex 4 belongs to no triangle (shirt.obj:5)");
    expect_refused("v 0 0 0\nv 100 0 0\nv 0 100 0\nf 1 2 3\n", "scale: 0.01");
    // Two triangles through one another.
    expect_refused("v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0.2 0.2 -0.5\nv 0.2 0.2 0.5\nv 2 2 0\n"
                   "f 1 2 3\nf 4 5 6\n",
        "vertices 2 and 3 of sheet (shirt.obj:2) goes through triangle 2 of sheet (shirt.obj:8)");
}

}  // namespace
}  // namespace gambol::io
