// SPDX-License-Identifier: MIT
#include "gambol/methods/spacetime/contact_sharing.hpp"

#include "gambol/io/scene/job_reader.hpp"
#include "gambol/methods/spacetime/held_torques.hpp"
#include "gambol/methods/spacetime/plan_scene.hpp"

#include <gtest/gtest.h>

namespace gambol::spacetime {
namespace {

using Eigen::Vector2d;
using Eigen::Vector3d;

TEST(EvenShares, AddUpToThePoint)
{
    const std::vector<Vector2d> corners { { 0, 0 }, { 1, 0 }, { 1, 1 }, { 0, 1 }, { 3, 0.5 } };
    for (const Vector2d& p :
        { Vector2d(0.5, 0.5), Vector2d(2.9, 0.5), Vector2d(0.01, 0.01), Vector2d(1.5, 0.7) }) {
        Vector2d sum = Vector2d::Zero();
        double total = 0;
        const std::vector<double> shares = even_shares(corners, p);
        for (std::size_t i = 0; i < corners.size(); ++i) {
            EXPECT_GE(shares[i], 0);
            sum += shares[i] * corners[i];
            total += shares[i];
        }
        EXPECT_NEAR(total, 1, 1e-12);
        EXPECT_LT((sum - p).norm(), 1e-8) << p.transpose();
    }
}

TEST(EvenShares, StayInsideWhenThePointDoesNot)
{
    const std::vector<Vector2d> corners { { 0, 0 }, { 1, 0 }, { 1, 1 }, { 0, 1 } };
    Vector2d sum = Vector2d::Zero();
    const std::vector<double> shares = even_shares(corners, { 1.2, 0.5 });
    for (std::size_t i = 0; i < corners.size(); ++i)
        sum += shares[i] * corners[i];
    EXPECT_NEAR(sum.x(), 0.9995, 1e-6);
}

/// What all contacts do to the body, about the first one's place.
struct Wrench {
    Vector3d force = Vector3d::Zero(), torque = Vector3d::Zero();
};

Wrench sum(const std::vector<PatchForce>& forces, const Vector3d& about, const Vector3d& normal)
{
    Wrench wrench;
    for (const PatchForce& f : forces) {
        wrench.force += f.force;
        wrench.torque += (f.point - about).cross(f.force) + f.torsion * normal;
    }
    return wrench;
}

TEST(ShareForce, TwoFeetTogetherDoWhatIsAskedOfTheBody)
{
    const Scene scene = io::read_job_text(R"(gambol: 1
method: spacetime
characters:
  ann: {model: leaper}
phases:
  - for: 1s
    contacts:
      - {by: left_foot, at: [0.1, 0.1]}
      - {by: right_foot, at: [-0.1, -0.1], facing: -30deg}
)",
        "scene.yaml", "")
                            .scene;
    const ScenePlan plan = plan_scene(scene);
    const Phase& phase = plan.plan.context.phases.front();
    const std::vector<PhaseContact>& contacts = task_of<Task>(scene).phases.front().contacts;
    // The centre of pressure lies between the feet: 0.1 m to the right of the left one.
    const Vector3d force(120, -60, 800), torque(-80, 40, 5);
    const std::vector<PatchForce> shared = share_force(scene, phase, contacts, force, torque);
    ASSERT_EQ(shared.size(), 2u);
    const Wrench all = sum(shared, contacts.front().at, Vector3d::UnitZ());
    EXPECT_LT((all.force - force).norm(), 1e-9);
    EXPECT_LT((all.torque - torque).norm(), 1e-6);
    for (std::size_t i = 0; i < 2; ++i) {
        EXPECT_GT(shared[i].force.z(), 50);
        const Eigen::AngleAxisd back(-contacts[i].facing, Vector3d::UnitZ());
        const Vector3d local = back * (shared[i].point - contacts[i].at);
        const Vector2d half
            = scene.characters[0].body.patches[std::size_t(contacts[i].patch)].half_size;
        EXPECT_LE(std::abs(local.x()), half.x());
        EXPECT_LE(std::abs(local.y()), half.y());
    }
}

/// What is recorded is what strength was measured by: a knee was 1.46 times as strained.
TEST(ShareForce, FeetShareAsTorquesAreMeasuredWhereSolesCan)
{
    const Scene scene = io::read_job_text(R"(gambol: 1
method: spacetime
characters:
  ann: {model: leaper}
phases:
  - for: 1s
    contacts:
      - {by: left_foot, at: [0, 0.085]}
      - {by: right_foot, at: [0, -0.085]}
)",
        "scene.yaml", "")
                            .scene;
    const ScenePlan plan = plan_scene(scene);
    const Phase& phase = plan.plan.context.phases.front();
    const std::vector<PhaseContact>& contacts = task_of<Task>(scene).phases.front().contacts;
    const auto part_of_left = [&](double aside) {
        const Vector3d force(40, 10, 800), torque(-aside * force.z(), 10, 1);
        const std::vector<PatchForce> shared = share_force(scene, phase, contacts, force, torque);
        const Eigen::Matrix<double, 6, 6> S = tie_shares(phase).front();
        const Vector3d asked = S.topLeftCorner<3, 3>() * force + S.topRightCorner<3, 3>() * torque;
        return (shared.front().force - asked).norm() / force.norm();
    };
    EXPECT_LT(part_of_left(0.06), 1e-9);
    // Almost all on one foot: as far as its sole lets them.
    EXPECT_GT(part_of_left(-0.03), 1e-3);
}

TEST(ShareForce, AHandPushesBesideTheAxisToTurnTheBody)
{
    const Scene scene = io::read_job_text(R"(gambol: 1
method: spacetime
world:
  bar: {capsule: {from: [0, -1, 2.5], to: [0, 1, 2.5], radius: 14mm}}
characters:
  ann: {model: leaper, pose: hanging}
phases:
  - {for: 1s, contacts: [{by: left_grip, on: bar}]}
)",
        "scene.yaml", "")
                            .scene;
    const ScenePlan plan = plan_scene(scene);
    const Vector3d force(100, 50, 700), torque(10, 1.5, -7);
    const std::vector<PatchForce> shared = share_force(scene, plan.plan.context.phases.front(),
        task_of<Task>(scene).phases.front().contacts, force, torque);
    // The bar's normal where the hand pushes.
    Vector3d normal = shared.front().point - Vector3d(0, 0, 2.5);
    normal.y() = 0;
    const Wrench all = sum(shared, { 0, 0, 2.5 }, normal.normalized());
    EXPECT_LT((all.force - force).norm(), 1e-9);
    EXPECT_LT((all.torque - torque).norm(), 1e-9 * torque.norm());
}

}  // namespace
}  // namespace gambol::spacetime
