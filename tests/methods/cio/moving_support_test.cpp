// SPDX-License-Identifier: MIT
#include "gambol/math/gravity.hpp"
#include "gambol/methods/cio/contact_forces.hpp"
#include "gambol/methods/cio/contact_geometry.hpp"
#include "gambol/methods/cio/terms/goals.hpp"
#include "methods/cio/terms/all_terms.hpp"
#include "support/feature_instants.hpp"
#include "support/finite_difference.hpp"

#include <gtest/gtest.h>

/// Contacts whose support moves: patches of one character on what another one carries.
namespace gambol::cio {
namespace {

using Eigen::Vector3d;
using Eigen::VectorXd;
using test::Stage;

constexpr int kRider = 0, kMount = 1;

/// The first contact with something that moves.
int first_shared(const Stage& stage)
{
    int i = 0;
    while (stage.scene.supports[size_t(stage.scene.contacts[size_t(i)].support)].carrier == kWorld)
        ++i;
    return i;
}

TEST(MovingSupport, TermsHaveTheRightDerivatives)
{
    const Stage stage = test::mounted_stage();
    std::vector<std::unique_ptr<Term>> terms;
    terms.push_back(std::make_unique<ContactDistance>(kRider));
    terms.push_back(std::make_unique<ContactAlignment>(kRider));
    terms.push_back(std::make_unique<ContactSlip>(kRider));
    terms.push_back(std::make_unique<ContactSpin>(kRider));
    for (const auto& term : terms)
        for (const VectorXd& y : test::mounted_instants(stage, 91, 3)) {
            EXPECT_EQ(test::wrong_derivatives(stage, *term, y), "") << &term - terms.data();
            // They do depend on the mount.
            LocalModel local;
            local.reset(stage.size(), Detail::gradient);
            TermWorkspace work;
            term->add(stage.instant(y), work, local);
            const FeatureColumns& mount = stage.scene.columns[kMount];
            EXPECT_GT(local.gradient().segment<6>(mount.q).norm()
                    + local.gradient().segment<6>(mount.v).norm(),
                1e-6);
        }
}

TEST(MovingSupport, PhysicsOfTwoBodiesHasTheRightDerivatives)
{
    for (const bool grips : { false, true }) {
        Stage stage = test::mounted_stage();
        if (grips)
            for (FeaturePatch& patch : stage.scene.characters[kRider].patches)
                patch.grip = patch.limb >= 0;
        PhysicsOptions strict = test::physics_options(PhysicsForm::value);
        strict.gap_price = 400;
        strict.slip_price = 40;
        for (const PhysicsOptions& options : { test::physics_options(PhysicsForm::value),
                 test::physics_options(PhysicsForm::residual), strict }) {
            const PhysicsViolation physics({ kRider, kMount }, options);
            for (const VectorXd& y : test::mounted_instants(stage, 92, 2))
                EXPECT_EQ(test::wrong_derivatives(stage, physics, y, test::kPhysicsCheck), "")
                    << int(options.form) << " " << options.gap_price << " " << grips;
        }
    }
}

TEST(MovingSupport, CornersAreSeenFromIt)
{
    // Rider and mount moved together, as one rigid thing: nothing changes between them.
    const Stage stage = test::mounted_stage();
    const int shared = first_shared(stage);
    const int coordinates = stage.columns().v;
    for (const VectorXd& y : test::mounted_instants(stage, 93, 3)) {
        // A screw about the vertical: v = w + ω × p.
        const Vector3d w(0.4, -0.3, 0.2), omega(0, 0, 0.7);
        VectorXd screw = y;
        for (const int who : { kRider, kMount })
            for (int c = 0; c <= int(stage.scene.characters[size_t(who)].limbs.size()); ++c) {
                const int q = stage.scene.columns[size_t(who)].q + 6 * c, v = coordinates + q;
                screw.segment<3>(v) = w + omega.cross(Vector3d(y.segment<3>(q)));
                screw.segment<3>(v + 3)
                    = turning_frame(y.segment<3>(q + 3), Vector3d::Zero()).left_jacobian.inverse()
                    * omega;
            }
        const SceneInstant moving = stage.instant(screw), still = stage.instant(y);
        for (size_t i = size_t(shared); i < moving.contacts.size(); ++i) {
            const ContactState& contact = moving.contacts[i];
            EXPECT_NEAR(spin(moving, contact).value[0], 0, 1e-12);
            for (int k = 0; k < kCorners; ++k) {
                EXPECT_LT(slip_at(moving, contact, contact.arm[size_t(k)]).value.norm(), 1e-12);
                EXPECT_GT(
                    slip_at(still, still.contacts[i], contact.arm[size_t(k)]).value.norm(), 1e-3);
            }
        }
    }
}

/// Both at rest, the rider's soles flat on the top of a level box on the mount's back.
VectorXd riding(Stage& stage)
{
    auto& box = std::get<Box>(stage.scene.supports[1].shapes[0]);
    box.rotation.setIdentity();
    VectorXd y = VectorXd::Zero(stage.size());
    const auto place = [&](int who, const Vector3d& feet) {
        const FeatureModel& model = stage.scene.characters[size_t(who)];
        const int q = stage.scene.columns[size_t(who)].q;
        y.segment<3>(q) = feet + model.standing_height * Vector3d::UnitZ();
        for (int i = 0; i < int(model.limbs.size()); ++i) {
            y.segment<3>(q + model.effector(i)) = y.segment<3>(q) + model.limbs[size_t(i)].rest;
            y.segment<3>(q + model.effector(i) + 3)
                = rotation_vector(model.limbs[size_t(i)].rest_axes);
            y[q + model.swivel(i)] = model.limbs[size_t(i)].rest_swivel;
        }
    };
    place(kMount, Vector3d::Zero());
    const Vector3d top = y.segment<3>(stage.scene.columns[kMount].q) + box.center
        + box.half_size.z() * Vector3d::UnitZ();
    place(kRider, top);
    y.tail(Eigen::Index(stage.scene.contacts.size())).setConstant(-20);
    for (const ContactPair& pair : stage.scene.contacts) {
        const FeatureModel& model = stage.scene.characters[size_t(pair.character)];
        const int limb = model.patches[size_t(pair.patch)].limb;
        const bool foot = limb >= 0 && model.limbs[size_t(limb)].support;
        if (foot && (pair.character == kMount) == (pair.support == 0))
            y[pair.column] = contact_variable(1);
    }
    return y;
}

void let_it_bear(Stage& stage)
{
    for (ContactPair& pair : stage.scene.contacts)
        pair.bears
            = stage.scene.supports[size_t(pair.support)].carrier == stage.scene.torso(kMount);
}

/// Feet that shall stand were drawn to the floor through whatever they stood on.
TEST(MovingSupport, WhoStandsOnItStands)
{
    Stage stage = test::mounted_stage();
    const VectorXd y = riding(stage);
    const Stands stands(kRider, stage.scene.characters[kRider], Stands::On::feet);
    EXPECT_GT(test::cost_of(stage, stands, y), 0.1);
    let_it_bear(stage);
    EXPECT_TRUE(stage.scene.bears(kRider, kMount));
    EXPECT_FALSE(stage.scene.bears(kMount, kRider));
    EXPECT_LT(test::cost_of(stage, stands, y), 1e-9);
    for (const VectorXd& shaken : test::mounted_instants(stage, 97, 3))
        EXPECT_EQ(test::wrong_derivatives(stage, stands, shaken), "");
}

TEST(MovingSupport, RestingOnItCostsNothing)
{
    Stage stage = test::mounted_stage();
    VectorXd y = riding(stage);
    EXPECT_LT(test::cost_of(stage, ContactDistance(kRider), y), 1e-7);  // of idle contacts
    EXPECT_LT(test::cost_of(stage, ContactAlignment(kRider), y), 1e-7);
    EXPECT_EQ(test::cost_of(stage, ContactSlip(kRider), y), 0);
    // The mount sinks, or walks off.
    VectorXd sunk = y, leaving = y;
    sunk[stage.scene.columns[kMount].q + 2] -= 0.1;
    leaving[stage.scene.columns[kMount].v] = 0.2;
    EXPECT_NEAR(test::cost_of(stage, ContactDistance(kRider), sunk), 2 * 0.5 * 0.1 * 0.1, 1e-6);
    EXPECT_NEAR(test::cost_of(stage, ContactSlip(kRider), leaving), 2 * 0.5 * 0.2 * 0.2, 1e-6);
}

TEST(MovingSupport, TheMountCarriesBoth)
{
    Stage stage = test::mounted_stage();
    const VectorXd y = riding(stage);
    const PhysicsViolation together({ kRider, kMount }, {});
    EXPECT_LT(test::cost_of(stage, together, y), 0.05);

    const InstantForces forces = instant_forces(stage.instant(y, false));
    Vector3d on_rider = Vector3d::Zero(), on_mount = Vector3d::Zero();
    for (size_t i = 0; i < forces.contacts.size(); ++i)
        (stage.scene.contacts[i].character == kRider ? on_rider : on_mount)
            += forces.contacts[i].force;
    const double rider = stage.scene.characters[kRider].mass * kGravity,
                 mount = stage.scene.characters[kMount].mass * kGravity;
    for (const auto& [force, torque] : forces.bodies) {
        EXPECT_LT(force, 1e-3);
        EXPECT_LT(torque, 1e-3);
    }
    EXPECT_LT((on_rider - rider * Vector3d::UnitZ()).norm(), 0.01 * rider);
    EXPECT_LT((on_mount - (rider + mount) * Vector3d::UnitZ()).norm(), 0.01 * (rider + mount));
}

}  // namespace
}  // namespace gambol::cio
