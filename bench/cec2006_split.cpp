// SPDX-License-Identifier: MIT
#include "cec2006_split.hpp"

#include <cmath>

namespace gambol::bench {

namespace {

using Eigen::VectorXd;

constexpr double kSharp = 1e-13;  // of the unit box: a change over less than that is a jump
constexpr double kNoise = 1e-9;  // of the cost: what rounding may do over so short a way

/// The last value of u_j on its own side of a jump towards `far`.
std::optional<double> before_jump(Cec2006Problem& problem, VectorXd u, int j, double far)
{
    const auto cost_at = [&](double value) {
        u[j] = value;
        return problem.cost(u);
    };
    double near = u[j];
    double near_cost = cost_at(near), far_cost = cost_at(far);
    const double steepest = std::abs(far_cost - near_cost) / std::abs(far - near);
    while (std::abs(far - near) > kSharp) {
        const double middle = 0.5 * (near + far), cost = cost_at(middle);
        if (middle == near || middle == far)
            break;
        if (std::abs(cost - near_cost) > std::abs(far_cost - cost)) {
            far = middle;
            far_cost = cost;
        } else {
            near = middle;
            near_cost = cost;
        }
    }
    const double change = std::abs(far_cost - near_cost);
    const bool jumps
        = change > kNoise * std::abs(near_cost) && change > 1e3 * steepest * std::abs(far - near);
    return jumps ? std::optional(near) : std::nullopt;
}

}  // namespace

std::optional<Bounds> smooth_part(Cec2006Problem& problem, const VectorXd& u, const VectorXd& other)
{
    Bounds part = problem.box();
    bool found = false;
    for (int j = 0; j < u.size(); ++j) {
        if (std::abs(other[j] - u[j]) <= kSharp)
            continue;
        if (const auto last = before_jump(problem, u, j, other[j])) {
            (other[j] > u[j] ? part.upper : part.lower)[j] = *last;
            found = true;
        }
    }
    return found ? std::optional(part) : std::nullopt;
}

}  // namespace gambol::bench
