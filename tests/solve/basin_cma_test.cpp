// SPDX-License-Identifier: MIT
#include "gambol/solve/basin_cma_run.hpp"

#include "gambol/parallel/rank_crew.hpp"
#include "support/letter_boxes.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <numbers>
#include <thread>

namespace gambol::basin_cma {
namespace {

using Eigen::Vector2d;
using Eigen::VectorXd;

Options small(int samples, int elites, std::uint64_t seed = 1)
{
    Options options;
    options.samples = samples;
    options.elites = elites;
    options.seed = seed;
    return options;
}

Evaluation at(const VectorXd& x, double cost, double violation = 0, bool cut = false)
{
    return { x, cost, violation, cut };
}

Course generations(int count)
{
    return { .more = [last = count](const Search& now) { return now.state().generation < last; } };
}

void run(Search& search, const LocalSolve& solve, int generations, int threads = 1)
{
    for (int g = 0; g < generations; ++g)
        search.tell(evaluate_generation(search, solve, threads));
}

/// Σ x² + 10 (1 − cos 2πx), least at 0, by steepest descent into the nearest dent.
Evaluation descend_rastrigin(const VectorXd& start, double, int)
{
    VectorXd x = start;
    const double two_pi = 2 * std::numbers::pi;
    for (int i = 0; i < 200; ++i)
        x -= 0.002 * (2 * x.array() + 10 * two_pi * (two_pi * x.array()).sin()).matrix();
    return at(x, x.squaredNorm() + (10 * (1 - (two_pi * x.array()).cos())).sum());
}

/// On the unit circle, as in figure 2 of [Wampler 2009]: 1 + cos 5φ + (1 − cos φ), least near
/// φ = ±π/5, projected to the circle without any descent.
Evaluation project_to_circle(const VectorXd& start, double, int)
{
    const VectorXd x = start.normalized();
    const double angle = std::atan2(x[1], x[0]);
    return at(x, 2 + std::cos(5 * angle) - std::cos(angle), std::abs(x.norm() - 1));
}

std::vector<Variable> both(int count, double deviation, double bound)
{
    return std::vector<Variable>(
        size_t(count), Variable { Role::both, -bound, bound, 0.4 * bound, deviation });
}

TEST(BasinCma, FindsTheDeepestOfManyBasins)
{
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
        Search search(both(5, 3, 5), small(48, 16, seed));
        run(search, descend_rastrigin, 25);
        ASSERT_TRUE(search.state().best);
        EXPECT_LT(search.state().best->cost, 1e-6) << "seed " << seed;
    }
}

TEST(BasinCma, FollowsAConstraintThatOnlyTheLocalSolveKnows)
{
    Search search(both(2, 2, 4), small(24, 8));
    run(search, project_to_circle, 60);
    const VectorXd& best = search.state().best->x;
    EXPECT_NEAR(best.norm(), 1, 1e-12);
    EXPECT_NEAR(std::abs(std::atan2(best[1], best[0])), 0.6048, 1e-3);  // 5 sin 5φ = sin φ
    EXPECT_LT(search.spread(), 0.05);
}

TEST(BasinCma, OneGenerationIsThatOfThePaper)
{
    Options options = small(3, 2);
    Search search({ { .role = Role::both, .mean = 1, .deviation = 2 } }, options);
    search.tell({ at(VectorXd::Constant(1, 5), 3), at(VectorXd::Constant(1, 2), 1),
        at(VectorXd::Constant(1, 4), 2) });
    const double w1 = std::log(3.0) / (2 * std::log(3.0) - std::log(2.0)), w2 = 1 - w1;
    EXPECT_NEAR(search.state().mean[0], w1 * 2 + w2 * 4, 1e-14);
    EXPECT_NEAR(search.state().covariance(0, 0), 0.7 * 4 + 0.3 * (w1 * 1 + w2 * 9), 1e-14);
    EXPECT_EQ(search.state().best->cost, 1);
    EXPECT_NEAR(search.hopeless_cost(), 1.3 * 2, 1e-14);
}

TEST(BasinCma, EachKindOfVariableIsChangedByWhomItShouldBe)
{
    const std::vector<Variable> variables { { Role::search_only, 0, 10, 5, 3 },
        { Role::local_only, -100, 100, 7, 3 }, { Role::both, 0, 10, 5, 3 } };
    // The first decides in steps that no derivative sees; the others are solved for.
    const LocalSolve solve = [](const VectorXd& start, double, int) {
        EXPECT_EQ(start[1], 7);
        VectorXd x = start;
        x[1] = 20;
        x[2] = start[2] < 4 ? 1 : 8;  // two basins
        return at(x, std::floor(std::abs(x[0] - 2)) + (x[2] < 4 ? 0 : 1));
    };
    Search search(variables, small(20, 7));
    EXPECT_EQ(search.state().mean.size(), 2);
    run(search, solve, 15);
    const VectorXd best = search.state().best->x;
    EXPECT_LT(search.state().best->cost, 0.5);
    EXPECT_LT(std::abs(best[0] - 2), 1);
    EXPECT_EQ(best[1], 20);
    EXPECT_EQ(best[2], 1);
}

TEST(BasinCma, ACircularVariableContractsAcrossItsSeam)
{
    // Least at 0.98 and falling from 0.1 backwards through 0.
    const LocalSolve solve = [](const VectorXd& x, double, int) {
        EXPECT_GE(x[0], 0);
        EXPECT_LT(x[0], 1);
        return at(x, 1 - std::cos(2 * std::numbers::pi * (x[0] - 0.98)));
    };
    Search search({ { Role::search_only, 0, 1, 0.1, 0.4, true } }, small(16, 5));
    run(search, solve, 40);
    EXPECT_NEAR(search.state().best->x[0], 0.98, 1e-3);
    EXPECT_LT(search.spread(), 0.01);
}

TEST(BasinCma, SamplesKeepTheirBoundsAndAreWorthASolve)
{
    Options options = small(200, 10);
    options.plausible = [](const VectorXd& x) { return x[0] + x[1] < 1.5; };
    Search search(std::vector<Variable>(2, { Role::search_only, 0, 1, 0.9, 0.5 }), options);
    for (const VectorXd& x : search.ask()) {
        EXPECT_GE(x.minCoeff(), 0);
        EXPECT_LE(x.maxCoeff(), 1);
        EXPECT_LT(x.sum(), 1.5);
    }
}

TEST(BasinCma, RanksFeasibleThenCutThenBrokenOnesByHowMuch)
{
    Search search({ {} }, small(3, 2));
    const VectorXd x = VectorXd::Zero(1);
    const double nan = std::nan("");
    const std::vector<Evaluation> order { at(x, 1), at(x, 9, 1e-5), at(x, 2, 0, true),
        at(x, 3, 0, true), at(x, 0, 0.5), at(x, -5, 0.6, true), at(x, 0, nan) };
    for (size_t a = 0; a < order.size(); ++a)
        for (size_t b = 0; b < order.size(); ++b)
            EXPECT_EQ(search.better(order[a], order[b]), a < b) << a << " and " << b;
    EXPECT_FALSE(search.feasible(at(x, nan)));
}

TEST(BasinCma, TheBestIsNeverOneThatWasCutOrWorseThanBefore)
{
    Search search({ {} }, small(2, 1));
    const VectorXd x = VectorXd::Zero(1);
    search.tell({ at(x, 5), at(x, 9) });
    search.tell({ at(x, 1, 0, true), at(x, 7) });
    EXPECT_EQ(search.state().best->cost, 5);
    EXPECT_NEAR(search.hopeless_cost(), 6.5, 1e-14);  // of the first generation, which was stricter
}

TEST(BasinCma, LocalSolvesThatBreakDownDoNotPoisonTheSearch)
{
    Search search(both(2, 1, 4), small(6, 3));
    const VectorXd before = search.state().mean;
    std::vector<Evaluation> results(6, at(VectorXd::Constant(2, std::nan("")), std::nan("")));
    search.tell(results);
    EXPECT_EQ(search.state().mean, before);
    results[3] = at(Vector2d(1, 2), 4);
    search.tell(results);
    EXPECT_NEAR((search.state().mean - Vector2d(1, 2)).norm(), 0, 1e-14);
}

TEST(BasinCma, ResumedFromTextItGoesOnToTheSameBits)
{
    Search whole(both(4, 3, 5), small(12, 4, 9));
    run(whole, descend_rastrigin, 8);
    Search first(both(4, 3, 5), small(12, 4, 9));
    run(first, descend_rastrigin, 3);
    const auto state = decode(encode(first.state()));
    ASSERT_TRUE(state);
    Search second(both(4, 3, 5), small(12, 4, 9), *state);
    run(second, descend_rastrigin, 5);
    EXPECT_EQ(encode(whole.state()), encode(second.state()));
    EXPECT_NE(encode(whole.state()), encode(first.state()));
}

TEST(BasinCma, ATornOrForeignTextIsNoState)
{
    Search search(both(2, 3, 5), small(6, 2));
    EXPECT_TRUE(decode(encode(search.state())));  // before there is a best
    run(search, descend_rastrigin, 1);
    const std::string text = encode(search.state());
    for (size_t length = 0; length + 1 < text.size(); ++length)
        EXPECT_FALSE(decode(text.substr(0, length))) << length;
    EXPECT_FALSE(decode("basin-cma-0" + text.substr(11)));
}

TEST(BasinCma, ThreadsDoNotChangeTheResult)
{
    std::vector<std::string> states;
    for (const int threads : { 1, 2, 5 }) {
        Search search(both(3, 3, 5), small(20, 6));
        run(search, descend_rastrigin, 4, threads);
        states.push_back(encode(search.state()));
    }
    EXPECT_EQ(states[0], states[1]);
    EXPECT_EQ(states[0], states[2]);
}

TEST(BasinCma, ProcessesDoNotChangeTheResultAndAllOfThemLearnIt)
{
    Search alone(both(3, 3, 5), small(20, 6));
    run(alone, descend_rastrigin, 4);
    for (const int ranks : { 1, 2, 4 }) {
        test::LetterBoxes boxes(ranks);
        std::vector<std::string> states(static_cast<size_t>(ranks));
        std::atomic<int> ended = 0;
        std::vector<std::thread> processes;
        for (int rank = 0; rank < ranks; ++rank)
            processes.emplace_back([&, rank] {
                test::LetterBoxes::Counter post(boxes, rank);
                RankCrew crew(post, 2);
                Search search(both(3, 3, 5), small(20, 6));
                run(search, descend_rastrigin, crew, generations(4));
                states[size_t(rank)] = encode(search.state());
                ++ended;
                while (rank == 0 && ended < ranks)  // until the slowest has been told
                    (void)crew.run({ { 0 } }, [](const Numbers& task) { return task; }, {});
            });
        for (std::thread& process : processes)
            process.join();
        for (const std::string& state : states)
            EXPECT_EQ(state, encode(alone.state())) << ranks << " ranks";
    }
}

TEST(BasinCma, AGenerationThatIsInterruptedIsThrownAway)
{
    std::atomic<int> solves = 0;
    const LocalSolve solve = [&](const VectorXd& x, double hopeless, int sample) {
        ++solves;
        return descend_rastrigin(x, hopeless, sample);
    };
    Search search(both(2, 3, 5), small(10, 3)), whole(both(2, 3, 5), small(10, 3));
    ThreadCrew crew(1);
    Course course = generations(9);
    course.wanted = [&] { return solves < 25; };  // in the middle of the third
    int told = 0;
    course.on_generation = [&](const Search& now, const std::vector<Evaluation>& generation) {
        EXPECT_EQ(now.state().generation, ++told);
        EXPECT_EQ(generation.size(), 10u);
        return true;
    };
    run(search, solve, crew, course);
    EXPECT_EQ(told, 2);
    run(whole, descend_rastrigin, 2);
    EXPECT_EQ(encode(search.state()), encode(whole.state()));
    course.wanted = {};
    course.on_generation = [&](const Search&, const std::vector<Evaluation>&) { return false; };
    run(search, solve, crew, course);
    EXPECT_EQ(search.state().generation, 3);
}

/// Costs fall to where they end from one to three times that, a tenth of the rest per step. Stops
/// when hopeless after `verdict` steps or more; never if that is 0.
struct SlowDescent {
    int verdict;
    std::atomic<int>& steps;

    Evaluation operator()(const VectorXd& start, double hopeless, int sample) const
    {
        Evaluation end = descend_rastrigin(start, hopeless, sample);
        const double last = end.cost + 1;  // shares of 0 would say nothing
        double cost = (1 + sample % 3) * last;
        for (int step = 1; step <= 60 && !end.cut; ++step) {
            ++steps;
            cost -= 0.1 * (cost - last);
            end.cut = verdict > 0 && step >= verdict && cost > hopeless;
        }
        end.cost = end.cut ? cost : last;
        return end;
    }
};

TEST(BasinCma, CuttingHopelessSamplesSavesWorkAndLeavesTheSearchAsItWas)
{
    std::atomic<int> patient_steps = 0, quick_steps = 0, eager_steps = 0;
    int same = 0, spoilt = 0;
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
        Search patient(both(3, 3, 5), small(48, 8, seed)), quick(both(3, 3, 5), small(48, 8, seed));
        run(patient, SlowDescent { 0, patient_steps }, 5);
        run(quick, SlowDescent { 25, quick_steps }, 5);
        same += encode(patient.state()) == encode(quick.state());
        EXPECT_GT(patient.spread(), 0.01);  // not yet all the same
        // A verdict that comes early and is strict cuts what would have been elites.
        Options strict = small(48, 8, seed);
        strict.hopeless_margin = 0;
        Search eager(both(3, 3, 5), strict);
        run(eager, SlowDescent { 2, eager_steps }, 5);
        spoilt += eager.state().mean != patient.state().mean;
    }
    EXPECT_EQ(same, 10);
    EXPECT_LT(quick_steps, 0.8 * patient_steps);
    EXPECT_GT(spoilt, 5);
}

TEST(BasinCma, WhatWasCutIsFinishedWhenItIsNeededForElites)
{
    Search search({ { Role::search_only, -10, 10, 0, 3 } }, small(6, 2));
    std::atomic<int> finished = 0;
    double offset = 0;
    const LocalSolve solve = [&](const VectorXd& x, double hopeless, int) {
        const double cost = offset + std::abs(x[0] - 1);
        const bool cut = cost + 1 > hopeless;  // as it was then
        finished += !cut;
        return at(x, cut ? cost + 1 : cost, 0, cut);
    };
    run(search, solve, 1);
    EXPECT_EQ(finished, 6);
    EXPECT_LT(search.hopeless_cost(), 10);
    finished = 0;
    offset = 20;  // all of the second generation are dearer
    const std::vector<Evaluation> second = evaluate_generation(search, solve, 1);
    EXPECT_EQ(finished, 6);
    for (const Evaluation& e : second)
        EXPECT_FALSE(e.cut);
}

TEST(BasinCma, WhatCannotBeSearchedIsSaidBeforeItBegins)
{
    const Variable good { Role::both, -1, 1, 0, 0.5 };
    EXPECT_EQ(complaint({ good }, small(4, 2)), "");
    const auto complains = [&](Variable changed, const char* about) {
        const std::string text = complaint({ good, changed }, small(4, 2));
        EXPECT_NE(text.find("variable 2"), std::string::npos) << text;
        EXPECT_NE(text.find(about), std::string::npos) << text;
    };
    const double inf = std::numeric_limits<double>::infinity();
    complains({ Role::both, 1, -1, 0, 0.5 }, "lower bound is above");
    complains({ Role::local_only, 1, -1, 0, 0.5 }, "lower bound is above");
    complains({ Role::both, std::nan(""), 1, 0, 0.5 }, "no number");
    complains({ Role::both, -1, 1, 2, 0.5 }, "outside");
    complains({ Role::both, -1, 1, 0, 0 }, "deviation");
    complains({ Role::both, 0, inf, 0, 0.5, true }, "circular");
    EXPECT_EQ(complaint({ { Role::local_only, -1, 1, 0, 0 }, good }, small(4, 2)), "");
    EXPECT_NE(complaint({ { Role::local_only } }, small(4, 2)), "");
    EXPECT_NE(complaint({ good }, small(4, 5)), "");
    EXPECT_NE(complaint({ good }, small(4, 0)), "");
    Options rate = small(4, 2);
    rate.covariance_rate = 1.5;
    EXPECT_NE(complaint({ good }, rate), "");
    EXPECT_DEATH(Search({ { Role::both, 1, -1, 0, 0.5 } }, small(4, 2)), "complaint");
}

TEST(BasinCma, AStateOfOtherVariablesDoesNotFit)
{
    const std::vector<Variable> two = both(2, 3, 5), three = both(3, 3, 5);
    Search search(two, small(6, 2));
    EXPECT_TRUE(fits(search.state(), two));
    EXPECT_FALSE(fits(search.state(), three));
    State broken = search.state();
    broken.covariance(0, 1) = std::nan("");
    EXPECT_FALSE(fits(broken, two));
    run(search, descend_rastrigin, 1);
    broken = search.state();
    EXPECT_TRUE(fits(broken, two));
    broken.best->x = VectorXd::Zero(1);
    EXPECT_FALSE(fits(broken, two));
}

TEST(BasinCma, ARestartSpreadsOutAgainWithOtherSamples)
{
    Search search(both(2, 3, 5), small(10, 3));
    const std::vector<VectorXd> first = search.ask();
    run(search, descend_rastrigin, 20);
    const double best = search.state().best->cost;
    EXPECT_LT(search.spread(), 0.2);
    search.restart();
    EXPECT_EQ(search.spread(), 1);
    EXPECT_EQ(search.state().best->cost, best);
    EXPECT_NE(search.ask()[0], first[0]);
}

}  // namespace
}  // namespace gambol::basin_cma
