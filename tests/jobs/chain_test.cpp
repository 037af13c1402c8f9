// SPDX-License-Identifier: MIT
// Whole chains, each from one scene file: what a scene starts from or wears is carried out first.
#include "gambol/io/motion/motion_json.hpp"
#include "gambol/io/motion/run_directory.hpp"
#include "gambol/io/scene/job_reader.hpp"
#include "gambol/jobs/run_job.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace gambol {
namespace {

namespace fs = std::filesystem;

/// Short clips and coarse cloth: each chain takes seconds.
class Chains : public testing::Test {
protected:
    Chains()
    {
        char name[] = "/tmp/gambol-chains-XXXXXX";
        folder_ = mkdtemp(name);
        write("stay.yaml",
            "gambol: 1\nduration: 1s\ncharacters: {ann: {model: human}}\n"
            "goals: [{who: ann, stand: true}]\ncio: {starts: 1, body: features}\n");
        write("whole.yaml", "gambol: 1\nmethod: spacetime\nstart: stay.yaml\n");
    }
    ~Chains() override { fs::remove_all(folder_); }

    void write(const std::string& name, const std::string& text) const
    {
        std::ofstream(folder_ / name) << text;
    }
    /// A cape on ann, who moves as `motion` says.
    void write_cape(const std::string& name, const std::string& motion) const
    {
        write(name, "gambol: 1\nmethod: cloth\ncharacters: {ann: {motion: " + motion + R"(}}
simulation: {settle: 0.2s}
cloth:
  cape:
    grid: {size: [0.9, 0.66], cells: [9, 6]}
    on: ann/chest
    rotation: {axis: y, angle: 100deg}
    at: [-0.16, 0, -0.08]
    pins: [{at: [-0.082, -0.25, 0.363], to: [-0.082, 0.25, 0.363]}]
)");
    }
    [[nodiscard]] Job read(const std::string& name) const { return io::read_job(folder_ / name); }
    /// Runs a scene into a directory beside it.
    void run_into(const std::string& name, const std::string& directory) const
    {
        const Job job = read(name);
        JobResult result = run_job(job);
        (void)io::write_run_directory(
            folder_ / directory, { job.resolved_yaml, "{}", result.motion, result.report });
    }

    fs::path folder_;
};

/// Methods and numbers of the scenes that were carried out.
std::vector<std::string> carried_out(const Job& job, JobResult& result)
{
    std::vector<std::string> scenes;
    RunControl control;
    control.on_event = [&](const Event& event) {
        if (std::holds_alternative<SceneBegins>(event.what))
            scenes.push_back(event.scene + " " + event.method + " " + std::to_string(event.job + 1)
                + "/" + std::to_string(event.jobs));
    };
    result = run_job(job, control);
    return scenes;
}

void expect_cape_on_whole_body(const JobResult& result)
{
    EXPECT_EQ(result.motion.method, "cloth");
    ASSERT_EQ(result.motion.cloth.size(), 1u);
    ASSERT_EQ(result.motion.characters.size(), 1u);
    EXPECT_NE(result.motion.mass_model.find("every segment"), std::string::npos);
    const AuditReport& audit = result.report.audit;
    EXPECT_TRUE(audit.passed());
    EXPECT_EQ(audit.find("cloth_intersections").value, 0);
    // All of the carriers' motion, however long the refinement took.
    const Motion& carriers = task_of<cloth::Task>(result.scene).carriers;
    EXPECT_NEAR(result.motion.times.back(), carriers.times.back(), 1.0 / 60);
    EXPECT_GE(carriers.times.back(), 0.9);
}

TEST_F(Chains, BehaviourThenWholeBody)
{
    JobResult result;
    EXPECT_EQ(carried_out(read("whole.yaml"), result),
        (std::vector<std::string> { "stay cio 1/2", "whole spacetime 2/2" }));
    EXPECT_EQ(result.report.status, RunStatus::valid);
    EXPECT_EQ(result.motion.method, "spacetime");
    EXPECT_EQ(result.motion.name, "whole");
    EXPECT_GT(result.motion.characters[0].bodies.back().inertial.mass, 0);
}

TEST_F(Chains, BehaviourThenCloth)
{
    write_cape("cape.yaml", "stay.yaml");
    JobResult result;
    EXPECT_EQ(carried_out(read("cape.yaml"), result),
        (std::vector<std::string> { "stay cio 1/2", "cape cloth 2/2" }));
    ASSERT_EQ(result.motion.cloth.size(), 1u);
    EXPECT_EQ(result.report.audit.find("cloth_intersections").value, 0);
}

/// This hit an assertion.
TEST_F(Chains, BehaviourThenWholeBodyThenCloth)
{
    write_cape("cape.yaml", "whole.yaml");
    JobResult result;
    EXPECT_EQ(carried_out(read("cape.yaml"), result),
        (std::vector<std::string> { "stay cio 1/3", "whole spacetime 2/3", "cape cloth 3/3" }));
    expect_cape_on_whole_body(result);
}

TEST_F(Chains, RunDirectoryThenWholeBodyThenCloth)
{
    run_into("stay.yaml", "stayed");
    write("from-run.yaml", "gambol: 1\nmethod: spacetime\nstart: stayed\n");
    write_cape("cape.yaml", "from-run.yaml");
    JobResult result;
    EXPECT_EQ(carried_out(read("cape.yaml"), result),
        (std::vector<std::string> { "from-run spacetime 1/2", "cape cloth 2/2" }));
    expect_cape_on_whole_body(result);
}

TEST_F(Chains, ClipThenWholeBodyThenCloth)
{
    // The first two seconds of a clip that another program wrote.
    std::ifstream clip(GAMBOL_SOURCE_DIR "/scenes/walk-clip.bvh");
    std::string text, line;
    for (int left = -1; left != 0 && std::getline(clip, line); left -= left > 0 ? 1 : 0) {
        if (line.starts_with("Frames:"))
            line = "Frames: 60";
        if (line.starts_with("Frame Time:"))
            left = 61;
        text += line + "\n";
    }
    write("clip.bvh", text);
    write("from-clip.yaml",
        "gambol: 1\nmethod: spacetime\ncharacters: {ann: {model: human}}\nstart: clip.bvh\n");
    write_cape("cape.yaml", "from-clip.yaml");
    JobResult result;
    EXPECT_EQ(carried_out(read("cape.yaml"), result),
        (std::vector<std::string> { "from-clip spacetime 1/2", "cape cloth 2/2" }));
    ASSERT_EQ(result.motion.cloth.size(), 1u);
    EXPECT_EQ(result.report.audit.find("cloth_intersections").value, 0);
}

/// A scene was handed doubles, a directory gave nine digits: the two went different ways.
TEST_F(Chains, ASceneAndTheDirectoryOfItsRunGiveTheSameBytes)
{
    run_into("stay.yaml", "stayed");
    write("from-run.yaml", "gambol: 1\nname: whole\nmethod: spacetime\nstart: stayed\n");
    const std::string of_scene = io::motion_to_json(run_job(read("whole.yaml")).motion);
    const std::string of_directory = io::motion_to_json(run_job(read("from-run.yaml")).motion);
    EXPECT_TRUE(of_scene == of_directory);

    write_cape("cape.yaml", "stay.yaml");
    write_cape("same.yaml", "stayed");
    const JobResult cape = run_job(read("cape.yaml")), same = run_job(read("same.yaml"));
    EXPECT_TRUE(cape.motion.cloth[0].positions == same.motion.cloth[0].positions);
    EXPECT_EQ(cape.motion.times, same.motion.times);
}

TEST_F(Chains, WhatIsWrittenOutOfAChainNeedsNoOtherFile)
{
    write_cape("cape.yaml", "whole.yaml");
    const Job once = read("cape.yaml");
    fs::remove(folder_ / "stay.yaml");
    fs::remove(folder_ / "whole.yaml");
    const Job again = io::read_job_text(once.resolved_yaml, "cape.yaml", "/");
    EXPECT_EQ(again.resolved_yaml, once.resolved_yaml);
    EXPECT_EQ(scene_count(again), 3);
}

}  // namespace
}  // namespace gambol
