// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/geometry/height_below.hpp"

#include <Eigen/Dense>

#include <optional>
#include <vector>

namespace gambol::cio {

/// What a guide sees of the world: how high the ground is where a body of some height goes, and
/// where it has to get down on all limbs.
class GuideGround {
public:
    /// Keeps a reference to the surfaces.
    GuideGround(const std::vector<Shape>& surfaces, double standing_height);

    [[nodiscard]] std::optional<double> floor_at(const Eigen::Vector2d& place) const;
    /// The highest floor near a place: full height half-way to the rim of the window, then down to
    /// the middle's.
    [[nodiscard]] double height_at(const Eigen::Vector2d& place) const;

    /// Who is too tall for a ceiling goes on all limbs below it, and gets down before it; the same
    /// onto what is too high for a step.
    struct Stoop {
        double share = 0;  // 1: on all limbs
        double height = 0;  // of the torso then
    };
    [[nodiscard]] Stoop stoop_at(const Eigen::Vector2d& place, double wanted) const;
    /// Height of the torso on all limbs where nothing hangs lower.
    [[nodiscard]] double on_all_limbs() const;

private:
    /// Calls `look` with the passages around a place and how far they are off, × reach.
    template <class Look>
    void look_around(const Eigen::Vector2d& place, double reach, Look look) const;

    const std::vector<Shape>& surfaces_;
    double standing_height_;
};

}  // namespace gambol::cio
