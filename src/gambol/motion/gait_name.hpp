// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Dense>

#include <string>
#include <vector>

namespace gambol {

/// A foot that steps once per stride.
struct FootBeat {
    Eigen::Vector3d place;  // on average, in the frame of the root: x forward, y left
    double phase = 0;  // of its touch-down, share of the stride
    double duty = 0;  // share of the stride that it stands
};

/// Distance of two phases on the circle, 0 … ½.
[[nodiscard]] double phases_apart(double a, double b);

/// Feet in rows from front to back, left before right: indices. Empty when there are not as many on
/// either side.
[[nodiscard]] std::vector<std::size_t> feet_in_rows(const std::vector<Eigen::Vector3d>& places);

/// What riders and zoologists call it [Hildebrand 1977]; none where it is not clear. With d the
/// distance of two phases, two feet
///
///     walk   d ≥ 0.4, duties above ½ on average         run    d ≥ 0.4, below
///     hop    d ≤ 0.1                                    skip   between
///
/// one foot always hops. Four feet
///
///     trot   d ≤ 0.1 on both diagonals, ≥ 0.4 between the fore feet
///     pace   d ≤ 0.1 on both sides, ≥ 0.4 between the fore feet
///     bound  d ≤ 0.1 fore and hind, ≥ 0.25 between left ones
///     pronk  d ≤ 0.1 for all
///     walk   d ≥ 0.4 fore and hind, 0.15 … 0.35 on both sides, every duty above ½
///     running-walk   likewise, with a duty below ½
///     canter a hind foot, a diagonal (d ≤ 0.1), the other fore foot; 0.15 … 0.45 fore and hind
///     transverse-gallop, rotary-gallop   d ≤ 0.35 fore and hind, one of them above 0.03, fore feet
///            0.2 … 0.65 after hind ones; the same side leads fore and hind, or not
///
/// and six a tripod when the middle foot of one side goes with the outer ones of the other (d ≤
/// 0.1) and both sides' middle feet are ≥ 0.4 apart.
[[nodiscard]] std::string gait_name(const std::vector<FootBeat>& feet);

}  // namespace gambol
