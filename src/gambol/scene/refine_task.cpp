// SPDX-License-Identifier: MIT
#include "gambol/scene/refine_task.hpp"

#include "gambol/geometry/shape.hpp"
#include "gambol/scene/scene.hpp"
#include "gambol/scene/scene_error.hpp"

#include <fmt/format.h>

namespace gambol::refine {

namespace {

const MotionCharacter& character_in(
    const Motion& motion, const std::string& name, const std::string& where)
{
    for (const MotionCharacter& character : motion.characters)
        if (character.name == name || motion.characters.size() == 1)
            return character;
    throw SceneError(fmt::format("{}: has no character '{}'", where, name));
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
        throw SceneError(
            fmt::format("{}: '{}' there has other bodies or joints than model '{}'; name the model "
                        "that the motion was made with",
                where, found.name, body.model));
}

}  // namespace

const MotionCharacter& followed_character(
    const Motion& motion, const Scene& scene, const std::string& where)
{
    const SceneCharacter& owner = scene.characters.front();
    const MotionCharacter& character = character_in(motion, owner.name, where);
    check_same_body(character, owner.body, where);
    if (motion.times.size() < 2)
        throw SceneError(fmt::format(
            "{}: has {} samples; a movement has at least two", where, motion.times.size()));
    return character;
}

double followed_duration(const Task& task)
{
    return std::visit(
        Overloaded {
            [](std::monostate) { return 0.0; },
            [](const Motion& motion) {
                return motion.times.empty() ? 0.0 : motion.times.back() - motion.times.front();
            },
            [](const SegmentClip& clip) {
                return clip.frames.empty() ? 0.0 : double(clip.frames.size() - 1) * clip.frame_time;
            },
            [](const Reference& reference) {
                return reference.times.empty() ? 0.0 : reference.times.back();
            },
        },
        task.follows);
}

}  // namespace gambol::refine
