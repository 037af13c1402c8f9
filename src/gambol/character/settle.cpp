// SPDX-License-Identifier: MIT
#include "gambol/character/settle.hpp"

#include "gambol/character/feature_model.hpp"
#include "gambol/character/footing.hpp"
#include "gambol/character/limb_kinematics.hpp"
#include "gambol/geometry/balls.hpp"
#include "gambol/geometry/height_below.hpp"
#include "gambol/geometry/nearest.hpp"
#include "gambol/math/rotation.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

namespace gambol {

namespace {

using Eigen::Matrix3d;
using Eigen::Quaterniond;
using Eigen::Vector3d;
using Eigen::VectorXd;

constexpr double kLow = 0.02;  // m above the floor: what a pose rests on
constexpr double kLevel = 1e-9;  // m; heights that differ less are one floor
constexpr double kStepsDown = 0.3;  // × leg: a foot does not reach for ground lower than this

/// Balls that reach as low as the body does, whichever way is down; in the world.
std::vector<Ball> body_balls(const Character& character, const Pose& pose)
{
    const std::vector<SegmentFrame> frames = forward_kinematics(character, pose);
    std::vector<Ball> balls;
    const auto add = [&](int segment, const Ball& ball) {
        const SegmentFrame& frame = frames[std::size_t(segment)];
        balls.push_back({ frame.position + frame.rotation * ball.center, ball.radius });
    };
    for (std::size_t i = 0; i < frames.size(); ++i)
        for (const Shape& shape : character.segments[i].shapes)
            for (const Ball& ball : probe_balls(shape))
                add(int(i), ball);
    for (const Patch& patch : character.patches)
        for (const Ball& corner :
            hull_balls(Box { patch.center, Quaterniond(patch_axes(patch.normal)),
                { patch.half_size.x(), patch.half_size.y(), 0 } }))
            add(patch.segment, corner);
    return balls;
}

/// Points of the floor below what the pose rests on.
std::vector<Vector3d> floor_points(
    const std::vector<Ball>& balls, const std::vector<Shape>& surfaces, bool& all)
{
    std::vector<Vector3d> points;
    all = true;
    for (const Ball& ball : balls) {
        if (ball.center.z() - ball.radius > kLow)
            continue;
        const auto height = height_below(surfaces, ball.center.head<2>());
        all = all && height;
        if (height)
            points.emplace_back(ball.center.x(), ball.center.y(), *height);
    }
    return points;
}

/// Lowers (or raises) the pose until the first ball touches a surface.
void drop(const Character& character, const std::vector<Shape>& surfaces, Pose& pose)
{
    constexpr double kTouch = 1e-7;  // m
    constexpr int kMaxSteps = 200;
    std::vector<Ball> balls = body_balls(character, pose);
    double lift = -std::numeric_limits<double>::infinity(), lowest = -lift;
    for (const Ball& ball : balls)
        if (const auto height = height_below(surfaces, ball.center.head<2>())) {
            lift = std::max(lift, *height - ball.center.z() + 2 * ball.radius);
            lowest = std::min(lowest, *height - ball.center.z() - 2 * ball.radius);
        }
    if (!std::isfinite(lift))
        return;
    // Nothing can be reached by going down less than the distance to it.
    double down = 0;
    for (int step = 0; step < kMaxSteps && lift - down > lowest; ++step) {
        double nearest = std::numeric_limits<double>::infinity();
        for (const Ball& ball : balls)
            for (const Shape& surface : surfaces)
                if (!std::holds_alternative<Mesh>(surface)) {
                    const Vector3d p = ball.center + (lift - down) * Vector3d::UnitZ();
                    nearest = std::min(
                        nearest, nearest_surface_point(surface, p).distance - ball.radius);
                }
        if (!(nearest > kTouch))
            break;
        down += nearest;
    }
    pose.root_position.z() += lift - down;
}

class Stance {
public:
    Stance(const Character& character, const Pose& pose)
        : character_(character)
        , model_(feature_model(character))
        , flat_(features_of(character, model_, pose))
    {
        for (int i = 0; i < int(model_.limbs.size()); ++i)
            if (model_.limbs[std::size_t(i)].support && flat_on_floor(i))
                feet_.push_back(i);
    }

    [[nodiscard]] const std::vector<int>& feet() const { return feet_; }

    /// The pose with its feet on the surfaces; nothing where there is nothing to stand on.
    [[nodiscard]] std::optional<Pose> on(const std::vector<Shape>& surfaces, Pose pose) const
    {
        constexpr int kTries = 12;
        constexpr double kStride = 0.02;  // m
        VectorXd x = flat_;
        if (feet_.size() > 2) {
            const Quaterniond lean = lean_of(below_feet(surfaces));
            pose.root_rotation = (lean * pose.root_rotation).normalized();
            x = features_of(character_, model_, pose);
        }
        Vector3d ahead = rotation_matrix(x.segment<3>(3)).col(0);
        ahead.z() = 0;
        std::optional<Placed> placed = put_feet(x, surfaces);
        for (int i = 0; i < kTries && placed; ++i) {
            // A raised foot below the hip may need more bend than an ankle has: put it farther
            // ahead. The foot that carries the weight stays where it is.
            bool moved = false;
            for (const int limb : placed->bent_too_far) {
                x.segment<3>(model_.effector(limb)) += kStride * ahead;
                moved = true;
            }
            if (!moved)
                break;
            placed = put_feet(x, surfaces);
        }
        if (!placed)
            return std::nullopt;
        pose.root_position = placed->features.head<3>() - pose.root_rotation * model_.root_offset;
        take_angles(*placed, pose);
        return pose;
    }

private:
    /// Feet on their footings and the torso above them.
    struct Placed {
        VectorXd features;
        std::vector<int> standing;  // limbs that found a footing
        std::vector<int> bent_too_far;  // those of them, but for the lowest, beyond joint limits
        VectorXd angles;
    };

    [[nodiscard]] std::optional<Placed> put_feet(
        const VectorXd& x, const std::vector<Shape>& surfaces) const
    {
        std::vector<std::optional<Footing>> footings;
        double highest = -std::numeric_limits<double>::infinity();
        for (const int limb : feet_) {
            const Matrix3d axes
                = rotation_matrix(x.segment<3>(model_.effector(limb) + 3)) * patch(limb).axes;
            footings.push_back(find_footing(
                x.segment<3>(model_.effector(limb)), axes, patch(limb).half_size, surfaces));
            if (footings.back())
                highest = std::max(highest, footings.back()->center.z());
        }
        if (!std::isfinite(highest))
            return std::nullopt;

        Placed placed { x, {}, {}, {} };
        double height = std::numeric_limits<double>::infinity();
        int lowest = 0;
        for (std::size_t f = 0; f < feet_.size(); ++f) {
            const int limb = feet_[f];
            if (footings[f] && footings[f]->center.z() < highest - kStepsDown * leg_length(limb))
                footings[f].reset();
            if (!footings[f])
                continue;
            placed.standing.push_back(limb);
            if (const double its = torso_height(x, limb, *footings[f]); its < height) {
                height = its;
                lowest = limb;
            }
        }
        for (int i = 0; i < int(model_.limbs.size()); ++i)
            placed.features[model_.effector(i) + 2] += height - x[2];
        placed.features[2] = height;
        for (std::size_t f = 0; f < feet_.size(); ++f) {
            if (!footings[f])
                continue;
            const int at = model_.effector(feet_[f]);
            const Matrix3d R = footings[f]->turn * rotation_matrix(x.segment<3>(at + 3));
            placed.features.segment<3>(at) = footings[f]->center;
            placed.features.segment<3>(at + 3) = rotation_vector_near(R, x.segment<3>(at + 3));
        }
        placed.angles = tree_pose(character_, model_, placed.features).angles;
        for (const int limb : placed.standing)
            if (limb != lowest && beyond_limits(limb, placed.angles))
                placed.bent_too_far.push_back(limb);
        return placed;
    }

    /// Calls visit(dof, index of its angle) for the joints of a limb.
    template <class Visit> void for_each_dof(int limb, Visit visit) const
    {
        const Limb& source = character_.limbs[std::size_t(model_.limbs[std::size_t(limb)].source)];
        const std::vector<int> first = first_angles(character_);
        for (const int segment : { source.upper, source.lower, source.end }) {
            const std::vector<Dof>& dofs = character_.segments[std::size_t(segment)].dofs;
            for (std::size_t d = 0; d < dofs.size(); ++d)
                visit(dofs[d], first[std::size_t(segment)] + int(d));
        }
    }

    [[nodiscard]] bool beyond_limits(int limb, const VectorXd& angles) const
    {
        constexpr double kSlack = 0.01;  // rad
        bool beyond = false;
        for_each_dof(limb, [&](const Dof& dof, int i) {
            beyond = beyond || angles[i] < dof.lower - kSlack || angles[i] > dof.upper + kSlack;
        });
        return beyond;
    }

    [[nodiscard]] const FeaturePatch& patch(int limb) const
    {
        return model_.patches[std::size_t(limb)];
    }

    [[nodiscard]] bool flat_on_floor(int limb) const
    {
        const Matrix3d axes
            = rotation_matrix(flat_.segment<3>(model_.effector(limb) + 3)) * patch(limb).axes;
        const double reach = (axes.row(2).head<2>().cwiseAbs() * patch(limb).half_size).value();
        return axes(2, 2) > 0 && flat_[model_.effector(limb) + 2] + reach < kLow;
    }

    [[nodiscard]] double leg_length(int limb) const
    {
        const FeatureLimb& f = model_.limbs[std::size_t(limb)];
        return f.upper_length + f.lower_length;
    }

    [[nodiscard]] std::vector<Vector3d> below_feet(const std::vector<Shape>& surfaces) const
    {
        std::vector<Vector3d> points;
        for (const int limb : feet_) {
            const Vector3d foot = flat_.segment<3>(model_.effector(limb));
            if (const auto height = height_below(surfaces, foot.head<2>()))
                points.emplace_back(foot.x(), foot.y(), *height);
        }
        return points;
    }

    /// Height of the torso at which the limb reaches its footing as bent as it was on the floor.
    [[nodiscard]] double torso_height(const VectorXd& x, int limb, const Footing& footing) const
    {
        const FeatureLimb& f = model_.limbs[std::size_t(limb)];
        const auto joints = [&](const VectorXd& features, Vector3d& base, Vector3d& tip) {
            const int at = model_.effector(limb);
            base = features.head<3>() + rotation_matrix(features.segment<3>(3)) * f.base;
            tip = features.segment<3>(at) + rotation_matrix(features.segment<3>(at + 3)) * f.tip;
        };
        Vector3d base, tip;
        joints(flat_, base, tip);
        const double reach = (tip - base).norm();
        joints(x, base, tip);
        const Matrix3d R = footing.turn * rotation_matrix(x.segment<3>(model_.effector(limb) + 3));
        tip = footing.center + R * f.tip;
        const double aside = (tip - base).head<2>().norm();
        const double above = std::sqrt(std::max(0.0, reach * reach - aside * aside));
        return tip.z() + above - (base.z() - x[2]);
    }

    /// Joint angles of the limbs that stand; the others keep theirs.
    void take_angles(const Placed& placed, Pose& pose) const
    {
        for (const int limb : placed.standing)
            for_each_dof(limb, [&](const Dof& dof, int i) {
                pose.angles[i] = std::clamp(placed.angles[i], dof.lower, dof.upper);
            });
    }

    const Character& character_;
    FeatureModel model_;
    VectorXd flat_;  // features of the pose on a level floor
    std::vector<int> feet_;  // limbs that stand
};

}  // namespace

Pose settle(const Character& character, const Pose& pose, const std::vector<Shape>& surfaces)
{
    bool all = true;
    const std::vector<Vector3d> floor = floor_points(body_balls(character, pose), surfaces, all);
    if (floor.empty())
        return pose;
    const auto [low, high] = std::minmax_element(floor.begin(), floor.end(),
        [](const Vector3d& a, const Vector3d& b) { return a.z() < b.z(); });
    Pose settled = pose;
    if (all && high->z() - low->z() < kLevel) {
        settled.root_position.z() += high->z();
        return settled;
    }
    const Stance stance(character, pose);
    if (!stance.feet().empty())
        if (const auto standing = stance.on(surfaces, pose))
            return *standing;
    settled.root_rotation = (lean_of(floor) * settled.root_rotation).normalized();
    drop(character, surfaces, settled);
    return settled;
}

}  // namespace gambol
