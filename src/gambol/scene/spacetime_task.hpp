// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/scene/phases.hpp"

#include <string_view>
#include <vector>

namespace gambol::spacetime {

/// What a movement is to have little of, set under `objectives:` in a scene.
struct Objectives {
    double smooth = 1;  // × the usual weight of accelerations
    double pose = 1;  // × the usual weight of being far from the start pose
    double contact_force = 0;  // of ∫ (force / weight)² dt
    double contact_jerk = 0;  // s², of ∫ (d/dt force / weight)² dt
    struct Torque {
        int angle = 0;  // index into Pose::angles
        double weight = 0;  // of ∫ (torque / (weight × 0.1 m))² dt
    };
    std::vector<Torque> torques;
};

/// Set under `spacetime:` in a scene by the same names.
struct Options {
    /// Samples per second of the resulting motion. At a hard landing force rises by a weight in a
    /// few milliseconds; the audit takes it as straight between samples.
    double fps = 240;
};

/// What `method: spacetime` is asked for: full-body motion through phases and keys.
struct Task {
    static constexpr std::string_view kMethod = "spacetime";
    std::vector<ScenePhase> phases;  // their durations add up to Scene::duration
    std::vector<Key> keys;
    Objectives objectives;
    Options options;
};

}  // namespace gambol::spacetime
