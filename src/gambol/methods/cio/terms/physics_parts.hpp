// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/methods/cio/terms/workspace.hpp"

#include <Eigen/Dense>

/// What both forms of PhysicsViolation are made of.
namespace gambol::cio {

constexpr int kRows = forces::ForceProblem::kRows;  // of a body

inline const ContactState& source_of(
    const SceneInstant& instant, const ForceWorkspace& work, const forces::Unit& unit)
{
    return instant.contacts[size_t(work.sources[size_t(unit.contact)])];
}

/// From the owner of the contact to where the unit acts.
inline Eigen::Vector3d arm_of(
    const SceneInstant& instant, const ContactState& contact, const forces::Unit& unit)
{
    return unit.corner >= 0 ? contact.arm[size_t(unit.corner)]
                            : Eigen::Vector3d(contact.center - instant.owner(contact).position);
}

/// Sum of X_bᵀ r_b over bodies b, of six rows each.
inline Eigen::VectorXd transposed_times(const Eigen::MatrixXd& X, const Eigen::VectorXd& r)
{
    Eigen::VectorXd product = X.middleRows<kRows>(0).transpose() * r.segment<kRows>(0);
    for (Eigen::Index row = kRows; row < r.size(); row += kRows)
        product += X.middleRows<kRows>(row).transpose() * r.segment<kRows>(row);
    return product;
}

}  // namespace gambol::cio
