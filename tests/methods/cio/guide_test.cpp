// SPDX-License-Identifier: MIT
#include "gambol/methods/cio/guide.hpp"

#include "gambol/geometry/nearest.hpp"
#include "gambol/io/scene/job_reader.hpp"
#include "gambol/math/rotation.hpp"
#include "gambol/methods/cio/contact_choice.hpp"
#include "gambol/methods/cio/heading.hpp"

#include <gtest/gtest.h>

#include <filesystem>

namespace gambol::cio {
namespace {

using Eigen::VectorXd;

struct Guided {
    Job job;
    CioScene ready;
    VectorXd x;
    bool glides = false;

    explicit Guided(const char* name)
        : Guided(io::read_job(
            std::filesystem::path(GAMBOL_SOURCE_DIR) / "scenes" / (std::string(name) + ".yaml")))
    {
    }
    explicit Guided(Job of)
        : job(std::move(of))
        , ready(prepare(job.scene))
        , x(VectorXd::Zero(ready.layout.variables()))
    {
        for (int k = 0; k < ready.layout.segments; ++k)
            x.segment(ready.layout.q(k), ready.layout.coordinates) = ready.start;
        set_contacts(ready.layout, contact_variable(0.1), x);
        glides = write_guide(ready, {}, x);
    }
    [[nodiscard]] Eigen::Vector3d torso(int segment) const
    {
        return x.segment<3>(ready.layout.q(segment));
    }
};

TEST(Guide, EndsWhereTheGoalIsAndNeverInsideAnything)
{
    for (const char* name :
        { "walk", "step-over", "get-over", "climb", "stairs", "crawl", "gap" }) {
        const Guided guided(name);
        EXPECT_EQ(guided.glides, name != std::string("crawl") && name != std::string("climb"))
            << name;
        const int last = guided.ready.layout.segments - 1;
        for (const Goal& goal : task_of<Task>(guided.job.scene).goals)
            if (const auto* position = std::get_if<PositionGoal>(&goal.kind)) {
                EXPECT_LT((guided.torso(last) - position->target).head<2>().norm(), 1e-9) << name;
            }
        for (int k = 0; k <= last; ++k)
            for (const Shape& surface : guided.ready.model.surfaces())
                EXPECT_GT(nearest_surface_point(surface, guided.torso(k)).distance, 0.15)
                    << name << " segment " << k;
    }
}

TEST(Guide, GoesUnderACeilingAndOverAWall)
{
    const Guided crawl("crawl"), over("get-over");
    double lowest = 9, highest = 0;
    for (int k = 0; k < crawl.ready.layout.segments; ++k)
        lowest = std::min(lowest, crawl.torso(k).z());
    for (int k = 0; k < over.ready.layout.segments; ++k)
        highest = std::max(highest, over.torso(k).z());
    EXPECT_LT(lowest, 0.5);
    EXPECT_GT(highest, 1.4);
}

/// How high the patch of a limb is, and how its normal and the torso's axis stand to the vertical.
struct LimbPose {
    double height, level, upright;
};
LimbPose limb_pose(const Guided& guided, int segment, int limb)
{
    const FeatureModel& model = guided.ready.model.characters[0];
    const VectorXd q = guided.x.segment(guided.ready.layout.q(segment), model.coordinates());
    const int e = model.effector(limb);
    return { q[e + 2],
        (rotation_matrix(q.segment<3>(e + 3)) * model.patches[size_t(limb)].axes.col(2)).z(),
        rotation_matrix(q.segment<3>(3))(2, 2) };
}

TEST(Guide, WhoTurnsOverPassesThroughAllFours)
{
    for (const char* name : { "get-up-back", "get-up-side", "get-up-stomach", "handstand" }) {
        const Guided guided(name);
        EXPECT_FALSE(guided.glides) << name;
        bool on_all_limbs = false;
        const int segments = guided.ready.layout.segments;
        for (int k = 0; k < segments; ++k) {
            bool all = true;
            for (int i = 0; i < int(guided.ready.model.characters[0].limbs.size()); ++i) {
                const LimbPose limb = limb_pose(guided, k, i);
                all = all && std::abs(limb.height) < 0.05 && limb.level > 0.9;
            }
            on_all_limbs = on_all_limbs || all;
        }
        EXPECT_TRUE(on_all_limbs) << name;
    }
    const Guided back("get-up-back"), handstand("handstand");
    EXPECT_NEAR(back.torso(back.ready.layout.segments - 1).z(),
        back.ready.model.characters[0].standing_height, 1e-6);
    EXPECT_GT(limb_pose(back, back.ready.layout.segments - 1, 0).upright, 0.999);
    const FeatureModel& model = handstand.ready.model.characters[0];
    for (int i = 0; i < int(model.limbs.size()); ++i) {
        const LimbPose end = limb_pose(handstand, handstand.ready.layout.segments - 1, i);
        EXPECT_LT(end.upright, -0.999);
        if (model.limbs[size_t(i)].support)
            EXPECT_GT(end.height, 1.5);
        else
            EXPECT_NEAR(end.height, 0, 1e-6);
    }
}

/// Somebody on a level floor, with the goals of a scene.
Guided guided_by(const std::string& goals)
{
    return Guided(io::read_job_text(
        "gambol: 1\nmethod: cio\nduration: 6s\ncharacters: {ann: {model: human}}\ngoals:\n" + goals,
        "goals.yaml", "."));
}

/// About the vertical, at the ends of segments, without jumps by whole turns [rad].
std::vector<double> headings(const Guided& guided)
{
    std::vector<double> all;
    for (int k = 0; k < guided.ready.layout.segments; ++k) {
        const double now
            = heading_of(Eigen::Quaterniond(guided.ready.model.characters.front().turn_of(
                guided.x.segment<3>(guided.ready.layout.q(k) + 3))));
        const double before = all.empty() ? 0 : all.back();
        all.push_back(before + wrapped(now - before));
    }
    return all;
}

TEST(Guide, AHalfTurnAndAnotherAreAWholeOne)
{
    const std::vector<double> all = headings(guided_by(
        "  - {who: ann, facing: 180deg, when: 3s}\n  - {who: ann, facing: 0deg, stand: true}\n"));
    EXPECT_NEAR(std::abs(all.back()), 2 * EIGEN_PI, 1e-6) << "not there and back";
    for (std::size_t k = 1; k + 2 < all.size(); ++k)
        EXPECT_GT((all[k] - all[k - 1]) * all.back(), 0) << "does not stop half-way, segment " << k;
    const std::vector<double> back = headings(guided_by(
        "  - {who: ann, facing: 90deg, when: 3s}\n  - {who: ann, facing: 0deg, stand: true}\n"));
    EXPECT_NEAR(back.back(), 0, 1e-6);
}

/// Near a whole turn rotation vectors do not say which way a lean goes: nobody got there.
TEST(Guide, WhoTurnsRoundKeepsAwayFromAWholeTurnOfRotationVectors)
{
    for (const char* way : { "180deg", "-180deg" }) {
        const Guided guided = guided_by(std::string("  - {who: ann, when: 3s, facing: ") + way
            + "}\n  - {who: ann, facing: 0deg, stand: true}\n");
        const FeatureModel& model = guided.ready.model.characters.front();
        for (int k = 0; k < guided.ready.layout.segments; ++k)
            for (int i = -1; i < int(model.limbs.size()); ++i)
                EXPECT_LT(guided.x
                              .segment<3>(guided.ready.layout.q(k)
                                  + (i < 0 ? model.torso() : model.effector(i)) + 3)
                              .norm(),
                    1.3 * EIGEN_PI)
                    << way << " segment " << k << " limb " << i;
    }
    EXPECT_TRUE(Guided("walk").ready.model.characters.front().home.isIdentity());
}

/// Who was not told where to face had turned back at the end of a long way.
TEST(Guide, WhoHasWalkedFarFacesWhereItWent)
{
    const std::vector<double> far
        = headings(guided_by("  - {who: ann, position: [0, 3], stand: true}\n"));
    EXPECT_NEAR(far.back(), EIGEN_PI / 2, 0.01);
    const std::vector<double> near
        = headings(guided_by("  - {who: ann, position: [0, 0.5], stand: true}\n"));
    EXPECT_NEAR(near.back(), 0, 1e-6) << "a step aside";
}

TEST(Guide, TakesItsTimeUnderACeiling)
{
    const Guided crawl("crawl");
    int low = 0;
    for (int k = 0; k < crawl.ready.layout.segments; ++k)
        low += crawl.torso(k).z() < 0.5;
    // 1.2 of 3.2 m take a third more than their share of the time.
    EXPECT_GT(low, 1.3 * 1.2 / 3.2 * crawl.ready.layout.segments);
}

TEST(ContactChoice, HoldsWhatTouchesAtTheStart)
{
    Guided guided("walk");
    hold_start_contacts(guided.ready, guided.x);
    const int z = guided.ready.layout.z(0);
    EXPECT_GT(contact_activity(guided.x[z]), 0.9);  // feet
    EXPECT_GT(contact_activity(guided.x[z + 1]), 0.9);
    EXPECT_LT(contact_activity(guided.x[z + 2]), 0.2);  // a hand
}

TEST(ContactChoice, RevivesTheNearestPatchesOfAPhaseThatLacksSupport)
{
    Guided guided("walk");
    set_contacts(guided.ready.layout, contact_variable(0.01), guided.x);
    std::vector<std::vector<double>> unsupported(
        1, std::vector<double>(size_t(guided.ready.phases()), 0.0));
    EXPECT_EQ(revive_contacts(guided.ready, unsupported, guided.x), 0);
    unsupported[0][3] = 1;
    EXPECT_EQ(revive_contacts(guided.ready, unsupported, guided.x), 2);
    const int per_phase = guided.ready.layout.segments_per_phase;
    const int z = guided.ready.layout.z(3 * per_phase);
    EXPECT_GT(contact_activity(guided.x[z]), 0.9);
    EXPECT_GT(contact_activity(guided.x[z + 1]), 0.9);
    EXPECT_LT(contact_activity(guided.x[z + 2]), 0.2);
    EXPECT_LT(contact_activity(guided.x[guided.ready.layout.z(2 * per_phase)]), 0.2);
}

TEST(ContactChoice, RevivesNothingAgainstACeiling)
{
    Guided guided("crawl");
    const FeatureModel& model = guided.ready.model.characters[0];
    set_contacts(guided.ready.layout, contact_variable(0.01), guided.x);
    const int phase = guided.ready.phases() / 2;
    const int z = guided.ready.layout.z(phase * guided.ready.layout.segments_per_phase);
    std::vector<std::vector<double>> unsupported(
        1, std::vector<double>(size_t(guided.ready.phases()), 0.0));
    unsupported[0][size_t(phase)] = 1;
    // Twice two: four limbs. What is next is the trunk, 35 cm below the ceiling and above the
    // floor.
    for (int i = 0; i < 3; ++i)
        (void)revive_contacts(guided.ready, unsupported, guided.x);
    for (size_t i = 0; i < model.patches.size(); ++i) {
        const FeaturePatch& patch = model.patches[i];
        const double activity = contact_activity(guided.x[z + int(i)]);
        if (patch.limb >= 0 || patch.name == "belly") {
            EXPECT_GT(activity, 0.9) << patch.name;
        } else if (patch.name == "back") {
            EXPECT_LT(activity, 0.2);
        }
    }
}

TEST(ContactChoice, DecidesForOnOrOff)
{
    Guided guided("walk");
    const int z = guided.ready.layout.z(0);
    guided.x[z] = contact_variable(0.25);
    guided.x[z + 1] = contact_variable(0.35);
    decide_contacts(guided.ready.layout, guided.x);
    EXPECT_LT(contact_activity(guided.x[z]), 0.02);
    EXPECT_GT(contact_activity(guided.x[z + 1]), 2.9);
}

}  // namespace
}  // namespace gambol::cio
