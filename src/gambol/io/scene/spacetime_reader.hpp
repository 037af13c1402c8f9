// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/io/scene/method_reader.hpp"

/// What scenes of `method: spacetime` have in common, with phases or with a start.
namespace gambol::io {

[[nodiscard]] inline std::vector<std::string> spacetime_keys()
{
    return { "phases", "keys", "objectives", "start", "spacetime" };
}

/// `spacetime` of a scene whose characters have been read; there must be just one.
[[nodiscard]] YamlMap spacetime_options(const YamlMap& file, const Scene& scene);

}  // namespace gambol::io
