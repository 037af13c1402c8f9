// SPDX-License-Identifier: MIT
#include "gambol/methods/cio/footsteps.hpp"

#include "gambol/geometry/nearest.hpp"
#include "gambol/io/scene/job_reader.hpp"
#include "gambol/math/rotation.hpp"
#include "gambol/methods/cio/contact_choice.hpp"
#include "gambol/methods/cio/guide.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>

namespace gambol::cio {
namespace {

using Eigen::Vector3d;
using Eigen::VectorXd;

Job shipped(const char* name)
{
    return io::read_job(
        std::filesystem::path(GAMBOL_SOURCE_DIR) / "scenes" / (std::string(name) + ".yaml"));
}

Job written(const std::string& duration, const std::string& goal)
{
    return io::read_job_text("gambol: 1\nmethod: cio\nduration: " + duration
            + "\nworld:\n  ground: {friction: 0.8}\ncharacters:\n  ann: {model: human}\n"
              "goals:\n  - {who: ann, stand: true, "
            + goal + "}\n",
        "scene.yaml", ".");
}

struct Stepping {
    Job job;
    CioScene ready;
    VectorXd x;
    std::vector<Footsteps> steps;

    explicit Stepping(Job what)
        : job(std::move(what))
        , ready(prepare(job.scene))
        , x(VectorXd::Zero(ready.layout.variables()))
    {
        for (int k = 0; k < ready.layout.segments; ++k)
            x.segment(ready.layout.q(k), ready.layout.coordinates) = ready.start;
        set_contacts(ready.layout, contact_variable(0.1), x);
        (void)write_guide(ready, {}, x);
        steps = write_footsteps(ready, x);
        plan_contacts(ready, steps, x);
    }
    [[nodiscard]] const FeatureModel& model() const { return ready.model.characters.front(); }
    /// Of a foot when a phase ends.
    [[nodiscard]] Vector3d foot(int limb, int phase) const
    {
        const int segment = (phase + 1) * ready.layout.segments_per_phase - 1;
        return x.segment<3>(ready.layout.q(segment) + model().effector(limb));
    }
    [[nodiscard]] std::vector<int> moves() const
    {
        std::vector<int> moves;
        for (const int limb : steps.front().swings)
            if (limb >= 0)
                moves.push_back(limb);
        return moves;
    }
};

TEST(Footsteps, OfAWalkAlternateAndStandWhereNobodySaysTheySwing)
{
    const Stepping walk(shipped("walk"));
    ASSERT_EQ(walk.steps.size(), 1u);
    const std::vector<int>& swings = walk.steps.front().swings;
    ASSERT_EQ(int(swings.size()), walk.ready.phases());
    EXPECT_EQ(swings.front(), -1) << "sets out from both feet";
    EXPECT_EQ(swings.back(), -1) << "and ends on both";
    const std::vector<int> moves = walk.moves();
    ASSERT_GE(moves.size(), 4u);
    const auto other = [&](int limb) { return limb == moves[0] ? moves[1] : moves[0]; };
    for (size_t i = 1; i < moves.size(); ++i)
        EXPECT_NE(moves[i], moves[i - 1]);
    for (int limb = 0; limb < int(walk.model().limbs.size()); ++limb)
        if (walk.model().limbs[size_t(limb)].support)
            for (int phase = 1; phase < walk.ready.phases(); ++phase) {
                const double way = (walk.foot(limb, phase) - walk.foot(limb, phase - 1)).norm();
                if (swings[size_t(phase)] == limb) {
                    EXPECT_GT(way, 0.05);
                    EXPECT_LT((walk.foot(limb, phase) - walk.foot(other(limb), phase)).norm(),
                        walk.model().standing_height)
                        << "no leg reaches farther";
                } else {
                    EXPECT_EQ(way, 0);
                }
                const double z
                    = walk.x[walk.ready.layout.z(phase * walk.ready.layout.segments_per_phase)
                        + limb];
                EXPECT_EQ(contact_activity(z) > 0.1, swings[size_t(phase)] != limb);
            }
}

TEST(Footsteps, ComeAsOftenAsPeopleStep)
{
    for (const double speed : { 0.8, 1.0, 1.2, 1.4 }) {
        const double distance = 5;
        const Stepping walk(written(
            fmt::format("{}s", distance / speed + 1), fmt::format("position: [{}, 0]", distance)));
        const double phase
            = walk.ready.layout.segments_per_phase * walk.ready.layout.segment_duration;
        EXPECT_GT(60 / phase, 88) << speed;
        EXPECT_LT(60 / phase, 125) << speed;
    }
}

TEST(Footsteps, TurnOnTheSpot)
{
    const Stepping turn(written("4s", "facing: 170deg, position: [0, 0]"));
    const std::vector<int> moves = turn.moves();
    EXPECT_GE(moves.size(), 4u) << "not in one go";
    const int leg = moves.front();
    const Eigen::Matrix3d R = rotation_matrix(turn.x.segment<3>(
        turn.ready.layout.q(turn.ready.layout.segments - 1) + turn.model().effector(leg) + 3));
    EXPECT_LT(R(0, 0), -0.9) << "feet end where the trunk looks";
}

TEST(Footsteps, LieOnStairsWithTheWholeSole)
{
    const Stepping stairs(shipped("stairs"));
    ASSERT_EQ(stairs.steps.size(), 1u);
    for (int limb = 0; limb < int(stairs.model().limbs.size()); ++limb) {
        if (!stairs.model().limbs[size_t(limb)].support)
            continue;
        const FeaturePatch& patch = stairs.model().patches[size_t(limb)];
        for (int phase = 0; phase < stairs.ready.phases(); ++phase)
            for (const double x : { -1.0, 1.0 }) {
                const Vector3d toe
                    = stairs.foot(limb, phase) + Vector3d(x * patch.half_size.x(), 0, 0);
                double nearest = 1;
                for (const Shape& surface : stairs.ready.model.surfaces())
                    nearest = std::min(nearest, nearest_surface_point(surface, toe).distance);
                EXPECT_NEAR(nearest, 0, 0.011) << "phase " << phase;
            }
    }
}

/// The first foot went down to a tread from 56 cm away, and the trunk dived after it.
TEST(Footsteps, GoUpAndDownFromNearby)
{
    const auto two_steps = [](double first, double second) {
        return fmt::format("  first: {{box: {{size: [1.45, 1.6, 2], at: [-0.275, 0, {}]}}}}\n"
                           "  second: {{box: {{size: [1.735, 1.6, 2], at: [-0.1325, 0, {}]}}}}\n",
            first - 1, second - 1);
    };
    for (const double rise : { 0.1, 0.144, 0.18 }) {
        const Stepping down(io::read_job_text(
            "gambol: 1\nmethod: cio\nduration: 5.4s\nworld:\n  ground: {friction: 0.8}\n"
                + two_steps(2 * rise, rise)
                + "characters:\n  ann: {model: human}\n"
                  "goals:\n  - {who: ann, position: [1.32, 0], facing: 0deg, stand: true}\n",
            "down.yaml", "."));
        ASSERT_EQ(down.steps.size(), 1u);
        const std::vector<int>& swings = down.steps.front().swings;
        int steps_down = 0;
        for (int phase = 1; phase < down.ready.phases(); ++phase)
            for (int limb = 0; limb < int(down.model().limbs.size()); ++limb)
                for (int other = 0; other < int(down.model().limbs.size()); ++other) {
                    if (swings[size_t(phase)] != limb || other == limb
                        || !down.model().limbs[size_t(other)].support)
                        continue;
                    const Vector3d way = down.foot(limb, phase) - down.foot(other, phase);
                    if (std::abs(way.z()) < 0.05)
                        continue;
                    ++steps_down;
                    EXPECT_LT(way.x(), 0.45) << "rise " << rise << ", phase " << phase;
                }
        EXPECT_GE(steps_down, 2);
    }
}

TEST(Footsteps, AreNobodysWhoLiesOrHasFourLegs)
{
    EXPECT_TRUE(Stepping(shipped("get-up-back")).steps.empty());
    EXPECT_TRUE(Stepping(shipped("walk-quadruped")).steps.empty());
}

}  // namespace
}  // namespace gambol::cio
