// SPDX-License-Identifier: MIT
#include "gambol/io/motion/motion_json.hpp"

#include "gambol/io/input_error.hpp"
#include "gambol/motion/audit.hpp"
#include "support/example_motion.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <filesystem>
#include <fstream>
#include <limits>
#include <stdexcept>

namespace gambol::io {
namespace {

using nlohmann::json;

Motion reread(const Motion& motion)
{
    return motion_from_json(motion_to_json(motion), "motion.json");
}

/// The message for an example whose JSON was changed by `spoil`.
template <class Spoil> std::string complaint(Spoil spoil)
{
    json document = json::parse(motion_to_json(test::twisting_stand()));
    spoil(document);
    try {
        static_cast<void>(motion_from_json(document.dump(), "motion.json"));
    } catch (const InputError& error) {
        return error.what();
    }
    return "accepted";
}

TEST(MotionJson, KeepsAHeightfield)
{
    Motion motion = test::twisting_stand();
    Heightfield field { { -1, 0.25 }, { 0.5, 0.125 }, Eigen::MatrixXd(3, 2) };
    field.heights << 0, 0.1, 0.2, 0.3, 0.4, 0.5;
    motion.surfaces.push_back({ "hills", field, 0.7 });
    const json written = json::parse(motion_to_json(motion));
    const json& shape = written["surfaces"][1]["shape"]["heightfield"];
    // One row per y, x within the row.
    EXPECT_EQ(shape["heights"], json::parse("[[0, 0.2, 0.4], [0.1, 0.3, 0.5]]"));
    const Motion copy = reread(motion);
    const auto& read = std::get<Heightfield>(copy.surfaces[1].shape);
    EXPECT_EQ(read.origin, field.origin);
    EXPECT_EQ(read.cell, field.cell);
    EXPECT_EQ(read.heights, field.heights);
}

TEST(MotionJson, NamesMistakesOfAHeightfield)
{
    const auto with = [](const char* shape) {
        return complaint([&](json& document) {
            document["surfaces"][0]["shape"] = { { "heightfield", json::parse(shape) } };
        });
    };
    EXPECT_EQ(with(R"({"origin": [0, 0], "cell": [1, 1], "heights": [[0, 0], [0, 0, 0]]})"),
        "motion.json: surfaces[0].shape.heightfield.heights[1]: expected 2 entries, found 3");
    EXPECT_EQ(with(R"({"origin": [0, 0], "cell": [1, 0], "heights": [[0, 0], [0, 0]]})"),
        "motion.json: surfaces[0].shape.heightfield.cell: both lengths must be above 0");
    EXPECT_EQ(with(R"({"origin": [0, 0], "cell": [1, 1], "heights": [[0, 0]]})"),
        "motion.json: surfaces[0].shape.heightfield.heights: at least 2 rows of 2 heights are "
        "needed");
    EXPECT_EQ(
        with(R"({"origin": [0, 0], "cell": [1, 1], "heights": [[0, 0], [0, 0]]})"), "accepted");
}

TEST(MotionJson, KeepsWhatJointsCanDoWhatWasAskedAndWhatIsClaimed)
{
    Motion motion = test::twisting_stand();
    const double infinity = std::numeric_limits<double>::infinity();
    MotionJoints& joints = motion.characters[0].joints;
    joints.names = { "knee", "hip" };
    const auto pair = [](double one, double other) {
        Eigen::VectorXd both(2);
        both << one, other;
        return both;
    };
    joints.values.assign(motion.times.size(), pair(0.1, 0.2));
    joints.lower = pair(-0.5, -infinity);
    joints.upper = pair(2, infinity);
    joints.torque_lower = pair(-100, -infinity);
    motion.asked = { { "ann", "stand", 2, { "left_foot", "right_foot" } } };
    motion.claims = { "drag", "rest" };
    const json written = json::parse(motion_to_json(motion));
    EXPECT_EQ(written["characters"][0]["joints"]["lower"], json::parse("[-0.5, null]"));
    EXPECT_FALSE(written["characters"][0]["joints"].contains("torque_upper"));
    const Motion copy = reread(motion);
    const MotionJoints& read = copy.characters[0].joints;
    EXPECT_EQ(read.lower, joints.lower);
    EXPECT_EQ(read.upper, joints.upper);
    EXPECT_EQ(read.torque_lower, joints.torque_lower);
    EXPECT_EQ(read.torque_upper.size(), 0);
    ASSERT_EQ(copy.asked.size(), 1u);
    EXPECT_EQ(copy.asked[0].what, "stand");
    EXPECT_EQ(copy.asked[0].time, 2);
    EXPECT_EQ(copy.asked[0].contacts, motion.asked[0].contacts);
    EXPECT_EQ(copy.claims, motion.claims);
}

TEST(MotionJson, ReadsBackWhatItWrote)
{
    for (const Motion& motion : test::all_examples()) {
        const Motion copy = reread(motion);
        EXPECT_EQ(copy.name, motion.name);
        EXPECT_EQ(copy.mass_model, motion.mass_model);
        EXPECT_EQ(copy.times, motion.times);
        EXPECT_EQ(copy.markers.size(), motion.markers.size());
        ASSERT_EQ(copy.characters.size(), motion.characters.size());
        ASSERT_EQ(copy.props.size(), motion.props.size());
        for (std::size_t c = 0; c < motion.characters.size(); ++c) {
            const MotionCharacter &a = motion.characters[c], &b = copy.characters[c];
            for (std::size_t i = 0; i < a.bodies.size(); ++i) {
                EXPECT_EQ(a.bodies[i].inertial.inertia, b.bodies[i].inertial.inertia);
                EXPECT_EQ(a.bodies[i].shapes.size(), b.bodies[i].shapes.size());
            }
            for (std::size_t k = 0; k < motion.times.size(); ++k)
                for (std::size_t i = 0; i < a.bodies.size(); ++i) {
                    EXPECT_LT((a.positions[k][i] - b.positions[k][i]).norm(), 1e-8);
                    EXPECT_LT(
                        (a.rotations[k][i].coeffs() - b.rotations[k][i].coeffs()).norm(), 1e-8);
                }
            for (std::size_t p = 0; p < a.contacts.size(); ++p) {
                EXPECT_EQ(a.contacts[p].with, b.contacts[p].with);
                for (std::size_t k = 0; k < motion.times.size(); ++k)
                    EXPECT_LT((a.contacts[p].force[k] - b.contacts[p].force[k]).norm(), 1e-5);
            }
        }
    }
}

TEST(MotionJson, AuditSeesTheSameAfterRereading)
{
    for (const Motion& motion : test::all_examples()) {
        const AuditReport before = audit(motion), after = audit(reread(motion));
        EXPECT_TRUE(after.passed());
        for (std::size_t i = 0; i < before.checks.size(); ++i)
            EXPECT_NEAR(before.checks[i].value, after.checks[i].value, 1e-6)
                << before.checks[i].name;
    }
}

TEST(MotionJson, WritingWhatWasReadGivesTheSameBytes)
{
    for (const Motion& motion : test::all_examples()) {
        const std::string text = motion_to_json(motion);
        EXPECT_EQ(text, motion_to_json(motion_from_json(text, "motion.json")));
    }
}

TEST(MotionJson, IsSmall)
{
    // 817 samples × 7 bodies; a 5 s clip of 17 bodies then stays below 2 MB.
    const std::string text = motion_to_json(test::two_steps());
    EXPECT_LT(text.size(), 1'000'000u);
}

TEST(MotionJson, FollowsTheContract)
{
    const json document = json::parse(motion_to_json(test::crate_scene()));
    EXPECT_EQ(document["format"], "gambol/motion");
    EXPECT_EQ(document["version"], 1);
    EXPECT_EQ(document["characters"][0]["positions"].size(), document["times"].size());
    EXPECT_TRUE(document["characters"][0]["joints"]["torques"].is_null());
    EXPECT_TRUE(document["props"][1]["contacts"].empty());
    EXPECT_EQ(document["characters"][0]["contacts"][0]["with"][0], "crate");
    EXPECT_EQ(document["characters"][0]["bodies"][0]["inertia"].size(), 6u);
    EXPECT_EQ(document["surfaces"][0]["shape"]["plane"]["normal"], json({ 0, 0, 1 }));
    EXPECT_TRUE(
        json::parse(motion_to_json(test::hop()))["characters"][0]["contacts"][0]["with"][150]
            .is_null());
}

TEST(MotionJson, RefusesToWriteNaN)
{
    Motion motion = test::twisting_stand();
    motion.characters[0].contacts[0].torsion[3] = std::numeric_limits<double>::quiet_NaN();
    EXPECT_THROW(static_cast<void>(motion_to_json(motion)), std::logic_error);
}

TEST(MotionJson, NamesThePlaceOfAMistake)
{
    EXPECT_EQ(complaint([](json& m) { m["characters"][0]["contacts"][1]["force"].erase(0); }),
        "motion.json: characters[0].contacts[1].force: expected 241 entries, found 240");
    EXPECT_EQ(
        complaint([](json& m) { m.erase("gravity"); }), "motion.json: \"gravity\" is missing");
    EXPECT_EQ(complaint([](json& m) { m["version"] = 2; }),
        "motion.json: version: version 2 is not known here; this program reads version 1");
    EXPECT_EQ(complaint([](json& m) { m["characters"][0]["positions"][7][2][1] = "x"; }),
        "motion.json: characters[0].positions[7][2][1]: expected a number, found string");
    EXPECT_EQ(complaint([](json& m) { m["characters"][0]["bodies"][2]["parent"] = 5; }),
        "motion.json: characters[0].bodies[2].parent: a parent must be -1 or stand before its "
        "child");
    EXPECT_EQ(complaint([](json& m) { m["characters"][0]["contacts"][0]["body"] = 7; }),
        "motion.json: characters[0].contacts[0].body: there is no body 7");
    EXPECT_EQ(complaint([](json& m) {
        m["surfaces"][0]["shape"] = { { "torus", 1 } };
    }),
        "motion.json: surfaces[0].shape: unknown shape \"torus\"; known are plane, box, capsule, "
        "sphere, heightfield and mesh");
    EXPECT_EQ(complaint([](json& m) { m["times"][4] = 0; }),
        "motion.json: times[4]: times must increase");
    EXPECT_EQ(complaint([](json& m) {
        m["characters"][0]["rotations"][0][0] = { 0, 0, 0, 0 };
    }),
        "motion.json: characters[0].rotations[0][0]: a rotation must be a unit quaternion");
    EXPECT_EQ(complaint([](json& m) { m["characters"] = 3; }),
        "motion.json: characters: expected an array, found number");
    EXPECT_EQ(complaint([](json& m) { m = 3; }), "motion.json: expected an object, found number");
}

TEST(MotionJson, NamesTheByteWhereItIsNoJson)
{
    try {
        static_cast<void>(motion_from_json("{\"format\": oops}", "run/motion.json"));
        FAIL();
    } catch (const InputError& error) {
        EXPECT_STREQ(error.what(), "run/motion.json: not JSON, mistake at byte 12");
    }
}

class MotionFiles : public testing::Test {
protected:
    void SetUp() override
    {
        folder_ = std::filesystem::temp_directory_path()
            / ("gambol_motion_json_"
                + std::to_string(testing::UnitTest::GetInstance()->random_seed())
                + testing::UnitTest::GetInstance()->current_test_info()->name());
        std::filesystem::create_directories(folder_);
    }
    void TearDown() override { std::filesystem::remove_all(folder_); }
    std::filesystem::path folder_;
};

TEST_F(MotionFiles, ADirectoryStandsForItsMotionFile)
{
    std::ofstream out(folder_ / "motion.json");
    write_motion_json(test::hop(), out);
    out.close();
    EXPECT_EQ(read_motion_json(folder_).name, "hop");
    EXPECT_EQ(read_motion_json(folder_ / "motion.json").name, "hop");
}

TEST_F(MotionFiles, AMissingFileIsNamed)
{
    EXPECT_THROW(static_cast<void>(read_motion_json(folder_)), InputError);
}

TEST_F(MotionFiles, MeshesComeFromObjFilesBesideIt)
{
    Motion motion = test::hop();
    motion.surfaces.push_back({ "rock", Mesh { "rock.obj", {}, {} }, 0.5 });
    std::ofstream(folder_ / "motion.json") << motion_to_json(motion);
    EXPECT_THROW(static_cast<void>(read_motion_json(folder_)), InputError);

    std::ofstream(folder_ / "rock.obj")
        << "# a pyramid\nv 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0.5 0.5 1\n"
        << "f 4 3 2 1\nf 1/1/1 2/2/2 5/3/3\nf 2 3 -1\nf 3 4 5\nf 4 1 5\n";
    const Mesh rock = std::get<Mesh>(read_motion_json(folder_).surfaces.back().shape);
    EXPECT_EQ(rock.vertices.size(), 5u);
    EXPECT_EQ(rock.triangles.size(), 6u);
    EXPECT_EQ(rock.triangles[3], Eigen::Vector3i(1, 2, 4));
}

}  // namespace
}  // namespace gambol::io
