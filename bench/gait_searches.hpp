// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/methods/run_control.hpp"
#include "gambol/motion/gait.hpp"
#include "gambol/scene/scene.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace gambol::bench {

struct GaitSearchArguments {
    std::vector<std::string> animals;  // models or files; empty: those with speeds of their own
    std::vector<double> speeds;  // m/s; empty: those of each animal
    int seeds = 1;  // from 1 on
    bool free = false;  // both sides are searched for themselves
    int bodies = 0;  // animals with other proportions, drawn at random, instead of those named
    int first_body = 0;  // number of the first of these
    std::string
        write;  // folder for these and scenes with them, as files for gambol run; empty: none
    bool run = true;
};

/// An animal that nobody tuned for: legs, neck, arms and tail of a built-in one × 0.75 … 1.35 in
/// length and × 0.8 … 1.25 in radius, both sides alike, and a speed between Froude numbers 0.05 and
/// 3.
struct DrawnAnimal {
    std::string name;
    Character body;
    double speed = 0;  // m/s
};
/// Number i depends on i alone, so that a longer list begins with the shorter one.
[[nodiscard]] DrawnAnimal draw_animal(std::uint64_t i);

/// A body, a speed, and nothing else.
[[nodiscard]] Scene gait_scene(const Character&, double speed, bool free, std::uint64_t seed);

/// How differently two sides step: the largest |phase of touch-downs apart − ½| and difference of
/// duties of feet whose names differ in their side, shares of the period. 0 without such feet.
[[nodiscard]] double limp(const Gait&);

/// `gambol bench gaits`: whole searches as `gambol run` makes them. Returns the exit code.
int bench_gait_searches(const GaitSearchArguments&, const RunControl&);

}  // namespace gambol::bench
