// SPDX-License-Identifier: MIT
#include "gambol/methods/gait/frame_rows.hpp"

#include <algorithm>
#include <cmath>

namespace gambol::gait {

namespace {

using dynamics::BodyPoint;
using Eigen::Matrix3d;
using Eigen::Vector3d;
using Eigen::VectorXd;

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kJointHeight = 0.03;  // legs, of knees and ankles
// Of a swing, at both its ends; between them feet are high enough whatever they do.
constexpr double kSkimmingShare = 0.2;
constexpr double kKeepApart = 0.6;  // of the distance of the two sides when standing
// Of what folds against each other, legs and metres: the audit allows 3 cm of animals of all sizes.
constexpr double kFoldOverlap = 0.013, kMostFoldOverlap = 0.025;
constexpr double kFoldSlack = 0.002;  // legs, of what overlaps when standing
constexpr double kFoldSharpness = 150;  // k of FrameRows::fold_gap
constexpr double kLeastShare = 1e-9;  // of its gradient; most solids are far from each other
constexpr double kBallHeight = 0.5;  // of its radius: lower it would be too deep in the ground

/// Whether rows leave a foot that stands free to turn about z: one that leans aside does as it
/// rolls.
bool pivots(const Foot& foot)
{
    return !foot.has_sole() || !foot.keeps_heading || !foot.keeps_level;
}

}  // namespace

void LocalRows::clear(int columns, bool with_derivatives)
{
    count = 0;
    derivatives = with_derivatives;
    if (value.size() == 0) {
        const int room = 128;
        value.resize(room);
        lower.resize(room);
        upper.resize(room);
    }
    if (derivatives)
        J.resize(value.size(), columns);
}

int LocalRows::add(double v, double least, double most)
{
    if (count == value.size()) {
        for (VectorXd* numbers : { &value, &lower, &upper })
            numbers->conservativeResize(2 * count);
        if (derivatives)
            J.conservativeResize(2 * count, Eigen::NoChange);
    }
    if (derivatives)
        J.row(count).setZero();
    value[count] = v;
    lower[count] = least;
    upper[count] = most;
    return count++;
}

void FrameOutput::clear(const FrameColumns& columns, bool with_derivatives)
{
    motion.clear(columns.count(), with_derivatives);
    pose.clear(columns.count_of_pose(), with_derivatives);
    residuals.clear(columns.count(), with_derivatives);
    beside = 0;
}

FrameRows::FrameRows(const Animal& animal, const Limits& limits, const Objective& objective,
    int anchors, const Springs* springs)
    : animal_(animal)
    , limits_(limits)
    , objective_(objective)
    , springs_(springs)
{
    columns_.springs = springs ? springs->count() : 0;
    columns_.dofs = animal.dofs();
    columns_.anchors = anchors;
    for (const Foot& foot : animal.feet) {
        first_variables_.push_back(columns_.foot_variables);
        columns_.foot_variables += foot.variables();
    }
    torque_weights_ = objective.muscles
        ? animal.lever
        : VectorXd(animal.strength.array().pow(objective.strength_power).matrix());
    const auto joints = torque_weights_.tail(animal.dofs() - kRootDofs);
    const double mean = objective.lever_unit > 0 ? objective.lever_unit
        : joints.size() > 0                      ? std::exp(joints.array().log().mean())
                                                 : 1;
    torque_weights_ = (std::sqrt(objective.torque) * mean * torque_weights_.cwiseInverse()).eval();

    Instants standing = make_instants();
    Instant at;
    const VectorXd rest = VectorXd::Zero(animal.dofs());
    standing.load(0, animal.standing, rest, rest);
    standing.update(false);
    standing.read(0, false, at);
    instants_ = &standing;
    at_ = &at;
    for (size_t f = 0; f < animal.feet.size(); ++f)
        for (size_t g = f + 1; g < animal.feet.size(); ++g) {
            const Foot &a = animal.feet[f], &b = animal.feet[g];
            if (a.mirror != int(g))
                continue;
            const double apart = place(a.toe).p.y() - place(b.toe).p.y();
            for (const auto& [p, q] :
                { std::pair(a.toe, b.toe), std::pair(a.knee, b.knee), std::pair(a.ankle, b.ankle) })
                pairs_.push_back(
                    { apart > 0 ? p : q, apart > 0 ? q : p, kKeepApart * std::abs(apart) });
        }
    const double overlap = std::min(kFoldOverlap, kMostFoldOverlap / animal.leg);
    for (const FoldPair& fold : animal.folds)
        least_gaps_.push_back(std::min(-overlap, fold_gap(fold, nullptr) - kFoldSlack));
    instants_ = nullptr;
    at_ = nullptr;
}

Instants FrameRows::make_instants() const
{
    std::vector<int> joints { animal_.head.joint };
    for (const Foot& foot : animal_.feet) {
        joints.push_back(foot.toe.joint);
        joints.push_back(foot.knee.joint);
        joints.push_back(foot.ankle.joint);
    }
    for (const FoldPair& fold : animal_.folds)
        for (const std::vector<Solid>& part : { fold.a, fold.b })
            for (const Solid& solid : part)
                joints.push_back(solid.origin.joint);
    if (objective_.muscles)
        for (const MuscleJoint& joint : animal_.joints)
            if (joint.foot >= 0)
                joints.push_back(joint.from.joint);
    return Instants(animal_.body.tree, std::move(joints));
}

const Instant::Body& FrameRows::body(const BodyPoint& point) const
{
    return at_->bodies[size_t(instants_->body_index(point.joint))];
}

FrameRows::Place FrameRows::place(const BodyPoint& point) const
{
    const Instant::Body& carrier = body(point);
    return { carrier.p + carrier.R * point.position, animal_.body.tree.path(point.joint) };
}

Vector3d FrameRows::rate(const Place& place, int dof) const
{
    return at_->origin_rate.col(dof) + at_->axis.col(dof).cross(place.p);
}

Vector3d FrameRows::velocity(const BodyPoint& point) const
{
    const Instant::Body& carrier = body(point);
    return carrier.linear + carrier.angular.cross(place(point).p);
}

Vector3d FrameRows::drift(const Place& place, const Vector3d& velocity, int dof) const
{
    return at_->origin_rate_rate.col(dof) + at_->axis_rate.col(dof).cross(place.p)
        + at_->axis.col(dof).cross(velocity);
}

void FrameRows::add_height(
    const BodyPoint& point, double lower, double upper, LocalRows& rows) const
{
    const Place at = place(point);
    const int row = rows.add(kLengthScale * at.p.z(), kLengthScale * lower, kLengthScale * upper);
    if (derivatives_)
        for (const int k : at.path)
            rows.J(row, columns_.q(k)) = kLengthScale * rate(at, k).z();
}

void FrameRows::add_direction(const BodyPoint& of, const Vector3d& direction, const Vector3d& axis,
    double lower, double upper, LocalRows& rows) const
{
    const Vector3d d = body(of).R * direction;
    const int row = rows.add(d.dot(axis), lower, upper);
    if (derivatives_)
        for (const int k : animal_.body.tree.path(of.joint))
            rows.J(row, columns_.q(k)) = at_->axis.col(k).cross(d).dot(axis);
}

void FrameRows::add_sides(const Pair& pair, LocalRows& rows) const
{
    const Place a = place(pair.left), b = place(pair.right);
    const int row = rows.add(kLengthScale * (a.p.y() - b.p.y()), kLengthScale * pair.least);
    if (!derivatives_)
        return;
    for (const int k : a.path)
        rows.J(row, columns_.q(k)) += kLengthScale * rate(a, k).y();
    for (const int k : b.path)
        rows.J(row, columns_.q(k)) -= kLengthScale * rate(b, k).y();
}

double FrameRows::fold_gap(const FoldPair& fold, Eigen::RowVectorXd* gradient) const
{
    const auto world = [&](const Solid& solid) {
        const Vector3d origin = place(solid.origin).p;
        const Matrix3d& R = body(solid.origin).R;
        return Capsule { origin + R * solid.capsule.from, origin + R * solid.capsule.to,
            solid.capsule.radius };
    };
    const auto point = [](const Solid& solid, double along) {
        const Capsule& c = solid.capsule;
        return BodyPoint { solid.origin.joint,
            solid.origin.position + c.from + along * (c.to - c.from) };
    };
    std::vector<Capsule> capsules;
    for (const Solid& b : fold.b)
        capsules.push_back(world(b));
    std::vector<CapsuleGap> gaps;
    gaps.reserve(fold.a.size() * fold.b.size());
    double least = kInfinity;
    for (const Solid& a : fold.a) {
        const Capsule from = world(a);
        for (const Capsule& to : capsules) {
            gaps.push_back(capsule_gap(from, to));
            least = std::min(least, gaps.back().gap);
        }
    }
    double sum = 0;
    for (const CapsuleGap& gap : gaps)
        sum += std::exp(-kFoldSharpness * (gap.gap - least));
    if (gradient) {
        gradient->setZero(columns_.dofs);
        for (size_t i = 0; i < gaps.size(); ++i) {
            const CapsuleGap& gap = gaps[i];
            const double share = std::exp(-kFoldSharpness * (gap.gap - least)) / sum;
            if (share < kLeastShare)
                continue;
            const Vector3d along = share * gap.between / std::max(gap.distance, 1e-6);
            const Place on_a = place(point(fold.a[i / fold.b.size()], gap.at.on_a)),
                        on_b = place(point(fold.b[i % fold.b.size()], gap.at.on_b));
            for (const int k : on_a.path)
                (*gradient)[k] += along.dot(rate(on_a, k));
            for (const int k : on_b.path)
                (*gradient)[k] -= along.dot(rate(on_b, k));
        }
    }
    return least - std::log(sum) / kFoldSharpness;
}

void FrameRows::add_fold(const FoldPair& fold, double least, LocalRows& rows) const
{
    Eigen::RowVectorXd gradient;
    const double gap = fold_gap(fold, derivatives_ ? &gradient : nullptr);
    const int row = rows.add(kLengthScale * gap, kLengthScale * least);
    if (derivatives_)
        rows.J.row(row).segment(columns_.q(0), columns_.dofs) = kLengthScale * gradient;
}

void FrameRows::add_head(LocalRows& residuals) const
{
    const Place head = place(animal_.head);
    const Vector3d v = velocity(animal_.head);
    const double speed_weight = std::sqrt(objective_.head_speed);
    for (int d = 1; d < 3; ++d) {
        const int row = residuals.add(speed_weight * v[d], 0, 0);
        if (!derivatives_)
            continue;
        for (const int k : head.path) {
            residuals.J(row, columns_.q(k)) = speed_weight * drift(head, v, k)[d];
            residuals.J(row, columns_.qdot(k)) = speed_weight * rate(head, k)[d];
        }
    }
    // ‖R − Rᵀ‖ and ‖R − 1‖ agree for small angles; the former is 0 at a half turn, which limits of
    // joints keep away.
    const Matrix3d& R = body(animal_.head).R;
    const double turn_weight = std::sqrt(objective_.head_turn / 2);
    for (int d = 0; d < 3; ++d) {
        const int a = (d + 1) % 3, b = (d + 2) % 3;
        const int row = residuals.add(turn_weight * (R(a, b) - R(b, a)), 0, 0);
        if (!derivatives_)
            continue;
        for (const int k : head.path) {
            const Vector3d axis = at_->axis.col(k), col_a = R.col(a), col_b = R.col(b);
            residuals.J(row, columns_.q(k))
                = turn_weight * (axis.cross(col_b)[a] - axis.cross(col_a)[b]);
        }
    }
}

void FrameRows::evaluate(const Frame& frame, const Instants& instants, const Instant& at,
    const VectorXd& foot_variables, const VectorXd& shared, FrameOutput& out)
{
    instants_ = &instants;
    at_ = &at;
    variables_ = &foot_variables;
    shared_ = &shared;
    derivatives_ = out.motion.derivatives;
    active_ = at.forces;
    if (derivatives_) {
        contact_dq_.setZero(columns_.dofs, columns_.dofs);
        contact_df_.setZero(columns_.dofs, columns_.foot_variables);
    }
    for (size_t f = 0; f < frame.size(); ++f)
        if (frame[f].loaded)
            add_contact(animal_.feet[f], first_variables_[f]);
    add_dynamics(out);
    for (size_t f = 0; f < frame.size(); ++f) {
        const Foot& foot = animal_.feet[f];
        const FrameFoot& now = frame[f];
        if (now.down) {
            add_stance(foot, now, out.pose);
            if (pivots(foot))
                add_spin(foot, out.residuals);
        } else {
            const double clear = limits_.clearance * 4 * now.swing * (1 - now.swing);
            for (const BodyPoint& corner : foot.corners)
                add_height(corner, clear, kInfinity, out.pose);
            if (std::min(now.swing, 1 - now.swing) < kSkimmingShare) {
                add_skimming(foot.toe, foot.rim, now.speed, out.motion);
                if (foot.has_sole())
                    add_skimming(foot.heel, 0, now.speed, out.motion);
            }
        }
        if (now.lands)
            add_landing(foot, now, out.motion);
        if (now.loaded)
            add_force_limits(foot, first_variables_[f], out.motion);
        add_height(foot.knee, kJointHeight, kInfinity, out.pose);
        add_height(foot.ankle, kJointHeight, kInfinity, out.pose);
        for (const Foot::Ball& ball : foot.balls)
            add_height(ball.center, kBallHeight * ball.radius, kInfinity, out.pose);
    }
    for (const Pair& pair : pairs_)
        add_sides(pair, out.pose);
    for (size_t i = 0; i < least_gaps_.size(); ++i)
        add_fold(animal_.folds[i], least_gaps_[i], out.pose);
    if (limits_.head_height > 0)
        add_height(animal_.head, limits_.head_height, kInfinity, out.pose);
    add_head(out.residuals);
    if (objective_.muscles)
        add_stress(frame, out.residuals);
}

}  // namespace gambol::gait
