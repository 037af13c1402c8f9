// SPDX-License-Identifier: MIT
#include "gambol/io/scene/start_reader.hpp"

#include "gambol/io/motion/motion_json.hpp"
#include "gambol/io/scene/reference_motion.hpp"

namespace gambol::io {

MotionSource read_start(
    YamlNode& root, const std::filesystem::path& folder, const ReadTree& read_tree)
{
    MotionSource start
        = read_motion_source(YamlValue(*root.find("start"), "start"), folder, read_tree, true);
    borrow(start, { "world", "characters" }, root);
    return start;
}

void take_start(const MotionSource& start, LoadedScene& loaded)
{
    Scene& scene = loaded.scene;
    loaded.first = start.first;
    if (start.first) {
        scene.duration = start.first->scene.duration;
        return;
    }
    if (!start.bvh.empty())
        scene.reference = read_bvh_reference(start.bvh, start.bvh_options, scene);
    else
        scene.reference = reference_of(read_motion_json(start.motion), scene, start.where);
    scene.duration = scene.reference->times.back();
}

void refine_first(const Motion& motion, LoadedScene& loaded)
{
    loaded.scene.reference = reference_of(motion, loaded.scene, "start");
    loaded.scene.duration = loaded.scene.reference->times.back();
}

}  // namespace gambol::io
