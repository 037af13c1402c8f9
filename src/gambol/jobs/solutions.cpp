// SPDX-License-Identifier: MIT
#include "gambol/jobs/solutions.hpp"

#include <algorithm>
#include <cassert>
#include <chrono>
#include <limits>

namespace gambol {

namespace {

constexpr int kRunsPerSolution = 4;

/// Valid results and how they differ.
struct Pool {
    std::vector<Solution> members;
    Eigen::MatrixXd differences;

    void add(Solution&& member)
    {
        const Eigen::Index n = Eigen::Index(members.size());
        differences.conservativeResize(n + 1, n + 1);
        differences(n, n) = 0;
        for (Eigen::Index i = 0; i < n; ++i)
            differences(i, n) = differences(n, i)
                = motion_distance(members[std::size_t(i)].result.motion, member.result.motion)
                      .total();
        members.push_back(std::move(member));
    }

    [[nodiscard]] std::vector<int> choose(int count) const
    {
        std::vector<double> costs;
        for (const Solution& member : members)
            costs.push_back(member.cost);
        return choose_different(differences, costs, count, kClearlyDifferent);
    }
};

}  // namespace

double final_cost(const RunReport& report)
{
    for (auto row = report.history.rbegin(); row != report.history.rend(); ++row)
        if (row->start == report.chosen_start)
            return row->cost;
    return std::numeric_limits<double>::infinity();
}

std::vector<int> choose_different(const Eigen::MatrixXd& differences,
    const std::vector<double>& costs, int count, double threshold)
{
    std::vector<int> chosen;
    if (costs.empty() || count < 1)
        return chosen;
    chosen.push_back(int(std::min_element(costs.begin(), costs.end()) - costs.begin()));
    while (int(chosen.size()) < count) {
        int best = -1;
        double furthest = threshold;
        for (int i = 0; i < int(costs.size()); ++i) {
            double nearest = std::numeric_limits<double>::infinity();
            for (const int c : chosen)
                nearest = std::min(nearest, i == c ? -1 : differences(i, c));
            if (best < 0 ? nearest >= furthest : nearest > furthest) {
                best = i;
                furthest = nearest;
            }
        }
        if (best < 0)
            break;
        chosen.push_back(best);
    }
    return chosen;
}

SolutionSet find_solutions(const Job& job, int count, const RunControl& control,
    const std::function<void(const SolutionProgress&)>& on_run)
{
    assert(count > 0);
    const auto began = std::chrono::steady_clock::now();
    const int most_runs = kRunsPerSolution * count;
    Pool pool;
    Solution failure { job.scene.seed, std::numeric_limits<double>::infinity(), {} };
    std::vector<int> chosen;
    SolutionSet set;
    RunStatus last = RunStatus::valid;
    const auto stopped
        = [&] { return last == RunStatus::interrupted || last == RunStatus::limit_reached; };
    while (set.runs < most_runs && int(chosen.size()) < count && !stopped()) {
        Job attempt = job;
        const std::uint64_t seed = attempt.scene.seed += std::uint64_t(set.runs);
        if (on_run)
            on_run({ set.runs, most_runs, seed, set.valid, int(chosen.size()) });
        RunControl part = control;
        const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - began;
        part.time_limit = control.time_limit - taken.count();
        JobResult result = run_job(attempt, part);
        last = result.report.status;
        const double cost = final_cost(result.report);
        Solution solution { seed, cost, std::move(result) };
        ++set.runs;
        if (last == RunStatus::valid) {
            ++set.valid;
            pool.add(std::move(solution));
            chosen = pool.choose(count);
        } else if (cost < failure.cost || failure.result.motion.times.empty()) {
            failure = std::move(solution);
        }
    }

    set.status = last == RunStatus::interrupted ? last
        : int(chosen.size()) == count           ? RunStatus::valid
        : chosen.empty() && !stopped()          ? RunStatus::audit_failed
                                                : RunStatus::limit_reached;
    set.differences.setZero(Eigen::Index(chosen.size()), Eigen::Index(chosen.size()));
    for (std::size_t i = 0; i < chosen.size(); ++i) {
        for (std::size_t j = 0; j < chosen.size(); ++j)
            set.differences(Eigen::Index(i), Eigen::Index(j))
                = pool.differences(chosen[i], chosen[j]);
        set.solutions.push_back(std::move(pool.members[std::size_t(chosen[i])]));
    }
    if (chosen.empty()) {
        set.differences.setZero(1, 1);
        set.solutions.push_back(std::move(failure));
    }
    return set;
}

}  // namespace gambol
