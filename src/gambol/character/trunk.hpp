// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/character/character.hpp"

#include <vector>

namespace gambol {

/// Capsules of the segments between which limbs hang, pelvis and chest but neither head nor tail:
/// what others may stand on or lean against. World frame, in a pose; those of boxes and the like
/// stand for them (as_capsules).
[[nodiscard]] std::vector<Capsule> trunk_capsules(const Character&, const Pose&);

/// The same in the frame of the torso of the feature view (feature_model), which has the standing
/// pose; `root_offset` is that of FeatureModel.
[[nodiscard]] std::vector<Capsule> trunk_in_torso(
    const Character&, const Eigen::Vector3d& root_offset);

}  // namespace gambol
