// SPDX-License-Identifier: MIT
#include "support/example_body.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace gambol::test {
namespace {

using Eigen::Matrix3d;
using Eigen::Quaterniond;
using Eigen::Vector2d;
using Eigen::Vector3d;

constexpr double kThigh = 0.42, kShank = 0.40;  // m
constexpr double kAnkleHeight = 0.08;
const Vector3d kFootCenter { 0.05, 0, -kAnkleHeight };  // of the sole, foot frame
const Vector2d kFootHalfSize { 0.11, 0.045 };

enum Body {
    torso,
    left_thigh,
    left_shank,
    left_foot,
    right_thigh,
    right_shank,
    right_foot,
    body_count
};

Vector3d hip_offset(int side)
{
    return { 0, side == 0 ? 0.09 : -0.09, 0 };
}

MotionBody make_body(const std::string& name, int parent, double mass, const Vector3d& com,
    const Vector3d& inertia, std::vector<Shape> shapes)
{
    return { name, parent, { mass, com, inertia.asDiagonal() }, std::move(shapes) };
}

std::vector<MotionBody> make_bodies(MassIn mass_in)
{
    const bool legs = mass_in == MassIn::all_bodies;
    std::vector<MotionBody> bodies;
    bodies.push_back(make_body("torso", -1, legs ? 47 : 70, { 0, 0, 0.28 }, { 2.2, 2.0, 0.7 },
        { Capsule { { 0, 0, 0.06 }, { 0, 0, 0.45 }, 0.12 }, Sphere { { 0, 0, 0.7 }, 0.1 } }));
    for (const std::string side : { "left", "right" }) {
        const int first = static_cast<int>(bodies.size());
        bodies.push_back(make_body(side + "_thigh", torso, legs ? 7 : 0, { 0, 0, -0.18 },
            Vector3d(0.11, 0.11, 0.03) * legs,
            { Capsule { { 0, 0, 0 }, { 0, 0, -kThigh }, 0.07 } }));
        bodies.push_back(make_body(side + "_shank", first, legs ? 3.5 : 0, { 0, 0, -0.17 },
            Vector3d(0.05, 0.05, 0.006) * legs,
            { Capsule { { 0, 0, 0 }, { 0, 0, -kShank }, 0.05 } }));
        bodies.push_back(make_body(side + "_foot", first + 1, legs ? 1 : 0, { 0.05, 0, -0.04 },
            Vector3d(0.001, 0.004, 0.004) * legs,
            { Box { { 0.05, 0, -0.04 }, Quaterniond::Identity(),
                { kFootHalfSize.x(), kFootHalfSize.y(), 0.04 } } }));
    }
    return bodies;
}

struct Poses {
    std::array<Vector3d, body_count> position;
    std::array<Quaterniond, body_count> rotation;
    std::array<double, 2> knee_angle;
};

/// Frame of a leg link that hangs along −z from `top` to `bottom` and bends about `axis`.
Quaterniond link_rotation(const Vector3d& top, const Vector3d& bottom, const Vector3d& axis)
{
    Matrix3d rotation;
    rotation.col(2) = (top - bottom).normalized();
    rotation.col(1) = axis;
    rotation.col(0) = axis.cross(rotation.col(2));
    return Quaterniond(rotation);
}

Poses poses_of(const Stance& stance)
{
    Poses poses;
    poses.position[torso] = stance.pelvis;
    poses.rotation[torso] = stance.pelvis_rotation;
    for (int side = 0; side < 2; ++side) {
        const int thigh = side == 0 ? left_thigh : right_thigh;
        const Vector3d hip = stance.pelvis + stance.pelvis_rotation * hip_offset(side);
        const Vector3d ankle = stance.ankles[side];
        const double length = (ankle - hip).norm();
        assert(length < kThigh + kShank);
        const Vector3d down = (ankle - hip) / length;
        const Vector3d ahead = stance.pelvis_rotation * Vector3d::UnitX();
        const Vector3d forward = (ahead - down * down.dot(ahead)).normalized();
        const double along = (kThigh * kThigh + length * length - kShank * kShank) / (2 * length);
        const Vector3d knee
            = hip + along * down + std::sqrt(kThigh * kThigh - along * along) * forward;
        const Vector3d axis = (-down).cross(forward);

        poses.position[thigh] = hip;
        poses.rotation[thigh] = link_rotation(hip, knee, axis);
        poses.position[thigh + 1] = knee;
        poses.rotation[thigh + 1] = link_rotation(knee, ankle, axis);
        poses.position[thigh + 2] = ankle;
        poses.rotation[thigh + 2] = Eigen::AngleAxisd(stance.foot_yaw[side], Vector3d::UnitZ());
        poses.knee_angle[side] = std::acos(
            std::clamp((hip - knee).normalized().dot((knee - ankle).normalized()), -1.0, 1.0));
    }
    return poses;
}

class Newton {
public:
    Newton(const std::vector<MotionBody>& bodies, const StanceMotion& motion)
        : bodies_(bodies)
        , motion_(motion)
    {
    }

    Wrench wrench(double t) const
    {
        double mass = 0;
        for (const MotionBody& body : bodies_)
            mass += body.inertial.mass;
        const auto c = [&](double dt) { return center(t + dt); };
        const Vector3d acceleration
            = (-c(-2 * kStep) + 16 * c(-kStep) - 30 * c(0) + 16 * c(kStep) - c(2 * kStep))
            / (12 * kStep * kStep);
        const Vector3d moment = (momentum(t - 2 * kStep) - 8 * momentum(t - kStep)
                                    + 8 * momentum(t + kStep) - momentum(t + 2 * kStep))
            / (12 * kStep);
        return { mass * (acceleration + Vector3d(0, 0, kGravity)), moment, c(0) };
    }

    /// Mean of both sides; right where acceleration is constant on either side.
    Wrench wrench_at_jump(double t) const
    {
        const Wrench before = wrench(t - 5 * kStep), after = wrench(t + 5 * kStep);
        return { (before.force + after.force) / 2, (before.moment + after.moment) / 2, center(t) };
    }

private:
    // Rounding grows as 1e-16/h², truncation as h⁴: both stay near 1e-10 here.
    static constexpr double kStep = 1e-3;

    Vector3d center(double t) const
    {
        const Poses poses = poses_of(motion_.at(t));
        Vector3d sum = Vector3d::Zero();
        double mass = 0;
        for (int i = 0; i < body_count; ++i) {
            const RigidMass& inertial = bodies_[i].inertial;
            sum += inertial.mass * (poses.position[i] + poses.rotation[i] * inertial.com);
            mass += inertial.mass;
        }
        return sum / mass;
    }

    /// Angular momentum about the centre of mass.
    Vector3d momentum(double t) const
    {
        const std::array<double, 4> offsets { -2 * kStep, -kStep, kStep, 2 * kStep };
        const std::array<double, 4> weights { 1, -8, 8, -1 };
        const Poses now = poses_of(motion_.at(t));
        const Vector3d total_center = center(t);
        std::array<Vector3d, body_count> velocity;
        std::array<Matrix3d, body_count> rotation_rate;
        velocity.fill(Vector3d::Zero());
        rotation_rate.fill(Matrix3d::Zero());
        for (int s = 0; s < 4; ++s) {
            const Poses poses = poses_of(motion_.at(t + offsets[s]));
            for (int i = 0; i < body_count; ++i) {
                const double weight = weights[s] / (12 * kStep);
                velocity[i]
                    += weight * (poses.position[i] + poses.rotation[i] * bodies_[i].inertial.com);
                rotation_rate[i] += weight * poses.rotation[i].toRotationMatrix();
            }
        }
        Vector3d sum = Vector3d::Zero();
        for (int i = 0; i < body_count; ++i) {
            const RigidMass& inertial = bodies_[i].inertial;
            const Matrix3d R = now.rotation[i].toRotationMatrix();
            const Matrix3d spin = rotation_rate[i] * R.transpose();  // [ω]×
            const Vector3d omega(spin(2, 1), spin(0, 2), spin(1, 0));
            const Vector3d arm = now.position[i] + R * inertial.com - total_center;
            sum += inertial.mass * arm.cross(velocity[i])
                + R * inertial.inertia * R.transpose() * omega;
        }
        return sum;
    }

    const std::vector<MotionBody>& bodies_;
    const StanceMotion& motion_;
};

MotionContact make_contact(const std::string& name, int body)
{
    MotionContact contact;
    contact.name = name;
    contact.body = body;
    contact.center = kFootCenter;
    contact.half_size = kFootHalfSize;
    return contact;
}

/// Shares a support force among the two feet so that centres of pressure lie as near to the
/// middle of the feet as they can. With p_i = c_i + d and Σ α_i p_i = P, forces α_i F and
/// torsions α_i M have the wrench of F and M at P.
void share_load(const Wrench& wrench, const Stance& stance, const StanceMotion& motion,
    std::vector<MotionContact>& contacts)
{
    const bool airborne = wrench.force.z() < 1e-6;
    std::array<double, 2> share { 0, 0 };
    std::array<Vector3d, 2> soles;
    for (int side = 0; side < 2; ++side)
        soles[side] = stance.ankles[side]
            + Eigen::AngleAxisd(stance.foot_yaw[side], Vector3d::UnitZ()) * kFootCenter;
    Vector3d offset = Vector3d::Zero();
    double torsion = 0;
    if (!airborne) {
        const FlatSupport total
            = support_on_plane(wrench.center, wrench.force, wrench.moment, motion.floor);
        torsion = total.torsion;
        const Vector3d across = soles[1] - soles[0];
        double right
            = std::clamp((total.point - soles[0]).dot(across) / across.squaredNorm(), 0.0, 1.0);
        if (!stance.may_carry[0])
            right = 1;
        if (!stance.may_carry[1])
            right = 0;
        share = { 1 - right, right };
        offset = total.point - (share[0] * soles[0] + share[1] * soles[1]);
    }
    for (int side = 0; side < 2; ++side) {
        MotionContact& contact = contacts[side];
        contact.activation.push_back(share[side] > 0 ? 1 : 0);
        contact.with.push_back(share[side] > 0 ? motion.floor_name : "");
        contact.force.push_back(airborne ? Vector3d::Zero() : Vector3d(share[side] * wrench.force));
        contact.point.push_back(share[side] > 0 ? Vector3d(soles[side] + offset) : soles[side]);
        contact.torsion.push_back(share[side] * torsion);
    }
}

}  // namespace

Wrench rigid_wrench(
    const RigidMass& inertial, const std::function<Eigen::Isometry3d(double)>& pose, double t)
{
    constexpr double h = 1e-3;
    const auto center = [&](double at) { return Vector3d(pose(at) * inertial.com); };
    const auto momentum = [&](double at) {
        const Matrix3d rate = (pose(at - 2 * h).linear() - 8 * pose(at - h).linear()
                                  + 8 * pose(at + h).linear() - pose(at + 2 * h).linear())
            / (12 * h);
        const Matrix3d R = pose(at).linear(), spin = rate * R.transpose();
        return Vector3d(
            R * inertial.inertia * R.transpose() * Vector3d(spin(2, 1), spin(0, 2), spin(1, 0)));
    };
    const Vector3d acceleration = (-center(t - 2 * h) + 16 * center(t - h) - 30 * center(t)
                                      + 16 * center(t + h) - center(t + 2 * h))
        / (12 * h * h);
    const Vector3d moment
        = (momentum(t - 2 * h) - 8 * momentum(t - h) + 8 * momentum(t + h) - momentum(t + 2 * h))
        / (12 * h);
    return { inertial.mass * (acceleration + Vector3d(0, 0, kGravity)), moment, center(t) };
}

FlatSupport support_on_plane(
    const Vector3d& center, const Vector3d& force, const Vector3d& moment, double z)
{
    const Vector3d below(center.x(), center.y(), z);
    const Vector3d moment_below = moment + (center - below).cross(force);
    const Vector3d arm(-moment_below.y() / force.z(), moment_below.x() / force.z(), 0);
    return { below + arm, moment_below.z() - arm.cross(force).z() };
}

std::vector<double> sample_times(double duration)
{
    std::vector<double> times;
    const int last = static_cast<int>(std::lround(duration * kExampleRate));
    for (int k = 0; k <= last; ++k)
        times.push_back(k / kExampleRate);
    return times;
}

double ramp(double time, double start, double length)
{
    const double s = std::clamp((time - start) / length, 0.0, 1.0);
    return s * s * s * s * (35 + s * (-84 + s * (70 - 20 * s)));
}

MotionCharacter perform(const std::string& name, const StanceMotion& motion, MassIn mass_in)
{
    MotionCharacter character;
    character.name = name;
    character.bodies = make_bodies(mass_in);
    character.joints.names = { "left_knee", "right_knee" };
    character.contacts
        = { make_contact("left_foot", left_foot), make_contact("right_foot", right_foot) };

    const Newton newton(character.bodies, motion);
    for (const double t : sample_times(motion.duration)) {
        const Stance stance = motion.at(t);
        const Poses poses = poses_of(stance);
        character.positions.emplace_back(poses.position.begin(), poses.position.end());
        character.rotations.emplace_back(poses.rotation.begin(), poses.rotation.end());
        character.joints.values.push_back(
            Eigen::Vector2d(poses.knee_angle[0], poses.knee_angle[1]));
        const bool jump = std::any_of(motion.jumps.begin(), motion.jumps.end(),
            [&](double at) { return std::abs(at - t) < 1e-6; });
        Wrench wrench = jump ? newton.wrench_at_jump(t) : newton.wrench(t);
        if (motion.load) {
            const Load load = motion.load(t);
            wrench.force -= load.force;
            wrench.moment -= load.moment - wrench.center.cross(load.force);
        }
        share_load(wrench, stance, motion, character.contacts);
    }
    return character;
}

}  // namespace gambol::test
