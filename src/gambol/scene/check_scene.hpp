// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/scene/job.hpp"

namespace gambol {

/// Whether a scene, also one that was made in code, can be carried out: nothing that is asked for
/// is missing, no index goes beyond its list, every number is finite and makes sense. Throws
/// SceneError, which begins with the scene's name and says what is wrong. Whether cloth can be put
/// on is for dress() to say.
void check_scene(const Scene&);

/// The same of every scene of a job. What a first scene will give may be missing.
void check_job(const Job&);

}  // namespace gambol
