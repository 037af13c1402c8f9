// SPDX-License-Identifier: MIT
#include "gambol/parallel/rank_crew.hpp"

#include <cassert>
#include <thread>

namespace gambol {

namespace {

// Between two looks into the letter box: a thousandth of what a solve takes, and next to no CPU.
constexpr std::chrono::microseconds kPause { 200 };

// Every letter begins with what it is about.
enum class Kind {
    ready,  // to the leader: idle threads
    task,  // its number; payload
    result,  // to the leader: the task's number; payload
    closed,  // payload: the outcome
    over,
};

struct Head {
    Kind kind {};
    int search = 0;  // which of them all
    int number = 0;
};
constexpr std::ptrdiff_t kHeadLength = 3;

Numbers letter(const Head& head, const Numbers& payload = {})
{
    Numbers numbers { double(head.kind), double(head.search), double(head.number) };
    numbers.insert(numbers.end(), payload.begin(), payload.end());
    return numbers;
}

Head head_of(const Numbers& numbers)
{
    assert(std::ptrdiff_t(numbers.size()) >= kHeadLength);
    return { Kind(int(numbers[0])), int(numbers[1]), int(numbers[2]) };
}

Numbers payload_of(const Numbers& numbers)
{
    return { numbers.begin() + kHeadLength, numbers.end() };
}

}  // namespace

RankCrew::RankCrew(Post& post, int threads)
    : post_(post)
    , threads_(threads)
    , followers_(std::size_t(post.ranks()))
{
}

RankCrew::~RankCrew()
{
    if (leads())
        for (int rank = 1; rank < post_.ranks(); ++rank)
            post_.send(rank, letter({ Kind::over }));
    while (!leads() && !over_) {
        if (const auto mail = post_.receive())
            over_ = head_of(mail->numbers).kind == Kind::over;
        else
            std::this_thread::sleep_for(kPause);
    }
}

void RankCrew::tell_outcome(int follower)
{
    const int search = followers_[std::size_t(follower)].search;
    post_.send(follower, letter({ Kind::closed, search }, outcomes_[std::size_t(search)]));
    followers_[std::size_t(follower)] = {};
}

void RankCrew::hand_out(Batch& batch, Workshop& own)
{
    for (; batch.next < batch.tasks.size() && own.idle() > 0; ++batch.next)
        own.start({ int(batch.next), batch.tasks[batch.next] });
    for (int rank = 1; rank < post_.ranks(); ++rank) {
        Follower& follower = followers_[std::size_t(rank)];
        for (; batch.next < batch.tasks.size() && follower.idle > 0; ++batch.next) {
            post_.send(
                rank, letter({ Kind::task, searches_, int(batch.next) }, batch.tasks[batch.next]));
            --follower.idle;
        }
    }
}

void RankCrew::hear_followers(Batch& batch)
{
    while (const auto mail = post_.receive()) {
        const Head head = head_of(mail->numbers);
        Follower& follower = followers_[std::size_t(mail->from)];
        if (head.kind == Kind::ready) {
            follower = { head.search, head.number };
            if (head.search < searches_)
                tell_outcome(mail->from);
        } else if (head.kind == Kind::result && head.search == searches_) {
            ++follower.idle;
            batch.results[std::size_t(head.number)] = payload_of(mail->numbers);
            ++batch.done;
        }
    }
}

std::optional<std::vector<Numbers>> RankCrew::run(
    const std::vector<Numbers>& tasks, const NumberWork& work, const std::function<bool()>& wanted)
{
    assert(leads());
    Batch batch { tasks, std::vector<Numbers>(tasks.size()) };
    Workshop own(threads_, work);
    while (batch.done < tasks.size()) {
        if (wanted && !wanted())
            return {};
        hear_followers(batch);
        hand_out(batch, own);
        if (auto piece = own.finished(kPause)) {
            batch.results[std::size_t(piece->number)] = std::move(piece->numbers);
            ++batch.done;
        }
    }
    return std::move(batch.results);
}

void RankCrew::close(const Numbers& outcome)
{
    assert(leads());
    outcomes_.push_back(outcome);
    for (int rank = 1; rank < post_.ranks(); ++rank)
        if (followers_[std::size_t(rank)].search == searches_)
            tell_outcome(rank);
    ++searches_;
}

Numbers RankCrew::serve(const NumberWork& work)
{
    assert(!leads());
    if (over_)
        throw Dismissed();
    const int search = searches_++;
    post_.send(0, letter({ Kind::ready, search, threads_ }));
    Workshop own(threads_, work);
    for (;;) {
        while (const auto mail = post_.receive()) {
            const Head head = head_of(mail->numbers);
            if (head.kind == Kind::closed)
                return payload_of(mail->numbers);
            if (head.kind == Kind::over) {
                over_ = true;
                throw Dismissed();
            }
            own.start({ head.number, payload_of(mail->numbers) });
        }
        if (const auto piece = own.finished(kPause))
            post_.send(0, letter({ Kind::result, search, piece->number }, piece->numbers));
    }
}

}  // namespace gambol
