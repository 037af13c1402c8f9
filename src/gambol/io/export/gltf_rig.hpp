// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/io/export/export_options.hpp"
#include "gambol/io/export/gltf_builder.hpp"
#include "gambol/motion/motion.hpp"

#include <vector>

namespace gambol::io {

/// The node that carries up axis and scale, and what it does to points below it.
struct GltfRoot {
    int node;
    Eigen::Affine3d transform;
};

/// Adds a character as an armature of one joint per body (rig.hpp) under a node of its name, with
/// one skinned mesh and one animation that bear its name too. Nodes stand in the rest pose. Meshes
/// with a skin belong to the top of a glTF scene, because joints alone move them.
///
/// `times` is the accessor of the motion's times.
void add_armature(const Motion& motion, const MotionCharacter& character, RestPose rest,
    const GltfRoot& root, int material, int times, GltfBuilder& gltf);

/// `extras` of a node: {"contacts": [{"name", "with", "from", "to"}, …]}, in seconds, for each time
/// a patch carried load. `weight` is the owner's [N].
void add_contact_extras(int node, const std::vector<double>& times,
    const std::vector<MotionContact>& contacts, double weight, GltfBuilder& gltf);

}  // namespace gambol::io
