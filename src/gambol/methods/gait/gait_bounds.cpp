// SPDX-License-Identifier: MIT
// Bounds of GaitProblem's variables, and the rows of springs, which are of no frame.
#include "gambol/methods/gait/gait_problem.hpp"
#include "gambol/scene/gait_task.hpp"

#include <limits>

namespace gambol::gait {

using Eigen::VectorXd;

Limits Settings::limits(const Animal& animal) const
{
    return { friction, clearance,
        peak_force > 0 ? peak_force : TimingLimits::peak_force(int(animal.feet.size())),
        head_height };
}

/// Rest angles within the limits of joints: lower k ≤ b ≤ upper k. Without that a soft spring could
/// push as hard as it likes.
void GaitProblem::lay_spring_rows()
{
    RowGroup group;
    group.rows = 2 * springs_.count();
    for (int k = 2 * anchors_; k < shared_variables(); ++k)
        group.border.push_back(2 * block_size() + k);
    row_groups_.push_back(group);
    const Eigen::Index rows = row_bounds_.lower.size();
    row_bounds_.lower.conservativeResize(rows + group.rows);
    row_bounds_.upper.conservativeResize(rows + group.rows);
    row_bounds_.lower.tail(group.rows).setZero();
    row_bounds_.upper.tail(group.rows).setConstant(std::numeric_limits<double>::infinity());
}

void GaitProblem::evaluate_springs(const VectorXd& x, VectorXd& c, BandJacobian* J) const
{
    auto rows = c.tail(2 * springs_.count());
    if (J)
        J->group(solved_frames()).setZero();
    for (int i = 0; i < springs_.count(); ++i) {
        const double k = x[spring_variable(i, Springs::stiffness)],
                     b = x[spring_variable(i, Springs::offset)];
        const double lower = animal_.lower[springs_.leader(i)],
                     upper = animal_.upper[springs_.leader(i)];
        rows[2 * i] = b - lower * k;
        rows[2 * i + 1] = upper * k - b;
        if (!J)
            continue;
        auto out = J->group(solved_frames());
        const int at = Springs::kNumbers * i;
        out(2 * i, at + Springs::stiffness) = -lower;
        out(2 * i, at + Springs::offset) = 1;
        out(2 * i + 1, at + Springs::stiffness) = upper;
        out(2 * i + 1, at + Springs::offset) = -1;
    }
}

Bounds GaitProblem::variable_bounds() const
{
    const int n = animal_.dofs();
    const double infinity = std::numeric_limits<double>::infinity();
    const double peak = settings_.limits(animal_).peak_force;
    Bounds bounds { VectorXd::Constant(shape().variables(), -infinity),
        VectorXd::Constant(shape().variables(), infinity) };
    for (int i = 0; i < solved_frames(); ++i) {
        // A spline stays within the bounds of its control points.
        bounds.lower.segment(variable(i, 0), n) = animal_.lower;
        bounds.upper.segment(variable(i, 0), n) = animal_.upper;
        for (size_t f = 0; f < animal_.feet.size(); ++f) {
            const Foot& foot = animal_.feet[f];
            VectorXd lower = VectorXd::Zero(foot.variables()), upper = lower;
            if (frames_[size_t(i)][f].loaded) {
                lower.head<4>() << -peak, -peak, 0, -peak;
                upper.head<4>().setConstant(peak);
                if (foot.has_sole()) {
                    const double width = FrameRows::kPressureWidth * foot.half_width;
                    lower.tail<2>() << 0, -width;
                    upper.tail<2>() << foot.length, width;
                }
            }
            const int at = foot_variable(i, rows_.foot_variable(int(f)));
            bounds.lower.segment(at, foot.variables()) = lower;
            bounds.upper.segment(at, foot.variables()) = upper;
        }
    }
    for (int i = 0; settings_.springs && i < springs_.count(); ++i) {
        const double most = springs_.centred(i) ? 0 : infinity;
        const auto set = [&](Springs::Number number, double lower, double upper) {
            bounds.lower[spring_variable(i, number)] = lower;
            bounds.upper[spring_variable(i, number)] = upper;
        };
        set(Springs::stiffness, 0, Springs::kMostStiffness);
        set(Springs::offset, -most, most);
        set(Springs::damping, 0, Springs::kMostDamping);
    }
    return bounds;
}

}  // namespace gambol::gait
