// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

namespace gambol {

/// The gait of one animal at one speed. What was not found is NaN.
struct SweepPoint {
    double speed = 0;  // m/s
    double froude = 0;  // V²/(g L), L the height of the hips
    std::string gait;  // gait_name()
    int feet = 0;
    double period = 0;  // s
    double stride = 0;  // L
    double duty = 0;  // of all feet, on average
    double cost_of_transport = 0;  // positive work of joints per weight and way
    bool valid = false;  // the audit passed
};

/// Where one gait gives way to another, as speed rises.
struct GaitChange {
    std::string from, to;
    double slower = 0, faster = 0;  // m/s: the speeds on either side
    double froude = 0;  // between them (geometric mean)
};

/// Between neighbours that are both valid and have names.
[[nodiscard]] std::vector<GaitChange> gait_changes(const std::vector<SweepPoint>&);

/// Stride of animals of many kinds over the height of their hips, 2.3 Fr^0.3 [Alexander 1983].
[[nodiscard]] double alexander_stride(double froude);

}  // namespace gambol
