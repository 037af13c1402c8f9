// SPDX-License-Identifier: MIT
#include "gambol/methods/forces/force_problem.hpp"

#include <algorithm>
#include <numeric>
#include <type_traits>
#include <utility>

namespace gambol::forces {

using Eigen::VectorXd;

double force_unit(std::span<const Body> bodies, const Contact& contact)
{
    const double owner = bodies[size_t(contact.owner)].weight;
    return contact.support == kWorld ? owner
                                     : std::min(owner, bodies[size_t(contact.support)].weight);
}

Actions actions_of(std::span<const Body> bodies, const Contact& contact)
{
    const double unit = force_unit(bodies, contact);
    Actions actions;
    actions.each[0] = { contact.owner, unit / bodies[size_t(contact.owner)].weight };
    if (contact.support != kWorld)
        actions.each[size_t(actions.count++)]
            = { contact.support, -unit / bodies[size_t(contact.support)].weight };
    return actions;
}

int find_groups(int bodies, std::span<const Contact> contacts, std::vector<int>& group_of)
{
    group_of.resize(size_t(bodies));
    std::iota(group_of.begin(), group_of.end(), 0);
    for (const Contact& contact : contacts) {
        if (contact.support == kWorld)
            continue;
        const int a = group_of[size_t(contact.owner)], b = group_of[size_t(contact.support)];
        std::replace(group_of.begin(), group_of.end(), std::max(a, b), std::min(a, b));
    }
    // A group's number is still that of its first body; those come in rising order.
    int count = 0;
    for (int body = 0; body < bodies; ++body)
        if (group_of[size_t(body)] == body) {
            std::replace(group_of.begin() + body, group_of.end(), body, count);
            ++count;
        }
    return count;
}

namespace {

/// Force and torque of a unit on a body, in the body's units.
inline ForceProblem::Vector6 wrench_on(
    const Body& body, double scale, const Unit& unit, const Contact& contact)
{
    ForceProblem::Vector6 wrench;
    wrench.head<3>() = scale * unit.push;
    wrench.tail<3>()
        = scale * ((unit.at - body.origin).cross(unit.push) + twist_of(unit, contact)) / body.arm;
    if (body.hinged()) {
        wrench.head<3>().setZero();
        wrench.tail<3>() = body.axis.dot(wrench.tail<3>()) * body.axis;
    }
    return wrench;
}

}  // namespace

template <class Do> void ForceProblem::for_units_of(int group, Do act) const
{
    for (int j = 0; j < units(); ++j)
        if (places_[size_t(j)].group == group)
            act(j, places_[size_t(j)].column);
}

void ForceProblem::assemble(
    std::span<const Body> bodies, std::span<const Contact> contacts, std::span<const Unit> units)
{
    groups_.resize(size_t(find_groups(int(bodies.size()), contacts, group_of_)));
    for (Group& group : groups_) {
        group.bodies.clear();
        group.units = 0;
    }
    row_of_.resize(bodies.size());
    for (size_t b = 0; b < bodies.size(); ++b) {
        Group& group = groups_[size_t(group_of_[b])];
        row_of_[b] = kRows * int(group.bodies.size());
        group.bodies.push_back(int(b));
    }
    places_.clear();
    for (const Unit& unit : units) {
        const int group = group_of_[size_t(contacts[size_t(unit.contact)].owner)];
        places_.push_back({ group, groups_[size_t(group)].units++ });
    }
    for (int g = 0; g < int(groups_.size()); ++g) {
        Group& group = groups_[size_t(g)];
        group.with_problem([&](auto& problem) {
            problem.resize(kRows * int(group.bodies.size()), group.units);
            if (group.bodies.size() > 1)
                problem.G.setZero();
            for_units_of(g, [&, last = -1, actions = Actions {}](int j, int column) mutable {
                const Unit& unit = units[size_t(j)];
                const Contact& contact = contacts[size_t(unit.contact)];
                if (unit.contact != std::exchange(last, unit.contact))
                    actions = actions_of(bodies, contact);
                for (const auto& [body, scale] : actions)
                    problem.G.col(column).template segment<kRows>(row_of_[size_t(body)])
                        = wrench_on(bodies[size_t(body)], scale, unit, contact);
                problem.is_free[column] = unit.is_free;
            });
        });
    }
    prices.resize(Eigen::Index(units.size()));
    lambda_.resize(Eigen::Index(units.size()));
}

bool ForceProblem::solve(const VectorXd& demand, VectorXd& residual, double barrier)
{
    bool solved = true;
    for (int g = 0; g < int(groups_.size()); ++g) {
        Group& group = groups_[size_t(g)];
        group.with_problem([&](auto& problem) {
            for_units_of(g, [&](int j, int column) { problem.w[column] = prices[j]; });
            typename std::decay_t<decltype(problem)>::Vector tau(problem.rows()),
                start(problem.rows());
            for (const int body : group.bodies) {
                const int row = row_of_[size_t(body)];
                tau.template segment<kRows>(row) = demand.segment<kRows>(kRows * body);
                start.template segment<kRows>(row) = residual.segment<kRows>(kRows * body);
            }
            solved &= problem.solve(tau, start, barrier);
            for (const int body : group.bodies)
                residual.segment<kRows>(kRows * body)
                    = problem.residual().template segment<kRows>(row_of_[size_t(body)]);
            for_units_of(
                g, [&](int j, int column) { lambda_[j] = problem.coefficients()[column]; });
        });
    }
    return solved;
}

double ForceProblem::slope(int unit) const
{
    return group_of_unit(unit).with_problem(
        [&](auto& problem) { return problem.slope()[places_[size_t(unit)].column]; });
}

double ForceProblem::weight_slope(int unit) const
{
    return group_of_unit(unit).with_problem(
        [&](auto& problem) { return problem.weight_slope(places_[size_t(unit)].column); });
}

ForceProblem::Vector6 ForceProblem::column(int unit, int body) const
{
    return group_of_unit(unit).with_problem([&](auto& problem) -> Vector6 {
        return problem.G.col(places_[size_t(unit)].column)
            .template segment<kRows>(row_of_[size_t(body)]);
    });
}

double ForceProblem::optimal_value() const
{
    double value = 0;
    for (const Group& group : groups_)
        value += group.with_problem([](auto& problem) { return problem.optimal_value(); });
    return value;
}

template <class Rows, class Solve> void ForceProblem::in_each_group(Rows&& X, Solve solve) const
{
    for (const Group& group : groups_) {
        if (group.bodies.size() == 1) {
            solve(group.alone.factor(), X.template middleRows<kRows>(kRows * group.bodies.front()));
            continue;
        }
        typename std::decay_t<Rows>::PlainObject rows(group.coupled.rows(), X.cols());
        for (const int body : group.bodies)
            rows.template middleRows<kRows>(row_of_[size_t(body)])
                = X.template middleRows<kRows>(kRows * body);
        solve(group.coupled.factor(), rows);
        for (const int body : group.bodies)
            X.template middleRows<kRows>(kRows * body)
                = rows.template middleRows<kRows>(row_of_[size_t(body)]);
    }
}

void ForceProblem::whiten(RowsOfBodies X) const
{
    in_each_group(X, [](const auto& factor, auto&& rows) { factor.matrixL().solveInPlace(rows); });
}

void ForceProblem::divide(RowsOfBodies X) const
{
    in_each_group(X, [](const auto& factor, auto&& rows) { factor.solveInPlace(rows); });
}

VectorXd ForceProblem::divided(const VectorXd& x) const
{
    VectorXd result = x;
    in_each_group(result, [](const auto& factor, auto&& rows) { factor.solveInPlace(rows); });
    return result;
}

}  // namespace gambol::forces
