// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/io/yaml/yaml_value.hpp"
#include "gambol/scene/scene.hpp"

namespace gambol::io {

/// `objectives` of a scene with `method: spacetime`, whose character has been read.
[[nodiscard]] spacetime::Objectives read_objectives(const YamlValue& value, const Scene& scene);

}  // namespace gambol::io
