// SPDX-License-Identifier: MIT
#include "gambol/character/feature_model.hpp"
#include "gambol/character/limb_kinematics.hpp"
#include "gambol/io/character/character_reader.hpp"
#include "gambol/math/rotation.hpp"

#include "support/finite_difference.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace gambol {
namespace {

using Eigen::Matrix3d;
using Eigen::MatrixXd;
using Eigen::Vector3d;
using Eigen::VectorXd;
using test::Random;

const std::vector<std::string> kModels = { "human", "quadruped", "wide-biped", "hexapod" };

Character read(const std::string& model)
{
    return io::read_character(model).character;
}

CarrierPose carrier(const Vector3d& position, const Vector3d& r)
{
    const TurningFrame frame = turning_frame(r, Vector3d::Zero());
    return { position, frame.R, frame.left_jacobian };
}

/// A leg of 0.5 and 0.4 m whose knee points forward.
FeatureLimb leg()
{
    FeatureLimb limb;
    limb.base = { 0.05, 0.1, -0.2 };
    limb.tip = { -0.04, 0.01, 0.08 };
    limb.upper_length = 0.5;
    limb.lower_length = 0.4;
    limb.pole = Vector3d(1, 0.1, 0).normalized();
    limb.pole_from_end = 1;
    return limb;
}

struct Placed {
    CarrierPose torso, effector;
};

/// Torso somewhere, effector where its tip joint lies `reach` from the base in `direction` (torso
/// frame).
Placed placed(const FeatureLimb& limb, const Vector3d& torso_r, const Vector3d& effector_r,
    const Vector3d& direction, double reach)
{
    const CarrierPose torso = carrier({ 0.3, -0.4, 1 }, torso_r);
    CarrierPose effector = carrier(Vector3d::Zero(), effector_r);
    effector.position = torso.position + torso.R * (limb.base + reach * direction.normalized())
        - effector.R * limb.tip;
    return { torso, effector };
}

TEST(LimbKinematics, LinksHaveTheirExactLengthsWhereverTheyCanReach)
{
    const FeatureLimb limb = leg();
    Random random(61);
    for (int i = 0; i < 500; ++i) {
        const Placed at = placed(limb, random.vector(3), random.vector(3), random.direction(),
            random.uniform(0.12, 0.9));
        const LimbPoints points
            = exact_limb_points(limb, at.torso, at.effector, random.uniform(-3, 3));
        ASSERT_NEAR((points.middle - points.base).norm(), limb.upper_length, 1e-12);
        ASSERT_NEAR((points.tip - points.middle).norm(), limb.lower_length, 1e-9) << "case " << i;
        ASSERT_NEAR(points.hinge.norm(), 1, 1e-12);
        ASSERT_NEAR(points.hinge.dot(points.tip - points.base), 0, 1e-9);
        ASSERT_NEAR(points.hinge.dot(points.middle - points.base), 0, 1e-9);
        ASSERT_LT((points.tip - at.effector.position - at.effector.R * limb.tip).norm(), 1e-14);
        ASSERT_LT((points.base - at.torso.position - at.torso.R * limb.base).norm(), 1e-14);
    }
}

TEST(LimbKinematics, KneeBendsTowardsThePole)
{
    const FeatureLimb limb = leg();
    const Placed at = placed(limb, Vector3d::Zero(), Vector3d::Zero(), -Vector3d::UnitZ(), 0.7);
    const LimbPoints points = exact_limb_points(limb, at.torso, at.effector, 0);
    EXPECT_GT(points.middle.x() - points.base.x(), 0.2);
    EXPECT_NEAR(points.bend, points.middle.x() - points.base.x(), 0.01);
    EXPECT_GT(points.hinge.y(), 0.99);  // flexion about the left
    // Half a turn of swivel points it backward.
    const LimbPoints turned = exact_limb_points(limb, at.torso, at.effector, std::acos(-1.0));
    EXPECT_LT(turned.middle.x() - turned.base.x(), -0.2);
    // A toe turned out takes the knee along.
    const Placed out = placed(limb, Vector3d::Zero(), Vector3d(0, 0, 1), -Vector3d::UnitZ(), 0.7);
    EXPECT_GT(
        exact_limb_points(limb, out.torso, out.effector, 0).middle.y(), points.middle.y() + 0.05);
}

TEST(LimbKinematics, LimbThatCannotReachPointsStraightAtItsTarget)
{
    const FeatureLimb limb = leg();
    const Vector3d direction(0.3, 0.2, -1);
    const Placed at = placed(limb, Vector3d::Zero(), Vector3d::Zero(), direction, 1.3);
    const LimbPoints points = exact_limb_points(limb, at.torso, at.effector, 0.4);
    EXPECT_NEAR(points.bend, 0, 1e-12);
    EXPECT_NEAR(points.reach, 1.3, 1e-12);
    const Vector3d middle = points.base + limb.upper_length * direction.normalized();
    EXPECT_LT((points.middle - middle).norm(), 1e-9);
}

TEST(LimbKinematics, SmoothPointsLieNearTheExactOnes)
{
    const FeatureLimb limb = leg();
    Random random(62);
    for (int i = 0; i < 100; ++i) {
        const double reach = random.uniform(0.3, 0.9);
        const Placed at = placed(limb, random.vector(3, 0.3), random.vector(3, 0.3),
            Vector3d(0, 0, -1) + random.vector(3, 0.4), reach);
        const double swivel = random.uniform(-1, 1);
        LimbPoints smooth;
        limb_kinematics(limb, at.torso, at.effector, swivel, smooth, nullptr);
        const LimbPoints exact = exact_limb_points(limb, at.torso, at.effector, swivel);
        // A straight limb reads a bend of 2 cm.
        EXPECT_LT((smooth.middle - exact.middle).norm(), reach > 0.88 ? 0.03 : 0.015) << reach;
        EXPECT_NEAR(smooth.reach, exact.reach, 1e-5);
    }
}

void expect_right_derivatives(const FeatureLimb& limb, const VectorXd& x, const std::string& what)
{
    const auto poses = [&](const VectorXd& at) {
        return Placed { carrier(at.head<3>(), at.segment<3>(3)),
            carrier(at.segment<3>(6), at.segment<3>(9)) };
    };
    const auto all = [&](const VectorXd& at) {
        const Placed p = poses(at);
        LimbPoints points;
        limb_kinematics(limb, p.torso, p.effector, at[12], points, nullptr);
        VectorXd values(11);
        values << points.base, points.middle, points.tip, points.reach, points.bend;
        return values;
    };
    const Placed p = poses(x);
    LimbPoints points;
    LimbDerivatives D;
    limb_kinematics(limb, p.torso, p.effector, x[12], points, &D);
    MatrixXd formula(11, 13);
    formula << D.base, D.middle, D.tip, D.reach, D.bend;
    const MatrixXd differences = test::central_jacobian(all, x);
    EXPECT_LT(test::relative_error(formula, differences), 1e-7) << what;
    EXPECT_GT(D.bend.norm(), 1e-3) << what;
    VectorXd values(11);
    values << points.base, points.middle, points.tip, points.reach, points.bend;
    EXPECT_LT((values - all(x)).norm(), 1e-14) << what << ": values depend on derivatives";
}

TEST(LimbKinematics, DerivativesMatchDifferences)
{
    const FeatureLimb limb = leg();
    Random random(63);
    const auto variables = [&](double reach, double turn, double swivel) {
        const Vector3d r_torso = turn * random.direction(), r_end = turn * random.direction();
        const Placed at
            = placed(limb, r_torso, r_end, Vector3d(0, 0, -1) + random.vector(3, 0.4), reach);
        VectorXd x(13);
        x << at.torso.position, r_torso, at.effector.position, r_end, swivel;
        return x;
    };
    for (int i = 0; i < 20; ++i)
        expect_right_derivatives(limb,
            variables(random.uniform(0.3, 0.85), random.uniform(0, 2), random.uniform(-3, 3)),
            "random " + std::to_string(i));
    for (const double turn : { 0.0, 3.1, 6.1 })
        expect_right_derivatives(limb, variables(0.7, turn, 0.3), "turn " + std::to_string(turn));
    for (const double reach : { 0.9 - 1e-6, 0.9, 0.9 + 1e-6, 1.1, 0.1, 0.05 })
        expect_right_derivatives(
            limb, variables(reach, 0.5, 0.3), "reach " + std::to_string(reach));
}

TEST(FeatureModel, OfTheHumanHasItsMassLengthsAndPatches)
{
    const Character human = read("human");
    const FeatureModel model = feature_model(human);
    EXPECT_NEAR(model.mass, 70, 1e-9);
    EXPECT_LT((model.inertia - Vector3d(4, 4, 1.5)).norm(), 1e-12);
    ASSERT_EQ(model.limbs.size(), 4u);
    ASSERT_EQ(model.patches.size(), 9u);
    EXPECT_EQ(model.coordinates(), 34);
    for (size_t i = 0; i < model.limbs.size(); ++i) {
        const FeatureLimb& limb = model.limbs[i];
        const Limb& source = human.limbs[limb.source];
        EXPECT_NEAR(limb.upper_length, human.segments[source.lower].offset.norm(), 1e-15);
        EXPECT_NEAR(limb.lower_length, human.segments[source.end].offset.norm(), 1e-15);
        EXPECT_EQ(model.patches[i].limb, int(i));
        EXPECT_EQ(model.patches[i].name, human.patches[source.patch].name);
        EXPECT_GT(limb.upper_cone.cosine, -1);
        EXPECT_LT(limb.upper_cone.cosine, 1);
    }
    for (size_t i = 4; i < 7; ++i)
        EXPECT_EQ(model.patches[i].limb, -1) << model.patches[i].name;
    // The torso's origin is the body's centre of mass: 56 % of 1.75 m, give or take.
    EXPECT_NEAR(model.standing_height, 0.98, 0.06);
}

TEST(FeatureModel, LimbsReachAsFarAsTheirMiddleJointsStraighten)
{
    for (const std::string& name : kModels)
        for (const FeatureLimb& limb : feature_model(read(name)).limbs)
            if (name == "hexapod")  // its knees stay bent by a few degrees
                EXPECT_NEAR(limb.longest, 0.9991, 1e-4) << limb.name;
            else
                EXPECT_EQ(limb.longest, 1) << name << " " << limb.name;
    Character body = read("human");
    const Limb& leg = body.limbs[0];
    Dof& knee = body.segments[size_t(leg.lower)].dofs.at(0);
    ASSERT_EQ(knee.name, "left_knee_flexion");
    knee.lower = 0.8;
    const FeatureLimb limb = feature_model(body).limbs[0];
    const double a = limb.upper_length, b = limb.lower_length;
    EXPECT_NEAR(limb.longest * (a + b), std::sqrt(a * a + b * b + 2 * a * b * std::cos(0.8)), 1e-9);
}

TEST(FeatureModel, LeftAndRightMirrorEachOther)
{
    for (const std::string& name : kModels) {
        const FeatureModel model = feature_model(read(name));
        const Vector3d mirror(1, -1, 1);
        int pairs = 0;
        for (const FeatureLimb& left : model.limbs)
            for (const FeatureLimb& right : model.limbs) {
                if (left.name.rfind("left_", 0) != 0
                    || right.name != "right_" + left.name.substr(5))
                    continue;
                ++pairs;
                EXPECT_LT((left.base - mirror.cwiseProduct(right.base)).norm(), 1e-12);
                EXPECT_LT((left.tip - mirror.cwiseProduct(right.tip)).norm(), 1e-12);
                EXPECT_LT((left.rest - mirror.cwiseProduct(right.rest)).norm(), 1e-12);
                EXPECT_LT((left.pole - mirror.cwiseProduct(right.pole)).norm(), 1e-12);
                EXPECT_LT(
                    (left.upper_cone.axis - mirror.cwiseProduct(right.upper_cone.axis)).norm(),
                    1e-9);
                EXPECT_NEAR(left.upper_cone.cosine, right.upper_cone.cosine, 1e-9);
                EXPECT_NEAR(left.rest_swivel, -right.rest_swivel, 1e-6);
                EXPECT_DOUBLE_EQ(left.upper_length, right.upper_length);
            }
        EXPECT_EQ(pairs, int(model.limbs.size()) / 2) << name;
        EXPECT_NEAR(model.root_offset.y(), 0, 1e-12) << name;
    }
}

TEST(FeatureModel, FeaturesOfTheStandingPoseAreItsRest)
{
    for (const std::string& name : kModels) {
        const Character body = read(name);
        const FeatureModel model = feature_model(body);
        const Pose pose = place(body, body.poses.at("standing"), { 1, 2 }, 0.7);
        const VectorXd x = features_of(body, model, pose);
        const Matrix3d R = rotation_matrix(x.segment<3>(3));
        EXPECT_NEAR(x[5], 0.7, 1e-9);
        // Its origin is the centre of mass.
        const auto frames = forward_kinematics(body, pose);
        Vector3d center = Vector3d::Zero();
        for (size_t i = 0; i < frames.size(); ++i)
            center += body.segments[i].mass / model.mass
                * (frames[i].position + frames[i].rotation * body.segments[i].com);
        EXPECT_LT((x.head<3>() - center).norm(), 1e-12);
        for (int i = 0; i < int(model.limbs.size()); ++i) {
            const Vector3d at = R.transpose() * (x.segment<3>(model.effector(i)) - x.head<3>());
            EXPECT_LT((at - model.limbs[i].rest).norm(), 1e-9);
            EXPECT_NEAR(x[model.swivel(i)], model.limbs[i].rest_swivel, 1e-9);
            if (model.limbs[i].support) {
                EXPECT_NEAR(x[model.effector(i) + 2], 0, 1e-6) << name << " stands on the floor";
            }
        }
        EXPECT_NEAR(x[2], model.standing_height, 1e-6);
    }
}

struct RandomPose {
    Pose pose;
    std::vector<bool> in_limb;  // per segment
};

/// Limb joints anywhere in the middle four fifths of their range, at most a radian from standing
/// (beyond that a joint of three axes has a second set of angles with the same rotation); the
/// rest as when standing.
RandomPose random_pose(const Character& body, Random& random)
{
    RandomPose result;
    result.pose = place(body, body.poses.at("standing"), { 0, 0 }, 0);
    result.pose.root_position += random.vector(3);
    result.pose.root_rotation = Eigen::Quaterniond(rotation_matrix(random.vector(3)));
    result.in_limb.assign(body.segments.size(), false);
    std::vector<bool> is_middle(body.segments.size(), false);
    for (const Limb& limb : body.limbs) {
        for (const int segment : { limb.upper, limb.lower, limb.end })
            result.in_limb[segment] = true;
        is_middle[limb.lower] = true;
    }
    int first = 0;
    for (size_t i = 0; i < body.segments.size(); ++i)
        for (const Dof& dof : body.segments[i].dofs) {
            double& angle = result.pose.angles[first++];
            const double margin = 0.1 * (dof.upper - dof.lower);
            if (result.in_limb[i])
                angle = random.uniform(std::max(dof.lower + margin, angle - 1),
                    std::min(dof.upper - margin, angle + 1));
            // The swivel of a straight limb cannot be told.
            if (is_middle[i] && std::abs(angle) < 0.1)
                angle = angle < 0 ? -0.1 : 0.1;
        }
    return result;
}

TEST(TreePose, ReproducesTheSegmentsThatFeaturesWereTakenFrom)
{
    for (const std::string& name : kModels) {
        const Character body = read(name);
        FeatureModel model = feature_model(body);
        Random random(64);
        for (int i = 0; i < 50; ++i) {
            // Wherever rotation vectors have their zero.
            model.home = Eigen::AngleAxisd(0.2 * i, Vector3d::UnitZ());
            const RandomPose truth = random_pose(body, random);
            const auto frames = forward_kinematics(body, truth.pose);
            const TreePose found = tree_pose(body, model, features_of(body, model, truth.pose));
            for (size_t s = 0; s < frames.size(); ++s) {
                const std::string what
                    = name + " " + body.segments[s].name + ", pose " + std::to_string(i);
                ASSERT_LT((found.frames[s].position - frames[s].position).norm(), 1e-6) << what;
                ASSERT_LT(found.frames[s].rotation.angularDistance(frames[s].rotation), 1e-5)
                    << what;
            }
            ASSERT_LT((found.angles - truth.pose.angles).cwiseAbs().maxCoeff(), 1e-6)
                << name << ", pose " << i;
        }
    }
}

TEST(TreePose, FramesAreThoseOfItsAngles)
{
    // The frames of the features must be what the joints make of the angles, link by link.
    const Character body = read("human");
    const FeatureModel model = feature_model(body);
    Random random(65);
    const RandomPose truth = random_pose(body, random);
    const TreePose found = tree_pose(body, model, features_of(body, model, truth.pose));
    const auto frames = forward_kinematics(
        body, { found.frames[0].position, found.frames[0].rotation, found.angles });
    for (size_t s = 0; s < frames.size(); ++s)
        EXPECT_LT((frames[s].position - found.frames[s].position).norm(), 1e-5)
            << body.segments[s].name;
}

TEST(TreePose, LimbThatReachesTooFarComesApartAtItsTipOnly)
{
    for (const std::string& name : kModels) {
        const Character body = read(name);
        const FeatureModel model = feature_model(body);
        const Pose standing = place(body, body.poses.at("standing"), { 0, 0 }, 0);
        VectorXd x = features_of(body, model, standing);
        const int moved = 0;
        x.segment<3>(model.effector(moved)) += Vector3d(0.2, 0.1, -0.7);
        const TreePose pose = tree_pose(body, model, x);
        const Limb& limb = body.limbs[model.limbs[moved].source];
        for (int s = 1; s < int(body.segments.size()); ++s) {
            const Segment& segment = body.segments[s];
            const SegmentFrame& parent = pose.frames[segment.parent];
            const double gap
                = (pose.frames[s].position - parent.position - parent.rotation * segment.offset)
                      .norm();
            if (s == limb.end) {
                EXPECT_GT(gap, 0.2) << name << " " << segment.name;
            } else {
                EXPECT_LT(gap, 1e-6) << name << " " << segment.name;
            }
        }
        // The effector itself is where it was asked to be.
        const Vector3d patch = pose.frames[limb.end].position
            + pose.frames[limb.end].rotation * body.patches[limb.patch].center;
        EXPECT_LT((patch - x.segment<3>(model.effector(moved))).norm(), 1e-9);
    }
}

}  // namespace
}  // namespace gambol
