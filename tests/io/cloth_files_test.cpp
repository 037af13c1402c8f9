// SPDX-License-Identifier: MIT
#include "gambol/io/mesh/cloth_files.hpp"

#include "gambol/io/export/export_options.hpp"
#include "gambol/io/input_error.hpp"
#include "gambol/io/motion/motion_json.hpp"
#include "gambol/io/mesh/obj.hpp"
#include "gambol/io/mesh/pc2.hpp"
#include "gambol/io/motion/run_directory.hpp"
#include "support/example_cloth.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>

namespace gambol::io {
namespace {

namespace fs = std::filesystem;

class ClothFilesTest : public testing::Test {
protected:
    ClothFilesTest()
    {
        std::string name = (fs::temp_directory_path() / "gambol-cloth-XXXXXX").string();
        folder_ = mkdtemp(name.data());
    }
    ~ClothFilesTest() override { fs::remove_all(folder_); }

    void write_motion(const Motion& motion) const
    {
        write_export(folder_ / "motion.json", motion_to_json(motion));
        write_mesh_files(motion, folder_);
    }

    static std::string bytes_of(const fs::path& file)
    {
        std::ifstream in(file, std::ios::binary);
        return { std::istreambuf_iterator<char>(in), {} };
    }

    /// The message of the error that reading the motion gives.
    [[nodiscard]] std::string complaint() const
    {
        try {
            static_cast<void>(read_motion_json(folder_));
        } catch (const InputError& error) {
            return error.what();
        }
        return "";
    }

    fs::path folder_;
};

TEST_F(ClothFilesTest, EveryBitOfTheCacheComesBack)
{
    const Motion motion = test::waving_sheet();
    write_motion(motion);
    const Motion read = read_motion_json(folder_);
    ASSERT_EQ(read.cloth.size(), 1u);
    const MotionCloth &a = motion.cloth[0], &b = read.cloth[0];
    EXPECT_EQ(b.name, "sheet");
    EXPECT_EQ(b.mesh, "cloth.obj");
    EXPECT_EQ(b.cache, "cloth.pc2");
    EXPECT_EQ(b.positions, a.positions);
    EXPECT_EQ(b.rest, a.rest);
    EXPECT_EQ(b.triangles, a.triangles);
    EXPECT_EQ(b.area_density, a.area_density);
    EXPECT_EQ(b.thickness, a.thickness);
    EXPECT_EQ(b.stretch_limit, a.stretch_limit);
}

TEST_F(ClothFilesTest, TheHeaderIsThatOfPointCache2)
{
    write_pc2(folder_ / "a.pc2", 2, { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12 });
    const std::string bytes = bytes_of(folder_ / "a.pc2");
    const unsigned char expected[32] = { 'P', 'O', 'I', 'N', 'T', 'C', 'A', 'C', 'H', 'E', '2', 0,
        1, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x80, 0x3f, 2, 0, 0, 0 };
    ASSERT_EQ(bytes.size(), 32u + 12 * 4);
    EXPECT_EQ(std::memcmp(bytes.data(), expected, 32), 0);
    EXPECT_EQ(bytes.substr(32, 4), std::string("\0\0\x80\x3f", 4));
    const PointCache cache = read_pc2(folder_ / "a.pc2");
    EXPECT_EQ(cache.vertices, 2);
    EXPECT_EQ(cache.samples, 2);
    EXPECT_EQ(cache.rate, 1);
    EXPECT_EQ(cache.start, 0);
}

TEST_F(ClothFilesTest, WhatIsWrongWithACacheIsSaid)
{
    const Motion motion = test::waving_sheet(2);
    write_motion(motion);
    const fs::path cache = folder_ / "cloth.pc2";
    const std::string good = bytes_of(cache);
    const auto with = [&](std::size_t at, const std::string& bytes) {
        std::string changed = good;
        changed.replace(at, bytes.size(), bytes);
        write_export(cache, changed);
        return complaint();
    };
    EXPECT_EQ(with(0, "POINT"), "");
    EXPECT_NE(with(0, "PNG").find("does not begin with POINTCACHE2"), std::string::npos);
    EXPECT_NE(with(12, { "\2\0\0\0", 4 }).find("PC2 version 2"), std::string::npos);
    EXPECT_NE(with(12, { "\0\0\0\1", 4 }).find("big-endian"), std::string::npos);
    EXPECT_NE(with(16, { "\xff\xff\xff\xff", 4 }).find("-1 vertices"), std::string::npos);
    EXPECT_NE(with(16, { "\4\0\0\0", 4 }).find("too long"), std::string::npos);
    EXPECT_NE(with(24, { "\0\0\0\0", 4 }).find("sample rate"), std::string::npos);
    EXPECT_NE(with(28, { "\xff\xff\xff\x7f", 4 }).find("cut off"), std::string::npos);
    write_export(cache, good.substr(0, 20));
    EXPECT_NE(complaint().find("shorter than a header"), std::string::npos);
    EXPECT_NE(complaint().find("cloth.pc2"), std::string::npos);
    fs::remove(cache);
    EXPECT_NE(complaint().find("cloth.pc2: does not exist"), std::string::npos);
}

TEST_F(ClothFilesTest, CacheMeshAndMotionMustBelongTogether)
{
    const Motion motion = test::waving_sheet(2);
    write_motion(motion);
    write_pc2(folder_ / "cloth.pc2", 9, std::vector<float>(9 * 3 * 60));
    EXPECT_NE(complaint().find("holds 60 samples, but the motion has 61"), std::string::npos)
        << complaint();
    write_pc2(folder_ / "cloth.pc2", 4, std::vector<float>(4 * 3 * 61));
    EXPECT_NE(complaint().find("holds 4 vertices, but cloth.obj has 9"), std::string::npos)
        << complaint();
    fs::remove(folder_ / "cloth.obj");
    EXPECT_NE(complaint().find("cloth.obj: does not exist"), std::string::npos);
}

TEST_F(ClothFilesTest, SeveralClothsHaveFilesByName)
{
    Motion motion = test::waving_sheet(2);
    motion.cloth[0].mesh = motion.cloth[0].cache = "";
    motion.cloth.push_back(motion.cloth[0]);
    motion.cloth[1].name = "big cape/red";
    motion.cloth[1].positions[0] = 7;
    EXPECT_EQ(cloth_files(motion, 0).mesh, "cloth-sheet.obj");
    EXPECT_EQ(cloth_files(motion, 1).cache, "cloth-big_cape_red-2.pc2");
    write_motion(motion);
    const Motion read = read_motion_json(folder_);
    EXPECT_EQ(read.cloth[1].positions[0], 7);
    EXPECT_NE(read.cloth[0].positions[0], 7);
}

TEST_F(ClothFilesTest, ARunIsAuditedFromItsCacheAndBringsItsMeshes)
{
    RunRecord record;
    record.scene_yaml = "gambol: 1\n";
    record.versions_json = "{}\n";
    record.motion = test::waving_sheet(4);
    const Mesh spike { "spike.obj", { { -0.1, -0.1, 0 }, { 0.1, -0.1, 0 }, { 0, 0.1, 1.0 / 7 } },
        { { 0, 1, 2 } } };
    record.motion.props[0].shapes = { spike };
    const fs::path run = folder_ / "run";
    const RunReport report = write_run_directory(run, record);
    EXPECT_EQ(report.status, RunStatus::valid);
    for (const char* file : { "cloth.obj", "cloth.pc2", "spike.obj", "sheet.png", "view.html" })
        EXPECT_TRUE(fs::is_regular_file(run / file)) << file;
    EXPECT_EQ(read_obj(run / "spike.obj").vertices, spike.vertices);
    const AuditReport verdict = audit(read_motion_json(run));
    EXPECT_TRUE(verdict.passed());
    EXPECT_EQ(verdict.find("cloth_intersections").value, 0);

    // One vertex pushed below the ground in the file alone.
    PointCache cache = read_pc2(run / "cloth.pc2");
    cache.positions[3 * (30 * 25 + 7) + 2] = -0.01f;
    write_pc2(run / "cloth.pc2", cache.vertices, cache.positions);
    EXPECT_FALSE(audit(read_motion_json(run)).find("cloth_penetration").passed);
}

}  // namespace
}  // namespace gambol::io
