// SPDX-License-Identifier: MIT
// How proportions are asked for in a scene, and how the body that has them leaves the program.
#include "gambol/character/proportions.hpp"
#include "gambol/io/character/character_reader.hpp"
#include "gambol/io/character/character_writer.hpp"
#include "gambol/io/export/lineup.hpp"
#include "gambol/io/input_error.hpp"
#include "gambol/io/scene/job_reader.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace gambol::io {
namespace {

namespace fs = std::filesystem;

Character reshaped(const char* model)
{
    const Character body = read_character(model).character;
    Proportions proportions;
    double factor = 0.8;
    for (const std::string& segment : segments_of(body, BodyPart::legs)) {
        proportions[segment] = { factor, 1.9 - factor };
        factor += 0.1;
    }
    return with_level_feet(scaled(body, proportions));
}

class FormFiles : public testing::Test {
protected:
    FormFiles() { fs::create_directories(folder_); }
    ~FormFiles() override { fs::remove_all(folder_); }

    fs::path folder_ = fs::path(testing::TempDir())
        / (std::string("form_files_")
            + testing::UnitTest::GetInstance()->current_test_info()->name());
};

TEST_F(FormFiles, AWrittenBodyReadsBackTheSame)
{
    for (const char* model : { "biped", "horse", "velociraptor", "human" }) {
        const Character body = reshaped(model);
        std::ofstream(folder_ / "character.yaml") << character_text(body);
        const Character back = read_character("./character.yaml", folder_).character;
        ASSERT_EQ(back.segments.size(), body.segments.size()) << model;
        EXPECT_EQ(back.dof_count(), body.dof_count()) << model;
        for (std::size_t i = 0; i < body.segments.size(); ++i) {
            const Segment &a = body.segments[i], &b = back.segments[i];
            EXPECT_EQ(a.name, b.name);
            EXPECT_EQ(a.parent, b.parent);
            EXPECT_LT((a.offset - b.offset).norm(), 1e-8) << model << ' ' << a.name;
            EXPECT_LT((a.com - b.com).norm(), 1e-8) << model << ' ' << a.name;
            EXPECT_NEAR(a.mass, b.mass, 1e-7 * a.mass) << model << ' ' << a.name;
            EXPECT_LT((a.inertia - b.inertia).norm(), 1e-7 * a.inertia.norm());
            EXPECT_EQ(a.shapes.size(), b.shapes.size());
        }
        ASSERT_EQ(back.limbs.size(), body.limbs.size());
        for (std::size_t i = 0; i < body.limbs.size(); ++i) {
            EXPECT_EQ(back.limbs[i].patch, body.limbs[i].patch);
            EXPECT_EQ(back.limbs[i].support, body.limbs[i].support);
        }
        EXPECT_NEAR(standing_height(back), standing_height(body), 1e-6) << model;
    }
}

TEST_F(FormFiles, OtherMethodsTakeAWrittenBody)
{
    std::ofstream(folder_ / "character.yaml") << character_text(reshaped("horse"));
    std::ofstream(folder_ / "walk.yaml") << R"(gambol: 1
method: cio
duration: 4s
characters: {dobbin: {model: ./character.yaml, pose: standing, at: [0, 0]}}
goals: [{who: dobbin, position: [1.5, 0], stand: true}]
)";
    const Job job = read_job((folder_ / "walk.yaml").string());
    EXPECT_TRUE(job.warnings.empty());
    EXPECT_EQ(job.scene.characters.front().body.limbs.size(), 4u);
}

gait::Task task_with(const std::string& form)
{
    return task_of<gait::Task>(read_job_text("gambol: 1\nmethod: gait\nspeed: 3.5\n"
                                             "characters: {dobbin: {model: horse}}\n"
                                             "gait: {form: "
            + form + "}\n",
        "trot.yaml", "")
                                   .scene);
}

TEST(FormReader, ReadsRangesAndTheHeightOfTheHead)
{
    const gait::Task task = task_with("{legs: 30%, neck: 20%, head_height: 220cm}");
    ASSERT_TRUE(task.form);
    EXPECT_DOUBLE_EQ(task.form->ranges.at(BodyPart::legs), 0.3);
    EXPECT_DOUBLE_EQ(task.form->ranges.at(BodyPart::neck), 0.2);
    EXPECT_EQ(task.form->ranges.count(BodyPart::tail), 0u);
    EXPECT_DOUBLE_EQ(task.form->head_height, 2.2);
    const gait::Task usual = task_with("{}");
    ASSERT_TRUE(usual.form);
    EXPECT_DOUBLE_EQ(usual.form->ranges.at(BodyPart::legs), 0.35);
    EXPECT_EQ(usual.form->ranges.size(), 1u);
}

TEST(FormReader, RefusesPartsThatTheBodyDoesNotHave)
{
    try {
        (void)task_with("{tail: 20%}");
        FAIL();
    } catch (const InputError& error) {
        EXPECT_NE(
            std::string(error.what()).find("gait.form.tail is nothing that model 'horse' has"),
            std::string::npos)
            << error.what();
    }
    EXPECT_THROW((void)task_with("{legs: 90%}"), InputError);
    EXPECT_THROW((void)task_with("{wings: 10%}"), InputError);
}

TEST(Lineup, StandsBodiesOneBehindTheOther)
{
    const Character body = read_character("biped").character;
    const Motion motion = lineup({ { "before", body }, { "after", reshaped("biped") } });
    ASSERT_EQ(motion.characters.size(), 2u);
    EXPECT_EQ(motion.characters[0].positions.size(), 1u);
    const double apart
        = motion.characters[1].positions[0][0].x() - motion.characters[0].positions[0][0].x();
    EXPECT_GT(apart, 0.2);
    const render::Image image = lineup_picture({ { "before", body } }, 160, 90);
    EXPECT_EQ(image.width, 160);
    EXPECT_EQ(image.height, 90);
}

}  // namespace
}  // namespace gambol::io
