// SPDX-License-Identifier: MIT
#include "gambol/cloth/step/dissection.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace gambol::cloth {
namespace {

using Sparse = Eigen::SparseMatrix<double>;

/// `sheets` grids of n × n, each vertex joined to the eight around it.
Sparse grids(int n, int sheets)
{
    std::vector<Eigen::Triplet<double>> entries;
    for (int i = 0; i < sheets * n * n; ++i)
        for (int j = 0; j < sheets * n * n; ++j)
            if (i / (n * n) == j / (n * n) && std::abs(i % n - j % n) <= 1
                && std::abs(i % (n * n) / n - j % (n * n) / n) <= 1)
                entries.emplace_back(i, j, 1);
    Sparse A(sheets * n * n, sheets * n * n);
    A.setFromTriplets(entries.begin(), entries.end());
    return A;
}

std::vector<int> part_of_rows(const Dissection& dissection)
{
    std::vector<int> result(dissection.order.size(), -1);
    for (std::size_t p = 0; p < dissection.parts.size(); ++p)
        for (int k = dissection.parts[p].begin; k < dissection.parts[p].end; ++k)
            result[std::size_t(dissection.order[std::size_t(k)])] = int(p);
    return result;
}

bool is_above(const Dissection& dissection, int upper, int lower)
{
    for (; lower >= 0; lower = dissection.parts[std::size_t(lower)].parent)
        if (lower == upper)
            return true;
    return false;
}

TEST(Dissection, BranchesDoNotTouch)
{
    for (const int sheets : { 1, 2, 3 }) {
        const Sparse A = grids(20, sheets);
        const Dissection dissection = dissect(A, 60);
        std::vector<int> sorted = dissection.order;
        std::sort(sorted.begin(), sorted.end());
        for (int i = 0; i < int(A.rows()); ++i)
            ASSERT_EQ(sorted[std::size_t(i)], i);
        const std::vector<int> part = part_of_rows(dissection);
        for (int j = 0; j < int(A.cols()); ++j)
            for (Sparse::InnerIterator it(A, j); it; ++it) {
                const int a = part[std::size_t(it.row())], b = part[std::size_t(j)];
                EXPECT_TRUE(is_above(dissection, a, b) || is_above(dissection, b, a))
                    << it.row() << " and " << j;
            }
        for (std::size_t p = 0; p < dissection.parts.size(); ++p)
            EXPECT_TRUE(dissection.parts[p].parent == -1 || dissection.parts[p].parent > int(p));
    }
}

TEST(Dissection, HalvesOfASheetAreAlikeAndTheCutIsShort)
{
    const Dissection dissection = dissect(grids(40, 1), 800);
    ASSERT_EQ(dissection.parts.size(), 3U);
    const auto size
        = [&](std::size_t p) { return dissection.parts[p].end - dissection.parts[p].begin; };
    EXPECT_NEAR(size(0), size(1), 10);
    EXPECT_LE(size(2), 90);  // straight across it is 40, along the diagonal 79
    EXPECT_EQ(dissection.parts[0].parent, 2);
    EXPECT_EQ(dissection.parts[1].parent, 2);
}

TEST(Dissection, SeparateSheetsNeedNoCut)
{
    const Dissection dissection = dissect(grids(20, 2), 400);
    ASSERT_EQ(dissection.parts.size(), 2U);
    EXPECT_EQ(dissection.parts[0].parent, -1);
    EXPECT_EQ(dissection.parts[1].parent, -1);
}

}  // namespace
}  // namespace gambol::cloth
