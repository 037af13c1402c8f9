// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <atomic>
#include <thread>
#include <vector>

namespace gambol {

/// Calls task(0) … task(count − 1), each once, from up to `threads` threads in any order. Tasks
/// that write only what is theirs give the same result for any number of threads.
template <class Task> void run_tasks(int threads, int count, const Task& task)
{
    std::atomic<int> next = 0;
    const auto work = [&] {
        for (int i = next++; i < count; i = next++)
            task(i);
    };
    std::vector<std::jthread> helpers;
    for (int i = 1; i < std::min(threads, count); ++i)
        helpers.emplace_back(work);
    work();
}

}  // namespace gambol
