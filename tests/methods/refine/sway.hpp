// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/io/scene/job_reader.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

namespace gambol::refine::test {

inline Eigen::Index angle_of(const Character& body, const std::string& name)
{
    Eigen::Index i = 0;
    for (const Segment& segment : body.segments)
        for (const Dof& dof : segment.dofs) {
            if (dof.name == name)
                return i;
            ++i;
        }
    throw std::out_of_range(name);
}

inline const Reference& reference_in(const Scene& scene)
{
    return std::get<Reference>(task_of<refine::Task>(scene).follows);
}
inline Reference& reference_in(Scene& scene)
{
    return std::get<Reference>(task_of<refine::Task>(scene).follows);
}

/// Someone who stands and sways for half a second, first on both feet, then on the left one.
struct Sway {
    Scene scene;

    Sway()
    {
        scene
            = io::read_job_text("gambol: 1\ncharacters: {ann: {model: human}}\n", "sway.yaml", ".")
                  .scene;
        Reference reference;
        reference.massless_limbs = true;
        const Character& body = scene.characters.front().body;
        for (int t = 0; t <= 60; ++t) {
            const double time = t / 120.0;
            reference.times.push_back(time);
            Pose pose = scene.characters.front().start;
            pose.angles[0] = 0.3 * std::sin(4 * time);
            for (Eigen::Index i = 20; i < pose.angles.size(); ++i)
                pose.angles[i] += 0.1 * std::sin(3 * time + double(i));
            const double lift = std::max(0.0, t - 30.0) / 30;
            pose.angles[angle_of(body, "right_hip_flexion")] += lift;
            pose.angles[angle_of(body, "right_knee_flexion")] += 1.5 * lift;
            reference.poses.push_back(pose);
            reference.touches.emplace_back(body.patches.size(), -1);
            for (std::size_t p = 0; p < body.patches.size(); ++p)
                if (body.patches[p].name == "left_foot"
                    || (body.patches[p].name == "right_foot" && t < 30))
                    reference.touches.back()[p] = 0;
        }
        scene.duration = reference.times.back();
        scene.task = refine::Task { .follows = reference };
    }
};

}  // namespace gambol::refine::test
