// SPDX-License-Identifier: MIT
#include "gambol/methods/cio/terms/physics_parts.hpp"
#include "gambol/methods/cio/terms/physics_violation.hpp"

namespace gambol::cio {

namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::Vector3d;
using Eigen::VectorXd;
using forces::Unit;
using Vector6 = forces::ForceProblem::Vector6;

/// ∂(g · r)/∂(position, rotation) of the owner, r fixed, where g is what a unit does to a body
/// whose part of r it is given. Moving the body's origin changes it by minus the position part;
/// where the owner is the body's own carrier both cancel.
Eigen::Matrix<double, 1, 6> column_slope(const CarrierState& owner, const forces::Body& body,
    const Vector3d& push, const Vector3d& torque, const Vector6& r)
{
    const Vector3d r_f = r.head<3>(), r_t = r.tail<3>() / body.arm;
    const Vector3d d = owner.position - body.origin;
    const Vector3d turn = push.cross(r_f) + torque.cross(r_t) + push.cross(r_t.cross(d));
    Eigen::Matrix<double, 1, 6> slope;
    slope.head<3>() = push.cross(r_t).transpose();
    slope.tail<3>() = turn.transpose() * owner.turn.left_jacobian;
    return slope;
}

}  // namespace

void PhysicsViolation::add_residual_form(
    const SceneInstant& instant, ForceWorkspace& work, LocalModel& out) const
{
    const VectorXd &r = work.residual, &lambda = work.problem.coefficients();
    // ½‖r‖² plus the price of force, ½ Σ κ λ².
    const auto price = [&](const Unit& unit) {
        const ContactState& contact = source_of(instant, work, unit);
        return force_cost(instant, contact) * unit_share(contact) * contact.patch->weakness;
    };
    double force_price = 0;
    for (size_t j = 0; j < work.units.size(); ++j)
        force_price += 0.5 * price(work.units[j]) * lambda[Index(j)] * lambda[Index(j)];
    out.add_cost(0.5 * r.squaredNorm() + force_price);
    if (!out.wants_derivatives())
        return;

    // From F(r) = r + τ − Σ g λ(g·r, w) = 0:
    //     dr = M⁻¹ [ρ ds + Σ g (λ' (dg·r) + λ_w dw)],      dλ = λ' (dg·r + g·dr) + λ_w dw
    linearise(instant, work);
    const int motion = int(work.rho.cols()), contacts = int(work.contacts.size());
    MatrixXd& dr = work.dr;
    dr.setZero(r.size(), motion + contacts);
    dr.leftCols(motion) = work.rho;
    VectorXd price_gradient = VectorXd::Zero(motion + contacts);
    VectorXd price_by_r = VectorXd::Zero(r.size());  // Σ κ λ λ' g
    for (size_t j = 0; j < work.units.size(); ++j) {
        const Unit& unit = work.units[j];
        const forces::Contact& pair = work.contacts[size_t(unit.contact)];
        const ContactState& contact = source_of(instant, work, unit);
        const CarrierState& owner = instant.owner(contact);
        const Vector3d torque
            = arm_of(instant, contact, unit).cross(unit.push) + forces::twist_of(unit, pair);
        const double by_a = work.problem.slope(int(j));
        const double by_z
            = work.problem.weight_slope(int(j)) * work.prices[size_t(unit.contact)].dw_dz;
        const double pull = price(unit) * lambda[Index(j)];
        const forces::Actions actions = forces::actions_of(work.bodies, pair);
        // d(g·r) by the variables of the owner and of the origins of the bodies it acts on.
        for (const auto& [b, scale] : actions) {
            const Eigen::Matrix<double, 1, 6> slope = scale
                * column_slope(
                    owner, work.bodies[size_t(b)], unit.push, torque, r.segment<kRows>(kRows * b));
            const int at = work.first_variable[size_t(contact.owner)];
            const int own
                = work.first_variable[size_t(instant.bodies[size_t(bodies_[size_t(b)])].carrier)];
            for (const auto& action : actions) {
                const Vector6 g = work.problem.column(int(j), action.body);
                const Index row = kRows * action.body;
                dr.block<kRows, 6>(row, at) += by_a * g * slope;
                dr.block<kRows, 3>(row, own) -= by_a * g * slope.head<3>();
            }
            price_gradient.segment<6>(at) += pull * by_a * slope.transpose();
            price_gradient.segment<3>(own) -= pull * by_a * slope.head<3>().transpose();
        }
        for (const auto& action : actions) {
            const Vector6 g = work.problem.column(int(j), action.body);
            const Index row = kRows * action.body;
            dr.block<kRows, 1>(row, motion + unit.contact) += by_z * g;
            price_by_r.segment<kRows>(row) += pull * by_a * g;
        }
        price_gradient[motion + unit.contact] += pull * by_z;
    }
    work.problem.divide(dr);
    price_gradient += transposed_times(dr, price_by_r);
    const VectorXd gradient = transposed_times(dr, r) + price_gradient;

    const auto local = [&](int i) {
        return i < motion ? work.variables[size_t(i)]
                          : instant.contacts[size_t(work.sources[size_t(i - motion)])].column;
    };
    for (int i = 0; i < gradient.size(); ++i)
        out.add_gradient(gradient[i], local(i));
    if (!out.wants_hessian())
        return;
    work.product.noalias() = dr.transpose() * dr;
    for (int j = 0; j < work.product.cols(); ++j)
        for (int i = 0; i < work.product.rows(); ++i)
            out.add_hessian(work.product(i, j), local(i), local(j));
}

}  // namespace gambol::cio
