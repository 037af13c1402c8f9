// SPDX-License-Identifier: MIT
#include "perturbed_scene.hpp"

#include "gambol/dynamics/pose_fit.hpp"
#include "gambol/math/random.hpp"
#include "gambol/math/rotation.hpp"
#include "gambol/methods/spacetime/plan_scene.hpp"

#include <algorithm>
#include <vector>

namespace gambol::bench {

namespace {

/// Factors near 1.
class Factors {
public:
    Factors(double share, int seed)
        : random_(std::uint64_t(seed), 0)
        , share_(share)
    {
    }
    double next() { return 1 + share_ * random_.uniform(-1, 1); }

private:
    Random random_;
    double share_;
};

/// The pose nearby whose soles lie flat where the first phase holds them; as it is while hanging.
Pose standing_pose(const Scene& scene, const Pose& pose)
{
    const Character& character = scene.characters.front().body;
    const dynamics::CharacterTree body
        = dynamics::character_tree(character, dynamics::RootJoint::free);
    std::vector<dynamics::PointTarget> targets;
    for (const PhaseContact& contact : task_of<spacetime::Task>(scene).phases.front().contacts) {
        const Patch& patch = character.patches[size_t(contact.patch)];
        if (patch.grip)
            return pose;
        const spacetime::Tie tie = spacetime::tie_of(scene, body, contact);
        const Eigen::Matrix3d axes = patch_axes(patch.normal);
        for (const auto& [x, y] : { std::pair { -1, -1 }, { 1, -1 }, { 1, 1 }, { -1, 1 } }) {
            const Eigen::Vector3d corner
                = x * patch.half_size.x() * axes.col(0) + y * patch.half_size.y() * axes.col(1);
            targets.push_back(
                { patch.segment, patch.center + corner, tie.place + tie.axes * corner });
        }
    }
    return dynamics::PoseFit(character).fit(pose, targets);
}

void perturb_start(Scene& scene, Key& key, Factors& factors)
{
    Pose pose = scene.characters.front().start;
    if (key.rotation)
        pose.root_rotation = *key.rotation;
    for (const KeyJoint& joint : key.angles)
        pose.angles[joint.angle] = joint.value * factors.next();
    pose = standing_pose(scene, pose);
    for (KeyJoint& joint : key.angles)
        joint.value = pose.angles[joint.angle];
    if (key.rotation)
        key.rotation = pose.root_rotation;
}

}  // namespace

Scene perturbed(const Scene& scene, double share, int seed)
{
    Scene out = scene;
    if (seed == 0)
        return out;
    std::vector<ScenePhase>& phases = task_of<spacetime::Task>(out).phases;
    Factors factors(share, seed);
    const double step = factors.next();
    out.duration = 0;
    std::vector<double> ends { 0 }, before { 0 };
    for (ScenePhase& phase : phases) {
        before.push_back(before.back() + phase.duration);
        phase.duration *= factors.next();
        out.duration += phase.duration;
        ends.push_back(out.duration);
    }
    // Step length: along x, from where the first contact is. Bars and pegs stay where they are.
    const double origin = phases.front().contacts.front().at.x();
    for (ScenePhase& phase : phases)
        for (PhaseContact& contact : phase.contacts)
            if (std::holds_alternative<Plane>(out.surfaces[size_t(contact.surface)].shape))
                contact.at.x() = origin + step * (contact.at.x() - origin);
    // Keys keep their share of the phase that they lie in.
    for (Key& key : task_of<spacetime::Task>(out).keys) {
        size_t phase = 0;
        while (phase + 2 < before.size() && key.when > before[phase + 1])
            ++phase;
        const double inside = (key.when - before[phase]) / (before[phase + 1] - before[phase]);
        key.when = ends[phase] + inside * (ends[phase + 1] - ends[phase]);
        if (key.when < 1e-9)
            perturb_start(out, key, factors);
    }
    for (Eigen::Index i = 0; i < out.characters.front().start.angles.size(); ++i)
        out.characters.front().start.angles[i] *= factors.next();
    return out;
}

}  // namespace gambol::bench
