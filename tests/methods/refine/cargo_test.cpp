// SPDX-License-Identifier: MIT
// What somebody carries moves as a body of its own.
#include "gambol/methods/refine/cargo.hpp"

#include "gambol/math/gravity.hpp"
#include "gambol/methods/motion_frame.hpp"
#include "gambol/methods/refine/body.hpp"

#include "methods/refine/instant_fixture.hpp"

#include <gtest/gtest.h>

namespace gambol {
namespace {

using Eigen::Quaterniond;
using Eigen::Vector3d;
using refine::Brief;
using refine::Cargo;
using refine::CarriedProp;
using refine::RefineProblem;
using refine::Setting;
using refine::Weights;
using refine::test::nothing;
using refine::test::reference_in;
using refine::test::Sway;

constexpr double kMass = 8;
constexpr int kHeld = 10, kLifted = 30;  // samples

MotionContact below(double half_height)
{
    MotionContact contact;
    contact.name = "below";
    contact.center = { 0, 0, -half_height };
    contact.half_size = { 0.1, 0.1 };
    return contact;
}

/// Who sways has a crate between the hands, which rests until the thirtieth of sixty samples.
Motion with_crate(const Sway& sway)
{
    Motion motion = described_whole_body(sway.scene);
    MotionCharacter& ann = motion.characters.front();
    const Reference& reference = reference_in(sway.scene);
    const Character& body = sway.scene.characters.front().body;
    const auto hand = [&](const std::string& name) {
        return std::find_if(ann.contacts.begin(), ann.contacts.end(),
            [&](const MotionContact& contact) { return contact.name == name; });
    };
    const auto left = hand("left_hand"), right = hand("right_hand");
    MotionProp crate;
    crate.name = "crate";
    const auto middle = [&](const auto& contact, const std::vector<SegmentFrame>& frames) {
        const SegmentFrame& at = frames[size_t(contact->body)];
        return Vector3d(at.position + at.rotation * contact->center);
    };
    const std::vector<SegmentFrame> there = forward_kinematics(body, reference.poses[35]);
    const Vector3d a = middle(left, there), b = middle(right, there);
    const Vector3d half(0.15, (a - b).norm() / 2, 0.2);
    crate.shapes = { Box { Vector3d::Zero(), Quaterniond::Identity(), half } };
    crate.friction = 0.7;
    crate.inertial = { kMass, Vector3d::Zero(),
        kMass / 3 * Vector3d(0.09, 0.07, 0.08).asDiagonal().toDenseMatrix() };
    crate.contacts = { below(half.z()) };
    for (size_t t = 0; t < reference.times.size(); ++t) {
        motion.times.push_back(reference.times[t]);
        append_sample(forward_kinematics(body, reference.poses[t]), reference.poses[t].angles, ann);
        for (MotionContact& contact : ann.contacts) {
            const bool holds
                = int(t) >= kHeld && (contact.name == left->name || contact.name == right->name);
            contact.with.push_back(holds ? "crate" : "");
            contact.force.push_back(Vector3d::Zero());
            contact.point.push_back(Vector3d::Zero());
            contact.activation.push_back(holds ? 1 : 0);
            contact.torsion.push_back(0);
        }
        const double up = std::max(0.0, double(t) - kLifted) / 120;
        crate.positions.push_back((a + b) / 2 + Vector3d(0.1, 0.2, 1) * up * up);
        crate.rotations.push_back(Quaterniond::FromTwoVectors(Vector3d::UnitY(), a - b)
            * Quaterniond(Eigen::AngleAxisd(up, Vector3d::UnitX())));
        MotionContact& floor = crate.contacts.front();
        floor.with.push_back(int(t) <= kLifted ? "ground" : "");
        floor.force.push_back(Vector3d::Zero());
        floor.point.push_back(Vector3d::Zero());
        floor.activation.push_back(1);
        floor.torsion.push_back(0);
    }
    motion.props = { crate };
    return motion;
}

struct Loaded {
    Sway sway;
    Motion found = with_crate(sway);
    Cargo cargo { found, sway.scene };
};
const Loaded& loaded()
{
    static const Loaded all;
    return all;
}

RefineProblem problem_with_crate(const Scene& scene)
{
    Brief brief = refine::following(scene, reference_in(scene), 120);
    brief.cargo = &loaded().cargo;
    return RefineProblem { scene, reference_in(scene), std::move(brief) };
}

TEST(Cargo, IsWhatOneAlonePicksUp)
{
    const Loaded& all = loaded();
    ASSERT_EQ(all.cargo.carried().size(), 1u);
    const CarriedProp& crate = all.cargo.carried().front();
    EXPECT_EQ(crate.grasps.size(), 2u);
    ASSERT_EQ(crate.rests.size(), 1u);
    EXPECT_NEAR(crate.rests[0].until, kLifted / 120.0, 1e-9);
    // Palms press into it, from both sides.
    EXPECT_LT(crate.grasps[0].axes.col(2).dot(crate.grasps[1].axes.col(2)), -0.99);

    // What others handle too goes as it was found to, and so does what is pushed.
    Motion shared = all.found;
    shared.props[0].inertial.mass = 0;
    EXPECT_TRUE(Cargo(shared, all.sway.scene).empty());
    Motion pushed = all.found;
    for (size_t t = 0; t < pushed.times.size(); ++t) {
        pushed.props[0].positions[t].x() += 0.01 * double(t);
        pushed.props[0].contacts[0].with[t] = "ground";
    }
    EXPECT_TRUE(Cargo(pushed, all.sway.scene).empty());
    // What nobody holds while it is in the air was thrown.
    Motion thrown = all.found;
    for (MotionContact& contact : thrown.characters[0].contacts)
        contact.with[50] = "";
    EXPECT_TRUE(Cargo(thrown, all.sway.scene).empty());
}

TEST(Cargo, HandsTakeItsWeightMoreAndMoreBeforeTheyLiftIt)
{
    const CarriedProp& crate = loaded().cargo.carried().front();
    EXPECT_EQ(crate.share(0), 0);
    EXPECT_EQ(crate.share(kHeld / 120.0), 0);
    EXPECT_NEAR(crate.share((kHeld + kLifted) / 240.0), 0.5, 1e-9) << "half-way";
    EXPECT_EQ(crate.share(kLifted / 120.0), 1);
    EXPECT_EQ(crate.share(0.5), 1);
}

TEST(Cargo, IsWrittenWithWhatItLiesOnBearingTheRest)
{
    const Loaded& all = loaded();
    std::vector<MotionProp> props = all.found.props;
    std::vector<refine::CargoPlaces> places;
    for (const double time : all.found.times) {
        places.push_back(all.cargo.found_at(time));
        places.back()[0].position.x() += 0.5;
    }
    all.cargo.write(places, props);
    const MotionContact& floor = props[0].contacts[0];
    EXPECT_NEAR(floor.force[5].z(), kMass * kGravity, 1e-9);
    EXPECT_NEAR(floor.force[20].z(), 0.5 * kMass * kGravity, 1e-9);
    EXPECT_EQ(floor.force[40].norm(), 0);
    EXPECT_NEAR(props[0].positions[40].x(), all.found.props[0].positions[40].x() + 0.5, 1e-12);
    EXPECT_NEAR((floor.point[5] - props[0].positions[5]).head<2>().norm(), 0, 1e-9);
}

/// While hands take the weight, and when the crate is in the air.
class Carrying : public refine::test::Instant {
protected:
    explicit Carrying(double share)
        : Instant(problem_with_crate, share)
    {
        pace = 1;
    }
    /// All that is about forces, and what hands are fixed to.
    void expect_all_derivatives()
    {
        ASSERT_FALSE(target.cargo.at(0).grasps.empty());
        Weights w = nothing();
        w.hold = 3;
        expect_derivatives(setting(w));
        w.stick = 0.1;
        expect_derivatives(setting(w));
        w = nothing();
        w.physics = 10;
        expect_derivatives(setting(w), 1e-5);
        w.physics = 1e-9;
        w.effort = 3;
        expect_derivatives(setting(w), 1e-5);
        w.torque = 10;
        Setting weak = setting(w);
        for (int i = refine::kRoot; i < problem.body().own_dofs(); i += 2) {
            weak.limits.torque_lower[i] = -5;
            weak.limits.torque_upper[i] = 4;
        }
        expect_derivatives(weak, 1e-5);
    }
};
class TakingOver : public Carrying {
protected:
    TakingOver()
        : Carrying(0.42)
    {
    }
};
class Lifted : public Carrying {
protected:
    Lifted()
        : Carrying(0.8)
    {
    }
};

TEST_F(TakingOver, HasTheRightDerivatives)
{
    EXPECT_GT(target.cargo[0].share, 0.3);
    EXPECT_LT(target.cargo[0].share, 0.98);
    EXPECT_TRUE(target.cargo[0].rest);
    EXPECT_EQ(target.borne.size(), 1u);
    expect_all_derivatives();
}

TEST_F(Lifted, HasTheRightDerivatives)
{
    EXPECT_EQ(target.cargo[0].share, 1);
    EXPECT_FALSE(target.cargo[0].rest);
    expect_all_derivatives();
}

TEST_F(Lifted, WhatHandsDoToItMovesIt)
{
    // At rest in the air hands give what it weighs, and the body has to bear that.
    Weights w = nothing();
    w.physics = 1;
    refine::InstantModel model(setting(w));
    Eigen::VectorXd still = x;
    still.tail(2 * n).setZero();
    (void)value(model, still);
    Vector3d sum = Vector3d::Zero();
    for (const PatchForce& force : model.grasp_forces(0))
        sum += force.force;
    EXPECT_NEAR(sum.z(), -kMass * kGravity, 0.02 * kMass * kGravity);
    EXPECT_LT(sum.head<2>().norm(), 0.02 * kMass * kGravity);
}

TEST_F(Lifted, DepthsInItHaveTheRightDerivatives)
{
    Weights w = nothing();
    w.depth = 10;
    const CarriedProp& crate = loaded().cargo.carried().front();
    const refine::Watcher watcher(*problem.setting().character, problem.body().tree,
        sway.scene.surfaces, sway.scene.characters.front().start);
    const Pose pose = refine::pose_of(problem.body(), x.head(n));
    // Thighs are in it, and it is in the floor.
    const int first = problem.body().carried[0].first, joint = problem.body().carried[0].joint;
    x.segment<3>(first) = pose.root_position + Vector3d(0.1, 0.02, -0.85);
    const SegmentFrame at = refine::cargo_of(problem.body(), x.head(n)).front();
    watcher.look_at_cargo(pose, pose, { { &crate.shape, joint, at, at, false, {} } },
        target.watched, target.pairs, target.posts);
    EXPECT_FALSE(target.pairs.empty()) << "edges in thighs";
    EXPECT_TRUE(target.posts.empty()) << "a plane has no edge";
    target.posts.push_back({ x.segment<3>(first) + Vector3d(0.02, 0, 0.01), &crate.shape, joint });
    const auto count
        = [&](auto is) { return std::count_if(target.watched.begin(), target.watched.end(), is); };
    EXPECT_GT(count([](const refine::Watch& watch) { return watch.carried_by >= 0; }), 0);
    EXPECT_GT(count([&](const refine::Watch& watch) { return watch.point.joint == joint; }), 0);
    expect_derivatives(setting(w), 1e-5);
}

}  // namespace
}  // namespace gambol
