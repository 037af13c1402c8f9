// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/geometry/shape.hpp"

#include <Eigen/Dense>

#include <algorithm>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace gambol {

/// One rotation of a joint, in radians.
struct Dof {
    std::string name;  // e.g. left_hip_flexion
    Eigen::Vector3d axis = Eigen::Vector3d::UnitY();  // unit, in the joint frame
    double lower = -3.14159, upper = 3.14159;
    /// What the joint can exert the one way and the other [N m]; infinite where nobody knows.
    double torque_lower = -std::numeric_limits<double>::infinity(),
           torque_upper = std::numeric_limits<double>::infinity();
};

/// A rigid segment and the joint that ties it to its parent. All segment frames are parallel in
/// the zero pose: x forward, y left, z up. The frame's origin is the joint centre.
///
///     R_parent_child(q) = R(axis₁, q₁) R(axis₂, q₂) …
struct Segment {
    std::string name;
    int parent = -1;  // −1 only for the root, which floats freely
    Eigen::Vector3d offset = Eigen::Vector3d::Zero();  // joint centre in the parent frame
    std::vector<Dof> dofs;
    double mass = 0;
    Eigen::Vector3d com = Eigen::Vector3d::Zero();  // segment frame
    Eigen::Matrix3d inertia = Eigen::Matrix3d::Zero();  // about com, segment frame
    std::vector<Shape> shapes;  // boxes, capsules and spheres, segment frame
};

/// A rectangle on a segment through which the character may touch the world. Frame convention of
/// MotionContact: z = normal points from the surface into the body.
struct Patch {
    std::string name;
    int segment = 0;
    Eigen::Vector3d center = Eigen::Vector3d::Zero();
    Eigen::Vector3d normal = Eigen::Vector3d::UnitZ();
    Eigen::Vector2d half_size { 0.05, 0.05 };
    bool grip = false;
    double weakness = 1;  // how many times dearer than a foot a force here is (hands: 4)
};

/// A limb of two links. Base, middle and tip joints are the joints of the three segments named.
struct Limb {
    std::string name;
    int upper = 0, lower = 0, end = 0;  // segments: thigh, shank, foot
    int patch = 0;  // on `end`, or on toes that hang on it
    Eigen::Vector3d pole = Eigen::Vector3d::UnitX();  // where the middle joint points, torso frame
    double pole_from_end
        = 0;  // adds this much of the end segment's x axis to the pole (knees follow toes)
    bool support = false;  // stands on it: "stand" goals speak of these limbs
    double shortest = 0.3;  // folded length as a fraction of upper + lower length
};

/// Joint angles by dof name (missing ones are 0), and how the root is turned. The root is lowered
/// or raised until the lowest point of any shape or patch touches z = 0.
struct NamedPose {
    std::map<std::string, double> angles;  // rad
    Eigen::Quaterniond root_rotation = Eigen::Quaterniond::Identity();
};

/// A body as described by one file: the kinematic tree, where it may touch, and which chains are
/// limbs. The feature view (feature_model.hpp) is derived from it.
struct Character {
    std::string model;  // file stem, e.g. "human"
    std::string source;  // where the segment data come from, e.g. "de Leva 1996, male"
    std::vector<Segment> segments;  // parents before children; 0 is the root
    bool planar = false;  // moves in the plane of x and z: its root turns about y alone
    std::vector<Patch> patches;
    std::vector<Limb> limbs;
    std::map<std::string, NamedPose> poses;  // always has "standing"
    /// Moments of inertia of the one rigid body that the feature view reduces this to, torso axes.
    /// Empty: taken from the segments in the standing pose.
    std::optional<Eigen::Vector3d> feature_inertia;

    [[nodiscard]] double total_mass() const;
    [[nodiscard]] int dof_count() const;
    /// −1 when there is none.
    [[nodiscard]] int find_segment(const std::string& name) const;
};

/// The segments of a limb, from that of its patch up to the limb's first.
[[nodiscard]] std::vector<int> segments_up(const Character&, const Limb&);

/// Which segments belong to the torso: all that hang on no limb.
[[nodiscard]] std::vector<bool> torso_segments(const Character&);

/// Where everything is: root pose and joint angles in the order of segments and their dofs.
struct Pose {
    Eigen::Vector3d root_position = Eigen::Vector3d::Zero();
    Eigen::Quaterniond root_rotation = Eigen::Quaterniond::Identity();
    Eigen::VectorXd angles;
};

struct SegmentFrame {
    Eigen::Vector3d position;
    Eigen::Quaterniond rotation;
};

/// Lowest and highest z of something; empty as made.
struct HeightRange {
    double lowest = std::numeric_limits<double>::infinity();
    double highest = -std::numeric_limits<double>::infinity();

    void cover(const HeightRange& other)
    {
        lowest = std::min(lowest, other.lowest);
        highest = std::max(highest, other.highest);
    }
};

/// World heights that `shape`, carried by `frame`, reaches.
[[nodiscard]] HeightRange heights(const Shape& shape, const SegmentFrame& frame);

/// Index into Pose::angles of the first angle of each segment.
[[nodiscard]] std::vector<int> first_angles(const Character&);

/// World frames of all segments.
[[nodiscard]] std::vector<SegmentFrame> forward_kinematics(const Character&, const Pose&);

/// The named pose, standing on z = 0 with the root above `at`, turned by `facing` about the
/// vertical.
[[nodiscard]] Pose place(
    const Character&, const NamedPose&, const Eigen::Vector2d& at, double facing);

/// The character with all lengths times `length_factor` and masses times `mass_factor` (inertia
/// with both).
[[nodiscard]] Character scaled(const Character&, double length_factor, double mass_factor);

/// Height of the highest shape point in the standing pose.
[[nodiscard]] double standing_height(const Character&);

}  // namespace gambol
