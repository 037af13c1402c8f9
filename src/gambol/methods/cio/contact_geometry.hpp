// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/methods/cio/scene_instant.hpp"
#include "gambol/problem/local_model.hpp"

#include <Eigen/Dense>

#include <algorithm>
#include <array>

namespace gambol::cio {

/// R numbers of a contact with their derivatives by the places of its carriers (N = 6) or by places
/// and rates (N = 12). Derivatives are set only when the instant has them, those by the support
/// only where it is not the world.
template <int R, int N> struct OfContact {
    Eigen::Matrix<double, R, 1> value;
    Eigen::Matrix<double, R, N> by_owner, by_support;
};

/// From its resting point to a patch corner [m].
[[nodiscard]] OfContact<3, 6> corner_gap(const SceneInstant&, const ContactState&, int corner);

/// The patch's normal less that of what its corner would rest on.
[[nodiscard]] OfContact<3, 6> normal_gap(const SceneInstant&, const ContactState&, int corner);

/// How much further a patch is tipped, against the surface nearest to its corner, than a foot that
/// pushes off with its toes:
///
///     r = max(0, ½ − n_patch · n_surface)
///
/// Derivatives are set only where r > 0.
[[nodiscard]] OfContact<1, 6> corner_tilt(const SceneInstant&, const ContactState&, int corner);

/// Velocity of the owner's material at a world arm from it, seen from the support there [m/s].
[[nodiscard]] OfContact<3, 12> slip_at(
    const SceneInstant&, const ContactState&, const Eigen::Vector3d& arm);

/// Rate at which the owner turns about the patch's normal, seen from the support [rad/s].
[[nodiscard]] OfContact<1, 12> spin(const SceneInstant&, const ContactState&);

/// ∂normal/∂(place of the support) at a corner.
[[nodiscard]] Eigen::Matrix<double, 3, 6> normal_by_support(
    const SceneInstant&, const ContactState&, int corner);

/// Calls act(J, columns) with the derivatives by both carriers side by side, or by the owner alone
/// where the support is the world.
template <int R, int N, class Act>
void with_columns(const SceneInstant& instant, const ContactState& contact,
    const OfContact<R, N>& residual, Act act)
{
    static_assert(N == 6 || N == 12);
    const auto columns_of = [](const CarrierState& carrier) -> const std::array<int, N>& {
        if constexpr (N == 6)
            return carrier.place;
        else
            return carrier.motion;
    };
    const std::array<int, N>& owner = columns_of(instant.owner(contact));
    if (contact.support == kWorld) {
        act(residual.by_owner, owner);
        return;
    }
    const std::array<int, N>& support = columns_of(instant.carriers[size_t(contact.support)]);
    Eigen::Matrix<double, R, 2 * N> J;
    std::array<int, 2 * N> columns;
    if (instant.derivatives)
        J << residual.by_owner, residual.by_support;
    std::copy(owner.begin(), owner.end(), columns.begin());
    std::copy(support.begin(), support.end(), columns.begin() + N);
    act(J, columns);
}

/// Adds scale · r of a contact.
template <int R, int N>
void add(const SceneInstant& instant, const ContactState& contact, double scale,
    const OfContact<R, N>& residual, LocalModel& out)
{
    with_columns(instant, contact, residual,
        [&]<int M>(const Eigen::Matrix<double, R, M>& J, const auto& columns) {
            out.add<R, M>(scale * residual.value, scale * J, columns);
        });
}

/// The same without its value (LocalModel::add_known).
template <int R, int N>
void add_known(const SceneInstant& instant, const ContactState& contact, double scale,
    const OfContact<R, N>& residual, LocalModel& out)
{
    with_columns(instant, contact, residual,
        [&]<int M>(const Eigen::Matrix<double, R, M>& J, const auto& columns) {
            out.add_known<R, M>(scale * residual.value, scale * J, columns);
        });
}

}  // namespace gambol::cio
