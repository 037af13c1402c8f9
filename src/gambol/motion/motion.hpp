// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/geometry/shape.hpp"
#include "gambol/math/gravity.hpp"

#include <Eigen/Dense>

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace gambol {

/// What every method returns and every exporter, the viewer and the audit read. In memory it is the
/// same thing as motion.json (docs/motion-format.md). World frame, z up, SI units.

struct MotionSurface {
    std::string name;
    Shape shape;  // world frame
    double friction = 0.8;
};

/// Mass properties of a rigid body, in its own frame.
struct RigidMass {
    double mass = 0;  // kg
    Eigen::Vector3d com = Eigen::Vector3d::Zero();  // m
    Eigen::Matrix3d inertia = Eigen::Matrix3d::Zero();  // kg m², about com
};

/// One rigid body of a character. Its frame's origin is the joint that ties it to its parent.
struct MotionBody {
    std::string name;
    int parent = -1;  // index into the character's bodies; −1 for a root
    RigidMass inertial;
    std::vector<Shape> shapes;  // body frame
};

/// A rectangular patch through which its owner touches the world, and what passed through it.
///
/// The patch's x axis (along half_size[0]) is the body's x axis made perpendicular to `normal`,
/// or the body's z axis where normal is parallel to x; y completes a right-handed frame with
/// z = normal. When the patch rests on a surface, `normal` equals that surface's normal: it points
/// from the surface into the owner.
struct MotionContact {
    std::string name;
    int body = 0;  // index into the owner's bodies; 0 for props
    Eigen::Vector3d center = Eigen::Vector3d::Zero();
    Eigen::Vector3d normal = Eigen::Vector3d::UnitZ();
    Eigen::Vector2d half_size = Eigen::Vector2d::Zero();
    double friction = 0.8;
    bool grip = false;

    // One entry per time sample.
    std::vector<double> activation;  // contact variable c ≥ 0 of the method
    std::vector<std::string> with;  // surface, prop or character touched; empty for none
    std::vector<Eigen::Vector3d> force;  // N, on the owner
    std::vector<Eigen::Vector3d> point;  // m, where the force acts (centre of pressure)
    std::vector<double> torsion;  // N m about the contact normal, on the owner
};

struct MotionJoints {
    std::vector<std::string> names;
    std::vector<Eigen::VectorXd> values;  // [T], rad
    std::vector<Eigen::VectorXd> torques;  // [T], N m; empty when the method does not know them
    /// What each joint can do [rad, N m]; infinite where there is no limit, empty when nobody
    /// knows.
    Eigen::VectorXd lower, upper, torque_lower, torque_upper;
};

struct MotionCharacter {
    std::string name;
    std::vector<MotionBody> bodies;  // parents before children
    std::vector<std::vector<Eigen::Vector3d>> positions;  // [T][B]
    std::vector<std::vector<Eigen::Quaterniond>> rotations;  // [T][B], body to world
    MotionJoints joints;
    std::vector<MotionContact> contacts;
};

/// What ties a prop to the world: it can only turn about one line, which the hinge holds with
/// whatever force and torque that takes.
struct MotionHinge {
    Eigen::Vector3d at = Eigen::Vector3d::Zero();  // m, a point of the line
    Eigen::Vector3d axis = Eigen::Vector3d::UnitZ();  // unit
    double least = 0, most = 0;  // rad: how far it may turn from its first sample
    double friction = 0;  // N m, against its turning

    // One entry per time sample: what the hinge does to the prop.
    std::vector<Eigen::Vector3d> force;  // N, at `at`
    std::vector<Eigen::Vector3d> torque;  // N m; along the axis only friction
};

struct MotionProp {
    std::string name;
    RigidMass inertial;
    std::vector<Shape> shapes;
    std::optional<double> friction;  // of its surface; where it is not said the patch's counts
    std::vector<Eigen::Vector3d> positions;  // [T]
    std::vector<Eigen::Quaterniond> rotations;  // [T]
    std::vector<MotionContact> contacts;
    std::optional<MotionHinge> hinge;  // none: it is free
};

/// A sheet of triangles and where its vertices were at every time sample. Vertices are stored as
/// floats because that is what the cache file holds: whoever judges them sees what is stored.
struct MotionCloth {
    std::string name;
    std::string mesh, cache;  // file names beside motion.json: cloth.obj, cloth.pc2
    std::vector<Eigen::Vector3i> triangles;  // into the vertices
    std::vector<Eigen::Vector3d> rest;  // [V], m: the undeformed sheet, by which stretch is judged
    std::vector<float> positions;  // [T][V][3], m, world

    // What the method says of the material; 0 when it does not.
    double area_density = 0;  // kg/m²
    double thickness = 0;  // m: the distance the method keeps between sheets
    double stretch_limit = 0;  // longest edge allowed, over its length at rest, e.g. 1.1

    [[nodiscard]] int vertex_count() const { return static_cast<int>(rest.size()); }
    /// The 3 V numbers of sample k.
    [[nodiscard]] const float* frame(int k) const
    {
        return positions.data() + static_cast<std::size_t>(k) * 3 * rest.size();
    }
    [[nodiscard]] Eigen::Vector3d vertex(int k, int i) const
    {
        const float* p = frame(k) + 3 * static_cast<std::size_t>(i);
        return { p[0], p[1], p[2] };
    }
};

/// A goal as the pictures and the viewer show it; the audit does not read it.
struct MotionMarker {
    std::string name;  // e.g. "ann: position"
    Eigen::Vector3d position = Eigen::Vector3d::Zero();
};

/// What somebody was asked to do, as far as the audit must know to judge it.
struct MotionRequest {
    std::string who;  // a character
    std::string what;  // "stand" or "strike"
    double time = 0;  // s
    std::vector<std::string> contacts;  // that it is done with
};

struct Motion {
    std::string name;
    std::string method;  // cio | spacetime | gait | cloth
    std::string mass_model;  // one sentence: which bodies carry the mass
    Eigen::Vector3d gravity { 0, 0, -kGravity };
    std::vector<double> times;  // s, increasing, at least 60 per second
    /// Of gaits: samples after which all repeats, farther along; the first of them are one cycle.
    /// 0 when it does not repeat.
    int cycle = 0;
    std::vector<MotionSurface> surfaces;
    std::vector<MotionCharacter> characters;
    std::vector<MotionProp> props;
    std::vector<MotionCloth> cloth;
    std::vector<MotionMarker> markers;
    std::vector<MotionRequest> asked;
    /// Checks of the audit that need more than physics ("drag", "rest" …) and that the method
    /// answers for: they are judged. Others are measured and reported.
    std::vector<std::string> claims;
};

}  // namespace gambol
