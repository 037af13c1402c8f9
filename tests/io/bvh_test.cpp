// SPDX-License-Identifier: MIT
#include "gambol/io/bvh/bvh.hpp"

#include "support/example_motion.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace gambol::io {
namespace {

using Eigen::Affine3d;
using Eigen::Vector3d;

struct Joint {
    std::string name;
    int parent = -1;
    Vector3d offset = Vector3d::Zero();
    std::vector<std::string> channels;
};

/// A BVH file read with no knowledge of how it was written.
struct Bvh {
    std::vector<Joint> joints;  // End Sites too, without channels
    double frame_time = 0;
    std::vector<std::vector<double>> frames;

    explicit Bvh(const std::string& text)
    {
        std::istringstream in(text);
        std::string word;
        std::vector<int> open;
        in >> word;
        EXPECT_EQ(word, "HIERARCHY");
        while (in >> word && word != "MOTION") {
            if (word == "ROOT" || word == "JOINT" || word == "End") {
                Joint joint;
                in >> joint.name;
                joint.parent = open.empty() ? -1 : open.back();
                joints.push_back(joint);
                in >> word;
                EXPECT_EQ(word, "{");
                open.push_back(static_cast<int>(joints.size()) - 1);
            } else if (word == "OFFSET") {
                Vector3d& o = joints[open.back()].offset;
                in >> o.x() >> o.y() >> o.z();
            } else if (word == "CHANNELS") {
                int count = 0;
                in >> count;
                for (int i = 0; i < count; ++i) {
                    in >> word;
                    joints[open.back()].channels.push_back(word);
                }
            } else if (word == "}") {
                open.pop_back();
            } else {
                ADD_FAILURE() << "unexpected " << word;
                return;
            }
        }
        int count = 0;
        in >> word >> count >> word >> word >> frame_time;
        std::size_t channels = 0;
        for (const Joint& joint : joints)
            channels += joint.channels.size();
        frames.assign(count, std::vector<double>(channels));
        for (auto& frame : frames)
            for (double& value : frame)
                in >> value;
        EXPECT_TRUE(in) << "too few numbers";
        EXPECT_FALSE(in >> word) << "too many numbers";
    }

    std::vector<Affine3d> pose(std::size_t k) const
    {
        std::vector<Affine3d> world;
        std::size_t next = 0;
        for (const Joint& joint : joints) {
            Affine3d local = Affine3d::Identity();
            Vector3d translation = joint.offset;
            for (const std::string& channel : joint.channels) {
                const double value = frames[k][next++];
                const int axis = channel[0] - 'X';
                if (channel.ends_with("position"))
                    translation[axis] += value;
                else
                    local.rotate(Eigen::AngleAxisd(value * M_PI / 180, Vector3d::Unit(axis)));
            }
            local.pretranslate(translation);
            world.push_back(joint.parent < 0 ? local : world[joint.parent] * local);
        }
        return world;
    }
};

Vector3d y_up(const Vector3d& v)
{
    return { v.x(), v.z(), -v.y() };
}

void expect_joints_match(const Bvh& bvh, const MotionCharacter& character, double scale)
{
    ASSERT_EQ(bvh.frames.size(), character.positions.size());
    for (std::size_t k = 0; k < bvh.frames.size(); k += 7) {
        const std::vector<Affine3d> pose = bvh.pose(k);
        for (std::size_t j = 0; j < bvh.joints.size(); ++j)
            for (std::size_t i = 0; i < character.bodies.size(); ++i)
                if (character.bodies[i].name == bvh.joints[j].name) {
                    EXPECT_LT(
                        (pose[j].translation() - scale * y_up(character.positions[k][i])).norm(),
                        1e-3)
                        << bvh.joints[j].name << " at frame " << k;
                    const Vector3d z = character.rotations[k][i] * Vector3d::UnitZ();
                    EXPECT_LT((pose[j].linear() * Vector3d::UnitY() - y_up(z)).norm(), 1e-6);
                }
    }
}

TEST(Bvh, JointsAreWhereTheMotionSaysInCentimetres)
{
    for (const Motion& motion : test::all_examples())
        for (std::size_t c = 0; c < motion.characters.size(); ++c) {
            const Bvh bvh(character_to_bvh(motion, static_cast<int>(c)));
            EXPECT_NEAR(bvh.frame_time, 1.0 / 120, 1e-8);
            expect_joints_match(bvh, motion.characters[c], 100);
        }
}

TEST(Bvh, HierarchyIsTheTreeOfBodies)
{
    const Motion motion = test::hop();
    const Bvh bvh(character_to_bvh(motion, 0));
    std::vector<std::string> names;
    int ends = 0;
    for (const Joint& joint : bvh.joints) {
        if (joint.channels.empty()) {
            ++ends;
            EXPECT_GT(joint.offset.norm(), 1);  // cm
            continue;
        }
        names.push_back(joint.name);
        EXPECT_EQ(joint.channels.size(), joint.parent < 0 ? 6u : 3u);
    }
    EXPECT_EQ(names,
        (std::vector<std::string> { "torso", "left_thigh", "left_shank", "left_foot", "right_thigh",
            "right_shank", "right_foot" }));
    EXPECT_EQ(ends, 2);
}

TEST(Bvh, AnglesDoNotJump)
{
    // Ten turns about the vertical and a somersault: raw angles would wrap.
    Motion motion = test::twisting_stand();
    MotionCharacter& ann = motion.characters[0];
    for (std::size_t k = 0; k < motion.times.size(); ++k) {
        const double t = motion.times[k];
        ann.rotations[k][0] = Eigen::AngleAxisd(5 * t, Vector3d(0.2, 0.3, 1).normalized());
    }
    const Bvh bvh(character_to_bvh(motion, 0));
    for (std::size_t k = 1; k < bvh.frames.size(); ++k)
        for (int c = 3; c < 6; ++c)
            EXPECT_LT(std::abs(bvh.frames[k][c] - bvh.frames[k - 1][c]), 30) << "frame " << k;
}

TEST(Bvh, SurvivesGimbalLock)
{
    Motion motion = test::twisting_stand();
    MotionCharacter& ann = motion.characters[0];
    ann.bodies.resize(1);
    for (std::size_t k = 0; k < motion.times.size(); ++k) {
        ann.positions[k].resize(1);
        ann.rotations[k] = { Eigen::Quaterniond(
            Eigen::AngleAxisd(M_PI / 2 * (k % 3 == 0 ? 1 : -1), Vector3d::UnitX())
            * Eigen::AngleAxisd(0.01 * double(k), Vector3d::UnitZ())) };
    }
    expect_joints_match(Bvh(character_to_bvh(motion, 0)), ann, 100);
}

TEST(Bvh, RateUpAxisAndScaleAreAsAsked)
{
    const Motion motion = test::two_steps();
    const Bvh bvh(character_to_bvh(motion, 0, { .fps = 30, .up = 'z', .scale = 1 }));
    EXPECT_NEAR(bvh.frame_time, 1.0 / 30, 1e-8);
    EXPECT_LT(
        (bvh.pose(30)[0].translation() - motion.characters[0].positions[120][0]).norm(), 1e-5);
}

TEST(Bvh, ARestPoseChangesOffsetsAndAnglesButNoPlaces)
{
    // Thighs that call themselves arms: they hang, and rest stretched out to the sides.
    Motion motion = test::two_steps();
    MotionCharacter& ann = motion.characters[0];
    ann.bodies[1].name = "left_upper_arm";
    ann.bodies[4].name = "right_upper_arm";
    const Bvh bvh(character_to_bvh(motion, 0, { .up = 'z', .scale = 1, .rest = RestPose::t }));
    for (const Joint& joint : bvh.joints)
        if (joint.name == "left_shank") {
            EXPECT_LT((joint.offset - Vector3d(0, 0.42, 0)).norm(), 1e-5);
        }
    for (std::size_t k = 0; k < motion.times.size(); k += 50) {
        const std::vector<Affine3d> pose = bvh.pose(k);
        for (std::size_t j = 0; j < bvh.joints.size(); ++j)
            for (std::size_t i = 0; i < ann.bodies.size(); ++i)
                if (ann.bodies[i].name == bvh.joints[j].name) {
                    EXPECT_LT((pose[j].translation() - ann.positions[k][i]).norm(), 1e-5);
                }
    }
}

TEST(Bvh, FurtherRootsHangOnTheFirst)
{
    Motion motion = test::twisting_stand();
    motion.characters[0].bodies[4].parent = -1;  // the right leg comes off
    for (auto& row : motion.characters[0].positions)
        row[4].y() -= 0.3;
    const Bvh bvh(character_to_bvh(motion, 0));
    for (std::size_t j = 0; j < bvh.joints.size(); ++j) {
        if (bvh.joints[j].name != "right_thigh")
            continue;
        const Vector3d expected = 100 * y_up(motion.characters[0].positions[99][4]);
        EXPECT_LT((bvh.pose(99)[j].translation() - expected).norm(), 1e-3);
    }
}

TEST(Bvh, SeveralCharactersGetAFileEach)
{
    const std::filesystem::path folder = std::filesystem::temp_directory_path() / "gambol_bvh_test";
    std::filesystem::create_directories(folder);
    const auto one = write_bvh(test::hop(), folder / "motion.bvh").files;
    const auto two = write_bvh(test::crate_scene(), folder / "motion.bvh").files;
    ASSERT_EQ(one.size(), 1u);
    EXPECT_EQ(one[0].filename(), "motion.bvh");
    ASSERT_EQ(two.size(), 2u);
    EXPECT_EQ(two[0].filename(), "motion-ann.bvh");
    EXPECT_EQ(two[1].filename(), "motion-bob.bvh");
    for (const auto& file : two)
        EXPECT_TRUE(std::filesystem::exists(file));
    std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace gambol::io
