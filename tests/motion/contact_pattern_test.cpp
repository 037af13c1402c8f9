// SPDX-License-Identifier: MIT
#include "gambol/motion/contact_pattern.hpp"
#include "support/example_motion.hpp"

#include <gtest/gtest.h>

namespace gambol {
namespace {

/// One body of 10 kg with two patches, 2 s long: the left one is loaded in the first second.
Motion one_second_on_the_left()
{
    Motion motion;
    MotionCharacter character;
    character.name = "ann";
    MotionBody body;
    body.inertial.mass = 10;
    character.bodies.push_back(body);
    MotionContact left, right;
    left.name = "left_foot";
    right.name = "right_foot";
    for (int k = 0; k <= 200; ++k) {
        motion.times.push_back(3 + 0.01 * k);
        left.with.push_back(k < 100 ? "ground" : "");
        left.force.push_back({ 0, 0, k < 100 ? 98.1 : 0 });
        right.with.push_back("ground");
        right.force.push_back({ 0, 0, 1.9 });  // just below 2 % of the weight
    }
    character.contacts = { left, right };
    motion.characters = { character };
    return motion;
}

TEST(ContactPattern, SaysWhichShareOfEachSlotIsLoaded)
{
    const ContactPattern pattern = contact_pattern(one_second_on_the_left(), 4);
    ASSERT_EQ(pattern.rows.size(), 2u);
    EXPECT_EQ(pattern.rows[0].name, "left_foot");
    const double expected[] = { 1, 0.99, 0, 0 };  // the last loaded sample ends at 0.995 s
    for (size_t i = 0; i < 4; ++i) {
        EXPECT_NEAR(pattern.rows[0].loaded[i], expected[i], 1e-9) << i;
        EXPECT_EQ(pattern.rows[1].loaded[i], 0) << i;
    }
}

TEST(ContactPattern, TextLeavesOutWhatIsNeverLoaded)
{
    EXPECT_EQ(pattern_text(one_second_on_the_left()), "Lfoot ██··");
    EXPECT_EQ(pattern_text(contact_pattern(one_second_on_the_left(), 3)), "Lfoot █▌·");
}

TEST(ContactPattern, NamesTheOwnerWhenThereAreSeveral)
{
    Motion motion = one_second_on_the_left();
    motion.characters.push_back(motion.characters[0]);
    motion.characters[1].name = "bob";
    EXPECT_EQ(pattern_text(motion), "ann/Lfoot ██··  bob/Lfoot ██··");
}

TEST(ContactPattern, ShowsTheStepsOfTwoSteps)
{
    const Motion steps = test::two_steps();
    const ContactPattern pattern = contact_pattern(steps, 20);
    double lifted = 0;
    for (const ContactPattern::Row& row : pattern.rows)
        for (const double share : row.loaded)
            lifted += share < 0.5;
    EXPECT_GT(lifted, 2);  // both feet leave the floor
}

TEST(ContactPattern, EmptyMotionHasNone)
{
    EXPECT_EQ(pattern_text(Motion {}), "");
    EXPECT_TRUE(contact_pattern(Motion {}, 3).rows.empty());
}

}  // namespace
}  // namespace gambol
