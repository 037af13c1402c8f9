// SPDX-License-Identifier: MIT
#include "gambol/io/bvh/bvh_clip.hpp"

#include "gambol/io/bvh/bvh_names.hpp"
#include "gambol/io/export/export_options.hpp"
#include "gambol/io/file/input_file.hpp"
#include "gambol/io/input_error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace gambol::io {

namespace {

using Eigen::Isometry3d;
using Eigen::Matrix3d;
using Eigen::Vector3d;

constexpr double kUpright = 0.8;  // cosine

std::string listed(const std::vector<std::string>& names)
{
    std::string list;
    for (const std::string& name : names)
        list.append(list.empty() ? "" : ", ").append(name);
    return list;
}

/// A clip whose joints are those of a body, in axes with z up.
class Skeleton {
public:
    Skeleton(const BvhClip& clip, const Character& body, const BvhOptions& options,
        const std::string& file)
        : clip_(clip)
        , body_(body)
        , file_(file)
        , axes_(up_rotation(options.up).transpose())
        , joints_(find_joints(clip, body, options.joints))
    {
        check_map(options);
        check_names();
        own_ = true;
        for (std::size_t i = 0; i < joints_.size(); ++i)
            own_ = own_ && joints_[i] >= 0 && clip.joints[at(i)].name == body.segments[i].name;
        const std::vector<Vector3d> rest = rest_places();
        ratio_ = size_ratio(rest);
        if (own_)
            check_scale(options.scale);
        find_turns(rest, options.up);
    }

    /// Every frame, told by the segments that were found.
    [[nodiscard]] SegmentClip told() const
    {
        SegmentClip told;
        told.own = own_;
        told.frame_time = clip_.frame_time;
        for (std::size_t i = 0; i < joints_.size(); ++i)
            told.segments.push_back({ joints_[i] >= 0, joints_[i] >= 0 && turners_[i] >= 0 });
        for (std::size_t t = 0; t < clip_.frames.size(); ++t) {
            const std::vector<Isometry3d> pose = clip_.pose(t);
            told.frames.emplace_back();
            for (std::size_t i = 0; i < joints_.size(); ++i) {
                SegmentClip::Aim aim;
                if (told.segments[i].known)
                    aim.place = ratio_ * (axes_ * pose[at(i)].translation());
                if (told.segments[i].turned)
                    aim.turn = turn_of(pose, i);
                told.frames.back().push_back(aim);
            }
        }
        told.root = root();
        return told;
    }

private:
    [[nodiscard]] std::size_t at(std::size_t segment) const
    {
        return static_cast<std::size_t>(joints_[segment]);
    }
    [[nodiscard]] int children(std::size_t segment) const
    {
        return static_cast<int>(std::count_if(body_.segments.begin(), body_.segments.end(),
            [&](const Segment& s) { return s.parent == static_cast<int>(segment); }));
    }
    /// The only child of a segment, or −1.
    [[nodiscard]] int child(std::size_t segment) const
    {
        for (std::size_t i = 0; i < body_.segments.size(); ++i)
            if (children(segment) == 1 && body_.segments[i].parent == static_cast<int>(segment))
                return static_cast<int>(i);
        return -1;
    }
    /// Of the skeleton in its first frame.
    [[nodiscard]] SegmentClip::Aim root() const
    {
        const std::vector<Isometry3d> first = clip_.pose(0);
        const std::size_t root = joints_[0] < 0 ? 0 : at(0);
        return { ratio_ * (axes_ * first[root].translation()),
            joints_[0] >= 0 && turners_[0] >= 0
                ? turn_of(first, 0)
                : Matrix3d(axes_ * first[root].linear() * axes_.transpose()) };
    }
    [[nodiscard]] int find(const std::string& segment) const
    {
        for (std::size_t i = 0; i < body_.segments.size(); ++i)
            if (body_.segments[i].name == segment)
                return joints_[i];
        return -1;
    }
    [[nodiscard]] Matrix3d turn_of(const std::vector<Isometry3d>& pose, std::size_t i) const
    {
        const Matrix3d& joint = pose[static_cast<std::size_t>(turners_[i])].linear();
        return axes_ * joint * axes_.transpose() * rest_turns_[i];
    }

    void check_map(const BvhOptions& options) const
    {
        for (const auto& [segment, joint] : options.joints) {
            const auto is_it = [&name = segment](const Segment& s) { return s.name == name; };
            if (std::none_of(body_.segments.begin(), body_.segments.end(), is_it))
                throw InputError(
                    fmt::format("{}: start.map names '{}', which is no segment of '{}'",
                        options.where, segment, body_.model));
            if (find(segment) < 0)
                throw InputError(fmt::format("{}: start.map names '{}', which is no joint with "
                                             "rotations of {}",
                    options.where, joint, file_));
        }
    }

    void check_names() const
    {
        std::vector<std::string> missing, names;
        for (std::size_t i = 0; i < joints_.size(); ++i)
            if (joints_[i] < 0)
                missing.push_back(body_.segments[i].name);
        if (2 * missing.size() <= joints_.size())
            return;
        for (const BvhClip::Joint& joint : clip_.joints)
            if (!joint.channels.empty())
                names.push_back(joint.name);
        throw InputError(fmt::format("{}:{}: has no joints for {} of '{}'; its joints are {}; say "
                                     "which is which, as in start: {{bvh: {}, map: {{{}: {}}}}}",
            file_, clip_.joints.front().line, listed(missing), body_.model, listed(names),
            std::filesystem::path(file_).filename().string(), missing.front(),
            names.empty() ? "Joint" : names.front()));
    }

    /// As the file has them without any rotation, z up.
    [[nodiscard]] std::vector<Vector3d> rest_places() const
    {
        std::vector<Vector3d> places;
        for (const BvhClip::Joint& joint : clip_.joints) {
            const Vector3d from = joint.parent < 0 ? Vector3d::Zero()
                                                   : places[static_cast<std::size_t>(joint.parent)];
            places.push_back(from + axes_ * joint.offset);
        }
        return places;
    }

    /// How long the limbs of the model are, by those of the clip: over all segments whose parents
    /// were found, too.
    [[nodiscard]] double size_ratio(const std::vector<Vector3d>& rest) const
    {
        double ours = 0, theirs = 0;
        for (std::size_t i = 0; i < joints_.size(); ++i) {
            const int parent = body_.segments[i].parent;
            if (parent < 0 || body_.segments[static_cast<std::size_t>(parent)].parent < 0
                || joints_[i] < 0 || joints_[static_cast<std::size_t>(parent)] < 0)
                continue;
            ours += body_.segments[i].offset.norm();
            theirs += (rest[at(i)] - rest[at(static_cast<std::size_t>(parent))]).norm();
        }
        return theirs > 0 ? ours / theirs : 1;
    }

    void check_scale(double scale)
    {
        if (std::abs(std::log(scale / ratio_)) > std::log(1.5))
            throw InputError(fmt::format("{}:{}: is {:.3g} times as large as '{}' with a unit of "
                                         "{} m; try start: {{bvh: {}, scale: {:.3g}}}",
                file_, clip_.joints.front().line, scale / ratio_, body_.model, scale,
                std::filesystem::path(file_).filename().string(), ratio_));
        ratio_ = scale;
    }

    /// Which joints tell how segments are turned, and how they are at rest.
    void find_turns(const std::vector<Vector3d>& rest, char up)
    {
        turners_ = joints_;
        rest_turns_.assign(joints_.size(), Matrix3d::Identity());
        if (own_)
            return;
        const int pelvis = joints_[0], head = find("head"), left = find("left_thigh"),
                  right = find("right_thigh");
        if (pelvis < 0 || head < 0 || left < 0 || right < 0) {
            turners_.assign(joints_.size(), -1);
            return;
        }
        const Vector3d trunk
            = (rest[static_cast<std::size_t>(head)] - rest[static_cast<std::size_t>(pelvis)])
                  .normalized();
        const Vector3d across
            = rest[static_cast<std::size_t>(left)] - rest[static_cast<std::size_t>(right)];
        if (trunk.z() < kUpright) {
            // In axes of y up, file y is ours z and file z is −ours y.
            if (const double other = up == 'y' ? -trunk.y() : trunk.y(); other > kUpright)
                throw InputError(fmt::format("{}:{}: stands along {} at rest, not along {}; try "
                                             "start: {{bvh: {}, up: {}}}",
                    file_, clip_.joints.front().line, up == 'y' ? 'z' : 'y', up,
                    std::filesystem::path(file_).filename().string(), up == 'y' ? 'z' : 'y'));
            turners_.assign(joints_.size(), -1);  // no figure that stands: its turns mean nothing
            return;
        }
        Matrix3d facing;
        facing.col(1) = Vector3d(across.x(), across.y(), 0).normalized();
        facing.col(2) = Vector3d::UnitZ();
        facing.col(0) = facing.col(1).cross(facing.col(2));
        for (std::size_t i = 0; i < joints_.size(); ++i) {
            rest_turns_[i] = facing;
            const int parent = body_.segments[i].parent, next = child(i);
            if (next >= 0 && joints_[i] >= 0 && joints_[static_cast<std::size_t>(next)] >= 0) {
                const Vector3d ours
                    = facing * body_.segments[static_cast<std::size_t>(next)].offset,
                    theirs = rest[at(static_cast<std::size_t>(next))] - rest[at(i)];
                rest_turns_[i]
                    = Eigen::Quaterniond::FromTwoVectors(ours, theirs).toRotationMatrix() * facing;
            } else if (parent >= 0 && body_.segments[i].name.ends_with("hand")) {
                rest_turns_[i] = rest_turns_[static_cast<std::size_t>(parent)];
            }
        }
        // Of a back with many links the uppermost carries the arms, and the skull sits on the neck.
        for (std::size_t i = 0; i < joints_.size(); ++i) {
            if (body_.segments[i].name == "chest")
                turners_[i] = clip_.joints[static_cast<std::size_t>(head)].parent;
            if (body_.segments[i].name == "head")
                for (std::size_t j = 0; j < clip_.joints.size(); ++j)
                    if (!clip_.joints[j].channels.empty()
                        && joint_name(clip_.joints[j].name).part == "head")
                        turners_[i] = static_cast<int>(j);
        }
    }

    const BvhClip& clip_;
    const Character& body_;
    std::string file_;
    Matrix3d axes_;  // of the file, in z up
    std::vector<int> joints_;  // per segment, −1 for none
    std::vector<int> turners_;  // likewise: whose turn it follows
    std::vector<Matrix3d> rest_turns_;  // per segment: B F
    bool own_ = false;
    double ratio_ = 1;  // m per unit
};

}  // namespace

SegmentClip read_bvh_clip(
    const std::filesystem::path& file, const BvhOptions& options, const Character& body)
{
    const BvhClip clip = parse_bvh(read_input_file(file, kMostTable), file.string());
    return Skeleton(clip, body, options, file.string()).told();
}

}  // namespace gambol::io
