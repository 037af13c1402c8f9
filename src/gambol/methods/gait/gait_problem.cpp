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
    for (double* weight : { &objective.torque, &objective.joint_speed, &objective.head_speed,
             &objective.head_turn, &objective.force_rate, &objective.force,
             &objective.joint_acceleration, &objective.posture, &objective.foot_spin })
        *weight *= factor;
    return objective;
}

}  // namespace

GaitProblem::GaitProblem(
    const Animal& animal, const Timing& timing, double speed, const Settings& settings)
    : animal_(animal)
    , timing_(timing)
    , speed_(speed)
    , settings_(settings)
    , h_(timing.period / settings.frames)
    , frames_(size_t(settings.symmetric ? settings.frames / 2 : settings.frames))
    , anchors_(count_anchors(animal, settings.symmetric))
    , springs_(animal)
    , rows_(animal, settings.limits(animal),
          scaled(settings.objective, kScale / double(frames_.size())), anchors_,
          settings.springs ? &springs_ : nullptr)
    , instants_(rows_.make_instants())
    , residual_jacobian_({ 1, 1, 1, 0 }, {})
{
    assert(timing.feet.size() == animal.feet.size());
    assert(!settings.symmetric
        || (settings.frames % 2 == 0 && animal.has_mirror && settings.curve == 0));
    assert(frames_.size() >= 6);
    settings_.objective = scaled(settings.objective, kScale / double(frames_.size()));
    lay_frames();
    lay_foot_slots();
    lay_rows();
    if (settings.springs)
        lay_spring_rows();
    if (settings.curve != 0) {
        lay_curve_row();
        VectorXd c(1);
        evaluate_curve(standing(), c, nullptr);
        curve_rest_ = c[0] / kCurveScale;
    }
}

void GaitProblem::lay_frames()
{
    const int all = settings_.frames;
    const Treadmill treadmill = settings_.treadmill(speed_);
    for (int i = 0; i < solved_frames(); ++i) {
        int next_anchor = 0;
        std::vector<int> anchors(animal_.feet.size());
        for (size_t f = 0; f < animal_.feet.size(); ++f) {
            const int mirror = animal_.feet[f].mirror;
            const bool shares = settings_.symmetric && mirror < int(f);
            anchors[f] = shares ? anchors[size_t(mirror)] : next_anchor++;
            const auto phase
                = [&](int frame) { return foot_phase(timing_.feet[f], double(frame) / all); };
            const FootPhase now = phase(i);
            FrameFoot foot;
            foot.down = now.down;
            foot.loaded = now.down && phase(i - 1).down && phase(i + 1).down;
            foot.lands = now.down && !foot.loaded;
            foot.speed = speed_;
            const double since = now.since * timing_.period;
            foot.ground = treadmill.after(since);
            foot.heading = treadmill.turn * (timing_.feet[f].duty / 2 * timing_.period - since);
            foot.swing = now.swing;
            foot.anchor = anchors[f];
            foot.side = shares ? -1 : 1;
            frames_[size_t(i)].push_back(foot);
        }
    }
}

/// Blocks are all of one size, that of the frame in which most feet bear load: of a run, in which
/// one foot does at a time, that is a sixth less than with all feet in every frame.
void GaitProblem::lay_foot_slots()
{
    for (const Frame& frame : frames_) {
        int used = 0;
        std::vector<int> slots(frame.size(), kNone);
        for (size_t f = 0; f < frame.size(); ++f)
            if (frame[f].loaded) {
                slots[f] = used;
                used += animal_.feet[f].variables();
            }
        foot_slots_.push_back(slots);
        most_foot_variables_ = std::max(most_foot_variables_, used);
    }
}

int GaitProblem::block_size() const
{
    return animal_.dofs() + most_foot_variables_;
}

int GaitProblem::foot_variable(int frame, int foot) const
{
    const int slot = foot_slots_[size_t(frame)][size_t(foot)];
    return slot == kNone ? kNone : variable(frame, animal_.dofs() + slot);
}

VectorXd GaitProblem::foot_values(const VectorXd& x, int frame) const
{
    VectorXd values = VectorXd::Zero(rows_.columns().foot_variables);
    for (int f = 0; f < int(animal_.feet.size()); ++f)
        if (const int first = foot_variable(frame, f), count = animal_.feet[size_t(f)].variables();
            first != kNone)
            values.segment(rows_.foot_variable(f), count) = x.segment(first, count);
    return values;
}

int GaitProblem::anchor_variable(int k) const
{
    return solved_frames() * block_size() + k;
}

int GaitProblem::shared_variables() const
{
    return 2 * anchors_ + (settings_.springs ? Springs::kNumbers * springs_.count() : 0);
}

int GaitProblem::spring_variable(int spring, Springs::Number number) const
{
    return anchor_variable(2 * anchors_) + Springs::kNumbers * spring + number;
}

BandShape GaitProblem::shape() const
{
    return { solved_frames() - 2, block_size(), 3, 2 * block_size() + shared_variables() };
}

GaitProblem::Neighbour GaitProblem::neighbour(int frame, int step) const
{
    const int count = solved_frames(), i = frame + step;
    return { (i + count) % count, settings_.symmetric && (i < 0 || i >= count) };
}

void GaitProblem::lay_rows()
{
    const int n = animal_.dofs(), size = block_size(), inside = solved_frames() - 2;
    const FrameColumns& columns = rows_.columns();
    VectorXd c;
    for (int i = 0; i < solved_frames(); ++i) {
        RowGroup group;
        const Neighbour three[] = { neighbour(i, -1), { i, false }, neighbour(i, 1) };
        int first = inside, last = -1;
        for (const Neighbour& one : three)
            if (one.frame < inside) {
                first = std::min(first, one.frame);
                last = std::max(last, one.frame);
            }
        group.first_block = last < 0 ? 0 : first;
        group.blocks = last < 0 ? 0 : last - first + 1;

        // Variables in the order of the folded columns, then which of them lie in the border.
        std::vector<std::pair<int, double>> variables;
        for (const Neighbour& one : three)
            for (int k = 0; k < n; ++k)
                variables.push_back(one.mirrored
                        ? std::pair(
                            variable(one.frame, animal_.mirror[size_t(k)]), animal_.mirror_sign[k])
                        : std::pair(variable(one.frame, k), 1.0));
        for (int f = 0; f < int(animal_.feet.size()); ++f)
            for (int k = 0; k < animal_.feet[size_t(f)].variables(); ++k) {
                const int first = foot_variable(i, f);
                variables.emplace_back(first == kNone ? kNone : first + k, 1.0);
            }
        for (int k = 0; k < shared_variables(); ++k)
            variables.emplace_back(anchor_variable(k), 1.0);
        for (const auto& [v, sign] : variables)
            if (v >= inside * size)
                group.border.push_back(v - inside * size);
        std::sort(group.border.begin(), group.border.end());
        group.border.erase(
            std::unique(group.border.begin(), group.border.end()), group.border.end());

        std::vector<ColumnRun> runs;
        for (size_t k = 0; k < variables.size(); ++k) {
            const auto [v, sign] = variables[k];
            if (v == kNone)
                continue;
            const auto border
                = std::lower_bound(group.border.begin(), group.border.end(), v - inside * size);
            const int at = v < inside * size
                ? v - group.first_block * size
                : group.blocks * size + int(border - group.border.begin());
            if (!runs.empty() && runs.back().continues(int(k), at, sign))
                ++runs.back().count;
            else
                runs.push_back({ int(k), at, 1, sign });
        }
        columns_.push_back(runs);
        row_groups_.push_back(group);
    }
    residual_groups_ = row_groups_;

    // How many rows there are, and their bounds, do not depend on x.
    std::vector<double> lower, upper;
    const VectorXd x = standing();
    for (int i = 0; i < solved_frames(); ++i) {
        load(x, i, 0);
        instants_.update(false);
        instants_.read(0, false, instant_);
        local_rows_.clear(columns.count(), false);
        local_residuals_.clear(columns.count(), false);
        rows_.evaluate(frames_[size_t(i)], instants_, instant_, foot_values(x, i),
            x.segment(anchor_variable(0), shared_variables()), local_rows_, local_residuals_);
        row_groups_[size_t(i)].rows = local_rows_.count;
        residual_groups_[size_t(i)].rows = local_residuals_.count;
        for (int r = 0; r < local_rows_.count; ++r) {
            lower.push_back(local_rows_.lower[r]);
            upper.push_back(local_rows_.upper[r]);
        }
    }
    row_bounds_.lower = VectorXd::Map(lower.data(), Eigen::Index(lower.size()));
    row_bounds_.upper = VectorXd::Map(upper.data(), Eigen::Index(upper.size()));
    residual_jacobian_ = BandJacobian(shape(), residual_groups_);
    residuals_.setZero(residual_jacobian_.rows());
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

void GaitProblem::fold(const LocalRows& local, int frame, BandJacobian::View out) const
{
    const int n = animal_.dofs();
    const Eigen::Index rest = local.J.cols() - 3 * n;
    Eigen::RowVectorXd folded(local.J.cols());
    out.setZero();
    for (int row = 0; row < local.count; ++row) {
        const auto dq = local.J.row(row).head(n), dqdot = local.J.row(row).segment(n, n),
                   dqddot = local.J.row(row).segment(2 * n, n);
        folded.head(n) = dq / 6 - dqdot / (2 * h_) + dqddot / (h_ * h_);
        folded.segment(n, n) = dq * (4.0 / 6) - dqddot * (2 / (h_ * h_));
        folded.segment(2 * n, n) = dq / 6 + dqdot / (2 * h_) + dqddot / (h_ * h_);
        folded.tail(rest) = local.J.row(row).tail(rest);
        for (const ColumnRun& run : columns_[size_t(frame)])
            out.row(row).segment(run.at, run.count)
                += run.sign * folded.segment(run.from, run.count);
    }
}

double GaitProblem::evaluate(const VectorXd& x, VectorXd& c, VectorXd* g, BandJacobian* J)
{
    const FrameColumns& columns = rows_.columns();
    const VectorXd shared = x.segment(anchor_variable(0), shared_variables());
    c.resize(row_bounds_.lower.size());
    int row = 0, residual = 0;
    for (int first = 0; first < solved_frames(); first += Instants::kCount) {
        const int count = std::min(Instants::kCount, solved_frames() - first);
        for (int lane = 0; lane < Instants::kCount; ++lane)
            load(x, first + std::min(lane, count - 1), lane);
        instants_.update(J != nullptr);
        for (int lane = 0; lane < count; ++lane) {
            const int i = first + lane;
            instants_.read(lane, J != nullptr, instant_);
            local_rows_.clear(columns.count(), J != nullptr);
            local_residuals_.clear(columns.count(), J != nullptr);
            rows_.evaluate(frames_[size_t(i)], instants_, instant_, foot_values(x, i), shared,
                local_rows_, local_residuals_);
            c.segment(row, local_rows_.count) = local_rows_.value.head(local_rows_.count);
            residuals_.segment(residual, local_residuals_.count)
                = local_residuals_.value.head(local_residuals_.count);
            row += local_rows_.count;
            residual += local_residuals_.count;
            if (J) {
                fold(local_rows_, i, J->group(i));
                fold(local_residuals_, i, residual_jacobian_.group(i));
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
    return 0.5 * residuals_.squaredNorm() + add_quadratics(x, g);
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
            visit(
                Quadratic { { point(here, k, 1), {}, {} }, animal_.standing[k], weights.posture });
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
