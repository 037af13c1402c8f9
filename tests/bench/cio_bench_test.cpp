// SPDX-License-Identifier: MIT
#include "cio_bench.hpp"

#include <gtest/gtest.h>

namespace gambol::bench {
namespace {

/// Two stages; in the second the cost falls 100, 50, 10 at 2, 3, 4 s.
Convergence ours()
{
    return { { { 0, 0, 0, 1, 5 }, { 0, 1, 0, 2, 100 }, { 0, 1, 1, 3, 50 }, { 0, 1, 2, 4, 10 } }, 4,
        true, 10 };
}

TEST(CompareWithThePaper, ComparesAtItsFinalCost)
{
    const Convergence papers { { { 0, 0, 0, 100, 5 }, { 0, 1, 0, 300, 60 } }, 300, true, 60 };
    const Speedup speedup = compare(ours(), papers);
    EXPECT_EQ(speedup.kind, Speedup::Kind::same_cost);
    EXPECT_DOUBLE_EQ(speedup.cost, 60);
    EXPECT_DOUBLE_EQ(speedup.ours, 3);
    EXPECT_DOUBLE_EQ(speedup.ratio(), 100);
}

TEST(CompareWithThePaper, CutOffGivesALowerBoundAgainstOurWholeTime)
{
    // In the last stage, but above our final cost.
    const Convergence late { { { 0, 1, 0, 40, 60 } }, 40, false, 60 };
    const Speedup speedup = compare(ours(), late);
    EXPECT_EQ(speedup.kind, Speedup::Kind::at_least);
    EXPECT_DOUBLE_EQ(speedup.ratio(), 10);
    // In an earlier stage a low cost says nothing.
    const Convergence early { { { 0, 0, 0, 40, 1 } }, 40, false, 1 };
    EXPECT_EQ(compare(ours(), early).kind, Speedup::Kind::at_least);
}

TEST(CompareWithThePaper, SaysWhenThePaperEndsLower)
{
    const Convergence papers { { { 0, 1, 0, 300, 3 } }, 300, true, 3 };
    EXPECT_EQ(compare(ours(), papers).kind, Speedup::Kind::not_reached);
    const Convergence cut { { { 0, 1, 0, 300, 3 } }, 300, false, 3 };
    EXPECT_EQ(compare(ours(), cut).kind, Speedup::Kind::not_reached);
}

}  // namespace
}  // namespace gambol::bench
