// SPDX-License-Identifier: MIT
#include "gambol/methods/cio/terms/physics_violation.hpp"

#include "gambol/methods/cio/terms/physics_parts.hpp"

#include <utility>

namespace gambol::cio {

namespace {

/// What a patch tipped over too far costs, as if its corner were this far off the surface.
constexpr double kTiltArm = 0.1;  // m
/// Likewise a force that a surface cannot give.
constexpr double kSlantArm = 0.1;  // m

using Eigen::Index;
using Eigen::Matrix3d;
using Eigen::MatrixXd;
using Eigen::Vector3d;
using Eigen::VectorXd;
using forces::Unit;

/// Variables of a body are its p, r, ṙ, p̈, r̈ (three each), then p and r of its other carriers.
constexpr int kR = 3, kRdot = 6, kA = 9, kRddot = 12;

/// Limbs lay their patches flat; the trunk leans on things as it comes, and the friction pyramid
/// about its patch's normal may hold forces that no surface gives: a seat against a wall would
/// carry the whole weight.
bool lies_at_any_angle(const ContactState& contact, const Unit& unit)
{
    return unit.corner >= 0 && contact.on_trunk() && !contact.slides;
}

/// Force and torque about its owner's position that a contact exerts with given coefficients.
struct ContactWrench {
    Vector3d force = Vector3d::Zero(), torque = Vector3d::Zero();
};
std::vector<ContactWrench> contact_wrenches(const SceneInstant& instant, const ForceWorkspace& work)
{
    std::vector<ContactWrench> wrenches(work.contacts.size());
    for (size_t j = 0; j < work.units.size(); ++j) {
        const Unit& unit = work.units[j];
        const double l = work.problem.coefficients()[Index(j)];
        const Vector3d arm = arm_of(instant, source_of(instant, work, unit), unit);
        ContactWrench& wrench = wrenches[size_t(unit.contact)];
        wrench.force += l * unit.push;
        wrench.torque += l
            * (arm.cross(unit.push) + forces::twist_of(unit, work.contacts[size_t(unit.contact)]));
    }
    return wrenches;
}

void lay_variables(
    const SceneInstant& instant, const std::vector<int>& bodies, ForceWorkspace& work)
{
    work.variables.clear();
    work.first_variable.assign(instant.carriers.size(), -1);
    work.first_rate.assign(instant.carriers.size(), -1);
    const auto lay = [&](int carrier, const auto& columns) {
        work.first_variable[size_t(carrier)] = int(work.variables.size());
        work.variables.insert(work.variables.end(), columns.begin(), columns.end());
    };
    for (const int b : bodies) {
        const BodyState& body = instant.bodies[size_t(b)];
        lay(body.carrier, body.columns);
        for (int c = 0; c < int(instant.carriers.size()); ++c)
            if (const CarrierState& carrier = instant.carriers[size_t(c)];
                carrier.body == b && c != body.carrier)
                lay(c, carrier.place);
    }
    // Friction of what slides depends on how it moves.
    for (const int source : work.sources) {
        const ContactState& contact = instant.contacts[size_t(source)];
        if (!contact.slides || work.first_rate[size_t(contact.owner)] >= 0)
            continue;
        const std::array<int, 12>& motion = instant.owner(contact).motion;
        work.first_rate[size_t(contact.owner)] = int(work.variables.size());
        work.variables.insert(work.variables.end(), motion.begin() + 6, motion.end());
    }
}

/// Of the wrench that a contact which slides exerts about its owner's position, at fixed λ, by the
/// owner's place and rates.
Eigen::Matrix<double, 6, 12> sliding_slope(
    const SceneInstant& instant, const ForceWorkspace& work, int index)
{
    const ContactState& contact = instant.contacts[size_t(work.sources[size_t(index)])];
    const Matrix3d& J = instant.owner(contact).turn.left_jacobian;
    Eigen::Matrix<double, 6, 12> slope = Eigen::Matrix<double, 6, 12>::Zero();
    for (size_t j = 0; j < work.units.size(); ++j) {
        const Unit& unit = work.units[j];
        if (unit.contact != index)
            continue;
        const double l = work.problem.coefficients()[Index(j)];
        const Vector3d& arm = contact.arm[size_t(unit.corner)];
        const OfContact<3, 12> push = sliding_push(instant, contact, unit.corner);
        slope.topRows<3>() += l * push.by_owner;
        slope.bottomRows<3>() += l * skew(arm) * push.by_owner;
        slope.block<3, 3>(3, 3) += l * skew(push.value) * skew(arm) * J;
    }
    return slope;
}

}  // namespace

void PhysicsViolation::set_up(const SceneInstant& instant, ForceWorkspace& work) const
{
    const auto slot = [&](int body) {
        return int(std::lower_bound(bodies_.begin(), bodies_.end(), body) - bodies_.begin());
    };
    const auto body_of = [&](int carrier) { return instant.carriers[size_t(carrier)].body; };
    work.bodies.clear();
    work.demands.clear();
    work.demand.resize(kRows * Index(bodies_.size()));
    for (const int b : bodies_) {
        const BodyState& body = instant.bodies[size_t(b)];
        work.bodies.push_back(force_body(instant, body));
        work.demands.push_back(demanded_wrench(instant, body));
        work.demand.segment<kRows>(kRows * slot(b)) = work.demands.back().tau;
    }
    work.contacts.clear();
    work.sources.clear();
    work.units.clear();
    for (size_t i = 0; i < instant.contacts.size(); ++i) {
        const ContactState& contact = instant.contacts[i];
        if (!std::binary_search(bodies_.begin(), bodies_.end(), body_of(contact.owner)))
            continue;
        add_units(instant, contact, int(work.contacts.size()), work.units);
        work.sources.push_back(int(i));
        work.contacts.push_back({ slot(body_of(contact.owner)),
            contact.support == kWorld ? kWorld : slot(body_of(contact.support)),
            contact.axes.col(2) });
    }
    work.problem.assemble(work.bodies, work.contacts, work.units);
}

void PhysicsViolation::set_prices(const SceneInstant& instant, ForceWorkspace& work) const
{
    work.prices.resize(work.contacts.size());
    for (size_t i = 0; i < work.contacts.size(); ++i) {
        const ContactState& contact = instant.contacts[size_t(work.sources[i])];
        ForceWorkspace::Price& price = work.prices[i];
        const double c = contact.activity, denominator = c * c + options_.k1;
        const double scale = unit_share(contact) * contact.patch->weakness;
        double of_force = priced() ? force_cost(instant, contact) : 0;
        if (priced() && options_.effort && !contact.on_trunk()) {
            price.effort = limb_effort(instant, contact.character, contact.patch->limb);
            of_force *= 1 + price.effort.r.squaredNorm();
        }
        price.w = scale * (options_.k0 / denominator + of_force);
        price.dw_dz
            = -scale * options_.k0 * 2 * c / (denominator * denominator) * contact.dactivity_dz;
        price.dearer = { 1, 1, 1, 1 };
        if (priced() && options_.gap_price > 0)
            for (int k = 0; k < kCorners; ++k) {
                const double tilt = kTiltArm * corner_tilt(instant, contact, k).value[0];
                price.dearer[size_t(k)] += options_.gap_price
                        * (corner_gap(instant, contact, k).value.squaredNorm() + tilt * tilt)
                    + slip_price(contact)
                        * slip_at(instant, contact, contact.arm[size_t(k)]).value.squaredNorm();
            }
    }
    for (size_t j = 0; j < work.units.size(); ++j) {
        const Unit& unit = work.units[j];
        const ForceWorkspace::Price& price = work.prices[size_t(unit.contact)];
        const ContactState& contact = source_of(instant, work, unit);
        // A grip is held at the patch's centre and pays what its corners would on average.
        const std::array<double, kCorners>& each = price.dearer;
        double dearer = unit.corner >= 0 ? each[size_t(unit.corner)]
                                         : (each[0] + each[1] + each[2] + each[3]) / kCorners;
        if (priced() && lies_at_any_angle(contact, unit)) {
            const double outside = kSlantArm * outside_friction(instant, contact, unit).value[0];
            dearer += slant_price() * outside * outside;
        }
        work.problem.prices[Index(j)] = price.w * dearer;
    }
}

void PhysicsViolation::linearise(const SceneInstant& instant, ForceWorkspace& work) const
{
    lay_variables(instant, bodies_, work);
    MatrixXd& rho = work.rho;
    rho.setZero(work.demand.size(), Index(work.variables.size()));
    std::vector<int> own(bodies_.size());  // first variable of a body
    for (size_t b = 0; b < bodies_.size(); ++b) {
        const DemandedWrench& demand = work.demands[b];
        const Index row = kRows * Index(b);
        const int at = work.first_variable[size_t(instant.bodies[size_t(bodies_[b])].carrier)];
        own[b] = at;
        rho.block<3, 3>(row, at + kA).diagonal().setConstant(-demand.dforce_da);
        rho.block<3, 3>(row + 3, at + kR) = -demand.dtorque_dr;
        rho.block<3, 3>(row + 3, at + kRdot) = -demand.dtorque_drdot;
        rho.block<3, 3>(row + 3, at + kRddot) = -demand.dtorque_drddot;
    }
    // A contact's force F turns with its owner (δF = δφ × F), and so does its torque T about the
    // owner; about a body's origin the torque is T + d × F with d = owner − origin.
    const std::vector<ContactWrench> wrenches = contact_wrenches(instant, work);
    for (size_t i = 0; i < wrenches.size(); ++i) {
        const ContactState& contact = instant.contacts[size_t(work.sources[i])];
        const CarrierState& owner = instant.owner(contact);
        if (contact.slides) {
            linearise_sliding(instant, int(i), work);
            continue;
        }
        const Matrix3d& J = owner.turn.left_jacobian;
        const int at = work.first_variable[size_t(contact.owner)];
        for (const auto& [b, scale] : forces::actions_of(work.bodies, work.contacts[i])) {
            const forces::Body& body = work.bodies[size_t(b)];
            const Matrix3d F = scale * skew(wrenches[i].force),
                           T = scale * skew(wrenches[i].torque);
            const Vector3d d = owner.position - body.origin;
            const Index row = kRows * b;
            rho.block<3, 3>(row, at + 3) -= F * J;
            rho.block<3, 3>(row + 3, at + 3) -= (T + skew(d) * F) * J / body.arm;
            rho.block<3, 3>(row + 3, at) -= F / body.arm;
            rho.block<3, 3>(row + 3, own[size_t(b)]) += F / body.arm;
        }
    }
    // What acts on a body on a hinge is its torque about the axis.
    for (size_t b = 0; b < bodies_.size(); ++b) {
        const forces::Body& body = work.bodies[b];
        if (!body.hinged())
            continue;
        const Index row = kRows * Index(b);
        rho.middleRows<3>(row).setZero();
        rho.middleRows<3>(row + 3)
            = body.axis * (body.axis.transpose() * rho.middleRows<3>(row + 3)).eval();
    }
}

void PhysicsViolation::linearise_sliding(
    const SceneInstant& instant, int index, ForceWorkspace& work)
{
    const ContactState& contact = instant.contacts[size_t(work.sources[size_t(index)])];
    const Eigen::Matrix<double, 6, 12> slope = sliding_slope(instant, work, index);
    const int at = work.first_variable[size_t(contact.owner)],
              rate = work.first_rate[size_t(contact.owner)];
    // What slides is a body of its own, on the world: its origin is its owner's position.
    for (const auto& [b, scale] : forces::actions_of(work.bodies, work.contacts[size_t(index)])) {
        const double arm = work.bodies[size_t(b)].arm;
        for (const auto& [column, first] : { std::pair { at, 0 }, std::pair { rate, 6 } }) {
            work.rho.block<3, 6>(kRows * b, column) += scale * slope.block<3, 6>(0, first);
            work.rho.block<3, 6>(kRows * b + 3, column)
                += scale / arm * slope.block<3, 6>(3, first);
        }
    }
}

/// Of ½ Σ w λ² by what w depends on, at fixed λ: sums of squares.
void PhysicsViolation::add_price_slopes(
    const SceneInstant& instant, const ForceWorkspace& work, LocalModel& out) const
{
    // Σ λ² of a contact, each unit dearer as in set_prices.
    std::vector<double> square_sum(work.contacts.size(), 0.0);
    std::vector<std::array<double, kCorners>> corner_sum(work.contacts.size(), { 0, 0, 0, 0 });
    for (size_t j = 0; j < work.units.size(); ++j) {
        const Unit& unit = work.units[j];
        const size_t i = size_t(unit.contact);
        const double lambda = work.problem.coefficients()[Index(j)], square = lambda * lambda;
        square_sum[i] += square * work.problem.prices[Index(j)] / work.prices[i].w;
        for (int k = 0; k < kCorners; ++k)
            if (unit.corner < 0)
                corner_sum[i][size_t(k)] += square / kCorners;
            else if (unit.corner == k)
                corner_sum[i][size_t(k)] += square;
    }
    if (options_.gap_price > 0)
        for (size_t i = 0; i < work.contacts.size(); ++i)
            for (int k = 0; k < kCorners; ++k) {
                const ContactState& contact = instant.contacts[size_t(work.sources[i])];
                const double paid = corner_sum[i][size_t(k)] * work.prices[i].w;
                const double gap = std::sqrt(paid * options_.gap_price);
                add_known(instant, contact, gap, corner_gap(instant, contact, k), out);
                if (const auto tilt = corner_tilt(instant, contact, k); tilt.value[0] > 0)
                    add_known(instant, contact, gap * kTiltArm, tilt, out);
                if (!contact.slides)
                    add_known(instant, contact, std::sqrt(paid * options_.slip_price),
                        slip_at(instant, contact, contact.arm[size_t(k)]), out);
            }
    for (size_t j = 0; j < work.units.size(); ++j) {
        const Unit& unit = work.units[j];
        const ContactState& contact = source_of(instant, work, unit);
        if (!lies_at_any_angle(contact, unit))
            continue;
        const double scale = kSlantArm * work.problem.coefficients()[Index(j)]
            * std::sqrt(work.prices[size_t(unit.contact)].w * slant_price());
        if (const auto outside = outside_friction(instant, contact, unit); outside.value[0] > 0)
            add_known(instant, contact, scale, outside, out);
    }
    for (size_t i = 0; i < work.contacts.size(); ++i)
        out.add_gradient(0.5 * square_sum[i] * work.prices[i].dw_dz,
            instant.contacts[size_t(work.sources[i])].column);

    // A force through a limb costs price · ‖effort‖² · λ² / 2 on top: a sum of squares at fixed λ.
    for (size_t i = 0; i < work.contacts.size(); ++i) {
        const ContactState& contact = instant.contacts[size_t(work.sources[i])];
        if (contact.on_trunk() || !options_.effort)
            continue;
        const double scale = std::sqrt(unit_share(contact) * contact.patch->weakness
            * force_cost(instant, contact) * square_sum[i]);
        const LimbEffort& effort = work.prices[i].effort;
        out.add_known<LimbEffort::kRows, LimbDerivatives::kColumns>(scale * effort.r,
            scale * effort.J,
            instant.characters[size_t(contact.character)]
                .limbs[size_t(contact.patch->limb)]
                .columns);
    }
    // Along contact variables the square of ∂(√w λ) at fixed λ, doubled twice: the curvature of
    // 1/c² along c is three times what Gauss-Newton sees.
    if (!out.wants_hessian())
        return;
    for (size_t i = 0; i < work.contacts.size(); ++i) {
        const ForceWorkspace::Price& price = work.prices[i];
        const int z = instant.contacts[size_t(work.sources[i])].column;
        out.add_hessian(square_sum[i] * price.dw_dz * price.dw_dz / price.w, z, z);
    }
}

void PhysicsViolation::add_value_form(
    const SceneInstant& instant, ForceWorkspace& work, LocalModel& out) const
{
    out.add_cost(work.problem.optimal_value());
    if (!out.wants_derivatives())
        return;
    linearise(instant, work);
    const VectorXd gradient = transposed_times(work.rho, work.residual);
    for (size_t i = 0; i < work.variables.size(); ++i)
        out.add_gradient(gradient[Index(i)], work.variables[i]);
    add_price_slopes(instant, work, out);
    if (!out.wants_hessian())
        return;
    // ρᵀM⁻¹ρ
    work.dr = work.rho;
    work.problem.whiten(work.dr);
    work.product.noalias() = work.dr.transpose() * work.dr;
    for (size_t j = 0; j < work.variables.size(); ++j)
        for (size_t i = 0; i < work.variables.size(); ++i)
            out.add_hessian(work.product(Index(i), Index(j)), work.variables[i], work.variables[j]);
}

double PhysicsViolation::carried_from_afar(
    const SceneInstant& instant, const ForceWorkspace& work, double gap)
{
    double sum = 0;
    for (size_t j = 0; j < work.units.size(); ++j) {
        const Unit& unit = work.units[j];
        const forces::Contact& pair = work.contacts[size_t(unit.contact)];
        if (unit.corner >= 0
            && corner_gap(instant, source_of(instant, work, unit), unit.corner).value.norm() > gap)
            sum += work.problem.coefficients()[Index(j)]
                * forces::actions_of(work.bodies, pair).each[0].scale;
    }
    return sum;
}

void PhysicsViolation::add(
    const SceneInstant& instant, TermWorkspace& workspace, LocalModel& out) const
{
    ForceWorkspace& work = workspace.forces;
    set_up(instant, work);
    set_prices(instant, work);
    if (work.residual.size() != work.demand.size())
        work.residual.setZero(work.demand.size());
    (void)work.problem.solve(work.demand, work.residual, options_.barrier);
    for (size_t b = 0; b < bodies_.size(); ++b)
        out.note_residual(work.residual.segment<kRows>(kRows * Index(b)).norm());
    if (priced())
        add_value_form(instant, work, out);
    else
        add_residual_form(instant, work, out);
}

}  // namespace gambol::cio
