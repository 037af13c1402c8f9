// SPDX-License-Identifier: MIT
#include "gambol/render/camera.hpp"

#include "gambol/render/frame_pose.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace gambol::render {

using Eigen::AlignedBox3d;
using Eigen::Matrix3d;
using Eigen::Vector2d;
using Eigen::Vector3d;

Matrix3d camera_axes(const Camera& camera)
{
    const Vector3d forward = (camera.target - camera.eye).normalized();
    Vector3d right = forward.cross(camera.up);
    // Looking straight along `up` leaves the picture's turn open; any choice will do.
    if (right.norm() < 1e-9)
        right = forward.unitOrthogonal();
    right.normalize();
    Matrix3d axes;
    axes.row(0) = right;
    axes.row(1) = right.cross(forward);
    axes.row(2) = forward;
    return axes;
}

std::optional<Vector2d> project(const Camera& camera, int width, int height, const Vector3d& point)
{
    const Vector3d p = camera_axes(camera) * (point - camera.eye);
    if (p.z() <= 0)
        return std::nullopt;
    const double focal = 0.5 * height / std::tan(0.5 * camera.vertical_fov);  // pixels
    return Vector2d(0.5 * width + focal * p.x() / p.z(), 0.5 * height - focal * p.y() / p.z());
}

namespace {

/// Enough poses to bound a clip; more would only cost time.
constexpr int kBoundPoses = 60;

std::vector<double> bound_times(const Motion& motion)
{
    return spread_times(motion, std::min(kBoundPoses, int(motion.times.size())));
}

bool cloth_alone(const Motion& motion)
{
    return motion.characters.empty() && !motion.cloth.empty();
}

Vector3d view_direction(const Motion& motion, const View& view)
{
    constexpr double kOnSheets = 0.15;  // rad; lying sheets are seen from higher up
    const double elevation = view.elevation + (cloth_alone(motion) ? kOnSheets : 0);
    const Vector3d travel = travel_direction(motion);
    const Vector3d side = travel.cross(Vector3d::UnitZ());
    const Vector3d to_eye
        = std::cos(elevation) * (std::cos(view.azimuth) * side + std::sin(view.azimuth) * travel)
        + std::sin(elevation) * Vector3d::UnitZ();
    return -to_eye;
}

/// The eye nearest to the balls that sees all of them, looking along `forward`.
///
/// With camera coordinates (x, y, z), z forward, and T = tan(half angle), a ball of radius r is
/// inside the right plane when x − eₓ ≤ (z − e_z) T − r √(1+T²), and likewise on the other sides.
/// Each pair of opposite sides bounds e_z; the smaller bound wins and both pairs centre.
Vector3d fit_eye(
    const std::vector<Ball>& balls, const Vector3d& forward, double aspect, const View& view)
{
    const Camera turned { Vector3d::Zero(), forward, Vector3d::UnitZ(), view.vertical_fov };
    const Matrix3d axes = camera_axes(turned);
    const double half = std::tan(0.5 * view.vertical_fov) * (1 - 2 * view.margin);
    const double tangent[2] = { half * aspect, half };
    Vector3d eye = Vector3d::Zero();
    double depth = std::numeric_limits<double>::max();
    for (int axis = 0; axis < 2; ++axis) {
        const double t = tangent[axis], slant = std::sqrt(1 + t * t);
        double high = -std::numeric_limits<double>::max(), low = high;
        for (const Ball& ball : balls) {
            const Vector3d p = axes * ball.center;
            high = std::max(high, p[axis] - p.z() * t + ball.radius * slant);
            low = std::max(low, -p[axis] - p.z() * t + ball.radius * slant);
        }
        eye[axis] = 0.5 * (high - low);
        depth = std::min(depth, -(high + low) / (2 * t));
    }
    eye.z() = depth;
    return axes.transpose() * eye;
}

AlignedBox3d box_of(const std::vector<Ball>& balls)
{
    AlignedBox3d box;
    for (const Ball& ball : balls) {
        box.extend(Vector3d(ball.center.array() - ball.radius));
        box.extend(Vector3d(ball.center.array() + ball.radius));
    }
    return box;
}

/// Something to look at when a motion shows nothing: two metres above the origin.
const std::vector<Ball> kEmptyStage { { { 0, 0, 0.9 }, 0.9 } };

void append_markers(const Motion& motion, std::vector<Ball>& balls)
{
    for (const MotionMarker& marker : motion.markers)
        balls.push_back({ marker.position, 0.2 });
}

/// Steps and crates matter for the picture, a hall around them or the land they stand on does not.
void append_near_solids(const Motion& motion, std::vector<Ball>& balls)
{
    constexpr double kNear = 1.0, kLargest = 5.0, kBelow = 0.3;  // m
    const AlignedBox3d reach = box_of(balls);
    const bool alone = balls.empty();
    for (const MotionSurface& surface : motion.surfaces) {
        if (!alone && std::holds_alternative<Heightfield>(surface.shape))
            continue;
        std::vector<Ball> solid;
        append_bounds(surface.shape, Eigen::Isometry3d::Identity(), solid);
        // Blocks may reach far below what stands on them.
        if (!alone)
            for (Ball& ball : solid)
                ball.center.z() = std::max(ball.center.z(), reach.min().z() - kBelow);
        const AlignedBox3d box = box_of(solid);
        const bool whole
            = box.diagonal().norm() < kLargest && (alone || reach.exteriorDistance(box) < kNear);
        for (const Ball& ball : solid)
            if (whole || alone || reach.exteriorDistance(ball.center) < kNear)
                balls.push_back(ball);
    }
}

/// What characters handle belongs into the picture: props with mass that are near to one of them.
void append_near_props(const Motion& motion, const TimeSample& at, std::vector<Ball>& balls)
{
    constexpr double kInReach = 1.0;  // m
    const AlignedBox3d reach = box_of(balls);
    for (const MotionProp& prop : motion.props) {
        std::vector<Ball> held;
        for (const Shape& shape : prop.shapes)
            append_bounds(shape, prop_pose(prop, at), held);
        if (prop.inertial.mass > 0 && !held.empty()
            && reach.exteriorDistance(box_of(held)) < kInReach)
            balls.insert(balls.end(), held.begin(), held.end());
    }
}

}  // namespace

Vector3d travel_direction(const Motion& motion)
{
    constexpr double kTravels = 0.5;  // m; less is swaying on the spot
    const TimeSample first = sample_at(motion.times, -std::numeric_limits<double>::max());
    const TimeSample last = sample_at(motion.times, std::numeric_limits<double>::max());
    if (first.before < 0)
        return Vector3d::UnitX();

    Vector3d travel = Vector3d::Zero(), facing = Vector3d::Zero(), rise = Vector3d::Zero();
    for (const MotionCharacter& character : motion.characters) {
        if (character.bodies.empty())
            continue;
        const Eigen::Isometry3d start = body_pose(character, 0, first);
        travel += body_pose(character, 0, last).translation() - start.translation();
        facing += start.linear().col(0);
        rise += start.linear().col(2);
    }
    if (motion.characters.empty())
        for (const MotionProp& prop : motion.props)
            travel += prop_pose(prop, last).translation() - prop_pose(prop, first).translation();

    // Who lies on the back faces the sky: there the long axis of the body decides.
    travel.z() = facing.z() = rise.z() = 0;
    if (travel.norm() > kTravels)
        return travel.normalized();
    if (facing.norm() > 0.5)
        return facing.normalized();
    if (rise.norm() > 0.5)
        return rise.normalized();
    return Vector3d::UnitX();
}

Camera frame_motion(const Motion& motion, double aspect, const View& view)
{
    std::vector<Ball> balls;
    for (double time : bound_times(motion)) {
        const std::vector<Ball> now = moving_bounds(motion, sample_at(motion.times, time), true);
        balls.insert(balls.end(), now.begin(), now.end());
    }
    append_markers(motion, balls);
    append_near_solids(motion, balls);
    if (balls.empty())
        balls = kEmptyStage;

    const Vector3d forward = view_direction(motion, view);
    const Vector3d eye = fit_eye(balls, forward, aspect, view);
    const double distance = std::max(0.1, (box_of(balls).center() - eye).dot(forward));
    return { eye, eye + distance * forward, Vector3d::UnitZ(), view.vertical_fov };
}

FollowCamera::FollowCamera(const Motion& motion, double aspect, const View& view)
    : times_(bound_times(motion))
    , forward_(view_direction(motion, view))
    , vertical_fov_(view.vertical_fov)
{
    std::vector<std::vector<Ball>> subject;
    for (double time : times_) {
        subject.push_back(
            moving_bounds(motion, sample_at(motion.times, time), motion.characters.empty()));
        if (subject.back().empty())
            subject.back() = kEmptyStage;
    }
    if (times_.empty()) {
        times_ = { 0 };
        subject = { kEmptyStage };
    }

    std::vector<Vector3d> raw;
    AlignedBox3d path;
    for (const auto& balls : subject) {
        raw.push_back(box_of(balls).center());
        path.extend(raw.back());
    }
    constexpr double kClimbs = 1.0;  // m
    if (path.sizes().z() < kClimbs)
        for (Vector3d& center : raw)
            center.z() = path.center().z();

    // A camera that copies every sway makes the viewer seasick: average over ±0.5 s.
    constexpr double kWindow = 0.5;
    for (double now : times_) {
        Vector3d sum = Vector3d::Zero();
        double weights = 0;
        for (std::size_t k = 0; k < times_.size(); ++k) {
            const double weight = std::max(0.0, 1 - std::abs(times_[k] - now) / kWindow);
            sum += weight * raw[k];
            weights += weight;
        }
        centers_.push_back(sum / weights);
    }

    std::vector<Ball> relative;
    for (std::size_t k = 0; k < subject.size() && !motion.characters.empty(); ++k)
        append_near_props(motion, sample_at(motion.times, times_[k]), subject[k]);
    for (std::size_t k = 0; k < subject.size(); ++k)
        for (const Ball& ball : subject[k])
            relative.push_back({ ball.center - centers_[k], ball.radius });
    offset_ = fit_eye(relative, forward_, aspect, view);
    if (cloth_alone(motion))
        stand_still_if_near(frame_motion(motion, aspect, view));
}

void FollowCamera::stand_still_if_near(const Camera& still)
{
    constexpr double kNear = 1.5;  // times as far as when it follows
    const Vector3d offset = still.eye - still.target;
    if (offset.norm() > kNear * distance())
        return;
    times_ = { 0 };
    centers_ = { still.target };
    offset_ = offset;
}

Camera FollowCamera::at(double time) const
{
    const TimeSample at = sample_at(times_, time);
    const Vector3d eye = offset_ + (1 - at.blend) * centers_[std::size_t(at.before)]
        + at.blend * centers_[std::size_t(at.after)];
    return { eye, eye + std::max(0.1, -offset_.dot(forward_)) * forward_, Vector3d::UnitZ(),
        vertical_fov_ };
}

}  // namespace gambol::render
