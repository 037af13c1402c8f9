// SPDX-License-Identifier: MIT
#include "gambol/parallel/rank_crew.hpp"
#include "support/letter_boxes.hpp"

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <cmath>
#include <thread>

namespace gambol {
namespace {

using namespace std::chrono_literals;

std::vector<Numbers> numbered_tasks(int count)
{
    std::vector<Numbers> tasks;
    for (int i = 0; i < count; ++i)
        tasks.push_back({ double(i) });
    return tasks;
}

Numbers squared(const Numbers& task)
{
    return { task[0] * task[0], task[0] };
}

/// Calls act(rank, crew) in a "process" of its own for every rank; returns when all have ended.
template <class Act> void with_ranks(int ranks, int threads, const Act& act)
{
    test::LetterBoxes boxes(ranks);
    std::vector<std::thread> processes;
    for (int rank = 0; rank < ranks; ++rank)
        processes.emplace_back([&, rank] {
            test::LetterBoxes::Counter post(boxes, rank);
            RankCrew crew(post, threads);
            act(rank, crew);
        });
    for (std::thread& process : processes)
        process.join();
}

TEST(Crew, ResultsComeInTheOrderOfTasksWhoeverDoesThem)
{
    for (const auto& [ranks, threads] : { std::pair(1, 1), { 1, 3 }, { 2, 1 }, { 4, 2 } }) {
        std::optional<std::vector<Numbers>> results;
        std::atomic<int> told = 0;
        with_ranks(ranks, threads, [&, all = ranks](int rank, Crew& crew) {
            EXPECT_EQ(crew.leads(), rank == 0);
            if (rank > 0) {
                EXPECT_EQ(crew.serve(squared), Numbers { 7 });
                ++told;
                return;
            }
            for (int batch = 0; batch < 3; ++batch)
                results = crew.run(numbered_tasks(50), squared, {});
            crew.close({ 7 });
            while (told < all - 1)  // some may have been too slow to help
                (void)crew.run(numbered_tasks(1), squared, {});
        });
        ASSERT_TRUE(results);
        ASSERT_EQ(results->size(), 50u);
        for (int i = 0; i < 50; ++i)
            EXPECT_EQ((*results)[std::size_t(i)], squared({ double(i) }));
    }
}

TEST(Crew, EveryThreadOfEveryProcessGetsItsShare)
{
    std::array<std::atomic<int>, 3> done {};
    with_ranks(3, 2, [&](int rank, Crew& crew) {
        const auto slow = [&, rank](const Numbers& task) {
            std::this_thread::sleep_for(5ms);
            ++done[std::size_t(rank)];
            return task;
        };
        if (rank > 0) {
            EXPECT_EQ(crew.serve(slow), Numbers {});
            return;
        }
        ASSERT_TRUE(crew.run(numbered_tasks(300), slow, {}));
        crew.close({});
    });
    for (const std::atomic<int>& count : done)
        EXPECT_GE(count, 10);
    EXPECT_EQ(done[0] + done[1] + done[2], 300);
}

TEST(Crew, AFollowerThatIsLateLearnsWhatCameOutAndJoinsTheNextSearch)
{
    std::atomic<bool> first_is_over = false;
    std::atomic<int> helped = 0;
    with_ranks(2, 1, [&](int rank, Crew& crew) {
        const auto work = [&, rank](const Numbers& task) {
            helped += rank;
            std::this_thread::sleep_for(2ms);
            return task;
        };
        if (rank > 0) {
            while (!first_is_over)
                std::this_thread::yield();
            EXPECT_EQ(crew.serve(work), Numbers { 1 });
            EXPECT_EQ(helped, 0);
            EXPECT_EQ(crew.serve(work), Numbers { 2 });
            return;
        }
        EXPECT_TRUE(crew.run(numbered_tasks(5), work, {}));
        crew.close({ 1 });
        first_is_over = true;
        EXPECT_TRUE(crew.run(numbered_tasks(100), work, {}));
        crew.close({ 2 });
    });
    EXPECT_GT(helped, 10);
}

TEST(Crew, WorkThatIsNotWantedAnyMoreIsLeftAndNobodyWaitsForIt)
{
    std::atomic<bool> wanted = true;
    std::atomic<int> in_hand = 0;
    with_ranks(2, 1, [&](int rank, Crew& crew) {
        const auto endless = [&](const Numbers& task) {
            if (++in_hand == 2)  // both have one
                wanted = false;
            while (wanted)
                std::this_thread::yield();
            return task;
        };
        if (rank > 0) {
            EXPECT_EQ(crew.serve(endless), Numbers { 3 });
            EXPECT_THROW((void)crew.serve(endless), Dismissed);  // all is over
            EXPECT_THROW((void)crew.serve(endless), Dismissed);  // and stays so
            return;
        }
        EXPECT_FALSE(crew.run(numbered_tasks(1000), endless, [&] { return wanted.load(); }));
        crew.close({ 3 });
    });
    EXPECT_EQ(in_hand, 2);
}

TEST(Crew, ThreadsOfOneProcessStopWhenTheyAreNotWanted)
{
    ThreadCrew crew(2);
    EXPECT_TRUE(crew.leads());
    std::atomic<int> done = 0;
    const auto count = [&](const Numbers& task) {
        ++done;
        return task;
    };
    EXPECT_FALSE(crew.run(numbered_tasks(1000), count, [&] { return done < 10; }));
    EXPECT_LT(done, 20);
    EXPECT_EQ(crew.run(numbered_tasks(4), squared, {})->at(3), squared({ 3 }));
}

TEST(Crew, NumbersArriveToTheBit)
{
    const Numbers odd { 0.1, -0.0, std::nextafter(1.0, 2.0), 5e-324,
        std::numeric_limits<double>::infinity() };
    std::atomic<int> helped = 0;
    with_ranks(2, 1, [&](int rank, Crew& crew) {
        const auto same = [&, rank](const Numbers& task) {
            helped += rank;
            return task;
        };
        if (rank > 0) {
            EXPECT_EQ(crew.serve(same), odd);
            return;
        }
        while (helped < 20) {
            const auto results = crew.run(std::vector<Numbers>(40, odd), same, {});
            ASSERT_TRUE(results);
            for (const Numbers& result : *results) {
                EXPECT_EQ(result, odd);
                EXPECT_TRUE(std::signbit(result[1]));
            }
        }
        crew.close(odd);
    });
}

}  // namespace
}  // namespace gambol
