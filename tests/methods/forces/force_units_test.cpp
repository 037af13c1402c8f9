// SPDX-License-Identifier: MIT
#include "gambol/methods/forces/force_units.hpp"

#include <gtest/gtest.h>

#include <random>

namespace gambol::forces {
namespace {

using Eigen::Vector3d;
using Eigen::VectorXd;

/// Four corners of a patch on a tilted plane, with pushes along the edges of a friction pyramid.
struct Pyramid {
    Contact contact;
    std::vector<Unit> units;

    Pyramid()
    {
        const Eigen::Matrix3d axes
            = Eigen::AngleAxisd(0.4, Vector3d(1, 2, 0.5).normalized()).matrix();
        contact.normal = axes.col(2);
        contact.middle = Vector3d(0.3, -0.2, 0.1);
        int corner = 0;
        for (const double x : { -0.1, 0.1 })
            for (const double y : { -0.04, 0.04 })
                add_pyramid(0, corner++, axes, contact.middle + x * axes.col(0) + y * axes.col(1),
                    0.8, units);
    }
};

VectorXd random_lambda(std::size_t count, unsigned seed)
{
    std::mt19937 random(seed);
    VectorXd lambda(count);
    for (double& value : lambda)
        value = double(random() % 1000) / 10;
    return lambda;
}

TEST(AddUp, SaysTheSameForceAndTorqueAsAllItsUnits)
{
    const Pyramid pyramid;
    for (unsigned seed = 1; seed <= 5; ++seed) {
        const VectorXd lambda = random_lambda(pyramid.units.size(), seed);
        const PatchForce sum = add_up(pyramid.units, lambda, { pyramid.contact }).front();
        Vector3d force = Vector3d::Zero(), torque = Vector3d::Zero();  // about the origin
        for (std::size_t j = 0; j < pyramid.units.size(); ++j) {
            const Unit& unit = pyramid.units[j];
            force += lambda[Eigen::Index(j)] * unit.push;
            torque += lambda[Eigen::Index(j)] * unit.at.cross(unit.push);
        }
        EXPECT_LT((sum.force - force).norm(), 1e-9 * force.norm());
        const Vector3d summed = sum.point.cross(sum.force) + sum.torsion * pyramid.contact.normal;
        EXPECT_LT((summed - torque).norm(), 1e-9 * torque.norm()) << "seed " << seed;
    }
}

TEST(AddUp, TheCentreOfPressureIsWhereTheOnlyLoadIs)
{
    const Pyramid pyramid;
    VectorXd lambda = VectorXd::Zero(Eigen::Index(pyramid.units.size()));
    lambda[5] = 30;
    const PatchForce sum = add_up(pyramid.units, lambda, { pyramid.contact }).front();
    EXPECT_LT((sum.point - pyramid.units[5].at).norm(), 1e-12);
    EXPECT_NEAR(sum.torsion, 0, 1e-12);
}

TEST(AddUp, WhatCarriesNothingOrGripsIsInItsMiddle)
{
    Pyramid pyramid;
    const VectorXd none = VectorXd::Zero(Eigen::Index(pyramid.units.size()));
    EXPECT_EQ(
        add_up(pyramid.units, none, { pyramid.contact }).front().point, pyramid.contact.middle);
    pyramid.contact.grip = true;
    const VectorXd lambda = random_lambda(pyramid.units.size(), 7);
    EXPECT_EQ(
        add_up(pyramid.units, lambda, { pyramid.contact }).front().point, pyramid.contact.middle);
}

TEST(AddUp, ContactsAreKeptApartAndTurnsAreTorsion)
{
    const Pyramid pyramid;
    std::vector<Unit> units = pyramid.units;
    Unit turn { 1, Vector3d::Zero(), Vector3d(1, 1, 0), 0.05, true };
    units.push_back(turn);
    VectorXd lambda = VectorXd::Zero(Eigen::Index(units.size()));
    lambda[0] = 10;
    lambda[Eigen::Index(units.size()) - 1] = -40;
    const std::vector<PatchForce> sums = add_up(units, lambda, { pyramid.contact, Contact {} });
    ASSERT_EQ(sums.size(), 2u);
    EXPECT_NEAR(sums[0].force.dot(pyramid.contact.normal), 10, 1e-12);
    EXPECT_EQ(sums[1].force, Vector3d::Zero());
    EXPECT_NEAR(sums[1].torsion, -2, 1e-12);
}

}  // namespace
}  // namespace gambol::forces
