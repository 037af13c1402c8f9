// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/motion/motion.hpp"
#include "gambol/scene/scene.hpp"

#include <memory>
#include <string>
#include <vector>

namespace gambol {

/// A scene and, recursively, what it starts from or wears: all that carrying it out needs.
struct Job {
    Scene scene;
    /// Is carried out before; take_motion() gives its motion to the scene. Null when the scene has
    /// all it needs.
    std::shared_ptr<const Job> first = nullptr;
    /// Of a scene that was read: with overrides, defaults and model files written out, a scene file
    /// that reads back to the same job.
    std::string resolved_yaml = {};
    std::vector<std::string> warnings = {};  // what is allowed but probably not meant, with where
};

/// How many scenes are carried out, this one included.
[[nodiscard]] int scene_count(const Job&);

/// Makes a motion what the scene follows, or what its characters do. Throws SceneError when it
/// cannot be, or the method starts from nothing.
void take_motion(const Motion& motion, Scene& scene);

/// Who will be where when the job begins, as far as that is known before it is carried out:
/// everybody as in the motion that is there already, or else standing where they start, for as long
/// as the job is expected to take.
[[nodiscard]] Motion expected_motion(const Job&);

}  // namespace gambol
