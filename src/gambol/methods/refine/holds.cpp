// SPDX-License-Identifier: MIT
#include "gambol/methods/refine/holds.hpp"

#include "gambol/geometry/nearest.hpp"
#include "gambol/math/rotation.hpp"
#include "gambol/methods/refine/body.hpp"

#include <algorithm>
#include <cmath>

namespace gambol::refine {

namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;

constexpr double kShortest = 0.05;  // s
constexpr double kSameTime = 1.0 / 30;  // s
constexpr double kSliding = 0.25;  // m/s, of what is said to touch
constexpr double kResting = 0.1;  // m/s, of what is not
constexpr double kAbove = 0.01;  // m
constexpr double kFacing = 0.5;  // cosine

/// Way of one corner through the reference.
struct Path {
    std::vector<Vector3d> points;  // [T]
    std::vector<Vector3d> normals;  // of the patch
    std::vector<int> surface;  // [T], −1 when it is not held
};

double speed(const Reference& reference, const std::vector<Vector3d>& points, size_t t)
{
    const size_t a = t > 0 ? t - 1 : t, b = std::min(t + 1, points.size() - 1);
    if (a == b)
        return 0;
    return (points[b] - points[a]).norm() / (reference.times[b] - reference.times[a]);
}

/// The surface that a corner lies on: that which the reference names, or else any that the patch
/// faces. What lies still on the floor can carry, whether or not the reference makes use of it:
/// toes after the heel has left, a back that another push lifts.
int surface_near(const Reference& reference, const Path& path, size_t t, size_t patch,
    const std::vector<Surface>& surfaces)
{
    const int named = reference.touches[t][patch];
    for (int s = 0; s < int(surfaces.size()); ++s) {
        const SurfacePoint near = nearest_surface_point(surfaces[size_t(s)].shape, path.points[t]);
        if (std::abs(near.distance) < reference.touch
            && (named >= 0 ? s == named : near.normal.dot(path.normals[t]) > kFacing))
            return s;
    }
    return -1;
}

Path path_of(const Reference& reference, const std::vector<std::vector<SegmentFrame>>& frames,
    const Patch& patch, size_t index, int corner, const std::vector<Surface>& surfaces)
{
    Path path;
    const Vector3d local = patch_corner(patch, corner);
    for (const std::vector<SegmentFrame>& all : frames) {
        const SegmentFrame& frame = all[size_t(patch.segment)];
        path.points.push_back(frame.position + frame.rotation * local);
        path.normals.push_back(frame.rotation * patch.normal);
    }
    for (size_t t = 0; t < frames.size(); ++t) {
        const bool named = reference.touches[t][index] >= 0;
        const bool quiet = speed(reference, path.points, t) < (named ? kSliding : kResting);
        path.surface.push_back(quiet ? surface_near(reference, path, t, index, surfaces) : -1);
    }
    return path;
}

/// A stretch of samples, both ends included.
struct Run {
    size_t first, last;
    int surface;
};

/// Gaps are closed while the patch itself goes on touching, or when they are short.
std::vector<Run> runs_of(const Reference& reference, const Path& path, size_t patch)
{
    const auto goes_on = [&](size_t from, size_t to) {
        if (reference.times[to] - reference.times[from] < kShortest)
            return true;
        for (size_t t = from; t < to; ++t)
            if (reference.touches[t][patch] != path.surface[to])
                return false;
        return true;
    };
    std::vector<Run> runs;
    for (size_t t = 0; t < path.surface.size(); ++t) {
        if (path.surface[t] < 0)
            continue;
        if (!runs.empty() && runs.back().surface == path.surface[t] && goes_on(runs.back().last, t))
            runs.back().last = t;
        else
            runs.push_back({ t, t, path.surface[t] });
    }
    std::erase_if(runs, [&](const Run& run) {
        return reference.times[run.last] - reference.times[run.first] < kShortest;
    });
    return runs;
}

/// Samples at which a patch lies quietest, by corner: for each of its corners, of all samples of
/// the run that it is held at the one with most corners held, and of those the slowest. Corners
/// that share it have places that fit onto one rigid patch.
size_t quietest(
    const Reference& reference, const std::vector<Path>& corners, size_t corner, const Run& run)
{
    size_t best = run.first;
    int most = 0;
    double slowest = 0;
    for (size_t t = run.first; t <= run.last; ++t) {
        if (corners[corner].surface[t] != run.surface)
            continue;
        int held = 0;
        double sum = 0;
        for (const Path& path : corners) {
            held += path.surface[t] == run.surface;
            sum += speed(reference, path.points, t);
        }
        if (held > most || (held == most && sum < slowest)) {
            best = t;
            most = held;
            slowest = sum;
        }
    }
    return best;
}

/// Where and how a corner lies on a surface, at a sample.
void lay(const Path& path, size_t t, const Shape& shape, const Matrix3d& patch, Hold& hold)
{
    // Seen from just above: a foot may hang over an edge.
    const Vector3d normal
        = nearest_surface_point(shape, path.points[t] + kAbove * path.normals[t]).normal;
    hold.place = nearest_surface_point(shape, path.points[t]).point;
    const Vector3d x = patch.col(0);
    hold.axes.col(2) = normal;
    hold.axes.col(0) = (x - x.dot(normal) * normal).normalized();
    hold.axes.col(1) = normal.cross(hold.axes.col(0));
}

}  // namespace

int frames_of_same_time(const HoldPlan& plan, double slowness)
{
    return std::max(1, int(std::lround(slowness * kSameTime / plan.frame)));
}

void join_changes(HoldPlan& plan, int near)
{
    plan.changes.clear();
    std::vector<int> all { 0, plan.frames };
    for (const Hold& hold : plan.holds)
        all.insert(all.end(), { hold.begin, hold.end });
    std::sort(all.begin(), all.end());
    for (const int change : all)
        if (plan.changes.empty() || change - plan.changes.back() >= near)
            plan.changes.push_back(change);
    // The end stays where it is.
    if (plan.frames - plan.changes.back() > 0)
        plan.changes.back() = plan.frames;
    const auto nearest = [&](int frame) {
        return *std::min_element(plan.changes.begin(), plan.changes.end(),
            [&](int a, int b) { return std::abs(a - frame) < std::abs(b - frame); });
    };
    for (Hold& hold : plan.holds) {
        hold.begin = nearest(hold.begin);
        hold.end = nearest(hold.end);
    }
    std::erase_if(plan.holds, [](const Hold& hold) { return hold.begin >= hold.end; });
}

Vector3d patch_corner(const Patch& patch, int corner)
{
    const Matrix3d axes = patch_axes(patch.normal);
    const double x = corner & 1 ? 1 : -1, y = corner & 2 ? 1 : -1;
    return patch.center + x * patch.half_size.x() * axes.col(0)
        + y * patch.half_size.y() * axes.col(1);
}

HoldPlan find_holds(const Reference& reference, const Character& character,
    const std::vector<Surface>& surfaces, double samples_per_second, double slowness)
{
    HoldPlan plan;
    const double duration = slowness * reference.times.back();
    plan.frames = std::max(1, int(std::lround(duration * samples_per_second)));
    plan.frame = duration / plan.frames;
    std::vector<std::vector<SegmentFrame>> frames;
    for (const Pose& pose : reference.poses)
        frames.push_back(forward_kinematics(character, pose));
    for (size_t i = 0; i < character.patches.size(); ++i) {
        const Patch& patch = character.patches[i];
        std::vector<Path> corners;
        for (int corner = 0; corner < kCorners; ++corner)
            corners.push_back(path_of(reference, frames, patch, i, corner, surfaces));
        for (size_t corner = 0; corner < corners.size(); ++corner)
            for (const Run& run : runs_of(reference, corners[corner], i)) {
                Hold hold;
                hold.patch = int(i);
                hold.corner = int(corner);
                hold.surface = run.surface;
                hold.begin = int(std::lround(slowness * reference.times[run.first] / plan.frame));
                hold.end = int(std::lround(slowness * reference.times[run.last] / plan.frame));
                const size_t t = quietest(reference, corners, corner, run);
                const Matrix3d axes
                    = frames[t][size_t(patch.segment)].rotation * patch_axes(patch.normal);
                lay(corners[corner], t, surfaces[size_t(run.surface)].shape, axes, hold);
                plan.holds.push_back(hold);
            }
    }
    join_changes(plan, frames_of_same_time(plan, slowness));
    return plan;
}

std::vector<int> loose_coordinates(const Character& character, const HoldPlan& plan)
{
    constexpr double kAcross = 0.9;  // cosine, of an axis that points to the side
    const std::vector<int> first = first_angles(character);
    std::vector<int> loose;
    for (const Limb& limb : character.limbs) {
        const auto is_held = [&](const Hold& hold) { return hold.patch == limb.patch; };
        if (limb.support || std::any_of(plan.holds.begin(), plan.holds.end(), is_held))
            continue;
        for (const int i : { limb.upper, limb.lower }) {
            const std::vector<Dof>& dofs = character.segments[size_t(i)].dofs;
            for (size_t k = 0; k < dofs.size(); ++k)
                if (std::abs(dofs[k].axis.y()) > kAcross)
                    loose.push_back(kRoot + first[size_t(i)] + int(k));
        }
    }
    return loose;
}

}  // namespace gambol::refine
