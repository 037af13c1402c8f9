// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/parallel/crew.hpp"

namespace gambol {

struct Letter {
    int from = 0;
    Numbers numbers;
};

/// How the processes of a crew (MPI calls them ranks) reach one another. Letters between two of
/// them arrive in the order they were sent. To be used from one thread.
class Post {
public:
    virtual ~Post() = default;

    [[nodiscard]] virtual int rank() const = 0;  // of this process: 0 leads
    [[nodiscard]] virtual int ranks() const = 0;
    /// Does not wait until it has arrived.
    virtual void send(int to, Numbers numbers) = 0;
    /// The next letter for this process; nothing if there is none yet.
    [[nodiscard]] virtual std::optional<Letter> receive() = 0;
};

}  // namespace gambol
