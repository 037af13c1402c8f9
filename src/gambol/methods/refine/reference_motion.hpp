// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/scene/scene.hpp"

namespace gambol::refine {

/// What the task follows in the joints of the scene's one character, by inverse kinematics.
///
/// Of a motion: the character of the same name, or the only one; bodies, joints, patches and
/// surfaces are found by name, and what touches stays where it is. Of a clip: soles that are near a
/// surface and slow stand on it; a clip of another skeleton is put on the floor as a whole. Throws
/// SceneError, which begins with task.where, when there is nothing that this character could
/// follow.
[[nodiscard]] Reference reference_of(const Scene& scene, const Task& task);

/// Likewise of a motion. `where` begins what is said of one that does not fit. With `apart`, poses
/// that keep joint ranges put no limb into another.
[[nodiscard]] Reference reference_of_motion(
    const Motion& motion, const Scene& scene, const std::string& where, bool apart = false);

}  // namespace gambol::refine
