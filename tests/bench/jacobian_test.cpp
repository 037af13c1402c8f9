// SPDX-License-Identifier: MIT
#include "jacobian.hpp"

#include "gambol/io/scene/job_reader.hpp"

#include <gtest/gtest.h>

namespace gambol::bench {
namespace {

JacobianArguments quick()
{
    JacobianArguments arguments;
    arguments.timing = { 1, 1e-6 };
    return arguments;
}

TEST(JacobianBench, AllWaysLeadToTheSameDerivatives)
{
    for (const int links : { 1, 3, 9 }) {
        const JacobianRow row = compare_jacobians(links, quick());
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
    const JacobianRow row = compare_jacobians(5, quick());
    EXPECT_GT(row.forward.error, 10 * row.central.error);
}

TEST(JacobianBench, AllWaysAgreeOnASolvedMovement)
{
    const Scene scene = io::read_job(GAMBOL_SOURCE_DIR "/scenes/luxo-jump.yaml").scene;
    const SceneJacobians ways = compare_jacobians_of(scene, quick().timing, {});
    EXPECT_EQ(ways.dofs, 4);
    EXPECT_GT(ways.slices, 40);
    EXPECT_GT(ways.iterations, 10);
    EXPECT_GT(ways.iteration, 0);
    EXPECT_EQ(ways.lanes.error, 0);
    EXPECT_LT(ways.direct.error, 1e-12);
    EXPECT_LT(ways.forward.error, 1e-4);
    EXPECT_LT(ways.central.error, 1e-6);
    EXPECT_LT(ways.richardson.error, 1e-7);
    EXPECT_GT(ways.forward.error, ways.central.error);
    EXPECT_GT(ways.iteration_with(ways.richardson), ways.iteration);
}

}  // namespace
}  // namespace gambol::bench
