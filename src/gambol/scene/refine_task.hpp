// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/motion/motion.hpp"
#include "gambol/scene/reference.hpp"
#include "gambol/scene/segment_clip.hpp"

#include <string>
#include <string_view>
#include <variant>

namespace gambol {

struct Scene;

}  // namespace gambol

namespace gambol::refine {

/// Set under `spacetime:` in a scene by the same names.
struct Options {
    double fps = 240;  // samples per second of the resulting motion
    /// How many times as long as what it follows it may take when strength does not suffice for its
    /// pace.
    double stretch = 1.5;
};

/// What a scene of `method: spacetime` with `start` is asked for: a movement of any origin, made
/// valid for the whole body.
struct Task {
    static constexpr std::string_view kMethod = "spacetime";
    static constexpr bool kOneAnswer = true;  // whatever the seed
    std::variant<std::monostate, Motion, SegmentClip, Reference> follows;
    std::string where = "start";  // of what it follows: messages begin with it
    Options options;
};

/// The one of a motion that the scene's one character follows: that of the same name, or the only
/// one. Throws SceneError, which begins with `where`, when its bodies or joints are others, or it
/// does not move.
[[nodiscard]] const MotionCharacter& followed_character(
    const Motion&, const Scene&, const std::string& where);

/// How long what it follows takes [s]; 0 when there is nothing yet.
[[nodiscard]] double followed_duration(const Task&);

}  // namespace gambol::refine
