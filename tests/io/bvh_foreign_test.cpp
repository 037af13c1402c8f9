// SPDX-License-Identifier: MIT
// Clips as other programs write them: names, axes, units, rest poses and extra joints of all kinds.
#include "gambol/io/bvh/bvh_names.hpp"
#include "gambol/io/bvh/bvh_clip.hpp"
#include "gambol/io/export/export_options.hpp"
#include "gambol/io/input_error.hpp"
#include "gambol/io/scene/job_reader.hpp"
#include "gambol/methods/refine/clip_fit.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <functional>
#include <numbers>
#include <sstream>

namespace gambol::io {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;

/// How a program writes its clips.
struct Dialect {
    std::string test;
    std::function<std::string(const std::string& segment)> name;
    std::string order = "ZXY";
    double unit = 0.01;  // m
    double size = 1;  // of its skeleton, by ours
    char up = 'y';
    double spread = 90;  // of arms at rest, in degrees: T 90, A 45
    double turned = 0;  // degrees about the vertical: where it looks at rest
    bool extras = false;  // hip joints, spine links, toes, fingers
    std::string end = "\n";
};

std::string side_of(const std::string& segment, const std::string& left, const std::string& right)
{
    return segment.starts_with("left_") ? left : segment.starts_with("right_") ? right : "";
}

std::string part_of(const std::string& segment)
{
    return segment.find('_') == std::string::npos || segment == "upper_arm"
        ? segment
        : segment.substr(segment.find('_') + 1);
}

std::function<std::string(const std::string&)> named(
    const std::map<std::string, std::string>& parts, const std::string& before,
    const std::string& left, const std::string& right, bool side_last = false)
{
    return [=](const std::string& segment) {
        const std::string side = side_of(segment, left, right),
                          part = parts.at(side.empty() ? segment : part_of(segment));
        return side_last ? before + part + side : before + side + part;
    };
}

const std::map<std::string, std::string> kMixamo { { "pelvis", "Hips" }, { "chest", "Spine" },
    { "head", "Neck" }, { "thigh", "UpLeg" }, { "shank", "Leg" }, { "foot", "Foot" },
    { "upper_arm", "Arm" }, { "forearm", "ForeArm" }, { "hand", "Hand" } };
const std::map<std::string, std::string> kMocap { { "pelvis", "root" }, { "chest", "lowerback" },
    { "head", "lowerneck" }, { "thigh", "femur" }, { "shank", "tibia" }, { "foot", "foot" },
    { "upper_arm", "humerus" }, { "forearm", "radius" }, { "hand", "hand" } };
const std::map<std::string, std::string> kBiped { { "pelvis", "Pelvis" }, { "chest", "Spine" },
    { "head", "Neck" }, { "thigh", "Thigh" }, { "shank", "Calf" }, { "foot", "Foot" },
    { "upper_arm", "UpperArm" }, { "forearm", "Forearm" }, { "hand", "Hand" } };
const std::map<std::string, std::string> kGame { { "pelvis", "pelvis" }, { "chest", "spine_01" },
    { "head", "neck_01" }, { "thigh", "thigh" }, { "shank", "calf" }, { "foot", "foot" },
    { "upper_arm", "upperarm" }, { "forearm", "lowerarm" }, { "hand", "hand" } };

std::vector<Dialect> dialects()
{
    std::vector<Dialect> all;
    all.push_back({ "Mixamo", named(kMixamo, "mixamorig:", "Left", "Right") });
    all.back().extras = true;
    all.push_back({ "Cmu", named(kMixamo, "", "Left", "Right") });
    all.back().extras = true;
    all.back().unit = 0.0254;
    all.back().order = "ZYX";
    all.push_back({ "Mocap", named(kMocap, "", "l", "r") });
    all.back().order = "XYZ";
    all.back().size = 1.2;
    all.push_back({ "Biped", named(kBiped, "Bip01 ", "L ", "R ") });
    all.back().up = 'z';
    all.back().end = "\r\n";
    all.back().spread = 45;
    all.push_back({ "Game", named(kGame, "", "_l", "_r", true) });
    all.back().order = "YXZ";
    all.back().unit = 1;
    all.back().turned = 90;
    all.back().size = 0.9;
    return all;
}

/// Someone who walks on the spot, as a scene's human.
struct Stepping {
    Scene scene
        = read_job_text("gambol: 1\ncharacters: {ann: {model: human}}\n", "s.yaml", ".").scene;
    std::vector<Pose> poses;

    Stepping()
    {
        const SceneCharacter& ann = scene.characters.front();
        for (int t = 0; t < 24; ++t) {
            Pose pose = ann.start;
            const double phase = 0.26 * t, lift = std::max(0.0, std::sin(phase));
            const auto turn = [&](const std::string& name, double by) {
                Eigen::Index i = 0;
                for (const Segment& segment : ann.body.segments)
                    for (const Dof& dof : segment.dofs) {
                        if (dof.name == name)
                            pose.angles[i] += by;
                        ++i;
                    }
            };
            turn("left_hip_flexion", 0.6 * lift);
            turn("left_knee_flexion", 0.9 * lift);
            turn("left_shoulder_flexion", 0.5 * std::sin(phase));
            turn("right_shoulder_abduction", 0.4);
            turn("right_elbow_flexion", 0.6);
            turn("waist_rotation", 0.2 * std::sin(phase));
            turn("neck_flexion", 0.2);
            poses.push_back(pose);
        }
    }
};

/// Writes clips: turns are those from the rest pose, which has arms spread and no rotations.
class Writer {
public:
    Writer(const Dialect& dialect, const Stepping& stepping)
        : d_(dialect)
        , s_(stepping)
        , body_(stepping.scene.characters.front().body)
    {
        Pose rest { Vector3d(0, 0, 0), Eigen::Quaterniond(turned()), Eigen::VectorXd() };
        rest.angles.setZero(body_.dof_count());
        Eigen::Index i = 0;
        for (const Segment& segment : body_.segments)
            for (const Dof& dof : segment.dofs) {
                if (dof.name.ends_with("shoulder_abduction"))
                    rest.angles[i] = d_.spread * std::numbers::pi / 180;
                ++i;
            }
        rest_ = forward_kinematics(body_, rest);
    }

    [[nodiscard]] std::string text()
    {
        out_ << "HIERARCHY" << d_.end;
        write(0, 0);
        out_ << "MOTION" << d_.end << "Frames: " << s_.poses.size() << d_.end
             << "Frame Time: 0.0333333" << d_.end;
        for (const Pose& pose : s_.poses) {
            frames_ = forward_kinematics(body_, pose);
            values(0);
            out_ << d_.end;
        }
        return out_.str();
    }

private:
    [[nodiscard]] Eigen::AngleAxisd turned() const
    {
        return { d_.turned * std::numbers::pi / 180, Vector3d::UnitZ() };
    }
    [[nodiscard]] Vector3d to_file(const Vector3d& v) const
    {
        return d_.size / d_.unit * (up_rotation(d_.up) * v);
    }
    [[nodiscard]] Matrix3d turn(std::size_t i) const
    {
        const Matrix3d up = up_rotation(d_.up);
        return up * (frames_[i].rotation * rest_[i].rotation.conjugate()).toRotationMatrix()
            * up.transpose();
    }
    void line(int depth, const std::string& text)
    {
        out_ << std::string(static_cast<std::size_t>(depth), '\t') << text << d_.end;
    }
    static std::string offset(const Vector3d& v)
    {
        std::ostringstream text;
        text << "OFFSET " << v.x() << " " << v.y() << " " << v.z();
        return text.str();
    }
    /// A joint that never turns, at its parent's place: hip joints, links of the spine.
    [[nodiscard]] bool has_extra(std::size_t i) const
    {
        const std::string& name = body_.segments[i].name;
        return d_.extras
            && (name.ends_with("thigh") || name.ends_with("upper_arm") || name == "head");
    }
    [[nodiscard]] std::string extra(std::size_t i) const
    {
        const std::string& name = body_.segments[i].name;
        return name == "head"
            ? "Spine2"
            : side_of(name, "L", "R") + (name.ends_with("thigh") ? "HipJoint" : "Clavicle");
    }
    [[nodiscard]] std::string rotations() const
    {
        std::string text;
        for (const char axis : d_.order)
            text += std::string(" ") + axis + "rotation";
        return text;
    }

    void write(std::size_t i, int depth)
    {
        const int parent = body_.segments[i].parent;
        Vector3d from = parent < 0
            ? Vector3d::Zero()
            : Vector3d(rest_[i].position - rest_[static_cast<std::size_t>(parent)].position);
        if (has_extra(i)) {
            line(depth, "JOINT " + extra(i));
            line(depth, "{");
            line(++depth, offset(to_file(0.5 * from)));
            line(depth, "CHANNELS 3" + rotations());
            from *= 0.5;
        }
        line(depth, (parent < 0 ? "ROOT " : "JOINT ") + d_.name(body_.segments[i].name));
        line(depth, "{");
        line(depth + 1, offset(to_file(from)));
        line(depth + 1,
            parent < 0 ? "CHANNELS 6 Xposition Yposition Zposition" + rotations()
                       : "CHANNELS 3" + rotations());
        bool leaf = true;
        for (std::size_t c = 0; c < body_.segments.size(); ++c)
            if (body_.segments[c].parent == static_cast<int>(i)) {
                write(c, depth + 1);
                leaf = false;
            }
        if (leaf && d_.extras) {
            line(depth + 1, "JOINT " + d_.name(body_.segments[i].name) + "Index1");
            line(depth + 1, "{");
            line(depth + 2, offset(to_file(Vector3d(0.05, 0, 0))));
            line(depth + 2, "CHANNELS 3" + rotations());
        }
        if (leaf) {
            line(depth + 1, "End Site");
            line(depth + 1, "{");
            line(depth + 2, offset(to_file(Vector3d(0.05, 0, 0))));
            line(depth + 1, "}");
        }
        if (leaf && d_.extras)
            line(depth + 1, "}");
        line(depth, "}");
        if (has_extra(i))
            line(depth - 1, "}");
    }

    void values(std::size_t i)
    {
        const int parent = body_.segments[i].parent;
        if (has_extra(i))
            out_ << "0 0 0 ";
        Matrix3d local = turn(i);
        if (parent < 0) {
            const Vector3d place = to_file(frames_[i].position);
            out_ << place.x() << " " << place.y() << " " << place.z() << " ";
        } else {
            local = turn(static_cast<std::size_t>(parent)).transpose() * local;
        }
        const Vector3d angles
            = local.eulerAngles(d_.order[0] - 'X', d_.order[1] - 'X', d_.order[2] - 'X') * 180
            / std::numbers::pi;
        out_ << angles.x() << " " << angles.y() << " " << angles.z() << " ";
        bool leaf = true;
        for (std::size_t c = 0; c < body_.segments.size(); ++c)
            if (body_.segments[c].parent == static_cast<int>(i)) {
                values(c);
                leaf = false;
            }
        if (leaf && d_.extras)
            out_ << "0 0 0 ";
    }

    const Dialect& d_;
    const Stepping& s_;
    const Character& body_;
    std::vector<SegmentFrame> rest_, frames_;
    std::ostringstream out_;
};

struct TemporaryFile {
    explicit TemporaryFile(const std::string& text)
        : path(std::filesystem::temp_directory_path()
            / (std::string("gambol_foreign_") + std::to_string(std::hash<std::string> {}(text))
                + ".bvh"))
    {
        std::ofstream(path, std::ios::binary) << text;
    }
    ~TemporaryFile() { std::filesystem::remove(path); }
    std::filesystem::path path;
};

class EveryDialect : public testing::TestWithParam<Dialect> { };

TEST_P(EveryDialect, BecomesTheMovementOfTheHuman)
{
    const Stepping stepping;
    const TemporaryFile file(Writer(GetParam(), stepping).text());
    BvhOptions options;
    options.up = GetParam().up;
    const Character& body = stepping.scene.characters.front().body;
    const Reference reference
        = refine::reference_of_clip(read_bvh_clip(file.path, options, body), stepping.scene);
    ASSERT_EQ(reference.poses.size(), stepping.poses.size());
    for (std::size_t t = 0; t < reference.poses.size(); t += 5) {
        const auto found = forward_kinematics(body, reference.poses[t]),
                   expected = forward_kinematics(body, stepping.poses[t]);
        for (std::size_t i = 0; i < found.size(); ++i) {
            EXPECT_LT((found[i].position - expected[i].position).norm(), 0.02)
                << body.segments[i].name << " at " << t;
            EXPECT_LT(found[i].rotation.angularDistance(expected[i].rotation), 0.12)
                << body.segments[i].name << " at " << t;
        }
    }
    // The right foot stands all the time, the left one not while it is up.
    for (std::size_t p = 0; p < body.patches.size(); ++p) {
        for (std::size_t t = 0;
             body.patches[p].name == "right_foot" && t < reference.touches.size(); ++t) {
            EXPECT_EQ(reference.touches[t][p], 0) << t;
        }
        if (body.patches[p].name == "left_foot") {
            EXPECT_EQ(reference.touches[6][p], -1);
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Bvh, EveryDialect, testing::ValuesIn(dialects()),
    [](const auto& dialect) { return dialect.param.test; });

std::string complaint(const Dialect& dialect, const BvhOptions& options)
{
    const Stepping stepping;
    const TemporaryFile file(Writer(dialect, stepping).text());
    try {
        (void)read_bvh_clip(file.path, options, stepping.scene.characters.front().body);
    } catch (const InputError& error) {
        return error.what();
    }
    return "accepted";
}

TEST(ForeignBvh, WrongAxisIsNamedWithTheRightOne)
{
    const std::string said = complaint(dialects()[3], {});
    EXPECT_NE(said.find(".bvh:2: stands along z at rest, not along y; try start: {bvh: "),
        std::string::npos)
        << said;
    EXPECT_NE(said.find("up: z}"), std::string::npos) << said;
}

TEST(ForeignBvh, UnknownNamesAreListedAndCanBeMapped)
{
    Dialect odd = dialects()[0];
    odd.extras = false;
    odd.name = [](const std::string& segment) {
        return "J" + std::to_string(segment.size()) + segment.substr(0, 1)
            + segment.substr(segment.size() - 2);
    };
    const std::string said = complaint(odd, {});
    EXPECT_NE(said.find(".bvh:2: has no joints for pelvis, "), std::string::npos) << said;
    EXPECT_NE(said.find("map: {pelvis: J6pis}"), std::string::npos) << said;
    BvhOptions options;
    const Stepping stepping;
    for (const Segment& segment : stepping.scene.characters.front().body.segments)
        options.joints[segment.name] = odd.name(segment.name);
    EXPECT_EQ(complaint(odd, options), "accepted");
    options.where = "scene.yaml:4:9";
    options.joints["tail"] = "Tail";
    EXPECT_EQ(complaint(odd, options),
        "scene.yaml:4:9: start.map names 'tail', which is no segment of 'human'");
}

TEST(ForeignBvh, NamesAreTakenApart)
{
    const auto apart = [](const std::string& name) {
        const JointName found = joint_name(name);
        return std::string(1, found.side) + found.part;
    };
    EXPECT_EQ(apart("mixamorig:LeftUpLeg"), "lupleg");
    EXPECT_EQ(apart("Bip01 R Thigh"), "rthigh");
    EXPECT_EQ(apart("Bip01_L_UpperArm"), "lupperarm");
    EXPECT_EQ(apart("thigh.L"), "lthigh");
    EXPECT_EQ(apart("upperarm_r"), "rupperarm");
    EXPECT_EQ(apart("lfemur"), "lfemur");
    EXPECT_EQ(apart("lFoot"), "lfoot");
    EXPECT_EQ(apart("Hips"), " hips");
    EXPECT_EQ(apart("root"), " root");
    EXPECT_EQ(apart("lowerback"), " lowerback");
    EXPECT_EQ(apart("LHipJoint"), " lhipjoint");
}

}  // namespace
}  // namespace gambol::io
