// SPDX-License-Identifier: MIT
#include "gambol/terms/contact_violation.hpp"

#include <cmath>

namespace gambol {

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
        const MaterialVelocity slip = material_velocity(
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

}  // namespace gambol
