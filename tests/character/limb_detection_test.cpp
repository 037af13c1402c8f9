// SPDX-License-Identifier: MIT
#include "gambol/character/limb_detection.hpp"

#include "gambol/character/body_plan.hpp"
#include "gambol/character/limb_flexion.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace gambol {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;

constexpr double kDeg = std::numbers::pi / 180;

/// Builds trees a link at a time. Every link weighs 1 kg and is a capsule to where it says.
class TreeMaker {
public:
    TreeMaker() { add("trunk", -1, { 0, 0, 0 }, {}, { 0, 0, 0.5 }, 0.1); }

    int add(const std::string& name, int parent, const Vector3d& at, const std::vector<Dof>& dofs,
        const Vector3d& to, double radius = 0.03)
    {
        Segment s;
        s.name = name;
        s.parent = parent;
        s.offset = at;
        s.dofs = dofs;
        s.mass = 1;
        s.com = to / 2;
        s.inertia = 0.01 * Matrix3d::Identity();
        s.shapes.push_back(Capsule { Vector3d::Zero(), to, radius });
        tree.segments.push_back(s);
        return int(tree.segments.size()) - 1;
    }

    /// A frame without mass or shape, jointed or not.
    int add_frame(
        const std::string& name, int parent, const Vector3d& at, const std::vector<Dof>& dofs)
    {
        const int i = add(name, parent, at, dofs, Vector3d::Zero());
        tree.segments.back().shapes.clear();
        tree.segments.back().mass = 0;
        tree.segments.back().inertia.setZero();
        return i;
    }

    /// Hip of three hinges 3 cm apart, knee, ankle of two: a robot's leg.
    void add_robot_leg(const std::string& side, double y)
    {
        const auto hinge
            = [&](const std::string& joint, const Vector3d& axis, double low, double high) {
                  return std::vector<Dof> { { side + joint, axis, low * kDeg, high * kDeg } };
              };
        const int yaw
            = add_frame(side + "yaw", 0, { 0, y, 0 }, hinge("hip_yaw", Vector3d::UnitZ(), -40, 40));
        const int roll = add(side + "roll", yaw, { 0, 0, -0.03 },
            hinge("hip_roll", Vector3d::UnitX(), -30, 30), { 0, 0, -0.03 });
        const int thigh = add(side + "thigh", roll, { 0, 0, -0.03 },
            hinge("hip_pitch", Vector3d::UnitY(), -100, 30), { 0, 0, -0.4 });
        const int shank = add(side + "shank", thigh, { 0, 0, -0.4 },
            hinge("knee", Vector3d::UnitY(), 0, 140), { 0, 0, -0.38 });
        const int ankle = add(side + "ankle", shank, { 0, 0, -0.4 },
            hinge("ankle_pitch", Vector3d::UnitY(), -50, 50), { 0, 0, -0.02 });
        const int foot = add(side + "foot", ankle, { 0, 0, -0.02 },
            hinge("ankle_roll", Vector3d::UnitX(), -20, 20), { 0.1, 0, -0.04 });
        tree.segments[size_t(foot)].shapes
            = { Box { { 0.05, 0, -0.05 }, Eigen::Quaterniond::Identity(), { 0.11, 0.04, 0.01 } } };
    }

    /// Upper arm and forearm; the elbow bends forward about `axis`.
    int add_arm(const std::string& side, double y, const Vector3d& axis, double low, double high)
    {
        const int upper = add(side + "upper_arm", 0, { 0, y, 0.45 },
            { { side + "shoulder_x", Vector3d::UnitX(), -3, 3 },
                { side + "shoulder_y", Vector3d::UnitY(), -3, 3 } },
            { 0, 0, -0.3 });
        return add(side + "forearm", upper, { 0, 0, -0.3 }, { { side + "elbow", axis, low, high } },
            { 0, 0, -0.25 });
    }

    Character tree;
};

struct Bulk {
    double mass = 0;
    Vector3d com = Vector3d::Zero();
    Matrix3d inertia = Matrix3d::Zero();  // about the origin
};

/// Mass, centre of mass and inertia of the whole body in its zero pose, the root at the origin.
Bulk bulk_of(const Character& body)
{
    Bulk bulk;
    const std::vector<Vector3d> p = zero_positions(body);
    for (size_t i = 0; i < p.size(); ++i) {
        const Segment& s = body.segments[i];
        const Vector3d at = p[i] + s.com;
        bulk.mass += s.mass;
        bulk.com += s.mass * at;
        bulk.inertia
            += s.inertia + s.mass * (at.squaredNorm() * Matrix3d::Identity() - at * at.transpose());
    }
    bulk.com /= bulk.mass;
    return bulk;
}

const Limb& limb(const Character& body, const std::string& name)
{
    for (const Limb& l : body.limbs)
        if (l.name == name)
            return l;
    ADD_FAILURE() << "no limb " << name;
    return body.limbs.at(0);
}

const Segment& segment(const Character& body, int i)
{
    return body.segments[size_t(i)];
}

Character robot()
{
    TreeMaker maker;
    maker.add_robot_leg("left_", 0.1);
    maker.add_robot_leg("right_", -0.1);
    maker.add_arm("left_", 0.2, -Vector3d::UnitY(), 0, 2.5);
    maker.add_arm("right_", -0.2, Vector3d::UnitY(), -2.5, 0);
    return maker.tree;
}

TEST(LimbDetection, GathersTheHingesOfARobotInHipKneeAndAnkle)
{
    const DetectedBody found = detect_limbs(robot());
    const Character& body = found.character;
    EXPECT_TRUE(found.notes.empty()) << found.notes[0];
    ASSERT_EQ(body.limbs.size(), 4u);
    const Limb& leg = limb(body, "left_foot");
    EXPECT_EQ(segment(body, leg.upper).name, "left_thigh");
    EXPECT_EQ(segment(body, leg.lower).name, "left_shank");
    EXPECT_EQ(segment(body, leg.upper).dofs.size(), 3u);
    EXPECT_EQ(segment(body, leg.upper).dofs[0].name, "left_hip_yaw");
    EXPECT_EQ(segment(body, leg.end).dofs.size(), 2u);
    EXPECT_NEAR(segment(body, leg.lower).offset.norm(), 0.4, 1e-12) << "links keep their length";
    EXPECT_NEAR(segment(body, leg.end).offset.norm(), 0.4, 1e-12);
    EXPECT_TRUE(leg.support);
    EXPECT_FALSE(limb(body, "left_forearm_tip").support);
}

TEST(LimbDetection, MovesNoMass)
{
    const Character tree = robot();
    const Bulk before = bulk_of(tree), after = bulk_of(detect_limbs(tree).character);
    EXPECT_NEAR(after.mass, before.mass, 1e-12);
    EXPECT_LT((after.com - before.com).norm(), 1e-12);
    EXPECT_LT((after.inertia - before.inertia).norm(), 1e-12);
    for (const Segment& s : detect_limbs(tree).character.segments) {
        EXPECT_GT(s.mass, 0) << s.name;
        EXPECT_GT(Eigen::SelfAdjointEigenSolver<Matrix3d>(s.inertia).eigenvalues().minCoeff(), 0)
            << s.name;
    }
}

TEST(LimbDetection, SoleIsTheBottomOfTheFoot)
{
    const Character body = detect_limbs(robot()).character;
    const Limb& leg = limb(body, "left_foot");
    const Patch& sole = body.patches[size_t(leg.patch)];
    EXPECT_LT((sole.normal - Vector3d::UnitZ()).norm(), 0.01);
    EXPECT_NEAR(sole.half_size.x(), 0.11, 1e-3);
    EXPECT_NEAR(sole.half_size.y(), 0.04, 1e-3);
    // The foot's joint is the ankle's first hinge, 2 cm above its second.
    EXPECT_NEAR(sole.center.x(), 0.05, 2e-3);
    EXPECT_NEAR(sole.center.z(), -0.08, 2e-3);
    EXPECT_EQ(leg.pole_from_end, 1);
}

TEST(LimbDetection, StandsOnSlightlyBentKneesWithItsFeetLevel)
{
    const Character body = detect_limbs(robot()).character;
    const Pose standing = place(body, body.poses.at("standing"), { 0, 0 }, 0);
    const std::vector<SegmentFrame> frames = forward_kinematics(body, standing);
    for (const char* name : { "left_foot", "right_foot" }) {
        const Limb& leg = limb(body, name);
        const SegmentFrame& foot = frames[size_t(leg.end)];
        EXPECT_GT((foot.rotation * Vector3d::UnitZ()).z(), 0.9999) << name;
        const double reach = (foot.position - frames[size_t(leg.upper)].position).norm();
        EXPECT_GT(reach, 0.99 * 0.8);
        EXPECT_LT(reach, 0.999 * 0.8);
        EXPECT_GT(
            body.poses.at("standing")
                .angles.at(std::string(name).substr(0, 4) == "left" ? "left_knee" : "right_knee"),
            5 * kDeg);
    }
}

TEST(LimbDetection, PolesPointWhereMiddleJointsGo)
{
    const Character body = detect_limbs(robot()).character;
    EXPECT_GT(limb(body, "left_foot").pole.x(), 0.9) << "knees forward";
    // The right elbow's axis points the other way, and so do its angles.
    EXPECT_LT(limb(body, "left_forearm_tip").pole.x(), -0.9) << "elbows back";
    EXPECT_LT(limb(body, "right_forearm_tip").pole.x(), -0.9);
    const Flexion elbow = middle_flexion(body, limb(body, "right_forearm_tip"));
    EXPECT_LT((elbow.axis + Vector3d::UnitY()).norm(), 1e-12);
    EXPECT_NEAR(elbow.most, 2.5, 1e-12);
}

TEST(LimbDetection, AnArmWithoutHandEndsInABallThatMayTurn)
{
    const Character body = detect_limbs(robot()).character;
    const Limb& arm = limb(body, "left_forearm_tip");
    const Segment& tip = segment(body, arm.end);
    EXPECT_EQ(tip.dofs.size(), 3u);
    EXPECT_NEAR(tip.offset.norm(), 0.25, 1e-12);
    EXPECT_NEAR(std::get<Sphere>(tip.shapes.at(0)).radius, 0.03, 1e-12);
    const Patch& palm = body.patches[size_t(arm.patch)];
    EXPECT_NEAR(palm.center.norm(), 0.03, 1e-9) << "on the ball";
    EXPECT_GT(palm.weakness, 1);
}

TEST(LimbDetection, AHandThatIsFixedToTheForearmIsTheEnd)
{
    TreeMaker maker;
    maker.add_robot_leg("left_", 0.1);
    maker.add_robot_leg("right_", -0.1);
    const int forearm = maker.add_arm("left_", 0.2, -Vector3d::UnitY(), 0, 2.5);
    const int hand = maker.add("left_hand", forearm, { 0, 0, -0.27 }, {}, Vector3d(0, 0, -0.1));
    maker.tree.segments[size_t(hand)].shapes
        = { Box { { 0, 0, -0.05 }, Eigen::Quaterniond::Identity(), { 0.03, 0.01, 0.05 } } };
    const Character body = detect_limbs(maker.tree).character;
    const Segment& end = segment(body, limb(body, "left_hand").end);
    EXPECT_TRUE(end.dofs.empty()) << "a box does not roll";
    EXPECT_NEAR(end.offset.norm(), 0.27, 1e-12);
    EXPECT_DOUBLE_EQ(end.mass, 1);
}

TEST(LimbDetection, ToesAndFingersAreHeldAndSaidToBe)
{
    TreeMaker maker;
    maker.add_robot_leg("left_", 0.1);
    maker.add_robot_leg("right_", -0.1);
    const int foot = int(maker.tree.segments.size()) - 1;
    maker.add("toes", foot, { 0.2, 0, -0.04 }, { { "toe", Vector3d::UnitY(), -1, 1 } },
        { 0.06, 0, 0 }, 0.01);
    maker.add(
        "spur", foot, { -0.05, 0, 0 }, { { "spur", Vector3d::UnitY(), -1, 1 } }, { -0.02, 0, 0 });
    const DetectedBody found = detect_limbs(maker.tree);
    ASSERT_EQ(found.notes.size(), 2u);
    EXPECT_NE((found.notes[0] + found.notes[1]).find("'toe' of 'toes' is held"), std::string::npos);
    EXPECT_NE(
        (found.notes[0] + found.notes[1]).find("'spur' of 'spur' is held"), std::string::npos);
    EXPECT_EQ(found.character.find_segment("toes"), -1);
    EXPECT_EQ(found.character.limbs.size(), 2u);
}

TEST(LimbDetection, AHeadOnOneJointIsNoLimb)
{
    TreeMaker maker;
    maker.add_robot_leg("left_", 0.1);
    maker.add_robot_leg("right_", -0.1);
    maker.add("head", 0, { 0, 0, 0.6 }, { { "neck", Vector3d::UnitY(), -1, 1 } }, { 0, 0, 0.3 });
    const Character body = detect_limbs(maker.tree).character;
    EXPECT_EQ(body.limbs.size(), 2u);
    const int head = body.find_segment("head");
    ASSERT_GE(head, 0);
    EXPECT_EQ(segment(body, head).dofs.size(), 1u) << "and keeps its joint";
}

TEST(LimbDetection, ASpineBelongsToTheTorsoWhenArmsGrowFromIt)
{
    TreeMaker maker;
    maker.add_robot_leg("left_", 0.1);
    maker.add_robot_leg("right_", -0.1);
    const int chest = maker.add(
        "chest", 0, { 0, 0, 0.5 }, { { "waist", Vector3d::UnitY(), -1, 1 } }, { 0, 0, 0.3 }, 0.1);
    for (const double y : { 0.2, -0.2 }) {
        const std::string side = y > 0 ? "left_" : "right_";
        const int forearm = maker.add_arm(side, y, -Vector3d::UnitY(), 0, 2.5);
        maker.tree.segments[size_t(forearm - 1)].parent = chest;
    }
    const Character body = detect_limbs(maker.tree).character;
    EXPECT_EQ(body.limbs.size(), 4u);
    const std::vector<bool> torso = torso_segments(body);
    EXPECT_TRUE(torso[size_t(body.find_segment("chest"))]);
}

// ---- Limbs that are said -------------------------------------------------------------------

NamedLimb named(const Character& tree, const std::string& name, const std::string& upper,
    const std::string& lower, const std::string& end)
{
    return { name, tree.find_segment(upper), tree.find_segment(lower), tree.find_segment(end) };
}

TEST(NamedLimbs, SayingWhatIsFoundOnlyGivesItAName)
{
    const Character tree = robot();
    const Character found = detect_limbs(tree).character;
    const Character body = detect_limbs(tree,
        { named(tree, "left_leg", "left_thigh", "left_shank", "left_foot"),
            named(tree, "left_arm", "left_upper_arm", "left_forearm", "") })
                               .character;
    ASSERT_EQ(body.limbs.size(), found.limbs.size());
    const Limb& leg = limb(body, "left_leg");
    EXPECT_EQ(segment(body, leg.upper).dofs.size(), 3u) << "the whole hip";
    EXPECT_EQ(segment(body, limb(body, "left_arm").end).name, "left_forearm_tip");
    ASSERT_EQ(body.segments.size(), found.segments.size());
    for (size_t i = 0; i < body.segments.size(); ++i) {
        EXPECT_EQ(body.segments[i].name, found.segments[i].name);
        EXPECT_EQ(body.segments[i].offset, found.segments[i].offset);
    }
}

TEST(NamedLimbs, AChainTooShortToBeFoundIsALimb)
{
    TreeMaker maker;
    maker.add_robot_leg("left_", 0.1);
    maker.add_robot_leg("right_", -0.1);
    const int root = maker.add(
        "tail_1", 0, { -0.1, 0, 0 }, { { "tail_base", Vector3d::UnitY(), -1, 1 } }, { -0.1, 0, 0 });
    maker.add("tail_2", root, { -0.1, 0, 0 }, { { "tail_bend", Vector3d::UnitY(), -1, 1 } },
        { -0.1, 0, 0 });
    const Character& tree = maker.tree;
    ASSERT_EQ(detect_limbs(tree).character.limbs.size(), 2u);
    const NamedLimb tail = named(tree, "tail", "tail_1", "tail_2", "");
    const Character body = detect_limbs(tree, { tail }).character;
    ASSERT_EQ(body.limbs.size(), 3u);
    EXPECT_FALSE(limb(body, "tail").support);
    EXPECT_EQ(segment(body, limb(body, "tail").end).name, "tail_2_tip");
    EXPECT_TRUE(limb(body, "left_foot").support) << "others are found as ever";
}

TEST(NamedLimbs, TakeThePlaceOfThoseFoundAndLeaveTheRestOfTheChainToTheTorso)
{
    const Character tree = robot();
    const DetectedBody found
        = detect_limbs(tree, { named(tree, "left_leg", "left_roll", "left_shank", "left_ankle") });
    const Character& body = found.character;
    ASSERT_EQ(body.limbs.size(), 4u);
    const Limb& leg = limb(body, "left_leg");
    EXPECT_EQ(segment(body, leg.upper).name, "left_roll");
    EXPECT_EQ(segment(body, leg.upper).dofs.size(), 2u) << "roll and pitch";
    EXPECT_EQ(segment(body, leg.end).name, "left_ankle");
    EXPECT_EQ(segment(body, leg.end).dofs.size(), 2u);
    const int yaw = body.find_segment("left_yaw");
    ASSERT_GE(yaw, 0);
    EXPECT_EQ(segment(body, leg.upper).parent, yaw);
    EXPECT_TRUE(torso_segments(body)[size_t(yaw)]);
    EXPECT_LT((bulk_of(body).com - bulk_of(tree).com).norm(), 1e-12);
}

TEST(NamedLimbs, JointsFarFromTheOnesNamedAreHeld)
{
    // A bird's leg has one joint more than a limb here. Which of them bends, the owner may say.
    for (const bool upper_bends : { true, false }) {
        TreeMaker maker;
        int parent = 0;
        for (const std::string name : { "thigh", "shin", "shank", "foot" })
            parent = maker.add(name, parent, { 0, 0, parent ? -0.3 : 0.0 },
                { { name + "_joint", Vector3d::UnitY(), -1, 1 } }, { 0, 0, -0.3 });
        const NamedLimb leg
            = named(maker.tree, "leg", "thigh", upper_bends ? "shin" : "shank", "foot");
        const DetectedBody found = detect_limbs(maker.tree, { leg });
        ASSERT_EQ(found.notes.size(), 1u);
        EXPECT_NE(found.notes[0].find(upper_bends ? "'shank' is held" : "'shin' is held"),
            std::string::npos)
            << found.notes[0];
        const Character& body = found.character;
        ASSERT_EQ(body.limbs.size(), 1u);
        const Segment& lower = segment(body, body.limbs[0].lower);
        EXPECT_EQ(lower.dofs.size(), 1u);
        EXPECT_NEAR(lower.offset.norm(), upper_bends ? 0.3 : 0.6, 1e-12);
        EXPECT_NEAR(segment(body, body.limbs[0].end).offset.norm(), upper_bends ? 0.6 : 0.3, 1e-12);
    }
}

TEST(LimbDetection, ALimbThatFoldsFlatHasAFiniteShortestLength)
{
    // Folded, links of 0.3 and 0.29999999999999993 m reached the root of −2.8e−17 m².
    TreeMaker maker;
    const int upper = maker.add(
        "upper", 0, { 0, 0, 0 }, { { "hip", Vector3d::UnitY(), -3, 3 } }, { 0.3, 0, 0 });
    maker.add("lower", upper, { 0.3, 0, 0 },
        { { "knee", Vector3d::UnitY(), -std::numbers::pi, std::numbers::pi } },
        { 0.29999999999999993, 0, 0 });
    const Character body = detect_limbs(maker.tree).character;
    ASSERT_EQ(body.limbs.size(), 1u);
    EXPECT_GE(body.limbs[0].shortest, 0.2);
}

TEST(Flexion, IsCountedFromTheStraightLimbWhateverTheZeroPose)
{
    // An elbow that is bent by 90° in the zero pose and goes from 80° before to 50° beyond it.
    Character body;
    Segment upper, lower, end;
    lower.offset = { 0, 0, -0.3 };
    lower.dofs = { { "roll", Vector3d::UnitX(), -1, 1 },
        { "elbow", Vector3d::UnitY(), -50 * kDeg, 80 * kDeg } };
    end.offset = { 0.3, 0, 0 };
    body.segments = { upper, lower, end };
    Limb arm;
    arm.upper = 0;
    arm.lower = 1;
    arm.end = 2;
    const Flexion flexion = middle_flexion(body, arm);
    EXPECT_EQ(flexion.dof, 1) << "a roll bends nothing";
    EXPECT_LT((flexion.axis + Vector3d::UnitY()).norm(), 1e-12);
    EXPECT_NEAR(flexion.at_zero, 90 * kDeg, 1e-12);
    EXPECT_NEAR(flexion.least, 10 * kDeg, 1e-12);
    EXPECT_NEAR(flexion.most, 140 * kDeg, 1e-12);
}

}  // namespace
}  // namespace gambol
