// SPDX-License-Identifier: MIT
// What people get wrong in `start`, and what they are told.
#include "gambol/io/input_error.hpp"
#include "gambol/io/motion/motion_json.hpp"
#include "gambol/io/scene/job_reader.hpp"
#include "gambol/methods/motion_frame.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace gambol::io {
namespace {

namespace fs = std::filesystem;

/// A folder of its own for every test.
class Start : public testing::Test {
protected:
    Start()
    {
        fs::remove_all(folder_);
        fs::create_directories(folder_);
    }
    ~Start() override { fs::remove_all(folder_); }

    void write(const std::string& name, const std::string& text) const
    {
        std::ofstream(folder_ / name) << text;
    }
    /// A motion of `samples` samples of a model that stands.
    void write_motion(const std::string& name, const std::string& model, int samples) const
    {
        const Scene scene
            = read_job_text("gambol: 1\ncharacters: {ann: {model: " + model + "}}\n", "s.yaml", ".")
                  .scene;
        Motion motion = described_whole_body(scene);
        MotionCharacter& ann = motion.characters.front();
        const Pose& pose = scene.characters.front().start;
        for (int t = 0; t < samples; ++t) {
            motion.times.push_back(t / 100.0);
            append_sample(
                forward_kinematics(scene.characters.front().body, pose), pose.angles, ann);
            for (MotionContact& contact : ann.contacts)
                append_sample(0, {}, scene.surfaces, Eigen::Vector3d::Zero(), contact);
        }
        write(name, motion_to_json(motion));
    }
    [[nodiscard]] std::string said(const std::string& start, const std::string& rest = "") const
    {
        const std::string text = "gambol: 1\nmethod: spacetime\ncharacters: {ann: {model: "
                                 "human}}\nstart: "
            + start + "\n" + rest;
        try {
            (void)read_job_text(text, "scene.yaml", folder_);
        } catch (const InputError& error) {
            return error.what();
        }
        return "accepted";
    }

    fs::path folder_ = fs::temp_directory_path()
        / (std::string("gambol_start_")
            + testing::UnitTest::GetInstance()->current_test_info()->name());
};

TEST_F(Start, FileThatIsNotThere)
{
    EXPECT_EQ(
        said("nowhere.yaml"), "scene.yaml:4:8: start names 'nowhere.yaml', which does not exist");
    EXPECT_EQ(said("{bvh: nowhere.bvh}"),
        "scene.yaml:4:14: start.bvh names 'nowhere.bvh', which does not exist");
}

TEST_F(Start, FileOfAnotherKind)
{
    write("walk.txt", "");
    EXPECT_EQ(said("walk.txt"),
        "scene.yaml:4:8: start must be a scene (.yaml), the directory of a run, a motion.json or a "
        ".bvh file");
    EXPECT_EQ(said("."),
        "scene.yaml:4:8: start is a directory without motion.json, so it is not that of a run");
}

/// This read files without end.
TEST_F(Start, ScenesThatStartFromEachOther)
{
    write("a.yaml", "gambol: 1\nmethod: spacetime\nstart: b.yaml\n");
    write("b.yaml", "gambol: 1\nmethod: spacetime\nstart: a.yaml\n");
    EXPECT_EQ(
        said("a.yaml"), "scene.yaml:4:8: start leads back to a.yaml, which starts from itself");
}

// A chain of 500 took more than a minute to read, and would have taken an hour to run.
TEST_F(Start, ScenesThatNeedTooManyOthers)
{
    const auto name = [](int i) { return std::string("s").append(std::to_string(i)); };
    const auto chain = [&](int length) {
        for (int i = 0; i < length; ++i)
            write(name(i).append(".yaml"),
                std::string("gambol: 1\nmethod: spacetime\nstart: ")
                    .append(name(i + 1))
                    .append(".yaml\n"));
        write(name(length).append(".yaml"),
            "gambol: 1\nduration: 2s\ncharacters: {ann: {model: human}}\n");
    };
    chain(5);
    EXPECT_EQ(said("s0.yaml"), "accepted");
    chain(400);
    EXPECT_EQ(said("s0.yaml"),
        "scene.yaml:4:8: start needs more than 32 scenes to be run first; run some of them before "
        "and name their directories");
}

TEST_F(Start, MotionOfAnotherBody)
{
    write_motion("dog.json", "quadruped", 3);
    EXPECT_EQ(said("dog.json"),
        "scene.yaml:4:8: 'ann' there has other bodies or joints than model 'human'; name the model "
        "that the motion was made with");
}

TEST_F(Start, MotionWithoutMovement)
{
    write_motion("still.json", "human", 1);
    EXPECT_EQ(said("still.json"), "scene.yaml:4:8: has 1 samples; a movement has at least two");
    write_motion("stands.json", "human", 3);
    EXPECT_EQ(said("stands.json"), "accepted");
}

TEST_F(Start, ContactsAndTimesAreThoseOfTheStart)
{
    write_motion("stands.json", "human", 3);
    EXPECT_EQ(said("stands.json", "phases: []\n"),
        "scene.yaml:5:9: phases cannot be combined with 'start', whose contacts are kept");
    EXPECT_EQ(said("stands.json", "spacetime: {stretch: 0.5}\n"),
        "scene.yaml:5:22: spacetime.stretch must be at least 1, not 0.5");
}

}  // namespace
}  // namespace gambol::io
