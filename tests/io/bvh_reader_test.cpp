// SPDX-License-Identifier: MIT
#include "gambol/io/bvh/bvh_reader.hpp"

#include "gambol/io/bvh/bvh.hpp"
#include "gambol/io/bvh/bvh_clip.hpp"
#include "gambol/io/input_error.hpp"
#include "gambol/io/scene/job_reader.hpp"
#include "gambol/methods/refine/clip_fit.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>

namespace gambol::io {
namespace {

/// The human of a scene, waving, as a motion.
struct Waving {
    Scene scene
        = read_job_text("gambol: 1\ncharacters: {ann: {model: human}}\n", "wave.yaml", ".").scene;
    std::vector<Pose> poses;
    Motion motion;

    Waving()
    {
        const Character& body = scene.characters.front().body;
        motion.characters.emplace_back();
        MotionCharacter& ann = motion.characters.front();
        ann.name = "ann";
        for (const Segment& segment : body.segments)
            ann.bodies.push_back({ segment.name, segment.parent, {}, segment.shapes });
        for (int t = 0; t < 20; ++t) {
            Pose pose = scene.characters.front().start;
            for (Eigen::Index i = 0; i < pose.angles.size(); ++i)
                pose.angles[i] += 0.05 * std::sin(0.2 * t + double(i));
            pose.root_position.x() += 0.01 * t;
            motion.times.push_back(t / 60.0);
            ann.positions.emplace_back();
            ann.rotations.emplace_back();
            for (const SegmentFrame& frame : forward_kinematics(body, pose)) {
                ann.positions.back().push_back(frame.position);
                ann.rotations.back().push_back(frame.rotation);
            }
            poses.push_back(pose);
        }
    }
};

void expect_round_trip(const ExportOptions& written, const BvhOptions& read)
{
    const Waving waving;
    const std::filesystem::path file
        = std::filesystem::temp_directory_path() / "gambol_bvh_reader_test.bvh";
    std::ofstream(file) << character_to_bvh(waving.motion, 0, written);
    const Character& body = waving.scene.characters.front().body;
    const Reference reference
        = refine::reference_of_clip(read_bvh_clip(file, read, body), waving.scene);
    std::filesystem::remove(file);
    ASSERT_EQ(reference.poses.size(), waving.poses.size());
    EXPECT_NEAR(reference.times[6], 0.1, 1e-6);
    for (std::size_t t = 0; t < waving.poses.size(); t += 3) {
        const auto found = forward_kinematics(body, reference.poses[t]),
                   expected = forward_kinematics(body, waving.poses[t]);
        for (std::size_t i = 0; i < found.size(); ++i)
            EXPECT_LT((found[i].position - expected[i].position).norm(), 2e-3)
                << body.segments[i].name << " at " << t;
    }
}

TEST(BvhReader, OwnExportReadsBackInCentimetresYUp)
{
    expect_round_trip({}, {});
}

TEST(BvhReader, OwnExportReadsBackInMetresZUp)
{
    expect_round_trip({ .up = 'z', .scale = 1 }, { .scale = 1, .up = 'z', .joints = {} });
}

TEST(BvhReader, OrderOfRotationsIsThatOfTheFile)
{
    const std::string text = "HIERARCHY\nROOT a\n{\nOFFSET 0 0 0\nCHANNELS 3 Xrotation Zrotation "
                             "Yrotation\nEnd Site\n{\nOFFSET 0 1 0\n}\n}\nMOTION\nFrames: 2\n"
                             "Frame Time: 0.1\n90 90 0\n0 0 0\n";
    // Rx(90) Rz(90) ŷ = Rx(90) (−x̂) = −x̂.
    const Eigen::Vector3d tip = parse_bvh(text, "a.bvh").pose(0)[1].translation();
    EXPECT_LT((tip + Eigen::Vector3d::UnitX()).norm(), 1e-12);
}

TEST(BvhReader, MistakesAreNamedWithTheirLine)
{
    try {
        (void)parse_bvh("HIERARCHY\nROOT a\n{\nOFFSET 0 0 x\n", "a.bvh");
        FAIL();
    } catch (const InputError& error) {
        EXPECT_NE(std::string(error.what()).find("a.bvh:4"), std::string::npos) << error.what();
    }
}

// 100,000 joints within each other ended in SIGSEGV.
TEST(BvhReader, ChainsWithoutEndAreRefused)
{
    std::string text = "HIERARCHY\nROOT a\n";
    for (int i = 0; i < 100000; ++i)
        text += "{\nOFFSET 0 0 0\nCHANNELS 3 Xrotation Yrotation Zrotation\nJOINT a\n";
    try {
        (void)parse_bvh(text, "a.bvh");
        FAIL();
    } catch (const InputError& error) {
        EXPECT_NE(std::string(error.what()).find("more than 256 joints"), std::string::npos)
            << error.what();
    }
}

}  // namespace
}  // namespace gambol::io
