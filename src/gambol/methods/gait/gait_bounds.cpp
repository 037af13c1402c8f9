// SPDX-License-Identifier: MIT
// Bounds of GaitProblem's variables, and the rows of springs and curves, which are of no frame.
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
    spring_rows_ = lay_shared_rows(2 * springs_.count(), 2 * anchors_, shared_variables(),
        std::numeric_limits<double>::infinity());
}

/// Only places of touch-down say how far from the centre of a curve the animal is.
void GaitProblem::lay_curve_row()
{
    curve_row_ = lay_shared_rows(1, 0, 2 * anchors_, 0);
}

GaitProblem::SharedRows GaitProblem::lay_shared_rows(int rows, int from, int to, double upper)
{
    RowGroup group;
    group.rows = rows;
    for (int k = from; k < to; ++k)
        group.border.push_back(2 * block_size() + k);
    row_groups_.push_back(group);
    const Eigen::Index before = row_bounds_.lower.size();
    row_bounds_.lower.conservativeResize(before + rows);
    row_bounds_.upper.conservativeResize(before + rows);
    row_bounds_.lower.tail(rows).setZero();
    row_bounds_.upper.tail(rows).setConstant(upper);
    return { int(row_groups_.size()) - 1, int(before) };
}

double GaitProblem::feet_aside(const VectorXd& x) const
{
    double sum = 0;
    for (size_t f = 0; f < animal_.feet.size(); ++f)
        sum += (ground_of_middle(f) * x.segment<2>(anchor_variable(2 * frames_.front()[f].anchor)))
                   .y();
    return sum / double(animal_.feet.size());
}

Eigen::Isometry2d GaitProblem::ground_of_middle(size_t foot) const
{
    return settings_.treadmill(speed_).after(timing_.feet[foot].duty * timing_.period / 2);
}

void GaitProblem::evaluate_curve(const VectorXd& x, VectorXd& c, BandJacobian* J) const
{
    c[curve_row_.first] = kCurveScale * (feet_aside(x) - curve_rest_);
    if (!J)
        return;
    BandJacobian::View out = J->group(curve_row_.group);
    out.setZero();
    for (size_t f = 0; f < animal_.feet.size(); ++f)
        out.row(0).segment<2>(2 * frames_.front()[f].anchor)
            += kCurveScale / double(animal_.feet.size()) * ground_of_middle(f).linear().row(1);
}

void GaitProblem::evaluate_springs(const VectorXd& x, VectorXd& c, BandJacobian* J) const
{
    auto rows = c.segment(spring_rows_.first, 2 * springs_.count());
    if (J)
        J->group(spring_rows_.group).setZero();
    for (int i = 0; i < springs_.count(); ++i) {
        const double k = x[spring_variable(i, Springs::stiffness)],
                     b = x[spring_variable(i, Springs::offset)];
        const double lower = animal_.lower[springs_.leader(i)],
                     upper = animal_.upper[springs_.leader(i)];
        rows[2 * i] = b - lower * k;
        rows[2 * i + 1] = upper * k - b;
        if (!J)
            continue;
        auto out = J->group(spring_rows_.group);
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
        // What is left of the block where others have more feet to bear load.
        bounds.lower.segment(variable(i, n), most_foot_variables_).setZero();
        bounds.upper.segment(variable(i, n), most_foot_variables_).setZero();
        for (size_t f = 0; f < animal_.feet.size(); ++f) {
            const Foot& foot = animal_.feet[f];
            const int at = foot_variable(i, int(f));
            if (at == kNone)
                continue;
            auto lower = bounds.lower.segment(at, foot.variables());
            auto upper = bounds.upper.segment(at, foot.variables());
            lower.head<4>() << -peak, -peak, 0, -peak;
            upper.head<4>().setConstant(peak);
            if (foot.has_sole()) {
                const double width = FrameRows::kPressureWidth * foot.half_width;
                lower.tail<2>() << 0, -width;
                upper.tail<2>() << foot.length, width;
            }
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
