// SPDX-License-Identifier: MIT
#include "gambol/methods/cio/terms/contact_violation.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace gambol::cio {

namespace {

using Eigen::Matrix;
using Eigen::Matrix3d;
using Eigen::Vector3d;

/// √(hold c) and its slope in z; the small number keeps the slope finite as c → 0.
struct Root {
    double value, slope;
};
Root root_activity(const PatchState& patch)
{
    const double value = std::sqrt(patch.activity + 1e-12), hold = std::sqrt(patch.hold);
    return { hold * value, hold * 0.5 * patch.dactivity_dz / value };
}

/// Adds √c · r where r depends on N columns, and √c on the patch's contact variable.
template <int R, int N>
void add_scaled(const FeatureFrame& frame, int patch, double share, const Matrix<double, R, 1>& r,
    const Matrix<double, R, N>& J, const std::array<int, N>& columns, LocalModel& out)
{
    const Root root = root_activity(frame.patches[patch]);
    Matrix<double, R, N + 1> full;
    std::array<int, N + 1> where;
    if (out.wants_derivatives()) {
        full.template leftCols<N>() = share * root.value * J;
        full.col(N) = share * root.slope * r;
        std::copy(columns.begin(), columns.end(), where.begin());
        where[N] = frame.columns.z + patch;
    }
    out.add<R, N + 1>(share * root.value * r, full, where);
}

/// Each of the four corners takes a quarter of the cost.
constexpr double kCornerShare = 0.5;

/// Of a patch that may roll over its edges, like those of a trunk, only the corners that are
/// nearest must touch and rest. How much each of them counts:
///
///     w_k = exp(−‖g_k‖²/s²) / Σ        with the gaps g_k
struct CornerShares {
    static constexpr double kWidth = 0.05;  // m, s: corners this much closer count e times as much
    std::array<CornerGap, kCorners> gap;
    std::array<double, kCorners> share;
    double potential = 0;  // −½s² log(¼ Σ exp(−‖g_k‖²/s²)): its slope is Σ w_k g_kᵀ dg_k
    double mean_square = 0;  // Σ w_k ‖g_k‖²
};
CornerShares corner_shares(const FeatureFrame& frame, const PatchState& patch)
{
    constexpr double kSquare = CornerShares::kWidth * CornerShares::kWidth;
    CornerShares all;
    double least = std::numeric_limits<double>::infinity(), sum = 0;
    for (int k = 0; k < kCorners; ++k) {
        all.gap[k] = corner_gap(frame, patch, k);
        least = std::min(least, all.gap[k].gap.squaredNorm());
    }
    for (int k = 0; k < kCorners; ++k)
        sum += all.share[k] = std::exp((least - all.gap[k].gap.squaredNorm()) / kSquare);
    for (int k = 0; k < kCorners; ++k) {
        all.share[k] /= sum;
        all.mean_square += all.share[k] * all.gap[k].gap.squaredNorm();
    }
    all.potential = 0.5 * (least - kSquare * std::log(sum / kCorners));
    return all;
}

bool rolls(const PatchState& patch)
{
    return patch.carrier == 0;
}

void add_rolling_distance(const FeatureFrame& frame, int i, LocalModel& out)
{
    const PatchState& patch = frame.patches[i];
    const CornerShares corners = corner_shares(frame, patch);
    const Root root = root_activity(patch);
    out.add_cost(root.value * root.value * corners.potential);
    out.note_residual(root.value * std::sqrt(corners.mean_square));
    if (!out.wants_derivatives())
        return;
    Matrix<double, 3, 7> J;
    std::array<int, 7> columns;
    const std::array<int, 6> carrier = frame.carrier_columns(patch.carrier);
    std::copy(carrier.begin(), carrier.end(), columns.begin());
    columns[6] = frame.columns.z + i;
    for (int k = 0; k < kCorners; ++k) {
        const double share = std::sqrt(corners.share[k]);
        J.leftCols<6>() = share * root.value * corners.gap[k].J;
        J.col(6) = share * root.slope * corners.gap[k].gap;
        out.add_known<3, 7>(share * root.value * corners.gap[k].gap, J, columns);
    }
    // What the squares leave out of the potential; it moves with c alone.
    const double rest = std::sqrt(std::max(0.0, 2 * corners.potential - corners.mean_square));
    out.add_known<1, 1>(Matrix<double, 1, 1>(root.value * rest),
        Matrix<double, 1, 1>(root.slope * rest), { columns[6] });
}

/// Velocity of the material where the patch touches.
MaterialVelocity rolling_slip(const FeatureFrame& frame, const PatchState& patch)
{
    const CornerShares corners = corner_shares(frame, patch);
    Vector3d arm = Vector3d::Zero();
    for (int k = 0; k < kCorners; ++k)
        arm += corners.share[k] * patch.arm[k];
    MaterialVelocity slip = material_velocity(frame, patch.carrier, arm);
    if (!frame.derivatives)
        return slip;
    Matrix<double, 1, 6> mean = Matrix<double, 1, 6>::Zero();
    std::array<Matrix<double, 1, 6>, kCorners> slope;  // of −log of an unnormalised share
    for (int k = 0; k < kCorners; ++k) {
        slope[k] = (2 / (CornerShares::kWidth * CornerShares::kWidth))
            * corners.gap[k].gap.transpose() * corners.gap[k].J;
        mean += corners.share[k] * slope[k];
    }
    Matrix<double, 3, 6> darm = Matrix<double, 3, 6>::Zero();
    for (int k = 0; k < kCorners; ++k)
        darm += patch.arm[k] * (corners.share[k] * (mean - slope[k]));
    slip.J.leftCols<6>() += skew(frame.carriers[patch.carrier].turn.omega) * darm;
    return slip;
}

std::array<int, 12> moving_columns(const FeatureFrame& frame, int carrier)
{
    std::array<int, 12> columns;
    const int first = frame.carriers[carrier].q;
    for (int i = 0; i < 6; ++i) {
        columns[i] = frame.columns.q + first + i;
        columns[6 + i] = frame.columns.v + first + i;
    }
    return columns;
}

}  // namespace

void ContactDistance::add(const FeatureFrame& frame, LocalModel& out) const
{
    for (size_t i = 0; i < frame.patches.size(); ++i) {
        const PatchState& patch = frame.patches[i];
        if (rolls(patch)) {
            add_rolling_distance(frame, int(i), out);
            continue;
        }
        for (int k = 0; k < kCorners; ++k) {
            const CornerGap at = corner_gap(frame, patch, k);
            add_scaled<3, 6>(frame, int(i), kCornerShare, at.gap, at.J,
                frame.carrier_columns(patch.carrier), out);
        }
    }
}

void ContactAlignment::add(const FeatureFrame& frame, LocalModel& out) const
{
    for (size_t i = 0; i < frame.patches.size(); ++i) {
        const PatchState& patch = frame.patches[i];
        if (rolls(patch))
            continue;
        const CarrierState& carrier = frame.carriers[patch.carrier];
        const Vector3d normal = patch.axes.col(2);
        for (int k = 0; k < kCorners; ++k) {
            const RestingPoint& nearest = patch.nearest[k];
            Matrix<double, 3, 6> J;
            if (out.wants_derivatives()) {
                J.noalias() = -nearest.dnormal_dp * point_jacobian(carrier, patch.arm[k]);
                J.rightCols<3>() -= skew(normal) * carrier.turn.left_jacobian;
            }
            add_scaled<3, 6>(frame, int(i), kCornerShare, normal - nearest.normal, J,
                frame.carrier_columns(patch.carrier), out);
        }
    }
}

void ContactSlip::add(const FeatureFrame& frame, LocalModel& out) const
{
    for (size_t i = 0; i < frame.patches.size(); ++i) {
        const PatchState& patch = frame.patches[i];
        const MaterialVelocity slip = rolls(patch)
            ? rolling_slip(frame, patch)
            : material_velocity(
                frame, patch.carrier, patch.center - frame.carriers[patch.carrier].position);
        add_scaled<3, 12>(frame, int(i), 1, slip.v, slip.J, slip.columns, out);
    }
}

void ContactSpin::add(const FeatureFrame& frame, LocalModel& out) const
{
    for (size_t i = 0; i < frame.patches.size(); ++i) {
        const PatchState& patch = frame.patches[i];
        const CarrierState& carrier = frame.carriers[patch.carrier];
        const Vector3d normal = patch.axes.col(2);
        const Vector3d omega = carrier.turn.omega;
        Matrix<double, 1, 12> J = Matrix<double, 1, 12>::Zero();
        if (out.wants_derivatives()) {
            J.middleCols<3>(3) = normal.transpose() * carrier.turn.domega_dr
                - omega.transpose() * skew(normal) * carrier.turn.left_jacobian;
            J.rightCols<3>() = normal.transpose() * carrier.turn.left_jacobian;
        }
        add_scaled<1, 12>(frame, int(i), 1, Matrix<double, 1, 1>(normal.dot(omega)), J,
            moving_columns(frame, patch.carrier), out);
    }
}

void ContactAmount::add(const FeatureFrame& frame, LocalModel& out) const
{
    for (size_t i = 0; i < frame.patches.size(); ++i)
        out.add(frame.patches[i].activity, frame.patches[i].dactivity_dz, frame.columns.z + int(i));
}

}  // namespace gambol::cio
