// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/parallel/crew.hpp"

#include <memory>
#include <string>

namespace gambol::app {

/// One of several processes ("ranks") that mpirun started with the same command line, and that
/// carry out one run together. Rank 0 leads: it alone reads checkpoints, writes and prints.
class Ranks {
public:
    /// Leading: nobody is needed any more. Following: waits for that.
    virtual ~Ranks() = default;

    [[nodiscard]] virtual bool leads() const = 0;
    [[nodiscard]] virtual int count() const = 0;
    [[nodiscard]] virtual int threads() const = 0;  // of this process
    [[nodiscard]] virtual Crew& crew() = 0;

    /// What the others need to know before they begin.
    struct Orders {
        std::string scene;  // resolved
        std::string checkpoint;  // to go on from; empty: at the beginning
    };
    /// Leading.
    virtual void give(const Orders&) = 0;
    /// Following: waits for them. Nothing when the leading process gave up before.
    [[nodiscard]] virtual std::optional<Orders> take() = 0;
    /// Ends all of them: this one cannot go on.
    [[noreturn]] virtual void fail(const std::string& why) = 0;
};

/// Null unless mpirun started this process. `threads` of each; 0: as many as there are cores for
/// it. Throws InputError if this program was built without MPI.
[[nodiscard]] std::unique_ptr<Ranks> join_ranks(int threads);

/// What join_ranks() returns when mpirun did start it.
[[nodiscard]] std::unique_ptr<Ranks> make_ranks(int threads);

}  // namespace gambol::app
