// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/dynamics/effective_root.hpp"
#include "support/random_tree.hpp"

namespace gambol::test {

/// What the library computes, as Eigen matrices.
[[nodiscard]] inline Eigen::Vector3d vector(const dynamics::Vector<double>& a)
{
    return { a.x, a.y, a.z };
}
[[nodiscard]] inline Eigen::VectorXd vector(const dynamics::Wrench<double>& F)
{
    Eigen::VectorXd result(6);
    result << F.force.x, F.force.y, F.force.z, F.torque.x, F.torque.y, F.torque.z;
    return result;
}
/// A column for each element.
template <class Element> [[nodiscard]] Eigen::MatrixXd matrix(const std::vector<Element>& columns)
{
    Eigen::MatrixXd result(
        vector(columns.front()).size(), static_cast<Eigen::Index>(columns.size()));
    for (Eigen::Index k = 0; k < result.cols(); ++k) {
        const auto column = vector(columns[static_cast<std::size_t>(k)]);
        for (Eigen::Index row = 0; row < result.rows(); ++row)
            result(row, k) = column[row];
    }
    return result;
}
/// Rows of `columns` numbers.
[[nodiscard]] inline Eigen::MatrixXd rows(const std::vector<double>& numbers, int columns)
{
    return Eigen::Map<const Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>>(
        numbers.data(), static_cast<Eigen::Index>(numbers.size()) / columns, columns);
}
[[nodiscard]] inline std::span<const double> numbers(const Eigen::VectorXd& x)
{
    return { x.data(), static_cast<std::size_t>(x.size()) };
}

[[nodiscard]] inline dynamics::State<double> state_of(const dynamics::Tree& tree, const Instant& at)
{
    dynamics::State<double> state(tree);
    dynamics::update<double>(tree, { numbers(at.q), numbers(at.qdot), numbers(at.qddot) }, state);
    return state;
}
[[nodiscard]] inline dynamics::AggregateForce<double> force_of(
    const dynamics::Tree& tree, const dynamics::State<double>& state)
{
    dynamics::AggregateForce<double> force(tree);
    dynamics::aggregate_force(tree, state, force);
    return force;
}
[[nodiscard]] inline dynamics::AggregateMomentum<double> momentum_of(
    const dynamics::Tree& tree, const dynamics::State<double>& state)
{
    dynamics::AggregateMomentum<double> momentum(tree);
    dynamics::aggregate_momentum(tree, state, momentum);
    return momentum;
}
[[nodiscard]] inline dynamics::JointTorques<double> torques_of(const dynamics::Tree& tree,
    const dynamics::State<double>& state, const dynamics::AggregateForce<double>& force)
{
    dynamics::JointTorques<double> torques(tree);
    dynamics::joint_torques(tree, state, force, torques);
    return torques;
}

}  // namespace gambol::test
