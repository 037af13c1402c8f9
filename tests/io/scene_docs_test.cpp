// SPDX-License-Identifier: MIT
// The documentation of the two file formats names every key, model, pose, goal, shape and method.
#include "gambol/io/file/input_file.hpp"
#include "gambol/io/input_error.hpp"
#include "gambol/io/scene/job_reader.hpp"
#include "gambol/io/yaml/yaml_node.hpp"
#include "gambol/scene/gait_pattern.hpp"

#include <gtest/gtest.h>

#include <sstream>

namespace gambol::io {
namespace {

const std::string kSceneDocs
    = read_input_file(GAMBOL_SOURCE_DIR "/docs/scene-format.md", kMostYaml);
const std::string kCharacterDocs
    = read_input_file(GAMBOL_SOURCE_DIR "/docs/character-format.md", kMostYaml);

bool names(const std::string& docs, const std::string& word)
{
    return docs.find("`" + word + "`") != std::string::npos;
}

const char* const kScene = R"(gambol: 1
world:
  ground: {}
  crate: {box: {size: [1, 1, 1], at: [5, 5, 5]}}
  wall: {plane: {}}
  ball: {sphere: {at: [5, 5, 5], radius: 1}}
  log: {capsule: {from: [5, 5, 5], to: [6, 5, 5], radius: 1}}
  hills: {heightfield: {at: [30, 0], hills: {amplitude: 0.1, wavelength: 2}}}
characters:
  ann:
    pose: {from: standing}
    model: {gambol-character: 1, base: human}
goals:
  - {who: ann, stand: true}
cio: {}
)";

/// The keys that a map of a scene allows, taken from the complaint about a key that none has.
std::vector<std::string> keys_allowed_in(const std::string& scene, const std::string& path)
{
    std::string message;
    try {
        (void)read_job_text(scene, "scene.yaml", "", { { path + "no-such-key", "1" } });
    } catch (const InputError& error) {
        message = error.what();
    }
    const std::string mark = "(allowed: ";
    const std::size_t begin = message.find(mark);
    std::vector<std::string> keys;
    if (begin == std::string::npos)
        return keys;
    std::istringstream list(message.substr(begin + mark.size()));
    for (std::string key; std::getline(list >> std::ws, key, ',');)
        keys.push_back(key.substr(0, key.find(')')));
    return keys;
}

TEST(SceneFormatDocs, NameEveryKey)
{
    for (const char* path : { "", "world.ground.", "world.crate.", "world.crate.box.",
             "world.wall.plane.", "world.ball.sphere.", "world.log.capsule.",
             "world.hills.heightfield.", "world.hills.heightfield.hills.", "characters.ann.",
             "characters.ann.pose.", "goals.0.", "cio." }) {
        const std::vector<std::string> keys = keys_allowed_in(kScene, path);
        EXPECT_FALSE(keys.empty()) << path;
        for (const std::string& key : keys)
            EXPECT_TRUE(names(kSceneDocs, key)) << path << key;
    }
}

TEST(SceneFormatDocs, NameEveryKeyAndPatternOfGaits)
{
    const std::string scene = "gambol: 1\nmethod: gait\nspeed: 1\ncharacters: {a: {model: horse}}\n"
                              "gait: {feet: {left_hind: {}}, search: {}}\n";
    for (const char* path : { "", "gait.", "gait.feet.left_hind.", "gait.search." }) {
        const std::vector<std::string> keys = keys_allowed_in(scene, path);
        EXPECT_FALSE(keys.empty()) << path;
        for (const std::string& key : keys)
            EXPECT_TRUE(names(kSceneDocs, key)) << path << key;
    }
    for (const char* model : { "monopod", "human", "horse", "hexapod" })
        for (const gait::Pattern& pattern : gait::patterns_of(read_character(model).character))
            EXPECT_TRUE(pattern.name.ends_with("-right") || names(kSceneDocs, pattern.name))
                << pattern.name;
}

TEST(SceneFormatDocs, NameEveryThingThatCanBeNamed)
{
    for (const auto& listings :
        { list_characters(), list_goals(), list_methods(), list_shapes(), list_poses("human") })
        for (const Listing& listing : listings)
            EXPECT_TRUE(names(kSceneDocs, listing.name)) << listing.name;
}

TEST(SceneFormatDocs, ExamplesAreValidScenes)
{
    int examples = 0;
    std::size_t at = 0;
    while ((at = kSceneDocs.find("```yaml\n", at)) != std::string::npos) {
        at += 8;
        const std::string text = kSceneDocs.substr(at, kSceneDocs.find("```", at) - at);
        if (text.find("gambol: 1") == std::string::npos)
            continue;
        ++examples;
        EXPECT_NO_THROW((void)read_job_text(text, "example.yaml", GAMBOL_SOURCE_DIR "/scenes"))
            << text;
    }
    EXPECT_GE(examples, 2);
}

TEST(CharacterFormatDocs, NameEveryKey)
{
    // --set reaches only what the scene itself writes: take the one with the human written out.
    const std::string scene = read_job_text(kScene, "scene.yaml", "").resolved_yaml;
    for (const char* path : { "", "segments.chest.", "segments.chest.parts.0.",
             "segments.chest.shapes.0.", "segments.chest.dofs.waist_bend.", "patches.foot.",
             "limbs.leg.", "poses.standing.", "poses.lying-on-back.rotation." }) {
        const std::vector<std::string> keys
            = keys_allowed_in(scene, std::string("characters.ann.model.") + path);
        EXPECT_FALSE(keys.empty()) << path;
        for (const std::string& key : keys)
            EXPECT_TRUE(names(kCharacterDocs, key)) << path << key;
    }
}

TEST(CharacterFormatDocs, ExamplesAreValidCharacters)
{
    int examples = 0;
    std::size_t at = 0;
    while ((at = kCharacterDocs.find("```yaml\n", at)) != std::string::npos) {
        at += 8;
        const std::string text = kCharacterDocs.substr(at, kCharacterDocs.find("```", at) - at);
        if (text.find("gambol-character: 1") == std::string::npos)
            continue;
        ++examples;
        EXPECT_NO_THROW((void)read_character_tree(parse_yaml(text, "example.yaml"), "example", ""))
            << text;
    }
    EXPECT_GE(examples, 2);
}

}  // namespace
}  // namespace gambol::io
