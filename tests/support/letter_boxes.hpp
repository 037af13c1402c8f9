// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/parallel/post.hpp"

#include <deque>
#include <mutex>
#include <vector>

namespace gambol::test {

/// The post between "processes" that are threads of one: what MPI does, without MPI.
class LetterBoxes {
public:
    explicit LetterBoxes(int ranks)
        : boxes_(std::size_t(ranks))
    {
    }

    class Counter final : public Post {
    public:
        Counter(LetterBoxes& all, int rank)
            : all_(all)
            , rank_(rank)
        {
        }
        [[nodiscard]] int rank() const override { return rank_; }
        [[nodiscard]] int ranks() const override { return int(all_.boxes_.size()); }
        void send(int to, Numbers numbers) override
        {
            const std::lock_guard guard(all_.lock_);
            all_.boxes_[std::size_t(to)].push_back({ rank_, std::move(numbers) });
        }
        [[nodiscard]] std::optional<Letter> receive() override
        {
            const std::lock_guard guard(all_.lock_);
            std::deque<Letter>& box = all_.boxes_[std::size_t(rank_)];
            if (box.empty())
                return {};
            Letter letter = std::move(box.front());
            box.pop_front();
            return letter;
        }

    private:
        LetterBoxes& all_;
        int rank_;
    };

private:
    std::mutex lock_;
    std::vector<std::deque<Letter>> boxes_;
};

}  // namespace gambol::test
