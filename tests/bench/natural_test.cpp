// SPDX-License-Identifier: MIT
#include "natural.hpp"

#include "gambol/io/scene/job_reader.hpp"

#include <gtest/gtest.h>

#include <set>

namespace gambol::bench {
namespace {

TEST(NaturalBench, DrawsScenesThatCanBeReadAndAreTheSameAgain)
{
    std::set<std::string> kinds;
    for (int i = 0; i < 16; ++i) {
        const DrawnScene drawn = draw_scene(5, i);
        EXPECT_EQ(drawn.yaml, draw_scene(5, i).yaml);
        EXPECT_NE(drawn.yaml, draw_scene(6, i).yaml);
        const Job job = io::read_job_text(drawn.yaml, drawn.name, ".");
        EXPECT_EQ(job.scene.characters.size(), 1u);
        kinds.insert(drawn.name.substr(0, drawn.name.find('-')));
    }
    EXPECT_EQ(kinds, (std::set<std::string> { "walk", "turn", "slope", "stairs" }));
}

}  // namespace
}  // namespace gambol::bench
