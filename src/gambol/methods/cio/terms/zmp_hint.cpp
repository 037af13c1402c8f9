// SPDX-License-Identifier: MIT
#include "gambol/methods/cio/terms/zmp_hint.hpp"

#include "gambol/math/gravity.hpp"
#include "gambol/methods/cio/terms/workspace.hpp"

#include <cmath>

namespace gambol::cio {

namespace {

using Eigen::MatrixXd;
using Eigen::Vector2d;
using Vector6d = BarrierLeastSquares<6>::Vector;

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

void ZmpHint::add(const SceneInstant& instant, TermWorkspace& work, LocalModel& out) const
{
    const CharacterState& who = instant.characters[size_t(who_)];
    const int limbs = int(who.limbs.size());
    if (limbs == 0)
        return;
    BarrierLeastSquares<6>& inner = work.zero_moment;
    const CarrierState& torso = instant.torso(who_);
    const Eigen::Vector3d& p = torso.position;
    const Eigen::Vector3d a = who.a.head<3>();
    double height = p.z();
    for (int i = 0; i < limbs; ++i)
        height -= instant.effector(who_, i).position.z() / limbs;
    const Positive lift = smooth_positive(a.z() + kGravity);
    const Vector2d zmp = -height / lift.value * a.head<2>();  // from the torso

    inner.resize(6, limbs);
    inner.G.setZero();
    std::vector<double> dw(static_cast<size_t>(limbs));
    for (int i = 0; i < limbs; ++i) {
        const ContactState& patch = instant.world_contact(who_, i);
        const double c = patch.activity, denominator = c * c + options_.k1;
        inner.G.col(i).head<2>() = (instant.effector(who_, i).position - p).head<2>();
        inner.G(2, i) = kSumRow;
        inner.w[i] = options_.k0 / denominator;
        inner.is_free[i] = false;
        dw[size_t(i)] = -2 * c * options_.k0 / (denominator * denominator) * patch.dactivity_dz;
    }
    Vector6d tau = Vector6d::Zero();
    tau.head<2>() = zmp;
    tau[2] = kSumRow;
    (void)inner.solve(tau, Vector6d::Zero(), options_.barrier);

    const Vector6d r = inner.residual();
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
            const double lambda = inner.coefficients()[i], slope = inner.slope()[i];
            const Vector6d g = inner.G.col(i);
            for (int axis = 0; axis < 2; ++axis) {
                Vector6d change = slope * r[axis] * g;
                change[axis] += lambda;
                dr.col(6 + 3 * i + axis) += change;
                dr.col(axis) -= change;
            }
            dr.col(6 + 3 * i + 2).head<2>() += per_height / limbs;
            dr.col(6 + 3 * limbs + i) += inner.weight_slope(i) * dw[size_t(i)] * g;
        }
        inner.factor().solveInPlace(dr);
        J = (r.head<2>() / away).transpose() * dr.topRows<2>();
        const auto three
            = [&](const int* first) { columns.insert(columns.end(), first, first + 3); };
        const std::array<int, 3> acceleration { who.columns.a, who.columns.a + 1,
            who.columns.a + 2 };
        three(torso.place.data());
        three(acceleration.data());
        for (int i = 0; i < limbs; ++i)
            three(instant.effector(who_, i).place.data());
        for (int i = 0; i < limbs; ++i)
            columns.push_back(instant.world_contact(who_, i).column);
    }
    out.add_dynamic(Eigen::VectorXd::Constant(1, away - options_.tolerance), J, columns);
}

}  // namespace gambol::cio
