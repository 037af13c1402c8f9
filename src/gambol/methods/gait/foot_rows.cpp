// SPDX-License-Identifier: MIT
// Rows of single feet: what the ground does to those that stand, and what it asks of them.
#include "gambol/methods/gait/frame_rows.hpp"

#include <cmath>

namespace gambol::gait {

namespace {

using dynamics::BodyPoint;
using Eigen::Matrix3d;
using Eigen::Vector3d;
using Eigen::VectorXd;

constexpr double kAnyMore = std::numeric_limits<double>::infinity();
// Weights: the tip of the friction cone is round, so that light feet may push a little beyond the
// cone, by 3 % at a tenth of the weight. What lies beyond is cut off when a motion is recorded:
// with ten times as much, audits of a running horse missed a hundredth of its momentum.
constexpr double kConeRounding = 0.002;
constexpr double kConeSlenderness = 0.5;  // k / μ
// Own units of time: so many times its speed over the ground is how high a foot has to be. Without
// that a horse at 10 m/s stops its hooves within a frame or two of touching down, and they skim
// half a metre less than a centimetre above the ground.
constexpr double kSkimming = 0.008;
constexpr double kSlow = 0.05;  // own units: slower feet may be anywhere above the ground
constexpr double kRolling = 0.2;  // own units: as fast feet that are points roll over their rim
constexpr double kUpright = 0.3;  // least cosine of a standing foot's tilt

}  // namespace

void FrameRows::add_contact(const Foot& foot, int first)
{
    const VectorXd& x = *variables_;
    const Vector3d f = x.segment<3>(first);
    BodyPoint where = foot.toe;
    const double torsion = x[first + Foot::torsion];
    if (foot.has_sole())
        where.position += x[first + Foot::back_from_toe] * foot.back
            + x[first + Foot::left_of_toe] * foot.left;
    const Place at = place(where);
    const auto axis = [&](int k) -> Vector3d { return at_->axis.col(k); };
    for (const int k : at.path) {
        const Vector3d J = rate(at, k);
        active_[k] -= J.dot(f) + torsion * axis(k).z();
        if (!derivatives_)
            continue;
        for (const int i : at.path) {
            if (i > k)
                break;
            // ∂J_k/∂q_i = axis_i × J_k for i before k, and ∂J_i/∂q_k is the same.
            const double bend = axis(i).cross(J).dot(f);
            contact_dq_(k, i) += bend + (i < k ? torsion * axis(i).cross(axis(k)).z() : 0);
            if (i < k)
                contact_dq_(i, k) += bend;
        }
        contact_df_.block<1, 3>(k, first) += J.transpose();
        contact_df_(k, first + Foot::torsion) += axis(k).z();
        if (foot.has_sole()) {
            const Matrix3d& R = body(where).R;
            contact_df_(k, first + Foot::back_from_toe) += axis(k).cross(R * foot.back).dot(f);
            contact_df_(k, first + Foot::left_of_toe) += axis(k).cross(R * foot.left).dot(f);
        }
    }
}

void FrameRows::add_stance(const Foot& foot, const FrameFoot& now, LocalRows& pose) const
{
    const Place toe = place(foot.toe);
    Vector3d held = Vector3d::Zero();
    held.head<2>() = now.ground
        * Eigen::Vector2d((*shared_)[2 * now.anchor], now.side * (*shared_)[2 * now.anchor + 1]);
    const Eigen::Matrix2d turned = now.ground.linear();
    for (int d = 0; d < 3; ++d) {
        const int row = pose.add(kLengthScale * (toe.p[d] - held[d]), 0, 0);
        if (!derivatives_)
            continue;
        for (const int k : toe.path)
            pose.J(row, columns_.q(k)) = kLengthScale * rate(toe, k)[d];
        for (int k = 0; d < 2 && k < 2; ++k)
            pose.J(row, columns_.anchor_of_pose(2 * now.anchor + k))
                = -kLengthScale * turned(d, k) * (k == 1 ? now.side : 1);
    }
    // Small feet roll over their toes meanwhile, and look ahead again when they leave.
    if (foot.keeps_heading && (foot.has_sole() || now.lands))
        add_direction(
            foot.toe, foot.back, { -std::sin(now.heading), std::cos(now.heading), 0 }, 0, 0, pose);
    if (foot.keeps_level)
        add_direction(foot.toe, foot.left, Vector3d::UnitZ(), 0, 0, pose);
    add_direction(
        foot.toe, foot.left.cross(foot.back), Vector3d::UnitZ(), kUpright, kAnyMore, pose);
    if (foot.has_sole())
        add_height(foot.heel, 0, kAnyMore, pose);
}

void FrameRows::add_landing(const Foot& foot, const FrameFoot& now, LocalRows& rows) const
{
    const Place toe = place(foot.toe);
    const Vector3d v = velocity(foot.toe);
    for (int d = 0; d < 3; ++d) {
        const int row = rows.add(v[d] + (d == 0 ? now.speed : 0), 0, 0);
        if (!derivatives_)
            continue;
        for (const int k : toe.path) {
            rows.J(row, columns_.q(k)) = drift(toe, v, k)[d];
            rows.J(row, columns_.qdot(k)) = rate(toe, k)[d];
        }
    }
}

void FrameRows::add_skimming(
    const BodyPoint& point, double rim, double speed, LocalRows& rows) const
{
    const Place at = place(point);
    const Vector3d v = velocity(point);
    // Over the ground; smooth where it is 0.
    const Eigen::Vector2d along(v.x() + speed, v.y());
    const double size = std::hypot(along.x(), along.y(), kSlow),
                 rolling = std::hypot(along.x(), along.y(), kRolling);
    const double least = kSkimming * (size - kSlow) + rim * (1 - kRolling / rolling);
    const int row = rows.add(kLengthScale * (at.p.z() - least), 0, kAnyMore);
    if (!derivatives_)
        return;
    const Eigen::Vector2d slope = kLengthScale
        * (kSkimming / size + rim * kRolling / (rolling * rolling * rolling)) * along;
    for (const int k : at.path) {
        rows.J(row, columns_.q(k))
            = kLengthScale * rate(at, k).z() - slope.dot(drift(at, v, k).head<2>());
        rows.J(row, columns_.qdot(k)) = -slope.dot(rate(at, k).head<2>());
    }
}

void FrameRows::add_force_limits(const Foot& foot, int first, LocalRows& rows) const
{
    const Vector3d f = variables_->segment<3>(first);
    // √(f_x² + f_y² + k² f_z²) ≤ √(μ² + k²) f_z is the same cone, and smooth about its axis.
    const double k = kConeSlenderness * limits_.friction, wide = std::hypot(limits_.friction, k);
    const double size = Vector3d(std::hypot(f.x(), f.y()), k * f.z(), kConeRounding).norm();
    const int cone = rows.add(wide * f.z() - size + kConeRounding, 0);
    if (derivatives_) {
        rows.J(cone, columns_.foot(first)) = -f.x() / size;
        rows.J(cone, columns_.foot(first + 1)) = -f.y() / size;
        rows.J(cone, columns_.foot(first + 2)) = wide - k * k * f.z() / size;
    }
    const double torsion = (*variables_)[first + Foot::torsion],
                 arm = limits_.friction * foot.torsion_arm;
    for (const double sign : { -1.0, 1.0 }) {
        const int row = rows.add(arm * f.z() + sign * torsion, 0);
        if (derivatives_) {
            rows.J(row, columns_.foot(first + 2)) = arm;
            rows.J(row, columns_.foot(first + Foot::torsion)) = sign;
        }
    }
    if (!foot.has_sole())
        return;
    // The force acts where the sole touches: behind a raised heel it cannot.
    const double from_toe = (*variables_)[first + Foot::back_from_toe];
    BodyPoint where = foot.toe;
    where.position += from_toe * foot.back;
    const Place at = place(where);
    const int row = rows.add(kLengthScale * at.p.z(), -kAnyMore, kLengthScale * sole_gap());
    if (derivatives_) {
        for (const int k : at.path)
            rows.J(row, columns_.q(k)) = kLengthScale * rate(at, k).z();
        rows.J(row, columns_.foot(first + Foot::back_from_toe))
            = kLengthScale * (body(where).R * foot.back).z();
    }
}

void FrameRows::add_spin(const Foot& foot, LocalRows& residuals) const
{
    const Vector3d turn = body(foot.toe).angular;
    // What a foot slips by goes with its size, and the audit allows the same to feet of all sizes.
    const double weight = std::sqrt(objective_.foot_spin) * std::max(1.0, animal_.leg);
    const int row = residuals.add(weight * turn.z(), 0, 0);
    if (!derivatives_)
        return;
    for (const int k : animal_.body.tree.path(foot.toe.joint)) {
        const Vector3d axis = at_->axis.col(k);
        residuals.J(row, columns_.q(k)) = weight * (at_->axis_rate.col(k) + axis.cross(turn)).z();
        residuals.J(row, columns_.qdot(k)) = weight * axis.z();
    }
}

}  // namespace gambol::gait
