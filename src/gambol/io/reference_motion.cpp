// SPDX-License-Identifier: MIT
#include "gambol/io/reference_motion.hpp"

#include "gambol/dynamics/pose_fit.hpp"
#include "gambol/io/input_error.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace gambol {

namespace {

constexpr double kAxisPoint = 0.15;  // m: how much the turn of a segment counts beside its place
constexpr double kAxisWeight = 0.3;
constexpr double kTouch = 0.01;  // m

const MotionCharacter& character_in(
    const Motion& motion, const std::string& name, const std::string& where)
{
    for (const MotionCharacter& character : motion.characters)
        if (character.name == name || motion.characters.size() == 1)
            return character;
    throw InputError(fmt::format("{}: has no character '{}'", where, name));
}

void check_same_body(const MotionCharacter& found, const Character& body, const std::string& where)
{
    std::vector<std::string> bodies, joints, moved;
    for (const MotionBody& part : found.bodies)
        moved.push_back(part.name);
    for (const Segment& segment : body.segments) {
        bodies.push_back(segment.name);
        for (const Dof& dof : segment.dofs)
            joints.push_back(dof.name);
    }
    if (moved != bodies || found.joints.names != joints)
        throw InputError(
            fmt::format("{}: '{}' there has other bodies or joints than model '{}'; name the model "
                        "that the motion was made with",
                where, found.name, body.model));
}

/// Every segment in its place: its joint, and a point along each of its axes.
std::vector<dynamics::PointTarget> targets_at(const MotionCharacter& character, std::size_t t)
{
    std::vector<dynamics::PointTarget> targets;
    for (std::size_t i = 0; i < character.bodies.size(); ++i) {
        const Eigen::Vector3d& at = character.positions[t][i];
        targets.push_back({ static_cast<int>(i), Eigen::Vector3d::Zero(), at, 1 });
        for (int axis = 0; axis < 3; ++axis) {
            const Eigen::Vector3d point = kAxisPoint * Eigen::Vector3d::Unit(axis);
            targets.push_back({ static_cast<int>(i), point, at + character.rotations[t][i] * point,
                kAxisWeight });
        }
    }
    return targets;
}

}  // namespace

Reference reference_of(const Motion& motion, const Scene& scene, const std::string& where)
{
    const SceneCharacter& owner = scene.characters.front();
    const MotionCharacter& character = character_in(motion, owner.name, where);
    check_same_body(character, owner.body, where);
    Reference reference;
    reference.touch = kTouch;
    dynamics::PoseFit fit(owner.body);
    for (std::size_t t = 0; t < motion.times.size(); ++t) {
        reference.times.push_back(motion.times[t] - motion.times.front());
        const Pose from { character.positions[t][0], character.rotations[t][0],
            t > 0 ? reference.poses.back().angles : owner.start.angles };
        reference.poses.push_back(fit.fit(from, targets_at(character, t)));
        std::vector<int> touches(owner.body.patches.size(), -1);
        for (const MotionContact& contact : character.contacts) {
            const auto patch = std::find_if(owner.body.patches.begin(), owner.body.patches.end(),
                [&](const Patch& p) { return p.name == contact.name; });
            const auto surface = std::find_if(scene.surfaces.begin(), scene.surfaces.end(),
                [&](const Surface& s) { return s.name == contact.with[t]; });
            if (patch != owner.body.patches.end() && surface != scene.surfaces.end())
                touches[std::size_t(patch - owner.body.patches.begin())]
                    = int(surface - scene.surfaces.begin());
        }
        reference.touches.push_back(std::move(touches));
    }
    return reference;
}

}  // namespace gambol
