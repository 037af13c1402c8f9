// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/motion/motion.hpp"

namespace gambol {

/// The motion at t₀, t₀ + 1/fps, … up to its end. Positions, forces and angles are interpolated
/// linearly, rotations along the shorter arc; whom a contact touches is taken from the nearer
/// sample. Forces between samples then no longer satisfy the equations of motion exactly.
[[nodiscard]] Motion resample(const Motion& motion, double fps);

/// Samples per second of a motion; the mean where they are not evenly spaced.
[[nodiscard]] double sample_rate(const Motion& motion);

/// Whether all samples are 1/sample_rate apart, as formats with a fixed frame time need.
[[nodiscard]] bool is_evenly_sampled(const Motion& motion);

/// A copy of all but the cloth.
[[nodiscard]] Motion without_cloth(const Motion& motion);

/// Stored samples at most `rate` per second apart, the first and the last always among them.
[[nodiscard]] std::vector<int> thinned_samples(const Motion& motion, double rate);

}  // namespace gambol
