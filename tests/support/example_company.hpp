// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/motion/motion.hpp"

#include <vector>

namespace gambol::test {

/// Motions with props and several characters, written down as formulas with the forces that Newton
/// and Euler demand for everybody in them. They pass the audit. All at 120 samples per second.

/// Ann squats, sways and turns with an 8 kg box between her hands, which grip.
[[nodiscard]] Motion held_box();

/// A 3 kg box rests on a 20 kg table, aside of its middle, and the table on the ground. Props
/// alone: "parcel", "table".
[[nodiscard]] Motion box_on_table();

/// Ann and Bob sway side by side and pull at each other's hand.
[[nodiscard]] Motion hand_in_hand();

/// A spinning ball flies, and nothing else happens.
[[nodiscard]] Motion thrown_ball();

/// A crate slides over the ground and comes to rest by friction.
[[nodiscard]] Motion sliding_crate();

[[nodiscard]] std::vector<Motion> company_examples();

}  // namespace gambol::test
