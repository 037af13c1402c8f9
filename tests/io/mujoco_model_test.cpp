// SPDX-License-Identifier: MIT
#include "gambol/io/character/mujoco_model.hpp"

#include "gambol/character/feature_model.hpp"
#include "gambol/io/character/character_reader.hpp"
#include "gambol/io/input_error.hpp"
#include "gambol/io/character/model_files.hpp"
#include "gambol/io/character/mujoco_file.hpp"
#include "gambol/io/scene/job_reader.hpp"
#include "support/finite_difference.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <numbers>

namespace gambol::io {
namespace {

using Eigen::Vector3d;

const std::filesystem::path kModels = GAMBOL_SOURCE_DIR "/tests/models";

/// A folder that is there for one test.
class MujocoModel : public testing::Test {
protected:
    MujocoModel()
        : folder(std::filesystem::temp_directory_path()
            / (std::string("gambol_mujoco_")
                + testing::UnitTest::GetInstance()->current_test_info()->name()))
    {
        std::filesystem::create_directories(folder);
    }
    ~MujocoModel() override { std::filesystem::remove_all(folder); }

    std::filesystem::path write(const std::string& name, const std::string& text) const
    {
        std::ofstream(folder / name) << text;
        return folder / name;
    }

    std::string error_of(const std::string& name, const std::string& text) const
    {
        try {
            (void)read_mujoco_body(write(name, text));
        } catch (const InputError& error) {
            return std::string(error.what()).substr(folder.string().size() + 1);
        }
        return "accepted";
    }

    const std::filesystem::path folder;
};

std::filesystem::path humanoid_file()
{
    return find_model_file("humanoid.xml", "");
}

/// A biped of one leg per side and a body between; `extra` goes into the left foot.
std::string biped(const std::string& extra = "")
{
    const auto leg = [&](const std::string& side, const std::string& y, const std::string& more) {
        return R"(<body name=")" + side + R"(_thigh" pos="0 )" + y + R"( 0">
        <joint name=")"
            + side + R"(_hip" axis="0 -1 0" range="-30 90"/>
        <geom type="capsule" fromto="0 0 0 0 0 -0.4" size="0.05"/>
        <body name=")"
            + side + R"(_shank" pos="0 0 -0.4">
          <joint name=")"
            + side + R"(_knee" axis="0 -1 0" range="-140 0"/>
          <geom type="capsule" fromto="0 0 0 0 0 -0.4" size="0.04"/>
          <body name=")"
            + side + R"(_foot" pos="0 0 -0.4">
            <joint name=")"
            + side + R"(_ankle" axis="0 -1 0" range="-40 40"/>
            <geom type="box" pos="0.04 0 -0.05" size="0.1 0.04 0.02"/>)"
            + more + R"(
          </body>
        </body>
      </body>)";
    };
    return R"(<mujoco model="Two Legs">
  <compiler autolimits="true"/>
  <worldbody>
    <geom type="plane" size="1 1 1"/>
    <body name="trunk" pos="0 0 1">
      <freejoint/>
      <geom type="box" size="0.1 0.12 0.2" pos="0 0 0.2"/>
      )" + leg("left", "0.1", extra)
        + leg("right", "-0.1", "") + R"(
    </body>
  </worldbody>
</mujoco>)";
}

// ---- The tree says what MuJoCo says --------------------------------------------------------

/// World frames of the tree at the angles of `qpos`, and of MuJoCo's bodies, must agree.
void expect_same_kinematics(const std::filesystem::path& path, int seed)
{
    const MujocoFile file = compile_mujoco_file(path);
    mjModel& m = *file.model;
    mjData& d = *file.data;
    const Character tree = read_mujoco_body(path).tree;
    const Vector3d root_at = Eigen::Map<const Vector3d>(d.xpos + 3);
    test::Random random(static_cast<unsigned>(seed));
    Pose pose;
    pose.angles = Eigen::VectorXd::Zero(tree.dof_count());
    int i = 0;
    for (const Segment& segment : tree.segments)
        for (const Dof& dof : segment.dofs) {
            pose.angles[i] = random.uniform(dof.lower, dof.upper);
            const int joint = mj_name2id(&m, mjOBJ_JOINT, dof.name.c_str());
            ASSERT_GE(joint, 0) << dof.name;
            const int at = m.jnt_qposadr[joint];
            d.qpos[at] = m.qpos0[at] + pose.angles[i++];
        }
    mj_kinematics(&m, &d);
    pose.root_position = root_at;
    const std::vector<SegmentFrame> frames = forward_kinematics(tree, pose);
    for (int body = 1; body < m.nbody; ++body) {
        const int s = tree.find_segment(mj_id2name(&m, mjOBJ_BODY, body));
        ASSERT_GE(s, 0);
        const Segment& segment = tree.segments[size_t(s)];
        const Vector3d com = frames[size_t(s)].position + frames[size_t(s)].rotation * segment.com;
        EXPECT_LT((com - Eigen::Map<const Vector3d>(d.xipos + 3 * body)).norm(), 1e-9)
            << segment.name;
        const Eigen::Map<const Eigen::Matrix<double, 3, 3, Eigen::RowMajor>> axes(
            d.ximat + 9 * body);
        const Eigen::Matrix3d expected = axes
            * Eigen::Map<const Vector3d>(m.body_inertia + 3 * body).asDiagonal() * axes.transpose();
        const Eigen::Matrix3d R = frames[size_t(s)].rotation.toRotationMatrix();
        EXPECT_LT((R * segment.inertia * R.transpose() - expected).norm(), 1e-9) << segment.name;
        EXPECT_DOUBLE_EQ(segment.mass, m.body_mass[body]);
    }
}

TEST_F(MujocoModel, MovesEveryMassAsMujocoDoes)
{
    for (int seed = 1; seed <= 5; ++seed)
        expect_same_kinematics(humanoid_file(), seed);
}

TEST_F(MujocoModel, TakesTurnedFramesAndReferencesIntoAccount)
{
    const auto path = write("turned.xml", R"(<mujoco><compiler autolimits="true"/><worldbody>
  <body name="a" pos="0.3 0 1" euler="20 -30 40"><freejoint/><geom size="0.1"/>
    <body name="b" pos="0.1 0.2 0" euler="10 50 0">
      <joint name="j1" axis="1 2 0" pos="0.02 0 0" ref="30" range="-20 80"/>
      <joint name="j2" axis="0 0 1" pos="0 0.05 0"/>
      <geom type="box" size="0.1 0.02 0.05" pos="0.1 0 0"/>
      <body name="c" pos="0.3 0 0" euler="0 0 70"><joint name="j3" axis="0 1 0"/>
        <geom type="ellipsoid" size="0.1 0.05 0.05"/></body>
    </body>
  </body></worldbody></mujoco>)");
    for (int seed = 1; seed <= 5; ++seed)
        expect_same_kinematics(path, seed);
    const Character tree = read_mujoco_body(path).tree;
    const Dof& j1 = tree.segments[1].dofs[0];
    constexpr double deg = std::numbers::pi / 180;
    EXPECT_EQ(j1.name, "j1");
    EXPECT_NEAR(j1.lower, -50 * deg, 1e-12);  // counted from the reference
    EXPECT_NEAR(j1.upper, 50 * deg, 1e-12);
    EXPECT_NEAR(tree.segments[2].dofs[0].upper, std::numbers::pi, 1e-12) << "no limit";
}

TEST_F(MujocoModel, ShapesAreThoseOfTheGeoms)
{
    const auto path = write("shapes.xml", R"(<mujoco><worldbody>
  <body name="a"><freejoint/>
    <geom type="sphere" size="0.1" pos="1 0 0"/>
    <geom type="capsule" size="0.1 0.3" pos="0 0 1"/>
    <geom type="cylinder" size="0.1 0.3"/>
    <geom type="cylinder" size="0.3 0.05"/>
    <geom type="ellipsoid" size="0.1 0.4 0.1"/>
    <geom type="ellipsoid" size="0.1 0.4 0.3"/>
    <geom type="box" size="0.1 0.2 0.3" contype="0" conaffinity="0"/>
  </body></worldbody></mujoco>)");
    const std::vector<Shape> shapes = read_mujoco_body(path).tree.segments[0].shapes;
    ASSERT_EQ(shapes.size(), 6u) << "what does not collide is only looks";
    EXPECT_EQ(std::get<Sphere>(shapes[0]).center, Vector3d(1, 0, 0));
    EXPECT_NEAR(std::get<Capsule>(shapes[1]).to.z(), 1.3, 1e-12);
    EXPECT_NEAR(std::get<Capsule>(shapes[2]).to.z(), 0.2, 1e-12) << "as long with its caps";
    const Box disc = std::get<Box>(shapes[3]);
    EXPECT_NEAR(4 * disc.half_size.x() * disc.half_size.y(), std::numbers::pi * 0.09, 1e-12);
    EXPECT_NEAR(std::get<Capsule>(shapes[4]).to.norm(), 0.3, 1e-12);
    EXPECT_NEAR(std::get<Box>(shapes[5]).half_size.prod() * 8,
        4 * std::numbers::pi / 3 * 0.1 * 0.4 * 0.3, 1e-12);
}

TEST_F(MujocoModel, MeshesBecomeTheBoxOfTheirInertia)
{
    std::string box = "v 0 0 0\nv 0.4 0 0\nv 0.4 0.2 0\nv 0 0.2 0\nv 0 0 0.1\nv 0.4 0 0.1\n"
                      "v 0.4 0.2 0.1\nv 0 0.2 0.1\n";
    for (const char* face : { "1 3 2", "1 4 3", "5 6 7", "5 7 8", "1 2 6", "1 6 5", "2 3 7",
             "2 7 6", "3 4 8", "3 8 7", "4 1 5", "4 5 8" })
        box += std::string("f ") + face + "\n";
    write("box.obj", box);
    const auto path = write("mesh.xml", R"(<mujoco><asset><mesh name="m" file="box.obj"/></asset>
  <worldbody><body><freejoint/><geom type="mesh" mesh="m"/></body></worldbody></mujoco>)");
    const Box made = std::get<Box>(read_mujoco_body(path).tree.segments[0].shapes.at(0));
    const Eigen::Matrix3d R = made.rotation.toRotationMatrix();
    EXPECT_LT((made.center - Vector3d(0.2, 0.1, 0.05)).norm(), 1e-6);
    EXPECT_LT(((R.cwiseAbs() * made.half_size) - Vector3d(0.2, 0.1, 0.05)).norm(), 1e-6);
}

// ---- What is found in it -------------------------------------------------------------------

TEST_F(MujocoModel, HumanoidHasArmsAndLegs)
{
    const CharacterFile file = read_character("humanoid.xml");
    const Character& body = file.character;
    EXPECT_TRUE(file.warnings.empty()) << file.warnings[0];
    ASSERT_EQ(body.limbs.size(), 4u);
    int supports = 0;
    for (const Limb& limb : body.limbs) {
        const bool foot = limb.name.find("foot") != std::string::npos;
        EXPECT_EQ(limb.support, foot) << limb.name;
        supports += limb.support;
        // Knees point forward, elbows back.
        EXPECT_GT((foot ? 1 : -1) * limb.pole.x(), 0.5) << limb.name;
        EXPECT_EQ(limb.pole_from_end, foot ? 1 : 0) << limb.name;
    }
    EXPECT_EQ(supports, 2);
    EXPECT_NEAR(body.total_mass(), 40.84, 0.01);
    const FeatureModel model = feature_model(body);
    for (const FeatureLimb& limb : model.limbs) {
        const bool foot = limb.support;
        // Hip 0.403 − 0.02 above the knee anchor, 1 cm aside; the ankle's first hinge is the tip.
        EXPECT_NEAR(limb.upper_length, foot ? std::hypot(0.383, 0.01) : 0.18 * std::sqrt(3), 1e-9);
        EXPECT_NEAR(limb.lower_length, foot ? 0.39 + 0.02 - 0.08 : 0.18 * std::sqrt(3), 1e-9);
    }
    const Patch& sole = body.patches[size_t(body.limbs[2].patch)];
    EXPECT_NEAR(sole.half_size.x(), 0.105 + 0.0135, 1e-6);
    EXPECT_GT(sole.half_size.y(), 0.03);
    std::set<std::string> names;
    for (const Patch& patch : body.patches)
        names.insert(patch.name);
    for (const char* name : { "back", "belly", "seat", "left_hand", "right_foot" })
        EXPECT_TRUE(names.count(name)) << name;
}

TEST_F(MujocoModel, ArmsOfTheHumanoidHangWhenItStands)
{
    const Character body = read_character("humanoid.xml").character;
    const auto frames
        = forward_kinematics(body, place(body, body.poses.at("standing"), { 0, 0 }, 0));
    for (const Limb& limb : body.limbs) {
        if (limb.support)
            continue;
        const Vector3d arm
            = frames[size_t(limb.end)].position - frames[size_t(limb.upper)].position;
        EXPECT_LT(arm.normalized().z(), -0.95) << limb.name;
    }
}

TEST_F(MujocoModel, KeyframesArePoses)
{
    std::string text = biped();
    text.insert(text.find("</mujoco>"), R"(<keyframe>
  <key name="home" qpos="0 0 1 1 0 0 0  0.5 -1 0.5  0.5 -1 0.5"/>
  <key name="bow" qpos="0 0 1 0.7071068 0 0.7071068 0  0 0 0  0 0 0"/></keyframe>)");
    const auto path = write("biped.xml", text);
    const Character body = read_character(path.string()).character;
    const NamedPose& standing = body.poses.at("standing");
    EXPECT_NEAR(standing.angles.at("left_knee"), -1, 1e-6);
    EXPECT_NEAR(standing.angles.at("right_hip"), 0.5, 1e-6);
    const Vector3d up = body.poses.at("bow").root_rotation * Vector3d::UnitZ();
    EXPECT_NEAR(up.x(), 1, 1e-6);
}

// Cassie's: the keyframe gives an angle to a joint that is held, which made the file unreadable.
TEST_F(MujocoModel, KeyframesMayBendJointsThatAreHeld)
{
    const auto toe = [](const std::string& name) {
        return "<body name=\"" + name + "\" pos=\"0.1 0 0\"><joint name=\"" + name
            + "_bend\" axis=\"0 1 0\" range=\"-30 30\"/><geom size=\"0.02\"/></body>";
    };
    std::string text = biped(toe("toe") + toe("thumb"));
    text.insert(text.find("</mujoco>"), R"(<keyframe>
  <key name="home" qpos="0 0 1 1 0 0 0  0.5 -1 0.5 0.2 0.1  0.5 -1 0.5"/></keyframe>)");
    const CharacterFile file = read_character(write("biped.xml", text).string());
    ASSERT_FALSE(file.warnings.empty());
    EXPECT_NE(file.warnings[0].find("_bend' of 't"), std::string::npos) << file.warnings[0];
    const NamedPose& standing = file.character.poses.at("standing");
    EXPECT_LT(standing.angles.count("toe_bend") + standing.angles.count("thumb_bend"), 2u);
    EXPECT_NEAR(standing.angles.at("left_knee"), -1, 1e-6);
}

/// What reading a model says of it, from "file" on.
std::string refusal_of(const std::filesystem::path& path)
{
    try {
        (void)read_character(path.string());
    } catch (const InputError& error) {
        return std::string(error.what()).substr(path.parent_path().string().size() + 1);
    }
    return "accepted";
}

// All of these ended the program: MuJoCo 2.2.2 or the search for limbs crashed.
TEST_F(MujocoModel, WhateverAStrangersFileHoldsItIsRefusedInWords)
{
    const auto urdf = write("odd.urdf", R"(<robot name="r"><link name="a"/><link name="b"/>
<joint name="j" type="helical"><parent link="a"/><child link="b"/></joint></robot>)");
    EXPECT_EQ(refusal_of(urdf).find("odd.urdf:2: unknown type of joint 'helical'"), 0u)
        << refusal_of(urdf);
    std::string endless = biped();
    endless.replace(endless.find("0 0 -0.4\" size"), 8, "0 0 inf ");
    std::string huge = biped();
    huge.replace(huge.find("0.1 0.12 0.2"), 12, "0.1 nan 9e99");
    for (const std::string& text : { endless, huge, std::string("<mujoco><worldbody>"),
             std::string(""), std::string("<mujoco><include file=\"odd.xml\"/></mujoco>"),
             std::string(200000, '<'), "<mujoco>" + std::string(100000, ' ') + "<a/></mujoco>" }) {
        const std::string said = refusal_of(write("odd.xml", text));
        EXPECT_EQ(said.find("odd.xml"), 0u) << said;
    }
}

TEST_F(MujocoModel, WhatANewerMujocoMayKnowIsSaid)
{
    const std::pair<std::string, std::string> changes[] = {
        { "<freejoint/>", "<freejoint align=\"false\"/>" },  // an attribute
        { "<worldbody>", "<option integrator=\"implicitfast\"/><worldbody>" },  // a word
    };
    for (const auto& [old, now] : changes) {
        std::string text = biped();
        ASSERT_NE(text.find(old), std::string::npos);
        text.replace(text.find(old), old.size(), now);
        const std::string said = error_of("new.xml", text);
        EXPECT_NE(said.find("needs a newer MuJoCo than 2.2.2"), std::string::npos) << said;
    }
}

TEST_F(MujocoModel, BallJointsAreThreeDofs)
{
    const auto path = write("ball.xml", R"(<mujoco><worldbody>
  <body name="a"><freejoint/><geom size="0.1"/>
    <body name="b" pos="0 0 0.3"><joint name="neck" type="ball" limited="true" range="0 40"/>
      <geom size="0.1"/></body>
  </body></worldbody>
  <keyframe><key name="nod" qpos="0 0 0 1 0 0 0  0.9921977 -0.0249792 0.0997087 -0.0708223"/></keyframe>
</mujoco>)");
    const Character tree = read_mujoco_body(path).tree;
    const std::vector<Dof>& dofs = tree.segments[1].dofs;
    ASSERT_EQ(dofs.size(), 3u);
    EXPECT_EQ(dofs[1].name, "neck_y");
    EXPECT_NEAR(dofs[2].upper, 40 * std::numbers::pi / 180, 1e-9);
    const Pose posed = place(tree, tree.poses.at("nod"), { 0, 0 }, 0);
    const Eigen::Quaterniond turn = forward_kinematics(tree, posed)[1].rotation;
    const Eigen::Quaterniond asked(0.9921977, -0.0249792, 0.0997087, -0.0708223);
    EXPECT_LT(turn.angularDistance(asked.normalized()), 1e-6);
}

TEST_F(MujocoModel, WhatCannotBeUsedIsNamed)
{
    const auto path = write("odd.xml",
        biped(R"(<body name="toe" pos="0.1 0 0"><joint name="shoot" type="slide" axis="1 0 0"/>
              <geom size="0.02"/></body>)"));
    const CharacterFile file = read_character(path.string());
    ASSERT_EQ(file.warnings.size(), 1u);
    EXPECT_NE(file.warnings[0].find("slide joint 'shoot' is held"), std::string::npos)
        << file.warnings[0];
    EXPECT_EQ(file.character.find_segment("toe"), -1) << "welded to the foot";
}

TEST_F(MujocoModel, BodiesWithoutLimbsAreRefusedAndSuchWithoutLegsRemarkedUpon)
{
    const auto post = [](const std::string& arm) {
        return R"(<mujoco><worldbody><body name="post"><geom type="capsule" fromto="0 0 0 0 0 1"
    size="0.1"/><body name="rod" pos="0 0 1"><joint name="turn" axis="0 1 0"/>
    <geom type="capsule" fromto="0 0 0 0.3 0 0" size="0.02"/>)"
            + arm + "</body></body></worldbody></mujoco>";
    };
    const auto stiff = write("stiff.xml", post(""));
    try {
        (void)read_character(stiff.string());
        FAIL() << "accepted";
    } catch (const InputError& error) {
        EXPECT_NE(
            std::string(error.what()).find("stiff.xml: no limbs were found"), std::string::npos)
            << error.what();
        EXPECT_NE(std::string(error.what()).find("base: stiff.xml"), std::string::npos)
            << error.what();
    }
    const auto arm = write(
        "arm.xml", post(R"(<body name="forearm" pos="0.3 0 0"><joint name="elbow" axis="0 1 0"/>
    <geom type="capsule" fromto="0 0 0 0.3 0 0" size="0.02"/></body>)"));
    EXPECT_NE(
        read_character(arm.string()).warnings.at(0).find("no limb to stand on"), std::string::npos);
}

TEST_F(MujocoModel, AFileWithBaseChangesWhatWasFound)
{
    write("biped.xml", biped());
    const auto path = write("mine.yaml", R"(gambol-character: 1
base: biped.xml
summary: With a name and a crouch
limbs:
  left_foot: {shortest: 0.5}
patches:
  back:
poses:
  crouching: {angles: {hip: 40deg, knee: -80deg, ankle: 40deg}}
)");
    const CharacterFile file = read_character(path.string());
    EXPECT_EQ(file.character.model, "mine");
    EXPECT_DOUBLE_EQ(file.character.limbs[0].shortest, 0.5);
    EXPECT_NE(file.character.limbs[1].shortest, 0.5);
    for (const Patch& patch : file.character.patches)
        EXPECT_NE(patch.name, "back");
    EXPECT_NEAR(file.character.poses.at("crouching").angles.at("right_knee"),
        -80 * std::numbers::pi / 180, 1e-9);
}

/// A biped whose trunk carries a short neck of two joints; it is not found to be a limb.
std::string biped_with_neck()
{
    std::string text = biped();
    const std::string freejoint = "<freejoint/>";
    text.insert(text.find(freejoint) + freejoint.size(), R"(
      <body name="neck" pos="0 0 0.45"><joint name="neck_low" axis="0 1 0" range="-40 40"/>
        <geom type="capsule" fromto="0 0 0 0 0 0.1" size="0.03"/>
        <body name="throat" pos="0 0 0.1"><joint name="neck_high" axis="0 1 0" range="0 80"/>
          <geom type="capsule" fromto="0 0 0 0.1 0 0" size="0.03"/></body></body>)");
    return text;
}

TEST_F(MujocoModel, AFileWithBaseSaysLimbsInTheWordsOfTheOtherFile)
{
    write("biped.xml", biped_with_neck());
    EXPECT_EQ(read_character("biped.xml", folder).character.limbs.size(), 2u);
    write("theirs.yaml", R"(gambol-character: 1
base: biped.xml
limbs:
  left_leg: {segments: [left_thigh, left_shank, left_foot]}
  neck: {segments: [neck, throat, throat_tip], shortest: 0.6}
)");
    const auto mine = write("mine.yaml", R"(gambol-character: 1
base: theirs.yaml
limbs: {left_leg: {shortest: 0.7}}
)");
    for (const char* name : { "theirs.yaml", "mine.yaml" }) {
        const Character body = read_character(name, folder).character;
        std::map<std::string, const Limb*> limbs;
        for (const Limb& limb : body.limbs)
            limbs[limb.name] = &limb;
        ASSERT_EQ(body.limbs.size(), 3u) << name;
        ASSERT_TRUE(limbs.count("left_leg") && limbs.count("right_foot") && limbs.count("neck"));
        EXPECT_TRUE(limbs["left_leg"]->support);
        EXPECT_EQ(body.patches[size_t(limbs["left_leg"]->patch)].name, "left_foot");
        EXPECT_FALSE(limbs["neck"]->support);
        EXPECT_EQ(limbs["neck"]->shortest, 0.6);
        EXPECT_EQ(body.segments[size_t(limbs["neck"]->end)].name, "throat_tip");
    }
    for (const Limb& limb : read_character("mine.yaml", folder).character.limbs)
        EXPECT_EQ(limb.shortest == 0.7, limb.name == "left_leg") << limb.name;
}

TEST_F(MujocoModel, LimbsThatABodyCannotHaveAreNamed)
{
    write("biped.xml", biped_with_neck());
    const auto error = [&](const std::string& limbs) {
        try {
            (void)read_character(
                write("mine.yaml", "gambol-character: 1\nbase: biped.xml\nlimbs: {" + limbs + "}\n")
                    .string());
        } catch (const InputError& thrown) {
            const std::string text = thrown.what();
            return text.substr(text.find("limbs."));
        }
        return std::string("accepted");
    };
    EXPECT_EQ(error("leg: {segments: [left_shank, left_thigh, left_foot]}"),
        "limbs.leg.segments must name three segments, each somewhere below the one before");
    EXPECT_EQ(error("leg: {segments: [trunk, left_thigh, left_foot]}"),
        "limbs.leg.segments names 'trunk', which has no joint");
    EXPECT_EQ(error("a: {segments: [neck, throat, throat_tip]}, "
                    "b: {segments: [neck, throat, throat_tip]}"),
        "limbs.b and limbs.a share segments");
    EXPECT_EQ(error("leg: {segments: [left_thigh, left_shin, left_foot]}").substr(0, 72),
        "limbs.leg.segments.1 names an unknown segment 'left_shin'; did you mean ");
}

TEST_F(MujocoModel, AResolvedSceneNeedsTheFileNoMore)
{
    write("biped.xml", biped());
    const std::string text = "gambol: 1\ncharacters: {a: {model: biped.xml}}\n"
                             "goals: [{who: a, stand: true}]\n";
    const Job first = read_job_text(text, "s.yaml", folder);
    std::filesystem::remove(folder / "biped.xml");
    const Job second = read_job_text(first.resolved_yaml, "s.yaml", folder);
    const Character &a = first.scene.characters[0].body, &b = second.scene.characters[0].body;
    ASSERT_EQ(a.segments.size(), b.segments.size());
    for (size_t i = 0; i < a.segments.size(); ++i) {
        EXPECT_EQ(a.segments[i].offset, b.segments[i].offset);
        EXPECT_EQ(a.segments[i].inertia, b.segments[i].inertia);
    }
}

// ---- URDF ----------------------------------------------------------------------------------

TEST_F(MujocoModel, ARobotDogStandsOnFourBentLegs)
{
    const CharacterFile file = read_character("robot_dog.urdf", kModels);
    const Character& body = file.character;
    EXPECT_TRUE(file.warnings.empty()) << file.warnings[0];
    ASSERT_EQ(body.limbs.size(), 4u);
    EXPECT_EQ(body.segments[0].name, "base") << "not lost in the world";
    EXPECT_NEAR(body.segments[0].mass, 6, 1e-9);
    for (const Limb& limb : body.limbs) {
        EXPECT_TRUE(limb.support) << limb.name;
        EXPECT_EQ(body.segments[size_t(limb.upper)].dofs.size(), 2u) << "one hip of two hinges";
        EXPECT_NEAR(body.segments[size_t(limb.lower)].offset.norm(), 0.2, 1e-6);
        EXPECT_NEAR(body.segments[size_t(limb.end)].offset.norm(), 0.2, 1e-6);
        EXPECT_LT(limb.pole.x(), -0.9) << "knees bend back";
    }
    for (const FeatureLimb& limb : feature_model(body).limbs)
        EXPECT_NEAR(limb.longest, std::cos(0.45), 1e-6) << "knees stay bent by 0.9 rad";
    const Pose standing = place(body, body.poses.at("standing"), { 0, 0 }, 0);
    const auto frames = forward_kinematics(body, standing);
    for (const Limb& limb : body.limbs) {
        const Vector3d leg
            = frames[size_t(limb.end)].position - frames[size_t(limb.upper)].position;
        EXPECT_LT(leg.head<2>().norm(), 0.01) << limb.name << ": foot below the hip";
        EXPECT_NEAR(frames[size_t(limb.end)].position.z(), 0.02, 0.002) << limb.name;
    }
}

// ---- Errors --------------------------------------------------------------------------------

TEST_F(MujocoModel, MistakesAreNamedWithTheirLine)
{
    EXPECT_EQ(error_of("a.xml",
                  "<mujoco>\n <worldbody>\n  <body>\n   <geom type='capsul'/>\n"
                  "  </body>\n </worldbody>\n</mujoco>"),
        "a.xml:4: XML Error: invalid keyword: 'capsul'; Element 'geom', line 4 "
        "(or it needs a newer MuJoCo than 2.2.2)");
    EXPECT_EQ(error_of("b.xml", "<mujoco>\n <worldbody>\n  <body>\n </worldbody>\n</mujoco>")
                  .substr(0, 8),
        "b.xml:3:");
    EXPECT_EQ(error_of("c.xml",
                  "<mujoco>\n <worldbody>\n  <body name='x'>\n   <joint/>\n"
                  "  </body>\n </worldbody>\n</mujoco>")
                  .substr(0, 13),
        "c.xml:3: Erro");
    EXPECT_EQ(error_of("d.xml", "<mujoco/>"), "d.xml: there is no body with mass in it");
    EXPECT_NE(error_of("e.urdf",
                  "<robot name='r'>\n<link name='a'>\n<frog/>\n<inertial/>\n"
                  "</link></robot>")
                  .find("e.urdf:4: "),
        std::string::npos);
}

TEST_F(MujocoModel, IsLookedForBesideTheSceneAndThenAmongMujocosOwn)
{
    EXPECT_EQ(find_model_file("humanoid.xml", folder).parent_path().filename(), "humanoid");
    const auto path = write("humanoid.xml", biped());
    EXPECT_EQ(find_model_file("humanoid.xml", folder), path);
    EXPECT_EQ(find_model_file("nowhere.xml", folder), folder / "nowhere.xml");
    EXPECT_EQ(find_model_file("human.yaml", folder), folder / "human.yaml");
}

}  // namespace
}  // namespace gambol::io
