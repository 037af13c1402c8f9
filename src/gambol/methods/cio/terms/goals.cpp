// SPDX-License-Identifier: MIT
#include "gambol/methods/cio/terms/goals.hpp"

#include "gambol/methods/cio/contact_geometry.hpp"

namespace gambol::cio {

namespace {

using Eigen::Matrix;
using Eigen::Matrix3d;
using Eigen::Vector3d;

/// r = R_torso axis − direction
void add_direction(
    const CarrierState& torso, const Vector3d& axis, const Vector3d& direction, LocalModel& out)
{
    const Vector3d now = torso.turn.R * axis;
    const Matrix3d J = -skew(now) * torso.turn.left_jacobian;
    out.add<3, 3>(now - direction, J, { torso.place[3], torso.place[4], torso.place[5] });
}

/// What a foot stands on, or is nearest to: the world or whoever may bear it.
const ContactState& standing_contact(const SceneInstant& instant, int who, int limb)
{
    const auto far = [&](const ContactState& contact) {
        double sum = 0;
        for (int k = 0; k < kCorners; ++k)
            sum += corner_gap(instant, contact, k).value.squaredNorm();
        return sum;
    };
    const ContactState* nearest = &instant.world_contact(who, limb);
    for (size_t i = 0; i < instant.contacts.size(); ++i) {
        const ContactPair& pair = instant.model->contacts[i];
        if (pair.bears && pair.character == who && pair.patch == limb
            && far(instant.contacts[i]) < far(*nearest))
            nearest = &instant.contacts[i];
    }
    return *nearest;
}

}  // namespace

void TorsoAt::add(const SceneInstant& instant, TermWorkspace&, LocalModel& out) const
{
    const CarrierState& torso = instant.torso(who_);
    for (int i = 0; i < (with_height_ ? 3 : 2); ++i)
        out.add(torso.position[i] - target_[i], 1, torso.place[size_t(i)]);
}

void TorsoFaces::add(const SceneInstant& instant, TermWorkspace&, LocalModel& out) const
{
    add_direction(instant.torso(who_), Vector3d::UnitX(), direction_, out);
}

Stands::Stands(int who, const FeatureModel& model, On on)
    : who_(who)
    , on_(on)
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

void Stands::add(const SceneInstant& instant, TermWorkspace&, LocalModel& out) const
{
    constexpr double kPlace = 0.3;  // feet may end a little off; more makes an extra step
    const Vector3d up
        = on_ == On::feet ? Vector3d(Vector3d::UnitZ()) : Vector3d(-Vector3d::UnitZ());
    const CarrierState& torso = instant.torso(who_);
    add_direction(torso, Vector3d::UnitZ(), up, out);
    if (supports_.empty())
        return;
    const double share = 1.0 / double(supports_.size());

    const Vector3d ahead
        = torso.turn.R * Vector3d(above_.x(), above_.y(), 0) + above_.z() * Vector3d::UnitZ();
    const Matrix3d dahead
        = -skew(torso.turn.R * Vector3d(above_.x(), above_.y(), 0)) * torso.turn.left_jacobian;
    Eigen::VectorXd r = torso.position - ahead;
    for (const int limb : supports_)
        r -= share * instant.effector(who_, limb).position;
    std::vector<int> columns;
    Eigen::MatrixXd J;
    if (out.wants_derivatives()) {
        J.setZero(3, 6 + 3 * Eigen::Index(supports_.size()));
        columns.assign(torso.place.begin(), torso.place.end());
        J.leftCols<3>().setIdentity();
        J.middleCols<3>(3) = -dahead;
        for (size_t s = 0; s < supports_.size(); ++s) {
            const CarrierState& effector = instant.effector(who_, supports_[s]);
            columns.insert(columns.end(), effector.place.begin(), effector.place.begin() + 3);
            J.middleCols<3>(6 + 3 * Eigen::Index(s)) = -share * Matrix3d::Identity();
        }
    }
    out.add_dynamic(r, J, columns);

    for (size_t s = 0; s < supports_.size(); ++s) {
        const int limb = supports_[s];
        const LimbState& state = instant.characters[size_t(who_)].limbs[size_t(limb)];
        out.add<1, 13>(
            Matrix<double, 1, 1>(state.points.reach - reach_[s]), state.D.reach, state.columns);
        const ContactState& contact = standing_contact(instant, who_, limb);
        for (int k = 0; k < kCorners; ++k)
            cio::add(instant, contact, 1, corner_gap(instant, contact, k), out);
    }
    const bool on_feet = on_ == On::feet;
    const double share_of_place = on_feet ? kPlace : 1;
    for (const int limb : on_feet ? supports_ : raised_) {
        const RestOffset offset = rest_offset(instant, who_, limb);
        out.add<3, 9>(share_of_place * offset.r, share_of_place * offset.J, offset.columns);
    }
}

void Strikes::add(const SceneInstant& instant, TermWorkspace&, LocalModel& out) const
{
    constexpr double kSpeedTime = 0.2;  // s; 5 cm beside the target weigh as much as 0.25 m/s
    const CarrierState& effector = instant.effector(who_, limb_);
    for (int i = 0; i < 3; ++i) {
        out.add(effector.position[i] - target_[i], 1, effector.motion[size_t(i)]);
        out.add(kSpeedTime * (effector.velocity[i] - velocity_[i]), kSpeedTime,
            effector.motion[size_t(6 + i)]);
    }
}

void Still::add(const SceneInstant& instant, TermWorkspace&, LocalModel& out) const
{
    const CharacterState& who = instant.characters[size_t(who_)];
    for (int i = 0; i < who.model->coordinates(); ++i)
        out.add(who.v[i], 1, who.columns.v + i);
}

}  // namespace gambol::cio
