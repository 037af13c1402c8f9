// SPDX-License-Identifier: MIT
#include "gambol/methods/cio/terms/physics_violation.hpp"

namespace gambol::cio {

namespace {

/// What a patch tipped over too far costs, as if its corner were this far off the surface.
constexpr double kTiltArm = 0.1;  // m
/// Likewise a force that a surface cannot give.
constexpr double kSlantArm = 0.1;  // m

using Eigen::Matrix3d;
using Eigen::Vector3d;
using Eigen::VectorXd;
using Vector6d = Eigen::Matrix<double, 6, 1>;

/// Columns of rho: torso p, r, ṙ, p̈, r̈ (three each), then p and r of each effector.
constexpr int kP = 0, kR = 3, kRdot = 6, kA = 9, kRddot = 12, kEffectors = 15;

/// First rho column of a carrier's position; its rotation follows.
int carrier_variable(int carrier)
{
    return carrier == 0 ? kP : kEffectors + 6 * (carrier - 1);
}

std::vector<int> local_columns(const FeatureFrame& frame)
{
    std::vector<int> columns;
    const auto three = [&](int first) {
        for (int i = 0; i < 3; ++i)
            columns.push_back(first + i);
    };
    three(frame.columns.q);
    three(frame.columns.q + 3);
    three(frame.columns.v + 3);
    three(frame.columns.a);
    three(frame.columns.a + 3);
    for (size_t i = 1; i < frame.carriers.size(); ++i) {
        three(frame.columns.q + frame.carriers[i].q);
        three(frame.columns.q + frame.carriers[i].q + 3);
    }
    return columns;
}

/// Force and torque about its carrier's position that a patch exerts with given coefficients.
struct PatchWrench {
    Vector3d force = Vector3d::Zero(), torque = Vector3d::Zero();
    double square_sum = 0;  // Σ λ²
};
std::vector<PatchWrench> patch_wrenches(
    const std::vector<ForceColumn>& columns, const VectorXd& lambda, size_t patches)
{
    std::vector<PatchWrench> wrenches(patches);
    for (size_t j = 0; j < columns.size(); ++j) {
        const ForceColumn& c = columns[j];
        const double l = lambda[Eigen::Index(j)];
        PatchWrench& wrench = wrenches[c.patch];
        wrench.force += l * c.push;
        wrench.torque += l * (c.arm.cross(c.push) + c.twist);
        wrench.square_sum += l * l;
    }
    return wrenches;
}

/// Limbs lay their patches flat; the trunk leans on things as it comes, and the friction pyramid
/// about its patch's normal may hold forces that no surface gives: a seat against a wall would
/// carry the whole weight.
bool lies_at_any_angle(const FeatureFrame& frame, const ForceColumn& column)
{
    return column.corner >= 0 && frame.model->patches[size_t(column.patch)].limb < 0;
}

/// ∂(g_j · r)/∂(position, rotation) of the column's carrier, r fixed. Moving the torso's origin
/// changes it by minus the position part; for patches on the torso both cancel.
Eigen::Matrix<double, 1, 6> column_slope(
    const FeatureFrame& frame, const ForceColumn& c, const Vector6d& r)
{
    const CarrierState& carrier = frame.carriers[frame.patches[c.patch].carrier];
    const Vector3d r_f = r.head<3>(), r_t = r.tail<3>() / kTorqueArm;
    const Vector3d d = carrier.position - frame.carriers[0].position;
    const Vector3d turn = c.push.cross(r_f) + (c.arm.cross(c.push) + c.twist).cross(r_t)
        + c.push.cross(r_t.cross(d));
    Eigen::Matrix<double, 1, 6> slope;
    slope.head<3>() = c.push.cross(r_t).transpose();
    slope.tail<3>() = turn.transpose() * carrier.turn.left_jacobian;
    return slope;
}

}  // namespace

void PhysicsViolation::select_sample(int sample) const
{
    sample_ = sample;
    if (sample >= int(warm_.size()))
        warm_.resize(sample + 1, BarrierLeastSquares::Vector::Zero());
}

void PhysicsViolation::solve_inner(const FeatureFrame& frame) const
{
    demand_ = demanded_wrench(frame);
    force_columns(frame, options_.friction, columns_);
    wrench_columns(frame, columns_, inner_);

    const size_t patches = frame.patches.size();
    w_patch_.resize(patches);
    dw_patch_.resize(patches);
    const bool priced = options_.form == PhysicsForm::value;
    efforts_.resize(frame.limbs.size());
    for (size_t i = 0; i < patches; ++i) {
        const PatchState& patch = frame.patches[i];
        const FeaturePatch& description = frame.model->patches[i];
        const double c = patch.activity, denominator = c * c + options_.k1;
        const double scale = column_share(description) * description.weakness;
        double price = priced ? options_.force_cost : 0;
        if (priced && options_.effort && description.limb >= 0) {
            efforts_[description.limb] = limb_effort(frame, description.limb);
            price *= 1 + efforts_[description.limb].r.squaredNorm();
        }
        w_patch_[i] = scale * (options_.k0 / denominator + price);
        dw_patch_[i]
            = -scale * options_.k0 * 2 * c / (denominator * denominator) * patch.dactivity_dz;
    }
    dearer_.assign(patches, { 1, 1, 1, 1 });
    if (priced && options_.gap_price > 0)
        for (size_t i = 0; i < patches; ++i)
            for (int k = 0; k < kCorners; ++k) {
                const PatchState& patch = frame.patches[i];
                const double tilt = kTiltArm * corner_tilt(frame, patch, k).r;
                dearer_[i][k] += options_.gap_price
                        * (corner_gap(frame, patch, k).gap.squaredNorm() + tilt * tilt)
                    + options_.slip_price
                        * material_velocity(frame, patch.carrier, patch.arm[k]).v.squaredNorm();
            }
    for (size_t j = 0; j < columns_.size(); ++j) {
        const ForceColumn& c = columns_[j];
        // A grip is held at the patch's centre and pays what its corners would on average.
        const std::array<double, kCorners>& each = dearer_[c.patch];
        double dearer
            = c.corner >= 0 ? each[c.corner] : (each[0] + each[1] + each[2] + each[3]) / kCorners;
        if (priced && lies_at_any_angle(frame, c)) {
            const double outside = kSlantArm * outside_friction(frame, c).r;
            dearer += slant_price() * outside * outside;
        }
        inner_.w[Eigen::Index(j)] = w_patch_[c.patch] * dearer;
    }

    const auto cold = BarrierLeastSquares::Vector::Zero();
    (void)inner_.solve(demand_.tau, sample_ >= 0 ? warm_[sample_] : cold, options_.barrier);
    if (sample_ >= 0)
        warm_[sample_] = inner_.residual();
}

void PhysicsViolation::linearise(const FeatureFrame& frame) const
{
    const auto wrenches = patch_wrenches(columns_, inner_.coefficients(), frame.patches.size());
    rho_.setZero(6, kEffectors + 6 * Eigen::Index(frame.carriers.size() - 1));
    rho_.block<3, 3>(0, kA).diagonal().setConstant(-demand_.dforce_da);
    rho_.block<3, 3>(3, kR) = -demand_.dtorque_dr;
    rho_.block<3, 3>(3, kRdot) = -demand_.dtorque_drdot;
    rho_.block<3, 3>(3, kRddot) = -demand_.dtorque_drddot;

    // A patch's force F turns with its carrier (δF = δφ × F), and so does its torque T about the
    // carrier; about the torso's origin the torque is T + d × F with d = carrier − origin.
    for (size_t i = 0; i < wrenches.size(); ++i) {
        const int carrier_index = frame.patches[i].carrier;
        const CarrierState& carrier = frame.carriers[carrier_index];
        const Matrix3d F = skew(wrenches[i].force), T = skew(wrenches[i].torque);
        const Vector3d d = carrier.position - frame.carriers[0].position;
        const Matrix3d& J = carrier.turn.left_jacobian;
        const int at = carrier_variable(carrier_index);
        rho_.block<3, 3>(0, at + 3) -= F * J;
        rho_.block<3, 3>(3, at + 3) -= (T + skew(d) * F) * J / kTorqueArm;
        rho_.block<3, 3>(3, at) -= F / kTorqueArm;
        rho_.block<3, 3>(3, kP) += F / kTorqueArm;
    }
    if (variables_.size() != size_t(rho_.cols()))
        variables_ = local_columns(frame);
}

void PhysicsViolation::add_value_form(const FeatureFrame& frame, LocalModel& out) const
{
    out.add_cost(inner_.optimal_value());
    if (!out.wants_derivatives())
        return;
    linearise(frame);
    const VectorXd gradient = rho_.transpose() * inner_.residual();
    for (size_t i = 0; i < variables_.size(); ++i)
        out.add_gradient(gradient[Eigen::Index(i)], variables_[i]);

    // Σ λ² of a patch, each column dearer by its gap as in solve_inner.
    std::vector<double> square_sum(frame.patches.size(), 0.0);
    std::vector<std::array<double, kCorners>> corner_sum(frame.patches.size(), { 0, 0, 0, 0 });
    for (size_t j = 0; j < columns_.size(); ++j) {
        const ForceColumn& c = columns_[j];
        const double square
            = inner_.coefficients()[Eigen::Index(j)] * inner_.coefficients()[Eigen::Index(j)];
        square_sum[c.patch] += square * inner_.w[Eigen::Index(j)] / w_patch_[c.patch];
        for (int k = 0; k < kCorners; ++k)
            if (c.corner < 0)
                corner_sum[c.patch][k] += square / kCorners;
            else if (c.corner == k)
                corner_sum[c.patch][k] += square;
    }
    if (options_.gap_price > 0)
        for (size_t i = 0; i < frame.patches.size(); ++i)
            for (int k = 0; k < kCorners; ++k) {
                const PatchState& patch = frame.patches[i];
                const CornerGap at = corner_gap(frame, patch, k);
                const double paid = corner_sum[i][k] * w_patch_[i];
                const double gap = std::sqrt(paid * options_.gap_price);
                out.add_known<3, 6>(gap * at.gap, gap * at.J, frame.carrier_columns(patch.carrier));
                if (const CornerTilt tilt = corner_tilt(frame, patch, k); tilt.r > 0)
                    out.add_known<1, 6>(Eigen::Matrix<double, 1, 1>(gap * kTiltArm * tilt.r),
                        gap * kTiltArm * tilt.J, frame.carrier_columns(patch.carrier));
                const MaterialVelocity moves
                    = material_velocity(frame, patch.carrier, patch.arm[k]);
                const double slip = std::sqrt(paid * options_.slip_price);
                out.add_known<3, 12>(slip * moves.v, slip * moves.J, moves.columns);
            }
    for (size_t j = 0; j < columns_.size(); ++j) {
        const ForceColumn& c = columns_[j];
        if (!lies_at_any_angle(frame, c))
            continue;
        const OutsideFriction outside = outside_friction(frame, c);
        const double scale = kSlantArm * inner_.coefficients()[Eigen::Index(j)]
            * std::sqrt(w_patch_[c.patch] * slant_price());
        if (outside.r > 0)
            out.add_known<1, 6>(Eigen::Matrix<double, 1, 1>(scale * outside.r), scale * outside.J,
                frame.carrier_columns(frame.patches[c.patch].carrier));
    }
    for (size_t i = 0; i < square_sum.size(); ++i)
        out.add_gradient(0.5 * square_sum[i] * dw_patch_[i], frame.columns.z + int(i));

    // A force through a limb costs price · ‖effort‖² · λ² / 2 on top: a sum of squares at fixed λ.
    for (size_t i = 0; i < square_sum.size(); ++i) {
        const FeaturePatch& patch = frame.model->patches[i];
        if (patch.limb < 0 || !options_.effort)
            continue;
        const double scale
            = std::sqrt(column_share(patch) * patch.weakness * options_.force_cost * square_sum[i]);
        const LimbEffort& effort = efforts_[patch.limb];
        out.add_known<LimbEffort::kRows, LimbDerivatives::kColumns>(
            scale * effort.r, scale * effort.J, frame.limb_columns(patch.limb));
    }

    if (!out.wants_hessian())
        return;
    // ρᵀM⁻¹ρ, and for contact variables the square of ∂(√w λ) at fixed λ, doubled twice: the
    // curvature of 1/c² along c is three times what Gauss-Newton sees.
    dr_ = rho_;
    inner_.factor().matrixL().solveInPlace(dr_);
    product_.noalias() = dr_.transpose() * dr_;
    for (size_t j = 0; j < variables_.size(); ++j)
        for (size_t i = 0; i < variables_.size(); ++i)
            out.add_hessian(
                product_(Eigen::Index(i), Eigen::Index(j)), variables_[i], variables_[j]);
    for (size_t i = 0; i < square_sum.size(); ++i) {
        const int z = frame.columns.z + int(i);
        out.add_hessian(square_sum[i] * dw_patch_[i] * dw_patch_[i] / w_patch_[i], z, z);
    }
}

void PhysicsViolation::add_residual_form(const FeatureFrame& frame, LocalModel& out) const
{
    const Vector6d r = inner_.residual();
    const VectorXd& lambda = inner_.coefficients();
    // ½‖r‖² plus the price of force, ½ Σ κ λ².
    const auto price = [&](int patch) {
        const FeaturePatch& p = frame.model->patches[patch];
        return options_.force_cost * column_share(p) * p.weakness;
    };
    double force_price = 0;
    for (size_t j = 0; j < columns_.size(); ++j)
        force_price
            += 0.5 * price(columns_[j].patch) * lambda[Eigen::Index(j)] * lambda[Eigen::Index(j)];
    out.add_cost(0.5 * r.squaredNorm() + force_price);
    if (!out.wants_derivatives())
        return;

    // From F(r) = r + τ − Σ g λ(g·r, w) = 0:
    //     dr = M⁻¹ [ρ ds + Σ g (λ' (dg·r) + λ_w dw)],      dλ = λ' (dg·r + g·dr) + λ_w dw
    linearise(frame);
    const int motion = int(rho_.cols()), patches = int(frame.patches.size());
    dr_.setZero(6, motion + patches);
    dr_.leftCols(motion) = rho_;
    VectorXd price_gradient = VectorXd::Zero(motion + patches);
    Vector6d price_by_r = Vector6d::Zero();  // Σ κ λ λ' g
    for (size_t j = 0; j < columns_.size(); ++j) {
        const ForceColumn& c = columns_[j];
        const Eigen::Index column = Eigen::Index(j);
        const int carrier = frame.patches[c.patch].carrier;
        const Eigen::Matrix<double, 1, 6> slope = column_slope(frame, c, r);
        const double by_a = inner_.slope()[column];
        const double by_z = inner_.weight_slope(int(j)) * dw_patch_[c.patch];
        const Vector6d g = inner_.G.col(column);
        const double pull = price(c.patch) * lambda[column];
        const int at = carrier_variable(carrier);
        dr_.middleCols<6>(at) += by_a * g * slope;
        dr_.middleCols<3>(kP) -= by_a * g * slope.head<3>();
        dr_.col(motion + c.patch) += by_z * g;
        price_gradient.segment<6>(at) += pull * by_a * slope.transpose();
        price_gradient.segment<3>(kP) -= pull * by_a * slope.head<3>().transpose();
        price_gradient[motion + c.patch] += pull * by_z;
        price_by_r += pull * by_a * g;
    }
    inner_.factor().solveInPlace(dr_);
    price_gradient += dr_.transpose() * price_by_r;
    const VectorXd gradient = dr_.transpose() * r + price_gradient;

    const auto local
        = [&](int i) { return i < motion ? variables_[size_t(i)] : frame.columns.z + i - motion; };
    for (int i = 0; i < gradient.size(); ++i)
        out.add_gradient(gradient[i], local(i));
    if (!out.wants_hessian())
        return;
    product_.noalias() = dr_.transpose() * dr_;
    for (int j = 0; j < product_.cols(); ++j)
        for (int i = 0; i < product_.rows(); ++i)
            out.add_hessian(product_(i, j), local(i), local(j));
}

double PhysicsViolation::carried_from_afar(const FeatureFrame& frame, double gap) const
{
    double sum = 0;
    for (size_t j = 0; j < columns_.size(); ++j) {
        const ForceColumn& c = columns_[j];
        if (c.corner >= 0 && corner_gap(frame, frame.patches[c.patch], c.corner).gap.norm() > gap)
            sum += inner_.coefficients()[Eigen::Index(j)];
    }
    return sum;
}

void PhysicsViolation::add(const FeatureFrame& frame, LocalModel& out) const
{
    solve_inner(frame);
    out.note_residual(inner_.residual().norm());
    if (options_.form == PhysicsForm::value)
        add_value_form(frame, out);
    else
        add_residual_form(frame, out);
}

}  // namespace gambol::cio
