// SPDX-License-Identifier: MIT
#include "animals.hpp"

#include "gambol/methods/gait/gait.hpp"
#include "gambol/methods/gait/reconstruct.hpp"
#include "gambol/motion/audit.hpp"
#include "gambol/scene/check_scene.hpp"
#include "support/mujoco_residual.hpp"

#include <gtest/gtest.h>

#include <numbers>

namespace gambol::gait {
namespace {

/// On level ground, along x.
Scene scene_of(const std::string& name, double speed)
{
    Scene scene;
    scene.name = name + "-gait";
    scene.surfaces.push_back({ "ground", Plane {}, 0.8, {} });
    SceneCharacter who { name, character(name), {} };
    who.start = place(who.body, who.body.poses.at("standing"), { 0, 0 }, 0);
    scene.characters.push_back(who);
    Task& task = scene.task.emplace<Task>();
    task.speed = speed;
    task.cycles = 2;
    return scene;
}

Result solved(const Scene& scene, const Watcher& watcher = {})
{
    return solve(scene, task_of<Task>(scene), watcher);
}

void give_timing(Scene& scene, const Timing& timing)
{
    Task& task = task_of<Task>(scene);
    const Animal own = make_animal(scene.characters[0].body);
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

/// Σ force × time over a motion, world.
Eigen::Vector3d impulse_of(const Motion& motion)
{
    Eigen::Vector3d sum = Eigen::Vector3d::Zero();
    for (const MotionContact& contact : motion.characters.front().contacts)
        for (size_t k = 0; k + 1 < motion.times.size(); ++k)
            sum += (motion.times[k + 1] - motion.times[k])
                * (contact.force[k] + contact.force[k + 1]) / 2;
    return sum;
}

TEST(Gait, UphillTheGroundPushesUpAndTheBodyRises)
{
    Scene scene = scene_of("biped", 1);
    Task& task = task_of<Task>(scene);
    task.slope = 0.1;
    give_timing(scene, usual_timing(animal("biped"), 1 / animal("biped").speed_unit()));
    const Result result = solved(scene);
    ASSERT_TRUE(result.found);
    EXPECT_EQ(failures(result.motion), "");
    const Motion& motion = result.motion;
    const auto& positions = motion.characters.front().positions;
    const Eigen::Vector3d way = positions.back()[0] - positions.front()[0];
    EXPECT_NEAR(way.z() / way.x(), std::tan(0.1), 1e-6);
    // Over whole cycles nothing but the weight is to be borne, straight up.
    const Eigen::Vector3d impulse = impulse_of(motion) / motion.times.back();
    EXPECT_NEAR(impulse.z(), scene.characters.front().body.total_mass() * kGravity, 2);
    EXPECT_NEAR(impulse.x(), 0, 2);
}

TEST(Gait, InACurveTheBodyLeansAndIsPushedToTheCentre)
{
    Scene scene = scene_of("human", 2.5);
    Task& task = task_of<Task>(scene);
    task.radius = 4;
    task.cycles = 4;
    const Animal own = animal("human");
    give_timing(scene, usual_timing(own, task.speed / own.speed_unit()));
    const Result result = solved(scene);
    ASSERT_TRUE(result.found);
    EXPECT_EQ(failures(result.motion), "");
    const MotionCharacter& who = result.motion.characters.front();
    const double angle = task.speed / task.radius * result.motion.times.back();
    // It has gone along the circle about (0, 4), facing along it, leaning inwards.
    const Eigen::Vector3d center(0, task.radius, 0);
    const Eigen::Quaterniond turned(Eigen::AngleAxisd(angle, Eigen::Vector3d::UnitZ()));
    EXPECT_LT(
        (turned * (who.positions.front()[0] - center) + center - who.positions.back()[0]).norm(),
        1e-6);
    EXPECT_LT(
        turned.angularDistance(who.rotations.back()[0] * who.rotations.front()[0].conjugate()),
        1e-6);
    const size_t head = size_t(scene.characters.front().body.find_segment("head"));
    double lean = 0, inward = 0;
    for (size_t k = 0; k + 1 < result.motion.times.size(); ++k) {
        const Eigen::Vector3d root = who.positions[k][0];
        const Eigen::Vector3d to_center
            = Eigen::Vector3d(-root.x(), task.radius - root.y(), 0).normalized();
        lean += (who.positions[k][head] - root).normalized().dot(to_center);
        for (const MotionContact& contact : who.contacts)
            inward += contact.force[k].dot(to_center);
    }
    const double samples = double(result.motion.times.size() - 1);
    const double mass = scene.characters.front().body.total_mass();
    EXPECT_GT(lean / samples, 0.02);
    EXPECT_NEAR(inward / samples, mass * task.speed * task.speed / task.radius,
        0.05 * mass * task.speed * task.speed / task.radius);
}

TEST(Gait, APayloadIsBorneByTheGround)
{
    Scene scene = scene_of("biped", 1);
    Task& task = task_of<Task>(scene);
    task.payload = Payload { 10, 0, { -0.2, 0, 0.4 } };
    give_timing(scene, usual_timing(animal("biped"), 1 / animal("biped").speed_unit()));
    const Result result = solved(scene);
    ASSERT_TRUE(result.found);
    EXPECT_EQ(failures(result.motion), "");
    const double mass = scene.characters.front().body.total_mass() + 10;
    EXPECT_NEAR(
        impulse_of(result.motion).z() / result.motion.times.back(), mass * kGravity, 0.005 * mass);
}

TEST(Gait, ALoadedSegmentHasTheInertiaOfBothMasses)
{
    const Character body = character("biped");
    const Payload payload { 3, 0, { 0.1, -0.2, 0.5 } };
    const Segment &before = body.segments[0], after = loaded(body, payload).segments[0];
    // About the frame's origin moments of inertia add.
    const auto about_origin = [](const Segment& s) -> Eigen::Matrix3d {
        return s.inertia
            + s.mass
            * (s.com.squaredNorm() * Eigen::Matrix3d::Identity() - s.com * s.com.transpose());
    };
    const Eigen::Vector3d& at = payload.at;
    const Eigen::Matrix3d own
        = 3 * (at.squaredNorm() * Eigen::Matrix3d::Identity() - at * at.transpose());
    EXPECT_NEAR((about_origin(after) - about_origin(before) - own).norm(), 0, 1e-12);
    EXPECT_NEAR(after.mass, before.mass + 3, 1e-12);
}

TEST(Gait, StandingFeetHardlyPivot)
{
    // The biped walks on its toes, which could turn on the spot for nothing.
    Scene scene = scene_of("biped", 0.7);
    task_of<Task>(scene).cycles = 6;
    give_timing(scene, usual_timing(animal("biped"), 0.7 / animal("biped").speed_unit()));
    EXPECT_EQ(failures(solved(scene).motion), "");
}

TEST(Gait, SaysHowStiffItsSpringsAre)
{
    Scene scene = scene_of("biped", 1);
    task_of<Task>(scene).springs = true;
    const Animal own = animal("biped");
    give_timing(scene, usual_timing(own, 1 / own.speed_unit()));
    const Result result = solved(scene);
    const double most = Springs::kMostStiffness * own.mass * kGravity * own.leg;
    double stiffest = 0;
    int springs = 0;
    for (const Figure& figure : result.figures)
        if (figure.unit == "N m/rad") {
            EXPECT_GE(figure.value, 0) << figure.name;
            EXPECT_LE(figure.value, 1.001 * most) << figure.name;
            stiffest = std::max(stiffest, figure.value);
            ++springs;
        }
    EXPECT_EQ(springs, Springs(own).count());
    EXPECT_GT(stiffest, 0.1 * most);
}

TEST(Gait, TellsOfStepsTowardsBetterProportionsAndStopsThere)
{
    Scene scene = scene_of("biped", 1);
    task_of<Task>(scene).form.emplace();
    const Animal own = animal("biped");
    give_timing(scene, usual_timing(own, 1 / own.speed_unit()));
    Watcher watcher;
    std::vector<double> costs;
    watcher.on_form = [&](const FormProgress& form) {
        costs.push_back(form.cost / form.cost_before);
        return costs.size() < 2;
    };
    const Result result = solved(scene, watcher);
    ASSERT_EQ(costs.size(), 2u);
    EXPECT_LT(costs.back(), 1);
    EXPECT_TRUE(result.body);
}

TEST(Gait, GivenTimingsMakeMotionsThatPassTheAudit)
{
    struct Case {
        const char* body;
        double speed;
    };
    for (const Case& c : { Case { "biped", 1.2 }, Case { "human", 3 }, Case { "horse", 1 },
             Case { "quadruped", 1 } }) {
        Scene scene = scene_of(c.body, c.speed);
        const Animal own = animal(c.body);
        Timing timing = usual_timing(own, c.speed / own.speed_unit());
        for (FootTiming& foot : timing.feet)
            foot.duty += 0.05;
        give_timing(scene, timing);
        check_scene(scene);
        const Result result = solved(scene);
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

/// Without a price on it a knee exerted 1.4 times its strength at 1.2 m/s, a hip 1.5 times at 3
/// m/s.
TEST(Gait, JointsKeepTheirStrengthAndWeaklingsFailTheAudit)
{
    Scene scene = scene_of("human", 1.2);
    give_timing(scene, usual_timing(animal("human"), 1.2 / animal("human").speed_unit()));
    EXPECT_EQ(failures(solved(scene).motion), "");
    for (Segment& segment : scene.characters[0].body.segments)
        for (Dof& dof : segment.dofs)
            for (double* limit : { &dof.torque_lower, &dof.torque_upper })
                *limit *= 0.1;
    const std::string weak = failures(solved(scene).motion);
    EXPECT_NE(weak.find("torque of"), std::string::npos) << weak;
}

TEST(Gait, ATrottingHorseKeepsItsHindFeetOffItsForeLegs)
{
    // The timing that a search found; the hind feet went 3 cm into the fore cannons.
    Scene scene = scene_of("horse", 3.5);
    const Animal own = animal("horse");
    give_timing(scene,
        { 0.8 / own.time_unit(), { { 0, 0.42 }, { 0.5, 0.42 }, { 0.45, 0.47 }, { 0.95, 0.47 } } });
    check_scene(scene);
    const Result result = solved(scene);
    ASSERT_TRUE(result.found);
    EXPECT_EQ(failures(result.motion), "");
}

/// A shank went 18 cm into the pelvis, and 14 cm into the lower foreleg of its side; hooves skimmed
/// the ground over half a metre before they touched down.
TEST(Gait, ARunningHorseFoldsItsLegsAgainstItsBodyNotIntoIt)
{
    Scene scene = scene_of("horse", 10);
    const Animal own = animal("horse");
    const double period = 0.913 / own.time_unit();
    give_timing(scene, { period, { { 0, 0.2 }, { 0.5, 0.2 }, { 0.71, 0.19 }, { 0.21, 0.19 } } });
    const Result result = solved(scene);
    ASSERT_TRUE(result.found);
    EXPECT_EQ(failures(result.motion), "");
}

/// Legs across from each other went 9 cm into each other, and into the one in the middle.
TEST(Gait, FiveLegsKeepOutOfEachOther)
{
    Scene scene = scene_of("pentaped", 4);
    task_of<Task>(scene).symmetric = false;
    const Animal own = animal("pentaped");
    give_timing(scene,
        { 0.56 / own.time_unit(),
            { { 0, 0.27 }, { 0.64, 0.33 }, { 0.63, 0.39 }, { 0.35, 0.34 }, { 0.29, 0.36 } } });
    const Result result = solved(scene);
    ASSERT_TRUE(result.found);
    EXPECT_EQ(failures(result.motion), "");
}

TEST(Gait, ABipedFindsAWalkAndARun)
{
    double duties[2], periods[2];
    for (const bool fast : { false, true }) {
        Scene scene = scene_of("biped", fast ? 3 : 0.7);
        task_of<Task>(scene).search = { .generations = 6, .samples = 12 };
        const Result result = solved(scene, { .threads = 2 });
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
    Scene scene = scene_of("biped", 1.2);
    task_of<Task>(scene).search = { .generations = 3, .samples = 6 };
    const Result one = solved(scene);
    Watcher threads { .threads = 3 };
    std::string saved;
    threads.on_generation
        = [&](const Study&, const SearchProgress& progress, const Checkpoint& checkpoint) {
              saved = encode(checkpoint);
              return progress.generation < 1;
          };
    const Result stopped = solved(scene, threads);
    EXPECT_TRUE(stopped.stopped);
    EXPECT_TRUE(stopped.found);
    const Result resumed = solved(scene, { .threads = 2, .from = decode(saved) });
    EXPECT_EQ(resumed.cycle.timing.period, one.cycle.timing.period);
    EXPECT_EQ(resumed.cycle.control, one.cycle.control);
    EXPECT_EQ(resumed.solves, one.solves);
    EXPECT_EQ(resumed.history.size(), one.history.size());
    EXPECT_FALSE(resumed.stopped);
}

TEST(Gait, StoppedBeforeAnythingWasFoundItKeepsTheUsualTiming)
{
    Scene scene = scene_of("biped", 1.2);
    const Result result = solved(scene, { .wanted = [] { return false; } });
    EXPECT_TRUE(result.stopped);
    ASSERT_TRUE(result.found);
    EXPECT_EQ(result.warnings.size(), 1u);
    EXPECT_NEAR(result.cycle.timing.period, usual_period(result.cycle.speed), 1e-9);
}

TEST(Gait, GoesTheWayTheSceneHasItsCharacter)
{
    Scene scene = scene_of("biped", 1.2);
    const Animal own = animal("biped");
    give_timing(scene, usual_timing(own, 1.2 / own.speed_unit()));
    const Motion along_x = solved(scene).motion;
    SceneCharacter& who = scene.characters[0];
    const double quarter = std::numbers::pi / 2;
    who.start = place(who.body, who.body.poses.at("standing"), { 3, -2 }, quarter);
    const Motion along_y = solved(scene).motion;
    const Eigen::Quaterniond turn(Eigen::AngleAxisd(quarter, Eigen::Vector3d::UnitZ()));
    const size_t last = along_x.times.size() - 1;
    for (const size_t k : { size_t(0), last }) {
        const Eigen::Vector3d moved = turn * along_x.characters[0].positions[k][1];
        EXPECT_LT(
            (along_y.characters[0].positions[k][1] - moved - Eigen::Vector3d(3, -2, 0)).norm(),
            1e-9);
    }
    EXPECT_EQ(failures(along_y), "");
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

}  // namespace
}  // namespace gambol::gait
