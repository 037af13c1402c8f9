// SPDX-License-Identifier: MIT
#include "gambol/motion/gait_name.hpp"

#include <gtest/gtest.h>

namespace gambol {
namespace {

std::string name_of_two(double left, double right, double duty)
{
    return gait_name({ { { 0, 0.1, 0 }, left, duty }, { { 0, -0.1, 0 }, right, duty } });
}

/// Phases of left fore, right fore, left hind, right hind.
std::string name_of_four(double lf, double rf, double lh, double rh, double duty)
{
    return gait_name({ { { 1, 0.1, 0 }, lf, duty }, { { 1, -0.1, 0 }, rf, duty },
        { { 0, 0.1, 0 }, lh, duty }, { { 0, -0.1, 0 }, rh, duty } });
}

TEST(GaitName, OneFootHops)
{
    EXPECT_EQ(gait_name({ { { 0, 0, 0 }, 0.3, 0.4 } }), "hop");
}

TEST(GaitName, OfTwoFeet)
{
    EXPECT_EQ(name_of_two(0, 0.5, 0.6), "walk");
    EXPECT_EQ(name_of_two(0.2, 0.65, 0.35), "run");
    EXPECT_EQ(name_of_two(0.98, 0.02, 0.35), "hop");
    EXPECT_EQ(name_of_two(0, 0.25, 0.35), "skip");
}

TEST(GaitName, OfFourFeetThatTakeTurns)
{
    EXPECT_EQ(name_of_four(0.25, 0.75, 0, 0.5, 0.65), "walk");
    EXPECT_EQ(name_of_four(0.37, 0.87, 0, 0.5, 0.62), "walk") << "in diagonal couplets";
    EXPECT_EQ(name_of_four(0.13, 0.63, 0, 0.5, 0.62), "walk") << "in couplets of a side";
    EXPECT_EQ(name_of_four(0.13, 0.88, 0, 0.5, 0.62), "none") << "the two sides differ";
    EXPECT_EQ(name_of_four(0.25, 0.75, 0, 0.5, 0.45), "running-walk");
    EXPECT_EQ(name_of_four(0.5, 0, 0.03, 0.53, 0.4), "trot");
    EXPECT_EQ(name_of_four(0.02, 0.52, 0, 0.5, 0.4), "pace");
    EXPECT_EQ(name_of_four(0.37, 0.87, 0, 0.5, 0.4), "none") << "between walk and trot";
}

TEST(GaitName, OfFourFeetThatLeap)
{
    EXPECT_EQ(name_of_four(0.5, 0.5, 0, 0, 0.3), "bound");
    EXPECT_EQ(name_of_four(0, 0, 0.05, 0, 0.3), "pronk");
    EXPECT_EQ(name_of_four(0.27, 0.54, 0, 0.27, 0.35), "canter") << "right lead";
    EXPECT_EQ(name_of_four(0.54, 0.27, 0.27, 0, 0.35), "canter") << "left lead";
    EXPECT_EQ(name_of_four(0.4, 0.55, 0, 0.15, 0.25), "transverse-gallop");
    EXPECT_EQ(name_of_four(0.95, 0.8, 0.55, 0.4, 0.25), "transverse-gallop") << "left lead";
    EXPECT_EQ(name_of_four(0.5, 0.62, 0.12, 0, 0.25), "rotary-gallop");
}

TEST(GaitName, DoesNotDependOnWhereTheStrideBegins)
{
    for (const double shift : { 0.1, 0.37, 0.5, 0.83 }) {
        const auto at = [&](double phase) { return phase + shift - std::floor(phase + shift); };
        EXPECT_EQ(name_of_four(at(0.27), at(0.54), at(0), at(0.27), 0.35), "canter") << shift;
        EXPECT_EQ(name_of_four(at(0.5), at(0.62), at(0.12), at(0), 0.25), "rotary-gallop") << shift;
        EXPECT_EQ(name_of_two(at(0), at(0.5), 0.6), "walk") << shift;
    }
}

TEST(GaitName, OfOtherNumbersThereIsNone)
{
    EXPECT_EQ(gait_name({}), "none");
    EXPECT_EQ(gait_name({ { { 1, 0.1, 0 }, 0, 0.5 }, { { 0, 0.1, 0 }, 0, 0.5 },
                  { { 0, -0.1, 0 }, 0.5, 0.5 } }),
        "none");
}

}  // namespace
}  // namespace gambol
