// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/character/feature_model.hpp"
#include "gambol/methods/cio/scene_instant.hpp"
#include "gambol/scene/prop.hpp"

#include <Eigen/Dense>

namespace gambol::cio {

/// A prop as bodies are seen here: a torso without limbs, whose one patch is the side that is below
/// when the scene begins. A ball or a bar lies on a strip of 2 cm. What hangs on a hinge lies on
/// nothing; its rotation vector is zero as it starts.
[[nodiscard]] FeatureModel prop_model(const SceneProp&);

/// Nothing of a prop that is free.
[[nodiscard]] std::optional<HingedBody> hinged_body(const SceneProp&);

/// Its six coordinates at the start.
[[nodiscard]] Eigen::VectorXd prop_features(const SceneProp&);

}  // namespace gambol::cio
