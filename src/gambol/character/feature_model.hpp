// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/character/character.hpp"

#include <Eigen/Dense>

#include <string>
#include <vector>

namespace gambol {

/// The feature view of a character [Mordatch 2012, Appendix A]: a torso that carries all mass, and
/// limbs of two massless links that end in a freely posed effector. Derived from the kinematic
/// tree.
///
/// Two kinds of rigid carriers have six coordinates each, position and rotation vector:
///  * the torso, whose origin is the centre of mass of the whole body in its standing pose and
///  whose
///    axes are the root segment's;
///  * each limb's effector, whose origin is the centre of its contact patch and whose axes are the
///    end segment's.
/// All rotations are the identity in the zero pose of the tree. With the rotation vector r of a
/// carrier they are exp([r]×) FeatureModel::home.

/// A rectangular patch on a carrier.
struct FeaturePatch {
    std::string name;
    int limb = -1;  // carrier: −1 the torso, else the effector of that limb
    Eigen::Vector3d center = Eigen::Vector3d::Zero();  // carrier frame
    Eigen::Matrix3d axes = Eigen::Matrix3d::Identity();  // columns: patch x, y, normal
    Eigen::Vector2d half_size { 0.05, 0.05 };
    bool grip = false;
    double weakness = 1;
    int source = 0;  // index into Character::patches
};

/// Directions within `angle` of `axis` are allowed.
struct Cone {
    Eigen::Vector3d axis = Eigen::Vector3d::UnitZ();
    double cosine = -1;
};

struct FeatureLimb {
    std::string name;
    Eigen::Vector3d base;  // joint on the torso, torso frame
    Eigen::Vector3d tip;  // joint to the effector, effector frame
    double upper_length = 0, lower_length = 0;
    Eigen::Vector3d pole;  // torso frame
    double pole_from_end = 0;
    double shortest = 0.3, longest = 1;  // reach, × (upper + lower); robots' knees stay bent
    bool support = false;
    Cone upper_cone;  // of base → middle, torso frame
    Cone end_cone;  // of tip → middle, effector frame
    Cone upper_hinge;  // of the middle joint's axis, torso frame
    Cone end_hinge;  // of the middle joint's axis, effector frame
    /// Of the effector's x̂ along the side it has at rest: how far feet turn in or out.
    double largest_side = 1;
    double upper_radius = 0.05, lower_radius = 0.05;
    std::vector<Capsule> end_capsules;  // effector frame
    Eigen::Vector3d rest;  // effector origin in the torso frame, standing pose
    Eigen::Matrix3d rest_axes;  // effector axes in the torso frame, standing pose
    double rest_swivel = 0;  // standing pose
    double rest_bend = 0;  // m, of the middle joint from the line base–tip, standing pose
    int source = 0;  // index into Character::limbs
};

struct FeatureModel {
    double mass = 0;
    Eigen::Vector3d inertia
        = Eigen::Vector3d::Zero();  // principal moments about the origin, torso axes
    Eigen::Vector3d root_offset
        = Eigen::Vector3d::Zero();  // torso origin in the root segment's frame
    std::vector<FeatureLimb> limbs;
    std::vector<FeaturePatch> patches;  // limbs' patches first, in the order of limbs
    std::vector<Capsule> torso_capsules;  // torso frame
    double standing_height = 0;  // of the torso origin above the supports' patches
    /// Where rotation vectors are zero. They mean little near a whole turn from there, so that who
    /// turns round has it in the middle of the way.
    Eigen::Matrix3d home = Eigen::Matrix3d::Identity();
    /// The rotation of a carrier from its rotation vector, and that from the rotation; of all that
    /// mean the same, the one nearest to `near`.
    [[nodiscard]] Eigen::Matrix3d turn_of(const Eigen::Vector3d& r) const;
    [[nodiscard]] Eigen::Vector3d vector_of(const Eigen::Matrix3d& R) const;
    [[nodiscard]] Eigen::Vector3d vector_near(
        const Eigen::Matrix3d& R, const Eigen::Vector3d& near) const;

    /// Coordinates of one instant: torso (6), effectors (6 each), swivel of each limb (1 each).
    [[nodiscard]] int coordinates() const { return 6 + 7 * int(limbs.size()); }
    [[nodiscard]] static int torso() { return 0; }
    [[nodiscard]] int effector(int limb) const { return 6 + 6 * limb; }
    [[nodiscard]] int swivel(int limb) const { return 6 + 6 * int(limbs.size()) + limb; }
    /// No part of it is farther from the torso's origin [m].
    [[nodiscard]] double farthest() const;
    /// First coordinate of the carrier of a patch.
    [[nodiscard]] int carrier(const FeaturePatch& patch) const
    {
        return patch.limb < 0 ? torso() : effector(patch.limb);
    }
};

[[nodiscard]] FeatureModel feature_model(const Character&);

/// The feature coordinates of a pose of the tree.
[[nodiscard]] Eigen::VectorXd features_of(const Character&, const FeatureModel&, const Pose&);

/// The tree posed from features: torso segments welded as in the standing pose, limbs by inverse
/// kinematics. Where a limb is asked to reach too far the gap opens at its tip joint.
/// Angles are those nearest to the segment rotations; the frames are exact.
struct TreePose {
    std::vector<SegmentFrame> frames;
    Eigen::VectorXd angles;
};
[[nodiscard]] TreePose tree_pose(
    const Character&, const FeatureModel&, const Eigen::VectorXd& features);

}  // namespace gambol
