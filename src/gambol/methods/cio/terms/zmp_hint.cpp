// SPDX-License-Identifier: MIT
#include "gambol/methods/cio/terms/zmp_hint.hpp"

#include "gambol/methods/cio/terms/contact_wrench.hpp"

#include <cmath>

namespace gambol::cio {

namespace {

using Eigen::MatrixXd;
using Eigen::Vector2d;
using Vector6d = BarrierLeastSquares::Vector;

/// Weight of Σ λ = 1 against metres: 3 keeps the sum within a few per mille.
constexpr double kSumRow = 3;

/// max(s, 0) rounded off over 1 m/s²: free fall must not divide by zero.
struct Positive {
    double value, slope;
};
Positive smooth_positive(double s)
{
    const double root = std::sqrt(s * s + 1);
    return { 0.5 * (s + root), 0.5 * (1 + s / root) };
}

}  // namespace

void ZmpHint::add(const FeatureFrame& frame, LocalModel& out) const
{
    const int limbs = int(frame.limbs.size());
    if (limbs == 0)
        return;
    const Eigen::Vector3d& p = frame.carriers[0].position;
    const Eigen::Vector3d a = frame.a.head<3>();
    double height = p.z();
    for (int i = 0; i < limbs; ++i)
        height -= frame.carriers[i + 1].position.z() / limbs;
    const Positive lift = smooth_positive(a.z() + kGravity);
    const Vector2d zmp = -height / lift.value * a.head<2>();  // from the torso

    inner_.resize(limbs);
    inner_.G.setZero();
    std::vector<double> dw(static_cast<size_t>(limbs));
    for (int i = 0; i < limbs; ++i) {
        const PatchState& patch = frame.patches[i];
        const double c = patch.activity, denominator = c * c + options_.k1;
        inner_.G.col(i).head<2>() = (frame.carriers[i + 1].position - p).head<2>();
        inner_.G(2, i) = kSumRow;
        inner_.w[i] = options_.k0 / denominator;
        inner_.is_free[i] = false;
        dw[size_t(i)] = -2 * c * options_.k0 / (denominator * denominator) * patch.dactivity_dz;
    }
    Vector6d tau = Vector6d::Zero();
    tau.head<2>() = zmp;
    tau[2] = kSumRow;
    (void)inner_.solve(tau, Vector6d::Zero(), options_.barrier);

    const Vector6d r = inner_.residual();
    const double away = r.head<2>().norm();
    if (away <= options_.tolerance)
        return;
    std::vector<int> columns;
    MatrixXd J;
    if (out.wants_derivatives()) {
        // dr = M⁻¹ [−dτ + Σ dg λ + g (λ' dg·r + λ_w dw)], columns: p, p̈, effectors, contacts
        const int n = 6 + 4 * limbs;
        Eigen::Matrix<double, 6, Eigen::Dynamic> dr
            = Eigen::Matrix<double, 6, Eigen::Dynamic>::Zero(6, n);
        const Vector2d per_height = -a.head<2>() / lift.value;
        dr.col(2).head<2>() -= per_height;
        dr.block<2, 2>(0, 3).diagonal().setConstant(height / lift.value);
        dr.col(5).head<2>() -= height * lift.slope / (lift.value * lift.value) * a.head<2>();
        for (int i = 0; i < limbs; ++i) {
            const double lambda = inner_.coefficients()[i], slope = inner_.slope()[i];
            const Vector6d g = inner_.G.col(i);
            for (int axis = 0; axis < 2; ++axis) {
                Vector6d change = slope * r[axis] * g;
                change[axis] += lambda;
                dr.col(6 + 3 * i + axis) += change;
                dr.col(axis) -= change;
            }
            dr.col(6 + 3 * i + 2).head<2>() += per_height / limbs;
            dr.col(6 + 3 * limbs + i) += inner_.weight_slope(i) * dw[size_t(i)] * g;
        }
        inner_.factor().solveInPlace(dr);
        J = (r.head<2>() / away).transpose() * dr.topRows<2>();
        for (int k = 0; k < 3; ++k)
            columns.push_back(frame.columns.q + k);
        for (int k = 0; k < 3; ++k)
            columns.push_back(frame.columns.a + k);
        for (int i = 0; i < limbs; ++i)
            for (int k = 0; k < 3; ++k)
                columns.push_back(frame.columns.q + frame.carriers[i + 1].q + k);
        for (int i = 0; i < limbs; ++i)
            columns.push_back(frame.columns.z + i);
    }
    out.add_dynamic(Eigen::VectorXd::Constant(1, away - options_.tolerance), J, columns);
}

}  // namespace gambol::cio
