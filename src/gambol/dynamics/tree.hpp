// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/dynamics/spatial.hpp"

#include "gambol/math/gravity.hpp"

#include <Eigen/Geometry>

#include <span>
#include <vector>

namespace gambol::dynamics {

enum class JointKind {
    revolute,  // q: an angle about the axis
    prismatic,  // q: a distance along the axis
    /// Moves in any way. q: position and unit quaternion w, x, y, z of the body in the frame of the
    /// joint (7 numbers). Velocities, accelerations and ∂q are 6 numbers in the body's own frame:
    /// along its axes, then about them.
    free,
};

/// A joint and the body that it carries. The body's frame has its origin at the joint.
///
///     R_parent_body = rotation · R(axis, q)        revolute
///     p_parent_body = position + q · rotation · axis        prismatic
struct Joint {
    int parent = -1;  // the joint whose body this one is mounted on; −1 is the world
    JointKind kind = JointKind::revolute;
    Eigen::Vector3d axis = Eigen::Vector3d::UnitZ();  // unit, body frame; not used when free
    Eigen::Vector3d position = Eigen::Vector3d::Zero();  // in the parent's frame, at q = 0
    Eigen::Quaterniond rotation = Eigen::Quaterniond::Identity();  // R_parent_body at q = 0
    /// 0: a joint of several axes is a row of joints, of which the last has the body.
    double mass = 0;
    Eigen::Vector3d center = Eigen::Vector3d::Zero();  // of mass, body frame
    Eigen::Matrix3d inertia = Eigen::Matrix3d::Zero();  // about the centre of mass, body frame
};

/// What the recursions read of a joint. The frame of a link is the body's, turned so that its z
/// axis is the joint's: one rotation then costs two columns instead of a matrix.
struct Link {
    int parent = -1;
    JointKind kind = JointKind::revolute;
    bool massless = true;
    int first_q = 0;  // where its numbers begin in q,
    int first_dof = 0;  // and in velocities, accelerations and columns of derivatives
    Matrix<double> to_parent;  // R_parent_link at q = 0
    Vector<double> offset;  // in the parent's link frame
    double mass = 0, subtree_mass = 0;
    Vector<double> center;  // link frame
    Symmetric<double> second_moment;  // ∫ x xᵀ dm about the centre, link frame
    Matrix<double> body_axes;  // R_link_body
};

/// A point that moves with the body of a joint.
struct BodyPoint {
    int joint = 0;
    Eigen::Vector3d position = Eigen::Vector3d::Zero();  // body frame
};

/// A round part of a body, from one of its points to another; a ball if they are the same.
struct BodyCapsule {
    BodyPoint from, to;  // of the same body
    double radius = 0;  // m
};

/// Bodies tied to each other and to the world by joints, without loops. Does not change once made.
class Tree {
public:
    /// Parents come before children. With a `spin` [rad/s, constant] roots hang on axes that turn
    /// about their origin: q is relative to them, velocities and forces are those of a world that
    /// does not turn, along these axes.
    explicit Tree(std::vector<Joint> joints,
        const Eigen::Vector3d& gravity = Eigen::Vector3d(0, 0, -kGravity),
        const Eigen::Vector3d& spin = Eigen::Vector3d::Zero());

    [[nodiscard]] const std::vector<Joint>& joints() const { return joints_; }
    [[nodiscard]] const std::vector<Link>& links() const { return links_; }
    [[nodiscard]] const Eigen::Vector3d& gravity() const { return gravity_; }
    [[nodiscard]] const Eigen::Vector3d& spin() const { return spin_; }
    [[nodiscard]] int joint_count() const { return static_cast<int>(joints_.size()); }
    [[nodiscard]] int q_count() const { return q_count_; }
    [[nodiscard]] int dof_count() const { return static_cast<int>(dof_joints_.size()); }
    [[nodiscard]] double mass() const { return mass_; }

    /// The joint that a degree of freedom belongs to.
    [[nodiscard]] int joint_of(int dof) const { return dof_joints_[static_cast<std::size_t>(dof)]; }
    /// Degrees of freedom that move the body of `joint`: its own ones and those of all joints
    /// between it and the world, in rising order.
    [[nodiscard]] std::span<const int> path(int joint) const;
    /// Degrees of freedom of the joints below `joint`, in rising order; its own ones are not among
    /// them.
    [[nodiscard]] std::span<const int> below(int joint) const;

    /// Where the numbers of `q` are after a displacement by `step` (dof_count numbers): their sum,
    /// but for free joints, which are displaced along and about the axes of the body.
    void integrate(
        std::span<const double> q, std::span<const double> step, std::span<double> result) const;

private:
    void list_paths();

    std::vector<Joint> joints_;
    std::vector<Link> links_;
    Eigen::Vector3d gravity_, spin_;
    double mass_ = 0;
    int q_count_ = 0;
    std::vector<int> dof_joints_;
    std::vector<int> paths_, path_starts_, belows_, below_starts_;
};

}  // namespace gambol::dynamics
