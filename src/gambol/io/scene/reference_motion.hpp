// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/motion/motion.hpp"
#include "gambol/scene/scene.hpp"

namespace gambol::io {

/// A motion as what a scene's one character shall follow: of the motion's characters the one of the
/// same name, or the only one. Bodies, joints, patches and surfaces are found by name. Throws
/// InputError, which begins with `where`, when the bodies or joints are not the same.
[[nodiscard]] Reference reference_of(
    const Motion& motion, const Scene& scene, const std::string& where);

}  // namespace gambol::io
