// SPDX-License-Identifier: MIT
#include "gambol/terms/posture.hpp"

namespace gambol {

namespace {

using Eigen::Matrix;
using Eigen::Matrix3d;
using Eigen::RowVector3d;
using Eigen::Vector3d;

}  // namespace

void Acceleration::add(const FeatureFrame& frame, LocalModel& out) const
{
    const int n = frame.model->coordinates(), swivels = frame.model->swivel(0);
    for (int i = 0; i < n; ++i) {
        const double scale = i < 6 ? scales_.torso
            : i < swivels          ? scales_.effector
                                   : scales_.swivel;
        out.add(scale * frame.a[i], scale, frame.columns.a + i);
    }
}

void RestPose::add(const FeatureFrame& frame, LocalModel& out) const
{
    constexpr double kSwivelScale = 0.2;
    const FeatureModel& model = *frame.model;
    const CarrierState& torso = frame.carriers[0];
    for (int i = 0; i < int(model.limbs.size()); ++i) {
        const int swivel = model.swivel(i);
        out.add(kSwivelScale * frame.q[swivel], kSwivelScale, frame.columns.q + swivel);
        if (model.limbs[i].support)
            continue;
        const Vector3d away = frame.carriers[i + 1].position - torso.position;
        Matrix<double, 3, 9> J;
        std::array<int, 9> columns;
        if (out.wants_derivatives()) {
            // d(Rᵀ d) = Rᵀ (dd + [d]× dφ)
            const Matrix3d Rt = torso.turn.R.transpose();
            J.leftCols<3>() = -Rt;
            J.middleCols<3>(3) = Rt * skew(away) * torso.turn.left_jacobian;
            J.rightCols<3>() = Rt;
            for (int k = 0; k < 3; ++k) {
                columns[k] = frame.columns.q + k;
                columns[3 + k] = frame.columns.q + 3 + k;
                columns[6 + k] = frame.columns.q + model.effector(i) + k;
            }
        }
        out.add<3, 9>(torso.turn.R.transpose() * away - model.limbs[i].rest, J, columns);
    }
}

void LimbEffort::add(const FeatureFrame& frame, LocalModel& out) const
{
    for (size_t i = 0; i < frame.limbs.size(); ++i) {
        const PatchState& patch = frame.patches[i];
        const LimbState& limb = frame.limbs[i];
        const double c = patch.activity, share = c * c / (c * c + 1);
        Matrix<double, 1, 14> J;
        std::array<int, 14> columns;
        if (out.wants_derivatives()) {
            J.leftCols<13>() = share * limb.D.bend;
            J[13] = limb.points.bend * 2 * c / ((c * c + 1) * (c * c + 1)) * patch.dactivity_dz;
            const auto of_limb = frame.limb_columns(int(i));
            std::copy(of_limb.begin(), of_limb.end(), columns.begin());
            columns[13] = frame.columns.z + int(i);
        }
        out.add<1, 14>(Matrix<double, 1, 1>(share * limb.points.bend), J, columns);
    }
}

void SwingClearance::add(const FeatureFrame& frame, LocalModel& out) const
{
    constexpr double kHeight = 0.08;  // m; higher makes marching, lower lets toes scrape
    for (size_t i = 0; i < frame.limbs.size(); ++i) {
        const PatchState& patch = frame.patches[i];
        const CarrierState& carrier = frame.carriers[patch.carrier];
        const SoftNearest nearest = soft_nearest(*frame.surfaces, patch.center);
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
            for (int k = 0; k < 3; ++k) {
                columns[k] = frame.columns.q + carrier.q + k;
                columns[3 + k] = frame.columns.v + carrier.q + k;
            }
        }
        out.add<3, 6>(low * slide, J, columns);
    }
}

}  // namespace gambol
