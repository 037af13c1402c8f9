// SPDX-License-Identifier: MIT
#include "gambol/methods/cio/contact_choice.hpp"

#include "gambol/geometry/nearest.hpp"
#include "gambol/methods/cio/touch.hpp"

#include <algorithm>
#include <limits>

namespace gambol::cio {

namespace {

using Eigen::VectorXd;

constexpr double kOn = 3, kOff = 0.01;  // contact activity
constexpr double kRevived = 1;
constexpr double kUnsupported = 0.1;  // × weight: a residual that says contacts are missing
constexpr double kWithin = 0.4;  // m: patches farther from all surfaces do not come on
constexpr int kAtOnce = 2;
/// Cosines. What only leans on a wall, or on the underside of a ceiling, carries nobody; limbs can
/// turn their patches to a surface, the trunk cannot.
constexpr double kCarries = 0.3, kTrunkFaces = 0.5;

/// Distances of the patch centres of one character from the surfaces that could carry it there;
/// `q` are its coordinates.
std::vector<double> patch_gaps(const CioScene& ready, size_t character, const VectorXd& q)
{
    const FeatureModel& model = ready.model.characters[character];
    std::vector<double> gaps;
    for (const FeaturePatch& patch : model.patches) {
        const int carrier = model.carrier(patch);
        const Eigen::Matrix3d R = model.turn_of(q.segment<3>(carrier + 3));
        const Eigen::Vector3d center = q.segment<3>(carrier) + R * patch.center;
        const Eigen::Vector3d facing = R * patch.axes.col(2);
        double nearest = std::numeric_limits<double>::infinity();
        for (const Shape& surface : ready.model.surfaces()) {
            const SurfacePoint rest = facing_surface_point(surface, center, facing);
            const bool carries = patch.grip || rest.normal.z() > kCarries;
            if (carries && (patch.limb >= 0 || rest.normal.dot(facing) > kTrunkFaces))
                nearest = std::min(nearest, (center - rest.point).norm());
        }
        gaps.push_back(nearest);
    }
    return gaps;
}

/// The same, on average over the ends of a phase's segments.
std::vector<double> patch_gaps(
    const CioScene& ready, size_t character, int phase, const VectorXd& x)
{
    const TrajectoryLayout& layout = ready.layout;
    const int coordinates = ready.model.characters[character].coordinates();
    std::vector<double> mean(ready.model.characters[character].patches.size(), 0.0);
    for (int s = 0; s < layout.segments_per_phase; ++s) {
        const int q
            = layout.q(phase * layout.segments_per_phase + s) + ready.model.columns[character].q;
        const std::vector<double> gaps = patch_gaps(ready, character, x.segment(q, coordinates));
        for (size_t i = 0; i < mean.size(); ++i)
            mean[i] += gaps[i] / layout.segments_per_phase;
    }
    return mean;
}

/// Place in x of the first contact variable of a character in a phase.
int first_contact(const CioScene& ready, size_t character, int phase)
{
    return ready.layout.z(phase * ready.layout.segments_per_phase)
        + (ready.model.columns[character].z - ready.layout.local_z());
}

}  // namespace

void set_contacts(const TrajectoryLayout& layout, double z, VectorXd& x)
{
    for (int k = 0; k < layout.segments; ++k)
        x.segment(layout.q(k) + 2 * layout.coordinates, layout.contacts).setConstant(z);
}

void decide_contacts(const TrajectoryLayout& layout, VectorXd& x)
{
    for (int k = 0; k < layout.segments; ++k)
        for (double& z : x.segment(layout.q(k) + 2 * layout.coordinates, layout.contacts))
            z = contact_activity(z) < kHeld ? contact_variable(kOff)
                                            : std::max(z, contact_variable(kOn));
}

void hold_start_contacts(const CioScene& ready, VectorXd& x)
{
    for (size_t c = 0; c < ready.model.characters.size(); ++c) {
        const std::vector<double> gaps = patch_gaps(ready, c,
            ready.start.segment(ready.model.columns[c].q, ready.model.characters[c].coordinates()));
        const int z = first_contact(ready, c, 0);
        for (size_t i = 0; i < gaps.size(); ++i)
            if (gaps[i] < kTouches)
                x[z + int(i)] = std::max(x[z + int(i)], contact_variable(kRevived));
    }
}

namespace {

/// Hands that are near a prop which lacks support take hold of it; it does not fall back onto the
/// floor unless it is there.
int revive_handling(const CioScene& ready, int prop, int phase, VectorXd& x)
{
    constexpr double kAtHand = 0.1, kOnFloor = 0.02;  // m
    const TrajectoryLayout& layout = ready.layout;
    const SceneModel& model = ready.model;
    const int segment = phase * layout.segments_per_phase;
    const VectorXd q = x.segment(layout.q(segment), layout.coordinates);
    int revived = 0;
    for (const ContactPair& pair : model.contacts) {
        double& z = x[layout.z(segment) - layout.local_z() + pair.column];
        if (contact_activity(z) >= kHeld)
            continue;
        const bool own = pair.character == prop;
        if (!own && model.supports[size_t(pair.support)].carrier != model.torso(prop))
            continue;
        double gap = 0;
        if (own) {
            gap = patch_gaps(ready, size_t(prop), phase, x)[size_t(pair.patch)];
        } else {
            const FeatureModel& who = model.characters[size_t(pair.character)];
            const int carrier = model.columns[size_t(pair.character)].q
                + who.carrier(who.patches[size_t(pair.patch)]);
            const int at = model.columns[size_t(prop)].q;
            const Eigen::Vector3d away = q.segment<3>(carrier) - q.segment<3>(at);
            gap = nearest_surface_point(model.solid_of(prop),
                model.characters[size_t(prop)].turn_of(q.segment<3>(at + 3)).transpose() * away)
                      .distance;
        }
        if (gap < (own ? kOnFloor : kAtHand)) {
            z = contact_variable(kRevived);
            ++revived;
        }
    }
    return revived;
}

}  // namespace

int revive_contacts(
    const CioScene& ready, const std::vector<std::vector<double>>& unsupported, VectorXd& x)
{
    int revived = 0;
    for (int p = ready.model.people; p < int(ready.model.characters.size()); ++p)
        for (int phase = 0; phase < ready.phases(); ++phase)
            if (unsupported[size_t(p)][size_t(phase)] >= kUnsupported)
                revived += revive_handling(ready, p, phase, x);
    for (size_t c = 0; c < size_t(ready.model.people); ++c)
        for (int phase = 0; phase < ready.phases(); ++phase) {
            if (unsupported[c][size_t(phase)] < kUnsupported)
                continue;
            const std::vector<double> gaps = patch_gaps(ready, c, phase, x);
            const int z = first_contact(ready, c, phase);
            for (int n = 0; n < kAtOnce; ++n) {
                int next = -1;
                for (int i = 0; i < int(gaps.size()); ++i)
                    if (contact_activity(x[z + i]) < kHeld && gaps[size_t(i)] < kWithin
                        && (next < 0 || gaps[size_t(i)] < gaps[size_t(next)]))
                        next = i;
                if (next < 0)
                    break;
                x[z + next] = contact_variable(kRevived);
                ++revived;
            }
        }
    return revived;
}

}  // namespace gambol::cio
