// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <optional>
#include <vector>

namespace gambol {

/// What goes from one process to another.
using Numbers = std::vector<double>;
/// Called from several threads at once; must give the same numbers wherever it is done.
using NumberWork = std::function<Numbers(const Numbers& task)>;

/// Takes a process that follows out of whatever it is in the middle of: there is nothing left to do
/// in it.
struct Dismissed { };

/// Who shares the work of a search: threads of this process or, when several processes carry out
/// the same job, the threads of all of them. One process leads: it hands out lists of tasks and
/// says when a search is over. All others go through the same searches in the same order, work on
/// what they are handed, and learn how each search came out, so that they can follow.
class Crew {
public:
    virtual ~Crew() = default;

    [[nodiscard]] virtual bool leads() const = 0;

    /// Leading: work(task) of each, in their order, by whoever is free. Nothing if `wanted` (empty:
    /// always) says no meanwhile; then the search must be closed.
    [[nodiscard]] virtual std::optional<std::vector<Numbers>> run(const std::vector<Numbers>& tasks,
        const NumberWork& work, const std::function<bool()>& wanted)
        = 0;
    /// Leading: a search is over, and this came out.
    virtual void close(const Numbers& outcome) = 0;

    /// Following: works until the search is over and returns what came out. Throws Dismissed when
    /// the leading process needs nobody any more.
    [[nodiscard]] virtual Numbers serve(const NumberWork& work) = 0;
};

/// This process alone.
class ThreadCrew final : public Crew {
public:
    explicit ThreadCrew(int threads)
        : threads_(threads)
    {
    }

    [[nodiscard]] bool leads() const override { return true; }
    [[nodiscard]] std::optional<std::vector<Numbers>> run(const std::vector<Numbers>& tasks,
        const NumberWork& work, const std::function<bool()>& wanted) override;
    void close(const Numbers&) override { }
    [[nodiscard]] Numbers serve(const NumberWork&) override { throw Dismissed(); }

private:
    int threads_;
};

}  // namespace gambol
