// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/methods/cio/guide_ground.hpp"
#include "gambol/methods/cio/handling/carry.hpp"
#include "gambol/methods/cio/heading.hpp"

#include <Eigen/Dense>

#include <array>
#include <optional>

namespace gambol::cio {

/// Two arms, seen from the torso.
struct Arms {
    std::array<int, 2> limbs;  // the left one first
    Eigen::Vector3d shoulders = Eigen::Vector3d::Zero();  // m: the middle between them
    double width = 0;  // m, between them
    double length = 0;  // m
};
/// None where fewer than two limbs are free.
[[nodiscard]] std::optional<Arms> arms_of(const FeatureModel&);

/// Somebody who could handle a prop: where, how far and how low hands reach.
class Person {
public:
    /// × arm: a reach that is not a stretch.
    static constexpr double kEasyReach = 0.85;
    /// m between a torso's middle and what is carried, or stood at.
    static constexpr double kLegRoom = 0.22;

    Person(const CioScene&, int character, const Arms&);

    [[nodiscard]] int character() const { return character_; }
    [[nodiscard]] const FeatureModel& model() const { return model_; }
    [[nodiscard]] const Arms& arms() const { return arms_; }
    [[nodiscard]] const Eigen::Vector2d& stands() const { return stands_; }  // at the start
    [[nodiscard]] double looks() const { return looks_; }  // heading at the start
    /// What force costs it, × what it costs everybody on average.
    [[nodiscard]] double effort() const { return effort_; }

    /// A place to stand from where the hands reach a prop there, which is that deep along the
    /// heading.
    [[nodiscard]] std::optional<Stance> stance(
        const Eigen::Vector3d& prop, double heading, double depth) const;
    /// Upright at a place, if there is room.
    [[nodiscard]] std::optional<Stance> upright(const Eigen::Vector2d& place, double heading) const;
    /// The shortest way around what is too high to step over, with its length.
    struct Walk {
        Path corners;
        double length = 0;  // m
    };
    [[nodiscard]] std::optional<Walk> walk(
        const Eigen::Vector2d& from, const Eigen::Vector2d& to) const;
    /// Without corners.
    [[nodiscard]] bool can_walk(const Eigen::Vector2d& from, const Eigen::Vector2d& to) const;
    [[nodiscard]] std::optional<double> floor_at(const Eigen::Vector2d& place) const
    {
        return ground_.floor_at(place);
    }

private:
    /// Places beside the corners of what stands on the floor.
    [[nodiscard]] Path corners() const;
    /// Nothing stands where the torso would.
    [[nodiscard]] bool free(const Eigen::Vector2d& place, double floor) const;

    const CioScene& ready_;
    int character_;
    const FeatureModel& model_;
    GuideGround ground_;
    Arms arms_;
    Eigen::Vector2d stands_;
    double looks_ = 0, effort_ = 1;
};

/// Half of what a solid takes along a direction of its own frame.
[[nodiscard]] double half_extent(const Shape&, const Eigen::Vector3d& along);

}  // namespace gambol::cio
