// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/methods/cio/handling/person.hpp"

#include <optional>
#include <vector>

namespace gambol::cio {

/// A prop that shall be elsewhere, and who could see to it.
struct Errand {
    const CioScene& ready;
    int prop = 0;  // of the SceneModel
    const Shape& solid;
    Eigen::Vector3d from, to;  // m
    Eigen::Quaterniond from_turn;
    std::optional<double> facing;  // heading of its x axis when it is there
    double when = 0;  // s: it must be there
    std::vector<Person> people;

    Errand(const CioScene&, const Goal&);

    /// The carry of this prop along its whole way, by nobody yet.
    [[nodiscard]] Carry whole_way() const;
    /// How much heavier it is than those who take it lift with ease, × 30; 0 for less.
    [[nodiscard]] double strain(const std::vector<const Person*>&) const;
    /// Heading of the prop's x axis at the start.
    [[nodiscard]] double heading() const;
};

/// One way to run an errand.
struct Plan {
    double cost = 0;  // about metres walked
    std::vector<Carry> carries;
};

/// One of them lifts it and takes it there.
void plan_alone(const Errand&, std::vector<Plan>&);
/// Two take it at opposite ends.
void plan_together(const Errand&, std::vector<Plan>&);
/// One passes it to another, who takes it there.
void plan_hand_over(const Errand&, std::vector<Plan>&);
/// One pushes it along the floor.
void plan_push(const Errand&, std::vector<Plan>&);

/// One pushes what hangs on a hinge round it, and goes on through where it was.
void plan_swing(const CioScene&, const Goal&, std::vector<Plan>&);
/// What is swung after a share of the time: it speeds up and slows down evenly.
[[nodiscard]] PropPlace swung_place(const Carry&, double share);

/// How long somebody's way is; where there is none straight through whatever is there, at a price
/// that lets everything else come first. Its corners are added to the path.
[[nodiscard]] double length_of_way(
    const Person&, const Eigen::Vector2d& from, const Eigen::Vector2d& to, Path& corners);
constexpr double kPerTurn = 0.4;  // m walked per rad turned
constexpr double kPalm = 0.08;  // m between a palm's middle and the edges of a side

/// Sets the phases of parts of one way: each as long as it takes to walk and bend, in whole phases,
/// quicker when time is short. False when there is not even time for that.
[[nodiscard]] bool set_times(const Errand&, std::vector<Carry>&);

/// A prop held between the palms of somebody who looks along `heading` while it is turned like
/// that: hands on both sides of `middle`, a point of the prop's frame. Nothing where arms do not
/// reach around.
[[nodiscard]] std::optional<std::array<Hold, 2>> between_palms(const Errand&, const Person&,
    const Eigen::Quaterniond& turn, double heading, const Eigen::Vector3d& middle);

/// The prop as an upright torso carries it, when the prop is that deep.
[[nodiscard]] Eigen::Vector3d held_by(const Person&, double depth);

}  // namespace gambol::cio
