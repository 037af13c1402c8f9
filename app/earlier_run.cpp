// SPDX-License-Identifier: MIT
#include "earlier_run.hpp"

#include "gambol/io/input_error.hpp"
#include "gambol/io/motion/motion_json.hpp"
#include "gambol/methods/cloth/earlier_run.hpp"
#include "gambol/motion/resample.hpp"

#include <fmt/format.h>

#include <cmath>

namespace gambol::app {

namespace {

bool same_cloth(const Motion& motion, const std::vector<cloth::GarmentPlan>& garments)
{
    bool same = motion.cloth.size() == garments.size();
    for (std::size_t i = 0; same && i < garments.size(); ++i)
        same = motion.cloth[i].name == garments[i].garment.name
            && motion.cloth[i].triangles == garments[i].garment.rest.triangles;
    return same;
}

}  // namespace

std::string earlier_frames(const std::filesystem::path& directory, const Scene& scene, int frame)
{
    const cloth::Task& task = task_of<cloth::Task>(scene);
    const std::filesystem::path file = directory / "motion.json";
    if (!std::filesystem::exists(file))
        throw io::InputError(
            fmt::format("--from-frame: there is no {}; run the whole scene first", file.string()));
    const Motion motion = io::read_motion_json(file);
    if (!same_cloth(motion, task.garments))
        throw io::InputError(fmt::format(
            "--from-frame: {} has other cloth than the scene; its vertices must be the same",
            file.string()));
    if (std::size_t(frame) >= motion.times.size())
        throw io::InputError(fmt::format("--from-frame {}: the last frame of {} is {}", frame,
            file.string(), long(motion.times.size()) - 1));
    if (std::abs(sample_rate(motion) - task.fps) > 1e-3)
        throw io::InputError(fmt::format(
            "--from-frame: {} has {:g} frames per second, the scene {:g}; set simulation.fps",
            file.string(), sample_rate(motion), task.fps));
    return cloth::checkpoint_at(motion, frame);
}

}  // namespace gambol::app
