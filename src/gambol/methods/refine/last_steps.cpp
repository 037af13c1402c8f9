// SPDX-License-Identifier: MIT
#include "gambol/methods/refine/last_steps.hpp"

#include "gambol/geometry/nearest.hpp"
#include "gambol/math/rotation.hpp"

#include <algorithm>
#include <cmath>

namespace gambol::refine {

namespace {

using Eigen::Vector3d;

constexpr double kFlat = 0.01;  // m
constexpr double kLeastHold = 0.08;  // s
constexpr double kWideStance = 1.4;  // × distance of the feet when standing; the audit allows 1.6
constexpr double kNarrowed = 1.2;  // likewise, of a stance that is wider
constexpr double kLeftBehind = 0.44;  // rad, of a foot against where its owner ends up facing
constexpr double kLevelFeet = 0.05;  // m
constexpr double kLastStep = 0.5, kShortLastStep = 0.35;  // s
constexpr double kBeforeStep = 0.2;  // s that a foot stands before it takes the last step
constexpr double kBehind = 0.05;  // m

/// A foot at the end of a plan.
struct LastFoot {
    int patch = 0;
    Stance stance;
    Vector3d middle = Vector3d::Zero(), ahead = Vector3d::UnitX();  // of corners held at the end
    int surface = 0;  // likewise
};

LastFoot last_foot(const HoldPlan& plan, int patch)
{
    LastFoot foot;
    foot.patch = patch;
    const std::vector<Stance> stances = stances_of(plan, patch);
    if (stances.empty())
        return foot;
    foot.stance = stances.back();
    int count = 0;
    for (const size_t i : foot.stance.holds)
        if (plan.holds[i].end == plan.frames) {
            foot.middle += plan.holds[i].place;
            foot.ahead = plan.holds[i].axes.col(0);
            foot.surface = plan.holds[i].surface;
            ++count;
        }
    foot.middle /= std::max(1, count);
    return foot;
}

double heading_of(const Vector3d& way)
{
    return std::atan2(way.y(), way.x());
}

/// Where a foot of who stands at the origin points.
double heading_of(const Patch& patch, const std::vector<SegmentFrame>& standing)
{
    return heading_of(
        standing[size_t(patch.segment)].rotation * patch_axes(patch.normal).col(0).eval());
}

/// Where one who stands at the origin would be if what is at `from` were at `to`, turned by `turn`.
struct Footing {
    Vector3d from, to;
    double turn = 0;
};

/// Where the segment of a foot is then.
SegmentFrame footing_of(
    const Patch& foot, const std::vector<SegmentFrame>& standing, const Footing& footing)
{
    const Eigen::Quaterniond R(Eigen::AngleAxisd(footing.turn, Vector3d::UnitZ()));
    const SegmentFrame& frame = standing[size_t(foot.segment)];
    return { footing.to + R * (frame.position - footing.from), R * frame.rotation };
}

/// Turns a foot that comes down for the last time about its middle, unless it would hang over an
/// edge then.
void turn_landing(HoldPlan& plan, LastFoot& foot, const std::vector<Surface>& surfaces, double by)
{
    std::vector<Hold> turned;
    for (const size_t i : foot.stance.holds) {
        Hold& hold = turned.emplace_back(plan.holds[i]);
        const Eigen::AngleAxisd turn(by, hold.axes.col(2));
        hold.place = foot.middle + turn * (hold.place - foot.middle);
        hold.axes = turn * hold.axes;
        const Shape& shape = surfaces[size_t(hold.surface)].shape;
        if (std::abs(nearest_surface_point(shape, hold.place).distance) > kFlat)
            return;
    }
    for (size_t k = 0; k < turned.size(); ++k)
        plan.holds[foot.stance.holds[k]] = turned[k];
    foot.ahead = turned.front().axes.col(0);
}

/// A last step of a foot.
struct LastStep {
    int leaves = 0, lands = 0;
    Footing where;
};

void take_last_step(HoldPlan& plan, const Character& character,
    const std::vector<Surface>& surfaces, const std::vector<SegmentFrame>& standing,
    const LastFoot& mover, const LastStep& step)
{
    for (const size_t i : mover.stance.holds)
        plan.holds[i].end = std::min(plan.holds[i].end, step.leaves);
    const Patch& patch = character.patches[size_t(mover.patch)];
    const SegmentFrame frame = footing_of(patch, standing, step.where);
    for (int corner = 0; corner < kCorners; ++corner) {
        Hold hold = lay_corner(patch, corner, frame, surfaces);
        hold.patch = mover.patch;
        hold.begin = step.lands;
        hold.end = plan.frames;
        plan.holds.push_back(hold);
    }
}

/// Both feet in turn, each in the middle of its half of the time there is; nothing where that is
/// too little.
void step_round(HoldPlan& plan, const Character& character, const std::vector<Surface>& surfaces,
    const std::vector<SegmentFrame>& standing, const std::vector<LastFoot>& feet,
    const Footing& where)
{
    const int first = frames_in(plan, kSetsOutFor),
              half = (plan.frames - frames_in(plan, kStandsFor) - first) / 2;
    const int swing = std::min(frames_in(plan, kLastStep), half - frames_in(plan, kLeastHold));
    if (swing < frames_in(plan, kShortLastStep))
        return;
    for (size_t i = 0; i < feet.size(); ++i) {
        const int leaves = first + int(i) * half + (half - swing) / 2;
        take_last_step(
            plan, character, surfaces, standing, feet[i], { leaves, leaves + swing, where });
    }
}

/// The feet of who stands on two in the end; else none.
std::vector<LastFoot> last_feet(const HoldPlan& plan, const Character& character)
{
    std::vector<LastFoot> feet;
    for (const Limb& limb : character.limbs)
        if (limb.support)
            feet.push_back(last_foot(plan, limb.patch));
    const bool both = feet.size() == 2 && feet[0].stance.end == plan.frames
        && feet[1].stance.end == plan.frames;
    return both ? feet : std::vector<LastFoot> {};
}

std::vector<SegmentFrame> standing_at_origin(const Character& character)
{
    return forward_kinematics(
        character, place(character, character.poses.at("standing"), { 0, 0 }, 0));
}

/// Where the middle of a foot is of who stands at the origin.
Vector3d middle_of(const Patch& foot, const std::vector<SegmentFrame>& standing)
{
    const SegmentFrame& frame = standing[size_t(foot.segment)];
    return frame.position + frame.rotation * foot.center;
}

/// Or on one slope.
bool on_one_level(const std::vector<LastFoot>& feet, const std::vector<Surface>& surfaces)
{
    return std::abs((feet[1].middle - feet[0].middle).z()) <= kLevelFeet
        || (feet[0].surface == feet[1].surface
            && std::holds_alternative<Plane>(surfaces[size_t(feet[0].surface)].shape));
}

}  // namespace

void narrow_stance(HoldPlan& plan, const Character& character, const std::vector<Surface>& surfaces)
{
    std::vector<LastFoot> feet = last_feet(plan, character);
    if (feet.empty() || !on_one_level(feet, surfaces))
        return;
    if (feet[0].stance.begin > feet[1].stance.begin)
        std::swap(feet[0], feet[1]);
    const LastFoot& mover = feet[1];
    const std::vector<SegmentFrame> standing = standing_at_origin(character);
    const auto stands = [&](const LastFoot& foot) {
        return middle_of(character.patches[size_t(foot.patch)], standing);
    };
    const double usual = (stands(feet[1]) - stands(feet[0])).norm();
    const Vector3d apart = mover.middle - feet[0].middle;
    if (mover.stance.begin == 0 || apart.norm() <= kWideStance * usual)
        return;
    const Vector3d nearer = (kNarrowed * usual / apart.norm() - 1) * apart;
    std::vector<Vector3d> places;
    for (const size_t i : mover.stance.holds) {
        places.push_back(plan.holds[i].place + nearer);
        const Shape& shape = surfaces[size_t(plan.holds[i].surface)].shape;
        if (std::abs(nearest_surface_point(shape, places.back()).distance) > kFlat)
            return;
    }
    for (size_t k = 0; k < places.size(); ++k)
        plan.holds[mover.stance.holds[k]].place = places[k];
}

void close_stance(
    HoldPlan& plan, const Character& character, const std::vector<Surface>& surfaces, double facing)
{
    std::vector<LastFoot> feet = last_feet(plan, character);
    if (feet.empty())
        return;
    const std::vector<SegmentFrame> standing = standing_at_origin(character);
    const auto patch_of = [&](const LastFoot& foot) -> const Patch& {
        return character.patches[size_t(foot.patch)];
    };
    const auto stands = [&](const LastFoot& foot) { return middle_of(patch_of(foot), standing); };
    const auto turn_of = [&](const LastFoot& foot) {
        return heading_of(foot.ahead) - heading_of(patch_of(foot), standing);
    };
    const auto lags = [&](const LastFoot& foot) {
        return std::remainder(facing - turn_of(foot), 2 * EIGEN_PI);
    };
    const auto left_behind
        = [&](const LastFoot& foot) { return std::abs(lags(foot)) > kLeftBehind; };
    for (LastFoot& foot : feet)
        if (left_behind(foot) && foot.stance.begin > 0)
            turn_landing(plan, foot, surfaces, lags(foot));
    const Vector3d apart = feet[1].middle - feet[0].middle;
    if (left_behind(feet[0]) && left_behind(feet[1]) && feet[0].stance.begin == 0
        && feet[1].stance.begin == 0) {
        // Nobody has stepped: first the foot on the side to which the body turns.
        const bool left_first = stands(feet[0]).y() > stands(feet[1]).y();
        if (left_first != (lags(feet[0]) > 0))
            std::swap(feet[0], feet[1]);
        step_round(plan, character, surfaces, standing, feet,
            { (stands(feet[0]) + stands(feet[1])) / 2, (feet[0].middle + feet[1].middle) / 2,
                facing });
        return join_changes(plan, frames_of_same_time(plan));
    }
    const bool turned = left_behind(feet[0]) != left_behind(feet[1]);
    if (!on_one_level(feet, surfaces)
        || (!turned && apart.norm() <= kWideStance * (stands(feet[1]) - stands(feet[0])).norm()))
        return;
    // The one that was left behind goes, else the one that has stood for longer.
    const double before = apart.dot((feet[0].ahead + feet[1].ahead).normalized());
    if (turned ? left_behind(feet[1])
               : before < -kBehind
                || (before < kBehind && feet[1].stance.begin < feet[0].stance.begin))
        std::swap(feet[0], feet[1]);
    const int lands = plan.frames - frames_in(plan, kStandsFor);
    for (const bool swap : { false, true }) {
        const LastFoot &mover = feet[swap ? 1 : 0], &other = feet[swap ? 0 : 1];
        const int first
            = std::max(mover.stance.begin + frames_in(plan, kBeforeStep), other.stance.begin);
        LastStep step { std::max(lands - frames_in(plan, kLastStep), first), lands,
            { stands(other), other.middle, turned ? facing : turn_of(other) } };
        if (turned && swap)
            break;  // the one that is right stays
        if (step.lands - step.leaves < frames_in(plan, kShortLastStep))
            continue;
        if (turned) {
            // In the middle of the time that is left: who turns does not wait with the other foot.
            const int early = (step.leaves - first) / 2;
            step.leaves -= early;
            step.lands -= early;
        }
        take_last_step(plan, character, surfaces, standing, mover, step);
        break;
    }
    join_changes(plan, frames_of_same_time(plan));
}

}  // namespace gambol::refine
