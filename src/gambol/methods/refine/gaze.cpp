// SPDX-License-Identifier: MIT
#include "gambol/methods/refine/gaze.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace gambol::refine {

namespace {

using Eigen::Vector2d;
using Eigen::Vector3d;

constexpr double kAhead = 0.5;  // s
constexpr double kSteadyOver = 0.5;  // s, to either side: sways of the trunk are not followed
constexpr double kUpright = 0.5;  // cosine
constexpr double kNeckTurns = 70, kNeckNods = 40;  // degrees

/// Where the trunk faces, seen from above.
Vector2d facing(const Pose& pose)
{
    return (pose.root_rotation * Vector3d::UnitX()).head<2>();
}

/// A sum that loses what leaves its window of time.
class MeanFacing {
public:
    explicit MeanFacing(const Reference& reference)
    {
        sums_.emplace_back(Vector2d::Zero());
        for (const Pose& pose : reference.poses)
            sums_.emplace_back(sums_.back() + facing(pose));
        times_ = &reference.times;
    }

    [[nodiscard]] Vector2d around(double time) const
    {
        const auto index = [&](double t) {
            return size_t(std::lower_bound(times_->begin(), times_->end(), t) - times_->begin());
        };
        const double last = times_->back();
        const size_t from = index(std::min(time, last) - kSteadyOver),
                     to = std::max(from + 1, index(std::min(time + kSteadyOver, last + 1)));
        return (sums_[std::min(to, times_->size())] - sums_[std::min(from, times_->size() - 1)])
            .normalized();
    }

private:
    const std::vector<double>* times_;
    std::vector<Vector2d> sums_;
};

/// A direction as near to another as a neck lets it, seen from above and up or down.
Vector3d within_neck(const Vector3d& wanted, const Vector2d& trunk)
{
    constexpr double kRadians = std::numbers::pi / 180;
    const double at = std::atan2(trunk.y(), trunk.x());
    const double turn
        = std::clamp(std::remainder(std::atan2(wanted.y(), wanted.x()) - at, 2 * std::numbers::pi),
            -kNeckTurns * kRadians, kNeckTurns * kRadians);
    const double nod = std::clamp(std::atan2(wanted.z(), wanted.head<2>().norm()),
        -kNeckNods * kRadians, kNeckNods * kRadians);
    return { std::cos(nod) * std::cos(at + turn), std::cos(nod) * std::sin(at + turn),
        std::sin(nod) };
}

}  // namespace

std::optional<Vector3d> GazeWish::at(double time) const
{
    const auto after = std::lower_bound(times.begin(), times.end(), time);
    size_t i = std::min(size_t(after - times.begin()), times.size() - 1);
    if (i > 0 && time - times[i - 1] < times[i] - time)
        --i;
    return directions[i];
}

std::optional<GazeWish> gaze_of(const SceneCharacter& who, const Reference& reference)
{
    GazeWish wish;
    wish.head = who.body.find_segment("head");
    if (wish.head <= 0 || who.body.segments[size_t(wish.head)].dofs.empty())
        return std::nullopt;
    wish.times = reference.times;
    const MeanFacing mean(reference);
    for (size_t i = 0; i < reference.poses.size(); ++i) {
        const Pose& pose = reference.poses[i];
        if ((pose.root_rotation * Vector3d::UnitZ()).z() < kUpright) {
            wish.directions.emplace_back(std::nullopt);
            continue;
        }
        const Vector2d soon = mean.around(reference.times[i] + kAhead);
        Vector3d wanted(soon.x(), soon.y(), 0);
        if (who.look_at)
            wanted = *who.look_at - forward_kinematics(who.body, pose)[size_t(wish.head)].position;
        wish.directions.emplace_back(within_neck(wanted, facing(pose)));
    }
    return wish;
}

}  // namespace gambol::refine
