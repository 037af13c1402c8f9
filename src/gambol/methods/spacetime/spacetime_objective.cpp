// SPDX-License-Identifier: MIT
// The objective of SpacetimeProblem.
#include "gambol/methods/spacetime/spacetime_problem.hpp"

#include <cmath>

namespace gambol::spacetime {

using Eigen::VectorXd;

namespace {

/// The share of the mass that a degree of freedom moves against the effective root.
VectorXd mass_shares(const dynamics::Tree& tree, const Phase& phase)
{
    VectorXd shares(tree.dof_count());
    for (int k = 0; k < tree.dof_count(); ++k)
        shares[k] = tree.links()[size_t(tree.joint_of(k))].subtree_mass / tree.mass();
    if (!phase.ties.empty())
        for (const int k : tree.path(phase.ties.front().point.joint))
            shares[k] = 1 - shares[k];
    return shares;
}

}  // namespace

void SpacetimeProblem::lay_nodes()
{
    // Squares of piecewise linear accelerations are integrated exactly by two points an interval;
    // for squares of positions that is near enough.
    const double offset = 0.5 / std::sqrt(3.0);
    size_t phase = 0;
    for (int interval = 0; interval < spline_.intervals(); ++interval) {
        while (spline_.time(interval, 0.5) > plan_.context.phases[phase].end)
            ++phase;
        VectorXd shares = mass_shares(*plan_.context.tree, plan_.context.phases[phase]);
        shares.head(plan_.root_dofs).setConstant(plan_.root_smoothness);
        for (const double u : { 0.5 - offset, 0.5 + offset })
            nodes_.push_back(
                { spline_.weights(interval, u), spline_.length(interval) / 2, shares.cwiseAbs2() });
    }
    const VectorXd nothing = VectorXd::Zero(dofs());
    if (plan_.first_posture > 0)
        nodes_.push_back({ spline_.weights(0, 0), plan_.first_posture, nothing });
    if (plan_.last_posture > 0)
        nodes_.push_back(
            { spline_.weights(spline_.intervals() - 1, 1), plan_.last_posture, nothing });
}

double SpacetimeProblem::objective(const VectorXd& x, VectorXd* g)
{
    const int n = dofs();
    double cost = forces_ ? forces_->value(x, g) : 0;
    if (watches_strength()) {
        cost += plan_.strength_price * (x[strength_column_] - 1);
        if (g)
            (*g)[strength_column_] += plan_.strength_price;
    }
    VectorXd acceleration(n), away(n);
    for (const Node& node : nodes_) {
        acceleration.setZero();
        if (plan_.posture.size() > 0) {
            away = -plan_.posture;
            for (int j = 0; j < kWindow; ++j)
                away += node.weights.orders[0][size_t(j)]
                    * x.segment((node.weights.first + j) * n, n);
            cost += node.weight * plan_.posture_weights.dot(away.cwiseAbs2());
            for (int j = 0; g && j < kWindow; ++j)
                g->segment((node.weights.first + j) * n, n) += 2 * node.weight
                    * node.weights.orders[0][size_t(j)] * plan_.posture_weights.cwiseProduct(away);
        }
        for (int j = 0; j < kWindow; ++j)
            acceleration
                += node.weights.orders[2][size_t(j)] * x.segment((node.weights.first + j) * n, n);
        const double weight = plan_.smoothness * node.weight;
        cost += weight * node.squared_masses.dot(acceleration.cwiseAbs2());
        if (g)
            for (int j = 0; j < kWindow; ++j)
                g->segment((node.weights.first + j) * n, n) += 2 * weight
                    * node.weights.orders[2][size_t(j)]
                    * node.squared_masses.cwiseProduct(acceleration);
    }
    return cost;
}

void SpacetimeProblem::add_objective_hessian(const VectorXd& x, double weight, BorderedBand& H)
{
    if (forces_)
        forces_->add_hessian(x, weight, H);
    for (const Node& node : nodes_)
        for (int i = 0; i < kWindow; ++i)
            for (int j = 0; j <= i; ++j) {
                const auto& orders = node.weights.orders;
                BorderedBand::View block = H.block(node.weights.first + i, node.weights.first + j);
                block.diagonal() += 2 * weight * plan_.smoothness * node.weight
                    * orders[2][size_t(i)] * orders[2][size_t(j)] * node.squared_masses;
                if (plan_.posture.size() > 0)
                    block.diagonal() += 2 * weight * node.weight * orders[0][size_t(i)]
                        * orders[0][size_t(j)] * plan_.posture_weights;
            }
}

void SpacetimeProblem::add_objective_hessian(const VectorXd& x, BorderedBand& H)
{
    add_objective_hessian(x, 1, H);
}

}  // namespace gambol::spacetime
