// SPDX-License-Identifier: MIT
#include "gambol/methods/refine/reference_motion.hpp"

#include "gambol/dynamics/pose_fit.hpp"
#include "gambol/methods/refine/clip_fit.hpp"
#include "gambol/methods/refine/watch.hpp"
#include "gambol/scene/scene_error.hpp"

#include <algorithm>
#include <cmath>

namespace gambol::refine {

namespace {

constexpr double kAxisPoint = 0.15;  // m: how much the turn of a segment counts beside its place
constexpr double kAxisWeight = 0.3;
constexpr double kTouch = 0.01;  // m
// What touches stays where it is: a limb that must give way to its ranges bends elsewhere. The same
// a little before and after, in proportion, so that the limb gets there without a jump.
constexpr double kTouchWeight = 30;
constexpr double kApproach = 0.2;  // s
constexpr double kStay
    = 0.01;  // m²/rad²: at 5 rad/s and 120 frames a second a limb lags by a millimetre

/// 1 while a contact touches, 0 from kApproach before and after on; per sample.
std::vector<double> closeness(const MotionContact& contact, const std::vector<double>& times)
{
    std::vector<double> close(times.size(), 0);
    const auto pass = [&](std::size_t t, std::size_t before) {
        const double left = close[before] - std::abs(times[t] - times[before]) / kApproach;
        close[t] = contact.with[t].empty() ? std::max({ close[t], left, 0.0 }) : 1;
    };
    for (std::size_t t = 0; t < times.size(); ++t)
        pass(t, t > 0 ? t - 1 : 0);
    for (std::size_t t = times.size(); t-- > 0;)
        pass(t, std::min(t + 1, times.size() - 1));
    return close;
}

/// Every segment in its place: its joint, and a point along each of its axes; and what touches, or
/// is about to.
std::vector<dynamics::PointTarget> targets_at(
    const MotionCharacter& character, std::size_t t, const std::vector<std::vector<double>>& close)
{
    std::vector<dynamics::PointTarget> targets;
    const auto add = [&](std::size_t i, const Eigen::Vector3d& around, double weight) {
        const auto aim = [&](const Eigen::Vector3d& point, double share) {
            targets.push_back({ static_cast<int>(i), point,
                character.positions[t][i] + character.rotations[t][i] * point, share * weight });
        };
        aim(around, 1);
        for (int axis = 0; axis < 3; ++axis)
            aim(around + kAxisPoint * Eigen::Vector3d::Unit(axis), kAxisWeight);
    };
    for (std::size_t i = 0; i < character.bodies.size(); ++i)
        add(i, Eigen::Vector3d::Zero(), 1);
    for (std::size_t c = 0; c < character.contacts.size(); ++c) {
        const MotionContact& contact = character.contacts[c];
        if (close[c][t] > 0)
            add(static_cast<std::size_t>(contact.body), contact.center,
                kTouchWeight * close[c][t] * close[c][t]);
    }
    return targets;
}

}  // namespace

Reference reference_of_motion(
    const Motion& motion, const Scene& scene, const std::string& where, bool apart)
{
    const SceneCharacter& owner = scene.characters.front();
    const MotionCharacter& character = followed_character(motion, scene, where);
    Reference reference;
    reference.touch = kTouch;
    reference.massless_limbs = std::any_of(character.bodies.begin(), character.bodies.end(),
        [](const MotionBody& part) { return part.inertial.mass == 0; });
    dynamics::PoseFit fit(owner.body, kStay);
    if (apart)
        fit.keep_apart(limbs_to_keep_apart(owner.body, fit.body(), owner.start));
    std::vector<std::vector<double>> close;
    for (const MotionContact& contact : character.contacts)
        close.push_back(closeness(contact, motion.times));
    for (std::size_t t = 0; t < motion.times.size(); ++t) {
        reference.times.push_back(motion.times[t] - motion.times.front());
        const Pose from { character.positions[t][0], character.rotations[t][0],
            t > 0 ? reference.poses.back().angles : owner.start.angles };
        reference.poses.push_back(fit.fit(from, targets_at(character, t, close)));
        std::vector<int> touches(owner.body.patches.size(), -1);
        for (const MotionContact& contact : character.contacts) {
            const auto patch = std::find_if(owner.body.patches.begin(), owner.body.patches.end(),
                [&](const Patch& p) { return p.name == contact.name; });
            const auto surface = std::find_if(scene.surfaces.begin(), scene.surfaces.end(),
                [&](const Surface& s) { return s.name == contact.with[t]; });
            if (patch != owner.body.patches.end() && surface != scene.surfaces.end())
                touches[std::size_t(patch - owner.body.patches.begin())]
                    = int(surface - scene.surfaces.begin());
        }
        reference.touches.push_back(std::move(touches));
    }
    return reference;
}

Reference reference_of(const Scene& scene, const Task& task)
{
    return std::visit(Overloaded {
                          [&](std::monostate) -> Reference {
                              throw SceneError(task.where + ": there is nothing to follow");
                          },
                          [&](const Motion& motion) {
                              return reference_of_motion(motion, scene, task.where, true);
                          },
                          [&](const SegmentClip& clip) { return reference_of_clip(clip, scene); },
                          [](const Reference& reference) { return reference; },
                      },
        task.follows);
}

}  // namespace gambol::refine
