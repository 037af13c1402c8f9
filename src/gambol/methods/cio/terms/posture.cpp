// SPDX-License-Identifier: MIT
#include "gambol/methods/cio/terms/posture.hpp"

#include <algorithm>

namespace gambol::cio {

namespace {

using Eigen::Matrix;
using Eigen::Matrix3d;
using Eigen::RowVector3d;
using Eigen::Vector3d;

}  // namespace

void Acceleration::add(const SceneInstant& instant, TermWorkspace&, LocalModel& out) const
{
    const CharacterState& who = instant.characters[size_t(who_)];
    const int n = who.model->coordinates(), swivels = who.model->swivel(0);
    for (int i = 0; i < n; ++i) {
        const double scale = i < 6 ? scales_.torso
            : i < swivels          ? scales_.effector
                                   : scales_.swivel;
        out.add(scale * who.a[i], scale, who.columns.a + i);
    }
}

void RestPose::add(const SceneInstant& instant, TermWorkspace&, LocalModel& out) const
{
    constexpr double kSwivelScale = 0.2, kTurnScale = 0.1;  // m; what a turn costs against a shift
    const CharacterState& who = instant.characters[size_t(who_)];
    const FeatureModel& model = *who.model;
    const CarrierState& torso = instant.torso(who_);
    for (int i = 0; i < int(model.limbs.size()); ++i) {
        const int swivel = model.swivel(i);
        out.add(kSwivelScale * (who.q[swivel] - model.limbs[i].rest_swivel), kSwivelScale,
            who.columns.q + swivel);
        // Rows that count: all, or only the sideways one.
        const Vector3d counts = model.limbs[i].support ? Vector3d(0, 1, 0) : Vector3d::Ones();
        const RestOffset offset = rest_offset(instant, who_, i);
        out.add<3, 9>(
            counts.cwiseProduct(offset.r), counts.asDiagonal() * offset.J, offset.columns);
        const CarrierState& effector = instant.effector(who_, i);
        for (const int axis : { 0, 2 }) {
            const Vector3d is = effector.turn.R.col(axis);
            const Vector3d rest = torso.turn.R * model.limbs[i].rest_axes.col(axis);
            Matrix<double, 3, 6> turn;
            turn.leftCols<3>() = kTurnScale * skew(rest) * torso.turn.left_jacobian;
            turn.rightCols<3>() = -kTurnScale * skew(is) * effector.turn.left_jacobian;
            out.add<3, 6>(kTurnScale * (is - rest), turn,
                { torso.place[3], torso.place[4], torso.place[5], effector.place[3],
                    effector.place[4], effector.place[5] });
        }
    }
}

void SwingClearance::add(const SceneInstant& instant, TermWorkspace&, LocalModel& out) const
{
    constexpr double kHeight = 0.08;  // m; higher makes marching, lower lets toes scrape
    for (int i = 0; i < int(instant.characters[size_t(who_)].limbs.size()); ++i) {
        const ContactState& patch = instant.world_contact(who_, i);
        const CarrierState& carrier = instant.owner(patch);
        const RestingPoint nearest = resting_point(
            instant.model->nearest, instant.model->surfaces(), patch.center, patch.axes.col(2));
        const double height = nearest.normal.dot(patch.center - nearest.point);
        const double low = 1 - height / kHeight;
        if (low <= 0)
            continue;
        // Effector carriers have their origin at the patch centre.
        const Vector3d n = nearest.normal, v = carrier.velocity;
        const Matrix3d along = Matrix3d::Identity() - n * n.transpose();
        const Vector3d slide = along * v;
        Matrix<double, 3, 6> J;
        std::array<int, 6> columns;
        if (out.wants_derivatives()) {
            const RowVector3d dheight = n.transpose() * (Matrix3d::Identity() - nearest.dpoint_dp)
                + (patch.center - nearest.point).transpose() * nearest.dnormal_dp;
            const Matrix3d dslide
                = -(n.dot(v) * Matrix3d::Identity() + n * v.transpose()) * nearest.dnormal_dp;
            J.leftCols<3>() = low * dslide - slide * dheight / kHeight;
            J.rightCols<3>() = low * along;
            std::copy_n(carrier.motion.begin(), 3, columns.begin());
            std::copy_n(carrier.motion.begin() + 6, 3, columns.begin() + 3);
        }
        out.add<3, 6>(low * slide, J, columns);
    }
}

void Sidestep::add(const SceneInstant& instant, TermWorkspace&, LocalModel& out) const
{
    const CarrierState& torso = instant.torso(who_);
    const Vector3d side = torso.turn.R.col(1);
    Matrix<double, 1, 6> J;
    std::array<int, 6> columns;
    std::copy_n(torso.motion.begin() + 3, 6, columns.begin());  // rotation, velocity
    // d(side) = −[side]× J_l dr
    J.leftCols<3>() = -torso.velocity.transpose() * skew(side) * torso.turn.left_jacobian;
    J.rightCols<3>() = side.transpose();
    out.add<1, 6>(Matrix<double, 1, 1>(side.dot(torso.velocity)), J, columns);
}

}  // namespace gambol::cio
