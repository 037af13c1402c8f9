// SPDX-License-Identifier: MIT
#include "gambol/methods/spacetime/reconstruct.hpp"

#include "gambol/methods/motion_frame.hpp"
#include "gambol/methods/spacetime/contact_sharing.hpp"

#include <algorithm>

namespace gambol::spacetime {

namespace {

using Eigen::Vector3d;
using Eigen::VectorXd;

constexpr double kDenseRate = 500;  // 1/s

/// Forces on all patches of the character at an time.
std::vector<PatchForce> patch_forces(
    const ScenePlan& plan, int phase_index, const Snapshot& snapshot)
{
    const Phase& phase = plan.plan.context.phases[size_t(phase_index)];
    const std::vector<PhaseContact>& contacts
        = task_of<Task>(*plan.scene).phases[size_t(phase_index)].contacts;
    std::vector<PatchForce> all(plan.character().patches.size());
    const std::vector<PatchForce> held
        = share_force(*plan.scene, phase, contacts, snapshot.force, snapshot.torque);
    for (size_t i = 0; i < held.size(); ++i)
        all[size_t(contacts[i].patch)] = held[i];
    return all;
}

Vector3d point_of(const std::vector<SegmentFrame>& frames, int segment, const Vector3d& p)
{
    const SegmentFrame& frame = frames[size_t(segment)];
    return frame.position + frame.rotation * p;
}

}  // namespace

Motion reconstruct(const ScenePlan& plan, const SpacetimeProblem& problem, const VectorXd& x)
{
    const Scene& scene = *plan.scene;
    const Character& body = plan.character();
    Motion motion = described_whole_body(scene);
    motion.claims = { "joint_limits", "torque" };
    MotionCharacter& character = motion.characters.back();

    Replay replay(plan, problem, x);
    const std::vector<std::vector<PhaseTime>> all
        = phase_times(problem, task_of<Task>(scene).options.fps);
    for (size_t p = 0; p < all.size(); ++p)
        for (size_t i = p == 0 ? 0 : 1; i < all[p].size(); ++i) {
            const PhaseTime& time = all[p][i];
            const Snapshot snapshot = replay.at(time);
            std::vector<PatchForce> forces = patch_forces(plan, int(p), snapshot);
            VectorXd torques = replay.joint_torques(forces);
            if (i + 1 == all[p].size() && p + 1 < all.size()) {
                const std::vector<PatchForce> next
                    = patch_forces(plan, int(p) + 1, replay.at(all[p + 1].front()));
                torques = 0.5 * (torques + replay.joint_torques(next));
                for (size_t k = 0; k < forces.size(); ++k)
                    forces[k] = mean_of(forces[k], next[k]);
            }
            const std::vector<SegmentFrame> frames = forward_kinematics(body, snapshot.pose);
            motion.times.push_back(problem.spline().time(time.interval, time.u));
            append_sample(frames, snapshot.pose.angles, character);
            character.joints.torques.push_back(torques.tail(torques.size() - plan.root_dofs()));
            for (size_t k = 0; k < forces.size(); ++k)
                append_sample(forces[k].surface >= 0 ? 1 : 0, forces[k], scene.surfaces,
                    point_of(frames, body.patches[k].segment, body.patches[k].center),
                    character.contacts[k]);
        }
    return motion;
}

std::vector<Figure> figures_between(
    const ScenePlan& plan, const SpacetimeProblem& problem, const VectorXd& x)
{
    double torque = 0, drift = 0, most = 0, shift = 0, depth = 0;
    Replay replay(plan, problem, x);
    for (const std::vector<PhaseTime>& times : phase_times(problem, kDenseRate)) {
        const int p = times.front().phase;
        const Phase& phase = plan.plan.context.phases[size_t(p)];
        Vector3d first = Vector3d::Zero();
        for (const PhaseTime& time : times) {
            const Snapshot snapshot = replay.at(time);
            if (phase.kind == PhaseKind::flight) {
                if (&time == &times.front())
                    first = snapshot.angular_momentum;
                torque = std::max(torque, snapshot.torque.norm());
                most = std::max(most, snapshot.angular_momentum.norm());
                drift = std::max(drift, (snapshot.angular_momentum - first).norm());
            }
            const std::vector<SegmentFrame> frames
                = forward_kinematics(plan.character(), snapshot.pose);
            for (const PhaseContact& contact :
                task_of<Task>(*plan.scene).phases[size_t(p)].contacts) {
                const Patch& patch = plan.character().patches[size_t(contact.patch)];
                if (!patch.grip)
                    shift = std::max(
                        shift, (point_of(frames, patch.segment, patch.center) - contact.at).norm());
            }
            if (plan.plan.context.feelers.empty())
                continue;
            for (size_t i = 0; i < frames.size(); ++i)
                for (const Shape& shape : plan.character().segments[i].shapes)
                    depth = std::max(
                        depth, plan.plan.context.floor - heights(shape, frames[i]).lowest);
        }
    }
    return {
        { "flight_torque", torque, "N m" },
        { "angular_momentum_drift", most > 0 ? drift / most : 0, "of its size" },
        { "contact_drift", shift, "m" },
        { "floor_depth", depth, "m" },
    };
}

}  // namespace gambol::spacetime
