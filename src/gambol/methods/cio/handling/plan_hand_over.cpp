// SPDX-License-Identifier: MIT
#include "gambol/geometry/height_below.hpp"
#include "gambol/methods/cio/handling/errand.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace gambol::cio {

namespace {

using Eigen::Quaterniond;
using Eigen::Vector2d;
using Eigen::Vector3d;

constexpr double kPassCost = 1.5;  // m: who can do it alone does
constexpr double kAbove = 0.06;  // m between a prop that is passed and what is below it
constexpr double kReachUp = 0.2;  // m above the shoulders
constexpr double kDetour = 4;  // m: of a way around something, about
constexpr int kHeadings = 8;

/// Where one gives and another one takes.
struct Meeting {
    double cost = 0;
    Vector2d place;  // below the prop
    double heading = 0;  // of who gives
    double apart = 0;  // m between both
    int pick = 0, put = 0;  // of the stances
};

/// One who gives, one who takes.
class Passing {
public:
    Passing(const Errand& errand, const Person& gives, const Person& takes)
        : errand_(errand)
        , gives_(gives)
        , takes_(takes)
    {
        for (int i = 0; i < 4; ++i)
            if (const auto s = gives.stance(errand.from, side(i), depth(i)))
                picks_.push_back({ *s, i });
        for (int i = 0; i < kHeadings; ++i)
            if (const auto s = takes.stance(
                    errand.to, errand.heading() + 2 * std::numbers::pi * i / kHeadings, depth(0)))
                puts_.push_back(*s);
    }

    void plan(std::vector<Plan>& plans) const
    {
        std::vector<Meeting> meetings = possible();
        std::stable_sort(meetings.begin(), meetings.end(),
            [](const Meeting& a, const Meeting& b) { return a.cost < b.cost; });
        // Costs are those of straight ways: others come when there is none.
        for (const bool straight : { true, false })
            for (const Meeting& meeting : meetings)
                if (auto carries = carried(meeting, straight)) {
                    if (set_times(errand_, *carries))
                        plans.push_back(
                            { meeting.cost + (straight ? 0 : kDetour), std::move(*carries) });
                    return;
                }
    }

private:
    [[nodiscard]] double side(int i) const { return errand_.heading() + i * std::numbers::pi / 2; }
    [[nodiscard]] Vector3d along(int i) const
    {
        return errand_.from_turn.conjugate() * (yaw(side(i)) * Vector3d::UnitX());
    }
    [[nodiscard]] double depth(int i) const { return half_extent(errand_.solid, along(i)); }

    /// All that could be, by what they cost; whether there is room is not known yet.
    [[nodiscard]] std::vector<Meeting> possible() const
    {
        std::vector<Meeting> meetings;
        const Vector2d from = errand_.from.head<2>(), to = errand_.to.head<2>(), way = to - from;
        const double first = std::atan2(way.y(), way.x());
        const double strain = errand_.strain({ &gives_ }) + errand_.strain({ &takes_ });
        for (int h = 0; h < kHeadings; ++h)
            for (int t = 1; t < 10; ++t)
                for (const double beside : { 0.0, -0.5, 0.5 })
                    for (size_t p = 0; p < picks_.size(); ++p) {
                        Meeting m;
                        m.heading = first + 2 * std::numbers::pi * h / kHeadings;
                        m.place = from + t / 10.0 * way
                            + beside * Vector2d(-std::sin(first), std::cos(first));
                        m.pick = int(p);
                        const double d = depth(picks_[p].side);
                        const double least = held_by(gives_, d).x() + held_by(takes_, d).x();
                        for (int step = 0; step < 4; ++step) {
                            m.apart = least + 0.1 * step;
                            m.cost = kPassCost + strain + 0.2 * step + approach(m);
                            for (size_t q = 0; q < puts_.size(); ++q) {
                                m.put = int(q);
                                Meeting whole = m;
                                whole.cost += departure(m);
                                meetings.push_back(whole);
                            }
                        }
                    }
        return meetings;
    }

    [[nodiscard]] Vector2d giver(const Meeting& m) const
    {
        const double d = depth(picks_[size_t(m.pick)].side);
        const double share
            = held_by(gives_, d).x() / (held_by(gives_, d).x() + held_by(takes_, d).x());
        return m.place - share * m.apart * ahead(m.heading);
    }
    [[nodiscard]] Vector2d taker(const Meeting& m) const
    {
        return giver(m) + m.apart * ahead(m.heading);
    }
    [[nodiscard]] double approach(const Meeting& m) const
    {
        const Stance& pick = picks_[size_t(m.pick)].stance;
        return (pick.place - gives_.stands()).norm()
            + gives_.effort() * (giver(m) - pick.place).norm()
            + kPerTurn
            * (std::abs(wrapped(pick.heading - gives_.looks()))
                + std::abs(wrapped(m.heading - pick.heading)));
    }
    [[nodiscard]] double departure(const Meeting& m) const
    {
        const Stance& put = puts_[size_t(m.put)];
        const double faces = m.heading + std::numbers::pi;
        double cost = (taker(m) - takes_.stands()).norm()
            + takes_.effort() * (put.place - taker(m)).norm()
            + kPerTurn
                * (std::abs(wrapped(faces - takes_.looks()))
                    + std::abs(wrapped(put.heading - faces)));
        if (errand_.facing)
            cost += 10
                * std::abs(
                    wrapped(errand_.heading() + m.heading - picks_[size_t(m.pick)].stance.heading
                        + put.heading - faces - *errand_.facing));
        return cost;
    }

    /// Height of the prop while both have it, if they reach that.
    [[nodiscard]] std::optional<double> height(const Meeting& m, const Quaterniond& turn) const
    {
        const auto floor_a = gives_.floor_at(giver(m)), floor_b = takes_.floor_at(taker(m));
        if (!floor_a || !floor_b)
            return std::nullopt;
        double below = std::max(*floor_a, *floor_b);
        const double reach = half_extent(errand_.solid, Vector3d::UnitX()),
                     tall = half_extent(errand_.solid, turn.conjugate() * Vector3d::UnitZ());
        for (const double x : { -1.0, -0.5, 0.0, 0.5, 1.0 })
            for (const double y : { -1.0, 0.0, 1.0 })
                below = std::max(below,
                    height_below(errand_.ready.model.surfaces(), m.place + reach * Vector2d(x, y),
                        below + 1.2)
                        .value_or(below));
        const auto easy = [](const Person& person, double floor) {
            return floor + person.model().standing_height + 0.05;
        };
        const auto highest = [](const Person& person, double floor) {
            return floor + person.model().standing_height + person.arms().shoulders.z() + kReachUp;
        };
        const double z = std::max(
            (easy(gives_, *floor_a) + easy(takes_, *floor_b)) / 2, below + tall + kAbove);
        if (z > std::min(highest(gives_, *floor_a), highest(takes_, *floor_b)))
            return std::nullopt;
        return z;
    }

    [[nodiscard]] std::optional<std::vector<Carry>> carried(const Meeting& m, bool straight) const
    {
        const Pick& pick = picks_[size_t(m.pick)];
        const Stance& put = puts_[size_t(m.put)];
        const double faces = wrapped(m.heading + std::numbers::pi);
        const auto gives = gives_.upright(giver(m), m.heading),
                   takes = takes_.upright(taker(m), faces);
        const Quaterniond turn = yaw(wrapped(m.heading - pick.stance.heading)) * errand_.from_turn;
        const auto z = height(m, turn);
        if (!gives || !takes || !z)
            return std::nullopt;
        // Most meetings fail here; a way around things takes long to find.
        if (straight
            && (!gives_.can_walk(pick.stance.place, gives->place)
                || !takes_.can_walk(takes->place, put.place)
                || !gives_.can_walk(gives_.stands(), pick.stance.place)
                || !takes_.can_walk(takes_.stands(), takes->place)))
            return std::nullopt;
        const auto there = gives_.walk(gives_.stands(), pick.stance.place),
                   with = gives_.walk(pick.stance.place, gives->place),
                   meets = takes_.walk(takes_.stands(), takes->place),
                   away = takes_.walk(takes->place, put.place);
        if (!there || !with || !meets || !away)
            return std::nullopt;
        const double d = depth(pick.side);
        const Vector3d near = -std::max(0.0, d - kPalm) * along(pick.side);
        Carry first = errand_.whole_way(), second = first;
        first.to = second.from = { m.place.x(), m.place.y(), *z };
        first.to_turn = second.from_turn = turn;
        first.after = second.before = Carry::End::hands;
        second.to_turn = yaw(wrapped(put.heading - faces)) * turn;
        if (!add(first, gives_, { pick.stance, *gives, there->corners, with->corners }, near)
            || !add(second, takes_, { *takes, put, meets->corners, away->corners }, -near))
            return std::nullopt;
        return std::vector<Carry> { first, second };
    }

    /// One of the two with the prop, and how it goes.
    struct Turn {
        Stance pick, put;
        Path there, along;
    };
    bool add(Carry& carry, const Person& person, const Turn& turn, const Vector3d& middle) const
    {
        const auto hands
            = between_palms(errand_, person, carry.from_turn, turn.pick.heading, middle);
        if (!hands)
            return false;
        Handler handler { person.character(), *hands, turn.pick, turn.put, turn.there, turn.along,
            person.model().standing_height, Vector3d::Zero() };
        const Vector3d along
            = carry.from_turn.conjugate() * (yaw(turn.pick.heading) * Vector3d::UnitX());
        handler.held = held_by(person, half_extent(errand_.solid, along));
        carry.by.push_back(handler);
        return true;
    }

    struct Pick {
        Stance stance;
        int side = 0;
    };
    const Errand& errand_;
    const Person &gives_, &takes_;
    std::vector<Pick> picks_;
    std::vector<Stance> puts_;
};

}  // namespace

void plan_hand_over(const Errand& errand, std::vector<Plan>& plans)
{
    for (const Person& gives : errand.people)
        for (const Person& takes : errand.people)
            if (&gives != &takes)
                Passing(errand, gives, takes).plan(plans);
}

}  // namespace gambol::cio
