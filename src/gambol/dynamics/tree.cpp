// SPDX-License-Identifier: MIT
#include "gambol/dynamics/tree.hpp"

#include "gambol/math/rotation.hpp"

#include <cassert>
#include <cmath>

namespace gambol::dynamics {

namespace {

using Eigen::Matrix3d;
using Eigen::Quaterniond;
using Eigen::Vector3d;

constexpr int kFreeQ = 7, kFreeDofs = 6;

Matrix<double> columns(const Matrix3d& A)
{
    return { from_eigen(A.col(0)), from_eigen(A.col(1)), from_eigen(A.col(2)) };
}

/// R_body_link: takes the z axis to the axis of the joint.
Matrix3d link_axes(const Joint& joint)
{
    if (joint.kind == JointKind::free)
        return Matrix3d::Identity();
    return Quaterniond::FromTwoVectors(Vector3d::UnitZ(), joint.axis).toRotationMatrix();
}

/// ∫ x xᵀ dm = ½ tr(J) 1 − J for the inertia J.
Symmetric<double> second_moment(const Matrix3d& inertia)
{
    const Matrix3d E = 0.5 * inertia.trace() * Matrix3d::Identity() - inertia;
    return { E(0, 0), E(0, 1), E(0, 2), E(1, 1), E(1, 2), E(2, 2) };
}

}  // namespace

Tree::Tree(std::vector<Joint> joints, const Vector3d& gravity, const Vector3d& spin)
    : joints_(std::move(joints))
    , gravity_(gravity)
    , spin_(spin)
{
    std::vector<Matrix3d> axes;
    for (const Joint& joint : joints_) {
        const int index = static_cast<int>(links_.size());
        assert(joint.parent >= -1 && joint.parent < index);
        assert(joint.kind == JointKind::free || std::abs(joint.axis.norm() - 1) < 1e-9);
        axes.push_back(link_axes(joint));
        const Matrix3d R_body_link = axes.back();
        const Matrix3d R_link_parent_body = joint.parent < 0
            ? Matrix3d::Identity()
            : Matrix3d(axes[static_cast<std::size_t>(joint.parent)].transpose());
        const bool is_free = joint.kind == JointKind::free;
        Link link;
        link.parent = joint.parent;
        link.kind = joint.kind;
        link.massless = joint.mass == 0 && joint.inertia.isZero(0);
        link.first_q = q_count_;
        link.first_dof = dof_count();
        link.to_parent = columns(R_link_parent_body * joint.rotation.normalized() * R_body_link);
        link.offset = from_eigen(R_link_parent_body * joint.position);
        link.mass = link.subtree_mass = joint.mass;
        link.center = from_eigen(R_body_link.transpose() * joint.center);
        link.second_moment = second_moment(R_body_link.transpose() * joint.inertia * R_body_link);
        link.body_axes = columns(R_body_link.transpose());
        links_.push_back(link);
        mass_ += joint.mass;
        q_count_ += is_free ? kFreeQ : 1;
        dof_joints_.insert(dof_joints_.end(), is_free ? kFreeDofs : 1, index);
    }
    for (std::size_t i = links_.size(); i-- > 0;)
        if (const int parent = links_[i].parent; parent >= 0)
            links_[static_cast<std::size_t>(parent)].subtree_mass += links_[i].subtree_mass;
    list_paths();
}

void Tree::list_paths()
{
    for (int joint = 0; joint < joint_count(); ++joint) {
        path_starts_.push_back(static_cast<int>(paths_.size()));
        below_starts_.push_back(static_cast<int>(belows_.size()));
        std::vector<bool> above(joints_.size(), false), under(joints_.size(), false);
        for (int i = joint; i >= 0; i = joints_[static_cast<std::size_t>(i)].parent)
            above[static_cast<std::size_t>(i)] = true;
        for (std::size_t i = static_cast<std::size_t>(joint) + 1; i < joints_.size(); ++i) {
            const int parent = joints_[i].parent;
            under[i] = parent == joint || (parent >= 0 && under[static_cast<std::size_t>(parent)]);
        }
        for (int dof = 0; dof < dof_count(); ++dof) {
            if (above[static_cast<std::size_t>(joint_of(dof))])
                paths_.push_back(dof);
            if (under[static_cast<std::size_t>(joint_of(dof))])
                belows_.push_back(dof);
        }
    }
    path_starts_.push_back(static_cast<int>(paths_.size()));
    below_starts_.push_back(static_cast<int>(belows_.size()));
}

std::span<const int> Tree::path(int joint) const
{
    const std::size_t i = static_cast<std::size_t>(joint);
    return { paths_.data() + path_starts_[i], paths_.data() + path_starts_[i + 1] };
}

std::span<const int> Tree::below(int joint) const
{
    const std::size_t i = static_cast<std::size_t>(joint);
    return { belows_.data() + below_starts_[i], belows_.data() + below_starts_[i + 1] };
}

void Tree::integrate(
    std::span<const double> q, std::span<const double> step, std::span<double> result) const
{
    assert(static_cast<int>(q.size()) == q_count() && static_cast<int>(step.size()) == dof_count());
    assert(result.size() == q.size());
    for (const Link& link : links_) {
        const double* from = q.data() + link.first_q;
        const double* by = step.data() + link.first_dof;
        double* to = result.data() + link.first_q;
        if (link.kind != JointKind::free) {
            *to = *from + *by;
            continue;
        }
        const Quaterniond R(from[3], from[4], from[5], from[6]);
        const Vector3d position
            = Vector3d(from[0], from[1], from[2]) + R * Vector3d(by[0], by[1], by[2]);
        const Quaterniond turned = R * Quaterniond(rotation_matrix({ by[3], by[4], by[5] }));
        Vector3d::Map(to) = position;
        to[3] = turned.w(), to[4] = turned.x(), to[5] = turned.y(), to[6] = turned.z();
    }
}

}  // namespace gambol::dynamics
