// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/parallel/post.hpp"

#include <memory>
#include <string>

namespace gambol::app {

/// Letters by MPI, which is there from the construction to the end of this. Its source is the only
/// code that knows MPI. To be made once, and used from the thread that made it.
class MpiPost final : public Post {
public:
    MpiPost();
    /// Waits for all other processes to come here, too.
    ~MpiPost() override;
    MpiPost(const MpiPost&) = delete;
    MpiPost& operator=(const MpiPost&) = delete;

    [[nodiscard]] int rank() const override;
    [[nodiscard]] int ranks() const override;
    void send(int to, Numbers numbers) override;
    [[nodiscard]] std::optional<Letter> receive() override;

    /// What rank 0 says; all must call it.
    [[nodiscard]] std::string from_first(const std::string& text);
    /// Whether all of them say yes; all must call it.
    [[nodiscard]] bool all_of(bool yes);
    /// The cores that this process may use, shared with others on the same machine that may use the
    /// same ones. All must call it.
    [[nodiscard]] int cores();
    /// Ends all processes, with this exit code.
    [[noreturn]] void abort(int code);

private:
    struct Sending;
    std::unique_ptr<Sending> sending_;
};

}  // namespace gambol::app
