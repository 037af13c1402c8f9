// SPDX-License-Identifier: MIT
#include "gambol/methods/refine/refine_problem.hpp"

#include <algorithm>
#include <cmath>

namespace gambol::refine {

namespace {

using Eigen::MatrixXd;
using Eigen::Vector3d;
using Eigen::VectorXd;

constexpr double kKnotSpacing = 0.08;  // s, for a body of 1.75 m
constexpr double kGrownHeight = 1.75;  // m
constexpr double kArm = 0.3;  // m, likewise: torque is compared with weight × this
constexpr int kSamplesPerInterval = 6;
constexpr double kStrained = 0.99;  // of a limit of torque: from here on a moment becomes a sample
constexpr double kRaise = 4;  // of the price of torques from round to round
constexpr double kAcross = 0.9;  // cosine, of an axis that points to the side
constexpr int kWindow = 4;  // control points that an instant is made of
constexpr double kFitSmoothness = 1e-8;  // s⁴: only where the reference says nothing

double size_of(const Scene& scene)
{
    return standing_height(scene.characters.front().body) / kGrownHeight;
}

CubicSpline spline_of(const HoldPlan& plan, double spacing)
{
    std::vector<CubicSpline::Break> breaks { { 0, false } };
    for (size_t i = 1; i < plan.changes.size(); ++i) {
        const double begin = plan.changes[i - 1] * plan.frame,
                     length = (plan.changes[i] - plan.changes[i - 1]) * plan.frame;
        const int n = std::max(1, int(std::lround(length / spacing)));
        for (int k = 1; k <= n; ++k)
            breaks.push_back({ begin + length * k / n, k == n && i + 1 < plan.changes.size() });
    }
    return CubicSpline(std::move(breaks));
}

/// Of limbs that are no legs and hold on to nothing: coordinates that swing to and fro.
std::vector<int> loose_coordinates(const Character& character, const HoldPlan& plan)
{
    const std::vector<int> first = first_angles(character);
    std::vector<int> loose;
    for (const Limb& limb : character.limbs) {
        const auto is_held = [&](const Hold& hold) { return hold.patch == limb.patch; };
        if (limb.support || std::any_of(plan.holds.begin(), plan.holds.end(), is_held))
            continue;
        for (const int i : { limb.upper, limb.lower }) {
            const std::vector<Dof>& dofs = character.segments[size_t(i)].dofs;
            for (size_t k = 0; k < dofs.size(); ++k)
                if (std::abs(dofs[k].axis.y()) > kAcross)
                    loose.push_back(kRoot + first[size_t(i)] + int(k));
        }
    }
    return loose;
}

}  // namespace

RefineProblem::RefineProblem(
    const Scene& scene, const Reference& reference, double slowness, const Weights& weights)
    : body_(body_for(scene.characters.front().body, reference.poses))
    , plan_(find_holds(reference, scene.characters.front().body, scene.surfaces,
          task_of<Task>(scene).options.fps, slowness))
    , spline_(spline_of(plan_, slowness * kKnotSpacing * std::sqrt(size_of(scene))))
    , watcher_(scene.characters.front().body, body_.tree, scene.surfaces)
{
    const Character& character = scene.characters.front().body;
    setting_.character = &character;
    setting_.body = &body_;
    setting_.plan = &plan_;
    setting_.limits = joint_limits(character);
    setting_.weights = weights;
    setting_.weight = body_.tree.tree.mass() * body_.tree.tree.gravity().norm();
    setting_.arm = kArm * size_of(scene);
    if (reference.massless_limbs)
        setting_.loose = loose_coordinates(character, plan_);
    const std::vector<VectorXd> coordinates = coordinates_of(body_, reference.poses);
    for (const VectorXd& q : coordinates) {
        // Nobody is asked to leave the reference for a range that it does not keep.
        setting_.limits.lower = setting_.limits.lower.cwiseMin(q);
        setting_.limits.upper = setting_.limits.upper.cwiseMax(q);
    }
    for (size_t i = 0; i + 1 < plan_.changes.size(); ++i)
        supports_.push_back(support_between(
            plan_, plan_.changes[i], plan_.changes[i + 1], character, scene.surfaces));
    instants_ = std::make_unique<InstantModel>(setting_);
    fit_start(reference, slowness, coordinates);
    lay_samples();
    lay_moments();
}

int RefineProblem::blocks() const
{
    return (spline_.controls() + kControls - 1) / kControls;
}

bool RefineProblem::flies() const
{
    return std::any_of(supports_.begin(), supports_.end(),
        [](const Support& support) { return support.contacts.empty(); });
}

void RefineProblem::fit_start(
    const Reference& reference, double slowness, const std::vector<VectorXd>& coordinates)
{
    const int n = spline_.controls(), dofs = body_.dofs();
    MatrixXd A = MatrixXd::Zero(n, n), b = MatrixXd::Zero(n, dofs);
    for (size_t t = 0; t < reference.times.size(); ++t) {
        const double time = std::min(slowness * reference.times[t], spline_.end());
        const int interval = spline_.interval_at(time);
        const double u
            = std::clamp((time - spline_.time(interval, 0)) / spline_.length(interval), 0.0, 1.0);
        const CubicSpline::Weights w = spline_.weights(interval, u);
        for (int i = 0; i < kWindow; ++i) {
            b.row(w.first + i) += w.orders[0][size_t(i)] * coordinates[t].transpose();
            for (int j = 0; j < kWindow; ++j)
                A(w.first + i, w.first + j) += w.orders[0][size_t(i)] * w.orders[0][size_t(j)]
                    + kFitSmoothness * w.orders[2][size_t(i)] * w.orders[2][size_t(j)];
        }
    }
    const MatrixXd controls = A.ldlt().solve(b);
    start_.setZero(variables());
    for (int i = 0; i < n; ++i)
        start_.segment(i * dofs, dofs) = controls.row(i).transpose();
}

void RefineProblem::lay_samples()
{
    int stretch = 0;
    for (int interval = 0; interval < spline_.intervals(); ++interval) {
        while (spline_.time(interval, 0.5) > plan_.changes[size_t(stretch) + 1] * plan_.frame)
            ++stretch;
        const double share = spline_.length(interval) / kSamplesPerInterval;
        const auto add = [&](double u, double time_share) {
            add_sample(stretch, spline_.weights(interval, u), time_share);
        };
        // Accelerations are greatest at knots, and where forces jump they differ on both sides.
        const auto changes_at = [&](double time) {
            return std::any_of(plan_.changes.begin(), plan_.changes.end(),
                [&](int frame) { return std::abs(frame * plan_.frame - time) < plan_.frame / 2; });
        };
        const bool jumps = changes_at(spline_.time(interval, 0));
        for (int i = 0; i < kSamplesPerInterval; ++i)
            add(double(i) / kSamplesPerInterval, i == 0 && jumps ? share / 2 : share);
        if (changes_at(spline_.time(interval, 1)))
            add(1, share / 2);
    }
}

void RefineProblem::lay_moments()
{
    int stretch = 0;
    for (int frame = 0; frame <= plan_.frames; ++frame) {
        const double time = std::min(frame * plan_.frame, spline_.end());
        int interval = spline_.interval_at(time);
        const bool jumps = frame == plan_.changes[size_t(stretch) + 1] && frame < plan_.frames;
        if (jumps && interval > 0 && std::abs(spline_.time(interval, 0) - time) < plan_.frame / 2)
            --interval;
        const double u
            = std::clamp((time - spline_.time(interval, 0)) / spline_.length(interval), 0.0, 1.0);
        moments_.push_back({ frame, stretch, interval, u });
        if (jumps)
            moments_.push_back({ frame, ++stretch, interval + 1, 0 });
    }
    sampled_.assign(moments_.size(), false);
}

void RefineProblem::add_sample(int stretch, const CubicSpline::Weights& weights, double time_share)
{
    Sample sample;
    sample.weights = weights;
    sample.time_share = time_share;
    sample.instant = instant_at(stretch, weights);
    const Pose pose = pose_of(body_, sample.instant.q);
    watcher_.look(pose, pose, sample.instant.watched, sample.instant.pairs);
    samples_.push_back(std::move(sample));
}

InstantTarget RefineProblem::instant_at(int stretch, const CubicSpline::Weights& weights) const
{
    InstantTarget instant;
    Local at;
    local(start_, weights, at);
    instant.q = at.q;
    instant.qddot = at.qddot;
    instant.support = &supports_[size_t(stretch)];
    instant.center = at.q.head<3>();
    return instant;
}

double RefineProblem::evaluate(InstantTarget& instant, const CubicSpline::Weights& weights,
    const VectorXd& x, InstantModel::Detail detail)
{
    local(x, weights, local_);
    return instants_->evaluate(instant, local_.q, local_.qdot, local_.qddot, detail);
}

void RefineProblem::local(const VectorXd& x, const CubicSpline::Weights& weights, Local& out) const
{
    const int n = body_.dofs();
    VectorXd* const parts[] = { &out.q, &out.qdot, &out.qddot };
    for (size_t order = 0; order < 3; ++order) {
        parts[order]->setZero(n);
        for (int i = 0; i < kWindow; ++i)
            *parts[order]
                += weights.orders[order][size_t(i)] * x.segment((weights.first + i) * n, n);
    }
}

double RefineProblem::value(const VectorXd& x)
{
    return accumulate(x, nullptr, nullptr);
}

double RefineProblem::gradient(const VectorXd& x, VectorXd& g)
{
    return accumulate(x, &g, nullptr);
}

double RefineProblem::model(const VectorXd& x, VectorXd& g, BlockTridiagonal& H)
{
    return accumulate(x, &g, &H);
}

double RefineProblem::accumulate(const VectorXd& x, VectorXd* g, BlockTridiagonal* H)
{
    if (g)
        g->setZero(variables());
    if (H)
        H->set_zero(blocks(), block_size());
    double cost = 0;
    for (Sample& sample : samples_) {
        cost += sample.time_share
            * evaluate(sample.instant, sample.weights, x,
                g ? InstantModel::Detail::derivatives : InstantModel::Detail::value);
        if (g)
            add_to(*g, sample);
        if (H)
            add_to(*H, sample);
    }
    return cost;
}

void RefineProblem::add_to(VectorXd& g, const Sample& sample) const
{
    const int n = body_.dofs();
    for (int i = 0; i < kWindow; ++i) {
        const auto weight = [&](size_t order) {
            return sample.time_share * sample.weights.orders[order][size_t(i)];
        };
        g.segment((sample.weights.first + i) * n, n) += weight(0) * instants_->by_q
            + weight(1) * instants_->by_qdot + weight(2) * instants_->by_qddot;
    }
}

Eigen::Block<MatrixXd> RefineProblem::block(BlockTridiagonal& H, int row, int column) const
{
    const int n = body_.dofs();
    MatrixXd& matrix = row / kControls == column / kControls ? H.diagonal[size_t(row / kControls)]
                                                             : H.lower[size_t(row / kControls)];
    return matrix.block(row % kControls * n, column % kControls * n, n, n);
}

void RefineProblem::add_to(BlockTridiagonal& H, const Sample& sample)
{
    const int n = body_.dofs(), rows = instants_->rows;
    const auto weight
        = [&](size_t order, int i) { return sample.weights.orders[order][size_t(i)]; };
    folded_.resize(rows, kWindow * n);
    for (int i = 0; i < kWindow; ++i)
        folded_.middleCols(i * n, n) = weight(0, i) * instants_->rows_q.topRows(rows)
            + weight(1, i) * instants_->rows_qdot.topRows(rows)
            + weight(2, i) * instants_->rows_qddot.topRows(rows);
    instants_->position.triangularView<Eigen::StrictlyUpper>() = instants_->position.transpose();
    for (int i = 0; i < kWindow; ++i)
        for (int j = 0; j <= i; ++j) {
            Eigen::Block<MatrixXd> part
                = block(H, sample.weights.first + i, sample.weights.first + j);
            gram_.noalias()
                = folded_.middleCols(i * n, n).transpose() * folded_.middleCols(j * n, n);
            gram_ += weight(0, i) * weight(0, j) * instants_->position;
            gram_.diagonal() += weight(2, i) * weight(2, j) * instants_->acceleration;
            part += sample.time_share * gram_;
        }
}

RefineProblem::Strain RefineProblem::raise(const VectorXd& x)
{
    Strain strain;
    for (size_t i = 0; i < moments_.size(); ++i) {
        const Moment& moment = moments_[i];
        const CubicSpline::Weights weights = spline_.weights(moment.interval, moment.u);
        InstantTarget instant = instant_at(moment.stretch, weights);
        (void)evaluate(instant, weights, x, InstantModel::Detail::value);
        const double torque = instants_->strain();
        strain.torque = std::max(strain.torque, torque);
        if (torque > kStrained && !sampled_[i]) {
            add_sample(moment.stretch, weights, plan_.frame);
            sampled_[i] = true;
        }
    }
    for (Sample& sample : samples_) {
        (void)evaluate(sample.instant, sample.weights, x, InstantModel::Detail::value);
        instants_->remember(sample.instant);
        sample.instant.torque_offsets /= kRaise;
        if (watcher_.look(pose_of(body_, sample.instant.q), pose_of(body_, local_.q),
                sample.instant.watched, sample.instant.pairs))
            strain.clash = true;
    }
    instants_->raise_torque_price(kRaise);
    return strain;
}

double RefineProblem::farthest(const VectorXd& x) const
{
    double most = 0;
    Local at;
    for (const Sample& sample : samples_) {
        local(x, sample.weights, at);
        most = std::max(
            most, (at.q - sample.instant.q).tail(body_.dofs() - 6).cwiseAbs().maxCoeff());
    }
    return most;
}

}  // namespace gambol::refine
