// SPDX-License-Identifier: MIT
// A movement played from x, beside Newton and Euler with masses put where forward kinematics has
// them.
#include "gambol/methods/spacetime/replay.hpp"

#include "gambol/methods/spacetime/contact_sharing.hpp"
#include "gambol/methods/spacetime/first_guess.hpp"
#include "support/shipped_scene.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace gambol::spacetime {
namespace {

using Eigen::Vector3d;
using test::shipped_scene;

/// The first guess of a scene, which moves in every phase and obeys nothing.
struct Movement {
    Scene scene;
    ScenePlan plan;
    SpacetimeProblem problem;
    Eigen::VectorXd x;
    Replay replay;

    explicit Movement(const std::string& name)
        : scene(shipped_scene(name))
        , plan(plan_scene(scene))
        , problem(plan.plan)
        , x(first_guess(plan, problem))
        , replay(plan, problem, x)
    {
    }
    Movement(const Movement&) = delete;

    [[nodiscard]] double time(const PhaseTime& at) const
    {
        return problem.spline().time(at.interval, at.u);
    }
    [[nodiscard]] const Phase& phase(const PhaseTime& at) const
    {
        return plan.plan.context.phases[size_t(at.phase)];
    }
    [[nodiscard]] Vector3d center_of_mass(const Pose& pose) const
    {
        const Character& body = plan.character();
        const std::vector<SegmentFrame> frames = forward_kinematics(body, pose);
        Vector3d sum = Vector3d::Zero();
        double mass = 0;
        for (size_t i = 0; i < frames.size(); ++i) {
            const Segment& segment = body.segments[i];
            sum += segment.mass * (frames[i].position + frames[i].rotation * segment.com);
            mass += segment.mass;
        }
        return sum / mass;
    }
    /// An instant in the middle of an interval of the spline, seen from a phase.
    [[nodiscard]] std::vector<PhaseTime> middles()
    {
        std::vector<PhaseTime> result;
        for (const std::vector<PhaseTime>& phase : phase_times(problem, 400))
            for (const PhaseTime& at : phase)
                if (std::abs(at.u - 0.5) < 0.03)
                    result.push_back(at);
        return result;
    }
};

TEST(Instants, CoverEveryPhaseFromEndToEnd)
{
    const Movement m("leap");
    const std::vector<std::vector<PhaseTime>> all = phase_times(m.problem, 120);
    ASSERT_EQ(all.size(), task_of<spacetime::Task>(m.scene).phases.size());
    double begin = 0;
    for (size_t p = 0; p < all.size(); ++p) {
        const double duration = task_of<spacetime::Task>(m.scene).phases[p].duration;
        EXPECT_EQ(all[p].size(), size_t(std::lround(120 * duration)) + 1);
        for (size_t i = 0; i < all[p].size(); ++i) {
            EXPECT_EQ(all[p][i].phase, int(p));
            EXPECT_NEAR(
                m.time(all[p][i]), begin + duration * double(i) / double(all[p].size() - 1), 1e-9);
        }
        begin += duration;
    }
}

TEST(Replay, WhatIsTiedIsInItsPlace)
{
    for (const char* name : { "leap", "pegs", "luxo-jump" }) {
        Movement m(name);
        int seen = 0;
        for (const PhaseTime& at : m.middles()) {
            const std::vector<PhaseContact>& contacts
                = task_of<spacetime::Task>(m.scene).phases[size_t(at.phase)].contacts;
            if (contacts.empty())
                continue;
            const Character& body = m.plan.character();
            const Patch& patch = body.patches[size_t(contacts.front().patch)];
            const SegmentFrame frame
                = forward_kinematics(body, m.replay.at(at).pose)[size_t(patch.segment)];
            const Vector3d place = frame.position + frame.rotation * patch.center;
            EXPECT_LT((place - contacts.front().at).norm(), 1e-9) << name << ' ' << m.time(at);
            ++seen;
        }
        EXPECT_GT(seen, 3) << name;
    }
}

TEST(Replay, InFlightTheCentreOfMassFallsFreelyAndNothingPushes)
{
    Movement m("leap");
    const double weight = m.plan.body->tree.mass() * kGravity;
    int seen = 0;
    for (const PhaseTime& at : m.middles()) {
        if (m.phase(at).kind != PhaseKind::flight)
            continue;
        const Snapshot snapshot = m.replay.at(at);
        const double since = m.time(at) - m.phase(at).begin;
        const auto start = m.x.segment<6>(m.problem.flight_column(at.phase));
        const Vector3d expected = start.head<3>() + since * start.tail<3>()
            - Vector3d(0, 0, 0.5 * kGravity * since * since);
        EXPECT_LT((m.center_of_mass(snapshot.pose) - expected).norm(), 1e-9);
        EXPECT_LT(snapshot.force.norm(), 1e-9 * weight);
        ++seen;
    }
    EXPECT_GT(seen, 3);
}

TEST(Replay, ForceIsWhatAcceleratesTheCentreOfMassAgainstGravity)
{
    Movement m("leap");
    const double mass = m.plan.body->tree.mass();
    int seen = 0;
    for (const PhaseTime& at : m.middles()) {
        if (m.phase(at).kind == PhaseKind::flight)
            continue;
        const double length = m.problem.spline().length(at.interval), du = 0.02, h = du * length;
        const auto center = [&](double u) {
            return m.center_of_mass(m.replay.at({ at.phase, at.interval, u }).pose);
        };
        const Vector3d acceleration
            = (center(at.u - du) - 2 * center(at.u) + center(at.u + du)) / (h * h);
        const Vector3d expected = mass * (acceleration + Vector3d(0, 0, kGravity));
        EXPECT_LT((m.replay.at(at).force - expected).norm(), 0.01 * mass * kGravity)
            << m.time(at) << " s";
        ++seen;
    }
    EXPECT_GT(seen, 3);
}

TEST(Replay, TorqueIsWhatChangesAngularMomentum)
{
    for (const char* name : { "backflip", "cartwheel" }) {
        Movement m(name);
        double largest = 0;
        for (const PhaseTime& at : m.middles()) {
            const double du = 0.01, h = du * m.problem.spline().length(at.interval);
            const auto momentum = [&](double u) {
                return m.replay.at({ at.phase, at.interval, u }).angular_momentum;
            };
            const Vector3d change = (momentum(at.u + du) - momentum(at.u - du)) / (2 * h);
            const Snapshot now = m.replay.at(at);
            const bool flies = m.phase(at).kind == PhaseKind::flight;
            const Vector3d center = m.center_of_mass(now.pose),
                           about = flies ? center : m.phase(at).ties.front().place;
            const Vector3d expected = now.torque + (about - center).cross(now.force);
            EXPECT_LT((change - expected).norm(), 0.02 * (50 + expected.norm()))
                << name << ' ' << m.time(at) << " s";
            largest = std::max(largest, expected.norm());
        }
        EXPECT_GT(largest, 10) << name;
    }
}

/// With the forces that its contacts share, nothing is left for the root to do by itself: torques
/// of joints are all there is. The second foot, the torsion of a sole or a sign left out would
/// show.
TEST(Replay, TorquesOfJointsAndContactsAreAllThatMovesTheBody)
{
    for (const char* name : { "broad-jump", "monkey-bars" }) {
        Movement movement(name);
        const auto& phases = task_of<Task>(movement.scene).phases;
        const Character& body = movement.plan.character();
        double most = 0;
        int held = 0;
        for (const PhaseTime& at : movement.middles()) {
            const auto& contacts = phases[size_t(at.phase)].contacts;
            const Snapshot snapshot = movement.replay.at(at);
            std::vector<PatchForce> forces(body.patches.size());
            const std::vector<PatchForce> shared = share_force(
                movement.scene, movement.phase(at), contacts, snapshot.force, snapshot.torque);
            Vector3d force = Vector3d::Zero(), torque = Vector3d::Zero();
            const Vector3d about = contacts.empty() ? Vector3d::Zero() : contacts.front().at;
            for (size_t k = 0; k < shared.size(); ++k) {
                forces[size_t(contacts[k].patch)] = shared[k];
                force += shared[k].force;
                torque += (shared[k].point - about).cross(shared[k].force);
            }
            const Eigen::VectorXd torques = movement.replay.joint_torques(forces);
            ASSERT_TRUE(torques.allFinite());
            most = std::max(most, torques.tail(torques.size() - 3).cwiseAbs().maxCoeff());
            // A guess asks for what contacts cannot give; only where they give it all is it judged.
            if (contacts.empty() || (force - snapshot.force).norm() > 1e-6 * snapshot.force.norm())
                continue;
            const double left = (snapshot.torque - torque).norm();
            ++held;
            EXPECT_LT(torques.head<3>().norm(), 3 * left + 1e-6)
                << name << ' ' << movement.time(at);
        }
        EXPECT_GT(held, 3) << name;
        EXPECT_GT(most, 10) << name;
    }
}

}  // namespace
}  // namespace gambol::spacetime
