// SPDX-License-Identifier: MIT
// A scene made in code: ann stands, and 3 s later she stands a metre further on.
#include "gambol/io/character/character_reader.hpp"
#include "gambol/io/export/gltf.hpp"
#include "gambol/jobs/run_job.hpp"

#include <cstdio>

int main()
{
    using namespace gambol;
    Scene scene;
    scene.name = "hello";
    scene.duration = 3;  // s
    scene.surfaces = { { "ground", Plane {}, 0.8, {} } };

    SceneCharacter ann;
    ann.name = "ann";
    ann.body = io::read_character("human").character;
    ann.start = place(ann.body, ann.body.poses.at("standing"), { 0, 0 }, 0);
    scene.characters = { ann };
    scene.task
        = cio::Task { { { 0, PositionGoal { { 1, 0, 0 } }, {} }, { 0, StandGoal {}, {} } }, {} };

    const JobResult result = run_scene(scene);

    const Motion& motion = result.motion;
    for (size_t k = 0; k < motion.times.size(); k += 30) {
        const Eigen::Vector3d& torso = motion.characters[0].positions[k][0];
        std::printf(
            "%5.2f s  %6.3f %6.3f %6.3f m\n", motion.times[k], torso.x(), torso.y(), torso.z());
    }
    io::write_glb(motion, "hello.glb");
    return result.report.status == RunStatus::valid ? 0 : 1;
}
