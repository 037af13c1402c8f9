// SPDX-License-Identifier: MIT
#include "gambol/io/export/contacts_svg.hpp"

#include "support/example_company.hpp"
#include "support/example_motion.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <regex>

namespace gambol::io {
namespace {

struct Bar {
    double x, width;
};

/// The bars of one colour, from left to right.
std::vector<Bar> bars(const std::string& svg, const std::string& colour)
{
    const std::regex pattern(
        "<rect x=\"([0-9.]+)\" y=\"[0-9.]+\" width=\"([0-9.]+)\" height=\"[0-9.]+\" "
        "rx=\"3\" fill=\""
        + colour + "\"");
    std::vector<Bar> result;
    for (std::sregex_iterator it(svg.begin(), svg.end(), pattern), end; it != end; ++it)
        result.push_back({ std::stod((*it)[1]), std::stod((*it)[2]) });
    return result;
}

TEST(ContactsSvg, AHopLeavesAGapInBothRows)
{
    const Motion motion = test::hop();
    const std::string svg = contacts_svg(motion);
    for (const std::string colour : { "#3f7fbf", "#e07b39" }) {
        const std::vector<Bar> found = bars(svg, colour);
        ASSERT_EQ(found.size(), 2u);
        // 0.4 s of flight on an axis of 2.35 s; the samples at its ends carry half the load.
        const double axis = found[1].x + found[1].width - found[0].x;
        const double gap = found[1].x - found[0].x - found[0].width;
        EXPECT_NEAR(gap / axis, 0.4 / motion.times.back(), 0.005);
    }
}

TEST(ContactsSvg, StepsAlternate)
{
    const std::string svg = contacts_svg(test::two_steps());
    const std::vector<Bar> left = bars(svg, "#3f7fbf"), right = bars(svg, "#e07b39");
    ASSERT_EQ(left.size(), 2u);
    ASSERT_EQ(right.size(), 2u);
    EXPECT_LT(right[0].x + right[0].width, left[0].x + left[0].width);
    EXPECT_LT(right[1].x, left[1].x);
}

TEST(ContactsSvg, NamesArePrintedAndEscaped)
{
    Motion motion = test::crate_scene();
    motion.name = "a < b & c";
    motion.characters[1].contacts[0].name = "paw<1>";
    const std::string svg = contacts_svg(motion);
    EXPECT_NE(svg.find("a &lt; b &amp; c"), std::string::npos);
    EXPECT_NE(svg.find("paw&lt;1&gt;"), std::string::npos);
    EXPECT_EQ(svg.find("paw<1>"), std::string::npos);
    EXPECT_NE(svg.find(">crate<"), std::string::npos);
}

TEST(ContactsSvg, SaysWhoTouchesWhomFromBothSides)
{
    const std::string hands = contacts_svg(test::hand_in_hand());
    EXPECT_NE(hands.find(">from ann left hand<"), std::string::npos);
    EXPECT_NE(hands.find(">bob<"), std::string::npos);  // on Ann's bar
    EXPECT_EQ(hands.find(">from bob"), std::string::npos);  // his palm records nothing
    // The box feels its carrier in its own weight: 8 kg and 60 N of squeezing on each side.
    const std::string box = contacts_svg(test::held_box());
    EXPECT_NE(box.find(">from ann right hand<"), std::string::npos);
    // What a grip holds without pressing is a contact, too.
    Motion motion = test::held_box();
    for (MotionContact& contact : motion.characters[0].contacts)
        for (std::size_t k = 0; k < motion.times.size() && contact.grip; ++k)
            contact.force[k] = { 0, 0, -39 };
    EXPECT_EQ(bars(contacts_svg(motion), "#3f7fbf").size(), 3u);  // foot, hand, and on the box
}

TEST(ContactsSvg, APatchWithoutLoadHasNoBar)
{
    Motion motion = test::twisting_stand();
    for (Eigen::Vector3d& force : motion.characters[0].contacts[1].force)
        force.setZero();
    EXPECT_TRUE(bars(contacts_svg(motion), "#e07b39").empty());
}

// At 1e15 s a tick and the next one were the same number, and the axis had no end.
TEST(ContactsSvg, TheAxisEndsFarFromTimeZero)
{
    for (const double far : { -1e6, 1e9, 1e15, 1e300 }) {
        Motion motion = test::twisting_stand();
        for (double& time : motion.times)
            time = far + time * std::max(1.0, std::abs(far) / 1e12);
        const std::string svg = contacts_svg(motion);
        EXPECT_LT(svg.size(), 100000u) << far;
        EXPECT_NE(svg.find("time in seconds"), std::string::npos) << far;
    }
}

}  // namespace
}  // namespace gambol::io
