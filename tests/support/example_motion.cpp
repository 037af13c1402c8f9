// SPDX-License-Identifier: MIT
#include "support/example_motion.hpp"

#include "support/example_body.hpp"

#include <cmath>

namespace gambol::test {
namespace {

using Eigen::AngleAxisd;
using Eigen::Quaterniond;
using Eigen::Vector3d;

constexpr double kPi = 3.14159265358979323846;
constexpr double kAnkle = 0.08;
constexpr double kHalfStance = 0.09;

Motion make_motion(const std::string& name, double duration)
{
    Motion motion;
    motion.name = name;
    motion.method = "spacetime";
    motion.mass_model = "every body carries its own mass";
    motion.times = sample_times(duration);
    motion.surfaces.push_back({ "ground", Plane {}, 0.8 });
    return motion;
}

Stance standing_at(const Vector3d& place)
{
    Stance stance;
    stance.pelvis += place;
    stance.ankles
        = { place + Vector3d(0, kHalfStance, kAnkle), place + Vector3d(0, -kHalfStance, kAnkle) };
    return stance;
}

StanceMotion twisting(const Vector3d& place, const std::string& floor_name)
{
    StanceMotion motion;
    motion.duration = 2;
    motion.floor = place.z();
    motion.floor_name = floor_name;
    motion.at = [place](double t) {
        Stance stance = standing_at(place);
        stance.pelvis += Vector3d(
            0.03 + 0.01 * std::sin(3 * t), 0.04 * std::sin(2.5 * t), -0.06 * (1 - std::cos(4 * t)));
        stance.pelvis_rotation = AngleAxisd(0.3 * std::sin(5 * t), Vector3d::UnitZ())
            * AngleAxisd(0.1 * std::sin(3 * t), Vector3d::UnitY());
        return stance;
    };
    return motion;
}

/// Height above rest of the hop's torso: pieces of constant acceleration, given as (length s,
/// acceleration m/s²). Lengths are multiples of the sampling interval.
struct HopPiece {
    double length, acceleration;
};
constexpr double kFlight = 0.4;  // s
constexpr double kPush = kGravity * kFlight / 2 / 0.25;  // reaches take-off speed in 0.25 s
constexpr HopPiece kHop[] = { { 0.2, 0 }, { 0.25, -kPush / 2 }, { 0.25, kPush / 2 },
    { 0.25, kPush }, { kFlight, -kGravity }, { 0.25, kPush }, { 0.25, kPush / 2 },
    { 0.25, -kPush / 2 }, { 0.2, 0 } };

double hop_height(double t)
{
    double height = 0, speed = 0;
    for (const HopPiece& piece : kHop) {
        const double dt = std::min(t, piece.length);
        height += speed * dt + piece.acceleration * dt * dt / 2;
        speed += piece.acceleration * dt;
        t -= dt;
    }
    return height + speed * t;
}

}  // namespace

Motion twisting_stand()
{
    const StanceMotion stance = twisting(Vector3d::Zero(), "ground");
    Motion motion = make_motion("twisting stand", stance.duration);
    motion.characters.push_back(perform("ann", stance, MassIn::all_bodies));
    return motion;
}

Motion hop()
{
    StanceMotion stance;
    double end = 0;
    for (const HopPiece& piece : kHop) {
        end += piece.length;
        stance.jumps.push_back(end);
    }
    stance.duration = end;
    stance.jumps.pop_back();
    stance.at = [](double t) {
        Stance now = standing_at({ 0, 0, 0 });
        const double height = hop_height(t);
        now.pelvis += Vector3d(0.04, 0, height);
        for (Vector3d& ankle : now.ankles)
            ankle.z() += std::max(height, 0.0);
        return now;
    };
    Motion motion = make_motion("hop", stance.duration);
    motion.mass_model = "all mass in the torso";
    motion.characters.push_back(perform("ann", stance, MassIn::torso));
    motion.markers.push_back({ "ann: height", { 0.04, 0, 1.03 } });
    return motion;
}

Motion two_steps()
{
    constexpr double kStride = 0.22, kLift = 0.06;
    constexpr double kLean = kHalfStance + 0.022;  // a little outside the foot: the other is free
    constexpr double kAhead = 0.05;  // outweighs the leg that trails behind
    // Shift left, step right, shift right, step left, shift back: when each begins and how long.
    constexpr double kLeft = 0.1, kRightStep = 1.5, kRight = 2.2, kLeftStep = 4.6, kBack = 5.3;
    constexpr double kStep = 0.7, kShift = 1.4, kLongShift = 2.4;
    StanceMotion stance;
    stance.duration = 6.8;
    stance.at = [](double t) {
        const auto swing = [t](double start) {
            return Vector3d(kStride * ramp(t, start, kStep), 0,
                kLift * (ramp(t, start, kStep / 2) - ramp(t, start + kStep / 2, kStep / 2)));
        };
        const auto swings = [t](double start) { return t > start && t < start + kStep; };
        Stance now = standing_at({ 0, 0, 0 });
        now.ankles[0] += swing(kLeftStep);
        now.ankles[1] += swing(kRightStep);
        now.may_carry = { !swings(kLeftStep), !swings(kRightStep) };
        now.pelvis += Vector3d(0.02 + (kStride + kAhead) * ramp(t, kRight, kLongShift)
                - kAhead * ramp(t, kBack, kShift),
            kLean
                * (ramp(t, kLeft, kShift) - 2 * ramp(t, kRight, kLongShift)
                    + ramp(t, kBack, kShift)),
            -0.04);
        return now;
    };
    Motion motion = make_motion("two steps", stance.duration);
    motion.characters.push_back(perform("ann", stance, MassIn::all_bodies));
    motion.markers.push_back({ "ann: position", { 0.26, 0, 0 } });
    return motion;
}

namespace {

constexpr double kCrateHeight = 0.3;

/// A crate at rest under whatever presses on it: the ground gives back all of it.
MotionProp make_crate(const MotionCharacter& rider, int samples)
{
    MotionProp crate;
    crate.name = "crate";
    const Vector3d half_size(0.5, 0.4, kCrateHeight / 2);
    const Vector3d sq = 4 * half_size.cwiseAbs2();
    constexpr double kMass = 30;
    crate.inertial.mass = kMass;
    crate.inertial.inertia
        = (kMass / 12 * Vector3d(sq.y() + sq.z(), sq.x() + sq.z(), sq.x() + sq.y())).asDiagonal();
    crate.shapes = { Box { Vector3d::Zero(), Quaterniond::Identity(), half_size } };
    const Vector3d center(0, 0, kCrateHeight / 2);
    crate.positions.assign(samples, center);
    crate.rotations.assign(samples, Quaterniond::Identity());

    MotionContact base;
    base.name = "base";
    base.center = { 0, 0, -kCrateHeight / 2 };
    base.half_size = half_size.head<2>();
    for (int k = 0; k < samples; ++k) {
        Vector3d force(0, 0, kMass * kGravity), moment = Vector3d::Zero();
        for (const MotionContact& foot : rider.contacts) {
            force += foot.force[k];
            moment
                += (foot.point[k] - center).cross(foot.force[k]) + Vector3d(0, 0, foot.torsion[k]);
        }
        const FlatSupport support = support_on_plane(center, force, moment, 0);
        base.activation.push_back(1);
        base.with.push_back("ground");
        base.force.push_back(force);
        base.point.push_back(support.point);
        base.torsion.push_back(support.torsion);
    }
    crate.contacts = { base };
    return crate;
}

MotionProp make_ball(const std::vector<double>& times)
{
    MotionProp ball;
    ball.name = "ball";
    ball.inertial = { 0.4, Vector3d::Zero(), Eigen::Matrix3d::Identity() * 0.002 };
    ball.shapes = { Sphere { Vector3d::Zero(), 0.11 } };
    for (const double t : times) {
        ball.positions.push_back({ 0.5 * t, -1.5, 1 + kGravity * t - kGravity * t * t / 2 });
        ball.rotations.emplace_back(AngleAxisd(2 * kPi * t, Vector3d::UnitY()));
    }
    return ball;
}

}  // namespace

Motion crate_scene()
{
    const StanceMotion ann = twisting({ 0, 0, kCrateHeight }, "crate");
    StanceMotion bob;
    bob.duration = ann.duration;
    bob.at = [](double) {
        Stance stance = standing_at({ 0.2, 1.5, 0 });
        stance.pelvis.x() += 0.03;
        return stance;
    };
    Motion motion = make_motion("crate", ann.duration);
    motion.characters
        = { perform("ann", ann, MassIn::all_bodies), perform("bob", bob, MassIn::all_bodies) };
    motion.props = { make_crate(motion.characters[0], static_cast<int>(motion.times.size())),
        make_ball(motion.times) };
    return motion;
}

std::vector<Motion> all_examples()
{
    return { twisting_stand(), hop(), two_steps(), crate_scene() };
}

}  // namespace gambol::test
