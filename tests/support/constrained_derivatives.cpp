// SPDX-License-Identifier: MIT
#include "support/constrained_derivatives.hpp"

#include "support/finite_difference.hpp"

#include <algorithm>

namespace gambol::test {

using Eigen::MatrixXd;
using Eigen::VectorXd;

ConstrainedDerivativeErrors constrained_derivative_errors(
    ConstrainedProblem& problem, const VectorXd& x, const VectorXd& y, double objective_weight)
{
    ConstrainedDerivativeErrors errors;
    VectorXd c, linearised_c, g;
    BandJacobian J(problem.shape(), problem.row_groups());
    for (int group = 0; group < J.groups(); ++group)
        J.group(group).setConstant(1e9);  // every entry must be overwritten
    const double f = problem.values(x, c), linearised_f = problem.linearise(x, linearised_c, g, J);
    errors.values = std::abs(f - linearised_f) / std::max(1.0, std::abs(f));
    if (c.size() > 0)
        errors.values = std::max(errors.values, relative_error(linearised_c, c, 1));

    const auto all = [&](const VectorXd& at) {
        VectorXd rows;
        const double value = problem.values(at, rows);
        VectorXd both(1 + rows.size());
        both << value, rows;
        return both;
    };
    const MatrixXd differences = central_jacobian(all, x);
    errors.gradient = relative_error(g.transpose(), differences.topRows(1), 1);
    if (c.size() > 0) {
        const MatrixXd dense = J.dense();
        errors.jacobian = relative_error(dense, differences.bottomRows(c.size()), 1);
        errors.largest_jacobian_entry = dense.cwiseAbs().maxCoeff();
    }

    const auto slope = [&](double weight, const VectorXd& multipliers) {
        return [&problem, &J, weight, multipliers](const VectorXd& at) {
            VectorXd rows, gradient;
            problem.linearise(at, rows, gradient, J);
            gradient *= weight;
            J.add_transposed_product(multipliers, gradient);
            return gradient;
        };
    };
    BorderedBand H;
    H.set_zero(problem.shape());
    problem.add_objective_hessian(x, H);
    const VectorXd none = VectorXd::Zero(c.size());
    errors.objective_hessian = relative_error(H.dense(), central_jacobian(slope(1, none), x), 1);
    errors.objective_hessian_negative
        = std::max(0.0, -H.dense().selfadjointView<Eigen::Lower>().eigenvalues().minCoeff());
    if (problem.has_lagrangian_hessian()) {
        H.set_zero(problem.shape());
        problem.add_lagrangian_hessian(x, objective_weight, y, H);
        errors.lagrangian_hessian
            = relative_error(H.dense(), central_jacobian(slope(objective_weight, y), x), 1);
    }
    return errors;
}

}  // namespace gambol::test
