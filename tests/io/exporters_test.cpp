// SPDX-License-Identifier: MIT
#include "gambol/io/export/exporters.hpp"

#include "gambol/io/input_error.hpp"
#include "support/example_motion.hpp"

#include <gtest/gtest.h>

#include <set>

namespace gambol::io {
namespace {

namespace fs = std::filesystem;

class ExportersTest : public testing::Test {
protected:
    // One of its own for every test: several run at the same time.
    void SetUp() override
    {
        std::string name = (fs::temp_directory_path() / "gambol-exporters-XXXXXX").string();
        ASSERT_TRUE(mkdtemp(name.data()));
        folder_ = name;
    }
    void TearDown() override { fs::remove_all(folder_); }

    fs::path folder_;
};

bool is_film(const Exporter& exporter)
{
    return exporter.film;
}

TEST_F(ExportersTest, EachWritesTheFilesItNames)
{
    const Motion motion = test::crate_scene();
    for (const Exporter& exporter : exporters()) {
        // Films: picture_test.cpp, with smaller pictures.
        if (is_film(exporter) || !exporter.suits(motion))
            continue;
        const fs::path folder = folder_ / exporter.name;
        fs::create_directories(folder);
        const Exported exported = exporter.write(motion, folder / ("it." + exporter.name), {});
        std::set<fs::path> there;
        for (const auto& entry : fs::directory_iterator(folder)) {
            EXPECT_GT(entry.file_size(), 100u) << entry.path();
            EXPECT_EQ(entry.path().extension(), "." + exporter.name);
            there.insert(entry.path());
        }
        EXPECT_EQ(there, std::set<fs::path>(exported.files.begin(), exported.files.end()))
            << exporter.name;
        EXPECT_FALSE(there.empty()) << exporter.name;
        EXPECT_TRUE(exported.notes.empty()) << exporter.name;
    }
}

TEST_F(ExportersTest, AnotherFrameRateMakesAnotherFile)
{
    const Motion motion = test::hop();
    for (const char* name : { "glb", "bvh", "csv" }) {
        const Exporter& chosen = exporter(name);
        const fs::path fine = folder_ / "fine", coarse = folder_ / "coarse";
        (void)chosen.write(motion, fine, {});
        (void)chosen.write(motion, coarse, { .fps = 10 });
        EXPECT_LT(fs::file_size(coarse), fs::file_size(fine)) << name;
    }
}

TEST_F(ExportersTest, AFileThatCannotBeWrittenIsNamed)
{
    const Motion motion = test::hop();
    for (const Exporter& exporter : exporters()) {
        if (is_film(exporter) || !exporter.suits(motion))
            continue;
        const fs::path nowhere = folder_ / "nowhere" / ("it." + exporter.name);
        try {
            (void)exporter.write(motion, nowhere, {});
            ADD_FAILURE() << exporter.name << " did not complain";
        } catch (const InputError& error) {
            EXPECT_NE(std::string(error.what()).find(nowhere.string()), std::string::npos)
                << error.what();
        }
    }
}

TEST(Exporters, NamesAndFilesOfARunAreEachThereOnce)
{
    std::set<std::string> names, files;
    for (const Exporter& exporter : exporters()) {
        EXPECT_TRUE(names.insert(exporter.name).second) << exporter.name;
        EXPECT_FALSE(exporter.summary.empty()) << exporter.name;
        if (exporter.run_file.empty())
            continue;
        EXPECT_TRUE(files.insert(exporter.run_file).second) << exporter.run_file;
        EXPECT_EQ(
            fs::path(exporter.run_file).extension(), fs::path("it." + exporter.name).extension());
    }
    EXPECT_EQ(files,
        (std::set<std::string> { "contacts.svg", "footfall.svg", "motion.bvh", "motion.glb",
            "sheet.png", "view.html" }));
}

TEST(Exporters, AnUnknownFormatIsToldTheKnownOnes)
{
    try {
        (void)exporter("gbl");
        FAIL();
    } catch (const InputError& error) {
        EXPECT_NE(std::string(error.what()).find("did you mean 'glb'?"), std::string::npos);
        EXPECT_NE(std::string(error.what()).find("svg"), std::string::npos);
    }
}

}  // namespace
}  // namespace gambol::io
