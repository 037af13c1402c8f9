// SPDX-License-Identifier: MIT
#include "gambol/parallel/crew.hpp"
#include "gambol/parallel/worker_pool.hpp"

namespace gambol {

std::optional<std::vector<Numbers>> ThreadCrew::run(
    const std::vector<Numbers>& tasks, const NumberWork& work, const std::function<bool()>& wanted)
{
    std::vector<Numbers> results(tasks.size());
    WorkerPool(threads_).run(int(tasks.size()), [&](int i) {
        if (!wanted || wanted())
            results[std::size_t(i)] = work(tasks[std::size_t(i)]);
    });
    if (wanted && !wanted())
        return {};
    return results;
}

}  // namespace gambol
