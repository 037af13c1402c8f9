// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace gambol::bench {

/// A scene nobody tuned for.
struct Variation {
    std::string name;  // e.g. "var-07-obstacle": also the scene's name
    std::string family;  // "obstacle"
    std::string what;  // what was varied, for people
    std::string yaml;  // the scene file
};

/// The families take turns, so that any count covers them all:
///
///     walk      targets 1 to 6 m away in any direction, with and without facing
///     obstacle  the shipped scenes with boxes in their world, all heights × 0.5 … 1.5
///     start     poses turned by any angle, joints by up to 15°: stand and walk, lie and get up
///     limbs     limb lengths × 0.8 … 1.2: walk, get up
///     body      the other characters, without animals for gaits, in all of these but obstacles
///
/// Scene i depends on `seed` and i alone (obstacles on the shipped scenes, too), so that a longer
/// suite begins with the shorter one.
[[nodiscard]] std::vector<Variation> make_variations(
    int count, std::uint64_t seed, const std::vector<std::filesystem::path>& shipped_scenes);

/// Whether a character that came with the program is an animal for method gait.
[[nodiscard]] bool is_for_gaits(const std::string& model);

}  // namespace gambol::bench
