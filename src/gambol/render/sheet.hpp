// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/motion/motion.hpp"
#include "gambol/render/image.hpp"

namespace gambol::render {

struct SheetOptions {
    int columns = 4, rows = 3;
    int cell_width = 400, cell_height = 300;  // pixels
    int strip_height = 340;  // the whole motion in one picture below the cells; 0 leaves it out
    int gap = 6;  // pixels between cells and around all
    int samples = 4;  // rays per pixel in the cells; the strip takes half as many again
    int threads = 0;  // 0: all cores
    bool strain = false;  // cloth shows its stretch instead of its dye
};

/// One picture that tells a motion: frames at equal steps of time from first to last, each with its
/// time, seen by a camera that travels along; below them all phases in one still view with every
/// place that carried load and the path of the centre of mass.
[[nodiscard]] Image contact_sheet(const Motion&, const SheetOptions& = {});

}  // namespace gambol::render
