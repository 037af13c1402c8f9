// SPDX-License-Identifier: MIT
#include "gambol/methods/forces/force_problem.hpp"

#include "support/finite_difference.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace gambol::forces {
namespace {

using Eigen::Matrix3d;
using Eigen::MatrixXd;
using Eigen::Vector3d;
using Eigen::VectorXd;
using test::Random;

constexpr double kBarrier = 1e-6;

struct Example {
    std::vector<Body> bodies;
    std::vector<Contact> contacts;
    std::vector<Unit> units;
    VectorXd prices, demand;

    /// A contact of four corners about a place, tilted a little.
    void add_contact(
        int owner, int support, const Vector3d& place, Random& random, double friction = 0.7)
    {
        const Matrix3d axes = Eigen::AngleAxisd(0.2, random.direction()).matrix();
        const int index = int(contacts.size());
        contacts.push_back({ owner, support, axes.col(2), place });
        for (int k = 0; k < 4; ++k)
            add_pyramid(index, k, axes,
                place + (k % 2 ? 0.1 : -0.1) * axes.col(0) + (k / 2 ? 0.1 : -0.1) * axes.col(1),
                friction, units);
    }
    void set_numbers(Random& random)
    {
        prices.resize(Eigen::Index(units.size()));
        for (double& price : prices)
            price = std::pow(10, random.uniform(-5, -3));
        demand = random.vector(6 * Eigen::Index(bodies.size()), 0.3);
        for (Eigen::Index row = 2; row < demand.size(); row += 6)
            demand[row] += 1;
    }
    [[nodiscard]] ForceProblem solved(VectorXd& residual) const
    {
        ForceProblem problem;
        problem.assemble(bodies, contacts, units);
        problem.prices = prices;
        residual = VectorXd::Zero(demand.size());
        EXPECT_TRUE(problem.solve(demand, residual, kBarrier));
        return problem;
    }
};

/// A light body on a heavy one, which stands on the world, and a third one beside them.
Example three_bodies(unsigned seed, bool shared)
{
    Random random(seed);
    Example example;
    example.bodies
        = { { { 0, 0, 0.5 }, 600 }, { { 0.1, 0, 1.6 }, 80, 0.15 }, { { 2, 0, 0.5 }, 300, 0.25 } };
    example.add_contact(0, kWorld, { 0.2, 0.1, 0 }, random);
    example.add_contact(0, kWorld, { -0.2, 0, 0 }, random);
    example.add_contact(1, shared ? 0 : kWorld, { 0.1, 0.1, 1.2 }, random, 0.4);
    example.add_contact(2, kWorld, { 2, 0.1, 0 }, random);
    example.contacts.push_back({ 1, shared ? 0 : kWorld, Vector3d::UnitX(), { 0.3, 0, 1.4 } });
    add_grip(4, Matrix3d::Identity(), { 0.3, 0, 1.4 }, example.units);
    example.set_numbers(random);
    return example;
}

TEST(ForceProblem, ASharedForceActsOnBothBodiesWithOppositeSign)
{
    const Example example = three_bodies(1, true);
    VectorXd residual;
    const ForceProblem problem = example.solved(residual);
    // In newtons and about the world's origin, from each body's rows.
    const auto wrench = [&](int body, const Eigen::Matrix<double, 6, 1>& rows) {
        const Body& b = example.bodies[size_t(body)];
        Eigen::Matrix<double, 6, 1> w = b.weight * rows;
        w.tail<3>() *= b.arm;
        w.tail<3>() += b.origin.cross(w.head<3>());
        return w;
    };
    double shared = 0;
    Eigen::Matrix<double, 6, 1> from_world = Eigen::Matrix<double, 6, 1>::Zero(),
                                total = from_world;
    for (int j = 0; j < problem.units(); ++j) {
        const Contact& contact = example.contacts[size_t(example.units[size_t(j)].contact)];
        const double lambda = problem.coefficients()[j];
        const auto on_owner = wrench(contact.owner, lambda * problem.column(j, contact.owner));
        if (contact.support == kWorld) {
            from_world += on_owner;
            continue;
        }
        const auto on_support
            = wrench(contact.support, lambda * problem.column(j, contact.support));
        EXPECT_LT((on_owner + on_support).norm(), 1e-9 * (1 + on_owner.norm()));
        shared += on_owner.norm();
    }
    EXPECT_GT(shared, 50);
    // The momentum of all bodies together changes by what the world does, and by nothing else.
    for (int b = 0; b < 3; ++b)
        total += wrench(b, (example.demand + residual).segment<6>(6 * b));
    EXPECT_LT((total - from_world).norm(), 1e-6 * from_world.norm());
}

TEST(ForceProblem, BodiesWithoutASharedContactAreSolvedAsIfAlone)
{
    const Example together = three_bodies(2, false);
    VectorXd residual;
    const ForceProblem all = together.solved(residual);
    double value = 0;
    for (int b = 0; b < 3; ++b) {
        Example alone;
        alone.bodies = { together.bodies[size_t(b)] };
        alone.demand = together.demand.segment<6>(6 * b);
        std::vector<double> prices;
        std::vector<int> source, renamed(together.contacts.size(), -1);
        for (size_t c = 0; c < together.contacts.size(); ++c)
            if (together.contacts[c].owner == b) {
                renamed[c] = int(alone.contacts.size());
                alone.contacts.push_back(together.contacts[c]);
                alone.contacts.back().owner = 0;
            }
        for (size_t j = 0; j < together.units.size(); ++j)
            if (const int contact = renamed[size_t(together.units[j].contact)]; contact >= 0) {
                alone.units.push_back(together.units[j]);
                alone.units.back().contact = contact;
                prices.push_back(together.prices[Eigen::Index(j)]);
                source.push_back(int(j));
            }
        alone.prices = Eigen::Map<VectorXd>(prices.data(), Eigen::Index(prices.size()));
        VectorXd expected;
        const ForceProblem single = alone.solved(expected);
        EXPECT_TRUE(expected == residual.segment(6 * b, 6)) << "body " << b;
        for (size_t j = 0; j < source.size(); ++j)
            EXPECT_EQ(single.coefficients()[Eigen::Index(j)], all.coefficients()[source[j]]);
        value += single.optimal_value();
    }
    EXPECT_EQ(value, all.optimal_value());
}

TEST(ForceProblem, ABodyCarriedByAnotherWeighsOnTheWorldThroughIt)
{
    Random random(3);
    Example example;
    example.bodies = { { { 0, 0, 0.5 }, 600 }, { { 0, 0, 1.5 }, 80, 0.15 } };
    example.add_contact(0, kWorld, { 0, 0, 0 }, random);
    example.add_contact(1, 0, { 0, 0, 1.2 }, random);
    example.set_numbers(random);
    example.demand.setZero();
    example.demand[2] = example.demand[8] = 1;  // both at rest
    example.prices.setConstant(1e-6);
    VectorXd residual;
    const ForceProblem problem = example.solved(residual);
    EXPECT_LT(residual.norm(), 1e-3);
    double on_world = 0, between = 0;
    for (int j = 0; j < problem.units(); ++j) {
        const Unit& unit = example.units[size_t(j)];
        const Contact& contact = example.contacts[size_t(unit.contact)];
        const double force
            = problem.coefficients()[j] * unit.push.z() * force_unit(example.bodies, contact);
        (contact.support == kWorld ? on_world : between) += force;
    }
    EXPECT_NEAR(between, 80, 0.2);
    EXPECT_NEAR(on_world, 680, 1);
}

/// λ and r as functions of the demand and the prices.
TEST(ForceProblem, DerivativesOfASharedSolutionMatchDifferences)
{
    Example example = three_bodies(4, true);
    VectorXd residual;
    const ForceProblem problem = example.solved(residual);
    // By the demand: dr = −M⁻¹ dτ.
    MatrixXd by_demand = -MatrixXd::Identity(18, 18);
    problem.divide(by_demand);
    const auto residual_at = [&](const VectorXd& demand) {
        Example moved = example;
        moved.demand = demand;
        VectorXd r;
        (void)moved.solved(r);
        return r;
    };
    EXPECT_LT(test::relative_error(
                  by_demand, test::central_jacobian(residual_at, example.demand, 1e-5), 1),
        1e-5);
    // By a price: dr = M⁻¹ g λ_w dw; ∂V/∂w = ½λ².
    for (const int j : { 3, 20, 37, 50, 66 }) {
        VectorXd g = VectorXd::Zero(18);
        for (const auto& [body, scale] :
            actions_of(example.bodies, example.contacts[size_t(example.units[size_t(j)].contact)]))
            g.segment<6>(6 * body) = problem.column(j, body);
        const VectorXd by_price = problem.divided(problem.weight_slope(j) * g);
        const double lambda = problem.coefficients()[j], h = 1e-3 * example.prices[j];
        Example above = example, below = example;
        above.prices[j] += h;
        below.prices[j] -= h;
        VectorXd r_above, r_below;
        const double v_above = above.solved(r_above).optimal_value(),
                     v_below = below.solved(r_below).optimal_value();
        EXPECT_LT(((r_above - r_below) / (2 * h) - by_price).norm(), 1e-3 * (1 + by_price.norm()));
        EXPECT_NEAR(
            (v_above - v_below) / (2 * h), 0.5 * lambda * lambda, 1e-4 * (1 + lambda * lambda));
    }
    // L⁻¹ and M⁻¹ belong to the same matrix.
    MatrixXd white = MatrixXd::Identity(18, 18), inverse = white;
    problem.whiten(white);
    problem.divide(inverse);
    EXPECT_LT((white.transpose() * white - inverse).norm(), 1e-12 * inverse.norm());
}

TEST(ForceProblem, GroupsAreNumberedByTheirFirstBody)
{
    std::vector<int> group_of;
    std::vector<Contact> contacts { { 4, 1 }, { 0, kWorld }, { 3, 4 } };
    EXPECT_EQ(find_groups(5, contacts, group_of), 3);
    EXPECT_EQ(group_of, (std::vector<int> { 0, 1, 2, 1, 1 }));
    contacts.push_back({ 2, 3 });
    contacts.push_back({ 1, 0 });
    EXPECT_EQ(find_groups(5, contacts, group_of), 1);
    EXPECT_EQ(group_of, (std::vector<int>(5, 0)));
}

TEST(ForceProblem, UnitOfForceIsTheLighterBodysWeight)
{
    const std::vector<Body> bodies { { {}, 600 }, { {}, 80 } };
    for (const auto& [owner, support] : { std::pair { 0, 1 }, std::pair { 1, 0 } }) {
        const Actions actions = actions_of(bodies, { owner, support });
        ASSERT_EQ(actions.count, 2);
        EXPECT_EQ(actions.each[0].body, owner);
        EXPECT_EQ(actions.each[1].body, support);
        for (const auto& [body, scale] : actions)
            EXPECT_DOUBLE_EQ(std::abs(scale), body == 0 ? 80.0 / 600 : 1);
        EXPECT_LT(actions.each[1].scale, 0);
    }
    EXPECT_EQ(actions_of(bodies, { 0, kWorld }).count, 1);
    EXPECT_EQ(actions_of(bodies, { 0, kWorld }).each[0].scale, 1);
}

}  // namespace
}  // namespace gambol::forces
