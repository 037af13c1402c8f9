// SPDX-License-Identifier: MIT
#include "ranks.hpp"

#include "exit_code.hpp"
#include "mpi_post.hpp"
#include "say.hpp"

#include "gambol/parallel/rank_crew.hpp"

#include <fmt/format.h>

#include <cstdio>

namespace gambol::app {

namespace {

class MpiRanks final : public Ranks {
public:
    explicit MpiRanks(int threads)
        : threads_(threads)
    {
        const int cores = post_.cores();
        if (threads_ == 0)
            threads_ = cores;
        crew_.emplace(post_, threads_);
    }

    ~MpiRanks() override
    {
        if (!ordered_)  // the others wait for a word, or it comes now
            (void)post_.from_first(kGivenUp);
    }

    [[nodiscard]] bool leads() const override { return post_.rank() == 0; }
    [[nodiscard]] int count() const override { return post_.ranks(); }
    [[nodiscard]] int threads() const override { return threads_; }
    [[nodiscard]] Crew& crew() override { return *crew_; }

    void give(const Orders& orders) override
    {
        ordered_ = true;
        (void)post_.from_first(kBegins);
        (void)post_.from_first(orders.scene);
        (void)post_.from_first(orders.checkpoint);
    }

    [[nodiscard]] std::optional<Orders> take() override
    {
        ordered_ = true;
        if (post_.from_first({}) != kBegins)
            return {};
        Orders orders;
        orders.scene = post_.from_first({});
        orders.checkpoint = post_.from_first({});
        return orders;
    }

    [[noreturn]] void fail(const std::string& why) override
    {
        say("gambol: rank {}: {}\n", post_.rank(), why);
        post_.abort(exit_internal_error);
    }

private:
    static constexpr const char* kBegins = "begins";
    static constexpr const char* kGivenUp = "given up";

    MpiPost post_;
    std::optional<RankCrew> crew_;
    int threads_;
    bool ordered_ = false;
};

}  // namespace

std::unique_ptr<Ranks> make_ranks(int threads)
{
    return std::make_unique<MpiRanks>(threads);
}

}  // namespace gambol::app
