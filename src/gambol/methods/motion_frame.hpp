// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/character/character.hpp"
#include "gambol/motion/motion.hpp"
#include "gambol/scene/scene.hpp"

#include <Eigen/Dense>

#include <vector>

/// How every method writes down what it found.
namespace gambol {

/// What passes through one patch at one instant.
struct PatchForce {
    int surface = -1;  // index into touchable(); −1: touches nothing
    Eigen::Vector3d force = Eigen::Vector3d::Zero();  // N
    Eigen::Vector3d point = Eigen::Vector3d::Zero();  // m, centre of pressure on the surface
    double torsion = 0;  // N m about the surface normal
};

/// Mean of what the two sides of a jump say.
[[nodiscard]] PatchForce mean_of(const PatchForce& a, const PatchForce& b);

/// What goals ask of the scene's characters that the audit must know: standing and striking.
[[nodiscard]] std::vector<MotionRequest> requests_of(const Scene&, const std::vector<Goal>&);

/// Name, method and surfaces of the scene, and what its goals ask for; no samples yet.
[[nodiscard]] Motion described_scene(const Scene&);

/// Segments with their masses, joints, and patches (indices into Character::patches); no samples
/// yet. `friction` is what the patches themselves allow.
[[nodiscard]] MotionCharacter described_character(
    const SceneCharacter&, const std::vector<int>& patches, double friction);

/// What a patch itself allows; a surface or a prop may allow less.
[[nodiscard]] double greatest_friction(const Scene&);

/// The scene with its first character, of whom every segment has its own mass and every patch is
/// recorded; no samples yet.
[[nodiscard]] Motion described_whole_body(const Scene&);

/// What patches may touch, in the order of PatchForce::surface: surfaces, then props, then
/// characters, whose shapes are not in it.
[[nodiscard]] std::vector<Surface> touchable(const Scene&);

void append_sample(
    const std::vector<SegmentFrame>&, const Eigen::VectorXd& angles, MotionCharacter& character);

/// `center` is where the patch is; a contact without force is recorded there.
void append_sample(double activation, const PatchForce&, const std::vector<Surface>& touchable,
    const Eigen::Vector3d& center, MotionContact& contact);

}  // namespace gambol
