// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/character/feature_model.hpp"
#include "gambol/scene/prop.hpp"

#include <Eigen/Dense>

namespace gambol::cio {

/// A prop as bodies are seen here: a torso without limbs, whose one patch is the side that is below
/// when the scene begins. A ball or a bar lies on a strip of 2 cm.
[[nodiscard]] FeatureModel prop_model(const SceneProp&);

/// Its six coordinates at the start.
[[nodiscard]] Eigen::VectorXd prop_features(const SceneProp&);

}  // namespace gambol::cio
