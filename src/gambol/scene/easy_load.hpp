// SPDX-License-Identifier: MIT
#pragma once

namespace gambol {

/// What somebody lifts with ease, × the body's mass. What is heavier is shared, or pushed.
constexpr double kEasyLoad = 0.45;

/// × the speed of one who carries: of two who look at each other over what they carry, and of who
/// pushes.
constexpr double kTogetherPace = 0.7, kPushingPace = 0.5;

}  // namespace gambol
