// SPDX-License-Identifier: MIT
#include "gambol/methods/cio/terms/contact_violation.hpp"

#include "gambol/methods/cio/contact_geometry.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace gambol::cio {

namespace {

using Eigen::Matrix;
using Eigen::Vector3d;

/// √(emphasis c) and its slope in z; the small number keeps the slope finite as c → 0.
struct Root {
    double value, slope;
};
Root root_activity(const ContactState& contact)
{
    const double value = std::sqrt(contact.activity + 1e-12),
                 emphasis = std::sqrt(contact.emphasis);
    return { emphasis * value, emphasis * 0.5 * contact.dactivity_dz / value };
}

/// Calls act(r, J, columns) with √c · r of a contact, which depends on its carriers and, through c,
/// on its contact variable.
template <int R, int N, class Act>
void scaled(const SceneInstant& instant, const ContactState& contact, double share,
    const OfContact<R, N>& residual, Act act)
{
    const Root root = root_activity(contact);
    with_columns(instant, contact, residual,
        [&]<int M>(const Matrix<double, R, M>& J, const std::array<int, size_t(M)>& columns) {
            Matrix<double, R, M + 1> full;
            std::array<int, size_t(M) + 1> where;
            if (instant.derivatives) {
                full.template leftCols<M>() = share * root.value * J;
                full.col(M) = share * root.slope * residual.value;
                std::copy(columns.begin(), columns.end(), where.begin());
                where[size_t(M)] = contact.column;
            }
            act(Matrix<double, R, 1>(share * root.value * residual.value), full, where);
        });
}

template <int R, int N>
void add_scaled(const SceneInstant& instant, const ContactState& contact, double share,
    const OfContact<R, N>& residual, LocalModel& out)
{
    scaled(instant, contact, share, residual,
        [&](const auto& r, const auto& J, const auto& columns) { out.add(r, J, columns); });
}

/// Each of the four corners takes a quarter of the cost.
constexpr double kCornerShare = 0.5;

/// Of a patch that may roll over its edges, like those of a trunk, only the corners that are
/// nearest must touch and rest. How much each of them counts:
///
///     w_k = exp(−‖g_k‖²/s²) / Σ        with the gaps g_k
struct CornerShares {
    static constexpr double kWidth = 0.05;  // m, s: corners this much closer count e times as much
    std::array<OfContact<3, 6>, kCorners> gap;
    std::array<double, kCorners> share;
    double potential = 0;  // −½s² log(¼ Σ exp(−‖g_k‖²/s²)): its slope is Σ w_k g_kᵀ dg_k
    double mean_square = 0;  // Σ w_k ‖g_k‖²
};
CornerShares corner_shares(const SceneInstant& instant, const ContactState& contact)
{
    constexpr double kSquare = CornerShares::kWidth * CornerShares::kWidth;
    CornerShares all;
    double least = std::numeric_limits<double>::infinity(), sum = 0;
    for (int k = 0; k < kCorners; ++k) {
        all.gap[k] = corner_gap(instant, contact, k);
        least = std::min(least, all.gap[k].value.squaredNorm());
    }
    for (int k = 0; k < kCorners; ++k)
        sum += all.share[k] = std::exp((least - all.gap[k].value.squaredNorm()) / kSquare);
    for (int k = 0; k < kCorners; ++k) {
        all.share[k] /= sum;
        all.mean_square += all.share[k] * all.gap[k].value.squaredNorm();
    }
    all.potential = 0.5 * (least - kSquare * std::log(sum / kCorners));
    return all;
}

void add_rolling_distance(const SceneInstant& instant, const ContactState& contact, LocalModel& out)
{
    const CornerShares corners = corner_shares(instant, contact);
    const Root root = root_activity(contact);
    out.add_cost(root.value * root.value * corners.potential);
    out.note_residual(root.value * std::sqrt(corners.mean_square));
    if (!out.wants_derivatives())
        return;
    for (int k = 0; k < kCorners; ++k)
        scaled(instant, contact, std::sqrt(corners.share[k]), corners.gap[k],
            [&](const auto& r, const auto& J, const auto& columns) {
                out.add_known(r, J, columns);
            });
    // What the squares leave out of the potential; it moves with c alone.
    const double rest = std::sqrt(std::max(0.0, 2 * corners.potential - corners.mean_square));
    out.add_known<1, 1>(Matrix<double, 1, 1>(root.value * rest),
        Matrix<double, 1, 1>(root.slope * rest), { contact.column });
}

/// How the place where a patch touches, its corners' arms weighted by their shares, moves along the
/// patch with one of the carriers.
Matrix<double, 3, 6> arm_slope(const ContactState& contact, const CornerShares& corners,
    Matrix<double, 3, 6> OfContact<3, 6>::*by_carrier)
{
    Matrix<double, 1, 6> mean = Matrix<double, 1, 6>::Zero();
    std::array<Matrix<double, 1, 6>, kCorners> slope;  // of −log of an unnormalised share
    for (int k = 0; k < kCorners; ++k) {
        slope[k] = (2 / (CornerShares::kWidth * CornerShares::kWidth))
            * corners.gap[k].value.transpose() * corners.gap[k].*by_carrier;
        mean += corners.share[k] * slope[k];
    }
    Matrix<double, 3, 6> darm = Matrix<double, 3, 6>::Zero();
    for (int k = 0; k < kCorners; ++k)
        darm += contact.arm[k] * (corners.share[k] * (mean - slope[k]));
    return darm;
}

/// Slip of the material where the patch touches.
OfContact<3, 12> rolling_slip(const SceneInstant& instant, const ContactState& contact)
{
    const CornerShares corners = corner_shares(instant, contact);
    Vector3d arm = Vector3d::Zero();
    for (int k = 0; k < kCorners; ++k)
        arm += corners.share[k] * contact.arm[k];
    OfContact<3, 12> slip = slip_at(instant, contact, arm);
    if (!instant.derivatives)
        return slip;
    Vector3d omega = instant.owner(contact).turn.omega;
    if (contact.support != kWorld) {
        omega -= instant.carriers[size_t(contact.support)].turn.omega;
        slip.by_support.leftCols<6>()
            += skew(omega) * arm_slope(contact, corners, &OfContact<3, 6>::by_support);
    }
    slip.by_owner.leftCols<6>()
        += skew(omega) * arm_slope(contact, corners, &OfContact<3, 6>::by_owner);
    return slip;
}

}  // namespace

void ContactDistance::add(const SceneInstant& instant, TermWorkspace&, LocalModel& out) const
{
    for (const ContactState& contact : instant.contacts) {
        if (contact.character != who_)
            continue;
        if (contact.on_trunk()) {
            add_rolling_distance(instant, contact, out);
            continue;
        }
        for (int k = 0; k < kCorners; ++k)
            add_scaled(instant, contact, kCornerShare, corner_gap(instant, contact, k), out);
    }
}

void ContactAlignment::add(const SceneInstant& instant, TermWorkspace&, LocalModel& out) const
{
    for (const ContactState& contact : instant.contacts)
        if (contact.character == who_ && !contact.on_trunk())
            for (int k = 0; k < kCorners; ++k)
                add_scaled(instant, contact, kCornerShare, normal_gap(instant, contact, k), out);
}

void ContactSlip::add(const SceneInstant& instant, TermWorkspace&, LocalModel& out) const
{
    for (const ContactState& contact : instant.contacts) {
        if (contact.character != who_ || contact.slides)
            continue;
        const Vector3d arm = contact.center - instant.owner(contact).position;
        add_scaled(instant, contact, 1,
            contact.on_trunk() ? rolling_slip(instant, contact) : slip_at(instant, contact, arm),
            out);
    }
}

void ContactSpin::add(const SceneInstant& instant, TermWorkspace&, LocalModel& out) const
{
    for (const ContactState& contact : instant.contacts)
        if (contact.character == who_)
            add_scaled(instant, contact, 1, spin(instant, contact), out);
}

void ContactCreep::add(const SceneInstant& instant, TermWorkspace&, LocalModel& out) const
{
    constexpr double kSlides = 0.08;  // m/s, s: more than what the audit calls sliding
    for (const ContactState& contact : instant.contacts) {
        if (contact.character != who_ || !contact.slides)
            continue;
        OfContact<3, 12> slip
            = slip_at(instant, contact, contact.center - instant.owner(contact).position);
        const double speed = slip.value.norm();
        if (speed >= kSlides)
            continue;
        if (instant.derivatives)
            slip.by_owner = ((1 - speed / kSlides) * slip.by_owner
                - slip.value * (slip.value.transpose() * slip.by_owner)
                    / std::max(speed * kSlides, 1e-12))
                                .eval();
        slip.value *= 1 - speed / kSlides;
        add_scaled(instant, contact, 1, slip, out);
    }
}

void ContactAmount::add(const SceneInstant& instant, TermWorkspace&, LocalModel& out) const
{
    for (const ContactState& contact : instant.contacts)
        if (contact.character == who_)
            out.add(contact.activity, contact.dactivity_dz, contact.column);
}

}  // namespace gambol::cio
