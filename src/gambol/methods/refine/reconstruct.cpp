// SPDX-License-Identifier: MIT
#include "gambol/methods/refine/reconstruct.hpp"

#include "gambol/methods/motion_frame.hpp"

#include <algorithm>
#include <cmath>

namespace gambol::refine {

namespace {

using Eigen::Vector3d;
using Eigen::VectorXd;

/// One side of an instant.
struct Side {
    std::vector<PatchForce> forces;  // per patch of the character
    VectorXd torques;  // of all degrees of freedom
};

class Replay {
public:
    Replay(const RefineProblem& problem, const VectorXd& x)
        : problem_(problem)
        , x_(x)
        , model_(problem.setting())
    {
    }

    [[nodiscard]] Side at(const RefineProblem::Moment& moment)
    {
        const CubicSpline::Weights weights = problem_.spline().weights(moment.interval, moment.u);
        InstantTarget instant
            = problem_.instant_at(moment.stretch, weights, moment.frame * problem_.plan().frame);
        problem_.local(x_, weights, local_);
        (void)model_.evaluate(
            instant, local_.q, local_.qdot, local_.qddot, InstantModel::Detail::value);
        Side side;
        side.torques = model_.torques();
        side.forces.resize(problem_.setting().character->patches.size());
        const std::vector<PatchForce> forces = model_.forces(*instant.support);
        for (size_t c = 0; c < forces.size(); ++c)
            side.forces[size_t(instant.support->touches[c].patch)] = forces[c];
        for (size_t i = 0; i < instant.cargo.size(); ++i) {
            const std::vector<PatchForce> grasps = model_.grasp_forces(int(i));
            for (size_t c = 0; c < grasps.size(); ++c) {
                PatchForce& force = side.forces[size_t(instant.cargo[i].grasps[c]->patch)];
                force = grasps[c];
                force.surface
                    = int(problem_.setting().surfaces->size()) + problem_.setting().cargo[i].prop;
            }
        }
        residual_force = std::max(residual_force, model_.residual().head<3>().norm());
        residual_torque = std::max(residual_torque, model_.residual().tail<3>().norm());
        return side;
    }
    [[nodiscard]] const VectorXd& q() const { return local_.q; }

    double residual_force = 0, residual_torque = 0;

private:
    const RefineProblem& problem_;
    const VectorXd& x_;
    InstantModel model_;
    RefineProblem::Local local_;
};

/// How near each joint comes to what it can exert, and how far from the reference it goes.
void add_figures(const RefineProblem& problem, const MotionCharacter& character,
    const Replay& replay, const VectorXd& x, Reconstruction& out)
{
    const JointLimits& limits = problem.setting().limits;
    double largest = 0;
    std::string strongest;
    for (const VectorXd& torques : character.joints.torques)
        for (Eigen::Index i = 0; i < torques.size(); ++i) {
            const double limit
                = torques[i] > 0 ? limits.torque_upper[kRoot + i] : -limits.torque_lower[kRoot + i];
            if (const double share = std::abs(torques[i]) / limit; share > out.torque_share) {
                out.torque_share = share;
                out.strained = character.joints.names[size_t(i)];
            }
            if (std::abs(torques[i]) > largest) {
                largest = std::abs(torques[i]);
                strongest = character.joints.names[size_t(i)];
            }
        }
    out.figures.push_back({ "residual_force_max", replay.residual_force, "of weight" });
    out.figures.push_back({ "residual_torque_max", replay.residual_torque, "of weight × arm" });
    out.figures.push_back(
        { "torque_share_max (" + out.strained + ")", out.torque_share, "of limit" });
    out.figures.push_back({ "torque_max (" + strongest + ")", largest, "N m" });
    out.figures.push_back({ "angle_from_reference_max", problem.farthest(x), "rad" });
}

}  // namespace

Reconstruction reconstruct(
    const Scene& scene, const RefineProblem& problem, const VectorXd& x, const Burden& burden)
{
    const Character& body = scene.characters.front().body;
    Reconstruction out;
    Motion& motion = out.motion;
    motion = described_whole_body(scene);
    MotionCharacter& character = motion.characters.back();

    const std::vector<Surface> things = touchable(scene);
    Replay replay(problem, x);
    for (size_t i = 0; i < problem.moments().size(); ++i) {
        const RefineProblem::Moment& moment = problem.moments()[i];
        Side side = replay.at(moment);
        const Pose pose = pose_of(problem.body(), replay.q());
        if (i + 1 < problem.moments().size() && problem.moments()[i + 1].frame == moment.frame) {
            const Side after = replay.at(problem.moments()[++i]);
            for (size_t k = 0; k < side.forces.size(); ++k)
                side.forces[k] = mean_of(side.forces[k], after.forces[k]);
            side.torques = 0.5 * (side.torques + after.torques);
        }
        const std::vector<SegmentFrame> frames = forward_kinematics(body, pose);
        motion.times.push_back(moment.frame * problem.plan().frame);
        if (!problem.body().carried.empty())
            out.cargo.push_back(cargo_of(problem.body(), replay.q()));
        append_sample(frames, pose.angles, character);
        character.joints.torques.push_back(side.torques.segment(kRoot, body.dof_count()));
        for (size_t k = 0; k < side.forces.size(); ++k) {
            const SegmentFrame& carrier = frames[size_t(body.patches[k].segment)];
            if (side.forces[k].surface < 0 && burden.holds_with(int(k)))
                side.forces[k] = burden.touch(moment.frame, int(k));
            append_sample(side.forces[k].surface >= 0 ? 1 : 0, side.forces[k], things,
                carrier.position + carrier.rotation * body.patches[k].center,
                character.contacts[k]);
        }
    }
    add_figures(problem, character, replay, x, out);
    return out;
}

}  // namespace gambol::refine
