// SPDX-License-Identifier: MIT
#include "gambol/methods/cio/mounting.hpp"

#include "gambol/io/scene/job_reader.hpp"
#include "gambol/methods/cio/company.hpp"
#include "gambol/methods/cio/contact_choice.hpp"
#include "gambol/methods/cio/footsteps.hpp"
#include "gambol/methods/cio/guide.hpp"
#include "gambol/methods/cio/limb_masses.hpp"
#include "gambol/methods/cio/reconstruct.hpp"
#include "support/shipped_scene.hpp"

#include <gtest/gtest.h>

/// Who stands on whom, before anything is optimised.
namespace gambol::cio {
namespace {

using Eigen::Vector3d;
using Eigen::VectorXd;

/// As a start has it when contacts are planned.
struct Mounted {
    Scene scene;
    CioScene ready;
    VectorXd x;

    explicit Mounted(Scene given)
        : scene(std::move(given))
        , ready(prepare(scene))
        , x(VectorXd::Zero(ready.layout.variables()))
    {
        for (int k = 0; k < ready.layout.segments; ++k)
            x.segment(ready.layout.q(k), ready.layout.coordinates) = ready.start;
        set_contacts(ready.layout, contact_variable(0.1), x);
        EXPECT_TRUE(write_guide(ready, {}, x));
        const std::vector<Footsteps> steps = write_footsteps(ready, x);
        plan_contacts(ready, std::vector<Carry> {}, x);
        plan_contacts(ready, steps, x);
        plan_mounted_contacts(ready, x);
    }

    /// Contact activity of a foot in a phase with the world, or with what bears it.
    [[nodiscard]] double activity(int limb, int phase, bool borne) const
    {
        for (const ContactPair& pair : ready.model.contacts)
            if (pair.character == 0 && pair.patch == limb && pair.bears == borne
                && (borne || pair.support == 0))
                return contact_activity(x[ready.layout.z(phase * ready.layout.segments_per_phase)
                    - ready.layout.local_z() + pair.column]);
        return -1;
    }
};

Scene rider_and_quadruped(const std::string& more = {})
{
    return io::read_job_text("gambol: 1\nduration: 5s\ncharacters:\n"
                             "  ann: {model: human}\n"
            + more
            + "  rex: {model: quadruped, height: 0.75, at: [1.5, 0], facing: 0deg}\n"
              "goals:\n  - {who: ann, position: [1.5, 0, 1.48], stand: true}\n",
        "test.yaml", {})
        .scene;
}

TEST(Mounting, FeetMeanTheCrateOnceTheyAreOnIt)
{
    const Mounted crate(test::shipped_scene("stand-on-crate"));
    const int last = crate.ready.phases() - 1;
    for (int limb = 0; limb < 2; ++limb) {
        ASSERT_TRUE(crate.ready.model.characters[0].limbs[size_t(limb)].support);
        EXPECT_GT(crate.activity(limb, 0, false), 0.3);
        EXPECT_LT(crate.activity(limb, 0, true), 0.1);
        EXPECT_LT(crate.activity(limb, last, false), 0.1);
        EXPECT_GT(crate.activity(limb, last, true), 0.3);
        const int foot = crate.ready.layout.q(crate.ready.layout.segments - 1)
            + crate.ready.model.characters[0].effector(limb);
        EXPECT_NEAR(crate.x[foot + 2], 0.4, 1e-6);
    }
    // The crate itself rests all the time.
    const ContactPair& rests
        = *std::find_if(crate.ready.model.contacts.begin(), crate.ready.model.contacts.end(),
            [](const ContactPair& pair) { return pair.character == 1; });
    for (int phase = 0; phase <= last; ++phase)
        EXPECT_GT(contact_activity(
                      crate.x[crate.ready.layout.z(phase * crate.ready.layout.segments_per_phase)
                          - crate.ready.layout.local_z() + rests.column]),
            0.9);
}

/// The second foot had no time left, and stayed on the floor until the end.
TEST(Mounting, BothFeetGetUpInTime)
{
    const Mounted mounted(rider_and_quadruped());
    const int late = mounted.ready.phases() - 2;
    int up = 0;
    for (int limb = 0; limb < 2; ++limb)
        up += mounted.activity(limb, late, true) > 0.3;
    EXPECT_GE(up, 1);
    const Vector3d torso = mounted.x.segment<3>(
        mounted.ready.layout.q(late * mounted.ready.layout.segments_per_phase));
    EXPECT_LT((torso.head<2>() - Eigen::Vector2d(1.5, 0)).norm(), 0.05);
}

TEST(Mounting, WithoutANeedNobodyTouchesAnybody)
{
    Scene scene = rider_and_quadruped();
    const auto bears = [](const Scene& of) {
        const CioScene ready = prepare(of);
        return std::any_of(ready.model.contacts.begin(), ready.model.contacts.end(),
            [](const ContactPair& pair) { return pair.bears; });
    };
    EXPECT_TRUE(bears(scene));
    std::get<PositionGoal>(task_of<Task>(scene).goals[0].kind).with_height = false;
    EXPECT_FALSE(bears(scene));
    EXPECT_EQ(gather(scene).islands.size(), 2u);
}

TEST(Mounting, WhoStandsOnWhomShareForcesAndOthersDoNot)
{
    const Scene scene = rider_and_quadruped("  bob: {model: human, at: [0, 3]}\n");
    const Company company = gather(scene);
    ASSERT_EQ(company.islands.size(), 2u);
    EXPECT_EQ(company.islands[0].characters, (std::vector<int> { 0, 2 }));
    EXPECT_EQ(company.islands[1].characters, (std::vector<int> { 1 }));
    EXPECT_EQ(company.islands[0].ready.coupled_bodies().size(), 1u);
    // However they are grouped, a motion has them in the scene's order.
    VectorXd x = VectorXd::Zero(company.variables());
    std::vector<VectorXd> parts;
    for (const Island& island : company.islands) {
        VectorXd part = VectorXd::Zero(island.ready.layout.variables());
        set_contacts(island.ready.layout, contact_variable(0.01), part);
        (void)write_guide(island.ready, {}, part);
        parts.push_back(part);
    }
    const Motion motion = reconstruct(company, company.whole(parts)).motion;
    ASSERT_EQ(motion.characters.size(), 3u);
    EXPECT_EQ(motion.characters[0].name, "ann");
    EXPECT_EQ(motion.characters[1].name, "bob");
    EXPECT_EQ(motion.characters[2].name, "rex");
}

TEST(Mounting, TheBearerStandsOnAllItsFeet)
{
    const Mounted mounted(rider_and_quadruped());
    const SceneModel& model = mounted.ready.model;
    for (int phase = 0; phase < mounted.ready.phases(); ++phase)
        for (int i = 0; i < 4; ++i)
            EXPECT_GT(contact_activity(mounted.x[mounted.ready.layout.z(phase
                                                     * mounted.ready.layout.segments_per_phase)
                          - mounted.ready.layout.local_z() + model.columns[1].z + i]),
                0.9);
    const int last = mounted.ready.phases() - 1;
    for (int limb = 0; limb < 2; ++limb)
        EXPECT_GT(mounted.activity(limb, last, true), 0.3);
}

TEST(Mounting, WithAllMassesOnlyThingsBear)
{
    EXPECT_EQ(no_full_body_because(test::shipped_scene("stand-on-crate")), "");
    EXPECT_NE(
        no_full_body_because(rider_and_quadruped()).find("ann stands on rex"), std::string::npos);
}

/// A foot in the air above a crate came back to the floor beside it.
TEST(Mounting, WhatLacksSupportAboveABearerIsRevivedOnIt)
{
    Mounted crate(test::shipped_scene("stand-on-crate"));
    set_contacts(crate.ready.layout, contact_variable(0.01), crate.x);
    const int last = crate.ready.phases() - 1;
    std::vector<std::vector<double>> unsupported(
        2, std::vector<double>(size_t(crate.ready.phases()), 0.0));
    unsupported[0][size_t(last)] = 1;
    EXPECT_EQ(revive_contacts(crate.ready, unsupported, crate.x), 2);
    for (int limb = 0; limb < 2; ++limb) {
        EXPECT_GT(crate.activity(limb, last, true), 0.9);
        EXPECT_LT(crate.activity(limb, last, false), 0.1);
    }
}

}  // namespace
}  // namespace gambol::cio
