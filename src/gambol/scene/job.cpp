// SPDX-License-Identifier: MIT
#include "gambol/scene/job.hpp"

#include "gambol/scene/described_bodies.hpp"
#include "gambol/scene/scene_error.hpp"

namespace gambol {

namespace {

/// Of methods that start from nothing.
template <class AnyTask> void take(const Motion&, Scene& scene, AnyTask&)
{
    throw SceneError(
        scene.name + ": method " + method_name(scene.task) + " does not start from a motion");
}

void take(const Motion& motion, Scene& scene, refine::Task& task)
{
    (void)refine::followed_character(motion, scene, task.where);
    task.follows = motion;
    scene.duration = refine::followed_duration(task);
}

void take(const Motion& motion, Scene& scene, cloth::Task& task)
{
    Motion carriers;
    for (const cloth::Wearer& wearer : task.wearers)
        cloth::add_carrier(motion, wearer, carriers);
    cloth::take_carriers(std::move(carriers), task, scene.duration);
}

Motion standing_still(const Scene& scene)
{
    Motion motion;
    motion.times = { 0, scene.duration };
    for (const SceneCharacter& source : scene.characters) {
        MotionCharacter character;
        character.name = source.name;
        character.bodies = described_bodies(source.body);
        for (std::size_t k = 0; k < motion.times.size(); ++k) {
            character.positions.emplace_back();
            character.rotations.emplace_back();
            for (const SegmentFrame& frame : forward_kinematics(source.body, source.start)) {
                character.positions.back().push_back(frame.position);
                character.rotations.back().push_back(frame.rotation);
            }
        }
        motion.characters.push_back(std::move(character));
    }
    return motion;
}

}  // namespace

int scene_count(const Job& job)
{
    return 1 + (job.first ? scene_count(*job.first) : 0);
}

void take_motion(const Motion& motion, Scene& scene)
{
    std::visit([&](auto& task) { take(motion, scene, task); }, scene.task);
}

Motion expected_motion(const Job& job)
{
    if (const auto* cloth = std::get_if<cloth::Task>(&job.scene.task))
        return cloth->carriers;
    if (const auto* refine = std::get_if<refine::Task>(&job.scene.task))
        if (const auto* followed = std::get_if<Motion>(&refine->follows)) {
            Motion motion;
            motion.times = followed->times;
            motion.characters = { refine::followed_character(*followed, job.scene, refine->where) };
            motion.characters[0].name = job.scene.characters.front().name;
            return motion;
        }
    if (job.first)
        return expected_motion(*job.first);
    return standing_still(job.scene);
}

}  // namespace gambol
