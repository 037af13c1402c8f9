// SPDX-License-Identifier: MIT
#include "gambol/methods/cio/limb_masses.hpp"

#include "gambol/scene/mounts.hpp"

#include <fmt/format.h>

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

std::string no_full_body_because(const Scene& scene)
{
    for (const SceneCharacter& who : scene.characters)
        if (!who.body.poses.contains("standing"))
            return "nobody knows how the body of " + who.name + " stands";
    for (const Mount& mount : mounts_of(scene))
        if (!scene.is_prop(mount.bearer))
            return scene.name_of(mount.rider) + " stands on " + scene.name_of(mount.bearer)
                + ", and with all masses nobody bears another yet";
    return {};
}

void take_whole_body(
    std::optional<refine::WholeBody> made, const std::string& why_none, MethodResult& result)
{
    if (!made)
        return keep_features(why_none, result);
    result.terms.push_back({ "whole body", made->first_cost, made->last_cost });
    if (!made->better)
        return keep_features("with all masses it " + made->why_not, result);
    result.motion = std::move(made->motion);
    // Props move as they were found to.
    for (const Figure& figure : result.figures)
        if (figure.name.starts_with("prop_"))
            made->figures.push_back(figure);
    result.figures = std::move(made->figures);
    result.figures.push_back({ kUsed, 1, "" });
    for (const std::string& name : made->complaints)
        result.warnings.push_back(
            { fmt::format("{} is beyond what the whole body should keep", name),
                "another seed, or a longer duration" });
}

}  // namespace gambol::cio
