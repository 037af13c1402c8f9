// SPDX-License-Identifier: MIT
#include "gambol/methods/force_units.hpp"

#include <gtest/gtest.h>

#include <random>

namespace gambol {
namespace {

using Eigen::Vector3d;
using Eigen::VectorXd;

/// Four corners of a patch on a tilted plane, with pushes along the edges of a friction pyramid.
struct Pyramid {
    ContactPlane plane;
    std::vector<ForceUnit> units;

    Pyramid()
    {
        const Eigen::Matrix3d axes
            = Eigen::AngleAxisd(0.4, Vector3d(1, 2, 0.5).normalized()).matrix();
        plane.normal = axes.col(2);
        plane.middle = Vector3d(0.3, -0.2, 0.1);
        for (const double x : { -0.1, 0.1 })
            for (const double y : { -0.04, 0.04 })
                for (const double u : { -0.8, 0.8 })
                    for (const double v : { -0.8, 0.8 })
                        units.push_back({ 0, axes.col(2) + u * axes.col(0) + v * axes.col(1),
                            plane.middle + x * axes.col(0) + y * axes.col(1) });
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
        const PatchForce sum = add_up(pyramid.units, lambda, { pyramid.plane }).front();
        Vector3d force = Vector3d::Zero(), torque = Vector3d::Zero();  // about the origin
        for (std::size_t j = 0; j < pyramid.units.size(); ++j) {
            const ForceUnit& unit = pyramid.units[j];
            force += lambda[Eigen::Index(j)] * unit.push;
            torque += lambda[Eigen::Index(j)] * unit.at.cross(unit.push);
        }
        EXPECT_LT((sum.force - force).norm(), 1e-9 * force.norm());
        const Vector3d summed = sum.point.cross(sum.force) + sum.torsion * pyramid.plane.normal;
        EXPECT_LT((summed - torque).norm(), 1e-9 * torque.norm()) << "seed " << seed;
    }
}

TEST(AddUp, TheCentreOfPressureIsWhereTheOnlyLoadIs)
{
    const Pyramid pyramid;
    VectorXd lambda = VectorXd::Zero(Eigen::Index(pyramid.units.size()));
    lambda[5] = 30;
    const PatchForce sum = add_up(pyramid.units, lambda, { pyramid.plane }).front();
    EXPECT_LT((sum.point - pyramid.units[5].at).norm(), 1e-12);
    EXPECT_NEAR(sum.torsion, 0, 1e-12);
}

TEST(AddUp, WhatCarriesNothingOrGripsIsInItsMiddle)
{
    Pyramid pyramid;
    const VectorXd none = VectorXd::Zero(Eigen::Index(pyramid.units.size()));
    EXPECT_EQ(add_up(pyramid.units, none, { pyramid.plane }).front().point, pyramid.plane.middle);
    pyramid.plane.grip = true;
    const VectorXd lambda = random_lambda(pyramid.units.size(), 7);
    EXPECT_EQ(add_up(pyramid.units, lambda, { pyramid.plane }).front().point, pyramid.plane.middle);
}

TEST(AddUp, ContactsAreKeptApartAndTurnsAreTorsion)
{
    const Pyramid pyramid;
    std::vector<ForceUnit> units = pyramid.units;
    ForceUnit turn { 1, Vector3d::Zero(), Vector3d(1, 1, 0), 0.05, true };
    units.push_back(turn);
    VectorXd lambda = VectorXd::Zero(Eigen::Index(units.size()));
    lambda[0] = 10;
    lambda[Eigen::Index(units.size()) - 1] = -40;
    const std::vector<PatchForce> sums = add_up(units, lambda, { pyramid.plane, ContactPlane {} });
    ASSERT_EQ(sums.size(), 2u);
    EXPECT_NEAR(sums[0].force.dot(pyramid.plane.normal), 10, 1e-12);
    EXPECT_EQ(sums[1].force, Vector3d::Zero());
    EXPECT_NEAR(sums[1].torsion, -2, 1e-12);
}

}  // namespace
}  // namespace gambol
