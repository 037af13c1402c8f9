// SPDX-License-Identifier: MIT
#include "gambol/methods/cio/terms/limb_effort.hpp"
#include "gambol/methods/cio/terms/physics_violation.hpp"
#include "methods/cio/terms/all_terms.hpp"

#include "support/finite_difference.hpp"

#include <gtest/gtest.h>

#include <numbers>

namespace gambol::cio {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;
using Eigen::VectorXd;
using test::Stage;

const std::vector<std::string> kModels = { "human", "quadruped", "wide-biped" };

TEST(ContactTerms, RestingFootCostsNothing)
{
    for (const std::string& name : kModels) {
        const Stage stage = test::ground_stage(name);
        const VectorXd y = test::standing(stage);
        EXPECT_LT(test::cost_of(stage, ContactDistance(0), y), 1e-8) << name;
        EXPECT_LT(test::cost_of(stage, ContactAlignment(0), y), 1e-7) << name;
        EXPECT_EQ(test::cost_of(stage, ContactSlip(0), y), 0) << name;
        EXPECT_EQ(test::cost_of(stage, ContactSpin(0), y), 0) << name;
        EXPECT_EQ(test::cost_of(stage, SwingClearance(0), y), 0) << name;
        // Lifted, tilted, slid or turned it does cost.
        VectorXd lifted = y;
        lifted[stage.model().effector(0) + 2] += 0.1;
        EXPECT_NEAR(test::cost_of(stage, ContactDistance(0), lifted), 0.5 * 0.1 * 0.1, 1e-6);
        VectorXd tilted = y;
        tilted[stage.model().effector(0) + 3] += 0.1;
        EXPECT_NEAR(test::cost_of(stage, ContactAlignment(0), tilted), 0.5 * 0.1 * 0.1, 1e-4);
        VectorXd moving = y;
        moving[stage.columns().v + stage.model().effector(0)] = 0.2;
        moving[stage.columns().v + stage.model().effector(0) + 5] = 0.3;
        EXPECT_NEAR(test::cost_of(stage, ContactSlip(0), moving), 0.5 * 0.2 * 0.2, 1e-6);
        EXPECT_NEAR(test::cost_of(stage, ContactSpin(0), moving), 0.5 * 0.3 * 0.3, 1e-6);
    }
}

TEST(ContactTerms, PatchThatDoesNotTouchMayDoAsItLikes)
{
    const Stage stage = test::ground_stage();
    VectorXd y = test::awkward_instants(stage, 81)[0].y;
    const auto costs = [&] {
        return test::cost_of(stage, ContactDistance(0), y)
            + test::cost_of(stage, ContactAlignment(0), y) + test::cost_of(stage, ContactSlip(0), y)
            + test::cost_of(stage, ContactSpin(0), y);
    };
    EXPECT_GT(costs(), 0.1);
    y.tail(stage.model().patches.size()).setConstant(-20);
    EXPECT_LT(costs(), 1e-7);
}

/// A human with the named patch of the trunk on the floor, tipped about the patch's y axis over its
/// edge at −x, turning about that edge; no other contact.
VectorXd tipped_trunk(const Stage& stage, const std::string& patch_name, double angle, double rate)
{
    VectorXd y = test::standing(stage);
    y.tail(stage.model().patches.size()).setConstant(-20);
    const auto patch = std::find_if(stage.model().patches.begin(), stage.model().patches.end(),
        [&](const FeaturePatch& p) { return p.name == patch_name; });
    y[stage.columns().z + int(patch - stage.model().patches.begin())] = contact_variable(1);
    // The patch's normal points up after `upright`; the edge stays at the world's origin.
    const Matrix3d upright = patch->axes.transpose();
    const Matrix3d R = Eigen::AngleAxisd(-angle, Vector3d::UnitY()).matrix() * upright;
    const Vector3d edge = R * (patch->center - patch->half_size.x() * patch->axes.col(0));
    y.head<3>() = -edge;
    y.segment<3>(3) = rotation_vector(R);
    const Vector3d omega(0, -rate, 0);
    y.segment<3>(stage.columns().v) = omega.cross(-edge);
    // ω = J ṙ
    y.segment<3>(stage.columns().v + 3)
        = turning_frame(y.segment<3>(3), Vector3d::Zero()).left_jacobian.inverse() * omega;
    return y;
}

TEST(ContactTerms, TrunkRollsOverTheEdgeOfItsPatchForNothing)
{
    const Stage stage = test::ground_stage("human");
    for (const std::string name : { "back", "belly", "left_side", "seat" }) {
        const VectorXd flat = tipped_trunk(stage, name, 0, 0);
        EXPECT_LT(test::cost_of(stage, ContactDistance(0), flat), 1e-8) << name;
        // Tipped by 60° its far corners are 10 to 35 cm up. The near ones share what little the
        // potential keeps of four corners: ½ · 0.05² · log 2.
        const VectorXd rolling = tipped_trunk(stage, name, 1.05, 2);
        EXPECT_LT(test::cost_of(stage, ContactDistance(0), rolling), 9e-4) << name;
        EXPECT_LT(test::cost_of(stage, ContactSlip(0), rolling), 1e-3) << name;
        EXPECT_LT(test::cost_of(stage, ContactAlignment(0), rolling), 1e-8) << name;
        // Off the floor, or sliding along, it costs like any other patch.
        VectorXd lifted = rolling, sliding = rolling;
        lifted[2] += 0.1;
        sliding[stage.columns().v] += 0.2;
        EXPECT_GT(test::cost_of(stage, ContactDistance(0), lifted), 0.8 * 0.5 * 0.1 * 0.1) << name;
        EXPECT_NEAR(test::cost_of(stage, ContactSlip(0), sliding), 0.5 * 0.2 * 0.2, 4e-3) << name;
    }
}

TEST(BodyTerms, StandingStillIsAllowedAndIsWhatStandingMeans)
{
    for (const std::string& name : kModels) {
        const Stage stage = test::ground_stage(name);
        const VectorXd y = test::standing(stage);
        EXPECT_EQ(test::cost_of(stage, LimbLength(0), y), 0) << name;
        EXPECT_EQ(test::cost_of(stage, JointLimit(0), y), 0) << name;
        EXPECT_LT(test::cost_of(stage, Penetration(0), y), 1e-9) << name;
        EXPECT_EQ(test::cost_of(stage, SelfCollision(0), y), 0) << name;
        EXPECT_LT(test::cost_of(stage, RestPose(0), y), 1e-12) << name;
        EXPECT_LT(test::cost_of(stage, Stands(0, stage.model(), Stands::On::feet), y), 1e-9)
            << name;
        EXPECT_EQ(test::cost_of(stage, Still(0), y), 0) << name;
    }
}

/// Cones of hip and ankle together allowed 80°, of 65° that the joints have: who turned on the spot
/// left the feet behind.
TEST(BodyTerms, FeetPointNoFartherToTheSideThanLegsTurn)
{
    const Stage stage = test::ground_stage("human");
    const FeatureModel& model = stage.model();
    const double largest = std::sin(0.7 * 65 * M_PI / 180);
    for (size_t i = 0; i < model.limbs.size(); ++i) {
        EXPECT_NEAR(model.limbs[i].largest_side, model.limbs[i].support ? largest : 1, 1e-9);
        if (!model.limbs[i].support)
            continue;
        for (const double side : { -1, 1 }) {
            VectorXd y = test::standing(stage);
            double& turn = y[stage.columns().q + model.effector(int(i)) + 5];
            turn = side * 0.5;
            EXPECT_EQ(test::cost_of(stage, JointLimit(0), y), 0);
            turn = side * 1.2;
            const double excess = std::sin(1.2) - largest;
            EXPECT_GE(test::cost_of(stage, JointLimit(0), y), 0.5 * excess * excess - 1e-3);
        }
    }
}

TEST(RunningTerms, DoNotCareWhereTheSceneStandsOrWhichWayItFaces)
{
    const Stage stage = test::ground_stage();
    const VectorXd random = test::awkward_instants(stage, 82)[1].y;
    for (const test::TermCase& entry : test::all_terms()) {
        if (!entry.running)
            continue;
        VectorXd y = random;
        if (entry.provoke)
            entry.provoke(stage, y);
        // Accelerations of rotation vectors depend on the axes they are written in; that term
        // can only promise this for what does not spin.
        if (entry.name == "acceleration")
            for (int i = 0; i <= int(stage.model().limbs.size()); ++i) {
                const int r = (i == 0 ? 0 : stage.model().effector(i - 1)) + 3;
                y.segment<3>(stage.columns().v + r).setZero();
                y.segment<3>(stage.columns().a + r).setZero();
            }
        const auto term = entry.make(stage.model());
        const double cost = test::cost_of(stage, *term, y);
        EXPECT_GT(std::abs(cost), 1e-6) << entry.name;
        const double tolerance = 1e-8 * std::max(1.0, std::abs(cost));
        EXPECT_NEAR(
            test::cost_of(stage, *term, test::moved_scene(stage, y, { 3, -7 }, 0)), cost, tolerance)
            << entry.name << " moved";
        EXPECT_NEAR(test::cost_of(stage, *term, test::moved_scene(stage, y, { 0, 0 }, 1.3)), cost,
            tolerance)
            << entry.name << " turned";
    }
}

TEST(LimbEffort, ForceThroughBentOrLowLegsIsDear)
{
    const Stage stage = test::ground_stage();
    VectorXd y = test::standing(stage), crouched = y;
    crouched[2] -= 0.3;
    const auto effort
        = [&](const VectorXd& at) { return limb_effort(stage.instant(at), 0, 0).r.norm(); };
    EXPECT_LT(effort(y), 0.3);
    EXPECT_GT(effort(crouched), 4);
    // What costs is the force, not the posture: without load the crouch is free.
    const PhysicsViolation physics({ 0 }, {});
    EXPECT_GT(test::cost_of(stage, physics, crouched), 1.1 * test::cost_of(stage, physics, y));
    y[stage.columns().a + 2] = crouched[stage.columns().a + 2] = -kGravity;
    EXPECT_NEAR(test::cost_of(stage, physics, crouched), test::cost_of(stage, physics, y), 1e-3);
}

TEST(PhysicsViolation, OnlyCornersThatTouchAndRestPushCheaply)
{
    const Stage stage = test::ground_stage();
    PhysicsOptions strict;
    strict.gap_price = 1e4;
    strict.slip_price = 1e3;
    const PhysicsViolation easy({ 0 }, {}), hard({ 0 }, strict);
    VectorXd y = test::standing(stage), lifted = y, sliding = y;
    EXPECT_NEAR(test::cost_of(stage, hard, y), test::cost_of(stage, easy, y), 5e-3);
    for (int i = 0; i < int(stage.model().limbs.size()); ++i) {
        lifted[stage.model().effector(i) + 2] += 0.05;
        sliding[stage.columns().v + stage.model().effector(i)] = 0.3;
    }
    EXPECT_GT(test::cost_of(stage, hard, lifted), 3 * test::cost_of(stage, easy, lifted));
    EXPECT_GT(test::cost_of(stage, hard, sliding), 3 * test::cost_of(stage, easy, sliding));
}

/// The human with nothing but its back in contact, which faces a wall that leans: 0 is upright,
/// π/2 the floor. The trunk is turned half-way between the two.
Stage leaning_on_a_wall(double lean, VectorXd& y)
{
    Stage stage = test::ground_stage("human");
    const Eigen::AngleAxisd tip(-std::numbers::pi / 4, Vector3d::UnitY());
    y = test::standing(stage);
    y.tail(Eigen::Index(stage.model().patches.size())).setConstant(-20);
    for (size_t i = 0; i < stage.model().patches.size(); ++i) {
        const FeaturePatch& patch = stage.model().patches[i];
        if (patch.name != "back")
            continue;
        y[stage.columns().z + int(i)] = contact_variable(1);
        y.segment<3>(3) = tip.angle() * tip.axis();
        y.head<3>() = -(tip * patch.center);
    }
    // Its face goes through the middle of the patch.
    const Vector3d normal(std::cos(lean), 0, std::sin(lean));
    stage.set_surfaces({ Box { -5 * normal,
        Eigen::Quaterniond::FromTwoVectors(Vector3d::UnitX(), normal), { 5, 5, 5 } } });
    return stage;
}

TEST(PhysicsViolation, WallDoesNotCarryATrunkThatLeansOnIt)
{
    PhysicsOptions options;
    const PhysicsViolation early({ 0 }, options);
    options.gap_price = 1e5;
    const PhysicsViolation late({ 0 }, options);
    VectorXd y;
    const Stage floor = leaning_on_a_wall(std::numbers::pi / 2, y), wall = leaning_on_a_wall(0, y);
    EXPECT_GT(test::cost_of(wall, early, y), 3 * test::cost_of(floor, early, y));
    // ½ is what nothing at all costs.
    EXPECT_GT(test::cost_of(wall, late, y), 0.35);
}

std::vector<forces::Unit> units_of(const SceneInstant& instant, const ContactState& contact)
{
    std::vector<forces::Unit> units;
    add_units(instant, contact, 0, units);
    return units;
}

TEST(OutsideFriction, IsWhereThePatchIsTippedAndNotWhereItLiesFlat)
{
    Stage stage = test::ground_stage("human");
    stage.set_surfaces({ Plane {} }, 0.6);
    const auto largest = [&](double tip) {
        const SceneInstant instant = stage.instant(tipped_trunk(stage, "seat", tip, 0));
        double most = 0;
        for (const ContactState& contact : instant.contacts)
            if (contact.patch->name == "seat")
                for (const forces::Unit& unit : units_of(instant, contact))
                    most = std::max(most, outside_friction(instant, contact, unit).value[0]);
        return most;
    };
    EXPECT_EQ(largest(0), 0);
    EXPECT_EQ(largest(0.05), 0);
    // Tipped by a, the outermost edge of the pyramid lies atan(0.6) + a off the normal.
    const double a = 0.5, off = std::atan(0.6) + a, length = std::hypot(1, 0.6);
    EXPECT_NEAR(largest(a), length * (std::sin(off) - 0.6 * std::cos(off)) - 0.1, 1e-9);
}

TEST(PhysicsViolation, TellsWhatCornersCarryThatDoNotTouch)
{
    const Stage stage = test::ground_stage();
    const PhysicsViolation physics({ 0 }, {});
    VectorXd y = test::standing(stage);
    const auto from_afar = [&](double gap) {
        TermWorkspace work;
        (void)test::cost_of(stage, physics, y, work);
        return PhysicsViolation::carried_from_afar(stage.instant(y), work.forces, gap);
    };
    EXPECT_LT(from_afar(0.006), 0.02);  // the barrier's
    y.head<3>().z() += 0.02;
    for (int i = 0; i < int(stage.model().limbs.size()); ++i)
        y[stage.model().effector(i) + 2] += 0.02;
    EXPECT_GT(from_afar(0.006), 0.9);
    EXPECT_LT(from_afar(0.03), 0.1);
}

TEST(SwingClearance, HighFootMayMoveFreely)
{
    const Stage stage = test::ground_stage();
    VectorXd y = test::standing(stage);
    const int foot = stage.model().effector(0);
    y[stage.columns().v + foot] = 1;
    EXPECT_NEAR(test::cost_of(stage, SwingClearance(0), y), 0.5, 1e-9);
    y[foot + 2] = 0.04;
    EXPECT_NEAR(test::cost_of(stage, SwingClearance(0), y), 0.5 * 0.25, 1e-9);
    y[foot + 2] = 0.081;
    EXPECT_EQ(test::cost_of(stage, SwingClearance(0), y), 0);
}

TEST(Goals, MeasureTheDistanceToWhatTheyAskFor)
{
    const Stage stage = test::ground_stage();
    const VectorXd y = test::standing(stage);
    const Vector3d target(0.3, 0.4, 9);
    EXPECT_NEAR(test::cost_of(stage, TorsoAt(0, target, false), y), 0.5 * 0.25, 1e-12);
    EXPECT_NEAR(test::cost_of(stage, TorsoAt(0, target, true), y),
        0.5 * (0.25 + std::pow(9 - y[2], 2)), 1e-9);
    EXPECT_NEAR(test::cost_of(stage, TorsoFaces(0, Vector3d::UnitX()), y), 0, 1e-15);
    EXPECT_NEAR(test::cost_of(stage, TorsoFaces(0, Vector3d::UnitY()), y), 1, 1e-12);
    const VectorXd turned = test::moved_scene(stage, y, { 1, 2 }, 0.5 * std::acos(-1.0));
    EXPECT_NEAR(test::cost_of(stage, TorsoFaces(0, Vector3d::UnitY()), turned), 0, 1e-12);
    // Standing has no preferred place and direction.
    EXPECT_LT(test::cost_of(stage, Stands(0, stage.model(), Stands::On::feet), turned), 1e-9);
    VectorXd crouched = y;
    crouched[2] -= 0.2;
    EXPECT_GT(test::cost_of(stage, Stands(0, stage.model(), Stands::On::feet), crouched), 0.01);
}

/// Newtons and newton metres.
Eigen::Matrix<double, 6, 1> unscaled(const Stage& stage, const DemandedWrench& wrench)
{
    Eigen::Matrix<double, 6, 1> tau = wrench.tau * stage.model().mass * kGravity;
    tau.tail<3>() *= forces::kTorqueArm;
    return tau;
}

DemandedWrench demanded(const Stage& stage, const VectorXd& y)
{
    const SceneInstant instant = stage.instant(y);
    return demanded_wrench(instant, instant.bodies[0]);
}

TEST(DemandedWrench, OfABodyAtRestIsItsWeight)
{
    const Stage stage = test::ground_stage();
    const auto tau = unscaled(stage, demanded(stage, test::standing(stage)));
    EXPECT_NEAR(tau[2], 70 * 9.81, 1e-9);
    EXPECT_LT(tau.head<2>().norm() + tau.tail<3>().norm(), 1e-12);
}

TEST(DemandedWrench, OfAFallingBodyIsNothing)
{
    const Stage stage = test::ground_stage();
    VectorXd y = test::standing(stage);
    y[stage.columns().a + 2] = -kGravity;
    EXPECT_LT(demanded(stage, y).tau.norm(), 1e-14);
}

TEST(DemandedWrench, SpinAboutAPrincipalAxisNeedsNoTorque)
{
    const Stage stage = test::ground_stage();
    for (int axis = 0; axis < 3; ++axis) {
        VectorXd y = test::standing(stage);
        y[3 + axis] = 0.8;
        y[stage.columns().v + 3 + axis] = 6;
        EXPECT_LT(demanded(stage, y).tau.tail<3>().norm(), 1e-13);
    }
    // About any other axis the body wants to wobble.
    VectorXd y = test::standing(stage);
    y.segment<3>(stage.columns().v + 3) = Vector3d(3, 0, 3);
    EXPECT_GT(unscaled(stage, demanded(stage, y)).tail<3>().norm(), 5);
}

TEST(DemandedWrench, TorqueIsTheRateOfAngularMomentum)
{
    const Stage stage = test::ground_stage();
    test::Random random(83);
    for (int i = 0; i < 20; ++i) {
        const Vector3d r = random.uniform(0, 6) * random.direction(), rdot = random.vector(3, 3),
                       rddot = random.vector(3, 5);
        const auto momentum = [&](const VectorXd& t) {
            const Vector3d at = r + t[0] * rdot + 0.5 * t[0] * t[0] * rddot;
            const TurningFrame frame = turning_frame(at, rdot + t[0] * rddot);
            return VectorXd(
                frame.R * stage.model().inertia.asDiagonal() * frame.R.transpose() * frame.omega);
        };
        const VectorXd rate = test::central_jacobian(momentum, VectorXd::Zero(1), 1e-4);
        VectorXd y = test::standing(stage);
        y.segment<3>(3) = r;
        y.segment<3>(stage.columns().v + 3) = rdot;
        y.segment<3>(stage.columns().a + 3) = rddot;
        const auto tau = unscaled(stage, demanded(stage, y));
        EXPECT_LT((tau.tail<3>() - rate).norm(), 1e-7 * rate.norm());
        EXPECT_GT(rate.norm(), 1);
    }
}

/// What PhysicsViolation finds.
struct SolvedForces {
    std::vector<Vector3d> force;  // per patch, in units of weight
    double residual = 0;
};

SolvedForces solve_forces(const Stage& stage, const VectorXd& y, PhysicsOptions options)
{
    options.effort = false;
    TermWorkspace work;
    (void)test::cost_of(stage, PhysicsViolation({ 0 }, options), y, work);
    SolvedForces solved;
    solved.force.assign(stage.model().patches.size(), Vector3d::Zero());
    for (size_t j = 0; j < work.forces.units.size(); ++j) {
        const forces::Unit& unit = work.forces.units[j];
        solved.force[size_t(unit.contact)]
            += work.forces.problem.coefficients()[Eigen::Index(j)] * unit.push;
    }
    solved.residual = work.forces.residual.norm();
    return solved;
}

TEST(PhysicsViolation, FeetOfAStandingBodyCarryItAndIdleContactsDoNot)
{
    for (const std::string& name : kModels) {
        const Stage stage = test::ground_stage(name);
        const VectorXd y = test::standing(stage);
        const SolvedForces solved = solve_forces(stage, y, {});
        double carried = 0, idle = 0;
        for (size_t i = 0; i < solved.force.size(); ++i)
            if (y[stage.columns().z + int(i)] > -10)
                carried += solved.force[i].norm();
            else
                idle = std::max(idle, solved.force[i].norm());
        EXPECT_NEAR(carried, 1, 0.02) << name;
        EXPECT_LT(idle, 0.004) << name;
        EXPECT_LT(solved.residual, 0.02) << name;
        // What the choice of barrier is for: a hundred times more and they do carry.
        PhysicsOptions soft;
        soft.barrier = 1e-3;
        const SolvedForces softened = solve_forces(stage, y, soft);
        double soft_idle = 0;
        for (size_t i = 0; i < softened.force.size(); ++i)
            if (y[stage.columns().z + int(i)] < -10)
                soft_idle = std::max(soft_idle, softened.force[i].norm());
        EXPECT_GT(soft_idle, 3 * idle) << name;
    }
}

TEST(PhysicsViolation, CostsLittleWhenStandingAndALotWhenNothingTouches)
{
    for (const PhysicsForm form : { PhysicsForm::value, PhysicsForm::residual }) {
        const PhysicsViolation term({ 0 }, test::physics_options(form));
        const Stage stage = test::ground_stage();
        VectorXd y = test::standing(stage);
        const double stands = test::cost_of(stage, term, y);
        y.tail(stage.model().patches.size()).setConstant(-20);
        const double floats = test::cost_of(stage, term, y);
        EXPECT_LT(stands, 0.01);
        EXPECT_GT(floats, 0.1);
        // Falling freely needs nobody.
        y[stage.columns().a + 2] = -kGravity;
        EXPECT_LT(test::cost_of(stage, term, y), 0.01);
    }
}

TEST(ForceUnits, StayInTheFrictionPyramidAndPushFromThePatch)
{
    Stage stage = test::gripping_stage();
    stage.set_surfaces({ Plane {} }, 0.6);
    const SceneInstant instant = stage.instant(test::awkward_instants(stage, 84)[0].y);
    for (const ContactState& contact : instant.contacts) {
        const std::vector<forces::Unit> units = units_of(instant, contact);
        EXPECT_EQ(units.size(), contact.patch->grip ? 4u : 16u);
        EXPECT_EQ(double(units.size()), contact.patch->grip ? 4 : unit_share(contact));
        for (const forces::Unit& unit : units) {
            EXPECT_EQ(unit.is_free, contact.patch->grip);
            if (unit.is_free)
                continue;
            const Vector3d local = contact.axes.transpose() * (unit.at - contact.center);
            const Vector3d push = contact.axes.transpose() * unit.push;
            EXPECT_NEAR(push.z(), 1, 1e-12);
            EXPECT_NEAR(push.head<2>().cwiseAbs().sum(), 0.6, 1e-12);
            EXPECT_NEAR(std::abs(local.x()), contact.patch->half_size.x(), 1e-12);
            EXPECT_NEAR(std::abs(local.y()), contact.patch->half_size.y(), 1e-12);
            EXPECT_NEAR(local.z(), 0, 1e-12);
        }
    }
}

TEST(ForceUnits, EachFootHasTheFrictionOfWhatItStandsOn)
{
    Stage stage = test::ground_stage();
    // Ice under the left foot, flush with a floor that starts at y = 0 and goes right.
    stage.set_surfaces({ Box { { 0, 5, -0.5 }, Eigen::Quaterniond::Identity(), { 5, 5, 0.5 } },
        Box { { 0, -5, -0.5 }, Eigen::Quaterniond::Identity(), { 5, 5, 0.5 } } });
    stage.scene.supports.front().friction = { 0.1, 0.9 };
    const SceneInstant instant = stage.instant(test::standing(stage));
    for (const ContactState& contact : instant.contacts)
        for (const forces::Unit& unit : units_of(instant, contact)) {
            const double slant = (contact.axes.transpose() * unit.push).head<2>().norm();
            if (contact.patch->name == "left_foot") {
                EXPECT_NEAR(slant, 0.1, 1e-12);
            } else if (contact.patch->name == "right_foot") {
                EXPECT_NEAR(slant, 0.9, 1e-12);
            }
        }
}

}  // namespace
}  // namespace gambol::cio
