// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/io/yaml/yaml_value.hpp"
#include "gambol/scene/scene.hpp"

namespace gambol::io {

/// `hinge` of a prop whose shape, mass and place are known: ties it to the world and moves the
/// origin of its frame onto the axis. Refuses one whose axis is not at the prop.
void read_hinge(const YamlValue&, SceneProp&);

/// Refuses a range in which something of the world stands.
void refuse_blocked(const SceneProp&, const YamlValue& hinge, const Scene&);

/// The angle that a goal asks of a prop on a hinge: one that is written, or that at which its x
/// axis looks along a level direction. Refuses what is beyond its range.
[[nodiscard]] double read_hinge_angle(const YamlValue&, const SceneProp&);
[[nodiscard]] double read_hinge_facing(
    const YamlValue&, const SceneProp&, const Eigen::Vector3d& direction);

}  // namespace gambol::io
