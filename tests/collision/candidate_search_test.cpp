// SPDX-License-Identifier: MIT
#include "gambol/collision/candidate_search.hpp"

#include "support/collision_meshes.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <set>
#include <tuple>

namespace gambol::collision {
namespace {

using Eigen::Matrix3Xd;
using Pair = std::tuple<PairKind, std::set<int>, std::set<int>>;  // both sides, in either order

constexpr double kReach = 0.03, kSlack = 0.01;

Pair make_pair(PairKind kind, const std::array<int, 4>& v)
{
    const int split = side_a_size(kind);
    std::set<int> a(v.begin(), v.begin() + split), b(v.begin() + split, v.end());
    return kind == PairKind::edge_edge && b < a ? Pair(kind, b, a) : Pair(kind, a, b);
}

/// Two sheets, one with a pinned corner, a fixed sheet and a wire through each other's
/// neighbourhood.
struct Example {
    CollisionMesh mesh;
    Matrix3Xd x_t0, x_t1;

    explicit Example(unsigned seed)
    {
        std::vector<double> free(36, 1.0), fixed(36, 0.0);
        free[0] = 0;
        add_object(mesh, "sheet", free, test::grid_triangles(6, 6));
        add_object(mesh, "shirt", free, test::grid_triangles(6, 6));
        add_object(mesh, "floor", fixed, test::grid_triangles(6, 6));
        add_object(mesh, "wire", { 1, 1, 1 }, {}, { { 0, 1 }, { 1, 2 } });
        x_t0.resize(3, 0);
        for (const double z : { 0.0, 0.05, -0.04 })
            test::append(x_t0, test::grid_points(6, 6, 0.1, z));
        test::append(x_t0, test::grid_points(3, 1, 0.2, 0.02));
        x_t0 += test::random_points(x_t0.cols(), 0.02, seed);
        x_t1 = x_t0 + test::random_points(x_t0.cols(), 0.03, seed + 1000);
    }

    /// Pairs that come closer than `distance` at one of 21 instants, by trying all.
    [[nodiscard]] std::set<Pair> near_pairs(double distance) const
    {
        std::set<Pair> pairs;
        const auto try_pair = [&](PairKind kind, const std::array<int, 4>& v) {
            const std::set<int> vertices(v.begin(), v.end());
            bool any_free = false;
            for (const int i : v)
                any_free = any_free || mesh.is_free(i);
            if (vertices.size() < 4 || !any_free)
                return;
            for (int s = 0; s <= 20; ++s) {
                const Matrix3Xd x = x_t0 + s / 20.0 * (x_t1 - x_t0);
                if (closest_points(kind, { x.col(v[0]), x.col(v[1]), x.col(v[2]), x.col(v[3]) })
                        .distance
                    < distance) {
                    pairs.insert(make_pair(kind, v));
                    return;
                }
            }
        };
        for (const auto& t : mesh.triangles)
            for (int v = 0; v < mesh.vertex_count(); ++v)
                try_pair(PairKind::vertex_triangle, { v, t[0], t[1], t[2] });
        for (std::size_t a = 0; a < mesh.edges.size(); ++a)
            for (std::size_t b = a + 1; b < mesh.edges.size(); ++b)
                try_pair(PairKind::edge_edge,
                    { mesh.edges[a][0], mesh.edges[a][1], mesh.edges[b][0], mesh.edges[b][1] });
        return pairs;
    }
};

std::set<Pair> found_pairs(const CandidateSearch& search)
{
    std::set<Pair> pairs;
    for (const Candidate& c : search.candidates())
        EXPECT_TRUE(pairs.insert(make_pair(c.kind, c.vertices)).second) << "a pair was found twice";
    return pairs;
}

int missing(const std::set<Pair>& wanted, const std::set<Pair>& found)
{
    int count = 0;
    for (const Pair& pair : wanted)
        count += !found.contains(pair);
    return count;
}

TEST(CandidateSearch, FindsAllPairsThatTryingAllFinds)
{
    for (unsigned seed = 1; seed <= 3; ++seed) {
        const Example example(seed);
        WorkerPool pool(1);
        CandidateSearch search(example.mesh, pool);
        search.search(example.x_t0, example.x_t1, kReach, kSlack);
        const std::set<Pair> wanted = example.near_pairs(kReach);
        EXPECT_GT(wanted.size(), 100u);
        EXPECT_EQ(missing(wanted, found_pairs(search)), 0) << "seed " << seed;
    }
}

TEST(CandidateSearch, StaysCompleteWhileVerticesMove)
{
    Example example(4);
    WorkerPool pool(1);
    CandidateSearch search(example.mesh, pool);
    search.search(example.x_t0, example.x_t1, kReach, kSlack);
    // Less than the slack: nothing is searched, and nothing closer than reach − 2 slack is missing.
    example.x_t1 += test::random_points(example.x_t1.cols(), 0.9 * kSlack / std::sqrt(3.0), 5);
    EXPECT_FALSE(search.update(example.x_t1));
    EXPECT_EQ(missing(example.near_pairs(kReach - 2 * kSlack), found_pairs(search)), 0);
    // Some vertices leave, others do not.
    for (const int vertex : { 3, 17, 40, 41, 108 })
        example.x_t1.col(vertex) += Eigen::Vector3d(0.05, -0.04, 0.06);
    EXPECT_TRUE(search.update(example.x_t1));
    EXPECT_EQ(missing(example.near_pairs(kReach - 2 * kSlack), found_pairs(search)), 0);
    // So far that the bounds on rounding have to be set anew.
    example.x_t1.col(20) += Eigen::Vector3d(0, 0, 10);
    EXPECT_TRUE(search.update(example.x_t1));
    EXPECT_EQ(missing(example.near_pairs(kReach - 2 * kSlack), found_pairs(search)), 0);
}

TEST(CandidateSearch, DirectionsSeparateAtTheStart)
{
    const Example example(6);
    WorkerPool pool(1);
    CandidateSearch search(example.mesh, pool);
    search.search(example.x_t0, example.x_t1, kReach, kSlack);
    for (const Candidate& c : search.candidates())
        for (int i = 0; i < side_a_size(c.kind); ++i)
            for (int j = side_a_size(c.kind); j < 4; ++j) {
                const Eigen::Vector3d between = example.x_t0.col(c.vertices[std::size_t(i)])
                    - example.x_t0.col(c.vertices[std::size_t(j)]);
                EXPECT_GE(c.direction.dot(between) - c.gap, 0);
            }
}

TEST(CandidateSearch, SameOrderForAnyNumberOfThreads)
{
    Example example(7);
    std::vector<std::vector<Candidate>> results;
    for (const int threads : { 1, 2, 5 }) {
        WorkerPool pool(threads);
        CandidateSearch search(example.mesh, pool);
        search.search(example.x_t0, example.x_t1, kReach, kSlack);
        Matrix3Xd elsewhere = example.x_t1;
        elsewhere.col(10) += Eigen::Vector3d(0.1, 0, 0);
        search.update(elsewhere);
        results.push_back(search.candidates());
    }
    for (std::size_t k = 1; k < results.size(); ++k) {
        ASSERT_EQ(results[k].size(), results[0].size());
        for (std::size_t i = 0; i < results[0].size(); ++i) {
            EXPECT_EQ(results[k][i].vertices, results[0][i].vertices);
            EXPECT_EQ(results[k][i].direction, results[0][i].direction);
            EXPECT_EQ(results[k][i].gap, results[0][i].gap);
        }
    }
}

TEST(CollisionMesh, EdgesAreMadeOnce)
{
    // A square of two triangles: four sides and a diagonal, and a wire that repeats a side.
    const auto edges = unique_edges({ { 0, 1, 2 }, { 2, 1, 3 } }, { { 1, 0 }, { 3, 4 } });
    EXPECT_EQ(edges.size(), 6u);
    for (const auto& edge : edges)
        EXPECT_LT(edge[0], edge[1]);
}

}  // namespace
}  // namespace gambol::collision
