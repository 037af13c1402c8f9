// SPDX-License-Identifier: MIT
#include "gambol/scene/comfortable_duration.hpp"

#include "gambol/io/scene/job_reader.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>

namespace gambol {
namespace {

double automatic(const std::string& name, std::vector<io::Override> overrides = {})
{
    overrides.push_back({ "duration", "auto" });
    return io::read_job(
        std::filesystem::path(GAMBOL_SOURCE_DIR) / "scenes" / (name + ".yaml"), overrides)
        .scene.duration;
}

TEST(ComfortableDuration, IsCloseToWhatPeopleWroteIntoTheShippedScenes)
{
    for (const char* name : { "walk", "walk-behind", "walk-quadruped", "get-up-back", "handstand",
             "step-over", "climb", "stairs" }) {
        const double written = io::read_job(
            std::filesystem::path(GAMBOL_SOURCE_DIR) / "scenes" / (std::string(name) + ".yaml"))
                                   .scene.duration;
        EXPECT_NEAR(automatic(name) / written, 1, 0.4) << name;
    }
}

TEST(ComfortableDuration, GrowsWithTheWayAndIsWholePhases)
{
    const double near = automatic("walk", { { "goals.0.position", "[1, 0]" } });
    const double far = automatic("walk", { { "goals.0.position", "[6, 0]" } });
    EXPECT_GT(far, near + 6);
    EXPECT_DOUBLE_EQ(std::fmod(far, 0.5), 0);
    // A child takes longer for the same way.
    EXPECT_GT(
        automatic("walk", { { "goals.0.position", "[6, 0]" }, { "characters.ann.height", "1" } }),
        far);
}

TEST(ComfortableDuration, HeavyThingsTakeLonger)
{
    const double light = automatic("carry", { { "props.box.mass", "8" } });
    EXPECT_GT(automatic("carry", { { "props.box.mass", "60" } }), light + 1) << "pushed";
    // With two at hand what is too heavy for one is carried, which is quicker than pushing it.
    const double pushed = automatic("carry-together", { { "props.box.mass", "200" } });
    EXPECT_LT(automatic("carry-together"), pushed);
    EXPECT_LE(automatic("carry-together", { { "props.box.mass", "8" } }),
        automatic("carry-together"));
}

TEST(ComfortableDuration, LeavesTimeForGoalsWithATime)
{
    EXPECT_GE(automatic("walk", { { "goals.0.when", "9s" } }), 9.5);
}

}  // namespace
}  // namespace gambol
