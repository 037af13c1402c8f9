// SPDX-License-Identifier: MIT
#include "gambol/motion/cloth_intersections.hpp"

#include "gambol/math/random.hpp"
#include "gambol/motion/exact_orientation.hpp"
#include "gambol/motion/triangle_distance.hpp"
#include "support/example_cloth.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace gambol {
namespace {

using Eigen::Vector2i;
using Eigen::Vector3d;
using Eigen::Vector3i;

struct Surface {
    std::vector<Vector3d> vertices;
    std::vector<Vector3i> triangles;
};

/// A sheet bent and crumpled at random; far more than a real one would be.
Surface crumpled(unsigned seed, double strength)
{
    const MotionCloth sheet = test::flat_sheet(9);
    Surface surface { sheet.rest, sheet.triangles };
    Random random(seed);
    const auto shift = [&] { return random.uniform(-1, 1); };
    for (Vector3d& vertex : surface.vertices)
        vertex += strength * Vector3d(shift(), shift(), shift());
    return surface;
}

/// Every edge against every triangle, without a tree.
std::vector<ClothIntersection> all_pairs(const Surface& surface)
{
    std::set<std::pair<int, int>> edges;
    for (const Vector3i& t : surface.triangles)
        for (int k = 0; k < 3; ++k)
            edges.insert(std::minmax({ t[k], t[(k + 1) % 3] }));
    std::vector<ClothIntersection> found;
    for (const auto& [i, j] : edges)
        for (int n = 0; n < static_cast<int>(surface.triangles.size()); ++n) {
            const Vector3i& t = surface.triangles[n];
            if ((t.array() == i).any() || (t.array() == j).any())
                continue;
            const auto& v = surface.vertices;
            const auto meeting = audit_detail::meet(v[i], v[j], v[t[0]], v[t[1]], v[t[2]]);
            if (meeting != audit_detail::Meeting::apart)
                found.push_back({ { i, j }, n, meeting == audit_detail::Meeting::crossing });
        }
    return found;
}

double all_distances(const Surface& surface)
{
    double smallest = 1e9;
    for (const Vector3i& a : surface.triangles)
        for (int k = 0; k < 3; ++k)
            for (const Vector3i& b : surface.triangles) {
                const int i = a[k], j = a[(k + 1) % 3];
                if ((b.array() == i).any() || (b.array() == j).any())
                    continue;
                const auto& v = surface.vertices;
                smallest = std::min(smallest,
                    audit_detail::triangle_distance(v[i], v[j], v[b[0]], v[b[1]], v[b[2]]));
            }
    return smallest;
}

TEST(ClothIntersections, AreThoseOfAllPairs)
{
    int total = 0;
    for (unsigned seed = 1; seed <= 6; ++seed) {
        const Surface surface = crumpled(seed, seed * 0.03);
        const auto expected = all_pairs(surface);
        const auto found = find_cloth_intersections(surface.vertices, surface.triangles);
        ASSERT_EQ(found.size(), expected.size()) << "seed " << seed;
        for (std::size_t i = 0; i < found.size(); ++i) {
            EXPECT_EQ(found[i].edge, expected[i].edge);
            EXPECT_EQ(found[i].triangle, expected[i].triangle);
            EXPECT_EQ(found[i].crossing, expected[i].crossing);
        }
        total += int(found.size());
    }
    EXPECT_GT(total, 100);
}

TEST(ClothIntersections, SmallestDistanceIsThatOfAllPairs)
{
    for (unsigned seed = 1; seed <= 4; ++seed) {
        const Surface surface = crumpled(seed, 0.02);
        ClothIntersectionFinder finder(
            surface.triangles, int(surface.triangles.size()), surface.vertices);
        const double expected = all_distances(surface);
        EXPECT_DOUBLE_EQ(finder.find(surface.vertices, 1).distance, expected);
        // Not looked for beyond the reach.
        EXPECT_GT(finder.find(surface.vertices, 0.9 * expected).distance, 1e9);
    }
}

TEST(ClothIntersections, OneVertexPushedThroughIsFound)
{
    // Two sheets, 1 mm apart; one vertex of the upper one goes 1 µm through the lower one.
    const MotionCloth sheet = test::flat_sheet(8);
    Surface surface { sheet.rest, sheet.triangles };
    const int count = sheet.vertex_count();
    for (const Vector3d& vertex : sheet.rest)
        surface.vertices.push_back(vertex + Vector3d(0.013, 0.021, 0.001));
    for (const Vector3i& t : sheet.triangles)
        surface.triangles.push_back(t.array() + count);
    EXPECT_TRUE(find_cloth_intersections(surface.vertices, surface.triangles).empty());

    surface.vertices[count + 40].z() = -1e-6;
    const auto found = find_cloth_intersections(surface.vertices, surface.triangles);
    ASSERT_FALSE(found.empty());
    for (const ClothIntersection& one : found) {
        EXPECT_TRUE(one.crossing);
        EXPECT_TRUE((one.edge.array() == count + 40).any());
    }
}

TEST(ClothIntersections, AMeshThatOnlyTouchesIsToldFromOneThatCrosses)
{
    // A ridge stands on the peak of another at right angles: two edges share a point.
    Surface surface;
    surface.vertices = { { -1, 0, 0 }, { 1, 0, 0 }, { 0, 1, -1 }, { 0, -1, -1 }, { 0, -1, 0 },
        { 0, 1, 0 }, { 1, 0, 1 }, { -1, 0, 1 } };
    surface.triangles = { { 0, 1, 2 }, { 1, 0, 3 }, { 4, 5, 6 }, { 5, 4, 7 } };
    const auto touching = find_cloth_intersections(surface.vertices, surface.triangles);
    ASSERT_FALSE(touching.empty());
    for (const ClothIntersection& one : touching)
        EXPECT_FALSE(one.crossing);

    for (const int i : { 4, 5, 6, 7 })
        surface.vertices[i].z() += 1e-12;
    EXPECT_TRUE(find_cloth_intersections(surface.vertices, surface.triangles).empty());
    for (const int i : { 4, 5, 6, 7 })
        surface.vertices[i].z() -= 2e-12;
    const auto crossing = find_cloth_intersections(surface.vertices, surface.triangles);
    EXPECT_TRUE(std::any_of(crossing.begin(), crossing.end(),
        [](const ClothIntersection& one) { return one.crossing; }));
}

TEST(ClothIntersections, BodiesAreComparedWithClothOnly)
{
    // Two bodies cross each other and one of them the cloth.
    Surface surface;
    const auto triangle = [&](const Vector3d& a, const Vector3d& b, const Vector3d& c) {
        const int first = int(surface.vertices.size());
        surface.vertices.insert(surface.vertices.end(), { a, b, c });
        surface.triangles.emplace_back(first, first + 1, first + 2);
    };
    triangle({ 0, 0, 0 }, { 4, 0, 0 }, { 0, 4, 0 });
    triangle({ 1, 1, -1 }, { 1, 1.2, 1 }, { 1, 1, 9 });
    triangle({ 0, 0, 7 }, { 4, 0, 7 }, { 0, 4, 7 });
    ClothIntersectionFinder finder(surface.triangles, 1, surface.vertices);
    const auto found = finder.find(surface.vertices).intersections;
    ASSERT_EQ(found.size(), 2u);  // both long edges of the upright triangle
    for (const ClothIntersection& one : found)
        EXPECT_EQ(one.triangle, 0);
    EXPECT_GT(find_cloth_intersections(surface.vertices, surface.triangles).size(), found.size());
}

TEST(ClothIntersections, NearestToASegmentIsMeasured)
{
    const MotionCloth sheet = test::flat_sheet(6);
    ClothIntersectionFinder finder(sheet.triangles, int(sheet.triangles.size()), sheet.rest);
    const Vector3d from(0.1, 0.1, 0.2), to(0.3, -0.2, 0.7);
    EXPECT_NEAR(finder.nearest_to_segment(from, to, 1).distance, 0.2, 1e-12);
    EXPECT_NEAR(finder.nearest_to_segment(from, from, 1).distance, 0.2, 1e-12);
    EXPECT_EQ(finder.nearest_to_segment(from, to, 0.1).triangle, -1);
    EXPECT_EQ(finder.nearest_to_segment(from, -from, 1).distance, 0);
}

}  // namespace
}  // namespace gambol
