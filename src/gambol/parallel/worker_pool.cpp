// SPDX-License-Identifier: MIT
#include "gambol/parallel/worker_pool.hpp"

#include <algorithm>
#include <system_error>
#include <utility>

namespace gambol {

namespace {

// Turns of waiting without giving up the core, for helpers to end and for the next job to begin:
// as long as a task or the work between two jobs takes. A thread that sleeps comes back some 0.05
// ms later, on a busy machine milliseconds later; the longest part of a step between jobs takes 0.7
// ms.
constexpr int kTurns = 10000;

void pause()
{
#ifdef __SSE2__
    __builtin_ia32_pause();
#endif
}

}  // namespace

int thread_count(int wanted)
{
    return wanted > 0 ? wanted : std::max(1, int(std::thread::hardware_concurrency()));
}

WorkerPool::WorkerPool(int threads)
{
    try {
        for (int i = 1; i < threads; ++i)
            helpers_.emplace_back([this] { help(); });
    } catch (const std::system_error&) {
        // As many as the system gives: any number of them computes the same.
    }
}

WorkerPool::~WorkerPool()
{
    ends_ = true;
    ++jobs_;
    jobs_.notify_all();
    for (std::thread& helper : helpers_)
        helper.join();
}

void WorkerPool::work()
{
    try {
        for (int i = next_++; i < count_; i = next_++)
            call_(task_, i);
    } catch (...) {
        const std::lock_guard guard(failing_);
        failure_ = std::current_exception();
        next_ = count_;  // what is left is not begun
    }
}

void WorkerPool::run_shared(int count, Call call, const void* task)
{
    call_ = call;
    task_ = task;
    count_ = count;
    next_ = 0;
    inside_ -= kClosed;
    ++jobs_;
    jobs_.notify_all();
    work();
    // A helper that has not woken up by now is not waited for; it finds the door closed.
    inside_ += kClosed;
    for (int turn = 0; turn < kTurns && inside_ != kClosed; ++turn)
        pause();
    for (int inside = inside_; inside != kClosed; inside = inside_)
        inside_.wait(inside);
    if (failure_)
        std::rethrow_exception(std::exchange(failure_, nullptr));
}

void WorkerPool::help()
{
    unsigned seen = 0;
    for (;;) {
        for (int turn = 0; turn < kTurns && jobs_ == seen; ++turn)
            pause();
        jobs_.wait(seen);
        seen = jobs_;
        if (ends_)
            return;
        if (inside_++ < kClosed)
            work();
        --inside_;
        inside_.notify_one();
    }
}

}  // namespace gambol
