// SPDX-License-Identifier: MIT
#include "gambol/methods/refine/reconstruct.hpp"

#include "gambol/methods/motion_frame.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace gambol::refine {

namespace {

using Eigen::Vector3d;
using Eigen::VectorXd;

constexpr int kRoot = 6;
// Nearly free: what stays unexplained is then the movement's fault.
constexpr double kForcePrice = 1e-7, kForceBarrier = 1e-12;

/// One side of an instant.
struct Side {
    std::vector<PatchForce> forces;  // per patch of the character
    VectorXd torques;  // of all degrees of freedom
};

class Replay {
public:
    Replay(RefineProblem& problem, const VectorXd& x)
        : problem_(problem)
        , x_(x)
        , model_(problem.setting())
    {
        model_.set_sharpness(kForcePrice, kForceBarrier);
    }

    [[nodiscard]] Side at(int stretch, int interval, double u)
    {
        const CubicSpline::Weights weights = problem_.spline().weights(interval, u);
        Instant instant = problem_.instant_at(stretch, weights);
        problem_.local(x_, weights, local_);
        (void)model_.evaluate(
            instant, local_.q, local_.qdot, local_.qddot, InstantModel::Detail::value);
        Side side;
        side.torques = model_.torques();
        side.forces.resize(problem_.setting().character->patches.size());
        const std::vector<PatchForce> forces = model_.forces(*instant.support);
        for (size_t c = 0; c < forces.size(); ++c)
            side.forces[size_t(instant.support->contacts[c].patch)] = forces[c];
        residual_force = std::max(residual_force, model_.residual().head<3>().norm());
        residual_torque = std::max(residual_torque, model_.residual().tail<3>().norm());
        return side;
    }
    [[nodiscard]] const VectorXd& q() const { return local_.q; }

    double residual_force = 0, residual_torque = 0;

private:
    RefineProblem& problem_;
    const VectorXd& x_;
    InstantModel model_;
    RefineProblem::Local local_;
};

/// How near each joint comes to what it can exert, and how far from the reference it goes.
void add_figures(const RefineProblem& problem, const MotionCharacter& character,
    const Replay& replay, const VectorXd& x, std::vector<Figure>& figures)
{
    const JointLimits& limits = problem.setting().limits;
    double worst = 0, largest = 0;
    std::string tired, strongest;
    for (const VectorXd& torques : character.joints.torques)
        for (Eigen::Index i = 0; i < torques.size(); ++i) {
            const double limit
                = torques[i] > 0 ? limits.torque_upper[kRoot + i] : -limits.torque_lower[kRoot + i];
            if (const double share = std::abs(torques[i]) / limit; share > worst) {
                worst = share;
                tired = character.joints.names[size_t(i)];
            }
            if (std::abs(torques[i]) > largest) {
                largest = std::abs(torques[i]);
                strongest = character.joints.names[size_t(i)];
            }
        }
    figures.push_back({ "residual_force_max", replay.residual_force, "of weight" });
    figures.push_back({ "residual_torque_max", replay.residual_torque, "of weight × arm" });
    figures.push_back({ "torque_share_max (" + tired + ")", worst, "of limit" });
    figures.push_back({ "torque_max (" + strongest + ")", largest, "N m" });
    figures.push_back({ "angle_from_reference_max", problem.farthest(x), "rad" });
}

}  // namespace

Reconstruction reconstruct(const Scene& scene, RefineProblem& problem, const VectorXd& x)
{
    const Character& body = scene.characters.front().body;
    Reconstruction out;
    Motion& motion = out.motion;
    motion = described_scene(scene);
    motion.mass_model = "every segment has its own mass and inertia";
    std::vector<int> patches(body.patches.size());
    std::iota(patches.begin(), patches.end(), 0);
    motion.characters.push_back(
        described_character(scene.characters.front(), patches, greatest_friction(scene)));
    MotionCharacter& character = motion.characters.back();

    const HoldPlan& plan = problem.plan();
    const CubicSpline& spline = problem.spline();
    Replay replay(problem, x);
    int stretch = 0;
    for (int frame = 0; frame <= plan.frames; ++frame) {
        const double time = frame * plan.frame;
        int interval = spline.interval_at(std::min(time, spline.end()));
        const bool jumps = frame == plan.changes[size_t(stretch) + 1] && frame < plan.frames;
        if (jumps && interval > 0 && std::abs(spline.time(interval, 0) - time) < plan.frame / 2)
            --interval;
        const double u
            = std::clamp((time - spline.time(interval, 0)) / spline.length(interval), 0.0, 1.0);
        Side side = replay.at(stretch, interval, u);
        const Pose pose = pose_of(problem.body(), replay.q());
        if (jumps) {
            ++stretch;
            const Side after = replay.at(stretch, interval + 1, 0);
            for (size_t k = 0; k < side.forces.size(); ++k)
                side.forces[k] = mean_of(side.forces[k], after.forces[k]);
            side.torques = 0.5 * (side.torques + after.torques);
        }
        const std::vector<SegmentFrame> frames = forward_kinematics(body, pose);
        motion.times.push_back(time);
        append_sample(frames, pose.angles, character);
        character.joints.torques.push_back(side.torques.tail(side.torques.size() - kRoot));
        for (size_t k = 0; k < side.forces.size(); ++k) {
            const SegmentFrame& carrier = frames[size_t(body.patches[k].segment)];
            append_sample(side.forces[k].surface >= 0 ? 1 : 0, side.forces[k], scene.surfaces,
                carrier.position + carrier.rotation * body.patches[k].center,
                character.contacts[k]);
        }
    }
    add_figures(problem, character, replay, x, out.figures);
    return out;
}

}  // namespace gambol::refine
