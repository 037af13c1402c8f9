// SPDX-License-Identifier: MIT
#include "gambol/solve/basin_cma_run.hpp"

#include <numeric>

namespace gambol::basin_cma {

namespace {

using Eigen::VectorXd;

Numbers to_task(const VectorXd& x, double hopeless_cost, int sample)
{
    Numbers task { hopeless_cost, double(sample) };
    task.insert(task.end(), x.begin(), x.end());
    return task;
}

Evaluation to_evaluation(const Numbers& result)
{
    return { VectorXd::Map(result.data() + 3, Eigen::Index(result.size()) - 3), result[0],
        result[1], result[2] != 0 };
}

/// A local solve as work that any process of a crew can do.
NumberWork as_work(const LocalSolve& solve)
{
    return [&solve](const Numbers& task) {
        const VectorXd x = VectorXd::Map(task.data() + 2, Eigen::Index(task.size()) - 2);
        const Evaluation e = solve(x, task[0], int(task[1]));
        Numbers result { e.cost, e.violation, e.cut ? 1.0 : 0.0 };
        result.insert(result.end(), e.x.begin(), e.x.end());
        return result;
    };
}

/// Those of `samples` that are named, by the crew; false when it was not wanted any more.
bool evaluate(const std::vector<VectorXd>& samples, const std::vector<int>& named,
    double hopeless_cost, const NumberWork& work, Crew& crew, const std::function<bool()>& wanted,
    std::vector<Evaluation>& evaluations)
{
    std::vector<Numbers> tasks;
    for (const int sample : named)
        tasks.push_back(to_task(samples[size_t(sample)], hopeless_cost, sample));
    const auto results = crew.run(tasks, work, wanted);
    for (size_t i = 0; results && i < named.size(); ++i)
        evaluations[size_t(named[i])] = to_evaluation((*results)[i]);
    return results.has_value();
}

std::optional<std::vector<Evaluation>> evaluate(
    const Search& search, const NumberWork& work, Crew& crew, const std::function<bool()>& wanted)
{
    const std::vector<VectorXd> samples = search.ask();
    std::vector<Evaluation> evaluations(samples.size());
    std::vector<int> all(samples.size()), cut;
    std::iota(all.begin(), all.end(), 0);
    if (!evaluate(samples, all, search.hopeless_cost(), work, crew, wanted, evaluations))
        return {};
    int finished = 0;
    for (const int i : all) {
        finished += search.feasible(evaluations[size_t(i)]) && !evaluations[size_t(i)].cut;
        if (evaluations[size_t(i)].cut)
            cut.push_back(i);
    }
    // In a generation that is worse than those before, elites would be among what was cut, in an
    // order that says little: these are finished after all.
    constexpr double never = std::numeric_limits<double>::infinity();
    if (finished < search.options().elites && !cut.empty()
        && !evaluate(samples, cut, never, work, crew, wanted, evaluations))
        return {};
    return evaluations;
}

/// A state as text, a number per letter: it is short, and goes out once per search.
Numbers to_numbers(const State& state)
{
    const std::string text = encode(state);
    return { text.begin(), text.end() };
}

std::optional<State> to_state(const Numbers& numbers)
{
    std::string text;
    for (const double letter : numbers)
        text.push_back(char(letter));
    return decode(text);
}

}  // namespace

std::vector<Evaluation> evaluate_generation(
    const Search& search, const LocalSolve& solve, int threads)
{
    ThreadCrew crew(threads);
    return *evaluate(search, as_work(solve), crew, {});
}

void run(Search& search, const LocalSolve& solve, Crew& crew, const Course& course)
{
    const NumberWork work = as_work(solve);
    if (!crew.leads()) {
        search.go_on_from(*to_state(crew.serve(work)));
        return;
    }
    while (course.more(search)) {
        const auto generation = evaluate(search, work, crew, course.wanted);
        if (!generation)
            break;
        search.tell(*generation);
        if (course.on_generation && !course.on_generation(search, *generation))
            break;
    }
    crew.close(to_numbers(search.state()));
}

}  // namespace gambol::basin_cma
