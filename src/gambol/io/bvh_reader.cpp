// SPDX-License-Identifier: MIT
#include "gambol/io/bvh_reader.hpp"

#include "gambol/dynamics/pose_fit.hpp"
#include "gambol/geometry/nearest.hpp"
#include "gambol/io/export_options.hpp"
#include "gambol/io/input_error.hpp"
#include "gambol/io/yaml_node.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <sstream>

namespace gambol {

namespace {

using Eigen::Isometry3d;
using Eigen::Vector3d;

constexpr double kAxisPoint = 0.15;  // m: how much the turn of a segment counts beside its place
constexpr double kTouch = 0.03;  // m: how exactly clips know where the floor is
constexpr double kSlow = 0.3;  // m/s

/// Names in common use for the segments of a human.
const std::map<std::string, std::vector<std::string>>& known_names()
{
    static const std::map<std::string, std::vector<std::string>> names {
        { "pelvis", { "hips", "hip", "root" } },
        { "chest", { "chest", "spine", "spine1", "torso", "lowerback" } },
        { "head", { "neck", "neck1", "head" } },
        { "_thigh", { "upleg", "thigh", "hip", "upperleg" } },
        { "_shank", { "leg", "shin", "knee", "lowerleg" } },
        { "_foot", { "foot", "ankle" } },
        { "_upper_arm", { "arm", "upperarm", "uparm" } },
        { "_forearm", { "forearm", "lowerarm", "elbow", "lowarm" } },
        { "_hand", { "hand", "wrist" } },
    };
    return names;
}

std::string plain(const std::string& name)
{
    std::string result;
    for (const char c : name)
        if (std::isalnum(static_cast<unsigned char>(c)))
            result += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return result;
}

/// All that a segment may be called.
std::vector<std::string> names_of(const std::string& segment)
{
    std::vector<std::string> names { plain(segment) };
    for (const auto& [name, others] : known_names()) {
        const bool sided = name.front() == '_';
        for (const char* side : { "left", "right" })
            if (sided && segment == side + name)
                for (const std::string& other : others) {
                    names.push_back(side + other);
                    names.push_back(side[0] + other);
                }
        if (!sided && segment == name)
            names.insert(names.end(), others.begin(), others.end());
    }
    return names;
}

/// Index of the joint for each segment, −1 for none.
std::vector<int> find_joints(const BvhClip& clip, const Character& body)
{
    std::vector<int> found;
    for (const Segment& segment : body.segments) {
        found.push_back(-1);
        for (const std::string& name : names_of(segment.name))
            for (std::size_t j = 0; j < clip.joints.size() && found.back() < 0; ++j)
                if (plain(clip.joints[j].name) == name && !clip.joints[j].channels.empty())
                    found.back() = static_cast<int>(j);
    }
    return found;
}

class Parser {
public:
    Parser(const std::string& text, const std::string& file)
        : file_(file)
    {
        std::istringstream lines(text);
        std::string line;
        for (int number = 1; std::getline(lines, line); ++number) {
            std::istringstream words(line);
            std::string word;
            while (words >> word)
                words_.push_back({ word, number });
        }
    }

    BvhClip parse()
    {
        expect("HIERARCHY");
        BvhClip clip;
        expect("ROOT");
        read_joint(clip, -1, next());
        expect("MOTION");
        expect("Frames:");
        const double frames = number();
        expect("Frame");
        expect("Time:");
        clip.frame_time = number();
        if (!(clip.frame_time > 0) || !(frames >= 2) || frames > 1e7)
            fail("needs at least two frames and a frame time above 0");
        std::size_t channels = 0;
        for (const BvhClip::Joint& joint : clip.joints)
            channels += joint.channels.size();
        clip.frames.assign(static_cast<std::size_t>(frames), std::vector<double>(channels));
        for (std::vector<double>& frame : clip.frames)
            for (double& value : frame)
                value = number();
        return clip;
    }

private:
    [[noreturn]] void fail(const std::string& message) const
    {
        const int line
            = words_.empty() ? 1 : words_[std::min(at_, words_.size()) - (at_ ? 1 : 0)].line;
        throw InputError(fmt::format("{}:{}: {}", file_, line, message));
    }
    std::string next()
    {
        if (at_ == words_.size())
            fail("the file ends too early");
        return words_[at_++].text;
    }
    void expect(const std::string& word)
    {
        if (const std::string found = next(); found != word)
            fail(fmt::format("expected '{}', not '{}'", word, found));
    }
    double number()
    {
        const std::string word = next();
        std::size_t used = 0;
        double value = 0;
        try {
            value = std::stod(word, &used);
        } catch (const std::exception&) {
            used = 0;
        }
        if (used != word.size() || !std::isfinite(value))
            fail(fmt::format("expected a number, not '{}'", word));
        return value;
    }
    void read_joint(BvhClip& clip, int parent, const std::string& name)
    {
        const int index = static_cast<int>(clip.joints.size());
        clip.joints.push_back({ name, parent, Vector3d::Zero(), {} });
        expect("{");
        for (std::string word = next(); word != "}"; word = next()) {
            BvhClip::Joint& joint = clip.joints[static_cast<std::size_t>(index)];
            if (word == "OFFSET") {
                for (int i = 0; i < 3; ++i)
                    joint.offset[i] = number();
            } else if (word == "CHANNELS") {
                const double count = number();
                for (int i = 0; i < count; ++i) {
                    joint.channels.push_back(next());
                    const std::string& channel = joint.channels.back();
                    if (channel.find_first_of("XYZ") != 0
                        || (channel.substr(1) != "position" && channel.substr(1) != "rotation"))
                        fail(fmt::format("'{}' is not a channel", channel));
                }
            } else if (word == "JOINT") {
                read_joint(clip, index, next());
            } else if (word == "End") {
                expect("Site");
                read_joint(clip, index, "End Site");
            } else {
                fail(fmt::format("unexpected '{}'", word));
            }
        }
    }

    struct Word {
        std::string text;
        int line;
    };
    std::string file_;
    std::vector<Word> words_;
    std::size_t at_ = 0;
};

/// How long the limbs of the model are, by those of the clip: over all segments whose parents were
/// found, too.
double size_ratio(const Character& body, const std::vector<int>& joints,
    const std::vector<Isometry3d>& pose, const std::vector<SegmentFrame>& rest)
{
    double ours = 0, theirs = 0;
    for (std::size_t i = 0; i < joints.size(); ++i) {
        const int parent = body.segments[i].parent;
        const bool limb
            = parent >= 0 && body.segments[static_cast<std::size_t>(parent)].parent >= 0;
        if (!limb || joints[i] < 0 || joints[static_cast<std::size_t>(parent)] < 0)
            continue;
        ours += (rest[i].position - rest[static_cast<std::size_t>(parent)].position).norm();
        theirs += (pose[static_cast<std::size_t>(joints[i])].translation()
            - pose[static_cast<std::size_t>(joints[static_cast<std::size_t>(parent)])]
                  .translation())
                      .norm();
    }
    return theirs > 0 ? ours / theirs : 1;
}

/// The surface that a patch of the pose is near to, or −1.
int touched(const Patch& patch, const std::vector<SegmentFrame>& frames,
    const std::vector<SegmentFrame>& before, double dt, const std::vector<Surface>& surfaces)
{
    const auto center = [&](const std::vector<SegmentFrame>& all) -> Vector3d {
        const SegmentFrame& frame = all[static_cast<std::size_t>(patch.segment)];
        return frame.position + frame.rotation * patch.center;
    };
    if ((center(frames) - center(before)).norm() > kSlow * dt)
        return -1;
    for (std::size_t s = 0; s < surfaces.size(); ++s)
        if (std::abs(nearest_surface_point(surfaces[s].shape, center(frames)).distance) < kTouch)
            return static_cast<int>(s);
    return -1;
}

}  // namespace

BvhClip parse_bvh(const std::string& text, const std::string& file)
{
    return Parser(text, file).parse();
}

std::vector<Isometry3d> BvhClip::pose(std::size_t frame) const
{
    std::vector<Isometry3d> world;
    std::size_t next = 0;
    for (const Joint& joint : joints) {
        Isometry3d local = Isometry3d::Identity();
        Vector3d place = joint.offset;
        for (const std::string& channel : joint.channels) {
            const double value = frames[frame][next++];
            const int axis = channel[0] - 'X';
            if (channel.substr(1) == "position") {
                place[axis] += value;
            } else {
                local.rotate(
                    Eigen::AngleAxisd(value * std::numbers::pi / 180, Vector3d::Unit(axis)));
            }
        }
        local.pretranslate(place);
        world.push_back(
            joint.parent < 0 ? local : world[static_cast<std::size_t>(joint.parent)] * local);
    }
    return world;
}

Reference read_bvh_reference(
    const std::filesystem::path& file, const BvhOptions& options, const Scene& scene)
{
    const BvhClip clip = parse_bvh(read_text_file(file.string()), file.string());
    const Character& body = scene.characters.front().body;
    const std::vector<int> joints = find_joints(clip, body);
    if (std::count_if(joints.begin(), joints.end(), [](int j) { return j >= 0; }) < 3)
        throw InputError(fmt::format("{}: its joints have other names than the segments of '{}'; "
                                     "rename them, e.g. Hips, LeftUpLeg, LeftLeg, LeftFoot",
            file.string(), body.model));
    // All segments by their own names: the rest pose is ours, so the turns mean the same.
    bool same = true;
    for (std::size_t i = 0; i < joints.size(); ++i)
        same = same && joints[i] >= 0
            && clip.joints[static_cast<std::size_t>(joints[i])].name == body.segments[i].name;

    const Eigen::Matrix3d up = up_rotation(options.up).transpose();  // file axes to z up
    const Pose start = place(body, body.poses.at("standing"), Eigen::Vector2d::Zero(), 0);
    const double ratio = same
        ? options.scale
        : size_ratio(body, joints, clip.pose(0), forward_kinematics(body, start));
    Reference reference;
    reference.touch = kTouch;
    dynamics::PoseFit fit(body);
    std::vector<std::vector<SegmentFrame>> frames;
    for (std::size_t t = 0; t < clip.frames.size(); ++t) {
        const std::vector<Isometry3d> pose = clip.pose(t);
        std::vector<dynamics::PointTarget> targets;
        for (std::size_t i = 0; i < joints.size(); ++i) {
            if (joints[i] < 0)
                continue;
            const Isometry3d& joint = pose[static_cast<std::size_t>(joints[i])];
            const Vector3d at = ratio * (up * joint.translation());
            targets.push_back({ static_cast<int>(i), Vector3d::Zero(), at, 1 });
            for (int axis = 0; same && axis < 3; ++axis)
                targets.push_back({ static_cast<int>(i), kAxisPoint * Vector3d::Unit(axis),
                    at + up * joint.linear() * up.transpose() * (kAxisPoint * Vector3d::Unit(axis)),
                    0.3 });
        }
        Pose from = t > 0 ? reference.poses.back() : start;
        if (t == 0) {
            const int root = std::max(joints[0], 0);
            const Isometry3d& frame = pose[static_cast<std::size_t>(root)];
            from.root_position = ratio * (up * frame.translation());
            from.root_rotation = Eigen::Quaterniond(up * frame.linear() * up.transpose());
        }
        reference.times.push_back(static_cast<double>(t) * clip.frame_time);
        reference.poses.push_back(fit.fit(from, targets));
        frames.push_back(forward_kinematics(body, reference.poses.back()));
    }
    for (std::size_t t = 0; t < frames.size(); ++t) {
        const std::size_t before = t > 0 ? t - 1 : 0, after = std::min(t + 1, frames.size() - 1);
        const double dt = static_cast<double>(after - before) * clip.frame_time;
        reference.touches.emplace_back();
        for (const Patch& patch : body.patches)
            reference.touches.back().push_back(
                touched(patch, frames[after], frames[before], dt, scene.surfaces));
    }
    return reference;
}

}  // namespace gambol
