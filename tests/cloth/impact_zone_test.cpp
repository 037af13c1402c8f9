// SPDX-License-Identifier: MIT
#include "gambol/cloth/zones/impact_zone.hpp"

#include "gambol/cloth/zones/rigid_zone.hpp"
#include "gambol/collision/closest_points.hpp"
#include "gambol/math/random.hpp"
#include "support/collision_meshes.hpp"

#include <gtest/gtest.h>

namespace gambol::cloth {
namespace {

using Eigen::Matrix3Xd;
using Eigen::Vector3d;

constexpr double kTolerance = 1e-12;

/// Random contacts among free vertices; many more rows than the vertices have freedom.
ImpactZone crowded_zone(int vertices, int rows, unsigned seed)
{
    Random random(seed);
    const auto draw = [&](double low, double high) { return random.uniform(low, high); };
    ImpactZone zone;
    for (int i = 0; i < vertices; ++i) {
        zone.vertices.push_back(i);
        zone.mass_inverse.push_back(draw(0.5, 4));
    }
    for (int r = 0; r < rows; ++r) {
        ImpactZone::Row row;
        const int first = random.below(vertices - 3);
        for (int k = 0; k < 4; ++k)
            row.vertices[std::size_t(k)] = first + k;
        const double s = draw(0, 1), t = draw(0, 1);
        row.weights << 1 - s, s, t - 1, -t;
        row.normal = Vector3d(draw(-0.2, 0.2), draw(-0.2, 0.2), 1).normalized();
        row.scripted.setZero();
        row.mu = 0.3;
        zone.rows.push_back(row);
    }
    set_compliances(zone);
    return zone;
}

double kinetic_energy(const ImpactZone& zone, const Matrix3Xd& v)
{
    double energy = 0;
    for (std::size_t i = 0; i < zone.vertices.size(); ++i)
        energy += 0.5 / zone.mass_inverse[i] * v.col(Eigen::Index(i)).squaredNorm();
    return energy;
}

double normal_motion(const ImpactZone::Row& row, const Matrix3Xd& d)
{
    double sum = row.normal.dot(row.scripted);
    for (int k = 0; k < 4; ++k)
        if (row.vertices[std::size_t(k)] >= 0)
            sum += row.weights[k] * row.normal.dot(d.col(row.vertices[std::size_t(k)]));
    return sum;
}

/// One vertex over a fixed floor.
ImpactZone vertex_on_floor(double mu)
{
    ImpactZone zone;
    zone.vertices = { 0 };
    zone.mass_inverse = { 2 };
    ImpactZone::Row row;
    row.vertices = { 0, -1, -1, -1 };
    row.weights << 1, -0.2, -0.3, -0.5;
    row.normal = Vector3d::UnitZ();
    row.scripted.setZero();
    row.mu = mu;
    zone.rows = { row };
    set_compliances(zone);
    return zone;
}

TEST(ImpactZone, ProjectionStopsAllRowsOfARankDeficientZone)
{
    // 200 rows on 36 coordinates.
    ImpactZone zone = crowded_zone(12, 200, 1);
    const Matrix3Xd before = test::random_points(12, 0.01, 2);
    const ZoneMotion after = project_zone(zone, before, 1e-9);
    for (const auto& row : zone.rows)
        EXPECT_NEAR(normal_motion(row, after.velocity), 0, 2e-9);
    EXPECT_LT(after.residual, 2e-9);
}

TEST(ImpactZone, NonnegativeImpulsesOnlyPushAndNothingApproaches)
{
    for (unsigned seed = 1; seed <= 10; ++seed) {
        ImpactZone zone = crowded_zone(20, 40, seed);
        const Matrix3Xd before = test::random_points(20, 0.01, seed + 50);
        const ZoneMotion after = solve_zone_nonnegative(zone, before, 1e-9);
        double work = 0;
        for (const auto& row : zone.rows) {
            EXPECT_GE(row.multiplier, 0);
            EXPECT_GE(normal_motion(row, after.velocity), -1e-8) << "seed " << seed;
            work = std::max(work, row.multiplier * normal_motion(row, after.velocity));
        }
        EXPECT_LT(work, 1e-10) << "impulses where rows part, seed " << seed;
    }
}

/// Impulses act along the line through the closest points, so they have no moment.
TEST(ImpactZone, ACollisionConservesLinearAndAngularMomentum)
{
    for (const collision::PairKind kind :
        { collision::PairKind::vertex_triangle, collision::PairKind::edge_edge })
        for (unsigned seed = 1; seed <= 20; ++seed) {
            const Matrix3Xd x = test::random_points(4, 1, seed);
            const collision::ClosestPoints closest
                = collision::closest_points(kind, { x.col(0), x.col(1), x.col(2), x.col(3) });
            ImpactZone zone;
            zone.vertices = { 0, 1, 2, 3 };
            zone.mass_inverse = { 1, 2, 3, 4 };
            ImpactZone::Row row;
            row.vertices = { 0, 1, 2, 3 };
            row.weights = closest.weights;
            row.normal = closest.normal;
            row.scripted.setZero();
            for (int k = 0; k < 4; ++k)
                row.compliance += (k + 1) * row.weights[k] * row.weights[k];
            zone.rows = { row };
            const Matrix3Xd before = test::random_points(4, 1, seed + 100);
            const ZoneMotion after = project_zone(zone, before, 1e-15);
            Vector3d p = Vector3d::Zero(), L = Vector3d::Zero();
            for (int i = 0; i < 4; ++i) {
                const Vector3d change = (after.velocity.col(i) - before.col(i)) / (i + 1);
                p += change;
                L += Vector3d(x.col(i)).cross(change);
            }
            EXPECT_GT((after.velocity - before).norm(), 1e-6);
            EXPECT_LT(p.norm(), 1e-10);
            EXPECT_LT(L.norm(), 1e-10);
        }
}

/// Edges at their longest among the collisions: their impulses, too, add no energy and keep
/// momentum, and only ever pull the ends together.
TEST(ImpactZone, StrainRowsKeepMomentumAndAddNoEnergy)
{
    int pulling = 0;
    for (unsigned seed = 1; seed <= 20; ++seed)
        for (const bool nonnegative : { false, true }) {
            ImpactZone zone = crowded_zone(20, 20, seed);
            for (std::size_t r = 0; r < 6; ++r) {
                ImpactZone::Row& row = zone.rows[r];
                row.kind = RowKind::strain;
                row.weights << 1, -1, 0, 0;
                row.normal = test::random_points(1, 1, seed + unsigned(r)).col(0).normalized();
                row.room = 1e-3;
            }
            set_compliances(zone);
            const Matrix3Xd before = test::random_points(20, 0.01, seed + 90);
            const ZoneMotion after = nonnegative ? solve_zone_nonnegative(zone, before, kTolerance)
                                                 : project_zone(zone, before, kTolerance);
            Vector3d p = Vector3d::Zero();
            for (int i = 0; i < 20; ++i)
                p += (after.velocity.col(i) - before.col(i)) / zone.mass_inverse[std::size_t(i)];
            EXPECT_LT(p.norm(), 1e-10);
            EXPECT_LE(kinetic_energy(zone, after.velocity), kinetic_energy(zone, before));
            for (std::size_t r = 0; r < 6; ++r) {
                EXPECT_GE(zone.rows[r].multiplier, 0) << "seed " << seed << " row " << r;
                pulling += zone.rows[r].multiplier > 0;
            }
        }
    EXPECT_GT(pulling, 60) << "of 240";
}

TEST(ImpactZone, KineticEnergyNeverGrows)
{
    for (unsigned seed = 1; seed <= 20; ++seed)
        for (const bool nonnegative : { false, true }) {
            ImpactZone zone = crowded_zone(15, 60, seed);
            for (auto& row : zone.rows)
                row.push = 1e-3;  // regained distance must not become speed
            const Matrix3Xd before = test::random_points(15, 0.01, seed + 70);
            ZoneMotion after = nonnegative ? solve_zone_nonnegative(zone, before, kTolerance)
                                           : project_zone(zone, before, kTolerance);
            const double inelastic = kinetic_energy(zone, after.velocity);
            EXPECT_LE(inelastic, kinetic_energy(zone, before) * (1 + 1e-12));
            apply_zone_friction(zone, before, kTolerance, after);
            EXPECT_LE(kinetic_energy(zone, after.velocity), inelastic * (1 + 1e-12));
        }
}

TEST(ImpactZone, FrictionKeepsNormalVelocitiesZero)
{
    ImpactZone zone = crowded_zone(20, 25, 3);
    const Matrix3Xd before = test::random_points(20, 0.01, 4);
    ZoneMotion after = project_zone(zone, before, kTolerance);
    const Matrix3Xd frictionless = after.velocity;
    apply_zone_friction(zone, before, kTolerance, after);
    EXPECT_GT((after.velocity - frictionless).norm(), 1e-4);
    for (const auto& row : zone.rows)
        EXPECT_NEAR(normal_motion(row, after.velocity), 0, 1e-8);
}

TEST(ImpactZone, FrictionOfOneContactIsCoulombs)
{
    Matrix3Xd before(3, 1);
    before << 0.3, 0.4, -0.2;  // slides at 0.5, hits at 0.2
    for (const double mu : { 0.0, 0.5, 2.0, 4.0 }) {
        ImpactZone zone = vertex_on_floor(mu);
        ZoneMotion after = solve_zone_nonnegative(zone, before, kTolerance);
        EXPECT_NEAR(after.velocity(2, 0), 0, 1e-12);
        apply_zone_friction(zone, before, kTolerance, after);
        const double lost = std::min(mu * 0.2, 0.5);
        EXPECT_NEAR(after.velocity.col(0).norm(), 0.5 - lost, 1e-6) << "mu " << mu;
    }
}

TEST(ImpactZone, ScriptedBodiesHaveInfiniteMass)
{
    ImpactZone zone = vertex_on_floor(0);
    zone.rows[0].scripted = Vector3d(0.1, 0, -0.4);  // the floor rises by 0.4
    Matrix3Xd before(3, 1);
    before << 0.3, 0, -0.2;
    for (const bool nonnegative : { false, true }) {
        const ZoneMotion after = nonnegative ? solve_zone_nonnegative(zone, before, kTolerance)
                                             : project_zone(zone, before, kTolerance);
        EXPECT_NEAR(after.velocity(2, 0), 0.4, 1e-9);
        EXPECT_NEAR(after.velocity(0, 0), 0.3, 1e-15);
    }
}

TEST(ImpactZone, APinchIsRelaxedAndLeavesAResidual)
{
    ImpactZone zone = vertex_on_floor(0);
    zone.rows.push_back(zone.rows[0]);
    zone.rows[1].normal = -Vector3d::UnitZ();
    zone.rows[0].scripted = Vector3d(0, 0, -0.1);  // from below and
    zone.rows[1].scripted = Vector3d(0, 0, 0.1);  // from above
    const Matrix3Xd before = Matrix3Xd::Zero(3, 1);
    const ZoneMotion projected = project_zone(zone, before, kTolerance);
    EXPECT_NEAR(projected.residual, 0.1, 1e-6);
    EXPECT_TRUE(projected.velocity.allFinite());
    EXPECT_LT(projected.velocity.norm(), 0.11);
    const ZoneMotion pushed = solve_zone_nonnegative(zone, before, kTolerance);
    EXPECT_GT(pushed.residual, 0.05);
}

TEST(RigidZone, KeepsMomentum)
{
    RigidZone zone;
    zone.free_t0 = test::random_points(8, 1, 1);
    // Small, so that rotation and its linearisation agree.
    const Matrix3Xd d = test::random_points(8, 1e-7, 2);
    zone.free_t1 = zone.free_t0 + d;
    zone.mass = { 1, 2, 3, 1, 2, 3, 1, 2 };
    const auto end = move_rigidly(zone, 0);
    ASSERT_TRUE(end);
    Vector3d p = Vector3d::Zero(), L = Vector3d::Zero();
    for (int i = 0; i < 8; ++i) {
        const Vector3d change = zone.mass[std::size_t(i)] * (end->col(i) - zone.free_t1.col(i));
        p += change;
        L += Vector3d(zone.free_t0.col(i)).cross(change);
    }
    EXPECT_LT(p.norm(), 1e-14);
    EXPECT_LT(L.norm(), 1e-12);
    for (int i = 1; i < 8; ++i)
        EXPECT_NEAR((end->col(i) - end->col(0)).norm(),
            (zone.free_t0.col(i) - zone.free_t0.col(0)).norm(), 1e-14);
}

TEST(RigidZone, FollowsAScriptAndRefusesTwo)
{
    RigidZone zone;
    zone.free_t0 = test::random_points(2, 1, 3);
    zone.free_t1 = zone.free_t0;
    zone.mass = { 1, 1 };
    zone.scripted_t0 = test::random_points(4, 1, 4);
    zone.scripted_t1 = zone.scripted_t0.colwise() + Vector3d(0.1, 0.2, 0.3);
    const auto end = move_rigidly(zone, 1e-9);
    ASSERT_TRUE(end);
    EXPECT_LT((*end - (zone.free_t0.colwise() + Vector3d(0.1, 0.2, 0.3))).norm(), 1e-12);
    zone.scripted_t1.col(0).z() += 0.1;
    EXPECT_FALSE(move_rigidly(zone, 1e-9));
}

}  // namespace
}  // namespace gambol::cloth
