// SPDX-License-Identifier: MIT
#include "gambol/methods/gait/gait_problem.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace gambol::gait {

namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

// Nothing else says where on its treadmill the animal is.
constexpr double kGauge = 1e-5;
// Keeps pressure points in the middle of the sole where nothing moves them.
constexpr double kPressureRest = 1e-4;

int count_anchors(const Animal& animal, bool symmetric)
{
    int count = 0;
    for (size_t f = 0; f < animal.feet.size(); ++f)
        count += !symmetric || animal.feet[f].mirror >= int(f);
    return count;
}

Objective scaled(Objective objective, double factor)
{
    for (double* weight :
        { &objective.torque, &objective.joint_speed, &objective.head_speed, &objective.head_turn,
            &objective.force_rate, &objective.force, &objective.joint_acceleration,
            &objective.posture, &objective.foot_spin, &objective.overload })
        *weight *= factor;
    return objective;
}

/// Where the next ones go.
int put(const LocalRows& rows, VectorXd& all, int at)
{
    all.segment(at, rows.count) = rows.value.head(rows.count);
    return at + rows.count;
}

}  // namespace

GaitProblem::GaitProblem(
    const Animal& animal, const Timing& timing, double speed, const Settings& settings)
    : animal_(animal)
    , timing_(timing)
    , speed_(speed)
    , settings_(settings)
    , h_(timing.period / settings.frames)
    , frames_(size_t(settings.mirrors() ? settings.frames / 2 : settings.frames))
    , anchors_(count_anchors(animal, settings.mirrors()))
    , springs_(animal)
    , rows_(animal, settings.limits(animal),
          scaled(settings.objective, kScale / double(frames_.size())), anchors_,
          settings.springs ? &springs_ : nullptr)
    , instants_(rows_.make_instants())
    , rest_(animal.rest(speed))
    , residual_jacobian_({ 1, 1, 1, 0 }, {})
{
    assert(timing.feet.size() == animal.feet.size());
    assert(!settings.mirrors() || (settings.frames % 2 == 0 && animal.has_mirror));
    assert(frames_.size() >= 6);
    settings_.objective = scaled(settings.objective, kScale / double(frames_.size()));
    settings_.objective.joint_acceleration *= share_of_acceleration(int(animal.feet.size()));
    lay_frames();
    lay_foot_slots();
    lay_rows();
    if (settings.springs)
        lay_spring_rows();
    if (settings.curve != 0) {
        lay_curve_row();
        curve_rest_ = feet_aside(standing());
    }
}

VectorXd GaitProblem::control(const VectorXd& x, const Neighbour& one) const
{
    const VectorXd p = x.segment(variable(one.frame, 0), animal_.dofs());
    return one.mirrored ? animal_.mirrored(p) : p;
}

void GaitProblem::load(const VectorXd& x, int frame, int lane)
{
    const VectorXd before = control(x, neighbour(frame, -1)), here = control(x, { frame, false }),
                   after = control(x, neighbour(frame, 1));
    instants_.load(lane, (before + 4 * here + after) / 6, (after - before) / (2 * h_),
        (before - 2 * here + after) / (h_ * h_));
}

void GaitProblem::fold(
    const LocalRows& local, const std::vector<ColumnRun>& runs, BandJacobian::View out) const
{
    const int n = animal_.dofs();
    const Eigen::Index rest = local.J.cols() - 3 * n;
    Eigen::RowVectorXd folded(local.J.cols());
    out.setZero();
    for (int row = 0; row < local.count; ++row) {
        const auto dq = local.J.row(row).head(n), dqdot = local.J.row(row).segment(n, n),
                   dqddot = local.J.row(row).segment(2 * n, n);
        folded.head(n) = kShares[0] * dq - dqdot / (2 * h_) + dqddot / (h_ * h_);
        folded.segment(n, n) = kShares[1] * dq - dqddot * (2 / (h_ * h_));
        folded.segment(2 * n, n) = kShares[2] * dq + dqdot / (2 * h_) + dqddot / (h_ * h_);
        folded.tail(rest) = local.J.row(row).tail(rest);
        add_runs(folded, runs, out, row);
    }
}

void GaitProblem::add_runs(const Eigen::RowVectorXd& folded, const std::vector<ColumnRun>& runs,
    BandJacobian::View out, int row)
{
    for (const ColumnRun& run : runs)
        out.row(row).segment(run.at, run.count) += run.sign * folded.segment(run.from, run.count);
}

void GaitProblem::fold_pose(const LocalRows& local, int frame, BandJacobian::View out) const
{
    const int n = animal_.dofs();
    const Eigen::Index rest = local.J.cols() - n;
    out.setZero();
    if (stores_shares(frame)) {
        out.leftCols(n) = local.J.topLeftCorner(local.count, n);
        out.rightCols(rest) = local.J.topRightCorner(local.count, rest);
        return;
    }
    Eigen::RowVectorXd folded(3 * n + rest);
    for (int row = 0; row < local.count; ++row) {
        for (int j = 0; j < 3; ++j)
            folded.segment(j * n, n) = kShares[j] * local.J.row(row).head(n);
        folded.tail(rest) = local.J.row(row).tail(rest);
        add_runs(folded, columns_[size_t(frame)].pose, out, row);
    }
}

double GaitProblem::evaluate(const VectorXd& x, VectorXd& c, VectorXd* g, BandJacobian* J)
{
    const VectorXd shared = x.segment(anchor_variable(0), shared_variables());
    c.resize(row_bounds_.lower.size());
    int row = 0, residual = 0;
    double beside = 0;
    for (int first = 0; first < solved_frames(); first += Instants::kCount) {
        const int count = std::min(Instants::kCount, solved_frames() - first);
        for (int lane = 0; lane < Instants::kCount; ++lane)
            load(x, first + std::min(lane, count - 1), lane);
        instants_.update(J != nullptr);
        for (int lane = 0; lane < count; ++lane) {
            const int i = first + lane;
            instants_.read(lane, J != nullptr, instant_);
            out_.clear(rows_.columns(), J != nullptr);
            rows_.evaluate(
                frames_[size_t(i)], instants_, instant_, foot_values(x, i), shared, out_);
            row = put(out_.motion, c, row);
            row = put(out_.pose, c, row);
            residual = put(out_.residuals, residuals_, residual);
            beside += out_.beside;
            if (J) {
                const Columns& columns = columns_[size_t(i)];
                fold(out_.motion, columns.motion, J->group(motion_group(i)));
                fold_pose(out_.pose, i, J->group(pose_group(i)));
                fold(out_.residuals, columns.residuals, residual_jacobian_.group(i));
            }
        }
    }
    if (settings_.springs)
        evaluate_springs(x, c, J);
    if (settings_.curve != 0)
        evaluate_curve(x, c, J);
    if (g) {
        g->setZero(x.size());
        residual_jacobian_.add_transposed_product(residuals_, *g);
    }
    return 0.5 * residuals_.squaredNorm() + beside + add_quadratics(x, g);
}

template <class Visit> void GaitProblem::for_each_quadratic(Visit visit) const
{
    const Objective& weights = settings_.objective;
    const int n = animal_.dofs();
    const double gauge = kGauge * kScale / solved_frames();
    const double pressure = kPressureRest * kScale / solved_frames();
    const auto point = [&](const Neighbour& one, int k, double factor) -> Addend {
        return one.mirrored ? Addend { variable(one.frame, animal_.mirror[size_t(k)]),
            factor * animal_.mirror_sign[k] }
                            : Addend { variable(one.frame, k), factor };
    };
    for (int i = 0; i < solved_frames(); ++i) {
        const Neighbour before = neighbour(i, -1), here { i, false }, next = neighbour(i, 1);
        for (int k = 3; k < n; ++k) {
            visit(Quadratic {
                { point(next, k, 1 / h_), point(here, k, -1 / h_), {} }, 0, weights.joint_speed });
            const double f = 1 / (h_ * h_);
            visit(Quadratic { { point(before, k, f), point(here, k, -2 * f), point(next, k, f) }, 0,
                weights.joint_acceleration });
        }
        for (int k = 0; k < 2; ++k)
            visit(Quadratic { { point(here, k, 1), {}, {} }, 0, gauge });
        for (int k = kRootDofs; k < n; ++k)
            visit(Quadratic {
                { point(here, k, 1), {}, {} }, rest_[k], animal_.posture[k] * weights.posture });
        for (size_t f = 0; f < animal_.feet.size(); ++f) {
            const Foot& foot = animal_.feet[f];
            const size_t g = next.mirrored ? size_t(foot.mirror) : f;
            const bool now = frames_[size_t(i)][f].loaded;
            const bool then = frames_[size_t(next.frame)][g].loaded;
            const auto mine = [&, first = foot_variable(i, int(f))](int k, double factor) {
                return now ? Addend { first + k, factor } : Addend {};
            };
            const auto there
                = [&, first = foot_variable(next.frame, int(g))](int k, double factor) {
                      return then ? Addend { first + k, factor } : Addend {};
                  };
            for (int k = 0; k < foot.variables(); ++k) {
                const bool is_force = k <= Foot::torsion;
                const double sign = next.mirrored ? kMirrorOfFoot[size_t(k)] : 1;
                if (is_force ? now || then : now && then)
                    visit(Quadratic {
                        { there(k, sign / h_), mine(k, -1 / h_), {} }, 0, weights.force_rate });
                if (now)
                    visit(Quadratic { { mine(k, 1), {}, {} },
                        k == Foot::back_from_toe ? foot.length / 2 : 0,
                        is_force ? weights.force : pressure });
            }
        }
    }
}

double GaitProblem::add_quadratics(const VectorXd& x, VectorXd* g) const
{
    double sum = 0;
    for_each_quadratic([&](const Quadratic& term) {
        double away = -term.rest;
        for (const Addend& a : term.addends)
            if (a.variable != kNone)
                away += a.factor * x[a.variable];
        sum += 0.5 * term.weight * away * away;
        if (g)
            for (const Addend& a : term.addends)
                if (a.variable != kNone)
                    (*g)[a.variable] += term.weight * away * a.factor;
    });
    return sum;
}

double GaitProblem::values(const VectorXd& x, VectorXd& c)
{
    return evaluate(x, c, nullptr, nullptr);
}

double GaitProblem::linearise(const VectorXd& x, VectorXd& c, VectorXd& g, BandJacobian& J)
{
    return evaluate(x, c, &g, &J);
}

void GaitProblem::add_objective_hessian(const VectorXd&, BorderedBand& H)
{
    // Of the last linearise(), which the solver calls at the same x before.
    residual_jacobian_.add_gram(VectorXd::Ones(residual_jacobian_.rows()), H);
    for_each_quadratic([&](const Quadratic& term) {
        for (const Addend& a : term.addends)
            for (const Addend& b : term.addends) {
                // The lower triangle; a pair of two variables comes twice, so half of them are
                // left out.
                if (b.variable == kNone || a.variable < b.variable)
                    continue;
                H.at(a.variable, b.variable) += term.weight * a.factor * b.factor;
            }
    });
}

}  // namespace gambol::gait
