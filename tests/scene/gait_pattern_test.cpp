// SPDX-License-Identifier: MIT
#include "gambol/scene/gait_pattern.hpp"

#include "gambol/character/legs.hpp"
#include "gambol/io/character/character_reader.hpp"
#include "gambol/motion/gait_name.hpp"

#include <gtest/gtest.h>

namespace gambol::gait {
namespace {

/// What a pattern is called by its feet alone.
std::string found_name(const Character& body, const Pattern& pattern)
{
    std::vector<FootBeat> feet;
    for (const Leg& leg : legs_of(body)) {
        const bool free = !pattern.duty.is_asked();
        feet.push_back({ leg.hip, pattern.starts.at(leg.name),
            free ? 0.4 : (pattern.duty.lower + pattern.duty.upper) / 2 });
    }
    return gait_name(feet);
}

/// Without what the name says of the side that leads.
std::string plain(std::string name)
{
    if (const std::string end = "-right"; name.ends_with(end))
        name.erase(name.size() - end.size());
    return name == "diagonal-walk" ? "walk" : name;
}

TEST(GaitPattern, IsRecognisedByItsName)
{
    for (const char* model : { "monopod", "biped", "human", "horse", "quadruped", "hexapod" }) {
        const Character body = io::read_character(model).character;
        ASSERT_FALSE(patterns_of(body).empty()) << model;
        for (const Pattern& pattern : patterns_of(body)) {
            const std::string expected = pattern.name == "wave" ? "none" : plain(pattern.name);
            EXPECT_EQ(found_name(body, pattern), expected) << model;
        }
    }
}

TEST(GaitPattern, IsSymmetricWhereSidesTakeTurns)
{
    const Character horse = io::read_character("horse").character;
    for (const Pattern& pattern : patterns_of(horse)) {
        bool turns = true;
        for (const Leg& leg : legs_of(horse)) {
            const std::string other = legs_of(horse)[size_t(leg.mirror)].name;
            turns = turns
                && std::abs(std::abs(pattern.starts.at(leg.name) - pattern.starts.at(other)) - 0.5)
                    < 1e-9;
        }
        EXPECT_EQ(pattern.symmetric, turns) << pattern.name;
    }
}

}  // namespace
}  // namespace gambol::gait
