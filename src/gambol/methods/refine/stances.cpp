// SPDX-License-Identifier: MIT
#include "gambol/methods/refine/stances.hpp"

#include "gambol/geometry/nearest.hpp"
#include "gambol/math/rotation.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace gambol::refine {

namespace {

using Eigen::Vector3d;

constexpr double kSamePlace = 0.04;  // m
constexpr double kShortLift = 0.7;  // s
constexpr double kBeforeLanding = 0.4;  // of the time until a foot lands again
constexpr double kFlat = 0.01;  // m
constexpr double kShortestKept = 0.25;  // s: swings are not made shorter
constexpr double kStride = 0.1;  // m: what is less is no step
constexpr double kHeelOff = 0.18, kFootFlat = 0.07;  // s
constexpr double kLeastHold = 0.08;  // s
constexpr double kLongFoot = 0.08;  // m before and behind its middle: shorter ones do not roll
constexpr double kLevelStep = 0.1;  // m

/// Mean distance of the places of corners that both hold; infinite when there are none.
double apart(const HoldPlan& plan, const Stance& a, const Stance& b)
{
    double sum = 0;
    int count = 0;
    for (const size_t i : a.holds)
        for (const size_t j : b.holds) {
            const Hold &one = plan.holds[i], &other = plan.holds[j];
            if (one.corner != other.corner || one.surface != other.surface)
                continue;
            sum += (one.place - other.place).norm();
            ++count;
        }
    return count > 0 ? sum / count : std::numeric_limits<double>::infinity();
}

/// The distance of a corner from where it was laid.
double off_surface(const Patch& patch, const SegmentFrame& frame, const Hold& hold)
{
    return (frame.position + frame.rotation * patch_corner(patch, hold.corner) - hold.place).norm();
}

/// Both stances grow into the swing between them.
void grow(HoldPlan& plan, Stance& before, Stance& after, double kept)
{
    const double swing = (after.begin - before.end) * plan.frame;
    if (swing <= kShortestKept)
        return;
    const int by = frames_in(plan, 0.5 * std::min(swing - kShortestKept, (1 - kept) * swing));
    for (const size_t i : before.holds)
        if (plan.holds[i].end == before.end)
            plan.holds[i].end += by;
    for (const size_t i : after.holds)
        if (plan.holds[i].begin == after.begin)
            plan.holds[i].begin -= by;
    before.end += by;
    after.begin -= by;
}

/// Whether corners before and behind the middle of a stance, along `way`, are far enough apart.
bool is_long(const HoldPlan& plan, const Stance& stance, const Vector3d& way)
{
    return std::any_of(stance.holds.begin(), stance.holds.end(), [&](size_t i) {
        return std::abs((plan.holds[i].place - stance.middle).dot(way)) >= kLongFoot;
    });
}

void roll_off(HoldPlan& plan, const Stance& stance, const Vector3d& way)
{
    for (const size_t i : stance.holds) {
        Hold& hold = plan.holds[i];
        if ((hold.place - stance.middle).dot(way) > 0)
            hold.end = std::max(hold.end, stance.end);
        else
            hold.end = std::max(hold.begin + frames_in(plan, kLeastHold),
                std::min(hold.end, stance.end - frames_in(plan, kHeelOff)));
    }
}

void roll_on(HoldPlan& plan, const Stance& stance, const Vector3d& way)
{
    for (const size_t i : stance.holds) {
        Hold& hold = plan.holds[i];
        if ((hold.place - stance.middle).dot(way) > 0)
            hold.begin = std::min(hold.end - frames_in(plan, kLeastHold),
                std::max(hold.begin, stance.begin + frames_in(plan, kFootFlat)));
        else
            hold.begin = std::min(hold.begin, stance.begin);
    }
}

}  // namespace

int frames_in(const HoldPlan& plan, double time)
{
    return int(std::lround(time / plan.frame));
}

Hold lay_corner(
    const Patch& patch, int corner, const SegmentFrame& frame, const std::vector<Surface>& surfaces)
{
    Hold hold;
    hold.corner = corner;
    const Vector3d p = frame.position + frame.rotation * patch_corner(patch, corner);
    double nearest = std::numeric_limits<double>::infinity();
    Vector3d normal = Vector3d::UnitZ();
    for (size_t i = 0; i < surfaces.size(); ++i)
        if (const SurfacePoint near = nearest_surface_point(surfaces[i].shape, p);
            std::abs(near.distance) < nearest) {
            nearest = std::abs(near.distance);
            hold.surface = int(i);
            hold.place = near.point;
            normal = near.normal;
        }
    const Vector3d x = frame.rotation * patch_axes(patch.normal).col(0);
    hold.axes.col(2) = normal;
    hold.axes.col(0) = (x - x.dot(normal) * normal).normalized();
    hold.axes.col(1) = normal.cross(hold.axes.col(0));
    return hold;
}

std::vector<Stance> stances_of(const HoldPlan& plan, int patch)
{
    std::vector<size_t> mine;
    for (size_t i = 0; i < plan.holds.size(); ++i)
        if (plan.holds[i].patch == patch)
            mine.push_back(i);
    std::stable_sort(mine.begin(), mine.end(),
        [&](size_t a, size_t b) { return plan.holds[a].begin < plan.holds[b].begin; });
    std::vector<Stance> stances;
    for (const size_t i : mine) {
        const Hold& hold = plan.holds[i];
        if (stances.empty() || hold.begin > stances.back().end)
            stances.push_back({ hold.begin, hold.end, {}, Vector3d::Zero() });
        stances.back().end = std::max(stances.back().end, hold.end);
        stances.back().holds.push_back(i);
    }
    for (Stance& stance : stances)
        for (const size_t i : stance.holds)
            stance.middle += plan.holds[i].place / double(stance.holds.size());
    return stances;
}

double way_between(const HoldPlan& plan, const Stance& a, const Stance& b)
{
    double way = (b.middle - a.middle).norm();
    for (const size_t i : a.holds)
        for (const size_t j : b.holds)
            if (plan.holds[i].corner == plan.holds[j].corner)
                way = std::max(way, (plan.holds[j].place - plan.holds[i].place).norm());
    return way;
}

void merge_stances(HoldPlan& plan, const Character& character)
{
    for (int patch = 0; patch < int(character.patches.size()); ++patch) {
        const std::vector<Stance> stances = stances_of(plan, patch);
        // From the last on, so that what a hold was lengthened to is already final.
        for (size_t k = stances.size(); k-- > 1;) {
            const Stance &a = stances[k - 1], &b = stances[k];
            if (apart(plan, a, b) > kSamePlace || (b.begin - a.end) * plan.frame > kShortLift)
                continue;
            for (const size_t i : a.holds)
                for (const size_t j : b.holds) {
                    Hold &one = plan.holds[i], &other = plan.holds[j];
                    if (one.corner != other.corner || one.surface != other.surface
                        || other.begin >= other.end)
                        continue;
                    one.end = std::max(one.end, other.end);
                    other.begin = other.end = 0;  // taken over
                }
        }
    }
    std::erase_if(plan.holds, [](const Hold& hold) { return hold.begin >= hold.end; });
    join_changes(plan, frames_of_same_time(plan));
}

void stand_at_start(HoldPlan& plan, const Character& character,
    const std::vector<Surface>& surfaces, const Pose& first)
{
    const std::vector<SegmentFrame> frames = forward_kinematics(character, first);
    for (const Limb& limb : character.limbs) {
        if (!limb.support)
            continue;
        const Patch& patch = character.patches[size_t(limb.patch)];
        const SegmentFrame& frame = frames[size_t(patch.segment)];
        std::vector<Hold> corners;
        for (int corner = 0; corner < kCorners; ++corner) {
            corners.push_back(lay_corner(patch, corner, frame, surfaces));
            corners.back().patch = limb.patch;
        }
        if (std::any_of(corners.begin(), corners.end(),
                [&](const Hold& hold) { return off_surface(patch, frame, hold) > kFlat; }))
            continue;
        int lands = plan.frames;  // again
        for (const Hold& hold : plan.holds)
            if (hold.patch == limb.patch && hold.begin > 0)
                lands = std::min(lands, hold.begin);
        const int end = std::min(frames_in(plan, kSetsOutFor), int(kBeforeLanding * lands));
        for (Hold& corner : corners) {
            const auto found
                = std::find_if(plan.holds.begin(), plan.holds.end(), [&](const Hold& hold) {
                      return hold.patch == limb.patch && hold.corner == corner.corner
                          && hold.begin == 0;
                  });
            corner.end = end;
            if (found == plan.holds.end())
                plan.holds.push_back(corner);
            else
                found->end = std::max(found->end, end);
        }
    }
    join_changes(plan, frames_of_same_time(plan));
}

void stand_at_end(HoldPlan& plan, const Character& character, const std::vector<Surface>& surfaces,
    const Pose& last)
{
    const std::vector<SegmentFrame> frames = forward_kinematics(character, last);
    const int begin = std::max(0, plan.frames - frames_in(plan, kStandsFor));
    for (const Limb& limb : character.limbs) {
        if (!limb.support)
            continue;
        const Patch& patch = character.patches[size_t(limb.patch)];
        for (int corner = 0; corner < kCorners; ++corner) {
            const auto holds_on = [&](const Hold& hold) {
                return hold.patch == limb.patch && hold.corner == corner && hold.end >= begin;
            };
            const auto found = std::find_if(plan.holds.begin(), plan.holds.end(), holds_on);
            if (found != plan.holds.end()) {
                found->end = plan.frames;
                continue;
            }
            Hold hold = lay_corner(patch, corner, frames[size_t(patch.segment)], surfaces);
            hold.patch = limb.patch;
            hold.begin = begin;
            hold.end = plan.frames;
            plan.holds.push_back(hold);
        }
    }
    join_changes(plan, frames_of_same_time(plan));
}

void overlap_steps(HoldPlan& plan, const Character& character, double kept)
{
    for (const Limb& limb : character.limbs) {
        if (!limb.support)
            continue;
        std::vector<Stance> stances = stances_of(plan, limb.patch);
        for (size_t k = 0; k + 1 < stances.size(); ++k) {
            const Vector3d way = stances[k + 1].middle - stances[k].middle;
            if (way.norm() < kStride)
                continue;
            grow(plan, stances[k], stances[k + 1], kept);
            const Vector3d along = Vector3d(way.x(), way.y(), 0).normalized();
            if (std::abs(way.z()) > kLevelStep)
                continue;
            if (is_long(plan, stances[k], along))
                roll_off(plan, stances[k], along);
            if (is_long(plan, stances[k + 1], along))
                roll_on(plan, stances[k + 1], along);
        }
    }
    join_changes(plan, frames_of_same_time(plan));
}

}  // namespace gambol::refine
