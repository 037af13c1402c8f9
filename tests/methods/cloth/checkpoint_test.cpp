// SPDX-License-Identifier: MIT
#include "gambol/methods/cloth/checkpoint.hpp"

#include <gtest/gtest.h>

namespace gambol::cloth {
namespace {

/// Something in every member, so that one that is forgotten shows.
Checkpoint example()
{
    Checkpoint checkpoint;
    checkpoint.state.time = 0.75;
    checkpoint.state.steps = 360;
    checkpoint.state.x = Eigen::Matrix3Xd::Random(3, 5);
    checkpoint.state.v = Eigen::Matrix3Xd::Random(3, 5);
    checkpoint.state.carried = { { { 1, 2, 3, 4 }, collision::PairKind::edge_edge, 0.125 } };
    checkpoint.state.let_go = { { 3, 1, 7, -1, 0.25, 0.5 }, { 4, 1, 8, 1, 0, 1 } };
    checkpoint.frames = { { 1, 2, 3 }, { 4, 5, 6 } };
    ClothTotals& totals = checkpoint.totals;
    totals.steps = 361;
    totals.dynamics_seconds = 1.5;
    totals.broad_seconds = 2.5;
    totals.narrow_seconds = 3.5;
    totals.zone_seconds = 4.5;
    totals.slowest_step = 0.25;
    totals.zones = 17;
    totals.passes = 19;
    totals.solver_iterations = 23;
    totals.largest_rows = 29;
    totals.largest_vertices = 31;
    totals.last_resorts = 2;
    totals.cut_steps = 3;
    totals.pinched = { { 1, 2 } };
    totals.let_go = 5;
    totals.most_let_go = 7;
    totals.first_let_go = 0.5;
    totals.last_free = 0.625;
    totals.let_go_bodies = { 1 };
    checkpoint.strain = 1.125;
    return checkpoint;
}

TEST(ClothCheckpoint, ReadsBackAsItWas)
{
    const Checkpoint before = example();
    const std::optional<Checkpoint> after = decode(encode(before));
    ASSERT_TRUE(after);
    EXPECT_EQ(after->state.time, before.state.time);
    EXPECT_EQ(after->state.steps, before.state.steps);
    EXPECT_EQ(after->state.x, before.state.x);
    EXPECT_EQ(after->state.v, before.state.v);
    EXPECT_EQ(after->state.carried, before.state.carried);
    EXPECT_EQ(after->state.let_go, before.state.let_go);
    EXPECT_EQ(after->frames, before.frames);
    EXPECT_EQ(after->strain, before.strain);
    const ClothTotals &is = after->totals, &was = before.totals;
    EXPECT_EQ(is.steps, was.steps);
    EXPECT_EQ(is.dynamics_seconds, was.dynamics_seconds);
    EXPECT_EQ(is.collision_seconds(), was.collision_seconds());
    EXPECT_EQ(is.slowest_step, was.slowest_step);
    EXPECT_EQ(is.zones, was.zones);
    EXPECT_EQ(is.passes, was.passes);
    EXPECT_EQ(is.solver_iterations, was.solver_iterations);
    EXPECT_EQ(is.largest_rows, was.largest_rows);
    EXPECT_EQ(is.largest_vertices, was.largest_vertices);
    EXPECT_EQ(is.last_resorts, was.last_resorts);
    EXPECT_EQ(is.cut_steps, was.cut_steps);
    EXPECT_EQ(is.pinched, was.pinched);
    EXPECT_EQ(is.let_go, was.let_go);
    EXPECT_EQ(is.most_let_go, was.most_let_go);
    EXPECT_EQ(is.first_let_go, was.first_let_go);
    EXPECT_EQ(is.last_free, was.last_free);
    EXPECT_EQ(is.let_go_bodies, was.let_go_bodies);
    EXPECT_EQ(encode(*after), encode(before));
}

TEST(ClothCheckpoint, NoneIsMadeOfBytesThatAreTornAnywhere)
{
    const std::string bytes = encode(example());
    for (std::size_t size = 0; size < bytes.size(); ++size)
        EXPECT_FALSE(decode(bytes.substr(0, size))) << size << " of " << bytes.size();
    EXPECT_FALSE(decode(bytes + "x"));
}

TEST(ClothCheckpoint, NoneIsMadeOfAnotherVersion)
{
    std::string bytes = encode(example());
    const std::size_t version = bytes.find('\n') - 1;
    ++bytes[version];
    EXPECT_FALSE(decode(bytes));
}

// Found by fuzz/checkpoint: of three rows, a number that is no multiple of three was written
// beyond the end.
TEST(ClothCheckpoint, PlacesHaveThreeNumbersEach)
{
    std::string bytes = encode(Checkpoint {});
    const std::size_t count = bytes.find('\n') + 1 + sizeof(double) + sizeof(long);
    ASSERT_EQ(bytes.substr(count, 8), std::string(8, '\0'));
    bytes[count] = 2;
    EXPECT_FALSE(decode(bytes + std::string(16, 'x')));
    bytes.insert(count + 8, 16, 'x');
    EXPECT_FALSE(decode(bytes));
}

/// A torn file may claim any size; it must not be believed before it is asked for as memory.
TEST(ClothCheckpoint, ASizeThatCannotBeIsRefused)
{
    const std::string good = encode(example());
    for (std::size_t at = good.find('\n') + 1; at + 8 <= good.size(); at += 4) {
        std::string bytes = good;
        bytes.replace(at, 8, 8, '\x7f');
        (void)decode(bytes);
    }
}

}  // namespace
}  // namespace gambol::cloth
