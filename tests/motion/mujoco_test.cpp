// SPDX-License-Identifier: MIT
#include "support/example_motion.hpp"
#include "support/mujoco_residual.hpp"

#include "gambol/motion/audit.hpp"

#include <gtest/gtest.h>

namespace gambol {
namespace {

using Eigen::Vector3d;

TEST(Mujoco, AgreesThatSmoothExamplesObeyNewtonAndEuler)
{
    for (const Motion& motion : { test::twisting_stand(), test::two_steps(), test::crate_scene() })
        for (int c = 0; c < static_cast<int>(motion.characters.size()); ++c) {
            const test::MujocoResidual residual = test::mujoco_root_residual(motion, c);
            EXPECT_NEAR(residual.weight, 70 * 9.81, 1e-3);
            EXPECT_LT(residual.force_max, 1e-3) << motion.name;
            EXPECT_LT(residual.torque_max, 2e-3) << motion.name;
        }
}

TEST(Mujoco, AgreesAboutTheHopAwayFromItsJumps)
{
    const test::MujocoResidual residual = test::mujoco_root_residual(test::hop(), 0);
    EXPECT_LT(residual.force_max, 1e-5);  // a mean of both sides is what a central difference sees
    EXPECT_LT(residual.torque_max, 1e-5);
}

TEST(Mujoco, SeesTheSabotageTheAuditSees)
{
    Motion motion = test::twisting_stand();
    for (MotionContact& contact : motion.characters[0].contacts)
        for (Vector3d& force : contact.force)
            force *= 1.2;
    const test::MujocoResidual residual = test::mujoco_root_residual(motion, 0);
    const AuditReport report = audit(motion);
    EXPECT_GT(residual.force_rms, 0.15);
    EXPECT_NEAR(residual.force_rms, report.find("residual_force_rms").value, 0.01);
    EXPECT_NEAR(residual.torque_rms, report.find("residual_torque_rms").value, 0.01);

    motion = test::twisting_stand();
    for (MotionContact& contact : motion.characters[0].contacts)
        for (double& torsion : contact.torsion)
            torsion = -torsion;
    const double torque_rms = test::mujoco_root_residual(motion, 0).torque_rms;
    EXPECT_GT(torque_rms, 0.05);
    EXPECT_NEAR(torque_rms, audit(motion).find("residual_torque_rms").value, 0.01);
}

TEST(Mujoco, CentreOfMassAcceleratesAsTheForcesSay)
{
    const Motion motion = test::two_steps();
    const test::MujocoResidual residual = test::mujoco_root_residual(motion, 0);
    const double mass = residual.weight / 9.81;
    for (std::size_t s = 1; s + 1 < residual.samples.size(); ++s) {
        const double dt = residual.samples[s + 1].time - residual.samples[s].time;
        const Vector3d acceleration
            = (residual.samples[s + 1].center - 2 * residual.samples[s].center
                  + residual.samples[s - 1].center)
            / (dt * dt);
        Vector3d force = mass * motion.gravity;
        for (const MotionContact& contact : motion.characters[0].contacts)
            force += contact.force[s + 1];  // samples leave out the first of the motion
        EXPECT_LT((mass * acceleration - force).norm() / residual.weight, 1e-3);
    }
}

TEST(Mujoco, MomentumChangesByTheImpulseOfTheForces)
{
    // Between two samples far apart, with MuJoCo's momenta and a sum over recorded forces.
    const Motion motion = test::twisting_stand();
    const test::MujocoResidual residual = test::mujoco_root_residual(motion, 0);
    const double dt = 1.0 / 120;
    const auto& contacts = motion.characters[0].contacts;
    Vector3d impulse = Vector3d::Zero(), turning = Vector3d::Zero();
    const std::size_t first = 10, last = 130;
    for (std::size_t s = first; s <= last; ++s) {
        const double share = (s == first || s == last ? 0.5 : 1) * dt;
        impulse += share * residual.weight / 9.81 * motion.gravity;
        for (const MotionContact& contact : contacts) {
            impulse += share * contact.force[s + 1];
            turning += share
                * ((contact.point[s + 1] - residual.samples[s].center).cross(contact.force[s + 1])
                    + Vector3d(0, 0, contact.torsion[s + 1]));
        }
    }
    const Vector3d momentum = residual.samples[last].momentum - residual.samples[first].momentum;
    const Vector3d spin = residual.samples[last].spin - residual.samples[first].spin;
    EXPECT_GT(momentum.norm(), 1);
    EXPECT_GT(spin.norm(), 0.5);
    EXPECT_LT((momentum - impulse).norm(), 0.01 * momentum.norm());
    EXPECT_LT((spin - turning).norm(), 0.01 * spin.norm());
}

}  // namespace
}  // namespace gambol
