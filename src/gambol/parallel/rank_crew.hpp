// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/parallel/post.hpp"
#include "gambol/parallel/workshop.hpp"

namespace gambol {

/// Several processes that carry out the same job, each with some threads. Rank 0 leads and works
/// too. A process is handed a task whenever one of its threads is free, so that slow solves and
/// slow machines hold up nobody else.
///
/// A follower that is late for a search, because it is still busy with what came before, is told
/// how it came out when it gets there.
class RankCrew final : public Crew {
public:
    RankCrew(Post&, int threads);
    /// Leading: nobody is needed any more. Following: waits until that is so.
    ~RankCrew() override;
    RankCrew(const RankCrew&) = delete;
    RankCrew& operator=(const RankCrew&) = delete;

    [[nodiscard]] bool leads() const override { return post_.rank() == 0; }
    [[nodiscard]] std::optional<std::vector<Numbers>> run(const std::vector<Numbers>& tasks,
        const NumberWork& work, const std::function<bool()>& wanted) override;
    void close(const Numbers& outcome) override;
    [[nodiscard]] Numbers serve(const NumberWork& work) override;

private:
    struct Follower {
        int search = -1;  // that it is in
        int idle = 0;  // threads
    };
    /// A list of tasks on its way.
    struct Batch {
        const std::vector<Numbers>& tasks;
        std::vector<Numbers> results;
        std::size_t next = 0, done = 0;
    };
    void hand_out(Batch&, Workshop&);
    /// Reads all letters there are.
    void hear_followers(Batch&);
    void tell_outcome(int follower);

    Post& post_;
    int threads_;
    bool over_ = false;
    int searches_ = 0;  // over, or following: begun
    // Of the leading process:
    std::vector<Follower> followers_;  // by rank; the first stands for nobody
    std::vector<Numbers> outcomes_;  // of searches that are over
};

}  // namespace gambol
