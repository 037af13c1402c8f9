// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/io/scene/job_reader.hpp"
#include "gambol/io/yaml/yaml_node.hpp"

namespace gambol::io {

/// Writes one `--set` into the tree of a scene. Maps on the way are made when missing, but
/// characters, surfaces and list entries must exist: a wrong name there is a slip, not a wish for
/// another one.
void apply_override(YamlNode& root, const Override& override);

}  // namespace gambol::io
