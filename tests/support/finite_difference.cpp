// SPDX-License-Identifier: MIT
#include "support/finite_difference.hpp"

#include <algorithm>
#include <cmath>
#include <sstream>

namespace gambol::test {

using Eigen::MatrixXd;
using Eigen::VectorXd;

MatrixXd central_jacobian(
    const std::function<VectorXd(const VectorXd&)>& f, const VectorXd& x, double step)
{
    MatrixXd J;
    VectorXd moved = x;
    for (Eigen::Index i = 0; i < x.size(); ++i) {
        const double h = step * std::max(1.0, std::abs(x[i]));
        const auto at = [&](double offset) {
            moved[i] = x[i] + offset;
            return f(moved);
        };
        const VectorXd near = at(h) - at(-h), far = at(2 * h) - at(-2 * h);
        moved[i] = x[i];
        if (J.size() == 0)
            J.resize(near.size(), x.size());
        J.col(i) = (8 * near - far) / (12 * h);
    }
    return J;
}

VectorXd central_gradient(
    const std::function<double(const VectorXd&)>& f, const VectorXd& x, double step)
{
    const auto wrapped = [&](const VectorXd& at) { return VectorXd(VectorXd::Constant(1, f(at))); };
    return central_jacobian(wrapped, x, step).transpose();
}

double relative_error(const MatrixXd& a, const MatrixXd& b, double floor)
{
    return (a - b).cwiseAbs().maxCoeff() / std::max(b.cwiseAbs().maxCoeff(), floor);
}

GradientError compare_gradients(const VectorXd& formula, const VectorXd& differences, double noise)
{
    GradientError error;
    const double small = 1e-3 * differences.cwiseAbs().maxCoeff();
    for (Eigen::Index i = 0; i < formula.size(); ++i) {
        const double wrong = std::max(0.0, std::abs(formula[i] - differences[i]) - noise);
        const double relative = wrong == 0 ? 0 : wrong / std::max(std::abs(differences[i]), small);
        // Written so that NaN counts as an error.
        if (!(relative <= error.relative)) {
            std::ostringstream text;
            text.precision(12);
            text << "entry " << i << ": " << formula[i] << " by formula, " << differences[i]
                 << " by differences";
            error = { relative, i, text.str() };
        }
    }
    return error;
}

double Random::uniform(double low, double high)
{
    return random_.uniform(low, high);
}

VectorXd Random::vector(int size, double scale)
{
    return matrix(size, 1, scale);
}

MatrixXd Random::matrix(int rows, int columns, double scale)
{
    MatrixXd m(rows, columns);
    for (int j = 0; j < columns; ++j)
        for (int i = 0; i < rows; ++i)
            m(i, j) = uniform(-scale, scale);
    return m;
}

Eigen::Vector3d Random::direction()
{
    Eigen::Vector3d d;
    do
        d = vector(3);
    while (d.norm() > 1 || d.norm() < 0.1);
    return d.normalized();
}

}  // namespace gambol::test
