// SPDX-License-Identifier: MIT
#include "animals.hpp"

#include "gambol/methods/gait/solve_timing.hpp"

#include "gambol/dynamics/point_motion.hpp"
#include "gambol/methods/gait/objective.hpp"

#include <gtest/gtest.h>

#include <numbers>

namespace gambol::gait {
namespace {

using Eigen::VectorXd;

constexpr double kDegrees = 180 / std::numbers::pi;

TEST(Animal, HasUnitMassAndHipsAtUnitHeight)
{
    for (const char* name : { "monopod", "biped", "horse", "human", "quadruped", "hexapod" }) {
        const Character body = character(name);
        const Animal own = make_animal(body);
        EXPECT_NEAR(own.body.tree.mass(), 1, 1e-9) << name;
        EXPECT_NEAR(own.mass, body.total_mass(), 1e-9) << name;
        double hips = 0;
        const std::vector<SegmentFrame> frames = forward_kinematics(
            body, place(body, body.poses.at("standing"), Eigen::Vector2d::Zero(), 0));
        for (const Foot& foot : own.feet)
            hips += frames[size_t(body.limbs[size_t(foot.limb)].upper)].position.z();
        EXPECT_NEAR(own.leg * double(own.feet.size()), hips, 1e-9) << name;
    }
}

TEST(Animal, SimilarOnesAreTheSame)
{
    const Character body = character("quadruped");
    const Animal small = make_animal(body), large = make_animal(scaled(body, 2, 8));
    EXPECT_NEAR(large.leg, 2 * small.leg, 1e-12);
    EXPECT_LT((large.standing - small.standing).norm(), 1e-12);
    const auto &a = small.body.tree.joints(), &b = large.body.tree.joints();
    ASSERT_EQ(a.size(), b.size());
    for (size_t i = 0; i < a.size(); ++i) {
        EXPECT_NEAR(a[i].mass, b[i].mass, 1e-12);
        EXPECT_LT((a[i].inertia - b[i].inertia).norm(), 1e-12);
        EXPECT_LT((a[i].position - b[i].position).norm(), 1e-12);
    }
}

TEST(Animal, HasAMirrorInWhichStandingIsTheSame)
{
    for (const char* name : { "biped", "horse", "human", "quadruped" }) {
        const Animal own = animal(name);
        EXPECT_TRUE(own.has_mirror) << name;
        EXPECT_LT((own.mirrored(own.standing) - own.standing).norm(), 1e-9) << name;
        VectorXd q = VectorXd::LinSpaced(own.dofs(), 0.1, 0.9);
        EXPECT_GT((own.mirrored(q) - q).norm(), 0.1) << name;
        EXPECT_LT((own.mirrored(own.mirrored(q)) - q).norm(), 1e-12) << name;
    }
}

TEST(Animal, ABodyWithOneLongLegHasNone)
{
    Character body = character("biped");
    body.segments[size_t(body.find_segment("left_shank"))].offset.z() *= 1.1;
    EXPECT_FALSE(make_animal(body).has_mirror);
}

TEST(Animal, PosesInTheMirrorAreMirrored)
{
    const Animal own = animal("human");
    VectorXd q = own.standing;
    for (Eigen::Index k = 0; k < q.size(); ++k)
        q[k] += 0.3 * std::sin(double(7 * k));
    const auto toe = [&](const VectorXd& at, size_t foot) -> Eigen::Vector3d {
        dynamics::State<double> state(own.body.tree);
        const std::vector<double> coordinates(at.begin(), at.end()), rest(coordinates.size());
        dynamics::update<double>(own.body.tree, { coordinates, rest, rest }, state);
        dynamics::PointMotion<double> point(own.body.tree);
        dynamics::point_position(own.body.tree, state, own.feet[foot].toe, point);
        return { point.p.x, point.p.y, point.p.z };
    };
    const Eigen::Vector3d left = toe(q, 0), right = toe(own.mirrored(q), 1);
    EXPECT_LT((left - right.cwiseProduct(Eigen::Vector3d(1, -1, 1))).norm(), 1e-12);
    EXPECT_GT(left.norm(), 0.1);
}

TEST(Animal, SolesAreThoseOfPatchesThatAreLong)
{
    const Animal human = animal("human"), horse = animal("horse");
    ASSERT_EQ(human.feet.size(), 2u);
    EXPECT_NEAR(human.feet[0].length * human.leg, 0.22, 1e-9);
    EXPECT_EQ(human.feet[0].variables(), 6);
    ASSERT_EQ(horse.feet.size(), 4u);
    EXPECT_EQ(horse.feet[0].variables(), 4);
    EXPECT_EQ(horse.feet[0].mirror, 1);
}

TEST(Animal, LegsMayFoldAgainstTheTrunkAndOtherLegs)
{
    // Four legs with pelvis and chest each, two pairs of a side and two across.
    EXPECT_EQ(animal("horse").folds.size(), 12u);
    const Animal biped = animal("biped");
    for (const FoldPair& fold : biped.folds)
        for (const Solid& a : fold.a)
            for (const Solid& b : fold.b)
                EXPECT_NE(a.segment, b.segment);
    EXPECT_FALSE(biped.folds.empty());
}

// A drawn mammoth pulled its proboscis 15 cm into its head.
TEST(Animal, WhatCurlsUpThatFarKeepsOutOfWhatItHangsOn)
{
    const Character body = character("mammoth");
    const Animal mammoth = make_animal(body);
    const int head = body.find_segment("head"), tip = body.find_segment("lower_proboscis");
    ASSERT_GE(tip, 0);
    EXPECT_TRUE(std::any_of(mammoth.folds.begin(), mammoth.folds.end(), [&](const FoldPair& fold) {
        return fold.a.front().segment == tip && fold.b.front().segment == head;
    }));
    // The neck of the horse cannot bend that far: no row for it.
    const Animal horse = animal("horse");
    for (const FoldPair& fold : horse.folds)
        EXPECT_GE(fold.a.size(), 2u);
}

// At 8 m/s a forearm swung 3.3 cm into the thigh: arms without a patch are no limbs, and nobody
// looked at them.
TEST(Animal, LegsKeepOutOfArmsThatTouchNothing)
{
    const Character body = character("velociraptor");
    const auto pairs = [&](const std::string& arm, const std::string& thigh) {
        const std::vector<FoldPair> folds = animal("velociraptor").folds;
        const auto has = [&](const std::vector<Solid>& solids, const std::string& name) {
            return std::any_of(solids.begin(), solids.end(),
                [&](const Solid& solid) { return solid.segment == body.find_segment(name); });
        };
        return std::count_if(folds.begin(), folds.end(),
            [&](const FoldPair& fold) { return has(fold.a, thigh) && has(fold.b, arm); });
    };
    EXPECT_EQ(pairs("left_forearm", "left_thigh"), 1);
    EXPECT_EQ(pairs("right_forearm", "right_thigh"), 1);
    EXPECT_EQ(pairs("right_forearm", "left_thigh"), 0);
}

TEST(Objective, LegsThatBearLessPayLessForTheirSwing)
{
    EXPECT_EQ(share_of_acceleration(1), 1);
    EXPECT_EQ(share_of_acceleration(2), 1);
    EXPECT_EQ(share_of_acceleration(4), 0.25);
    EXPECT_EQ(share_of_acceleration(6), 0.25);
}

TEST(Animal, StrengthFollowsTheThinnerLimb)
{
    EXPECT_NEAR(smooth_min(1, 1), std::pow(2, -0.1), 1e-12);
    EXPECT_NEAR(smooth_min(0.1, 5), 0.1, 1e-9);
    EXPECT_GT(smooth_min(1e-40, 1e40), 0);
    const Animal human = animal("human");
    EXPECT_GT(human.strength.minCoeff(), 0);
    // 50 N/cm² on a quarter of the limb: a knee of some tens to hundreds of N m.
    const Character body = character("human");
    const int knee = kRootDofs + first_angles(body)[size_t(body.find_segment("left_shank"))];
    const double torque = human.strength[knee] * human.mass * kGravity * human.leg;
    EXPECT_GT(torque, 30);
    EXPECT_LT(torque, 500);
}

// A hand of MuJoCo's humanoid is a ball about its joint: its length was 0, its strength no number,
// and no timing could be solved.
TEST(Animal, ABallAboutItsOwnJointHasAStrength)
{
    Character body = character("human");
    for (Segment& segment : body.segments)
        if (segment.name.ends_with("_hand"))
            segment.com.setZero();
    ASSERT_GE(body.find_segment("left_hand"), 0);
    const Animal own = make_animal(body);
    EXPECT_TRUE(own.strength.allFinite());
    EXPECT_GT(own.strength.minCoeff(), 0);
}

TEST(Animal, SidesAreAlikeUntilOneIsHeavier)
{
    for (const char* model : { "biped", "human", "horse", "pentaped" })
        EXPECT_TRUE(has_like_sides(character(model))) << model;
    Character uneven = character("human");
    const int hand = uneven.find_segment("left_hand");
    ASSERT_GE(hand, 0);
    uneven.segments[size_t(hand)].mass *= 1.01;
    EXPECT_FALSE(has_like_sides(uneven));
    EXPECT_FALSE(make_animal(uneven).has_mirror);
}

int dof_named(const Character& body, const std::string& name)
{
    int k = kRootDofs;
    for (const Segment& segment : body.segments)
        for (const Dof& dof : segment.dofs) {
            if (dof.name == name)
                return k;
            ++k;
        }
    ADD_FAILURE() << "no " << name;
    return 0;
}

TEST(Animal, ArmsSwingForthAndBackNotSideways)
{
    const Character body = character("human");
    const Animal own = make_animal(body);
    const int forth = dof_named(body, "left_shoulder_flexion"),
              aside = dof_named(body, "left_shoulder_abduction");
    EXPECT_GT(own.posture[aside], 1);
    EXPECT_LT(own.posture[forth], 1);
    EXPECT_EQ(own.posture[dof_named(body, "left_hip_abduction")], 1);
    // They did not: at 3 m/s arms were held 39 degrees aside and swung by 18 either way.
    const double speed = 3 / own.speed_unit();
    Settings settings;
    settings.symmetric = true;
    Timing timing { 0.7 / own.time_unit(), { { 0, 0.42 }, { 0.5, 0.42 } } };
    const TimingSolution run = solve_timing(own, timing, speed, settings);
    ASSERT_LE(run.violation, kFeasible);
    const auto angles = run.cycle.control;
    EXPECT_LT(angles.row(aside).mean() * kDegrees, 20);
    EXPECT_GT((angles.row(forth).maxCoeff() - angles.row(forth).minCoeff()) * kDegrees, 60);
    // Against the leg of their side.
    const Eigen::ArrayXd arm = angles.row(forth).array() - angles.row(forth).mean();
    const int hip = dof_named(body, "left_hip_flexion");
    const Eigen::ArrayXd leg = angles.row(hip).array() - angles.row(hip).mean();
    EXPECT_LT((arm * leg).sum() / std::sqrt((arm * arm).sum() * (leg * leg).sum()), -0.6);
}

TEST(Animal, RunnersBendTheirElbows)
{
    const Character body = character("human");
    const Animal own = make_animal(body);
    const int elbow = dof_named(body, "right_elbow_flexion"),
              knee = dof_named(body, "right_knee_flexion");
    const Eigen::VectorXd walking = own.rest(0.5), running = own.rest(1.2);
    EXPECT_EQ(walking[elbow], own.standing[elbow]);
    EXPECT_GT(running[elbow] * kDegrees, 60);
    EXPECT_EQ(running[knee], own.standing[knee]);
    EXPECT_EQ(own.mirrored(running), running);
    Settings settings;
    settings.symmetric = true;
    const TimingSolution run = solve_timing(own,
        { 0.7 / own.time_unit(), { { 0, 0.42 }, { 0.5, 0.42 } } }, 3 / own.speed_unit(), settings);
    ASSERT_LE(run.violation, kFeasible);
    EXPECT_GT(run.cycle.control.row(elbow).mean() * kDegrees, 40);  // were 17
}

TEST(Animal, ThePapersObjectiveIsItsOwnInSiUnits)
{
    const Animal own = animal("biped");
    const Objective paper = paper_objective(own);
    // 25/m t² = 25 m g² L² t̂² and 0.1 q̇² = 0.1 g/L q̂²: their ratio.
    const double ratio = 0.1 / own.leg / (25 * own.mass * kGravity * own.leg * own.leg);
    EXPECT_NEAR(paper.joint_speed / paper.torque, ratio, 1e-9 * ratio);
    EXPECT_EQ(paper.force_rate, 0);
}

TEST(Animal, PointMassesHaveTheirMassAndNoInertiaOfTheirOwn)
{
    const Character whole = character("human"), points = with_point_masses(whole);
    EXPECT_EQ(points.total_mass(), whole.total_mass());
    EXPECT_EQ(points.segments[0].inertia, whole.segments[0].inertia);
    for (size_t i = 1; i < points.segments.size(); ++i) {
        EXPECT_EQ(points.segments[i].com, whole.segments[i].com);
        EXPECT_EQ(points.segments[i].inertia.norm(), 0);
        EXPECT_GT(whole.segments[i].inertia.norm(), 0);
    }
    // Gaits of either differ, and both can be solved.
    const Animal own = make_animal(points);
    const double speed = 1.2 / own.speed_unit();
    Settings settings;
    settings.symmetric = true;
    const TimingSolution solution = solve_timing(own, usual_timing(own, speed), speed, settings);
    EXPECT_LE(solution.violation, kFeasible);
}

}  // namespace
}  // namespace gambol::gait
