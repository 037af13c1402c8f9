// SPDX-License-Identifier: MIT
// The scenes that come with the program say what shall happen, never how to solve it: what they
// show must be what a user's own scene gets from the defaults.
#include "gambol/io/file/input_file.hpp"
#include "gambol/io/scene/job_reader.hpp"
#include "gambol/io/yaml/yaml_node.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <set>

namespace gambol::io {
namespace {

namespace fs = std::filesystem;

/// The keys of a scene that are not among those that state the problem.
std::vector<std::string> settings_in(const std::string& text)
{
    static const std::set<std::string> statement { "gambol", "name", "method", "duration", "world",
        "characters", "props", "goals", "phases", "keys", "start", "cloth", "seed", "speed",
        "speeds", "gait",
        // Cloth examples are stated by their time step, as published.
        "simulation" };
    const YamlNode root = parse_yaml(text, "scene.yaml");
    std::vector<std::string> settings;
    for (const YamlEntry& entry : root.entries)
        if (!statement.count(entry.key))
            settings.push_back(entry.key);
    for (const char* key : { "search", "objective" })
        if (const YamlNode* gait = root.find("gait"); gait && gait->find(key))
            settings.push_back(std::string("gait.") + key);
    return settings;
}

std::vector<fs::path> shipped_scenes()
{
    std::vector<fs::path> scenes;
    for (const auto& entry : fs::recursive_directory_iterator(GAMBOL_SOURCE_DIR "/scenes"))
        if (entry.path().extension() == ".yaml")
            scenes.push_back(entry.path());
    std::sort(scenes.begin(), scenes.end());
    return scenes;
}

TEST(ShippedScenes, OverrideNoSolverSettings)
{
    ASSERT_FALSE(shipped_scenes().empty());
    for (const fs::path& scene : shipped_scenes())
        EXPECT_EQ(settings_in(read_input_file(scene, kMostYaml)), std::vector<std::string> {})
            << scene.filename();
}

TEST(ShippedScenes, SettingsWouldBeSeen)
{
    const std::string walk = read_input_file(GAMBOL_SOURCE_DIR "/scenes/walk.yaml", kMostYaml);
    EXPECT_EQ(settings_in(walk + "\ncio: {starts: 8}\n"), std::vector<std::string> { "cio" });
    EXPECT_EQ(settings_in(walk + "\nspacetime:\n  knots: 20\n"),
        std::vector<std::string> { "spacetime" });
    EXPECT_EQ(settings_in("gait: {cycles: 2, search: {samples: 96}}"),
        std::vector<std::string> { "gait.search" });
}

TEST(ShippedScenes, HaveTheNameOfTheirFileAndSayWhatHappens)
{
    for (const fs::path& scene : shipped_scenes()) {
        EXPECT_EQ(read_job(scene).scene.name, scene.stem().string());
        const std::string text = read_input_file(scene, kMostYaml);
        EXPECT_EQ(text.substr(0, 2), "# ") << scene.filename();
    }
}

}  // namespace
}  // namespace gambol::io
