// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/io/export/gltf_builder.hpp"
#include "gambol/motion/motion.hpp"

#include <string>

namespace gambol::io {

/// Cloth in glTF: the mesh of the first sample, a morph target (positions and normals) for each of
/// at most 30 samples a second, and an animation that goes from one to the next.
void add_cloth(const Motion& motion, int parent, GltfBuilder& gltf);

/// Why a GLB of the motion holds no cloth, in one sentence; empty when it does, or there is none.
/// Morph targets are written up to 20 MB: programs that read more of them are rare.
[[nodiscard]] std::string cloth_left_out_of_glb(const Motion& motion);

}  // namespace gambol::io
