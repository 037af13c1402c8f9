// SPDX-License-Identifier: MIT
#include "gambol/methods/refine/unwarp.hpp"

#include "gambol/geometry/nearest.hpp"

#include <algorithm>
#include <cmath>

namespace gambol::refine {

namespace {

using Eigen::Vector3d;

constexpr int kPerFrame = 2;  // poses
constexpr double kRises = 1e-6;  // s

class Warped {
public:
    Warped(const RefineProblem& problem, const Eigen::VectorXd& x)
        : problem_(problem)
        , x_(x)
    {
    }

    /// Real time of what is at s on the spline; pose() is then the one there.
    double time_of(double s)
    {
        const CubicSpline& spline = problem_.spline();
        s = std::clamp(s, 0.0, spline.end());
        const int interval = spline.interval_at(s);
        const double u
            = std::clamp((s - spline.time(interval, 0)) / spline.length(interval), 0.0, 1.0);
        problem_.local(x_, spline.weights(interval, u), at_);
        return std::clamp(s + at_.late, 0.0, spline.end());
    }
    [[nodiscard]] Pose pose() const { return pose_of(problem_.body(), at_.q); }

    int frame_of(int frame)
    {
        const HoldPlan& plan = problem_.plan();
        if (frame <= 0 || frame >= plan.frames)
            return frame;
        return std::clamp(
            int(std::lround(time_of(frame * plan.frame) / plan.frame)), 0, plan.frames);
    }

private:
    const RefineProblem& problem_;
    const Eigen::VectorXd& x_;
    RefineProblem::Local at_;
};

/// The middle of the time that most corners of a stance are held [frames].
double fullest(const HoldPlan& plan, const Stance& stance)
{
    size_t most = 0;
    double middle = 0.5 * (stance.begin + stance.end);
    for (size_t c = 0; c + 1 < plan.changes.size(); ++c) {
        const int from = plan.changes[c], to = plan.changes[c + 1];
        const size_t held = size_t(std::count_if(stance.holds.begin(), stance.holds.end(),
            [&](size_t i) { return plan.holds[i].begin <= from && plan.holds[i].end >= to; }));
        if (held > most) {
            most = held;
            middle = 0.5 * (from + to);
        }
    }
    return middle;
}

/// On its surface, where the corner is.
Vector3d place_on(const Hold& hold, const Shape& shape, const Vector3d& corner)
{
    if (std::holds_alternative<Heightfield>(shape))
        return nearest_surface_point(shape, corner).point;
    const Vector3d n = hold.axes.col(2);
    return corner - n * n.dot(corner - hold.place);
}

}  // namespace

Unwarped unwarp(const RefineProblem& problem, const Eigen::VectorXd& x)
{
    Unwarped out;
    Warped warped(problem, x);
    const HoldPlan& plan = problem.plan();
    const Character& character = *problem.setting().character;
    const int steps = kPerFrame * plan.frames;
    for (int k = 0; k <= steps; ++k) {
        const double time = warped.time_of(plan.duration() * k / steps);
        if (!out.reference.times.empty() && time < out.reference.times.back() + kRises)
            continue;
        out.reference.times.push_back(time);
        out.reference.poses.push_back(warped.pose());
        out.reference.touches.emplace_back(character.patches.size(), -1);
    }
    out.reference.times.front() = 0;
    out.reference.times.back() = plan.duration();
    out.plan = plan;
    for (Hold& hold : out.plan.holds) {
        hold.begin = warped.frame_of(hold.begin);
        hold.end = warped.frame_of(hold.end);
    }
    for (int p = 0; problem.setting().free_places && p < int(character.patches.size()); ++p) {
        const Patch& patch = character.patches[size_t(p)];
        if (patch.grip)
            continue;
        for (const Stance& stance : stances_of(plan, p)) {
            (void)warped.time_of(fullest(plan, stance) * plan.frame);
            const SegmentFrame frame
                = forward_kinematics(character, warped.pose())[size_t(patch.segment)];
            for (const size_t i : stance.holds) {
                Hold& hold = out.plan.holds[i];
                hold.place
                    = place_on(hold, (*problem.setting().surfaces)[size_t(hold.surface)].shape,
                        frame.position + frame.rotation * patch_corner(patch, hold.corner));
            }
        }
    }
    join_changes(out.plan, frames_of_same_time(out.plan));
    return out;
}

}  // namespace gambol::refine
