// SPDX-License-Identifier: MIT
#include "gambol/io/scene/goal_reader.hpp"
#include "gambol/io/scene/method_reader.hpp"
#include "gambol/io/scene/prop_reader.hpp"
#include "gambol/io/scene/scene_warnings.hpp"
#include "gambol/scene/comfortable_duration.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace gambol::io {

namespace {

constexpr double kLongestDuration = 600;  // s; beyond it a scene is a typing error
constexpr double kShortestPhase = 0.05;  // s; nothing steps faster
constexpr Limits kDuration { kShortestPhase, kLongestDuration };
constexpr int kFeatureStarts = 2;  // with massless limbs: the cheaper of two is the better one

/// Nothing for `auto`.
std::optional<double> read_duration(const YamlValue& value)
{
    if (value.text() == "auto")
        return std::nullopt;
    return value.number(Quantity::time, kDuration);
}

/// The time of a phase may be left to the scene, whose goals are known.
double read_phase(const YamlMap& map, const Scene& scene)
{
    const YamlValue value = map.get("phase_duration", "auto");
    if (value.text() == "auto")
        return std::min(comfortable_phase(scene), scene.duration);
    // An iteration over more phases takes longer than anybody waits, and limits of time end between
    // iterations.
    constexpr double kMostPhases = 2000;
    return value.number(
        Quantity::time, { std::max(kShortestPhase, scene.duration / kMostPhases), scene.duration });
}

cio::Options read_options(const YamlValue& value, const Scene& scene)
{
    const YamlMap map = value.map({ "phase_duration", "timing", "starts", "residual", "solver",
        "nearest", "zmp_hint", "effort", "fps", "body" });
    cio::Options standard, options;
    options.body = read_choice<CioBody>(map.get("body", "full"), "body",
        { { "features", CioBody::features }, { "full", CioBody::full } });
    // What carries are made of is planned; a second start rarely differs.
    if (options.body == CioBody::features && scene.props.empty())
        standard.starts = kFeatureStarts;
    options.phase_duration = read_phase(map, scene);
    options.timing = read_choice<PhaseTiming>(map.get("timing", "free"), "timing",
        { { "free", PhaseTiming::free }, { "even", PhaseTiming::even } });
    options.starts
        = static_cast<int>(map.get("starts", fmt::format("{}", standard.starts)).integer(1, 1000));
    options.residual = read_choice<ResidualForm>(map.get("residual", "value"), "form",
        { { "value", ResidualForm::value }, { "paper", ResidualForm::paper } });
    options.solver = read_choice<CioSolver>(map.get("solver", "lm"), "solver",
        { { "lm", CioSolver::levenberg_marquardt }, { "lbfgs", CioSolver::lbfgs },
            { "paper", CioSolver::paper } });
    options.nearest = read_choice<NearestPoint>(
        map.get("nearest", options.solver == CioSolver::paper ? "paper" : "facing"),
        "nearest point", { { "facing", NearestPoint::facing }, { "paper", NearestPoint::paper } });
    options.zmp_hint = map.get("zmp_hint", standard.zmp_hint ? "true" : "false").boolean();
    options.effort = map.get("effort", standard.effort ? "true" : "false").boolean();
    options.fps = read_fps(map, standard.fps);
    return options;
}

/// Goals need the duration, unless it is to be found from them.
void read_goals_and_duration(const YamlMap& file, Scene& scene, cio::Task& task)
{
    const YamlValue duration = file.get("duration", fmt::format("{}s", scene.duration));
    const std::optional<double> given = read_duration(duration);
    scene.duration = given.value_or(kDuration.upper);
    const YamlValue goals = file.get("goals", "[]");
    if (!given)
        for (const YamlValue& goal : goals.list())
            if (goal.node().find("strikes"))
                duration.fail("cannot be 'auto' with 'strikes', which come as long as it lasts; "
                              "write e.g. 5s");
    task.goals = read_goals(goals, scene);
    if (!given)
        scene.duration = comfortable_duration(scene);
}

void read_cio(SceneReading& reading)
{
    const YamlMap file = reading.read_common();
    Scene& scene = reading.job.scene;
    cio::Task& task = scene.task.emplace<cio::Task>();
    for (const SceneCharacter& character : scene.characters)
        if (character.body.planar)
            file.at("characters")
                .named_map()
                .at(character.name)
                .fail("moves in a plane, which method cio cannot do; use method: spacetime");
    if (file.has("props"))
        read_props(file.at("props"), file, scene);
    read_goals_and_duration(file, scene, task);
    task.options = read_options(file.get("cio", "{}"), scene);
    const std::vector<std::string> about_scene = scene_warnings(scene, reading.root);
    reading.job.warnings.insert(reading.job.warnings.end(), about_scene.begin(), about_scene.end());
}

}  // namespace

MethodReader cio_reader()
{
    return { "cio", "whole behaviours from goals and a start pose (contact-invariant optimization)",
        { "duration", "goals", "props", "cio" }, read_cio };
}

}  // namespace gambol::io
