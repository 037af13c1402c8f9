// SPDX-License-Identifier: MIT
#include "gambol/cloth/collision_response.hpp"

#include "support/collision_meshes.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace gambol::cloth {
namespace {

using Eigen::Matrix3Xd;
using Eigen::Vector3d;

const std::vector<Eigen::Vector3i> kSquare { { 0, 1, 2 }, { 0, 2, 3 } };

Matrix3Xd square(double size, double z)
{
    Matrix3Xd x(3, 4);
    x << -size, size, size, -size, -size, -size, size, size, z, z, z, z;
    return x;
}

struct Scene {
    collision::CollisionMesh mesh;
    Matrix3Xd x { 3, 0 }, v { 3, 0 };
    std::vector<CarriedImpulse> carried;

    void add(const std::string& name, double mass_inverse, const Matrix3Xd& at,
        const Vector3d& velocity, const std::vector<Eigen::Vector3i>& triangles = kSquare)
    {
        collision::add_object(
            mesh, name, std::vector<double>(std::size_t(at.cols()), mass_inverse), triangles);
        test::append(x, at);
        test::append(v, velocity.replicate(1, at.cols()));
    }

    CollisionReport step(CollisionResponse& response, double dt)
    {
        Matrix3Xd x_t1 = x + dt * v;
        const CollisionReport report = response.resolve(x, x_t1, v, dt, carried);
        x = x_t1;
        return report;
    }
};

TEST(CollisionResponse, AnIsolatedCollisionConservesMomentum)
{
    for (const ZoneKind kind : { ZoneKind::projection, ZoneKind::nonnegative })
        for (unsigned seed = 1; seed <= 10; ++seed) {
            Scene scene;
            scene.add("a", 10, square(0.1, 0), { 0, 0, 0 });
            scene.add("b", 4, square(0.1, 0.02) + 0.05 * test::random_points(4, 0.1, seed),
                { 0.3, 0.1, -2 });
            scene.x.rightCols(4).colwise() += Vector3d(0.07, 0.04, 0);
            CollisionOptions options;
            options.zones = kind;
            options.friction = 0.4;
            CollisionResponse response(scene.mesh, options);
            Vector3d p = Vector3d::Zero();
            double energy = 0;
            const auto add = [&](double sign) {
                for (int i = 0; i < scene.mesh.vertex_count(); ++i) {
                    const double m = sign / scene.mesh.mass_inverse[std::size_t(i)];
                    p += m * scene.v.col(i);
                    energy += 0.5 * m * scene.v.col(i).squaredNorm();
                }
            };
            add(-1);
            const CollisionReport report = scene.step(response, 1.0 / 60);
            add(1);
            EXPECT_GT(report.zones, 0);
            EXPECT_FALSE(report.last_resort);
            EXPECT_LT(p.norm(), 1e-10) << "seed " << seed;
            EXPECT_LT(energy, 0);
            EXPECT_EQ(test::count_intersections(scene.mesh, scene.x), 0);
        }
}

/// Squares stacked on an incline of 0.35 rad without friction, from rest, each vertex falling
/// freely. Returns the share of the ideal sliding velocity that is left.
double sliding_share(ZoneKind kind, int steps)
{
    constexpr double kSlope = 0.35, kStep = 1.0 / 24;
    const Vector3d along(std::cos(kSlope), 0, -std::sin(kSlope));
    const Eigen::Matrix3d tilt = Eigen::AngleAxisd(kSlope, Vector3d::UnitY()).toRotationMatrix();
    Scene scene;
    for (int i = 0; i < 10; ++i)
        scene.add("square " + std::to_string(i), 20,
            tilt * square(0.15 - 0.004 * i, 0.05 + 0.05 * i), Vector3d::Zero());
    scene.add("incline", 0, tilt * square(50, 0), Vector3d::Zero());
    CollisionOptions options;
    options.thickness = 5e-3;
    options.separation = 5e-4;
    options.zones = kind;
    CollisionResponse response(scene.mesh, options);
    for (int k = 0; k < steps; ++k) {
        scene.v.leftCols(40).colwise() += kStep * Vector3d(0, 0, -9.81);
        (void)scene.step(response, kStep);
        EXPECT_EQ(test::count_intersections(scene.mesh, scene.x), 0) << "step " << k;
    }
    return scene.v.leftCols(40).rowwise().mean().dot(along)
        / (9.81 * std::sin(kSlope) * kStep * steps);
}

TEST(CollisionResponse, AStackSlidesWhereRigidZonesFreezeIt)
{
    EXPECT_GT(sliding_share(ZoneKind::projection, 20), 0.9);
    EXPECT_GT(sliding_share(ZoneKind::nonnegative, 20), 0.9);
    EXPECT_LT(sliding_share(ZoneKind::rigid, 20), 0.1);
}

/// Two plates close on cloth at 1.5 m/s and meet in step 13. What a run of 20 steps did.
struct Pinch {
    std::vector<std::string> warnings;
    double fraction = 1;  // the smallest
    int let_go = 0, intersections_before = 0, intersections = 0;
};

Pinch pinch(ZoneKind kind)
{
    Scene scene;
    scene.add("cloth", 100, test::grid_points(5, 5, 0.05, 0) + test::random_points(25, 1e-3, 1),
        Vector3d::Zero(), test::grid_triangles(5, 5));
    scene.add("press", 0, square(0.3, 0.02), { 0, 0, -1 });
    scene.add("anvil", 0, square(0.3, -0.02), { 0, 0, 0.5 });
    CollisionOptions options;
    options.zones = kind;
    CollisionResponse response(scene.mesh, options);
    Pinch result;
    for (int k = 0; k < 20; ++k) {
        const CollisionReport report = scene.step(response, 1.0 / 480);
        result.fraction = std::min(result.fraction, report.step_fraction);
        result.let_go = std::max(result.let_go, report.let_go);
        for (const std::string& line : pinch_warnings(scene.mesh, report.pinched))
            result.warnings.push_back(line);
        (k < 12 ? result.intersections_before : result.intersections)
            += test::count_intersections(scene.mesh, scene.x);
    }
    return result;
}

TEST(CollisionResponse, APinchIsLetGoWithTheBodiesNamedAndTheClockGoesOn)
{
    for (const ZoneKind kind : { ZoneKind::projection, ZoneKind::nonnegative }) {
        const Pinch result = pinch(kind);
        EXPECT_EQ(result.intersections_before, 0);
        EXPECT_GT(result.fraction, 0.05);
        EXPECT_GT(result.let_go, 0);
        ASSERT_FALSE(result.warnings.empty());
        EXPECT_NE(result.warnings.back().find("press and anvil"), std::string::npos)
            << result.warnings.back();
    }
}

/// The reference for comparisons stays as it was published: it stops rather than intersect.
TEST(CollisionResponse, RigidZonesStopTheClockInAPinch)
{
    const Pinch result = pinch(ZoneKind::rigid);
    EXPECT_EQ(result.intersections_before + result.intersections, 0);
    EXPECT_LT(result.fraction, 1);
    EXPECT_EQ(result.let_go, 0);
    EXPECT_FALSE(result.warnings.empty());
}

/// A crumpling sheet over a fixed one; the bytes of positions and velocities after some steps.
std::vector<double> crumpled(int threads)
{
    Scene scene;
    scene.add("cloth", 200,
        test::grid_points(14, 14, 0.02, 0.02) + test::random_points(196, 2e-3, 5),
        Vector3d(0, 0, -2), test::grid_triangles(14, 14));
    scene.add("shirt", 200,
        test::grid_points(14, 14, 0.02, 0.03) + test::random_points(196, 2e-3, 6),
        Vector3d(0.5, 0, -4), test::grid_triangles(14, 14));
    scene.add(
        "floor", 0, test::grid_points(5, 5, 0.2, 0), Vector3d::Zero(), test::grid_triangles(5, 5));
    scene.v.leftCols(392) += test::random_points(392, 1, 7);
    CollisionOptions options;
    options.friction = 0.2;
    options.pool = std::make_shared<WorkerPool>(threads);
    CollisionResponse response(scene.mesh, options);
    for (int k = 0; k < 5; ++k)
        (void)scene.step(response, 1.0 / 240);
    EXPECT_EQ(test::count_intersections(scene.mesh, scene.x), 0);
    std::vector<double> bytes(scene.x.data(), scene.x.data() + scene.x.size());
    bytes.insert(bytes.end(), scene.v.data(), scene.v.data() + scene.v.size());
    return bytes;
}

TEST(CollisionResponse, SameBytesForAnyNumberOfThreads)
{
    const std::vector<double> one = crumpled(1);
    EXPECT_EQ(one, crumpled(2));
    EXPECT_EQ(one, crumpled(3));
}

TEST(CollisionResponse, PredictedContactsAreThoseAhead)
{
    Scene scene;
    scene.add("cloth", 1, square(0.1, 0.011), { 0, 0, -1 });
    scene.add("floor", 0, square(1, 0), Vector3d::Zero());
    CollisionResponse response(scene.mesh, {});
    const Matrix3Xd x_t1 = scene.x + 0.01 * scene.v;
    const std::vector<collision::Contact> contacts = response.predict_contacts(scene.x, x_t1, 0.02);
    ASSERT_FALSE(contacts.empty());
    for (const collision::Contact& contact : contacts) {
        EXPECT_NEAR(contact.distance, 0.011, 1e-12);
        EXPECT_NEAR(std::abs(contact.normal.z()), 1, 1e-12);
    }
    EXPECT_TRUE(response.predict_contacts(scene.x, x_t1, 0.01).empty());
}

TEST(CollisionResponse, RepulsionStopsApproachWithFriction)
{
    Scene scene;
    scene.add("cloth", 1, square(0.1, 1e-3), { 1, 0, -0.1 });
    scene.add("floor", 0, square(1, 0), Vector3d::Zero());
    CollisionOptions options;
    options.friction = 0.5;
    CollisionResponse response(scene.mesh, options);
    const CollisionReport report = scene.step(response, 1e-3);
    EXPECT_GT(report.proximities, 0);
    EXPECT_EQ(report.passes, 0);
    EXPECT_GE(scene.v.leftCols(4).row(2).minCoeff(), -1e-12);
    // Stopping 0.1 m/s and pushing a little costs at least half of that in sliding.
    EXPECT_LT(scene.v(0, 0), 0.951);
    EXPECT_GT(scene.v(0, 0), 0.8);
}

}  // namespace
}  // namespace gambol::cloth
