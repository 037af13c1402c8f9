// SPDX-License-Identifier: MIT
#include "gambol/methods/refine/refine_problem.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace gambol::refine {

namespace {

using Eigen::MatrixXd;
using Eigen::Vector3d;
using Eigen::VectorXd;

constexpr double kGrownHeight = 1.75;  // m
constexpr double kArm = 0.3;  // m, likewise: torque is compared with weight × this
constexpr double kStrained = 0.99;  // of a limit of torque: from here on a moment becomes a sample
constexpr double kRaise = 4;  // of the price of torques from round to round
constexpr double kFitSmoothness = 1e-8;  // s⁴: only where the reference says nothing
constexpr double kAimShare = 0.1;  // s: for how long an aim counts
constexpr double kSwing = 0.4;  // s that a limb takes to leave its first and reach its last place
constexpr double kShortestSwing = 0.1, kRealSwing = 0.02;  // s, m: what is less needs no height
constexpr double kSteepLift = 0.75;  // power of a sine: with 1 feet brush as they leave and land
constexpr double kWholeSwing = 0.1;  // m: a shorter one is lower

/// Of what is carried, per pose of the reference: as it says, or as it was found.
std::vector<CargoPlaces> cargo_places(const Brief& brief, const Reference& reference)
{
    std::vector<CargoPlaces> places = reference.cargo;
    if (brief.cargo && !brief.cargo->empty() && places.empty())
        for (const double time : reference.times)
            places.push_back(brief.cargo->found_at(time));
    return places;
}

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

}  // namespace

Brief following(const Scene& scene, const Reference& reference, double fps, double slowness,
    const Weights& weights)
{
    Brief brief;
    brief.plan
        = find_holds(reference, scene.characters.front().body, scene.surfaces, fps, slowness);
    brief.slowness = slowness;
    brief.weights = weights;
    return brief;
}

RefineProblem::RefineProblem(
    const Scene& scene, const Reference& reference, double slowness, const Weights& weights)
    : RefineProblem(scene, reference,
        following(scene, reference, task_of<Task>(scene).options.fps, slowness, weights))
{
}

RefineProblem::RefineProblem(const Scene& scene, const Reference& reference, Brief brief)
    : brief_(std::move(brief))
    , body_(body_for(
          scene.characters.front().body, reference.poses, brief_.cargo ? *brief_.cargo : Cargo {}))
    , plan_(brief_.plan)
    , cargo_(brief_.cargo ? brief_.cargo->knotted(plan_) : Cargo {})
    , spline_(spline_of(plan_, brief_.slowness * brief_.spacing * std::sqrt(size_of(scene))))
    , watcher_(scene.characters.front().body, body_.tree, scene.surfaces, reference.poses.front(),
          brief_.strict)
{
    const Character& character = scene.characters.front().body;
    setting_.character = &character;
    setting_.body = &body_;
    setting_.plan = &plan_;
    setting_.limits = joint_limits(character, body_);
    setting_.weights = brief_.weights;
    setting_.weight = body_.own_mass() * body_.tree.tree.gravity().norm();
    setting_.arm = kArm * size_of(scene);
    setting_.surfaces = &scene.surfaces;
    setting_.free_places = brief_.free_places;
    if (reference.massless_limbs && brief_.weights.effort == 0)
        setting_.loose = loose_coordinates(character, plan_);
    setting_.cargo = cargo_.carried();
    const std::vector<VectorXd> coordinates
        = coordinates_of(body_, reference.poses, cargo_places(brief_, reference));
    if (brief_.posture)
        setting_.posture = target_of(*brief_.posture, coordinates.front());
    if (brief_.gaze)
        setting_.gaze = Gaze { body_.tree.point(brief_.gaze->head, Vector3d::Zero()),
            body_.tree.point(brief_.gaze->head, Vector3d::UnitX()) };
    if (!brief_.strict)
        for (const VectorXd& q : coordinates) {
            // Nobody is asked to leave the reference for a range that it does not keep.
            setting_.limits.lower = setting_.limits.lower.cwiseMin(q);
            setting_.limits.upper = setting_.limits.upper.cwiseMax(q);
        }
    for (size_t i = 0; i + 1 < plan_.changes.size(); ++i)
        supports_.push_back(support_between(
            plan_, plan_.changes[i], plan_.changes[i + 1], character, scene.surfaces));
    if (brief_.clearance > 0)
        for (int patch = 0; patch < int(character.patches.size()); ++patch)
            stances_.push_back(stances_of(plan_, patch));
    instants_ = std::make_unique<InstantModel>(setting_);
    fit_start(reference, brief_.slowness, coordinates);
    lay_samples();
    lay_aims();
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

PoseTarget RefineProblem::target_of(const PoseWish& wish, const VectorXd& near) const
{
    VectorXd q = coordinates_of(body_, { wish.pose }).front();
    for (int i = 3; i < kRoot; ++i)
        q[i] += 2 * std::numbers::pi * std::round((near[i] - q[i]) / (2 * std::numbers::pi));
    VectorXd shares = VectorXd::Zero(q.size());
    shares.head(wish.shares.size()) = wish.shares;
    return { q, shares };
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
        start_.segment(i * columns(), dofs) = controls.row(i).transpose();
}

void RefineProblem::lay_samples()
{
    int stretch = 0;
    for (int interval = 0; interval < spline_.intervals(); ++interval) {
        while (spline_.time(interval, 0.5) > plan_.changes[size_t(stretch) + 1] * plan_.frame)
            ++stretch;
        const double share = spline_.length(interval) / brief_.samples;
        const auto add = [&](double u, double time_share) {
            Sample& sample = add_sample(
                stretch, spline_.weights(interval, u), spline_.time(interval, u), time_share);
            const bool first = interval == 0 && u == 0,
                       last = interval + 1 == spline_.intervals() && u == 1;
            sample.on_time = first || last;
            sample.instant.still = (first && brief_.still_first) || (last && brief_.still_last);
            if (const std::optional<PoseWish>& wish = first ? brief_.first_pose : brief_.last_pose;
                wish && (first || last))
                sample.instant.pose = target_of(*wish, sample.instant.q);
        };
        // Accelerations are greatest at knots, and where forces jump they differ on both sides.
        const auto changes_at = [&](double time) {
            return std::any_of(plan_.changes.begin(), plan_.changes.end(),
                [&](int frame) { return std::abs(frame * plan_.frame - time) < plan_.frame / 2; });
        };
        const bool jumps = changes_at(spline_.time(interval, 0));
        for (int i = 0; i < brief_.samples; ++i)
            add(double(i) / brief_.samples, i == 0 && jumps ? share / 2 : share);
        if (changes_at(spline_.time(interval, 1)))
            add(1, share / 2);
    }
}

void RefineProblem::lay_aims()
{
    for (const Aim& aim : brief_.aims) {
        const double time = std::clamp(aim.time, 0.0, spline_.end());
        const int interval = spline_.interval_at(time);
        const double u
            = std::clamp((time - spline_.time(interval, 0)) / spline_.length(interval), 0.0, 1.0);
        int stretch = 0;
        while (stretch + 2 < int(plan_.changes.size())
            && spline_.time(interval, 0.5) > plan_.changes[size_t(stretch) + 1] * plan_.frame)
            ++stretch;
        Sample& sample = add_sample(stretch, spline_.weights(interval, u), time, kAimShare);
        sample.on_time = true;
        sample.instant.aims.push_back(aim);
    }
}

void RefineProblem::add_clearances(double time, std::vector<Clearance>& clearances) const
{
    const Character& character = *setting_.character;
    for (size_t p = 0; p < stances_.size(); ++p) {
        const std::vector<Stance>& stances = stances_[p];
        const Patch& patch = character.patches[p];
        const auto keep_above = [&](double height) {
            for (int corner = 0; corner < kCorners; ++corner)
                clearances.push_back(
                    { body_.tree.point(patch.segment, patch_corner(patch, corner)), height });
        };
        const auto lift = [&](double from, double to, double height) {
            if (time > from && time < to)
                keep_above(height
                    * std::pow(
                        std::sin(std::numbers::pi * (time - from) / (to - from)), kSteepLift));
        };
        // Hands that leave something, or reach for it, do not brush over what it stands on.
        if (brief_.burden && stances.empty() && brief_.burden->holds_with(int(p)))
            if (const double idle = brief_.burden->idle(int(p), time); idle > 0)
                keep_above(brief_.clearance * std::min(1.0, 2 * idle / kSwing));
        for (size_t k = 0; k + 1 < stances.size(); ++k) {
            const double from = stances[k].end * plan_.frame,
                         to = stances[k + 1].begin * plan_.frame;
            const double way = way_between(plan_, stances[k], stances[k + 1]);
            if (way > kRealSwing && to - from > kShortestSwing)
                lift(from, to, brief_.clearance * std::min(1.0, way / kWholeSwing));
        }
        const bool ends_limb = std::any_of(character.limbs.begin(), character.limbs.end(),
            [&](const Limb& limb) { return limb.patch == int(p); });
        if (stances.empty() || !ends_limb)
            continue;
        const double first = stances.front().begin * plan_.frame,
                     last = stances.back().end * plan_.frame;
        if (first > kSwing)
            lift(first - kSwing, first, brief_.clearance);
        if (last < plan_.duration() - kSwing)
            lift(last, last + kSwing, brief_.clearance);
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

RefineProblem::Sample& RefineProblem::add_sample(
    int stretch, const CubicSpline::Weights& weights, double time, double time_share)
{
    Sample sample;
    sample.weights = weights;
    sample.time_share = time_share;
    sample.instant = instant_at(stretch, weights, time);
    sample.time = time;
    (void)watch(sample, sample.instant.q);
    (void)meet_passers(sample, sample.instant.q);
    add_clearances(time, sample.instant.clearances);
    if (brief_.gaze)
        sample.instant.looks = brief_.gaze->at(time / brief_.slowness);
    samples_.push_back(std::move(sample));
    return samples_.back();
}

bool RefineProblem::meet_passers(Sample& sample, const VectorXd& now) const
{
    return brief_.passers && !brief_.passers->empty()
        && watcher_.meet(pose_of(body_, sample.instant.q), pose_of(body_, now),
            brief_.passers->at(sample.time / brief_.slowness), sample.instant.meetings);
}

bool RefineProblem::watch(Sample& sample, const VectorXd& now) const
{
    InstantTarget& instant = sample.instant;
    const Pose before = pose_of(body_, instant.q), after = pose_of(body_, now);
    const bool surprise = brief_.burden
        ? watcher_.look(
            before, after, instant.watched, instant.pairs, brief_.burden->solids(sample.time))
        : watcher_.look(before, after, instant.watched, instant.pairs);
    if (!cargo_.empty())
        watcher_.look_at_cargo(before, after, carried_solids(instant.q, now, sample.time),
            instant.watched, instant.pairs, instant.posts);
    return surprise;
}

std::vector<CarriedSolid> RefineProblem::carried_solids(
    const VectorXd& before, const VectorXd& now, double time) const
{
    std::vector<CarriedSolid> solids;
    const CargoPlaces were = cargo_of(body_, before), are = cargo_of(body_, now);
    for (size_t i = 0; i < setting_.cargo.size(); ++i) {
        const CarriedProp& carried = setting_.cargo[i];
        std::vector<int> hands;
        for (const Grasp& grasp : carried.grasps) {
            const Patch& patch = setting_.character->patches[size_t(grasp.patch)];
            hands.push_back(body_.tree.segments[size_t(patch.segment)].joint);
        }
        solids.push_back({ &carried.shape, body_.carried[i].joint, were[i], are[i],
            carried.rest_at(time) != nullptr, std::move(hands) });
    }
    return solids;
}

InstantTarget RefineProblem::instant_at(
    int stretch, const CubicSpline::Weights& weights, double time) const
{
    InstantTarget instant;
    Local at;
    local(start_, weights, at);
    instant.q = at.q;
    instant.qddot = at.qddot;
    instant.support = &supports_[size_t(stretch)];
    instant.center = at.q.head<3>();
    if (brief_.burden)
        brief_.burden->put_on(time, instant);
    if (!cargo_.empty())
        cargo_.put_on(time, body_, *setting_.character, instant);
    return instant;
}

double RefineProblem::evaluate(InstantTarget& instant, const CubicSpline::Weights& weights,
    const VectorXd& x, InstantModel::Detail detail)
{
    local(x, weights, local_);
    return instants_->evaluate(instant, local_.q, local_.qdot, local_.qddot, detail, local_.pace);
}

void RefineProblem::local(const VectorXd& x, const CubicSpline::Weights& weights, Local& out) const
{
    const int n = body_.dofs(), m = columns();
    VectorXd* const parts[] = { &out.q, &out.qdot, &out.qddot };
    std::array<double, 3> clock { 0, 0, 0 };
    for (size_t order = 0; order < 3; ++order) {
        parts[order]->setZero(n);
        for (int i = 0; i < kWindow; ++i) {
            const double w = weights.orders[order][size_t(i)];
            *parts[order] += w * x.segment((weights.first + i) * m, n);
            if (brief_.free_clock)
                clock[order] += w * x[(weights.first + i) * m + n];
        }
    }
    out.late = clock[0];
    out.pace = 1 + clock[1];
    out.bend = clock[2];
    if (!brief_.free_clock)
        return;
    out.qdot /= out.pace;
    out.qddot = (out.qddot - out.bend * out.qdot) / (out.pace * out.pace);
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

double RefineProblem::running_cost(const VectorXd& x)
{
    double sum = 0;
    for (Sample& sample : samples_) {
        (void)evaluate(sample.instant, sample.weights, x, InstantModel::Detail::value);
        sum += sample.time_share * local_.pace * instants_->per_second;
    }
    return sum;
}

RefineProblem::Strain RefineProblem::raise(const VectorXd& x)
{
    Strain strain;
    for (size_t i = 0; i < moments_.size(); ++i) {
        const Moment& moment = moments_[i];
        const CubicSpline::Weights weights = spline_.weights(moment.interval, moment.u);
        InstantTarget instant = instant_at(moment.stretch, weights, moment.frame * plan_.frame);
        (void)evaluate(instant, weights, x, InstantModel::Detail::value);
        const double torque = instants_->strain();
        strain.torque = std::max(strain.torque, torque);
        if (torque > kStrained && !sampled_[i]) {
            add_sample(moment.stretch, weights, moment.frame * plan_.frame, plan_.frame);
            sampled_[i] = true;
        }
    }
    for (Sample& sample : samples_) {
        (void)evaluate(sample.instant, sample.weights, x, InstantModel::Detail::value);
        instants_->remember(local_.q, sample.instant);
        sample.instant.torque_offsets /= kRaise;
        if (brief_.strict)
            for (Eigen::Index k = kRoot; k < local_.q.size(); ++k)
                strain.angle = std::max(strain.angle,
                    std::abs(
                        beyond(local_.q[k], setting_.limits.lower[k], setting_.limits.upper[k])));
        else
            sample.instant.limit_offsets.resize(0);
        if (watch(sample, local_.q))
            strain.clash = true;
        if (meet_passers(sample, local_.q))
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
        most = std::max(most,
            (at.q - sample.instant.q)
                .segment(kRoot, body_.own_dofs() - kRoot)
                .cwiseAbs()
                .maxCoeff());
    }
    return most;
}

}  // namespace gambol::refine
