// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace gambol {

/// `wanted`, or as many as there are cores where that is 0.
[[nodiscard]] int thread_count(int wanted);

/// Threads that wait for work. A step of cloth has some tens of short parallel parts; starting
/// threads for each would cost as much as the smaller of them save.
class WorkerPool {
public:
    /// The calling thread is one of `threads`.
    explicit WorkerPool(int threads);
    ~WorkerPool();
    WorkerPool(const WorkerPool&) = delete;
    WorkerPool& operator=(const WorkerPool&) = delete;

    /// Calls task(0) … task(count − 1), each once, in any order, and returns when all are done.
    /// Tasks that write only what is theirs give the same result for any number of threads. Not to
    /// be called from two threads at once, nor from a task. What a task throws is thrown here, once
    /// all that were begun have ended.
    template <class Task> void run(int count, const Task& task)
    {
        if (helpers_.empty() || count < 2) {
            for (int i = 0; i < count; ++i)
                task(i);
            return;
        }
        run_shared(
            count, [](const void* what, int i) { (*static_cast<const Task*>(what))(i); }, &task);
    }

private:
    using Call = void (*)(const void*, int);
    void run_shared(int count, Call call, const void* task);
    void work();
    void help();

    Call call_ = nullptr;
    const void* task_ = nullptr;
    int count_ = 0;
    alignas(64) std::atomic<int> next_ = 0;
    // Grows with every job; helpers wait for that, and look at it all the time.
    alignas(64) std::atomic<unsigned> jobs_ = 0;
    alignas(64)
        std::atomic<int> inside_ = kClosed;  // helpers at work, plus kClosed while there is no job
    std::atomic<bool> ends_ = false;
    std::vector<std::thread> helpers_;
    std::mutex failing_;
    std::exception_ptr failure_;

    static constexpr int kClosed = 1 << 20;
};

}  // namespace gambol
