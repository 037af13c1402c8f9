// SPDX-License-Identifier: MIT
#include "gambol/io/character/character_reader.hpp"

#include "gambol/io/input_error.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>
#include <set>

namespace gambol::io {
namespace {

constexpr double kPi = std::numbers::pi;

/// Named segments, patches and dofs of one posed character.
struct Posed {
    Character body;
    Pose pose;
    std::vector<SegmentFrame> frames;

    Posed(const std::string& model, const NamedPose& named)
        : body(read_character(model).character)
        , pose(place(body, named, { 0, 0 }, 0))
        , frames(forward_kinematics(body, pose))
    {
    }
    Posed(const std::string& model, const std::string& name)
        : Posed(model, read_character(model).character.poses.at(name))
    {
    }

    const SegmentFrame& frame(const std::string& name) const
    {
        return frames.at(std::size_t(body.find_segment(name)));
    }
    const Patch& patch(const std::string& name) const
    {
        for (const Patch& p : body.patches)
            if (p.name == name)
                return p;
        throw std::out_of_range(name);
    }
    Eigen::Vector3d patch_center(const std::string& name) const
    {
        const SegmentFrame& f = frames[std::size_t(patch(name).segment)];
        return f.position + f.rotation * patch(name).center;
    }
    Eigen::Vector3d patch_normal(const std::string& name) const
    {
        return frames[std::size_t(patch(name).segment)].rotation * patch(name).normal;
    }
    Eigen::Vector3d com() const
    {
        Eigen::Vector3d sum = Eigen::Vector3d::Zero();
        for (std::size_t i = 0; i < frames.size(); ++i)
            sum += body.segments[i].mass
                * (frames[i].position + frames[i].rotation * body.segments[i].com);
        return sum / body.total_mass();
    }
    /// Height of the highest point of any capsule or ball.
    double top() const
    {
        double highest = 0;
        for (std::size_t i = 0; i < frames.size(); ++i)
            for (const Shape& shape : body.segments[i].shapes)
                if (const auto* capsule = std::get_if<Capsule>(&shape))
                    for (const Eigen::Vector3d& end : { capsule->from, capsule->to })
                        highest = std::max(highest,
                            (frames[i].position + frames[i].rotation * end).z() + capsule->radius);
        return highest;
    }
};

class EveryCharacter : public testing::TestWithParam<std::string> { };

TEST_P(EveryCharacter, IsPhysicallyPossible)
{
    const Character body = read_character(GetParam()).character;
    for (const Segment& segment : body.segments) {
        EXPECT_GT(segment.mass, 0) << segment.name;
        // Moments of inertia are positive and none exceeds the sum of the others.
        const Eigen::Vector3d moments
            = Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d>(segment.inertia).eigenvalues();
        EXPECT_GT(moments[0], 0) << segment.name;
        EXPECT_LE(moments[2], moments[0] + moments[1]) << segment.name;
        EXPECT_FALSE(segment.shapes.empty()) << segment.name;
        for (const Dof& dof : segment.dofs) {
            EXPECT_NEAR(dof.axis.norm(), 1, 1e-12) << dof.name;
            EXPECT_LT(dof.lower, dof.upper) << dof.name;
        }
    }
}

TEST_P(EveryCharacter, RightIsTheMirrorImageOfLeft)
{
    // Mirrored angles are equal angles, so a symmetric pose must give mirrored frames.
    const Character body = read_character(GetParam()).character;
    NamedPose pose;
    double angle = 0.05;
    for (const Segment& segment : body.segments)
        for (const Dof& dof : segment.dofs)
            if (dof.name.rfind("left_", 0) == 0) {
                pose.angles[dof.name] = angle;
                pose.angles["right_" + dof.name.substr(5)] = angle;
                angle += 0.05;
            }
    const Posed posed(GetParam(), pose);
    const Eigen::Vector3d reflect(1, -1, 1);
    int pairs = 0;
    for (std::size_t i = 0; i < body.segments.size(); ++i) {
        const std::string& name = body.segments[i].name;
        if (name.rfind("left_", 0) != 0)
            continue;
        ++pairs;
        const std::size_t j = std::size_t(body.find_segment("right_" + name.substr(5)));
        const Segment &left = body.segments[i], &right = body.segments[j];
        EXPECT_LT(
            (posed.frames[i].position.cwiseProduct(reflect) - posed.frames[j].position).norm(),
            1e-12)
            << name;
        const Eigen::Matrix3d turned = reflect.asDiagonal()
            * posed.frames[i].rotation.toRotationMatrix() * reflect.asDiagonal();
        EXPECT_LT((turned - posed.frames[j].rotation.toRotationMatrix()).norm(), 1e-12) << name;
        EXPECT_EQ(left.mass, right.mass) << name;
        EXPECT_LT((left.com.cwiseProduct(reflect) - right.com).norm(), 1e-15) << name;
        EXPECT_EQ(left.shapes.size(), right.shapes.size()) << name;
    }
    EXPECT_GE(pairs, 6);
    EXPECT_NEAR(posed.com().y(), 0, 1e-12);
}

TEST_P(EveryCharacter, StandsWithAllFeetFlatOnTheFloorAndItsWeightAboveThem)
{
    const Posed posed(GetParam(), "standing");
    Eigen::Vector3d low = Eigen::Vector3d::Constant(1e9), high = -low;
    int feet = 0;
    for (const Limb& limb : posed.body.limbs) {
        if (!limb.support)
            continue;
        ++feet;
        const Patch& foot = posed.body.patches[std::size_t(limb.patch)];
        EXPECT_NEAR(posed.patch_center(foot.name).z(), 0, 1e-3) << foot.name;
        EXPECT_NEAR(posed.patch_normal(foot.name).z(), 1, 1e-9) << foot.name;
        low = low.cwiseMin(posed.patch_center(foot.name));
        high = high.cwiseMax(posed.patch_center(foot.name));
    }
    EXPECT_GE(feet, 2);
    EXPECT_GT(posed.com().x(), low.x() - 0.08);
    EXPECT_LT(posed.com().x(), high.x() + 0.08);
}

TEST_P(EveryCharacter, LimbsAreChainsWithAPatchAtTheEnd)
{
    const Character body = read_character(GetParam()).character;
    EXPECT_FALSE(body.limbs.empty());
    for (const Limb& limb : body.limbs) {
        EXPECT_EQ(body.segments[std::size_t(limb.lower)].parent, limb.upper) << limb.name;
        EXPECT_EQ(body.segments[std::size_t(limb.end)].parent, limb.lower) << limb.name;
        EXPECT_EQ(body.patches[std::size_t(limb.patch)].segment, limb.end) << limb.name;
        EXPECT_NEAR(limb.pole.norm(), 1, 1e-12) << limb.name;
    }
}

TEST_P(EveryCharacter, PosesKeepTheJointLimitsAndTouchTheFloor)
{
    const Character body = read_character(GetParam()).character;
    for (const auto& [name, named] : body.poses) {
        const Pose pose = place(body, named, { 0, 0 }, 0);
        int i = 0;
        for (const Segment& segment : body.segments)
            for (const Dof& dof : segment.dofs) {
                EXPECT_GE(pose.angles[i], dof.lower - 1e-9) << name << ' ' << dof.name;
                EXPECT_LE(pose.angles[i], dof.upper + 1e-9) << name << ' ' << dof.name;
                ++i;
            }
    }
}

INSTANTIATE_TEST_SUITE_P(Characters, EveryCharacter,
    testing::Values("human", "wide-biped", "quadruped", "hexapod"), [](const auto& info) {
        return info.param == "wide-biped" ? std::string("wide_biped") : info.param;
    });

TEST(Human, WeighsSeventyKilograms)
{
    EXPECT_NEAR(read_character("human").character.total_mass(), 70, 1e-9);
}

TEST(Human, IsOnePointSevenFiveTall)
{
    const Posed straight("human", NamedPose {});
    EXPECT_NEAR(straight.top(), 1.75, 1e-4);
    EXPECT_DOUBLE_EQ(read_character("human").height, 1.75);
    // Bent knees cost a few millimetres.
    EXPECT_NEAR(standing_height(straight.body), 1.7473, 5e-4);
}

TEST(Human, HasAtLeastTwentyTwoJointDofs)
{
    const Character body = read_character("human").character;
    EXPECT_EQ(body.dof_count(), 34);
    std::set<std::string> names;
    for (const Segment& segment : body.segments)
        for (const Dof& dof : segment.dofs)
            names.insert(dof.name);
    EXPECT_EQ(names.size(), 34u);
}

// de Leva 1996, table 4, male: share of the body mass in percent.
TEST(Human, SegmentsWeighWhatTheTableSays)
{
    const Character body = read_character("human").character;
    const std::vector<std::pair<std::string, double>> table { { "head", 6.94 },
        { "chest", 15.96 + 16.33 }, { "pelvis", 11.17 }, { "left_upper_arm", 2.71 },
        { "left_forearm", 1.62 }, { "left_hand", 0.61 }, { "left_thigh", 14.16 },
        { "left_shank", 4.33 }, { "left_foot", 1.37 } };
    double sum = 0;
    for (const auto& [name, percent] : table) {
        EXPECT_NEAR(body.segments[std::size_t(body.find_segment(name))].mass, 0.7 * percent, 1e-9)
            << name;
        sum += percent * (name.rfind("left_", 0) == 0 ? 2 : 1);
    }
    EXPECT_NEAR(sum, 100, 1e-9);
}

// Published whole-body centres of mass of standing men lie at 55 to 57 % of the height.
TEST(Human, CentreOfMassIsWhereMeasurementsPutIt)
{
    const double share = Posed("human", NamedPose {}).com().z() / 1.75;
    EXPECT_GT(share, 0.55);
    EXPECT_LT(share, 0.575);
}

/// Moments of inertia about the whole body's centre of mass.
Eigen::Matrix3d whole_body_inertia(const Posed& posed)
{
    Eigen::Matrix3d sum = Eigen::Matrix3d::Zero();
    for (std::size_t i = 0; i < posed.frames.size(); ++i) {
        const Segment& segment = posed.body.segments[i];
        const SegmentFrame& frame = posed.frames[i];
        const Eigen::Vector3d d = frame.position + frame.rotation * segment.com - posed.com();
        const Eigen::Matrix3d R = frame.rotation.toRotationMatrix();
        sum += R * segment.inertia * R.transpose()
            + segment.mass * (d.squaredNorm() * Eigen::Matrix3d::Identity() - d * d.transpose());
    }
    return sum;
}

// Standing men of that size: about 11 to 14 kg m² about the horizontal axes and 1 to 1.5 about the
// vertical one (e.g. Santschi 1963: 13.0, 11.6, 1.28 for 75.5 kg).
TEST(Human, WholeBodyInertiaIsPlausible)
{
    const Eigen::Matrix3d inertia = whole_body_inertia(Posed("human", NamedPose {}));
    EXPECT_GT(inertia(0, 0), 10);
    EXPECT_LT(inertia(0, 0), 14);
    EXPECT_GT(inertia(1, 1), 9.5);
    EXPECT_LT(inertia(1, 1), 13.5);
    EXPECT_GT(inertia(2, 2), 0.9);
    EXPECT_LT(inertia(2, 2), 1.6);
}

TEST(Human, JointsBendTheWayTheirNamesSay)
{
    const Posed zero("human", NamedPose {});
    const auto moved = [&](const std::string& dof, const std::string& tip) -> Eigen::Vector3d {
        NamedPose pose;
        pose.angles[dof] = 0.3;
        const Posed bent("human", pose);
        return (bent.frame(tip).position - bent.pose.root_position)
            - (zero.frame(tip).position - zero.pose.root_position);
    };
    EXPECT_GT(moved("left_hip_flexion", "left_shank").x(), 0.1);  // knee comes forward
    EXPECT_GT(moved("left_hip_abduction", "left_shank").y(), 0.1);  // outward on both sides
    EXPECT_LT(moved("right_hip_abduction", "right_shank").y(), -0.1);
    EXPECT_LT(moved("right_knee_flexion", "right_foot").x(), -0.1);  // heel goes back
    EXPECT_GT(moved("left_elbow_flexion", "left_hand").x(), 0.05);  // hand comes forward
    EXPECT_GT(moved("left_shoulder_flexion", "left_forearm").x(), 0.05);
    EXPECT_GT(moved("left_shoulder_abduction", "left_forearm").y(), 0.05);
    EXPECT_GT(moved("waist_flexion", "head").x(), 0.1);  // bows
}

TEST(Human, FootHasTheAskedProportions)
{
    const Posed zero("human", NamedPose {});
    const Patch& sole = zero.patch("left_foot");
    EXPECT_DOUBLE_EQ(sole.center.z(), -0.08);
    EXPECT_DOUBLE_EQ(sole.center.x(), 0.04);
    double heel = 0, toe = 0;
    for (const Shape& shape : zero.body.segments[std::size_t(sole.segment)].shapes) {
        const Capsule& capsule = std::get<Capsule>(shape);
        for (const Eigen::Vector3d& end : { capsule.from, capsule.to }) {
            heel = std::min(heel, end.x() - capsule.radius);
            toe = std::max(toe, end.x() + capsule.radius);
            EXPECT_GE(end.z() - capsule.radius, -0.08 - 1e-12) << "nothing below the sole";
        }
    }
    EXPECT_NEAR(toe - heel, 0.25, 0.001);
    EXPECT_NEAR((toe + heel) / 2, 0.04, 0.001);
}

TEST(Human, PalmsCanLieOnTheFloorInAHandstand)
{
    NamedPose handstand;
    handstand.root_rotation = Eigen::AngleAxisd(kPi, Eigen::Vector3d::UnitY());
    for (const std::string side : { "left_", "right_" }) {
        handstand.angles[side + "shoulder_flexion"] = kPi;
        handstand.angles[side + "wrist_pronation"] = kPi / 2;
        handstand.angles[side + "wrist_flexion"] = -kPi / 2;
        handstand.angles[side + "ankle_flexion"] = -50 * kPi / 180;
    }
    const Posed posed("human", handstand);
    for (const std::string hand : { "left_hand", "right_hand" }) {
        EXPECT_NEAR(posed.patch_normal(hand).z(), 1, 1e-9);
        EXPECT_LT(posed.patch_center(hand).z(), 0.03);
        // Fingers point to where the back looks, as after kicking up.
        const Eigen::Vector3d fingers = posed.frame(hand).rotation * Eigen::Vector3d(0, 0, -1);
        const Eigen::Vector3d belly = posed.frame("chest").rotation * Eigen::Vector3d::UnitX();
        EXPECT_NEAR(fingers.dot(belly), -1, 1e-9);
    }
    EXPECT_GT(posed.frame("left_foot").position.z(), 1.6);
    // All of it within reach of the joints.
    for (const Segment& segment : posed.body.segments)
        for (const Dof& dof : segment.dofs)
            if (handstand.angles.count(dof.name)) {
                EXPECT_GE(handstand.angles.at(dof.name), dof.lower - 1e-9) << dof.name;
                EXPECT_LE(handstand.angles.at(dof.name), dof.upper + 1e-9) << dof.name;
            }
}

TEST(Human, LiesOnTheSurfaceThePoseNames)
{
    const Posed back("human", "lying-on-back");
    EXPECT_LT(back.patch_center("back").z(), 0.02);
    EXPECT_NEAR(back.patch_normal("back").z(), 1, 1e-9);
    const Posed stomach("human", "lying-on-stomach");
    EXPECT_LT(stomach.patch_center("belly").z(), 0.02);
    EXPECT_NEAR(stomach.patch_normal("belly").z(), 1, 1e-9);
    EXPECT_LT(stomach.patch_center("left_hand").z(), 0.03);
    EXPECT_GT(stomach.patch_normal("left_hand").z(), 0.95);
    const Posed side("human", "lying-on-side");
    EXPECT_LT(side.frame("right_upper_arm").position.z(), 0.1);
    EXPECT_GT(side.frame("left_upper_arm").position.z(), 0.4);
    for (const Posed* posed : { &back, &stomach, &side })
        EXPECT_LT(posed->com().z(), 0.3);
}

TEST(Human, CarriesTheFeatureInertiaOfTheNotes)
{
    EXPECT_EQ(*read_character("human").character.feature_inertia, Eigen::Vector3d(4, 4, 1.5));
}

TEST(Quadruped, IsTheSizeOfALargeDog)
{
    const Posed posed("quadruped", "standing");
    EXPECT_NEAR(posed.body.total_mass(), 40, 1e-9);
    EXPECT_NEAR(posed.frame("left_thigh").position.z(), 0.55, 0.005);
    EXPECT_NEAR(
        (posed.frame("left_thigh").position - posed.frame("left_upper_foreleg").position).norm(),
        0.6, 1e-12);
    EXPECT_NEAR((posed.frame("left_shank").position - posed.frame("left_thigh").position).norm(),
        0.28, 1e-12);
    // Knees point forward, elbows back.
    EXPECT_GT(posed.frame("left_shank").position.x(), posed.frame("left_thigh").position.x());
    EXPECT_LT(posed.frame("left_lower_foreleg").position.x(),
        posed.frame("left_upper_foreleg").position.x());
    EXPECT_NEAR(posed.top(), read_character("quadruped").height, 0.02);
}

TEST(WideBiped, DiffersFromTheHumanOnlyWhereItSaysSo)
{
    const Character human = read_character("human").character,
                    wide = read_character("wide-biped").character;
    EXPECT_EQ(wide.model, "wide-biped");
    EXPECT_EQ(wide.segments.size(), human.segments.size());
    EXPECT_EQ(wide.dof_count(), human.dof_count());
    const auto width = [](const Character& c) {
        return c.segments[std::size_t(c.find_segment("left_upper_arm"))].offset.y();
    };
    EXPECT_GT(width(wide), 1.5 * width(human));
    EXPECT_NEAR(wide.total_mass(), 95, 1e-9);
}

CharacterFile read_text(const std::string& text)
{
    return read_character_tree(parse_yaml(text, "c.yaml"), "test", "");
}

const char* const kRod = R"(gambol-character: 1
mass: 3
segments:
  rod:
    parts:
      - {mass: 1, com: [0, 0, 1], gyration: [0.1, 0.1, 0.1]}
      - {mass: 2, com: [0, 0, -0.5], gyration: [0.2, 0.1, 0.1]}
    shapes: [{capsule: {from: [0, 0, -1], to: [0, 0, 1], radius: 0.1}}]
poses: {standing: {}}
)";

TEST(CharacterFile, PartsAddUpByTheParallelAxisTheorem)
{
    const Segment rod = read_text(kRod).character.segments[0];
    EXPECT_DOUBLE_EQ(rod.mass, 3);
    EXPECT_LT(rod.com.norm(), 1e-15);
    EXPECT_NEAR(rod.inertia(0, 0), 1 * (0.01 + 1) + 2 * (0.04 + 0.25), 1e-12);
    EXPECT_NEAR(rod.inertia(1, 1), 1 * (0.01 + 1) + 2 * (0.01 + 0.25), 1e-12);
    EXPECT_NEAR(rod.inertia(2, 2), 1 * 0.01 + 2 * 0.01, 1e-12);
}

TEST(CharacterFile, TorquesAreLimitedOnTheSidesThatAreGiven)
{
    const auto dof = [](const std::string& torque) {
        std::string text = kRod;
        const std::string parts = "    parts:";
        text.replace(text.find(parts), parts.size(),
            "    dofs: {turn: {axis: z, range: [0deg, 90deg]" + torque + "}}\n" + parts);
        return read_text(text).character.segments.front().dofs.front();
    };
    const double infinity = std::numeric_limits<double>::infinity();
    EXPECT_EQ(dof("").torque_upper, infinity);
    EXPECT_EQ(dof(", torque: [-30, 20]").torque_lower, -30);
    EXPECT_EQ(dof(", torque: [-30, 20]").torque_upper, 20);
    EXPECT_EQ(dof(", torque: [none, 20]").torque_lower, -infinity);
    EXPECT_EQ(dof(", torque: [none, 20]").torque_upper, 20);
}

TEST(CharacterFile, HeightIsThatOfTheStandingPoseUnlessGiven)
{
    EXPECT_NEAR(read_text(kRod).height, 2.2, 1e-12);
}

TEST(CharacterFile, TheMergedTreeIsAFileOfItsOwn)
{
    const CharacterFile once = read_character("wide-biped");
    EXPECT_EQ(once.tree.find("base"), nullptr);
    const CharacterFile twice = read_text(emit_yaml(once.tree));
    EXPECT_EQ(twice.character.model, "wide-biped");
    ASSERT_EQ(twice.character.segments.size(), once.character.segments.size());
    for (std::size_t i = 0; i < once.character.segments.size(); ++i)
        EXPECT_EQ(twice.character.segments[i].inertia, once.character.segments[i].inertia);
}

struct Mistake {
    const char *name, *right, *wrong, *message;
};

const std::vector<Mistake> kMistakes {
    { "Version", "gambol-character: 1", "gambol-character: 2",
        "c.yaml:1:19: gambol-character is newer than this program understands (1)" },
    { "NoStanding", "standing", "sitting", "c.yaml:9:8: poses has no 'standing'" },
    { "RootWithParent", "    parts:", "    parent: rod\n    parts:",
        "c.yaml:5:13: segments.rod.parent must not be there: the first segment is the root" },
    { "PlaneOnABody", "capsule: {from: [0, 0, -1], to: [0, 0, 1], radius: 0.1}", "plane: {}",
        "c.yaml:8:15: unknown key 'plane' in segments.rod.shapes.0 (allowed: box, capsule, "
        "sphere)" },
    { "RangeBackwards",
        "    parts:", "    dofs: {turn: {axis: z, range: [90deg, 0deg]}}\n    parts:",
        "c.yaml:5:35: segments.rod.dofs.turn.range must be written lowest first" },
    { "TorqueUpsideDown", "    parts:",
        "    dofs: {turn: {axis: z, range: [0deg, 90deg], torque: [40, -40]}}\n    parts:",
        "c.yaml:5:58: segments.rod.dofs.turn.torque must be [lowest ≤ 0, highest ≥ 0] in N m, or "
        "none on a side without a limit" },
    { "TorqueOfOne",
        "    parts:", "    dofs: {turn: {axis: z, range: [0deg, 90deg], torque: [40]}}\n    parts:",
        "c.yaml:5:58: segments.rod.dofs.turn.torque must have 2 values, not 1" },
    { "TorqueInWords", "    parts:",
        "    dofs: {turn: {axis: z, range: [0deg, 90deg], torque: [no, 40]}}\n    parts:",
        "c.yaml:5:59: segments.rod.dofs.turn.torque.0 must be a plain number, not 'no'" },
    { "UnknownAxis", "    parts:", "    dofs: {turn: {axis: w, range: [0deg, 90deg]}}\n    parts:",
        "c.yaml:5:25: segments.rod.dofs.turn.axis names an unknown axis 'w' (there are: x, y, z, "
        "-x, -y, -z)" },
    { "PatchOnNothing", "poses:", "patches: {tip: {segment: rot}}\nposes:",
        "c.yaml:9:26: patches.tip.segment names an unknown segment 'rot'; did you mean 'rod'? "
        "(there is: rod)" },
    { "LimbOfTwo", "poses:", "limbs: {leg: {segments: [rod, rod]}}\nposes:",
        "c.yaml:9:25: limbs.leg.segments must have 3 values, not 2" },
    { "ZeroGyration", "gyration: [0.2", "gyration: [0",
        "c.yaml:7:49: segments.rod.parts.1.gyration.0 must be above 0, not 0" },
};

class EveryMistake : public testing::TestWithParam<Mistake> { };

TEST_P(EveryMistake, IsNamedWithItsPlace)
{
    std::string text = kRod;
    const std::size_t at = text.find(GetParam().right);
    ASSERT_NE(at, std::string::npos);
    text.replace(at, std::string(GetParam().right).size(), GetParam().wrong);
    try {
        (void)read_text(text);
        FAIL() << "accepted";
    } catch (const InputError& error) {
        EXPECT_STREQ(error.what(), GetParam().message);
    }
}

INSTANTIATE_TEST_SUITE_P(CharacterErrors, EveryMistake, testing::ValuesIn(kMistakes),
    [](const auto& info) { return std::string(info.param.name); });

}  // namespace
}  // namespace gambol::io
