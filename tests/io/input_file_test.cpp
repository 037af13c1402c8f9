// SPDX-License-Identifier: MIT
#include "gambol/io/file/child_process.hpp"
#include "gambol/io/file/input_file.hpp"
#include "gambol/io/file/output_file.hpp"
#include "gambol/io/file/sealed_file.hpp"
#include "gambol/io/input_error.hpp"
#include "gambol/io/mesh/obj.hpp"
#include "gambol/io/motion/motion_json.hpp"

#include <gtest/gtest.h>

#include <csignal>
#include <fstream>
#include <sys/stat.h>
#include <unistd.h>

namespace gambol::io {
namespace {

namespace fs = std::filesystem;

/// A folder with a folder in it, there for one test.
class Files : public testing::Test {
protected:
    Files()
        : home(fs::temp_directory_path()
            / (std::string("gambol_files_")
                + testing::UnitTest::GetInstance()->current_test_info()->name()))
    {
        fs::create_directories(home / "run");
    }
    ~Files() override { fs::remove_all(home); }

    void write(const fs::path& name, const std::string& text) const
    {
        std::ofstream(home / name) << text;
    }

    /// What is said of a motion with a surface that is this mesh.
    std::string complaint(const std::string& mesh) const
    {
        const std::string text = R"({"format": "gambol/motion", "version": 1, "name": "n",
"method": "cio", "gravity": [0, 0, -9.81], "times": [0, 0.01], "characters": [],
"surfaces": [{"name": "s", "friction": 1, "shape": {"mesh": {"file": ")"
            + mesh + R"("}}}]})";
        try {
            (void)motion_from_json(text, home / "run" / "motion.json");
        } catch (const InputError& error) {
            return error.what();
        }
        return "accepted";
    }

    const fs::path home;
};

const char* const kTriangle = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";

bool says(const std::string& all, const std::string& part)
{
    return all.find(part) != std::string::npos;
}

// All of these were accepted, or read for ever.
TEST_F(Files, MeshesOfAMotionAreMeshesBesideIt)
{
    write("run/good.obj", kTriangle);
    write("outside.obj", kTriangle);
    write("run/empty.obj", "");
    write("run/poem.obj", "verily it is no mesh\n");
    write("run/lone.obj", "v 0 0 0\n");
    fs::create_symlink("../outside.obj", home / "run/link.obj");
    fs::create_symlink("loop.obj", home / "run/loop.obj");
    ASSERT_EQ(mkfifo((home / "run/pipe.obj").c_str(), 0600), 0);
    EXPECT_EQ(complaint("good.obj"), "accepted");
    EXPECT_TRUE(says(complaint("none.obj"), "does not exist"));
    EXPECT_TRUE(says(complaint("empty.obj"), "no faces"));
    EXPECT_TRUE(says(complaint("poem.obj"), "no faces"));
    EXPECT_TRUE(says(complaint("lone.obj"), "no faces"));
    EXPECT_TRUE(says(complaint("../outside.obj"), "lies outside of"));
    EXPECT_TRUE(says(complaint("link.obj"), "lies outside of"));
    EXPECT_TRUE(says(complaint((home / "outside.obj").string()), "lies outside of"));
    EXPECT_TRUE(says(complaint("loop.obj"), "leads to itself"));
    EXPECT_TRUE(says(complaint("pipe.obj"), "not a file"));
    EXPECT_TRUE(says(complaint("/dev/zero"), "not a file"));
    EXPECT_TRUE(says(complaint(""), "is a directory"));
}

TEST_F(Files, NoMoreIsReadThanAllowed)
{
    write("ten", "0123456789");
    EXPECT_EQ(read_input_file(home / "ten", 10), "0123456789");
    EXPECT_THROW((void)read_input_file(home / "ten", 9), InputError);
    EXPECT_THROW((void)read_input_file("/dev/zero", 1 << 20), InputError);
    EXPECT_THROW((void)read_input_file(home, 10), InputError);
    EXPECT_THROW((void)read_input_file(home / "none", 10), InputError);
    // A scene of 500 MB took minutes.
    fs::resize_file(home / "ten", kMostYaml + 1);
    try {
        (void)read_input_file(home / "ten", kMostYaml);
        FAIL();
    } catch (const InputError& error) {
        EXPECT_TRUE(says(error.what(), "at most 16 MB")) << error.what();
    }
}

TEST_F(Files, AFileIsReplacedWholeOrNotAtAll)
{
    write_output_file(home / "out", "first");
    EXPECT_EQ(read_input_file(home / "out", 100), "first");
    EXPECT_THROW(write_output_file(home / "none" / "out", "x"), InputError);
    try {
        write_output_file("/dev/full", "x");  // is not replaced by a file
        FAIL();
    } catch (const InputError& error) {
        EXPECT_TRUE(says(error.what(), "/dev/full: cannot be written: No space left on device"))
            << error.what();
    }
    {
        OutputFile half(home / "out");
        std::ofstream(half.path()) << "second";
    }
    EXPECT_EQ(read_input_file(home / "out", 100), "first");
    EXPECT_EQ(std::distance(fs::directory_iterator(home), {}), 2);
}

TEST_F(Files, ASealNoticesEveryFlippedBit)
{
    const Seal seal { "checkpoint", 3 };
    const fs::path file = home / "sealed";
    write_sealed_file(file, seal, "what was found");
    EXPECT_EQ(read_sealed_file(file, seal), "what was found");
    const std::string right = read_input_file(file, 1000);
    for (std::size_t bit = 0; bit < 8 * right.size(); ++bit) {
        std::string wrong = right;
        wrong[bit / 8] = char(wrong[bit / 8] ^ (1 << bit % 8));
        EXPECT_THROW((void)unsealed(wrong, seal, "x"), InputError) << bit;
    }
    for (std::size_t size = 0; size < right.size(); ++size)
        EXPECT_THROW((void)unsealed(right.substr(0, size), seal, "x"), InputError);
    EXPECT_THROW((void)unsealed(right + "x", seal, "x"), InputError);
    EXPECT_THROW((void)unsealed(right, { "checkpoint", 4 }, "x"), InputError);
}

TEST(ChildProcess, AnswersThrowsCrashesAndHangs)
{
    EXPECT_EQ(do_in_child([] { return std::string(100000, 'x'); }).answer.size(), 100000u);
    EXPECT_EQ(do_in_child([]() -> std::string { throw InputError("no"); }).thrown, "no");
    const auto crash = []() -> std::string { return std::to_string(std::raise(SIGSEGV)); };
    EXPECT_TRUE(says(do_in_child(crash).fault, "crashed its reader (Segmentation fault"));
    const auto hang = []() -> std::string {
        for (;;)
            pause();
    };
    EXPECT_EQ(do_in_child(hang, { .seconds = 0.1 }).fault, "took too long to read");
    EXPECT_EQ(do_in_child([]() -> std::string { _exit(0); }).fault, "ended its reader");
}

}  // namespace
}  // namespace gambol::io
