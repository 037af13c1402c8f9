// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/character/character.hpp"
#include "gambol/motion/motion.hpp"
#include "gambol/render/image.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace gambol::io {

/// A body and what is written below it.
struct LineupEntry {
    std::string label;
    Character body;
};

/// All of them standing one behind the other on a floor: a motion of one instant.
[[nodiscard]] Motion lineup(const std::vector<LineupEntry>&);

/// Seen from their right side, at one scale, so that shapes compare.
[[nodiscard]] render::Image lineup_picture(
    const std::vector<LineupEntry>&, int width = 1280, int height = 560);
void write_lineup(const std::vector<LineupEntry>&, const std::filesystem::path& png);

}  // namespace gambol::io
