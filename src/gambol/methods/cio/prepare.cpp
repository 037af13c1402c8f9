// SPDX-License-Identifier: MIT
#include "gambol/methods/cio/cio_problem.hpp"
#include "gambol/methods/cio/guide_way.hpp"
#include "gambol/methods/cio/heading.hpp"
#include "gambol/methods/cio/prop_model.hpp"
#include "gambol/scene/easy_load.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace gambol::cio {

namespace {

constexpr int kSegmentsPerPhase = 2;  // one alone cannot lift a foot within a phase
constexpr int kSamplesPerSegment = 3;
constexpr double kLeastFps = 60;
constexpr double kTurnsFar = 1.2 * std::numbers::pi;  // rad from how somebody begins
constexpr double kReferenceStep = 0.1;  // s; running costs are per sample of this spacing

SupportShapes world_of(const Scene& scene)
{
    SupportShapes world;
    for (const Surface& surface : scene.surfaces) {
        world.shapes.push_back(surface.shape);
        world.friction.push_back(surface.friction);
    }
    return world;
}

/// Friction is the lesser of what both allow.
SupportShapes world_as_met_by(const Scene& scene, const SceneProp& prop)
{
    SupportShapes world = world_of(scene);
    for (double& friction : world.friction)
        friction = std::min(friction, prop.friction);
    return world;
}

/// What characters may handle props with: patches of limbs that do not support them, or, where
/// there are none, of all limbs. Adds to the model what props offer; columns are not set.
std::vector<ContactPair> handling_contacts(const Scene& scene, SceneModel& model)
{
    std::vector<ContactPair> pairs;
    for (int p = model.people; p < int(model.characters.size()); ++p) {
        const SceneProp& prop = scene.props[size_t(p - model.people)];
        const int support = int(model.supports.size());
        model.own_support.push_back(support);
        model.supports.push_back({ model.torso(p), { prop.shape }, { prop.friction } });
        for (int c = 0; c < model.people; ++c) {
            const std::vector<FeatureLimb>& limbs = model.characters[size_t(c)].limbs;
            const bool has_arms = std::any_of(
                limbs.begin(), limbs.end(), [](const FeatureLimb& limb) { return !limb.support; });
            for (int i = 0; i < int(limbs.size()); ++i)
                if (!has_arms || !limbs[size_t(i)].support)
                    pairs.push_back({ c, i, support });
        }
    }
    return pairs;
}

/// Who is too heavy for the two strongest is pushed. The paper's form of the physics cost knows no
/// contacts that slide.
bool may_slide(const Scene& scene, const SceneModel& model, int prop)
{
    if (task_of<Task>(scene).options.residual == ResidualForm::paper)
        return false;
    std::vector<double> masses { 0, 0 };
    for (int c = 0; c < model.people; ++c)
        masses.push_back(model.characters[size_t(c)].mass);
    std::sort(masses.rbegin(), masses.rend());
    return std::holds_alternative<Box>(scene.props[size_t(prop - model.people)].shape)
        && !model.hinge_of(prop)
        && model.characters[size_t(prop)].mass > kEasyLoad * (masses[0] + masses[1]);
}

/// Patches of props that slide along the world; columns are not set.
std::vector<ContactPair> sliding_contacts(const Scene& scene, const SceneModel& model)
{
    std::vector<ContactPair> pairs;
    for (int p = model.people; p < int(model.characters.size()); ++p)
        for (int i = 0; i < int(model.characters[size_t(p)].patches.size()); ++i)
            if (may_slide(scene, model, p))
                pairs.push_back({ p, i, model.ground[size_t(p)], 0, true });
    return pairs;
}

/// Who is to turn far has the zero of rotation vectors in the middle of that.
void find_homes(CioScene& ready)
{
    if (ready.model.people != int(ready.model.characters.size()))
        return;  // errands lead elsewhere
    for (int who = 0; who < ready.model.people; ++who) {
        FeatureModel& model = ready.model.characters[size_t(who)];
        const GuideGround ground(ready.model.surfaces(), model.standing_height);
        double turned = 0, least = 0, most = 0;
        for (const Waypoint& point : guide_way(ready, who, ground, {}).points) {
            turned += point.turns_by;
            least = std::min(least, turned);
            most = std::max(most, turned);
        }
        if (std::max(most, -least) < kTurnsFar)
            continue;
        const SceneCharacter& character = ready.scene->characters[size_t(who)];
        model.home = yaw(heading_of(character.start.root_rotation) + (least + most) / 2)
                         .toRotationMatrix();
        ready.start.segment(ready.model.columns[size_t(who)].q, model.coordinates())
            = features_of(character.body, model, character.start);
    }
}

}  // namespace

CioScene prepare(const Scene& scene)
{
    CioScene ready;
    ready.scene = &scene;
    SceneModel& model = ready.model;
    model.nearest = task_of<Task>(scene).options.nearest;
    model.supports.front() = world_of(scene);
    std::vector<Eigen::VectorXd> starts;
    for (const SceneCharacter& character : scene.characters) {
        model.characters.push_back(feature_model(character.body));
        model.ground.push_back(0);
        model.effort.push_back(character.effort);
        starts.push_back(features_of(character.body, model.characters.back(), character.start));
    }
    model.people = int(scene.characters.size());
    for (const SceneProp& prop : scene.props) {
        model.characters.push_back(prop_model(prop));
        model.hinges.push_back(hinged_body(prop));
        model.ground.push_back(int(model.supports.size()));
        model.supports.push_back(world_as_met_by(scene, prop));
        starts.push_back(prop_features(prop));
    }

    TrajectoryLayout& layout = ready.layout;
    for (const FeatureModel& character : model.characters) {
        model.columns.push_back({ layout.coordinates, 0, 0, layout.contacts });
        layout.coordinates += character.coordinates();
        layout.contacts += int(character.patches.size());
    }
    std::vector<ContactPair> handling = handling_contacts(scene, model);
    for (const ContactPair& pair : sliding_contacts(scene, model))
        handling.push_back(pair);
    const int first_handling = layout.contacts;
    layout.contacts += int(handling.size());
    for (FeatureColumns& c : model.columns) {
        c.v = c.q + layout.local_v();
        c.a = c.q + layout.local_a();
        c.z += layout.local_z();
    }
    model.touch_the_world();
    for (int i = 0; i < int(handling.size()); ++i) {
        model.contacts.push_back(handling[size_t(i)]);
        model.contacts.back().column = layout.local_z() + first_handling + i;
    }
    const int phases = std::max(
        1, int(std::lround(scene.duration / task_of<Task>(scene).options.phase_duration)));
    layout.segments_per_phase = kSegmentsPerPhase;
    layout.segments = phases * kSegmentsPerPhase;
    layout.segment_duration = scene.duration / layout.segments;
    ready.frames_per_segment = std::max(1,
        int(std::ceil(
            std::max(task_of<Task>(scene).options.fps, kLeastFps) * layout.segment_duration
            - 1e-9)));

    ready.start.resize(layout.coordinates);
    for (size_t i = 0; i < starts.size(); ++i)
        ready.start.segment(model.columns[i].q, starts[i].size()) = starts[i];

    const double weight = layout.segment_duration / kSamplesPerSegment / kReferenceStep;
    for (int k = 0; k < layout.segments; ++k) {
        constexpr int kSteps = 4 * kSamplesPerSegment;
        for (int j = 1; j <= kSteps; ++j) {
            // Halfway between samples, a segment's ends, and what is left.
            const int kind = j % 4 == 2                   ? CioCost::running
                : j % 4 == 0 || j == 1 || j == kSteps - 1 ? CioCost::between
                                                          : CioCost::finest;
            ready.samples.push_back(
                { k, double(j) / kSteps, weight, kind, -1, kind != CioCost::running });
            if (j == 1 || j == kSteps - 1)
                ready.samples.push_back({ k, double(j) / kSteps, weight, CioCost::edge, -1 });
        }
    }

    for (const Goal& goal : task_of<Task>(scene).goals)
        ready.instants.push_back(
            std::clamp(goal.when.value_or(scene.duration), 0.0, scene.duration));
    ready.instants.push_back(scene.duration);
    std::sort(ready.instants.begin(), ready.instants.end());
    ready.instants.erase(
        std::unique(ready.instants.begin(), ready.instants.end()), ready.instants.end());
    ready.movable.assign(size_t(layout.segments), true);
    for (size_t i = 0; i < ready.instants.size(); ++i) {
        const double at = ready.instants[i] / layout.segment_duration;
        const int segment = std::clamp(int(std::ceil(at)) - 1, 0, layout.segments - 1);
        const double u = std::min(at - segment, 1.0);
        ready.samples.push_back({ segment, u, 1.0, CioCost::goal_instant, int(i), false, false });
        // Who says when, means it.
        ready.movable[size_t(segment)] = false;
        if (segment > 0 && u < 1)
            ready.movable[size_t(segment - 1)] = false;
    }
    find_homes(ready);
    return ready;
}

}  // namespace gambol::cio
