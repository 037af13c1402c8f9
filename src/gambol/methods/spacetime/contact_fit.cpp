// SPDX-License-Identifier: MIT
#include "gambol/methods/spacetime/contact_fit.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace gambol::spacetime {

using dynamics::cross;
using dynamics::dot;
using dynamics::from_eigen;
using Eigen::VectorXd;

namespace {

using Vector = dynamics::Vector<double>;

constexpr double kAxes = 0.1;  // m²
// m²/rad²: a root that turned back to where feet are flat anyway would undo the movement.
constexpr double kRootStays = 0.05, kJointStays = 0.002;
const DampedSteps kSteps { .most = 60,
    .longest = 0.3,  // rad
    .smallest = 1e-4,  // rad
    .damping = 1e-3,
    .relief = 0.3 };

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

void ContactFit::set_equations(const VectorXd& q, const VectorXd& guess,
    const std::vector<WeightedTie>& ties, NormalEquations& equations)
{
    Eigen::MatrixXd& A = equations.A;
    VectorXd& b = equations.b;
    double& cost = equations.cost;
    const dynamics::Tree& tree = *plan_.context.tree;
    const Eigen::Index n = q.size();
    update(q);
    VectorXd stay = VectorXd::Constant(n, kJointStays);
    stay.head(plan_.root_dofs).setConstant(kRootStays);
    A = stay.asDiagonal();
    b = stay.cwiseProduct(guess - q);
    cost = stay.dot((q - guess).cwiseAbs2());
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
}

VectorXd ContactFit::fit(const VectorXd& guess, const std::vector<WeightedTie>& ties)
{
    return damped_gauss_newton(
        guess, kSteps,
        [&](const VectorXd& q, NormalEquations& equations) {
            set_equations(q, guess, ties, equations);
        },
        [&](const VectorXd& q, const VectorXd& step) -> VectorXd {
            return (q + step).cwiseMax(plan_.lower).cwiseMin(plan_.upper);
        });
}

}  // namespace gambol::spacetime
