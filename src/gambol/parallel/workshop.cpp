// SPDX-License-Identifier: MIT
#include "gambol/parallel/workshop.hpp"

#include <cassert>

namespace gambol {

Workshop::Workshop(int threads, const NumberWork& work)
{
    for (int i = 0; i < threads; ++i)
        threads_.emplace_back([this, &work] {
            try {
                work_on_tasks(work);
            } catch (...) {
                const std::lock_guard guard(lock_);
                failure_ = std::current_exception();
                changed_.notify_all();
            }
        });
}

Workshop::~Workshop()
{
    {
        const std::lock_guard guard(lock_);
        ends_ = true;
    }
    changed_.notify_all();
    for (std::thread& thread : threads_)
        thread.join();
}

void Workshop::start(Piece task)
{
    assert(idle() > 0);
    ++in_hand_;
    {
        const std::lock_guard guard(lock_);
        tasks_.push_back(std::move(task));
    }
    changed_.notify_all();
}

std::optional<Workshop::Piece> Workshop::finished(std::chrono::microseconds patience)
{
    std::unique_lock guard(lock_);
    if (!changed_.wait_for(guard, patience, [this] { return failure_ || !results_.empty(); }))
        return {};
    if (failure_)
        std::rethrow_exception(failure_);
    Piece result = std::move(results_.front());
    results_.pop_front();
    --in_hand_;
    return result;
}

void Workshop::work_on_tasks(const NumberWork& work)
{
    std::unique_lock guard(lock_);
    for (;;) {
        changed_.wait(guard, [this] { return ends_ || !tasks_.empty(); });
        if (ends_)
            return;
        Piece piece = std::move(tasks_.front());
        tasks_.pop_front();
        guard.unlock();
        piece.numbers = work(piece.numbers);
        guard.lock();
        results_.push_back(std::move(piece));
        changed_.notify_all();
    }
}

}  // namespace gambol
