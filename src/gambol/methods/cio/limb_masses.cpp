// SPDX-License-Identifier: MIT
#include "gambol/methods/cio/limb_masses.hpp"

#include "gambol/methods/refine/whole_body.hpp"

namespace gambol::cio {

namespace {

constexpr const char* kUsed = "full_body";  // figure: 1 when every segment has its mass

void keep_features(const std::string& why, MethodResult& result)
{
    result.figures.push_back({ kUsed, 0, "" });
    result.warnings.push_back({ "limbs have no mass in this motion: " + why,
        "another seed, a longer duration, or cio: {body: features} if that is meant" });
}

}  // namespace

void give_mass_to_limbs(const Scene& scene, const Task& task, RunWatch& watch, MethodResult& result)
{
    if (scene.characters.size() != 1 || !result.motion.props.empty())
        return keep_features("the full body is for scenes with one character and no props", result);
    if (!result.solved)
        return keep_features("no movement was found that the full body could begin from", result);
    refine::WholeBody made
        = refine::whole_body(scene, task.goals, result.motion, task.options.fps, watch);
    result.iterations += made.iterations;
    result.evaluations += made.evaluations;
    result.terms.push_back({ "whole body", made.first_cost, made.last_cost });
    if (!made.better)
        return keep_features("with all masses it " + made.why_not, result);
    result.motion = std::move(made.motion);
    result.figures = std::move(made.figures);
    result.figures.push_back({ kUsed, 1, "" });
    result.warnings.insert(result.warnings.end(), made.warnings.begin(), made.warnings.end());
}

}  // namespace gambol::cio
