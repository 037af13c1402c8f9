// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/parallel/worker_pool.hpp"

#include <algorithm>
#include <vector>

namespace gambol {

/// Calls add(i, list) for i = 0 … count − 1, `per_task` of them in a row by one thread, and returns
/// what they put on their lists in the order of i: the same for any number of threads.
template <class Item, class Add>
[[nodiscard]] std::vector<Item> collect(
    WorkerPool& pool, std::size_t count, std::size_t per_task, const Add& add)
{
    std::vector<std::vector<Item>> lists((count + per_task - 1) / per_task);
    pool.run(int(lists.size()), [&](int task) {
        const std::size_t first = std::size_t(task) * per_task;
        for (std::size_t i = first; i < std::min(first + per_task, count); ++i)
            add(i, lists[std::size_t(task)]);
    });
    std::size_t total = 0;
    for (const std::vector<Item>& list : lists)
        total += list.size();
    std::vector<Item> result;
    result.reserve(total);
    for (const std::vector<Item>& list : lists)
        result.insert(result.end(), list.begin(), list.end());
    return result;
}

}  // namespace gambol
