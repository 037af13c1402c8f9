// SPDX-License-Identifier: MIT
#include "gambol/io/motion/atomic_directory.hpp"
#include "gambol/io/input_error.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <set>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

namespace gambol::io {
namespace {

namespace fs = std::filesystem;

class AtomicDirectoryTest : public testing::Test {
protected:
    void SetUp() override
    {
        std::string name = (fs::temp_directory_path() / "gambol-test-XXXXXX").string();
        ASSERT_TRUE(mkdtemp(name.data()));
        scratch_ = name;
    }
    void TearDown() override { fs::remove_all(scratch_); }

    std::set<std::string> names() const
    {
        std::set<std::string> result;
        for (const auto& entry : fs::directory_iterator(scratch_))
            result.insert(entry.path().filename().string());
        return result;
    }

    static void write(const fs::path& file, const std::string& text)
    {
        std::ofstream(file) << text;
    }

    static std::string content(const fs::path& file)
    {
        std::ifstream in(file);
        return { std::istreambuf_iterator<char>(in), {} };
    }

    fs::path scratch_;
};

TEST_F(AtomicDirectoryTest, NothingHasTheFinalNameBeforeCommit)
{
    AtomicDirectory directory(scratch_ / "run");
    write(directory.path() / "a", "1");
    EXPECT_FALSE(fs::exists(scratch_ / "run"));
    directory.commit();
    EXPECT_EQ(content(scratch_ / "run" / "a"), "1");
}

TEST_F(AtomicDirectoryTest, WithoutCommitNothingIsLeft)
{
    {
        AtomicDirectory directory(scratch_ / "run");
        write(directory.path() / "a", "1");
    }
    EXPECT_TRUE(names().empty());
}

TEST_F(AtomicDirectoryTest, OldDirectoryIsReplacedAsAWhole)
{
    fs::create_directory(scratch_ / "run");
    write(scratch_ / "run" / "old", "0");
    {
        AtomicDirectory directory(scratch_ / "run" / "");  // a trailing slash changes nothing
        write(directory.path() / "new", "1");
        directory.commit();
    }
    EXPECT_EQ(names(), std::set<std::string> { "run" });
    EXPECT_FALSE(fs::exists(scratch_ / "run" / "old"));
    EXPECT_EQ(content(scratch_ / "run" / "new"), "1");
}

TEST_F(AtomicDirectoryTest, ParentsAreMadeAndRightsAreThoseOfAnyDirectory)
{
    AtomicDirectory directory(scratch_ / "a" / "b" / "run");
    directory.commit();
    fs::create_directory(scratch_ / "plain");
    EXPECT_EQ(fs::status(scratch_ / "a" / "b" / "run").permissions(),
        fs::status(scratch_ / "plain").permissions());
}

TEST_F(AtomicDirectoryTest, BareNameMeansTheCurrentDirectory)
{
    const fs::path before = fs::current_path();
    fs::current_path(scratch_);
    AtomicDirectory("run").commit();  // once failed: the canonical form of "run" had no parent
    fs::current_path(before);
    EXPECT_TRUE(fs::is_directory(scratch_ / "run"));
}

TEST_F(AtomicDirectoryTest, LinkIsFollowedAndKept)
{
    fs::create_directory(scratch_ / "real");
    fs::create_directory_symlink("real", scratch_ / "link");
    {
        AtomicDirectory directory(scratch_ / "link");
        write(directory.path() / "a", "1");
        directory.commit();
    }
    EXPECT_TRUE(fs::is_symlink(scratch_ / "link"));
    EXPECT_EQ(content(scratch_ / "real" / "a"), "1");
}

TEST_F(AtomicDirectoryTest, LeftOversOfTheDeadAreRemovedAndThoseOfTheLivingAreNot)
{
    const pid_t child = fork();
    if (child == 0) {
        const AtomicDirectory directory(scratch_ / "run");
        _exit(0);  // dies without its destructor
    }
    ASSERT_EQ(waitpid(child, nullptr, 0), child);
    ASSERT_EQ(names().size(), 1u);
    const std::string dead = *names().begin();

    const AtomicDirectory first(scratch_ / "run");
    EXPECT_FALSE(names().contains(dead));
    const AtomicDirectory second(scratch_ / "run");
    EXPECT_TRUE(fs::exists(first.path()));
    EXPECT_TRUE(fs::exists(second.path()));
}

TEST_F(AtomicDirectoryTest, PlacesThatCannotHoldADirectoryAreBadInput)
{
    EXPECT_THROW(AtomicDirectory("/dev/full/run"), InputError);
    EXPECT_THROW(AtomicDirectory("/proc/gambol-run"), InputError);
}

}  // namespace
}  // namespace gambol::io
