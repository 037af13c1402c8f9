// SPDX-License-Identifier: MIT
#include "jacobian.hpp"

#include <gtest/gtest.h>

namespace gambol::bench {
namespace {

TEST(JacobianBench, AllWaysLeadToTheSameDerivatives)
{
    for (const int links : { 1, 3, 9 }) {
        const JacobianRow row = compare_jacobians(links, { .repeats = 1, .least_seconds = 1e-6 });
        EXPECT_EQ(row.links, links);
        EXPECT_EQ(row.lanes.error, 0);
        EXPECT_LT(row.direct.error, 1e-12);
        EXPECT_LT(row.forward.error, 1e-5);
        EXPECT_LT(row.central.error, 1e-8);
        EXPECT_LT(row.richardson.error, 1e-9);
        for (const JacobianFigure& figure :
            { row.ours, row.lanes, row.direct, row.forward, row.central, row.richardson })
            EXPECT_GT(figure.seconds, 0);
    }
}

TEST(JacobianBench, SeesHowCrudeForwardDifferencesAre)
{
    const JacobianRow row = compare_jacobians(5, { .repeats = 1, .least_seconds = 1e-6 });
    EXPECT_GT(row.forward.error, 10 * row.central.error);
}

}  // namespace
}  // namespace gambol::bench
