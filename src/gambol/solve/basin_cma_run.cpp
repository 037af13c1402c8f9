// SPDX-License-Identifier: MIT
#include "gambol/solve/basin_cma_run.hpp"

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

std::optional<std::vector<Evaluation>> evaluate(
    const Search& search, const NumberWork& work, Crew& crew, const std::function<bool()>& wanted)
{
    std::vector<Numbers> tasks;
    for (const VectorXd& x : search.ask())
        tasks.push_back(to_task(x, search.hopeless_cost(), int(tasks.size())));
    const auto results = crew.run(tasks, work, wanted);
    if (!results)
        return {};
    std::vector<Evaluation> evaluations;
    for (const Numbers& result : *results)
        evaluations.push_back(to_evaluation(result));
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
        const auto outcome = crew.serve(work);
        if (auto state = outcome ? to_state(*outcome) : std::nullopt)
            search.go_on_from(std::move(*state));
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
