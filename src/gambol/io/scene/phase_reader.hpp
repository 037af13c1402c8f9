// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/io/yaml/yaml_value.hpp"
#include "gambol/scene/scene.hpp"

#include <vector>

namespace gambol::io {

/// `phases` of a scene with `method: spacetime`, whose surfaces and characters have been read.
[[nodiscard]] std::vector<ScenePhase> read_phases(const YamlValue& value, const Scene& scene);

/// `keys`, whose times lie within scene.duration.
[[nodiscard]] std::vector<Key> read_keys(const YamlValue& value, const Scene& scene);

}  // namespace gambol::io
