// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/math/random.hpp"

#include <Eigen/Dense>

#include <functional>
#include <string>

namespace gambol::test {

/// ∛ε: balances truncation and rounding of a central difference of a function of unit scale.
inline constexpr double kCubeRootEpsilon = 6.0554544523933429e-06;

/// Central differences with step h = step · max(1, |x_i|), of fourth order:
///
///     f' = (8 (f(+h) − f(−h)) − (f(+2h) − f(−2h))) / 12h + O(h⁴)
[[nodiscard]] Eigen::VectorXd central_gradient(
    const std::function<double(const Eigen::VectorXd&)>& f, const Eigen::VectorXd& x,
    double step = kCubeRootEpsilon);
[[nodiscard]] Eigen::MatrixXd central_jacobian(
    const std::function<Eigen::VectorXd(const Eigen::VectorXd&)>& f, const Eigen::VectorXd& x,
    double step = kCubeRootEpsilon);

/// max|a − b| / max(max|b|, floor)
[[nodiscard]] double relative_error(
    const Eigen::MatrixXd& a, const Eigen::MatrixXd& b, double floor = 1e-30);

/// Largest error of a gradient over all entries. An entry is measured against itself, or against a
/// thousandth of the largest one where it is smaller than that, and may be wrong by `noise`.
struct GradientError {
    double relative = 0;
    Eigen::Index where = 0;
    std::string text;  // "entry 7: 1.25 by formula, 1.3 by differences"
};
[[nodiscard]] GradientError compare_gradients(
    const Eigen::VectorXd& formula, const Eigen::VectorXd& differences, double noise);

/// Seeded numbers, vectors and matrices.
class Random {
public:
    explicit Random(unsigned seed)
        : random_(seed)
    {
    }
    [[nodiscard]] double uniform(double low, double high);
    [[nodiscard]] Eigen::VectorXd vector(int size, double scale = 1);
    [[nodiscard]] Eigen::MatrixXd matrix(int rows, int columns, double scale = 1);
    [[nodiscard]] Eigen::Vector3d direction();

private:
    gambol::Random random_;
};

}  // namespace gambol::test
