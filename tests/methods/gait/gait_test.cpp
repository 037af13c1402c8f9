// SPDX-License-Identifier: MIT
#include "animals.hpp"

#include "gambol/methods/gait/gait.hpp"
#include "gambol/methods/gait/reconstruct.hpp"
#include "gambol/motion/audit.hpp"
#include "support/mujoco_residual.hpp"

#include <gtest/gtest.h>

namespace gambol::gait {
namespace {

Task task_of(const std::string& name, double speed)
{
    Task task;
    task.name = name;
    task.body = character(name);
    task.speed = speed;
    task.cycles = 2;
    return task;
}

void give_timing(Task& task, const Timing& timing)
{
    const Animal own = make_animal(task.body);
    task.period = timing.period * own.time_unit();
    for (size_t f = 0; f < own.feet.size(); ++f)
        if (!task.symmetric || own.feet[f].mirror >= int(f))
            task.feet[own.feet[f].name] = { timing.feet[f].start, timing.feet[f].duty };
}

std::string failures(const Motion& motion)
{
    std::string text;
    for (const AuditCheck& check : audit(motion).checks)
        if (!check.passed)
            text += check.name + " of " + check.subject + ": " + std::to_string(check.value) + "\n";
    return text;
}

/// Height of the centre of mass above a cycle's ground.
double height_of_mass(const Animal& own, const Cycle& cycle, double frame)
{
    const Eigen::VectorXd q = cycle.at(frame).q;
    const std::vector<double> at(q.begin(), q.end()), rest(at.size());
    dynamics::State<double> state(own.body.tree);
    dynamics::update<double>(own.body.tree, { at, rest, rest }, state);
    return state.total.first.z / own.body.tree.mass();
}

TEST(Gait, AHopperFliesAlongTheParabola)
{
    const Animal own = animal("monopod");
    const double speed = 2 / own.speed_unit();
    const Timing timing { 1.6, { { 0, 0.5 } } };
    Settings settings;
    settings.frames = 40;
    const TimingSolution solution = solve_timing(own, timing, speed, settings);
    ASSERT_LE(solution.violation, kFeasible);
    // In the air from the last frame of the stance (20) to the first (40): z = z₀ + v t − t²/2, so
    // half way it is t²/8 above the mean of both ends.
    const double flight = timing.period / 2;
    const double rise = height_of_mass(own, solution.cycle, 30)
        - 0.5 * (height_of_mass(own, solution.cycle, 20) + height_of_mass(own, solution.cycle, 40));
    EXPECT_NEAR(rise, flight * flight / 8, 0.01 * flight * flight / 8);
    // What pushes it up during a cycle is its weight, on average.
    EXPECT_NEAR(solution.cycle.feet.row(2).mean(), 1, 0.01);
}

TEST(Gait, GivenTimingsMakeMotionsThatPassTheAudit)
{
    struct Case {
        const char* body;
        double speed;
    };
    for (const Case& c : { Case { "biped", 1.2 }, Case { "human", 3 }, Case { "horse", 1 },
             Case { "quadruped", 1 } }) {
        Task task = task_of(c.body, c.speed);
        const Animal own = make_animal(task.body);
        Timing timing = usual_timing(own, c.speed / own.speed_unit());
        for (FootTiming& foot : timing.feet)
            foot.duty += 0.05;
        give_timing(task, timing);
        ASSERT_EQ(complaint(task), "");
        const Result result = solve(task);
        ASSERT_TRUE(result.found) << c.body;
        EXPECT_EQ(failures(result.motion), "") << c.body << ' ' << c.speed;
        // It travels.
        const auto& positions = result.motion.characters[0].positions;
        EXPECT_NEAR(positions.back()[0].x() - positions.front()[0].x(),
            c.speed * result.motion.times.back(), 1e-6);
        // MuJoCo agrees; it looks at single samples.
        const test::MujocoResidual second = test::mujoco_root_residual(result.motion, 0);
        EXPECT_LT(second.force_rms, 0.015) << c.body << ' ' << c.speed;
        EXPECT_LT(second.torque_rms, 0.03) << c.body << ' ' << c.speed;
    }
}

TEST(Gait, ABipedFindsAWalkAndARun)
{
    double duties[2], periods[2];
    for (const bool fast : { false, true }) {
        Task task = task_of("biped", fast ? 3 : 0.7);
        task.search.generations = 6;
        task.search.samples = 12;
        task.search.elites = 4;
        task.search.threads = 2;
        const Result result = solve(task);
        ASSERT_TRUE(result.found);
        duties[fast] = result.cycle.timing.feet[0].duty;
        periods[fast] = result.cycle.timing.period;
        EXPECT_NEAR(periods[fast] / usual_period(result.cycle.speed), 1, 0.35);
    }
    EXPECT_GT(duties[0], 0.5);
    EXPECT_LT(duties[1], 0.5);
    EXPECT_GT(periods[0], periods[1]);
}

TEST(Gait, ThreadsAndAResumedSearchGiveTheSameTiming)
{
    Task task = task_of("biped", 1.2);
    task.search.generations = 3;
    task.search.samples = 4;
    task.search.elites = 2;
    const Result one = solve(task);
    Task threads = task;
    threads.search.threads = 3;
    std::string saved;
    const Result stopped = solve(threads, [&](const SearchProgress& progress) {
        saved = basin_cma::encode(progress.state);
        return progress.generation < 1;
    });
    EXPECT_TRUE(stopped.stopped);
    EXPECT_TRUE(stopped.found);
    const Result resumed = solve(threads, {}, basin_cma::decode(saved));
    EXPECT_EQ(resumed.cycle.timing.period, one.cycle.timing.period);
    EXPECT_EQ(resumed.cycle.control, one.cycle.control);
    EXPECT_FALSE(resumed.stopped);
}

TEST(Gait, SymmetricTimingsComeOutSymmetricWithoutBeingTold)
{
    const Animal own = animal("biped");
    const double speed = 1.2 / own.speed_unit();
    Settings settings;
    TimingSolveOptions exact;
    exact.optimality_tolerance = 1e-6;
    const TimingSolution whole
        = solve_timing(own, usual_timing(own, speed), speed, settings, exact);
    ASSERT_LE(whole.violation, kFeasible);
    const Cycle& cycle = whole.cycle;
    for (int i = 0; i < 15; ++i)
        EXPECT_LT((own.mirrored(cycle.control.col(i)) - cycle.control.col(i + 15))
                      .tail(own.dofs() - 2)
                      .norm(),
            0.01)
            << i;
}

TEST(Gait, TasksThatCannotBeSolvedSayWhy)
{
    Task task = task_of("biped", 1);
    EXPECT_EQ(complaint(task), "");
    task.speed = 0;
    EXPECT_NE(complaint(task).find("speed"), std::string::npos);
    task.speed = 200;
    EXPECT_NE(complaint(task).find("reach"), std::string::npos);
    task.speed = 1;
    task.feet["tail"] = {};
    EXPECT_NE(complaint(task).find("'tail'"), std::string::npos);
    task.feet = { { "left_leg", { {}, 1.2 } } };
    EXPECT_NE(complaint(task).find("duty"), std::string::npos);
    task.feet = { { "left_leg", { 0.0, 0.5 } }, { "right_leg", { 0.4, 0.5 } } };
    EXPECT_NE(complaint(task).find("symmetric"), std::string::npos);
    task.symmetric = false;
    EXPECT_EQ(complaint(task), "");
    for (Limb& limb : task.body.limbs)
        limb.support = false;
    EXPECT_NE(complaint(task).find("legs"), std::string::npos);
}

}  // namespace
}  // namespace gambol::gait
