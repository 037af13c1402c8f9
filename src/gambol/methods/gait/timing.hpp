// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/methods/gait/animal.hpp"

#include <optional>
#include <vector>

namespace gambol::gait {

/// When a foot is on the ground, as shares of the period.
struct FootTiming {
    double start = 0;  // of its stance
    double duty = 0.5;  // how long that is
};

/// Periods and shares of them that differ by less are the same.
constexpr double kSameTiming = 1e-9;

/// When all feet are, in the order of Animal::feet.
struct Timing {
    double period = 1;  // own units
    std::vector<FootTiming> feet;
};

/// Where in its cycle a foot is. Stances include both their ends; at these it stands without load.
struct FootPhase {
    bool down = false;
    double since = 0;  // share of the period since its stance began, if down
    double swing = 0;  // 0 … 1 through its swing, if not
};
[[nodiscard]] FootPhase foot_phase(const FootTiming&, double time);  // time: share of the period

/// What animals of many kinds use [Alexander 1983]: a stride of 2.3 Fr^0.3 leg lengths. Own units.
[[nodiscard]] double usual_period(double speed);
/// Duty factor of walkers below Froude number ½ and of runners above.
[[nodiscard]] double usual_duty(double speed);

/// What one would expect of an animal at that speed: period and duty as above, left and right half
/// a period apart. Below Froude number ½ pairs of legs follow each other as in a lateral walk,
/// above it diagonal legs go together as in a trot. A leg without a partner counts as a pair.
[[nodiscard]] Timing usual_timing(const Animal&, double speed);

/// Longest way that a foot has to go back during its stance, in leg lengths (stretched). Nearly all
/// gaits below 1.8 can be solved and none above 3.
[[nodiscard]] double reach(const Animal&, const Timing&, double speed);

/// The nearest timing without a limp: feet of a pair stand equally long, half a period apart. None
/// where a foot has no partner.
[[nodiscard]] std::optional<Timing> evened(const Animal&, const Timing&);

/// The nearest timing of a run without a limp in which feet that nearly stand with one of the first
/// pair do so, middle of stance on middle of stance: a trot instead of a stumble. None of walks,
/// and where nothing changes.
[[nodiscard]] std::optional<Timing> together(const Timing&);

}  // namespace gambol::gait
