// SPDX-License-Identifier: MIT
#include "support/example_company.hpp"

#include "support/example_body.hpp"

#include <Eigen/Geometry>

#include <cmath>

namespace gambol::test {
namespace {

using Eigen::AngleAxisd;
using Eigen::Isometry3d;
using Eigen::Quaterniond;
using Eigen::Vector3d;

constexpr double kHand = 0.04;  // m, radius
const Vector3d kBoxHalf { 0.15, 0.2, 0.1 };
const Vector3d kBoxPlace { 0.36, 0, 0.3 };  // of its middle, in the torso's frame
constexpr double kSqueeze = 60;  // N

Motion make_company(const std::string& name, double duration)
{
    Motion motion;
    motion.name = name;
    motion.method = "cio";
    motion.mass_model = "every body carries its own mass";
    motion.times = sample_times(duration);
    motion.surfaces.push_back({ "ground", Plane {}, 0.8 });
    return motion;
}

RigidMass solid_box(double mass, const Vector3d& half)
{
    const Vector3d sq = 4 * half.cwiseAbs2();
    RigidMass inertial;
    inertial.mass = mass;
    inertial.inertia
        = (mass / 12 * Vector3d(sq.y() + sq.z(), sq.x() + sq.z(), sq.x() + sq.y())).asDiagonal();
    return inertial;
}

MotionProp box_prop(const std::string& name, double mass, const Vector3d& half)
{
    MotionProp prop;
    prop.name = name;
    prop.inertial = solid_box(mass, half);
    prop.shapes = { Box { Vector3d::Zero(), Quaterniond::Identity(), half } };
    return prop;
}

void add_sample(MotionContact& contact, const std::string& with, const Vector3d& force,
    const Vector3d& point, double torsion)
{
    contact.activation.push_back(with.empty() ? 0 : 1);
    contact.with.push_back(with);
    contact.force.push_back(force);
    contact.point.push_back(point);
    contact.torsion.push_back(torsion);
}

Isometry3d torso_pose(const Stance& stance)
{
    return Eigen::Translation3d(stance.pelvis) * stance.pelvis_rotation;
}

Stance swaying(const Vector3d& place, double t)
{
    Stance stance;
    stance.ankles = { place + Vector3d(0, 0.09, 0.08), place + Vector3d(0, -0.09, 0.08) };
    stance.pelvis += place
        + Vector3d(
            0.02 + 0.01 * std::sin(3 * t), 0.02 * std::sin(2.5 * t), -0.06 * (1 - std::cos(3 * t)));
    stance.pelvis_rotation = AngleAxisd(0.2 * std::sin(3 * t), Vector3d::UnitZ());
    return stance;
}

/// A massless ball that sits at a fixed place of the torso, and its palm: `normal` points from what
/// is held into the hand.
void add_hand(MotionCharacter& character, const std::string& name, const Vector3d& place,
    const Vector3d& normal)
{
    const int body = static_cast<int>(character.bodies.size());
    character.bodies.push_back({ name, 0, {}, { Sphere { Vector3d::Zero(), kHand } } });
    for (std::size_t k = 0; k < character.positions.size(); ++k) {
        const Quaterniond torso = character.rotations[k][0];
        character.positions[k].push_back(character.positions[k][0] + torso * place);
        character.rotations[k].push_back(torso);
    }
    MotionContact palm;
    palm.name = name;
    palm.body = body;
    palm.center = -kHand * normal;
    palm.normal = normal;
    palm.half_size = { 0.03, 0.03 };
    palm.grip = true;
    character.contacts.push_back(palm);
}

/// What two palms on opposite sides of a box, at ±d from its middle, must do to give it a force and
/// a moment: forces F/2 ± δ with 2 d × δ = M across d, and torsions for what is left along d.
struct Hold {
    Vector3d left_force, right_force;  // on the box
    double torsion;  // of each hand, about d, on the box
    Vector3d left_point, right_point;
};

Hold hold(const Wrench& needed, const Isometry3d& pose)
{
    const Vector3d d = pose.linear() * Vector3d(0, kBoxHalf.y(), 0), along = d.normalized();
    const Vector3d delta = needed.moment.cross(d) / (2 * d.squaredNorm());
    return { needed.force / 2 + delta - kSqueeze * along,
        needed.force / 2 - delta + kSqueeze * along, needed.moment.dot(along) / 2,
        needed.center + d, needed.center - d };
}

/// A box at rest on something flat, under the load that others put on it.
void rest_on(MotionProp& prop, const std::string& with, double z, const Load& load,
    std::size_t samples, const Vector3d& place)
{
    prop.positions.assign(samples, place);
    prop.rotations.assign(samples, Quaterniond::Identity());
    const Vector3d half = std::get<Box>(prop.shapes[0]).half_size;
    MotionContact base;
    base.name = "base";
    base.center = { 0, 0, -half.z() };
    base.half_size = half.head<2>();
    const Vector3d force = Vector3d(0, 0, prop.inertial.mass * kGravity) - load.force;
    const Vector3d moment = -(load.moment - place.cross(load.force));
    const FlatSupport support = support_on_plane(place, force, moment, z);
    for (std::size_t k = 0; k < samples; ++k)
        add_sample(base, with, force, support.point, support.torsion);
    prop.contacts = { base };
}

}  // namespace

Motion held_box()
{
    constexpr double kDuration = 2;
    Motion motion = make_company("held box", kDuration);
    MotionProp box = box_prop("parcel", 8, kBoxHalf);
    const auto stance = [](double t) { return swaying(Vector3d::Zero(), t); };
    const auto pose = [&](double t) {
        return Isometry3d(torso_pose(stance(t)) * Eigen::Translation3d(kBoxPlace));
    };
    StanceMotion ann;
    ann.duration = kDuration;
    ann.at = stance;
    ann.load = [&](double t) {
        const Wrench needed = rigid_wrench(box.inertial, pose, t);
        return Load { -needed.force, -needed.moment - needed.center.cross(needed.force) };
    };
    MotionCharacter character = perform("ann", ann, MassIn::all_bodies);
    const Vector3d side(0, kBoxHalf.y() + kHand, 0);
    add_hand(character, "left_hand", kBoxPlace + side, Vector3d::UnitY());
    add_hand(character, "right_hand", kBoxPlace - side, -Vector3d::UnitY());
    for (const double t : motion.times) {
        const Isometry3d at = pose(t);
        box.positions.push_back(at.translation());
        box.rotations.emplace_back(at.linear());
        const Hold hands = hold(rigid_wrench(box.inertial, pose, t), at);
        add_sample(
            character.contacts[2], "parcel", -hands.left_force, hands.left_point, -hands.torsion);
        add_sample(
            character.contacts[3], "parcel", -hands.right_force, hands.right_point, hands.torsion);
    }
    motion.characters = { character };
    motion.props = { box };
    return motion;
}

Motion box_on_table()
{
    Motion motion = make_company("box on table", 0.5);
    const std::size_t samples = motion.times.size();
    MotionProp parcel = box_prop("parcel", 3, { 0.1, 0.1, 0.1 });
    MotionProp table = box_prop("table", 20, { 0.6, 0.4, 0.35 });
    const Vector3d place(0.3, -0.1, 0.8);
    rest_on(parcel, "table", 0.7, {}, samples, place);
    const Vector3d weight(0, 0, -3 * kGravity);
    rest_on(table, "ground", 0, { weight, place.cross(weight) }, samples, { 0, 0, 0.35 });
    motion.props = { parcel, table };
    return motion;
}

Motion hand_in_hand()
{
    constexpr double kDuration = 2;
    Motion motion = make_company("hand in hand", kDuration);
    // Ann's left hand and Bob's right meet half-way between them, 1 m apart.
    const Vector3d ann_hand(0.1, 0.5 - kHand, 0.25), bob_hand(0.1, -0.5 + kHand, 0.25);
    const auto sway = [](const Vector3d& place, double t) {
        Stance stance = swaying(place, t);
        stance.pelvis_rotation.setIdentity();  // both move alike, and so do their hands
        return stance;
    };
    const Vector3d bob_place(0, 1, 0);
    const auto pull = [](double t) { return Vector3d(8 * std::sin(2 * t), 25, 10); };
    const auto point = [&](double t) {
        return Vector3d(torso_pose(sway(Vector3d::Zero(), t)) * (ann_hand + Vector3d(0, kHand, 0)));
    };
    constexpr double kTwist = 1.5;  // N m, torsion on Ann about the y axis
    StanceMotion ann, bob;
    ann.duration = bob.duration = kDuration;
    ann.at = [&](double t) { return sway(Vector3d::Zero(), t); };
    bob.at = [&](double t) { return sway(bob_place, t); };
    // The contact normal points from Bob into Ann: along −y.
    const Vector3d twist(0, -kTwist, 0);
    ann.load = [&](double t) { return Load { pull(t), point(t).cross(pull(t)) + twist }; };
    bob.load = [&](double t) { return Load { -pull(t), -point(t).cross(pull(t)) - twist }; };
    motion.characters
        = { perform("ann", ann, MassIn::all_bodies), perform("bob", bob, MassIn::all_bodies) };
    add_hand(motion.characters[0], "left_hand", ann_hand, -Vector3d::UnitY());
    add_hand(motion.characters[1], "right_hand", bob_hand, Vector3d::UnitY());
    for (const double t : motion.times) {
        // Recorded once, on Ann; Bob's own palm says nothing.
        add_sample(motion.characters[0].contacts[2], "bob", pull(t), point(t), kTwist);
        add_sample(motion.characters[1].contacts[2], "", Vector3d::Zero(), point(t), 0);
    }
    return motion;
}

Motion thrown_ball()
{
    Motion motion = make_company("thrown ball", 1);
    MotionProp ball;
    ball.name = "ball";
    ball.inertial = { 0.4, Vector3d::Zero(), Eigen::Matrix3d::Identity() * 0.002 };
    ball.shapes = { Sphere { Vector3d::Zero(), 0.11 } };
    for (const double t : motion.times) {
        ball.positions.push_back({ 2 * t, 0, 1 + 4.5 * t - kGravity * t * t / 2 });
        ball.rotations.emplace_back(AngleAxisd(7 * t, Vector3d(1, 2, 0).normalized()));
    }
    motion.props = { ball };
    return motion;
}

Motion sliding_crate()
{
    constexpr double kFriction = 0.4, kSpeed = 2, kMass = 30;
    constexpr double kStop = kSpeed / (kFriction * kGravity);  // s
    Motion motion = make_company("sliding crate", 1);
    const Vector3d half(0.4, 0.3, 0.2);
    MotionProp crate = box_prop("crate", kMass, half);
    MotionContact base;
    base.name = "base";
    base.center = { 0, 0, -half.z() };
    base.half_size = half.head<2>();
    base.friction = kFriction;
    for (const double t : motion.times) {
        const double moving = std::min(t, kStop);
        const Vector3d place(
            kSpeed * moving - kFriction * kGravity * moving * moving / 2, 0, half.z());
        crate.positions.push_back(place);
        crate.rotations.push_back(Quaterniond::Identity());
        // Where the acceleration jumps within a sample, its mean over both sides.
        const double drag = std::clamp((kStop - t) * kExampleRate + 0.5, 0.0, 1.0);
        const Vector3d force(-drag * kFriction * kMass * kGravity, 0, kMass * kGravity);
        add_sample(
            base, "ground", force, support_on_plane(place, force, Vector3d::Zero(), 0).point, 0);
    }
    crate.contacts = { base };
    motion.props = { crate };
    return motion;
}

std::vector<Motion> company_examples()
{
    return { held_box(), box_on_table(), hand_in_hand(), thrown_ball(), sliding_crate() };
}

}  // namespace gambol::test
