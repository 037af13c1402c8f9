// SPDX-License-Identifier: MIT
#include "gambol/methods/cio/terms/goals.hpp"

namespace gambol::cio {

namespace {

using Eigen::Matrix;
using Eigen::Matrix3d;
using Eigen::Vector3d;

/// r = R_torso axis − direction
void add_direction(
    const FeatureFrame& frame, const Vector3d& axis, const Vector3d& direction, LocalModel& out)
{
    const CarrierState& torso = frame.carriers[0];
    const Vector3d now = torso.turn.R * axis;
    const Matrix3d J = -skew(now) * torso.turn.left_jacobian;
    out.add<3, 3>(
        now - direction, J, { frame.columns.q + 3, frame.columns.q + 4, frame.columns.q + 5 });
}

}  // namespace

void TorsoAt::add(const FeatureFrame& frame, LocalModel& out) const
{
    for (int i = 0; i < (with_height_ ? 3 : 2); ++i)
        out.add(frame.q[i] - target_[i], 1, frame.columns.q + i);
}

void TorsoFaces::add(const FeatureFrame& frame, LocalModel& out) const
{
    add_direction(frame, Vector3d::UnitX(), direction_, out);
}

Stands::Stands(const FeatureModel& model, On on)
    : on_(on)
{
    Vector3d mean = Vector3d::Zero();
    double height = 0;
    for (int i = 0; i < int(model.limbs.size()); ++i) {
        const FeatureLimb& limb = model.limbs[i];
        if (limb.support != (on == On::feet)) {
            raised_.push_back(i);
            continue;
        }
        supports_.push_back(i);
        mean += limb.rest;
        if (on == On::feet) {
            reach_.push_back((limb.rest + limb.rest_axes * limb.tip - limb.base).norm());
        } else {
            constexpr double kLocked = 0.97;  // quite straight elbows would be a singularity
            reach_.push_back(kLocked * (limb.upper_length + limb.lower_length));
            height += limb.base.z() + reach_.back() + model.patches[i].axes.col(2).dot(limb.tip);
        }
    }
    if (supports_.empty())
        return;
    if (on == On::feet) {
        above_ = -mean / double(supports_.size());
        above_.z() = model.standing_height;
    } else {
        above_.z() = height / double(supports_.size());
    }
}

void Stands::add(const FeatureFrame& frame, LocalModel& out) const
{
    constexpr double kPlace = 0.3;  // feet may end a little off; more makes an extra step
    const Vector3d up
        = on_ == On::feet ? Vector3d(Vector3d::UnitZ()) : Vector3d(-Vector3d::UnitZ());
    add_direction(frame, Vector3d::UnitZ(), up, out);
    if (supports_.empty())
        return;
    const CarrierState& torso = frame.carriers[0];
    const double share = 1.0 / double(supports_.size());

    const Vector3d ahead
        = torso.turn.R * Vector3d(above_.x(), above_.y(), 0) + above_.z() * Vector3d::UnitZ();
    const Matrix3d dahead
        = -skew(torso.turn.R * Vector3d(above_.x(), above_.y(), 0)) * torso.turn.left_jacobian;
    Eigen::VectorXd r = torso.position - ahead;
    for (const int limb : supports_)
        r -= share * frame.carriers[limb + 1].position;
    std::vector<int> columns;
    Eigen::MatrixXd J;
    if (out.wants_derivatives()) {
        J.setZero(3, 6 + 3 * Eigen::Index(supports_.size()));
        for (int i = 0; i < 6; ++i)
            columns.push_back(frame.columns.q + i);
        J.leftCols<3>().setIdentity();
        J.middleCols<3>(3) = -dahead;
        for (size_t s = 0; s < supports_.size(); ++s) {
            for (int i = 0; i < 3; ++i)
                columns.push_back(frame.columns.q + frame.model->effector(supports_[s]) + i);
            J.middleCols<3>(6 + 3 * Eigen::Index(s)) = -share * Matrix3d::Identity();
        }
    }
    out.add_dynamic(r, J, columns);

    for (size_t s = 0; s < supports_.size(); ++s) {
        const int limb = supports_[s];
        const LimbState& state = frame.limbs[limb];
        out.add<1, 13>(Matrix<double, 1, 1>(state.points.reach - reach_[s]), state.D.reach,
            frame.limb_columns(limb));
        const PatchState& patch = frame.patches[limb];
        for (int k = 0; k < kCorners; ++k) {
            const CornerGap at = corner_gap(frame, patch, k);
            out.add<3, 6>(at.gap, at.J, frame.carrier_columns(patch.carrier));
        }
    }
    const bool on_feet = on_ == On::feet;
    const double share_of_place = on_feet ? kPlace : 1;
    for (const int limb : on_feet ? supports_ : raised_) {
        const RestOffset offset = rest_offset(frame, limb);
        out.add<3, 9>(share_of_place * offset.r, share_of_place * offset.J, offset.columns);
    }
}

void Strikes::add(const FeatureFrame& frame, LocalModel& out) const
{
    constexpr double kSpeedTime = 0.2;  // s; 5 cm beside the target weigh as much as 0.25 m/s
    const int first = frame.model->effector(limb_);
    for (int i = 0; i < 3; ++i) {
        out.add(frame.q[first + i] - target_[i], 1, frame.columns.q + first + i);
        out.add(kSpeedTime * (frame.v[first + i] - velocity_[i]), kSpeedTime,
            frame.columns.v + first + i);
    }
}

void Still::add(const FeatureFrame& frame, LocalModel& out) const
{
    for (int i = 0; i < frame.model->coordinates(); ++i)
        out.add(frame.v[i], 1, frame.columns.v + i);
}

}  // namespace gambol::cio
