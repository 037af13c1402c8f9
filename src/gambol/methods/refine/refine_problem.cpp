// SPDX-License-Identifier: MIT
#include "gambol/methods/refine/refine_problem.hpp"

#include "gambol/geometry/nearest.hpp"

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
constexpr int kWindow = 4;  // control points that an instant is made of
constexpr double kNear = 0.06;  // m: what is farther from a surface in the reference is not watched
constexpr double kOverlap = 0.01;  // m; the audit allows 3 cm
constexpr int kBallsPerCapsule = 3;
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

void append_balls(const Shape& shape, std::vector<std::pair<Vector3d, double>>& balls)
{
    std::visit(
        Overloaded {
            [&](const Capsule& s) {
                for (int i = 0; i < kBallsPerCapsule; ++i)
                    balls.emplace_back(
                        s.from + (s.to - s.from) * (double(i) / (kBallsPerCapsule - 1)), s.radius);
            },
            [&](const Sphere& s) { balls.emplace_back(s.center, s.radius); },
            [&](const Box& s) {
                for (int i = 0; i < 8; ++i)
                    balls.emplace_back(s.center
                            + s.rotation
                                * s.half_size.cwiseProduct(
                                    Vector3d(i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : -1)),
                        0);
            },
            [](const auto&) {},
        },
        shape);
}

std::vector<Watch> balls_of(const Character& character, const dynamics::CharacterTree& tree)
{
    std::vector<Watch> watches;
    for (size_t i = 0; i < character.segments.size(); ++i) {
        std::vector<std::pair<Vector3d, double>> balls;
        for (const Shape& shape : character.segments[i].shapes)
            append_balls(shape, balls);
        for (const auto& [center, radius] : balls)
            watches.push_back({ tree.point(int(i), center), radius, nullptr });
    }
    for (const Patch& patch : character.patches)
        for (int corner = 0; corner < 4; ++corner)
            watches.push_back(
                { tree.point(patch.segment, patch_corner(patch, corner)), 0, nullptr });
    return watches;
}

/// All capsules of two segments that are neither parent and child nor children of one parent.
std::vector<Pair> pairs_of(const Character& character, const dynamics::CharacterTree& tree)
{
    std::vector<Pair> pairs;
    for (size_t i = 0; i < character.segments.size(); ++i)
        for (size_t j = 0; j < i; ++j) {
            const Segment &a = character.segments[i], &b = character.segments[j];
            if (a.parent == int(j) || b.parent == int(i) || a.parent == b.parent)
                continue;
            for (const Shape& one : a.shapes)
                for (const Shape& other : b.shapes)
                    if (const auto* s = std::get_if<Capsule>(&one),
                        *t = std::get_if<Capsule>(&other);
                        s && t)
                        pairs.push_back({ { tree.point(int(i), s->from), tree.point(int(i), s->to),
                                              s->radius },
                            { tree.point(int(j), t->from), tree.point(int(j), t->to), t->radius },
                            0 });
        }
    return pairs;
}

}  // namespace

RefineProblem::RefineProblem(const Scene& scene, const Reference& reference, const Weights& weights)
    : scene_(scene)
    , body_(body_for(scene.characters.front().body, reference.poses))
    , plan_(
          find_holds(reference, scene.characters.front().body, scene.surfaces, scene.spacetime.fps))
    , spline_(spline_of(plan_, kKnotSpacing * std::sqrt(size_of(scene))))
{
    const Character& character = scene.characters.front().body;
    setting_.character = &character;
    setting_.body = &body_;
    setting_.plan = &plan_;
    setting_.limits = joint_limits(character);
    setting_.weights = weights;
    setting_.weight = body_.tree.tree.mass() * body_.tree.tree.gravity().norm();
    setting_.arm = kArm * size_of(scene);
    const std::vector<VectorXd> coordinates = coordinates_of(body_, reference.poses);
    for (const VectorXd& q : coordinates) {
        // Nobody is asked to leave the reference for a range that it does not keep.
        setting_.limits.lower = setting_.limits.lower.cwiseMin(q);
        setting_.limits.upper = setting_.limits.upper.cwiseMax(q);
    }
    for (size_t i = 0; i + 1 < plan_.changes.size(); ++i)
        supports_.push_back(support_between(
            plan_, plan_.changes[i], plan_.changes[i + 1], character, scene.surfaces));
    balls_ = balls_of(character, body_.tree);
    pairs_ = pairs_of(character, body_.tree);
    instants_ = std::make_unique<InstantModel>(setting_);
    fit_start(reference, coordinates);
    lay_samples();
}

int RefineProblem::blocks() const
{
    return (spline_.controls() + kControls - 1) / kControls;
}

void RefineProblem::fit_start(const Reference& reference, const std::vector<VectorXd>& coordinates)
{
    const int n = spline_.controls(), dofs = body_.dofs();
    MatrixXd A = MatrixXd::Zero(n, n), b = MatrixXd::Zero(n, dofs);
    for (size_t t = 0; t < reference.times.size(); ++t) {
        const int interval = spline_.interval_at(std::min(reference.times[t], spline_.end()));
        const double u = std::clamp(
            (reference.times[t] - spline_.time(interval, 0)) / spline_.length(interval), 0.0, 1.0);
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
        for (int i = 0; i < kSamplesPerInterval; ++i) {
            Sample sample;
            sample.weights = spline_.weights(interval, (i + 0.5) / kSamplesPerInterval);
            sample.time_share = spline_.length(interval) / kSamplesPerInterval;
            sample.instant = instant_at(stretch, sample.weights);
            samples_.push_back(std::move(sample));
        }
    }
}

Instant RefineProblem::instant_at(int stretch, const CubicSpline::Weights& weights)
{
    Instant instant;
    local(start_, weights, local_);
    instant.q = local_.q;
    instant.qddot = local_.qddot;
    instant.support = &supports_[size_t(stretch)];
    instant.center = local_.q.head<3>();
    watch(pose_of(body_, local_.q), instant);
    return instant;
}

void RefineProblem::watch(const Pose& pose, Instant& instant) const
{
    const Character& character = *setting_.character;
    const std::vector<SegmentFrame> frames = forward_kinematics(character, pose);
    std::vector<SegmentFrame> by_joint(size_t(body_.tree.tree.joint_count()));
    for (size_t i = 0; i < frames.size(); ++i) {
        const dynamics::BodyPoint& at = body_.tree.segments[i];
        by_joint[size_t(at.joint)]
            = { frames[i].position - frames[i].rotation * at.position, frames[i].rotation };
    }
    for (const Watch& ball : balls_) {
        const SegmentFrame& frame = by_joint[size_t(ball.point.joint)];
        const Vector3d p = frame.position + frame.rotation * ball.point.position;
        for (const Surface& surface : scene_.surfaces)
            if (nearest_surface_point(surface.shape, p).distance - ball.radius < kNear)
                instant.watched.push_back({ ball.point, ball.radius, &surface.shape });
    }
    const auto world = [&](const dynamics::BodyPoint& point) -> Vector3d {
        const SegmentFrame& frame = by_joint[size_t(point.joint)];
        return frame.position + frame.rotation * point.position;
    };
    for (const Pair& pair : pairs_) {
        const Vector3d a0 = world(pair.a.from), a1 = world(pair.a.to), b0 = world(pair.b.from),
                       b1 = world(pair.b.to);
        const SegmentPair near = nearest_on_segments(a0, a1, b0, b1);
        const double gap = (a0 + near.on_a * (a1 - a0) - b0 - near.on_b * (b1 - b0)).norm()
            - pair.a.radius - pair.b.radius;
        if (gap > kNear)
            continue;
        instant.pairs.push_back(pair);
        // What overlaps in the reference need not be parted.
        instant.pairs.back().overlap = std::max(kOverlap, -gap);
    }
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
        local(x, sample.weights, local_);
        cost += sample.time_share
            * instants_->evaluate(sample.instant, local_.q, local_.qdot, local_.qddot,
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
