// SPDX-License-Identifier: MIT
#include "gambol/methods/cio/mounting.hpp"

#include "gambol/character/trunk.hpp"
#include "gambol/geometry/nearest.hpp"
#include "gambol/methods/motion_frame.hpp"

#include <algorithm>

namespace gambol::cio {

namespace {

using Eigen::VectorXd;

constexpr double kOnIt = 0.04;  // m: a patch so near to the block is meant to rest on it
constexpr double kBears = 1, kOff = 0.02;  // contact activities

/// Index into SceneModel::supports of what a body offers, which may have to be made.
int offered_by(int bearer, const Scene& scene, SceneModel& model)
{
    if (model.is_prop(bearer))
        return model.own_support[size_t(bearer - model.people)];
    SupportShapes back { model.torso(bearer), {}, {} };
    for (const Capsule& capsule : trunk_in_torso(
             scene.characters[size_t(bearer)].body, model.characters[size_t(bearer)].root_offset)) {
        back.shapes.push_back(capsule);
        back.friction.push_back(greatest_friction(scene));
    }
    model.supports.push_back(std::move(back));
    return int(model.supports.size()) - 1;
}

double& variable_of(const CioScene& ready, int phase, int column, VectorXd& x)
{
    const TrajectoryLayout& layout = ready.layout;
    return x[layout.z(phase * layout.segments_per_phase) - layout.local_z() + column];
}

/// Where a patch of a limb is at the end of a phase.
Eigen::Vector3d patch_place(
    const CioScene& ready, const ContactPair& pair, int phase, const VectorXd& x)
{
    const TrajectoryLayout& layout = ready.layout;
    const FeatureModel& model = ready.model.characters[size_t(pair.character)];
    return x.segment<3>(layout.q((phase + 1) * layout.segments_per_phase - 1)
        + ready.model.columns[size_t(pair.character)].q + model.effector(pair.patch));
}

}  // namespace

void add_mounting_contacts(const Scene& scene, const std::vector<Mount>& mounts, SceneModel& model,
    std::vector<ContactPair>& pairs)
{
    for (const Mount& mount : mounts) {
        const int support = offered_by(mount.bearer, scene, model);
        const FeatureModel& rider = model.characters[size_t(mount.rider)];
        for (int i = 0; i < int(rider.limbs.size()); ++i) {
            const auto known
                = std::find_if(pairs.begin(), pairs.end(), [&](const ContactPair& pair) {
                      return pair.character == mount.rider && pair.patch == i
                          && pair.support == support;
                  });
            if (known == pairs.end())
                pairs.push_back({ mount.rider, i, support, 0, false, true });
            else
                known->bears = true;
        }
    }
}

std::vector<std::vector<Shape>> walked_on(const SceneModel& model, const std::vector<Mount>& mounts)
{
    std::vector<std::vector<Shape>> all(size_t(model.people), model.surfaces());
    for (const Mount& mount : mounts)
        all[size_t(mount.rider)].push_back(mount.block);
    return all;
}

void plan_mounted_contacts(const CioScene& ready, VectorXd& x)
{
    const SceneModel& model = ready.model;
    for (const Mount& mount : ready.mounts)
        for (int phase = 0; phase < ready.phases(); ++phase) {
            for (const ContactPair& pair : model.contacts) {
                if (!pair.bears || pair.character != mount.rider
                    || model.supports[size_t(pair.support)].carrier != model.torso(mount.bearer))
                    continue;
                double &on_world = variable_of(
                           ready, phase, model.columns[size_t(pair.character)].z + pair.patch, x),
                       &on_bearer = variable_of(ready, phase, pair.column, x);
                const bool there
                    = nearest_surface_point(mount.block, patch_place(ready, pair, phase, x))
                          .distance
                    < kOnIt;
                on_bearer = there ? on_world : contact_variable(kOff);
                if (there)
                    on_world = contact_variable(kOff);
            }
            if (model.is_prop(mount.bearer))
                continue;
            const FeatureModel& bearer = model.characters[size_t(mount.bearer)];
            for (int i = 0; i < int(bearer.limbs.size()); ++i)
                if (bearer.limbs[size_t(i)].support)
                    variable_of(ready, phase, model.columns[size_t(mount.bearer)].z + i, x)
                        = contact_variable(kBears);
        }
}

}  // namespace gambol::cio
