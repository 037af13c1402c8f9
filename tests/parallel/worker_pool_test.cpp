// SPDX-License-Identifier: MIT
#include "gambol/parallel/worker_pool.hpp"

#include <gtest/gtest.h>

#include <new>
#include <numeric>
#include <vector>

namespace gambol {
namespace {

TEST(WorkerPool, EveryTaskRunsOnceInEveryJob)
{
    for (const int threads : { 1, 2, 5 }) {
        WorkerPool pool(threads);
        std::vector<int> calls(97, 0);
        for (int job = 0; job < 500; ++job)
            pool.run(job % 98, [&](int i) { ++calls[std::size_t(i)]; });
        // Task i is part of the jobs of more than i tasks, 500 jobs of 0 … 97 in turn.
        for (int i = 0; i < 97; ++i)
            EXPECT_EQ(calls[std::size_t(i)], 5 * (97 - i) + std::max(0, 9 - i))
                << threads << " threads, task " << i;
    }
}

TEST(WorkerPool, WhatTasksWroteIsSeenAfterwards)
{
    WorkerPool pool(3);
    for (int job = 1; job <= 200; ++job) {
        std::vector<long> squares(64, -1);
        pool.run(64, [&](int i) { squares[std::size_t(i)] = long(i) * i * job; });
        EXPECT_EQ(std::accumulate(squares.begin(), squares.end(), 0L), 85344L * job);
    }
}

// What a helper threw, such as a lack of memory, ended the program.
TEST(WorkerPool, WhatATaskThrowsReachesTheCaller)
{
    WorkerPool pool(3);
    for (int job = 0; job < 50; ++job) {
        EXPECT_THROW(pool.run(64,
                         [&](int i) {
                             if (i == job)
                                 throw std::bad_alloc();
                         }),
            std::bad_alloc);
        int sum = 0;
        pool.run(1, [&](int) { ++sum; });
        EXPECT_EQ(sum, 1);
    }
}

}  // namespace
}  // namespace gambol
