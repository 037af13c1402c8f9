// SPDX-License-Identifier: MIT
#include "gambol/cloth/fabric/cloth_mesh.hpp"
#include "gambol/io/motion/motion_json.hpp"
#include "gambol/io/scene/job_reader.hpp"
#include "gambol/jobs/audit_advice.hpp"
#include "gambol/jobs/run_job.hpp"

#include <gtest/gtest.h>

#include <atomic>

namespace gambol {
namespace {

/// Stays where it is, for a second: quick.
Job stay()
{
    return io::read_job_text("gambol: 1\nduration: 1s\ncharacters: {ann: {model: human}}\n"
                             "goals: [{who: ann, stand: true}]\ncio: {starts: 1, body: features}\n",
        "stay.yaml", ".");
}

Job follow(const Motion& motion)
{
    Job job = stay();
    job.scene.name = "follow";
    job.scene.task = refine::Task { .follows = motion };
    job.scene.duration = refine::followed_duration(task_of<refine::Task>(job.scene));
    return job;
}

Job sheet()
{
    Job job;
    job.scene.name = "sheet";
    job.scene.duration = 0.1;
    cloth::GarmentPlan plan;
    plan.garment.name = "sheet";
    plan.garment.rest = cloth::sheet_mesh({ 0.2, 0.2 }, { 4, 4 });
    plan.at = { 0, 0, 0.5 };
    job.scene.task = cloth::Task { .garments = { plan } };
    return job;
}

struct Heard {
    std::vector<Event> events;
    JobResult result;

    [[nodiscard]] std::vector<std::shared_ptr<const Motion>> previews() const
    {
        std::vector<std::shared_ptr<const Motion>> found;
        for (const Event& event : events)
            if (const auto* progress = std::get_if<Progress>(&event.what);
                progress && progress->preview)
                found.push_back(progress->preview);
        return found;
    }
};

Heard listen_to(const Job& job, double preview_every)
{
    Heard heard;
    RunControl control;
    control.preview_every = preview_every;
    control.on_event = [&](const Event& event) { heard.events.push_back(event); };
    heard.result = run_job(job, control);
    return heard;
}

/// Every method shows its motion so far when asked, and that changes nothing.
void expect_previews(const Job& job)
{
    const Heard quiet = listen_to(job, std::numeric_limits<double>::infinity());
    EXPECT_TRUE(quiet.previews().empty());
    const Heard heard = listen_to(job, 0);
    const auto previews = heard.previews();
    ASSERT_GE(previews.size(), 2u);
    for (const std::shared_ptr<const Motion>& preview : { previews.front(), previews.back() }) {
        EXPECT_EQ(preview->name, job.scene.name);
        EXPECT_GE(preview->times.size(), 2u);
        for (const MotionCharacter& character : preview->characters)
            EXPECT_EQ(character.positions.size(), preview->times.size());
        EXPECT_EQ(preview->characters.size(), heard.result.motion.characters.size());
        EXPECT_EQ(preview->cloth.size(), heard.result.motion.cloth.size());
    }
    EXPECT_EQ(io::motion_to_json(heard.result.motion), io::motion_to_json(quiet.result.motion));
    for (std::size_t i = 0; i < heard.result.motion.cloth.size(); ++i)
        EXPECT_EQ(heard.result.motion.cloth[i].positions, quiet.result.motion.cloth[i].positions);
}

TEST(Previews, OfContactInvariantOptimization)
{
    expect_previews(stay());
}

TEST(Previews, OfSpacetime)
{
    expect_previews(io::read_job(GAMBOL_SOURCE_DIR "/scenes/luxo-jump.yaml"));
}

TEST(Previews, OfRefinement)
{
    expect_previews(follow(run_job(stay()).motion));
}

TEST(Previews, OfCloth)
{
    expect_previews(sheet());
}

TEST(Previews, ComeNoOftenerThanAskedFor)
{
    EXPECT_EQ(listen_to(sheet(), 1000).previews().size(), 1u);
}

TEST(Events, BeginAndEndWithTheScene)
{
    const Heard heard = listen_to(sheet(), std::numeric_limits<double>::infinity());
    ASSERT_GE(heard.events.size(), 3u);
    const auto* begins = std::get_if<SceneBegins>(&heard.events.front().what);
    ASSERT_TRUE(begins);
    EXPECT_DOUBLE_EQ(begins->duration, 0.1);
    EXPECT_EQ(begins->seed, 1u);
    const auto* ends = std::get_if<SceneEnds>(&heard.events.back().what);
    ASSERT_TRUE(ends);
    EXPECT_EQ(ends->status, RunStatus::valid);
    EXPECT_TRUE(ends->audit_passed);
    double fraction = 0;
    for (const Event& event : heard.events) {
        EXPECT_EQ(event.scene, "sheet");
        EXPECT_EQ(event.method, "cloth");
        EXPECT_EQ(event.jobs, 1);
        if (const auto* progress = std::get_if<Progress>(&event.what)) {
            EXPECT_GE(progress->fraction, fraction);
            fraction = progress->fraction;
            EXPECT_FALSE(progress->figures.empty());
        }
    }
    EXPECT_NEAR(fraction, 1, 1e-6);
}

/// The walk before counts against the same limit, and what comes after does not begin.
TEST(Chain, StoppedInItsFirstSceneThereIsNoMotion)
{
    Job job = follow({});
    task_of<refine::Task>(job.scene).follows = std::monostate {};
    job.scene.duration = 1;
    job.first = std::make_shared<Job>(stay());
    RunControl control;
    control.time_limit = 1e-9;
    int scenes = 0;
    control.on_event = [&](const Event& event) {
        EXPECT_EQ(event.jobs, 2);
        scenes += std::holds_alternative<SceneBegins>(event.what) ? 1 : 0;
    };
    const JobResult limited = run_job(job, control);
    EXPECT_EQ(limited.stopped_in, "stay");
    EXPECT_EQ(limited.report.status, RunStatus::limit_reached);
    EXPECT_TRUE(limited.motion.times.empty());
    EXPECT_EQ(scenes, 1);

    std::atomic<bool> cancel { true };
    RunControl cancelled;
    cancelled.cancel = &cancel;
    EXPECT_EQ(run_job(job, cancelled).report.status, RunStatus::interrupted);
}

TEST(Report, SaysWhatTheAuditFoundAndWhatToTry)
{
    // Nobody gets this far in that time.
    Job job = stay();
    task_of<cio::Task>(job.scene).goals.push_back(
        { 0, PositionGoal { { 9, 0, 0 }, false }, std::nullopt });
    RunControl control;
    control.time_limit = 0.01;
    const JobResult result = run_job(job, control);
    EXPECT_EQ(result.report.status, RunStatus::limit_reached);
    EXPECT_TRUE(result.stopped_in.empty());
    EXPECT_FALSE(result.motion.times.empty());
    int failed = 0, told = 0;
    for (const AuditCheck& check : result.report.audit.checks)
        failed += check.passed ? 0 : 1;
    for (const RunWarning& warning : result.report.warnings)
        if (warning.what.starts_with("audit: ")) {
            ++told;
            // What the method knows, or what the scene is the cause of.
            const std::string check = warning.what.substr(std::string("audit: ").size());
            const bool of_search = scene_remedy(check).empty();
            EXPECT_EQ(warning.try_this.find("starts") != std::string::npos, of_search)
                << warning.what << ": " << warning.try_this;
        }
    EXPECT_EQ(told, failed);
    EXPECT_GT(result.report.wall_seconds, 0);
}

}  // namespace
}  // namespace gambol
