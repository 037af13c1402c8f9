// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/character/character.hpp"
#include "gambol/character/proportions.hpp"

#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// What `method: gait` is asked for (docs/scene-format.md): how an animal moves at a given speed.
namespace gambol::gait {

/// What is given of a number that is found otherwise: a value, or bounds.
struct Asked {
    double lower = -std::numeric_limits<double>::infinity();
    double upper = std::numeric_limits<double>::infinity();

    Asked() = default;
    Asked(double value)  // NOLINT(google-explicit-constructor): a number is what is asked for
        : lower(value)
        , upper(value)
    {
    }
    Asked(double from, double to)
        : lower(from)
        , upper(to)
    {
    }
    [[nodiscard]] bool is_value() const { return lower == upper; }
    [[nodiscard]] bool is_asked() const { return std::isfinite(lower) || std::isfinite(upper); }
    [[nodiscard]] Asked over(double unit) const { return { lower / unit, upper / unit }; }
};

/// Of the timing of one foot, as shares of the period; what is not given is found.
struct FootRequest {
    std::optional<double> start = {};  // of its stance
    Asked duty = {};  // how long that is
};

enum class Cost { usual, paper };  // of which terms; docs/gait.md

/// How the timing is searched, by basin-CMA.
struct SearchEffort {
    int generations = 20;  // at most; it ends before when it has contracted
    /// Timings per generation, of which the best third makes the next; 0: as many as the numbers
    /// that are searched ask for.
    int samples = 0;
    int frames = 30;  // per period; the result has more
};

/// Which proportions may change for the better, and how far (docs/form.md).
struct FormRequest {
    /// Factors of length and radius of these parts lie between 1 − range and 1 + range.
    std::map<BodyPart, double> ranges { { BodyPart::legs, 0.35 } };
    bool lengths = true, radii = true;
    double head_height = 0;  // m, least of the head's centre; 0: any
    int max_solves = 60;  // of cycles
};

/// Something that is carried along, fixed to a segment.
struct Payload {
    double mass = 0;  // kg, in one point
    int segment = 0;
    Eigen::Vector3d at = Eigen::Vector3d::Zero();  // m, in the segment's frame
};

struct Task {
    static constexpr std::string_view kMethod = "gait";
    static constexpr bool kResumable = true;

    double speed = 1;  // m/s, forward
    /// A sweep: the scene is carried out once at each of these instead (jobs/sweep.hpp).
    std::vector<double> speeds = {};
    Asked period = {};  // s
    std::map<std::string, FootRequest> feet = {};  // by name of the limb
    std::string pattern = {};  // what the starts of feet are called; empty: they are not named
    /// The second half of the cycle is the first in a mirror; for bodies whose feet come in pairs.
    bool symmetric = true;
    Cost cost = Cost::usual;
    bool springs = false;  // joints have springs and dampers, as stiff as serves the gait
    bool point_masses = false;  // segments have mass at their centres and no moment of inertia
    std::optional<FormRequest> form = {};  // none: the body stays as it is
    double slope = 0;  // rad, of the ground along the way; above 0 it goes uphill
    double radius = 0;  // m, of a way that is a circle; above 0 to the left, 0: straight ahead
    std::optional<Payload> payload = {};
    int cycles = 6;  // laid in a row
    SearchEffort search = {};
};

/// Which timings are looked through, in units of √(L/g) with L the height of the hips. Nearly all
/// gaits whose feet go back by less than 1.8 leg lengths while they stand can be solved, none
/// above 3.
struct TimingLimits {
    static constexpr double kShortestPeriod = 1, kLongestPeriod = 5.5;  // mice run, elephants walk
    static constexpr double kLeastDuty = 0.1, kMostDuty = 0.85;
    static constexpr double kLongestReach = 1.8;  // stretched legs
    static constexpr double kLeastFrames = 4;  // of a stance, of which two bear load
    static constexpr double kSteepest = 0.8;  // rad; no friction holds on more
    static constexpr double kMostLean = 0.6;  // rad, in curves, likewise
    /// Most that one of so many legs can bear, weights: 3 of a biped, as of runners, and 2.1 of a
    /// quadruped. With 1.5 a horse has no gallop, in which legs bear the weight in turn.
    [[nodiscard]] static double peak_force(int legs) { return 3 * std::sqrt(2.0 / legs); }
};

/// What a task asks of a body that cannot be.
struct Misfit {
    std::string key;  // of a scene file: "speed", "gait.feet.left_leg"
    std::string what;  // goes on after the key: "must be above 0"
};

/// Nothing when the task makes sense for this body. With `speeds` all of them must.
[[nodiscard]] std::optional<Misfit> find_misfit(const Character&, const Task&);

/// Whether both sides of the body are alike and its legs come in pairs, so that half a cycle can be
/// the other in a mirror.
[[nodiscard]] bool has_paired_legs(const Character&);

/// With the payload as part of the segment that bears it.
[[nodiscard]] Character loaded(Character, const Payload&);

/// What animals of many kinds use [Alexander 1983]: a stride of 2.3 Fr^0.3 times the height of the
/// hips; s. As asked where that is given.
[[nodiscard]] double expected_period(const Character&, const Task&);

}  // namespace gambol::gait
