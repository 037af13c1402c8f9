// SPDX-License-Identifier: MIT
#include "gambol/methods/refine/reconstruct.hpp"
#include "gambol/methods/refine/refine_problem.hpp"
#include "gambol/methods/refine/unwarp.hpp"

#include "gambol/io/scene/job_reader.hpp"
#include "gambol/jobs/run_job.hpp"

#include "methods/refine/sway.hpp"
#include "support/mujoco_residual.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <stdexcept>

namespace gambol {
namespace {

using Eigen::VectorXd;

using refine::test::reference_in;
using refine::test::Sway;

VectorXd random_vector(Eigen::Index size, unsigned seed, double scale)
{
    std::mt19937 dice(seed);
    std::uniform_real_distribution<double> number(-scale, scale);
    return VectorXd::NullaryExpr(size, [&] { return number(dice); });
}

TEST(Refine, SlownessStretchesHoldsAndMovementAlike)
{
    const Sway sway;
    const refine::RefineProblem as_is(sway.scene, reference_in(sway.scene)),
        slow(sway.scene, reference_in(sway.scene), 1.5);
    EXPECT_NEAR(slow.plan().duration(), 1.5 * as_is.plan().duration(), 1e-9);
    ASSERT_EQ(slow.plan().changes.size(), as_is.plan().changes.size());
    EXPECT_NEAR(slow.plan().changes[1], 1.5 * as_is.plan().changes[1], 2);
    ASSERT_EQ(slow.start().size(), as_is.start().size());
    EXPECT_LT((slow.start() - as_is.start()).cwiseAbs().maxCoeff(), 0.01);
}

/// Gradient of the whole problem, torques beyond their limits included, against differences.
TEST(Refine, GradientIsThatOfTheCost)
{
    const Sway sway;
    refine::Weights weights;
    weights.hold = 100;  // so that no term drowns the others
    weights.physics = 10;
    weights.depth = 100;
    refine::RefineProblem problem(sway.scene, reference_in(sway.scene), 1, weights);
    const VectorXd x = problem.start() + random_vector(problem.start().size(), 3, 0.05);
    // Offsets of torques, and samples where limits were broken, take part.
    EXPECT_GT(problem.raise(x).torque, 1);
    VectorXd g;
    (void)problem.gradient(x, g);
    for (unsigned seed = 10; seed < 16; ++seed) {
        const VectorXd direction = random_vector(x.size(), seed, 1);
        constexpr double h = 1e-6;
        const double difference
            = (problem.value(x + h * direction) - problem.value(x - h * direction)) / (2 * h);
        EXPECT_NEAR(g.dot(direction), difference, 1e-5 * (std::abs(difference) + g.norm()));
    }
}

/// Everything that can be free is: the clock, the places; and everything that can be asked for is.
refine::Brief free_brief(const Scene& scene)
{
    refine::Weights weights;
    weights.hold = 100;
    weights.stick = 10;
    weights.physics = 10;
    weights.depth = weights.clear = 100;
    weights.effort = 1;
    weights.smooth = 1e-3;
    weights.posture = 0.1;
    weights.still = weights.pose = weights.aim = 10;
    const Reference& reference = reference_in(scene);
    refine::Brief brief = refine::following(scene, reference, 240, 1, weights);
    brief.free_clock = brief.free_places = brief.strict = true;
    brief.still_first = brief.still_last = true;
    brief.clearance = 0.1;
    const Eigen::VectorXd shares
        = VectorXd::Ones(refine::kRoot + scene.characters.front().body.dof_count());
    brief.first_pose = brief.posture = refine::PoseWish { reference.poses.front(), shares };
    refine::Aim aim;
    aim.time = 0.3;
    aim.point = refine::body_for(scene.characters.front().body, reference.poses)
                    .tree.point(0, Eigen::Vector3d::Zero());
    brief.aims = { aim };
    return brief;
}

void expect_gradient(refine::RefineProblem& problem, const VectorXd& x, const VectorXd& direction)
{
    VectorXd g;
    (void)problem.gradient(x, g);
    constexpr double h = 1e-6;
    const double difference
        = (problem.value(x + h * direction) - problem.value(x - h * direction)) / (2 * h);
    EXPECT_NEAR(g.dot(direction), difference, 1e-5 * (std::abs(difference) + g.norm()));
}

TEST(Refine, GradientWithAFreeClockIsThatOfTheCost)
{
    const Sway sway;
    refine::RefineProblem problem(sway.scene, reference_in(sway.scene), free_brief(sway.scene));
    const int n = problem.body().dofs(), m = problem.columns();
    ASSERT_EQ(m, n + 1);
    VectorXd x = problem.start() + random_vector(problem.start().size(), 3, 0.02);
    (void)problem.raise(x);
    for (unsigned seed = 10; seed < 13; ++seed) {
        VectorXd direction = random_vector(x.size(), seed, 1), clock = VectorXd::Zero(x.size());
        expect_gradient(problem, x, direction);
        for (Eigen::Index i = n; i < x.size(); i += m)
            clock[i] = direction[i];
        expect_gradient(problem, x, clock);
        expect_gradient(problem, x, direction - clock);
    }
}

TEST(Refine, ModelWithAFreeClockIsThatOfGaussAndNewton)
{
    const Sway sway;
    refine::RefineProblem problem(sway.scene, reference_in(sway.scene), free_brief(sway.scene));
    const VectorXd x = problem.start() + random_vector(problem.start().size(), 4, 0.01);
    VectorXd g, other;
    BlockTridiagonal H;
    EXPECT_EQ(problem.model(x, g, H), problem.gradient(x, other));
    EXPECT_LT((g - other).norm(), 1e-9 * g.norm());
    const Eigen::MatrixXd dense = H.dense();
    const Eigen::MatrixXd whole = dense.selfadjointView<Eigen::Lower>();
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen(whole);
    EXPECT_GT(eigen.eigenvalues().minCoeff(), -1e-9 * eigen.eigenvalues().maxCoeff());
}

/// A clock that stands still or runs backwards is no movement.
TEST(Refine, ClocksThatRunBackwardsCostInfinitely)
{
    const Sway sway;
    refine::RefineProblem problem(sway.scene, reference_in(sway.scene), free_brief(sway.scene));
    VectorXd x = problem.start();
    EXPECT_TRUE(std::isfinite(problem.value(x)));
    x[4 * problem.columns() + problem.body().dofs()] += 1;
    EXPECT_TRUE(std::isinf(problem.value(x)));
}

/// What was late comes late, holds and poses alike, and the ends stay.
TEST(Refine, UnwarpingTellsRealTimes)
{
    const Sway sway;
    refine::RefineProblem problem(sway.scene, reference_in(sway.scene), free_brief(sway.scene));
    VectorXd x = problem.start();
    const int n = problem.body().dofs(), m = problem.columns(),
              last = problem.spline().controls() - 1;
    for (int i = 0; i <= last; ++i)  // z rises to some 0.03 s in the middle
        x[i * m + n]
            = 0.03 * std::sin(M_PI * problem.spline().abscissa(i) / problem.spline().end());
    const refine::Unwarped real = refine::unwarp(problem, x);
    EXPECT_NEAR(real.reference.times.back(), problem.plan().duration(), 1e-9);
    ASSERT_EQ(real.plan.holds.size(), problem.plan().holds.size());
    for (std::size_t i = 0; i < real.plan.holds.size(); ++i) {
        const refine::Hold &now = real.plan.holds[i], &before = problem.plan().holds[i];
        EXPECT_EQ(now.begin, before.begin);
        const double late = before.end < problem.plan().frames ? 0.03 : 0;
        EXPECT_NEAR((now.end - before.end) * real.plan.frame, late, 0.006);
        EXPECT_LT((now.place - before.place).norm(), 0.01);
    }
    // The pose in the middle of the spline comes as late as the clock says.
    const double s = 0.25;
    refine::RefineProblem::Local at;
    const int interval = problem.spline().interval_at(s);
    problem.local(x,
        problem.spline().weights(
            interval, (s - problem.spline().time(interval, 0)) / problem.spline().length(interval)),
        at);
    const auto after = std::lower_bound(
        real.reference.times.begin(), real.reference.times.end(), s + at.late - 1e-9);
    const Pose& pose = real.reference.poses[std::size_t(after - real.reference.times.begin())];
    EXPECT_LT((pose.angles - at.q.tail(n - refine::kRoot)).cwiseAbs().maxCoeff(), 0.02);
}

/// Somebody who stands on the left foot and lifts the right one between `from` and `to`, of 5 s.
Reference lifts_a_foot(const Scene& scene, double from, double to, bool flies)
{
    const Character& body = scene.characters.front().body;
    Reference reference;
    for (int t = 0; t <= 300; ++t) {
        const double time = t / 60.0;
        reference.times.push_back(time);
        Pose pose = scene.characters.front().start;
        const double u = std::clamp((time - from) / (to - from), 0.0, 1.0);
        pose.angles[refine::test::angle_of(body, "right_hip_flexion")]
            += 0.5 * (1 - std::cos(2 * EIGEN_PI * u));
        reference.poses.push_back(pose);
        reference.touches.emplace_back(body.patches.size(), -1);
        for (std::size_t p = 0; p < body.patches.size(); ++p)
            if (body.patches[p].name == "left_foot" && !(flies && u > 0 && u < 1))
                reference.touches.back()[p] = 0;
    }
    return reference;
}

/// A turn of 170 degrees was done after 2.2 s of 5 and stood still from then on.
TEST(UseTheTime, WhoWaitsTakesTheTimeForTheMovement)
{
    const Scene scene = refine::test::Sway().scene;
    const Character& body = scene.characters.front().body;
    const auto told = [&](double from, double to, bool flies) {
        Reference reference = lifts_a_foot(scene, from, to, flies);
        refine::use_the_time(reference, body);
        return reference;
    };
    const Reference early = told(0.2, 2.2, false);
    EXPECT_EQ(early.times.front(), 0);
    EXPECT_EQ(early.times.back(), 5);
    EXPECT_TRUE(std::is_sorted(early.times.begin(), early.times.end()));
    EXPECT_NEAR(early.times[132] - early.times[12], 1.6 * 2, 0.25) << "what took 2 s";
    EXPECT_GT(early.times[132], 3.2);
    const Reference whole = told(0.2, 4.8, false), flight = told(0.2, 2.2, true);
    for (std::size_t t = 0; t < whole.times.size(); ++t) {
        EXPECT_NEAR(whole.times[t], double(t) / 60, 1e-9) << "no time to be had";
        EXPECT_NEAR(flight.times[t], double(t) / 60, 1e-9) << "falling takes its own time";
    }
}

TEST(Refine, ModelAgreesWithGradientAndIsPositive)
{
    const Sway sway;
    refine::RefineProblem problem(sway.scene, reference_in(sway.scene));
    const VectorXd x = problem.start() + random_vector(problem.start().size(), 4, 0.01);
    VectorXd g, other;
    BlockTridiagonal H;
    EXPECT_EQ(problem.model(x, g, H), problem.gradient(x, other));
    EXPECT_LT((g - other).norm(), 1e-9 * g.norm());
    const VectorXd direction = random_vector(x.size(), 5, 1);
    const Eigen::MatrixXd dense = H.dense();
    EXPECT_GT(direction.dot(dense.selfadjointView<Eigen::Lower>() * direction), 0);
}

TEST(Refine, RootAnglesStayClearOfNinetyDegreesForWhoeverLiesOnTheSide)
{
    const Scene scene = Sway().scene;
    std::vector<Pose> poses;
    for (int i = 0; i <= 10; ++i) {
        Pose pose = scene.characters.front().start;
        pose.root_rotation = Eigen::AngleAxisd(M_PI / 2 * (1 - i / 10.0), Eigen::Vector3d::UnitX());
        poses.push_back(pose);
    }
    const refine::Body body = refine::body_for(scene.characters.front().body, poses);
    EXPECT_LT(refine::worst_middle_sine(body, poses), 0.1);
    const std::vector<VectorXd> q = refine::coordinates_of(body, poses);
    for (std::size_t i = 0; i < poses.size(); ++i)
        EXPECT_LT(refine::pose_of(body, q[i]).root_rotation.angularDistance(poses[i].root_rotation),
            1e-9);
}

double figure(const JobResult& result, const std::string& name)
{
    for (const Figure& figure : result.report.figures)
        if (figure.name.starts_with(name))
            return figure.value;
    throw std::out_of_range(name);
}

double greatest_torque(const JobResult& result, const std::string& name)
{
    const MotionJoints& joints = result.motion.characters.front().joints;
    const auto at = std::find(joints.names.begin(), joints.names.end(), name);
    double most = 0;
    for (const VectorXd& torques : joints.torques)
        most = std::max(most, std::abs(torques[at - joints.names.begin()]));
    return most;
}

Dof& dof_of(Scene& scene, const std::string& name)
{
    for (Segment& segment : scene.characters.front().body.segments)
        for (Dof& dof : segment.dofs)
            if (dof.name == name)
                return dof;
    throw std::out_of_range(name);
}

/// A back that is too weak for the sway bends less.
TEST(Refine, TorquesKeepTheirLimitsWhereTheMovementCanGiveWay)
{
    Scene scene = Sway().scene;
    const double before = greatest_torque(run_scene(scene), "waist_flexion");
    Dof& waist = dof_of(scene, "waist_flexion");
    waist.torque_upper = 0.7 * before;
    waist.torque_lower = -0.7 * before;
    const JobResult result = run_scene(scene);
    EXPECT_LE(greatest_torque(result, "waist_flexion"), 0.7 * before);
    EXPECT_LE(figure(result, "torque_share_max"), 1);
    EXPECT_EQ(figure(result, "longer_than_reference"), 1);
    EXPECT_TRUE(result.report.audit.passed());
}

/// Who cannot even stand is told so, whatever the pace.
TEST(Refine, StrengthThatNeverSufficesIsSaid)
{
    Scene scene = Sway().scene;
    task_of<refine::Task>(scene).options.stretch = 1.2;
    for (const char* name : { "left_knee_flexion", "left_hip_flexion", "left_ankle_flexion" }) {
        dof_of(scene, name).torque_lower = -0.5;
        dof_of(scene, name).torque_upper = 0.5;
    }
    const JobResult result = run_scene(scene);
    EXPECT_GT(figure(result, "torque_share_max"), 1);
    const auto says = [&](const RunWarning& warning) {
        return warning.what.find("of its strength") != std::string::npos;
    };
    EXPECT_TRUE(std::any_of(result.report.warnings.begin(), result.report.warnings.end(), says));
}

double audited(const JobResult& result, const std::string& name)
{
    for (const AuditCheck& check : result.report.audit.checks)
        if (check.name == name)
            return check.value;
    throw std::out_of_range(name);
}

/// The hardest push of the world on the whole body [weight].
double hardest_push(const JobResult& result)
{
    const MotionCharacter& ann = result.motion.characters.front();
    double mass = 0, most = 0;
    for (const MotionBody& body : ann.bodies)
        mass += body.inertial.mass;
    for (std::size_t t = 0; t < result.motion.times.size(); ++t) {
        Eigen::Vector3d sum = Eigen::Vector3d::Zero();
        for (const MotionContact& contact : ann.contacts)
            sum += contact.force[t];
        most = std::max(most, sum.norm());
    }
    return most / (mass * 9.81);
}

/// A scene that refines another, whose movement is found with massless limbs: what is followed then
/// leaves most to do.
Job with_massless_reference(const std::string& name)
{
    Job job = io::read_job(GAMBOL_SOURCE_DIR "/scenes/" + name + ".yaml");
    EXPECT_TRUE(job.first);
    Job first = *job.first;
    auto& options = task_of<cio::Task>(first.scene).options;
    options.body = CioBody::features;
    options.starts = 2;
    job.first = std::make_shared<const Job>(std::move(first));
    return job;
}

JobResult expect_valid(const std::string& name)
{
    const Job job = with_massless_reference(name);
    const JobResult result = run_job(job);
    for (const AuditCheck& check : result.report.audit.checks)
        EXPECT_TRUE(check.passed) << check.name << " " << check.subject << " " << check.value;
    const MotionCharacter& ann = result.motion.characters.front();
    EXPECT_NE(result.motion.mass_model.find("every segment"), std::string::npos);
    for (const MotionBody& body : ann.bodies)
        EXPECT_GT(body.inertial.mass, 0) << body.name;
    EXPECT_EQ(ann.joints.torques.size(), result.motion.times.size());
    EXPECT_LE(figure(result, "torque_share_max"), 1);
    EXPECT_LT(hardest_push(result), 2);
    // MuJoCo's inverse dynamics says the same as our audit: within its limit, and not far apart.
    // It looks at single samples, of which those beside a jump of force see half the jump.
    const test::MujocoResidual second = test::mujoco_root_residual(result.motion, 0);
    EXPECT_LT(second.force_rms, 0.01);
    EXPECT_LT(second.torque_rms, 0.01);
    EXPECT_NEAR(second.force_rms, audited(result, "residual_force_rms"), 0.008);
    EXPECT_NEAR(second.torque_rms, audited(result, "residual_torque_rms"), 0.008);
    return result;
}

/// Correlation of two joints over a motion.
double correlation(const JobResult& result, const std::string& a, const std::string& b)
{
    const MotionJoints& joints = result.motion.characters.front().joints;
    const auto course = [&](const std::string& name) {
        const auto at = std::find(joints.names.begin(), joints.names.end(), name);
        VectorXd values(Eigen::Index(joints.values.size()));
        for (Eigen::Index t = 0; t < values.size(); ++t)
            values[t] = joints.values[std::size_t(t)][at - joints.names.begin()];
        return VectorXd(values.array() - values.mean());
    };
    const VectorXd x = course(a), y = course(b);
    return x.dot(y) / (x.norm() * y.norm());
}

TEST(RefineSlow, WalkBecomesValidForTheWholeBody)
{
    const JobResult walk = expect_valid("walk-fullbody");
    // Arms swing against the legs, though those of the reference hang.
    EXPECT_LT(correlation(walk, "left_shoulder_flexion", "left_hip_flexion"), -0.5);
    EXPECT_LT(correlation(walk, "right_shoulder_flexion", "right_hip_flexion"), -0.5);
}

TEST(RefineSlow, GettingUpBecomesValidForTheWholeBody)
{
    (void)expect_valid("get-up-fullbody");
}

// Poses fitted to the ranges of joints put a forearm 13.4 cm into the chest, from where nothing led
// out again.
TEST(RefineSlow, GettingUpFromTheSideBecomesValidForTheWholeBody)
{
    Job first = io::read_job(GAMBOL_SOURCE_DIR "/scenes/get-up-side.yaml");
    auto& options = task_of<cio::Task>(first.scene).options;
    options.body = CioBody::features;
    options.starts = 2;
    Job job = with_massless_reference("get-up-fullbody");
    job.first = std::make_shared<const Job>(std::move(first));
    job.scene.characters.front().start = job.first->scene.characters.front().start;
    const JobResult result = run_job(job);
    for (const AuditCheck& check : result.report.audit.checks)
        EXPECT_TRUE(check.passed) << check.name << " " << check.subject << " " << check.value;
    EXPECT_LE(figure(result, "torque_share_max"), 1);
}

TEST(RefineSlow, HandstandBecomesValidForTheWholeBody)
{
    (void)expect_valid("handstand-fullbody");
}

}  // namespace
}  // namespace gambol
