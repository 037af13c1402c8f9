// SPDX-License-Identifier: MIT
#include "gambol/methods/gait/reconstruct.hpp"

#include "gambol/methods/motion_frame.hpp"

#include <algorithm>
#include <cmath>

namespace gambol::gait {

namespace {

using Eigen::MatrixXd;
using Eigen::Vector3d;
using Eigen::VectorXd;

constexpr double kSampleRate = 120;  // 1/s, at least
// Corrections between frames are shared by load; a foot about to lift gets next to none.
constexpr double kLeastLoad = 1e-3;

/// An instant between frames.
struct Sample {
    VectorXd q, qdot, feet;  // feet: as corrected
    VectorXd torques;  // of all coordinates
    std::vector<bool> down;
};

class Replay {
public:
    Replay(const Animal& animal, const Cycle& cycle, const Settings& settings)
        : animal_(animal)
        , cycle_(cycle)
        , friction_(settings.friction)
        , rows_(animal, { settings.friction, settings.clearance, 0 }, settings.objective,
              int(animal.feet.size()))
        , instants_(rows_.make_instants())
    {
    }

    [[nodiscard]] int foot_variable(int foot) const { return rows_.foot_variable(foot); }

    [[nodiscard]] Sample at(double frame)
    {
        const Cycle::State state = cycle_.at(frame);
        Sample sample { state.q, state.qdot, state.feet, {}, {} };
        Frame now;
        for (const FootTiming& timing : cycle_.timing.feet) {
            // A stance lasts from its first frame to its last.
            const auto down
                = [&](double f) { return foot_phase(timing, f / cycle_.frames()).down; };
            sample.down.push_back(down(std::floor(frame)) && down(std::ceil(frame)));
            now.push_back({});
            now.back().loaded = sample.down.back();
        }
        instants_.load(0, state.q, state.qdot, state.qddot);
        instants_.update(true);
        instants_.read(0, true, instant_);
        evaluate(now, sample.feet);
        for (int round = 0; round < 2; ++round) {  // pressure points make it slightly nonlinear
            correct(now, sample.feet);
            evaluate(now, sample.feet);
        }
        sample.torques = rows_.torques();
        return sample;
    }

private:
    void evaluate(const Frame& frame, const VectorXd& feet)
    {
        out_.clear(rows_.columns(), true);
        rows_.evaluate(frame, instants_, instant_, feet,
            VectorXd::Zero(2 * Eigen::Index(animal_.feet.size())), out_);
    }

    /// The least change of what feet do that balances the root.
    void correct(const Frame& frame, VectorXd& feet) const
    {
        VectorXd freedom = VectorXd::Zero(feet.size());
        for (size_t f = 0; f < frame.size(); ++f) {
            const Foot& foot = animal_.feet[f];
            const int first = rows_.foot_variable(int(f));
            const double load = feet[first + 2];
            if (!frame[f].loaded || load < kLeastLoad)
                continue;
            freedom.segment<3>(first).setConstant(load);
            freedom[first + Foot::torsion] = load * foot.torsion_arm;
            if (foot.has_sole())
                freedom.segment<2>(first + Foot::back_from_toe) << foot.length, foot.half_width;
        }
        const MatrixXd J
            = out_.motion.J.topRows(kRootDofs).middleCols(rows_.columns().foot(0), feet.size())
            * freedom.asDiagonal();
        const MatrixXd gram = J * J.transpose() + 1e-9 * MatrixXd::Identity(kRootDofs, kRootDofs);
        const VectorXd y = gram.ldlt().solve(out_.motion.value.head(kRootDofs));
        feet -= freedom.cwiseProduct(J.transpose() * y);
        for (size_t f = 0; f < frame.size(); ++f) {
            const Foot& foot = animal_.feet[f];
            const int first = rows_.foot_variable(int(f));
            feet[first + 2] = std::max(feet[first + 2], 0.0);
            const double across = feet.segment<2>(first).norm();
            if (const double most = friction_ * feet[first + 2]; across > most)
                feet.segment<2>(first) *= most / across;
            const double torsion = friction_ * foot.torsion_arm * feet[first + 2];
            feet[first + Foot::torsion]
                = std::clamp(feet[first + Foot::torsion], -torsion, torsion);
            if (!foot.has_sole())
                continue;
            // Where the sole touches.
            const double heel = rows_.height(foot.heel), gap = 2 * rows_.sole_gap();
            const double touching = heel > gap ? foot.length * gap / heel : foot.length;
            const double width = FrameRows::kPressureWidth * foot.half_width;
            feet[first + Foot::back_from_toe]
                = std::clamp(feet[first + Foot::back_from_toe], 0.0, touching);
            feet[first + Foot::left_of_toe]
                = std::clamp(feet[first + Foot::left_of_toe], -width, width);
        }
    }

    const Animal& animal_;
    const Cycle& cycle_;
    double friction_;
    FrameRows rows_;
    Instants instants_;
    Instant instant_;
    FrameOutput out_;
};

/// What passes through the patches, SI, world.
std::vector<PatchForce> patch_forces(const Character& body, const Animal& animal,
    const Replay& replay, const Sample& sample, const std::vector<SegmentFrame>& frames)
{
    const double weight = animal.mass * kGravity;
    std::vector<PatchForce> forces(body.patches.size());
    for (size_t f = 0; f < animal.feet.size(); ++f) {
        if (!sample.down[f])
            continue;
        const Foot& foot = animal.feet[f];
        const int first = replay.foot_variable(int(f));
        const Patch& patch = body.patches[size_t(foot.patch)];
        Vector3d where = patch.center - animal.leg * foot.length / 2 * foot.back;
        PatchForce& force = forces[size_t(foot.patch)];
        force.surface = 0;
        force.force = weight * sample.feet.segment<3>(first);
        force.torsion = weight * animal.leg * sample.feet[first + Foot::torsion];
        if (foot.has_sole())
            where += animal.leg
                * (sample.feet[first + Foot::back_from_toe] * foot.back
                    + sample.feet[first + Foot::left_of_toe] * foot.left);
        const SegmentFrame& frame = frames[size_t(patch.segment)];
        force.point = frame.position + frame.rotation * where;
    }
    return forces;
}

/// From where cycles are solved, along x from the origin on z = 0, to where a scene has its
/// character, on ground with a slope ahead of it.
struct Placement {
    Eigen::Quaterniond rotation = Eigen::Quaterniond::Identity();
    Vector3d shift = Vector3d::Zero();
};

Placement placement_of(const Scene& scene, double slope)
{
    const SceneCharacter& who = scene.characters.front();
    const Pose standing = place(who.body, who.body.poses.at("standing"), { 0, 0 }, 0);
    Placement placement;
    placement.rotation = who.start.root_rotation * standing.root_rotation.conjugate();
    placement.shift = who.start.root_position - placement.rotation * standing.root_position;
    placement.shift.z() = std::get<Plane>(scene.surfaces.front().shape).point.z();
    placement.rotation = placement.rotation * Eigen::AngleAxisd(-slope, Vector3d::UnitY());
    return placement;
}

}  // namespace

Motion reconstruct(const Scene& scene, const Animal& animal, const Cycle& cycle,
    const Settings& settings, int cycles)
{
    const Character& body = scene.characters.front().body;
    const Placement placement = placement_of(scene, settings.slope);
    Motion motion = described_whole_body(scene);
    if (settings.slope != 0)
        motion.surfaces.front().shape
            = Plane { placement.shift, placement.rotation * Vector3d::UnitZ() };
    MotionCharacter& out = motion.characters.front();
    // Nothing pops on a curve that is twice differentiable; light limbs may be that fast.
    motion.claims = { "drag", "joint_limits" };
    if (settings.objective.keeps_strength() && !settings.springs)
        motion.claims.push_back("torque");

    const double h = cycle.step() * animal.time_unit();
    const int per_frame = std::max(1, int(std::ceil(h * kSampleRate)));
    const Treadmill treadmill = settings.treadmill(cycle.speed);
    Replay replay(animal, cycle, settings);
    std::vector<Sample> samples;
    for (int j = 0; j < cycle.frames() * per_frame; ++j)
        samples.push_back(replay.at(double(j) / per_frame));
    motion.cycle = int(samples.size());
    const double torque_unit = animal.mass * kGravity * animal.leg;
    for (int j = 0; j <= cycles * int(samples.size()); ++j) {
        const Sample& sample = samples[size_t(j) % samples.size()];
        const double time = j * h / per_frame;
        Pose pose = dynamics::pose_of(animal.body, sample.q);
        const Eigen::Isometry2d way = treadmill.after(-time / animal.time_unit());
        const Eigen::Quaterniond heading = placement.rotation
            * Eigen::AngleAxisd(treadmill.turn * time / animal.time_unit(), Vector3d::UnitZ());
        pose.root_position.head<2>() = way * Eigen::Vector2d(pose.root_position.head<2>());
        pose.root_position
            = placement.rotation * (animal.leg * pose.root_position) + placement.shift;
        pose.root_rotation = heading * pose.root_rotation;
        const std::vector<SegmentFrame> frames = forward_kinematics(body, pose);
        motion.times.push_back(time);
        append_sample(frames, pose.angles, out);
        out.joints.torques.push_back(
            torque_unit * sample.torques.tail(sample.torques.size() - kRootDofs));
        std::vector<PatchForce> forces = patch_forces(body, animal, replay, sample, frames);
        for (size_t k = 0; k < forces.size(); ++k) {
            const SegmentFrame& carrier = frames[size_t(body.patches[k].segment)];
            forces[k].force = heading * forces[k].force;
            append_sample(forces[k].surface >= 0 ? 1 : 0, forces[k], scene.surfaces,
                carrier.position + carrier.rotation * body.patches[k].center, out.contacts[k]);
        }
    }
    return motion;
}

double cost_of_transport(const Animal& animal, const Cycle& cycle, const Settings& settings)
{
    Replay replay(animal, cycle, settings);
    double work = 0;
    for (int i = 0; i < cycle.frames(); ++i) {
        const Sample sample = replay.at(i);
        for (int k = kRootDofs; k < animal.dofs(); ++k)
            work += cycle.step() * std::max(0.0, sample.torques[k] * sample.qdot[k]);
    }
    return work / (cycle.speed * cycle.timing.period);
}

}  // namespace gambol::gait
