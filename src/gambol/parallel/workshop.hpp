// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/parallel/crew.hpp"

#include <chrono>
#include <condition_variable>
#include <deque>
#include <exception>
#include <mutex>
#include <thread>

namespace gambol {

/// Threads that are handed tasks one at a time by somebody who has other things to look after
/// meanwhile. To be used from one thread.
class Workshop {
public:
    struct Piece {
        int number = 0;
        Numbers numbers;  // a task, or what came of it
    };

    Workshop(int threads, const NumberWork& work);
    /// Waits for tasks in hand.
    ~Workshop();
    Workshop(const Workshop&) = delete;
    Workshop& operator=(const Workshop&) = delete;

    /// Threads that have nothing to do.
    [[nodiscard]] int idle() const { return int(threads_.size()) - in_hand_; }
    /// Somebody must be idle.
    void start(Piece task);
    /// One that is done; waits that long for it. Throws what a task has thrown.
    [[nodiscard]] std::optional<Piece> finished(std::chrono::microseconds patience);

private:
    void work_on_tasks(const NumberWork& work);

    std::mutex lock_;
    std::condition_variable changed_;
    std::deque<Piece> tasks_, results_;
    bool ends_ = false;
    int in_hand_ = 0;  // started and not yet returned
    std::exception_ptr failure_;
    std::vector<std::thread> threads_;
};

}  // namespace gambol
