// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/dynamics/tree.hpp"
#include "support/random_tree.hpp"

#include <ceres/jet.h>

#include <functional>

namespace gambol::test {

/// Newton's and Euler's laws body by body, written down as a textbook has them and sharing nothing
/// with what it checks: no spatial vectors, no sums over subtrees, frames of the description. T is
/// double or a jet, for exact derivatives.
template <class T> using Vector3T = Eigen::Matrix<T, 3, 1>;
template <class T> using VectorT = Eigen::Matrix<T, Eigen::Dynamic, 1>;

template <class T> struct BodyMotion {
    Eigen::Matrix<T, 3, 3> R;
    Vector3T<T> x, xd, xdd;  // origin of the body frame
    Vector3T<T> w, wd;  // angular velocity and acceleration

    Vector3T<T> position(const Eigen::Vector3d& at) const { return x + R * at.cast<T>(); }
    Vector3T<T> velocity(const Eigen::Vector3d& at) const { return xd + w.cross(R * at.cast<T>()); }
    Vector3T<T> acceleration(const Eigen::Vector3d& at) const
    {
        const Vector3T<T> r = R * at.cast<T>();
        return xdd + wd.cross(r) + w.cross(w.cross(r));
    }
};

/// Coordinates whose derivatives are asked for: q displaced by `step`, q̇ and q̈.
template <class T> struct InstantT {
    Eigen::VectorXd q;
    VectorT<T> step, qdot, qddot;
};

template <class T> Eigen::Matrix<T, 3, 3> cross_matrix(const Vector3T<T>& a)
{
    Eigen::Matrix<T, 3, 3> A;
    A << T(0), -a.z(), a.y(), a.z(), T(0), -a.x(), -a.y(), a.x(), T(0);
    return A;
}

template <class T>
std::vector<BodyMotion<T>> move_bodies(const dynamics::Tree& tree, const InstantT<T>& instant)
{
    using std::cos, std::sin;
    std::vector<BodyMotion<T>> bodies;
    int q = 0, dof = 0;
    for (const dynamics::Joint& joint : tree.joints()) {
        BodyMotion<T> parent;
        parent.R.setIdentity();
        parent.x = parent.xd = parent.xdd = parent.w = parent.wd = Vector3T<T>::Constant(T(0));
        if (joint.parent >= 0)
            parent = bodies[static_cast<std::size_t>(joint.parent)];
        const Eigen::Matrix<T, 3, 3> rest = parent.R * joint.rotation.toRotationMatrix().cast<T>();
        // Motion relative to the parent, along world axes: turning rate w and its derivative within
        // the moving frame, and the same of the translation.
        Vector3T<T> shift = Vector3T<T>::Constant(T(0));
        Vector3T<T> slide = shift, slide_rate = shift, turn = shift, turn_rate = shift;
        BodyMotion<T> body;
        if (joint.kind == dynamics::JointKind::free) {
            const auto numbers = instant.q.template segment<7>(q);
            const Eigen::Matrix3d R0
                = Eigen::Quaterniond(numbers[3], numbers[4], numbers[5], numbers[6])
                      .toRotationMatrix();
            // Exact to first order, and the step is zero but for its derivative.
            Eigen::Matrix<T, 3, 3> R = cross_matrix<T>(instant.step.template segment<3>(dof + 3));
            R.diagonal().array() += T(1);
            R = R0.cast<T>() * R;
            shift = rest
                * (numbers.template head<3>().template cast<T>()
                    + R0.cast<T>() * instant.step.template segment<3>(dof));
            body.R = rest * R;
            slide = body.R * instant.qdot.template segment<3>(dof);
            turn = body.R * instant.qdot.template segment<3>(dof + 3);
            slide_rate = body.R * instant.qddot.template segment<3>(dof);
            turn_rate = body.R * instant.qddot.template segment<3>(dof + 3);
            q += 7, dof += 6;
        } else {
            const Vector3T<T> axis = rest * joint.axis.cast<T>();
            const T value = instant.q[q] + instant.step[dof];
            body.R = rest;
            if (joint.kind == dynamics::JointKind::revolute) {
                const Eigen::Matrix<T, 3, 3> A = cross_matrix<T>(joint.axis.cast<T>());
                body.R += rest * (A * sin(value) + A * A * (T(1) - cos(value)));
                turn = axis * instant.qdot[dof];
                turn_rate = axis * instant.qddot[dof];
            } else {
                shift = axis * value;
                slide = axis * instant.qdot[dof];
                slide_rate = axis * instant.qddot[dof];
            }
            ++q, ++dof;
        }
        const Vector3T<T> r = parent.R * joint.position.cast<T>() + shift;
        body.w = parent.w + turn;
        body.wd = parent.wd + turn_rate + body.w.cross(turn);
        body.x = parent.x + r;
        body.xd = parent.xd + parent.w.cross(r) + slide;
        body.xdd = parent.xdd + parent.wd.cross(r) + parent.w.cross(parent.w.cross(r) + slide)
            + slide_rate + body.w.cross(slide);
        bodies.push_back(body);
    }
    return bodies;
}

template <class T> struct NewtonEuler {
    Eigen::Matrix<T, 6, 1> force, momentum;  // torque about `about`, moment about the origin
    VectorT<T> torques;
    Vector3T<T> center, center_velocity, center_acceleration;
    std::vector<BodyMotion<T>> bodies;
};

/// `carried`: an acceleration of everything, on top of what the coordinates say. `about`: the point
/// that the torque of `force` refers to.
template <class T>
NewtonEuler<T> newton_euler(const dynamics::Tree& tree, const InstantT<T>& instant,
    const Vector3T<T>& carried = Vector3T<T>::Constant(T(0)),
    const Vector3T<T>& about = Vector3T<T>::Constant(T(0)))
{
    NewtonEuler<T> result;
    result.bodies = move_bodies(tree, instant);
    result.force.setConstant(T(0));
    result.momentum.setConstant(T(0));
    result.center = result.center_velocity = result.center_acceleration
        = Vector3T<T>::Constant(T(0));
    const std::size_t count = result.bodies.size();
    std::vector<Vector3T<T>> force(count),
        torque(count);  // of what hangs on a joint; at the origin
    for (std::size_t i = 0; i < count; ++i) {
        const dynamics::Joint& joint = tree.joints()[i];
        const BodyMotion<T>& body = result.bodies[i];
        const T mass(joint.mass);
        const Vector3T<T> c = body.position(joint.center), cd = body.velocity(joint.center);
        const Vector3T<T> cdd = body.acceleration(joint.center) + carried;
        const Eigen::Matrix<T, 3, 3> J = body.R * joint.inertia.cast<T>() * body.R.transpose();
        force[i] = mass * (cdd - tree.gravity().cast<T>());
        torque[i] = J * body.wd + body.w.cross(J * body.w) + c.cross(force[i]);
        result.force.template head<3>() += force[i];
        result.force.template tail<3>() += torque[i];
        result.momentum.template head<3>() += mass * cd;
        result.momentum.template tail<3>() += J * body.w + c.cross(mass * cd);
        const T share(joint.mass / tree.mass());
        result.center += share * c;
        result.center_velocity += share * cd;
        result.center_acceleration += share * cdd;
    }
    for (std::size_t i = count; i-- > 0;)
        if (const int parent = tree.joints()[i].parent; parent >= 0) {
            force[static_cast<std::size_t>(parent)] += force[i];
            torque[static_cast<std::size_t>(parent)] += torque[i];
        }
    result.torques.resize(tree.dof_count());
    int dof = 0;
    for (std::size_t i = 0; i < count; ++i) {
        const dynamics::Joint& joint = tree.joints()[i];
        const BodyMotion<T>& body = result.bodies[i];
        const Vector3T<T> here = torque[i] - body.x.cross(force[i]);
        if (joint.kind == dynamics::JointKind::free) {
            result.torques.template segment<3>(dof) = body.R.transpose() * force[i];
            result.torques.template segment<3>(dof + 3) = body.R.transpose() * here;
            dof += 6;
            continue;
        }
        const Vector3T<T> axis = body.R * joint.axis.cast<T>();
        const bool turns = joint.kind == dynamics::JointKind::revolute;
        result.torques[dof++] = axis.dot(turns ? here : force[i]);
    }
    const Vector3T<T> f = result.force.template head<3>();
    result.force.template tail<3>() -= about.cross(f);
    return result;
}

[[nodiscard]] inline InstantT<double> plain(const Instant& instant)
{
    return { instant.q, Eigen::VectorXd::Zero(instant.qdot.size()), instant.qdot, instant.qddot };
}

enum class Variable { q, qdot, qddot };
using Jet = ceres::Jet<double, 1>;

/// Exact derivatives of `f` in one of the coordinates, a column for each degree of freedom.
[[nodiscard]] inline Eigen::MatrixXd exact_jacobian(const Instant& at, Variable variable,
    const std::function<VectorT<Jet>(const InstantT<Jet>&)>& f)
{
    const Eigen::Index count = at.qdot.size();
    Eigen::MatrixXd result;
    for (Eigen::Index k = 0; k < count; ++k) {
        InstantT<Jet> instant { at.q, VectorT<Jet>::Constant(count, Jet(0)), at.qdot.cast<Jet>(),
            at.qddot.cast<Jet>() };
        VectorT<Jet>& varied = variable == Variable::q ? instant.step
            : variable == Variable::qdot               ? instant.qdot
                                                       : instant.qddot;
        varied[k].v[0] = 1;
        const VectorT<Jet> value = f(instant);
        if (k == 0)
            result.resize(value.size(), count);
        for (Eigen::Index row = 0; row < value.size(); ++row)
            result(row, k) = value[row].v[0];
    }
    return result;
}

/// The same of something that Newton and Euler say of the tree.
template <class What>
[[nodiscard]] Eigen::MatrixXd exact_newton_euler(
    const dynamics::Tree& tree, const Instant& at, Variable variable, What NewtonEuler<Jet>::*what)
{
    return exact_jacobian(at, variable, [&](const InstantT<Jet>& instant) -> VectorT<Jet> {
        return newton_euler<Jet>(tree, instant).*what;
    });
}

}  // namespace gambol::test
