// SPDX-License-Identifier: MIT
#include "gambol/methods/spacetime/contact_fit.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace gambol::spacetime {

using dynamics::cross;
using dynamics::dot;
using dynamics::from_eigen;
using Eigen::MatrixXd;
using Eigen::VectorXd;

namespace {

using Vector = dynamics::Vector<double>;

constexpr double kAxes = 0.1;  // m²
// m²/rad²: a root that turned back to where feet are flat anyway would undo the movement.
constexpr double kRootStays = 0.05, kJointStays = 0.002;
constexpr int kMostSteps = 60;
constexpr double kSmallStep = 1e-4, kLongestStep = 0.3;  // rad

std::span<const double> span(const VectorXd& v)
{
    return { v.data(), size_t(v.size()) };
}

std::array<Vector, 3> columns(const dynamics::Matrix<double>& R)
{
    return { R.x, R.y, R.z };
}

}  // namespace

ContactFit::ContactFit(const SpacetimePlan& plan)
    : plan_(plan)
    , state_(*plan.context.tree)
    , root_(*plan.context.tree)
    , point_(*plan.context.tree)
{
}

void ContactFit::update(const VectorXd& q)
{
    const VectorXd rest = VectorXd::Zero(q.size());
    dynamics::update<double>(*plan_.context.tree, { span(q), span(rest), span(rest) }, state_);
}

double ContactFit::tilt(const VectorXd& q, const std::vector<WeightedTie>& ties)
{
    update(q);
    double worst = 0;
    for (const auto& [tie, weight] : ties)
        if (tie->turn == Tie::Turn::none) {
            const auto axes = columns(body_pose(*plan_.context.tree, state_, tie->point.joint).R);
            for (int i = 0; i < 3; ++i)
                worst = std::max(worst,
                    std::acos(std::clamp(
                        dot(axes[size_t(i)], from_eigen(tie->axes.col(i).eval())), -1.0, 1.0)));
        }
    return worst;
}

double ContactFit::add_rows(const VectorXd& q, const VectorXd& guess,
    const std::vector<WeightedTie>& ties, MatrixXd& A, VectorXd& b)
{
    const dynamics::Tree& tree = *plan_.context.tree;
    const Eigen::Index n = q.size();
    update(q);
    VectorXd stay = VectorXd::Constant(n, kJointStays);
    stay.head(plan_.root_dofs).setConstant(kRootStays);
    A = stay.asDiagonal();
    b = stay.cwiseProduct(guess - q);
    double cost = stay.dot((q - guess).cwiseAbs2());
    VectorXd row(n);
    const auto add = [&](double weight, double miss) {
        cost += weight * miss * miss;
        A.selfadjointView<Eigen::Lower>().rankUpdate(row, weight);
        b += weight * miss * row;
    };
    const Tie& first = *ties.front().tie;
    dynamics::point_position(tree, state_, first.point, root_);
    const auto along = [&](const Vector& axis) {
        for (Eigen::Index k = 0; k < n; ++k)
            row[k] = dot(axis, point_.dp_dq[size_t(k)] - root_.dp_dq[size_t(k)]);
    };
    for (const auto& [tie, weight] : ties) {
        if (tie != &first) {
            dynamics::point_position(tree, state_, tie->point, point_);
            const Vector miss = from_eigen((tie->place - first.place).eval()) - point_.p + root_.p;
            const std::array<double, 3> parts { miss.x, miss.y, miss.z };
            for (int axis = 0; axis < 3; ++axis) {
                along(from_eigen(Eigen::Vector3d::Unit(axis).eval()));
                add(weight, parts[size_t(axis)]);
            }
        }
        if (tie->turn != Tie::Turn::none)
            continue;
        const auto axes = columns(body_pose(tree, state_, tie->point.joint).R);
        for (int i = 0; i < 3; ++i) {
            const Vector& a = axes[size_t(i)];
            const Vector miss = from_eigen(tie->axes.col(i).eval()) - a;
            const std::array<double, 3> parts { miss.x, miss.y, miss.z };
            for (int axis = 0; axis < 3; ++axis) {
                row.setZero();
                for (const int k : tree.path(tie->point.joint)) {
                    const Vector turn = cross(state_.dofs[size_t(k)].s.angular, a);
                    row[k] = axis == 0 ? turn.x : axis == 1 ? turn.y : turn.z;
                }
                add(weight * kAxes, parts[size_t(axis)]);
            }
        }
    }
    for (const Feeler& feeler : plan_.context.feelers) {
        dynamics::point_position(tree, state_, feeler.point, point_);
        const double height
            = point_.p.z - root_.p.z + first.place.z() - feeler.radius - plan_.context.floor;
        if (height >= 0)
            continue;
        along(from_eigen(Eigen::Vector3d::UnitZ().eval()));
        add(1, -height);
    }
    return cost;
}

VectorXd ContactFit::fit(const VectorXd& guess, const std::vector<WeightedTie>& ties)
{
    VectorXd q = guess, trial, b, trial_b;
    MatrixXd A, trial_A;
    double cost = add_rows(q, guess, ties, A, b), damping = 1e-3;
    for (int step = 0; step < kMostSteps; ++step) {
        MatrixXd damped = A;
        damped.diagonal().array() += damping;
        VectorXd move = damped.selfadjointView<Eigen::Lower>().ldlt().solve(b);
        const double size = move.cwiseAbs().maxCoeff();
        if (size > kLongestStep)
            move *= kLongestStep / size;
        trial = (q + move).cwiseMax(plan_.lower).cwiseMin(plan_.upper);
        const double next = add_rows(trial, guess, ties, trial_A, trial_b);
        if (next < cost) {
            q = trial;
            A = trial_A;
            b = trial_b;
            cost = next;
            damping *= 0.3;
        } else
            damping *= 10;
        if (size < kSmallStep)
            break;
    }
    return q;
}

}  // namespace gambol::spacetime
