// SPDX-License-Identifier: MIT
#include "gambol/methods/spacetime/first_guess.hpp"

#include "gambol/methods/spacetime/contact_fit.hpp"
#include "support/shipped_scene.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

namespace gambol::spacetime {
namespace {

using Eigen::Vector3d;
using Eigen::VectorXd;
using test::shipped_scene;

struct Guessed {
    Scene scene;
    ScenePlan plan;
    SpacetimeProblem problem;
    VectorXd x;

    explicit Guessed(const std::string& name, double swing_share = 0.25,
        const std::vector<io::Override>& overrides = {})
        : scene(shipped_scene(name, overrides))
        , plan(plan_scene(scene))
        , problem(plan.plan)
        , x(first_guess(plan, problem, swing_share))
    {
    }
    [[nodiscard]] double control(int k, int dof) const { return x[k * problem.dofs() + dof]; }
    [[nodiscard]] double time(int k) const { return problem.spline().abscissa(k); }
    [[nodiscard]] int controls() const { return problem.spline().controls(); }
};

TEST(FirstGuess, TurnsHandsAndFeetDownWhereTheBodyTurnsOverThem)
{
    const Guessed g("cartwheel");
    ContactFit fit(g.plan.plan);
    std::vector<double> tilts;
    for (const Phase& phase : g.plan.plan.context.phases) {
        std::vector<WeightedTie> ties;
        for (const Tie& tie : phase.ties)
            ties.push_back({ &tie, 1 });
        for (int k = 0; k < g.controls(); ++k)
            if (g.time(k) > phase.begin && g.time(k) < phase.end)
                tilts.push_back(
                    fit.tilt(g.x.segment(k * g.problem.dofs(), g.problem.dofs()), ties));
    }
    // Most of the time flat within 3°; who has just come down, or is about to leave, is not there
    // yet.
    std::sort(tilts.begin(), tilts.end());
    EXPECT_LT(tilts[tilts.size() * 7 / 10], 0.05);
    EXPECT_LT(tilts[tilts.size() * 17 / 20], 0.3);
    EXPECT_LT(tilts.back(), 0.95);
}

TEST(FirstGuess, CoordinatesGoStraightFromKeyToKey)
{
    const Guessed g("broad-jump");
    // The keys of each coordinate, as the plan pins them.
    for (int dof = 0; dof < g.problem.dofs(); ++dof) {
        if (dof == g.plan.turning_dof)
            continue;
        std::vector<const Pin*> pins;
        for (const Pin& pin : g.plan.plan.pins)
            if (pin.dof == dof && pin.order == 0)
                pins.push_back(&pin);
        for (size_t i = 1; i < pins.size(); ++i)
            for (int k = 0; k < g.controls(); ++k) {
                const double share
                    = (g.time(k) - pins[i - 1]->time) / (pins[i]->time - pins[i - 1]->time);
                if (share < 0 || share > 1)
                    continue;
                const double expected
                    = pins[i - 1]->value + share * (pins[i]->value - pins[i - 1]->value);
                EXPECT_NEAR(g.control(k, dof), expected, 1e-12) << "coordinate " << dof;
            }
    }
}

TEST(FirstGuess, SomersaultsInFlightAndNotOnFeet)
{
    const Guessed g("backflip");
    const int turning = g.plan.turning_dof;
    double in_flight = 0, on_feet = 0;
    for (int k = 1; k < g.controls(); ++k) {
        const double turned = std::abs(g.control(k, turning) - g.control(k - 1, turning));
        const double middle = (g.time(k) + g.time(k - 1)) / 2;
        for (const Phase& phase : g.plan.plan.context.phases)
            if (middle > phase.begin && middle < phase.end)
                (phase.kind == PhaseKind::flight ? in_flight : on_feet) += turned;
    }
    EXPECT_GT(in_flight, 1.5 * std::numbers::pi);
    EXPECT_LT(on_feet, 0.25 * in_flight);
}

TEST(FirstGuess, ASwingTurnsByTheShareAskedFor)
{
    // Between hanging and letting go; the rest of the turn is left to the flight.
    const auto turned = [](double share) {
        const Guessed g("dismount", share);
        const Phase& swing = g.plan.plan.context.phases.front();
        EXPECT_EQ(swing.kind, PhaseKind::grip);
        double last = g.control(0, g.plan.turning_dof);
        for (int k = 0; k < g.controls() && g.time(k) <= swing.end; ++k)
            last = g.control(k, g.plan.turning_dof);
        return std::abs(last - g.control(0, g.plan.turning_dof));
    };
    EXPECT_GT(turned(0.5), 1.2 * turned(0.25));
    EXPECT_GT(turned(0.25), 0.05);
}

TEST(FirstGuess, FlightsBeginAndEndWhereTheBodyIsOverItsFootholds)
{
    const Guessed g("leap");
    const std::vector<Phase>& phases = g.plan.plan.context.phases;
    int flights = 0;
    for (size_t i = 0; i < phases.size(); ++i) {
        if (phases[i].kind != PhaseKind::flight) {
            EXPECT_EQ(g.problem.flight_column(int(i)), -1);
            continue;
        }
        const auto flight = g.x.segment<6>(g.problem.flight_column(int(i)));
        const double T = phases[i].duration();
        const Vector3d landing
            = flight.head<3>() + T * flight.tail<3>() - Vector3d(0, 0, 0.5 * kGravity * T * T);
        // The guess stands upright throughout: as far ahead of one foot as of the next.
        const Vector3d from = phases[i - 1].ties.front().place,
                       to = phases[i + 1].ties.front().place;
        EXPECT_NEAR((landing - flight.head<3>()).x(), (to - from).x(), 0.05);
        for (const Vector3d& center : { Vector3d(flight.head<3>()), landing }) {
            EXPECT_GT(center.z(), 0.7);
            EXPECT_LT(center.z(), 1.2);
        }
        EXPECT_GT(flight[5], 0) << "who comes down later goes up first";
        ++flights;
    }
    EXPECT_EQ(flights, 2);
}

}  // namespace
}  // namespace gambol::spacetime
