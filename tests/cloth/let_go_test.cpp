// SPDX-License-Identifier: MIT
#include "gambol/cloth/let_go.hpp"

#include "gambol/cloth/body_surface.hpp"
#include "gambol/cloth/fabric/cloth_mesh.hpp"
#include "gambol/cloth/cloth_simulation.hpp"
#include "gambol/geometry/surface_mesh.hpp"
#include "gambol/motion/cloth_intersections.hpp"

#include "support/garments.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace gambol::cloth {
namespace {

using Eigen::Vector3d;
using test::square_sheet;

/// Goes by `by` and comes back: begins at 0.1 s, is there from 0.2 s to 0.4 s, is back at 0.5 s.
RigidPath there_and_back(const Vector3d& by)
{
    RigidPath path;
    path.times = { 0.1, 0.2, 0.4, 0.5 };
    path.positions = { Vector3d::Zero(), by, by, Vector3d::Zero() };
    path.rotations.assign(4, Eigen::Quaterniond::Identity());
    return path;
}

/// A sheet that hangs over a plate, or is pinned above it, and a press that goes through both; with
/// a negative overlap it stops before.
ClothSimulation plates(double overlap, bool pinned, int threads = 1)
{
    const Box lower { .center = { 0, 0, -0.02 }, .half_size = { 0.1, 0.1, 0.02 } };
    const Box upper { .center = { 0, 0, 0.08 }, .half_size = { 0.1, 0.1, 0.02 } };
    ScriptedBody anvil { "anvil", surface_mesh(lower), {}, 0.3 };
    ScriptedBody press { "press", surface_mesh(upper), there_and_back({ 0, 0, -0.06 - overlap }),
        0.3 };
    std::vector<Pins> pins(pinned ? 1 : 0);
    if (pinned)
        pins[0].vertices = { 0, 16, 16 * 17, 17 * 17 - 1 };
    return { { square_sheet(0.3, 16, { 0.003, 0.002, 0.01 }) }, { anvil, press }, pins, {},
        threads };
}

ClothSimulation ball_in_plate(double depth)
{
    const Box lower { .center = { 0, 0, -0.05 }, .half_size = { 0.2, 0.2, 0.05 } };
    ScriptedBody plate { "plate", surface_mesh(lower), {}, 0.3 };
    ScriptedBody ball { "ball", surface_mesh(Sphere { { 0, 0, 0.1 }, 0.05 }),
        there_and_back({ 0, 0, -0.05 - depth }), 0.3 };
    return { { square_sheet(0.25, 16, { 0.003, 0.002, 0.01 }) }, { plate, ball }, {}, {} };
}

/// Intersections of the present state, decided exactly.
struct Crossings {
    int all = 0, among_cloth = 0;
};

Crossings crossings(const ClothSimulation& simulation)
{
    std::vector<Vector3d> x;
    for (int i = 0; i < simulation.state().x.cols(); ++i)
        x.emplace_back(simulation.state().x.col(i));
    const int cloth = int(simulation.fabric().triangles.size());
    ClothIntersectionFinder finder(simulation.mesh().triangles, cloth, x);
    Crossings result;
    for (const ClothIntersection& found : finder.find(x).intersections) {
        ++result.all;
        result.among_cloth += found.triangle < cloth && found.edge[0] < simulation.cloth_vertices();
    }
    return result;
}

/// Over how long it may be.
double longest_edge(const ClothSimulation& simulation)
{
    const Eigen::Matrix3Xd& x = simulation.state().x;
    double worst = 0;
    for (const LimitedEdge& edge : simulation.fabric().edges)
        worst = std::max(worst, (x.col(edge.a) - x.col(edge.b)).norm() / edge.longest);
    return worst;
}

struct Pinch {
    int most_let_go = 0;
    double free_since = 0;  // s; when the last pair was released
    double longest = 0, fastest = 0;
};

/// Runs to 1 s, with what must hold in every step.
Pinch squeeze(ClothSimulation& simulation)
{
    Pinch pinch;
    const int cloth = simulation.cloth_vertices();
    while (simulation.state().time < 1 && simulation.state().steps < 1000) {
        const ClothStepReport report = simulation.step();
        const int let_go = report.collision.let_go;
        EXPECT_EQ(std::size_t(let_go), simulation.state().let_go.size());
        const Crossings found = crossings(simulation);
        EXPECT_EQ(found.among_cloth, 0) << simulation.state().time;
        if (let_go == 0) {
            EXPECT_EQ(found.all, 0) << simulation.state().time;
        } else {
            pinch.free_since = INFINITY;
        }
        if (let_go == 0 && pinch.free_since == INFINITY)
            pinch.free_since = simulation.state().time;
        pinch.most_let_go = std::max(pinch.most_let_go, let_go);
        pinch.longest = std::max(pinch.longest, longest_edge(simulation));
        pinch.fastest = std::max(
            pinch.fastest, simulation.state().v.leftCols(cloth).colwise().norm().maxCoeff());
    }
    EXPECT_GE(simulation.state().time, 1);  // the clock goes on
    return pinch;
}

TEST(LetGo, ClothComesOutOfPlatesThatOpenAgain)
{
    for (const double overlap : { 0.01, 0.03 })
        for (const bool pinned : { false, true }) {
            ClothSimulation simulation = plates(overlap, pinned);
            const Pinch pinch = squeeze(simulation);
            EXPECT_GT(pinch.most_let_go, 50);
            // They are open at 0.5 s. Cloth used to stay in them for good.
            EXPECT_LT(pinch.free_since, 0.95) << overlap << pinned;
            EXPECT_LT(pinch.longest, 1.1) << overlap << pinned;
            EXPECT_LT(pinch.fastest, 10) << overlap << pinned;
            if (!pinned)
                continue;
            // Not stuck to either plate: it hangs between them.
            const auto z = simulation.state().x.row(2).head(simulation.cloth_vertices());
            EXPECT_GT(z.minCoeff(), -0.04);
            EXPECT_LT(z.maxCoeff(), 0.06);
        }
}

TEST(LetGo, ClothComesOutOfABallPressedIntoAPlate)
{
    for (const double depth : { 0.01, 0.03 }) {
        ClothSimulation simulation = ball_in_plate(depth);
        const Pinch pinch = squeeze(simulation);
        EXPECT_GT(pinch.most_let_go, 3);
        EXPECT_LT(pinch.free_since, 0.95) << depth;
        // Below 1.2 for six of seven depths from 10 to 31 mm, 1.45 for 30 mm.
        EXPECT_LT(pinch.longest, 1.6) << depth;
        // It lies on the plate again.
        const auto z = simulation.state().x.row(2).head(simulation.cloth_vertices());
        EXPECT_GT(z.minCoeff(), 0);
        EXPECT_LT(z.maxCoeff(), 0.02);
    }
}

TEST(LetGo, NothingIsLetGoWhereBodiesLeaveRoom)
{
    for (const double room : { 4e-3, 2e-3 }) {  // two thicknesses, and one
        ClothSimulation simulation = plates(-room, true);
        EXPECT_EQ(squeeze(simulation).most_let_go, 0) << room;
    }
}

TEST(LetGo, AStateInsideAPinchGoesOnToTheSameBitsWithAnyNumberOfThreads)
{
    ClothSimulation once = plates(0.01, false);
    while (once.state().let_go.size() < 100)
        (void)once.step();
    ClothSimulation again = plates(0.01, false, 3);
    again.restore(once.state());
    while (once.state().time < 0.6) {
        (void)once.step();
        (void)again.step();
    }
    EXPECT_TRUE(once.state().let_go.empty());
    EXPECT_TRUE((once.state().x.array() == again.state().x.array()).all());
    EXPECT_TRUE((once.state().v.array() == again.state().v.array()).all());
}

TEST(LetGo, PositionsAloneTellWhatIsCaught)
{
    ClothSimulation once = plates(0.01, true);
    while (once.state().time < 0.3)
        (void)once.step();
    ClothState cloth;
    cloth.time = once.state().time;
    cloth.x = once.state().x.leftCols(once.cloth_vertices());
    cloth.v = once.state().v.leftCols(once.cloth_vertices());
    ClothSimulation again = plates(0.01, true);
    again.restore(cloth);
    EXPECT_NEAR(double(again.state().let_go.size()), double(once.state().let_go.size()), 40);
    (void)squeeze(again);
    EXPECT_TRUE(again.state().let_go.empty());
    // Where nothing is caught nothing is let go.
    cloth.time = 0;
    cloth.x = plates(0.01, true).state().x.leftCols(once.cloth_vertices());
    again.restore(cloth);
    EXPECT_TRUE(again.state().let_go.empty());
}

/// One free triangle above a box.
struct TriangleAndBox {
    collision::CollisionMesh mesh;
    Eigen::Matrix3Xd x;

    TriangleAndBox()
    {
        const Mesh box = surface_mesh(Box { .center = { 0, 0, 0 }, .half_size = { 1, 1, 1 } });
        collision::add_object(mesh, "cloth", { 1, 1, 1 }, { { 0, 1, 2 } });
        collision::add_object(
            mesh, "box", std::vector<double>(box.vertices.size(), 0), box.triangles);
        x.resize(3, mesh.vertex_count());
        for (std::size_t i = 0; i < box.vertices.size(); ++i)
            x.col(3 + Eigen::Index(i)) = box.vertices[i];
        put_at(1.1);
    }
    void put_at(double z) { x.leftCols(3) << 0, 0.3, 0, 0, 0, 0.3, z, z, z; }
};

TEST(LetGo, TheSideOfABoxIsKnownAtItsFacesEdgesAndCorners)
{
    const TriangleAndBox scene;
    const std::vector<int> box = scripted_triangles(scene.mesh)[1];
    ASSERT_EQ(box.size(), 12u);
    for (const double s : { 0.9, 0.999999, 1.000001, 1.5 })
        for (const Vector3d& p : { Vector3d(s, 0.2, 0.1), Vector3d(0.3, -s, 0.1),
                 Vector3d(s, s, 0.1), Vector3d(s, s, -s), Vector3d(-s, 0.99 * s, s) }) {
            const NearestOnSurface nearest = nearest_on_surface(scene.mesh, box, scene.x, p);
            EXPECT_EQ(nearest.side, s > 1 ? 1 : -1) << p.transpose();
            EXPECT_NEAR(nearest.weights.sum(), 1, 1e-12);
        }
}

TEST(LetGo, APairIsIgnoredUntilAllAroundItIsOutAgain)
{
    TriangleAndBox scene;
    LetGoSet set(scene.mesh, 1e-5);
    const int of_box = 3;
    EXPECT_FALSE(set.ignores({ 0, of_box, of_box + 1, of_box + 2 }));
    EXPECT_TRUE(set.add(0, 1, scene.x));
    EXPECT_FALSE(set.add(0, 1, scene.x));
    EXPECT_TRUE(set.ignores({ 0, of_box, of_box + 1, of_box + 2 }));
    EXPECT_TRUE(set.ignores({ 1, 0, of_box, of_box + 1 }));
    EXPECT_FALSE(set.ignores({ 1, 2, of_box, of_box + 1 }));
    EXPECT_EQ(set.bodies(), std::vector<int> { 1 });
    const auto left_at = [&](double z) {
        LetGoSet copy = set;
        scene.put_at(z);
        copy.release(scene.x);
        return copy.pairs().size();
    };
    EXPECT_EQ(left_at(0.5), 1u);  // inside, meets nothing
    EXPECT_EQ(left_at(1 - 1e-7), 1u);
    EXPECT_EQ(left_at(1 + 1e-7), 1u);  // nearer than the clearance
    EXPECT_EQ(left_at(1.01), 0u);
    scene.put_at(1.01);
    scene.x(2, 1) = 0.9;  // itself out, its neighbour not
    LetGoSet copy = set;
    copy.release(scene.x);
    EXPECT_EQ(copy.pairs().size(), 1u);
}

TEST(LetGo, TheWayOutIsTheWayInAndGentle)
{
    TriangleAndBox scene;
    LetGoSet set(scene.mesh, 1e-5);
    for (const int vertex : { 0, 1, 2 })
        (void)set.add(vertex, 1, scene.x);
    scene.put_at(-0.8);  // nearer to the bottom by now
    Eigen::Matrix3Xd x_t1 = scene.x, v = Eigen::Matrix3Xd::Zero(3, 3);
    const double dt = 0.01;
    for (int step = 0; step < 100; ++step)
        set.draw_out(scene.x, x_t1, dt, v);
    for (int i = 0; i < 3; ++i) {
        EXPECT_NEAR(v(0, i), 0, 1e-12);
        EXPECT_GT(v(2, i), 0.2);  // up
        EXPECT_LT(v(2, i), 1);
    }
    // A body that moves takes them along.
    x_t1.rightCols(8).row(0).array() += 3 * dt;
    Eigen::Matrix3Xd with = Eigen::Matrix3Xd::Zero(3, 3);
    x_t1.rightCols(8).row(2).array() += 2 * dt;
    for (int step = 0; step < 100; ++step)
        set.draw_out(scene.x, x_t1, dt, with);
    EXPECT_NEAR(with(2, 0), v(2, 0) + 2, 1e-9);
}

TEST(LetGo, TrianglesMeetWhereTheyCrossOrComeNear)
{
    Eigen::Matrix3Xd x(3, 6);
    const auto meet = [&](double z, double shift) {
        x << 0, 1, 0, 0.2 + shift, 0.2 + shift, 0.9 + shift,  //
            0, 0, 1, 0.2, 0.3, 0.2,  //
            0, 0, 0, z, z + 0.5, z + 0.5;
        return triangles_meet(x, { 0, 1, 2 }, { 3, 4, 5 }, 1e-5);
    };
    EXPECT_TRUE(meet(-0.1, 0));
    EXPECT_TRUE(meet(1e-6, 0));
    EXPECT_FALSE(meet(1e-4, 0));
    EXPECT_FALSE(meet(-0.1, 1.1));
}

}  // namespace
}  // namespace gambol::cloth
