// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/motion/motion.hpp"

#include <vector>

namespace gambol::test {

/// Motions written down as formulas, with the contact forces that Newton and Euler demand for them.
/// They pass the audit, and every exporter is tested on them. All at 120 samples per second.

/// Squats, sways and turns about the vertical over two resting feet; 7 bodies, all with mass.
[[nodiscard]] Motion twisting_stand();

/// Crouches, leaps 20 cm and lands; all mass in the torso. Forces jump when phases change; the
/// sample at a jump is the mean of both sides.
[[nodiscard]] Motion hop();

/// Shifts the load, steps with the right foot, then with the left; 7 bodies, all with mass.
[[nodiscard]] Motion two_steps();

/// Ann does twisting_stand on a crate that rests on the ground, Bob stands by, a spinning ball
/// flies.
[[nodiscard]] Motion crate_scene();

[[nodiscard]] std::vector<Motion> all_examples();

}  // namespace gambol::test
