// SPDX-License-Identifier: MIT
#include "gambol/motion/exact_orientation.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <array>
#include <cstdint>
#include <random>

namespace gambol::audit_detail {
namespace {

using Eigen::Vector2d;
using Eigen::Vector3d;

__extension__ using Wide = __int128;

int sign(Wide value)
{
    return value > 0 ? 1 : value < 0 ? -1 : 0;
}

using Integers = std::array<std::int64_t, 3>;

/// The same determinant in integers wide enough to hold it.
int integer_orientation(const Integers (&p)[4])
{
    Wide m[3][3];
    for (int r = 0; r < 3; ++r)
        for (int k = 0; k < 3; ++k)
            m[r][k] = Wide(p[r][k]) - p[3][k];
    return sign(m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1])
        + m[0][1] * (m[1][2] * m[2][0] - m[1][0] * m[2][2])
        + m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0]));
}

TEST(ExactOrientation, AgreesWithWideIntegersOnNearlyFlatPoints)
{
    std::mt19937_64 random(7);
    std::uniform_int_distribution<std::int64_t> far(-(1LL << 36), 1LL << 36), near(-1, 1),
        weight(-8, 8);
    int zeros = 0, undecided_by_rounding = 0;
    for (int n = 0; n < 20000; ++n) {
        // The fourth point is a whole combination of the others, moved by at most one unit.
        Integers p[4];
        for (int r = 0; r < 3; ++r)
            for (auto& x : p[r])
                x = far(random);
        const std::int64_t u = weight(random), v = weight(random);
        for (int k = 0; k < 3; ++k)
            p[3][k] = p[0][k] + u * (p[1][k] - p[0][k]) + v * (p[2][k] - p[0][k]) + near(random);
        Vector3d d[4];
        for (int r = 0; r < 4; ++r)
            d[r] = Vector3d(double(p[r][0]), double(p[r][1]), double(p[r][2])) * std::ldexp(1, -30);
        const int expected = integer_orientation(p);
        ASSERT_EQ(orientation(d[0], d[1], d[2], d[3]), expected);
        zeros += expected == 0;
        Eigen::Matrix3d rounded;
        rounded << d[0] - d[3], d[1] - d[3], d[2] - d[3];
        const double value = rounded.determinant();
        undecided_by_rounding += (value > 0 ? 1 : value < 0 ? -1 : 0) != expected;
    }
    // The cases are hard: plain arithmetic gets many of them wrong, and some are exactly flat.
    EXPECT_GT(zeros, 100);
    EXPECT_GT(undecided_by_rounding, 100);
}

TEST(ExactOrientation, SeesOneUnitInTheLastPlace)
{
    const Vector3d a(0.1f, 0.2f, 0.3f), b(0.7f, 0.1f, 0.3f), c(0.4f, 0.9f, 0.3f);
    Vector3d d(0.5f, 0.5f, 0.3f);
    EXPECT_EQ(orientation(a, b, c, d), 0);
    d.z() = std::nextafter(d.z(), 1.0);
    EXPECT_EQ(orientation(a, b, c, d), -1);
    d.z() = std::nextafter(std::nextafter(d.z(), 0.0), 0.0);
    EXPECT_EQ(orientation(a, b, c, d), 1);
}

TEST(ExactOrientation, SeesTheTurnOfAlmostStraightPoints)
{
    const Vector2d a(0.1, 0.1), b(0.3, 0.3);
    EXPECT_EQ(orientation(a, b, Vector2d(24, 24)), 0);
    EXPECT_EQ(orientation(a, b, Vector2d(24, std::nextafter(24, 25))), 1);
    EXPECT_EQ(orientation(a, b, Vector2d(24, std::nextafter(24, 23))), -1);
}

const Vector3d kA(0, 0, 0), kB(4, 0, 0), kC(0, 4, 0);

Meeting with_triangle(const Vector3d& p, const Vector3d& q)
{
    // The answer must not depend on any order.
    const Meeting first = meet(p, q, kA, kB, kC);
    EXPECT_EQ(meet(q, p, kA, kB, kC), first);
    EXPECT_EQ(meet(p, q, kB, kC, kA), first);
    EXPECT_EQ(meet(p, q, kB, kA, kC), first);
    return first;
}

TEST(EdgeAndTriangle, CrossWhereTheEdgePassesThroughTheInside)
{
    EXPECT_EQ(with_triangle({ 1, 1, -1 }, { 1, 1, 1 }), Meeting::crossing);
    EXPECT_EQ(with_triangle({ 1, 1, -1e-300 }, { 1, 1, 1e-300 }), Meeting::crossing);
}

TEST(EdgeAndTriangle, AreApartBesideAboveAndBelow)
{
    EXPECT_EQ(with_triangle({ 3, 3, -1 }, { 3, 3, 1 }), Meeting::apart);
    EXPECT_EQ(with_triangle({ 1, 1, 1e-12 }, { 1, 2, 1 }), Meeting::apart);
    EXPECT_EQ(with_triangle({ 1, 1, -3 }, { 1, 2, -1 }), Meeting::apart);
    // One unit in the last place beyond the long border.
    EXPECT_EQ(
        with_triangle({ 2, std::nextafter(2.0, 3.0), -1 }, { 2, std::nextafter(2.0, 3.0), 1 }),
        Meeting::apart);
}

TEST(EdgeAndTriangle, TouchWhereAnEndABorderOrACornerIsMet)
{
    EXPECT_EQ(with_triangle({ 1, 1, 0 }, { 1, 1, 1 }), Meeting::touching);  // end on the inside
    EXPECT_EQ(with_triangle({ 2, 2, -1 }, { 2, 2, 1 }), Meeting::touching);  // through a border
    EXPECT_EQ(with_triangle({ 0, 0, -1 }, { 0, 0, 1 }), Meeting::touching);  // through a corner
    EXPECT_EQ(with_triangle({ 2, 0, 0 }, { 2, -1, 1 }), Meeting::touching);  // end on a border
    EXPECT_EQ(with_triangle({ 4, 0, 0 }, { 5, 0, 1 }), Meeting::touching);  // end on a corner
}

TEST(EdgeAndTriangle, InOnePlaneTouchOrNot)
{
    EXPECT_EQ(with_triangle({ 1, 1, 0 }, { 1.5, 1, 0 }), Meeting::touching);  // inside
    EXPECT_EQ(with_triangle({ -1, 1, 0 }, { 9, 1, 0 }), Meeting::touching);  // all across
    EXPECT_EQ(with_triangle({ 5, 0, 0 }, { 6, 0, 0 }), Meeting::apart);  // along a border's line
    EXPECT_EQ(with_triangle({ 4, 0, 0 }, { 6, 0, 0 }), Meeting::touching);  // from a corner on
    EXPECT_EQ(with_triangle({ 3, 3, 0 }, { 4, 4, 0 }), Meeting::apart);
    // A plane that no axis is normal to.
    EXPECT_EQ(meet({ 1, 0, 0 }, { 0, 1, 0 }, { 3, 0, -2 }, { 0, 3, -2 }, { -1, -1, 3 }),
        Meeting::touching);
}

TEST(EdgeAndTriangle, ATriangleWithoutAreaIsASegment)
{
    const Vector3d a(0, 0, 0), b(1, 1, 1), c(3, 3, 3);
    EXPECT_EQ(meet({ 2, 2, 0 }, { 2, 2, 4 }, a, b, c), Meeting::touching);
    EXPECT_EQ(meet({ 2, 2, 3 }, { 2, 2, 4 }, a, b, c), Meeting::apart);
    EXPECT_EQ(meet({ 2, 0, 0 }, { 2, 0, 4 }, a, b, c), Meeting::apart);
    EXPECT_EQ(meet({ 4, 4, 4 }, { 5, 5, 5 }, a, b, c), Meeting::apart);
}

}  // namespace
}  // namespace gambol::audit_detail
