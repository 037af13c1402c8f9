// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/scene/scene.hpp"

namespace gambol::refine {

/// The clip in the joints of the scene's one character; see reference_of().
[[nodiscard]] Reference reference_of_clip(const SegmentClip& clip, const Scene& scene);

}  // namespace gambol::refine
