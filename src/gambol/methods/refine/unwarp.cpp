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
constexpr double kHardly = 0.04;  // of the whole ∫ v² dt of what moves most
constexpr double kSetsOut = 0.6;  // s for that, when somebody sets out or comes to rest
constexpr double kWasted = 0.3;  // s: what is less is left alone
constexpr double kSlowest = 1.6;  // × the time of a movement
constexpr double kFlies = 0.1;  // s

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
    [[nodiscard]] CargoPlaces cargo() const { return cargo_of(problem_.body(), at_.q); }

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
        if (!problem.body().carried.empty())
            out.reference.cargo.push_back(warped.cargo());
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

namespace {

/// By sample: ∫ v² dt of what moves most, so far [m²/s].
std::vector<double> moved_so_far(const Reference& reference, const Character& character)
{
    std::vector<double> gone { 0 };
    std::vector<SegmentFrame> before = forward_kinematics(character, reference.poses.front());
    for (size_t t = 1; t < reference.poses.size(); ++t) {
        std::vector<SegmentFrame> now = forward_kinematics(character, reference.poses[t]);
        double most = 0;
        for (size_t i = 0; i < now.size(); ++i)
            most = std::max(most, (now[i].position - before[i].position).norm());
        const double dt = reference.times[t] - reference.times[t - 1];
        gone.push_back(gone.back() + most * most / dt);
        before = std::move(now);
    }
    return gone;
}

bool flies(const Reference& reference)
{
    double left = 0;  // s
    for (size_t t = 0; t < reference.times.size(); ++t) {
        const std::vector<int>& touches = reference.touches[t];
        if (std::any_of(touches.begin(), touches.end(), [](int surface) { return surface >= 0; }))
            left = reference.times[t];
        else if (reference.times[t] - left > kFlies)
            return true;
    }
    return false;
}

}  // namespace

void use_the_time(Reference& reference, const Character& character)
{
    constexpr double kUpright = 0.7;  // cosine; who rolls over swings, which takes its own time too
    const bool upright = std::all_of(reference.poses.begin(), reference.poses.end(),
        [](const Pose& pose) { return (pose.root_rotation * Vector3d::UnitZ()).z() > kUpright; });
    if (!upright || flies(reference))
        return;
    const std::vector<double> gone = moved_so_far(reference, character);
    const auto when = [&](double share) {
        const auto at = std::lower_bound(gone.begin(), gone.end(), share * gone.back());
        return reference.times[size_t(at - gone.begin())];
    };
    const double end = reference.times.back(), sets_out = std::max(0.0, when(kHardly) - kSetsOut),
                 rests = std::min(end, when(1 - kHardly) + kSetsOut);
    const double idle = sets_out + (end - rests);
    if (idle < kWasted)
        return;
    const double slower = std::min(kSlowest, end / (rests - sets_out));
    const double kept = (end - slower * (rests - sets_out)) / idle;  // of the time before and after
    for (double& time : reference.times)
        time = kept * std::min(time, sets_out)
            + slower * (std::clamp(time, sets_out, rests) - sets_out)
            + kept * std::max(0.0, time - rests);
    reference.times.back() = end;
}

}  // namespace gambol::refine
