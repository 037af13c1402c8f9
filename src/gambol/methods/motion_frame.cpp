// SPDX-License-Identifier: MIT
#include "gambol/methods/motion_frame.hpp"

#include "gambol/scene/described_bodies.hpp"

#include <algorithm>
#include <numeric>

namespace gambol {

using Eigen::Vector3d;
using Eigen::VectorXd;

PatchForce mean_of(const PatchForce& a, const PatchForce& b)
{
    PatchForce mean;
    mean.surface = a.surface >= 0 ? a.surface : b.surface;
    mean.force = 0.5 * (a.force + b.force);
    mean.torsion = 0.5 * (a.torsion + b.torsion);
    const double pa = a.force.norm(), pb = b.force.norm();
    mean.point = pa + pb > 0 ? Vector3d((pa * a.point + pb * b.point) / (pa + pb))
        : a.surface >= 0     ? a.point
                             : b.point;
    return mean;
}

std::vector<MotionRequest> requests_of(const Scene& scene, const std::vector<Goal>& goals)
{
    std::vector<MotionRequest> requests;
    for (const Goal& goal : goals) {
        if (goal.who >= int(scene.characters.size()))
            continue;  // speaks of no character
        const SceneCharacter& who = scene.characters[size_t(goal.who)];
        const auto patch_of
            = [&](const Limb& limb) { return who.body.patches[size_t(limb.patch)].name; };
        MotionRequest request { who.name, "", goal.when.value_or(scene.duration), {} };
        if (std::holds_alternative<StandGoal>(goal.kind)) {
            request.what = "stand";
            for (const Limb& limb : who.body.limbs)
                if (limb.support)
                    request.contacts.push_back(patch_of(limb));
        } else if (const auto* strike = std::get_if<StrikeGoal>(&goal.kind)) {
            request.what = "strike";
            request.contacts.push_back(patch_of(who.body.limbs[size_t(strike->limb)]));
        }
        if (!request.what.empty())
            requests.push_back(std::move(request));
    }
    return requests;
}

Motion described_scene(const Scene& scene)
{
    Motion motion;
    motion.name = scene.name;
    motion.method = method_name(scene.task);
    for (const Surface& surface : scene.surfaces)
        motion.surfaces.push_back({ surface.name, surface.shape, surface.friction });
    if (const auto* task = std::get_if<cio::Task>(&scene.task))
        motion.asked = requests_of(scene, task->goals);
    return motion;
}

MotionCharacter described_character(
    const SceneCharacter& source, const std::vector<int>& patches, double friction)
{
    MotionCharacter out;
    out.name = source.name;
    out.bodies = described_bodies(source.body);
    const int dofs = source.body.dof_count();
    for (VectorXd* limit : { &out.joints.lower, &out.joints.upper, &out.joints.torque_lower,
             &out.joints.torque_upper })
        limit->resize(dofs);
    int joint = 0;
    for (const Segment& segment : source.body.segments)
        for (const Dof& dof : segment.dofs) {
            out.joints.names.push_back(dof.name);
            out.joints.lower[joint] = dof.lower;
            out.joints.upper[joint] = dof.upper;
            out.joints.torque_lower[joint] = dof.torque_lower;
            out.joints.torque_upper[joint] = dof.torque_upper;
            ++joint;
        }
    for (const int index : patches) {
        const Patch& patch = source.body.patches[size_t(index)];
        MotionContact contact;
        contact.name = patch.name;
        contact.body = patch.segment;
        contact.center = patch.center;
        contact.normal = patch.normal;
        contact.half_size = patch.half_size;
        contact.friction = friction;
        contact.grip = patch.grip;
        out.contacts.push_back(contact);
    }
    return out;
}

double greatest_friction(const Scene& scene)
{
    double friction = 0;
    for (const Surface& surface : scene.surfaces)
        friction = std::max(friction, surface.friction);
    for (const SceneProp& prop : scene.props)
        friction = std::max(friction, prop.friction);
    return friction;
}

std::vector<Surface> touchable(const Scene& scene)
{
    std::vector<Surface> things = scene.surfaces;
    for (const SceneProp& prop : scene.props)
        things.push_back({ prop.name, prop.shape, prop.friction, {} });
    for (const SceneCharacter& character : scene.characters)
        things.push_back({ character.name, {}, greatest_friction(scene), {} });
    return things;
}

Motion described_whole_body(const Scene& scene)
{
    Motion motion = described_scene(scene);
    motion.mass_model = "every segment has its own mass and inertia";
    std::vector<int> patches(scene.characters.front().body.patches.size());
    std::iota(patches.begin(), patches.end(), 0);
    motion.characters.push_back(
        described_character(scene.characters.front(), patches, greatest_friction(scene)));
    return motion;
}

void append_sample(const std::vector<SegmentFrame>& frames, const Eigen::VectorXd& angles,
    MotionCharacter& character)
{
    character.positions.emplace_back();
    character.rotations.emplace_back();
    for (const SegmentFrame& frame : frames) {
        character.positions.back().push_back(frame.position);
        character.rotations.back().push_back(frame.rotation);
    }
    character.joints.values.push_back(angles);
}

void append_sample(double activation, const PatchForce& force,
    const std::vector<Surface>& touchable, const Vector3d& center, MotionContact& contact)
{
    contact.activation.push_back(activation);
    contact.with.push_back(force.surface >= 0 ? touchable[size_t(force.surface)].name : "");
    contact.force.push_back(force.force);
    contact.torsion.push_back(force.torsion);
    contact.point.push_back(force.surface >= 0 ? force.point : center);
}

}  // namespace gambol
