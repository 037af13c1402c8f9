// SPDX-License-Identifier: MIT
#include "gambol/io/bvh/bvh_reference.hpp"

#include "gambol/dynamics/pose_fit.hpp"
#include "gambol/geometry/nearest.hpp"
#include "gambol/io/bvh/bvh_names.hpp"
#include "gambol/io/export/export_options.hpp"
#include "gambol/io/input_error.hpp"
#include "gambol/io/yaml/yaml_node.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace gambol::io {

namespace {

using Eigen::Isometry3d;
using Eigen::Matrix3d;
using Eigen::Vector3d;

constexpr double kAxisPoint = 0.15;  // m: how much the turn of a segment counts beside its place
constexpr double kTurnWeight = 0.3;
constexpr double kTrunkWeight = 0.1;  // of places that are elsewhere in every skeleton
constexpr double kTouch = 0.03;  // m: how exactly clips know where the floor is
constexpr double kSlow = 0.3;  // m/s
constexpr double kOffFloor = 0.2;  // m: how far a whole clip may be, to be put on the floor
constexpr double kUpright = 0.8;  // cosine
constexpr double kStay = 1e-3;  // m²/rad²

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

    [[nodiscard]] bool own() const { return own_; }

    /// Where every segment that was found should be, with its turn where the rest pose tells.
    [[nodiscard]] std::vector<dynamics::PointTarget> targets(std::size_t frame) const
    {
        std::vector<dynamics::PointTarget> targets;
        const std::vector<Isometry3d> pose = clip_.pose(frame);
        for (std::size_t i = 0; i < joints_.size(); ++i) {
            if (joints_[i] < 0)
                continue;
            const Vector3d place = ratio_ * (axes_ * pose[at(i)].translation());
            const bool trunk = !own_ && children(i) > 1;
            targets.push_back(
                { static_cast<int>(i), Vector3d::Zero(), place, trunk ? kTrunkWeight : 1 });
            if (turners_[i] < 0)
                continue;
            const Matrix3d turn = turn_of(pose, i);
            for (int axis = 0; axis < 3; ++axis) {
                const Vector3d point = kAxisPoint * Vector3d::Unit(axis);
                targets.push_back({ static_cast<int>(i), point, place + turn * point,
                    trunk ? kTrunkWeight * kTurnWeight : kTurnWeight });
                // A place of little weight must not pull through the points around it.
                if (trunk)
                    targets.push_back({ static_cast<int>(i), -point, place - turn * point,
                        kTrunkWeight * kTurnWeight });
            }
        }
        return targets;
    }

    /// A pose to begin the fit with.
    [[nodiscard]] Pose begin(Pose pose) const
    {
        const std::vector<Isometry3d> first = clip_.pose(0);
        const std::size_t root = joints_[0] < 0 ? 0 : at(0);
        pose.root_position = ratio_ * (axes_ * first[root].translation());
        pose.root_rotation = joints_[0] >= 0 && turners_[0] >= 0
            ? Eigen::Quaterniond(turn_of(first, 0))
            : Eigen::Quaterniond(axes_ * first[root].linear() * axes_.transpose());
        return pose;
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
            const auto is_it = [&](const Segment& s) { return s.name == segment; };
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

/// Moves a clip up or down so that the lowest patch is on a surface in a tenth of the frames, and
/// below only in those: other skeletons have other ankles and thicker soles.
void put_on_floor(const Character& body, const std::vector<Surface>& surfaces,
    std::vector<std::vector<SegmentFrame>>& frames, Reference& reference)
{
    std::vector<double> lowest;
    for (const std::vector<SegmentFrame>& all : frames) {
        double least = std::numeric_limits<double>::infinity();
        for (const Patch& patch : body.patches)
            for (const Surface& surface : surfaces) {
                const SegmentFrame& frame = all[static_cast<std::size_t>(patch.segment)];
                least = std::min(least,
                    nearest_surface_point(
                        surface.shape, frame.position + frame.rotation * patch.center)
                        .distance);
            }
        lowest.push_back(least);
    }
    const auto tenth = lowest.begin() + static_cast<std::ptrdiff_t>(lowest.size() / 10);
    std::nth_element(lowest.begin(), tenth, lowest.end());
    if (!(std::abs(*tenth) < kOffFloor))
        return;
    for (std::size_t t = 0; t < frames.size(); ++t) {
        reference.poses[t].root_position.z() -= *tenth;
        for (SegmentFrame& frame : frames[t])
            frame.position.z() -= *tenth;
    }
}

}  // namespace

Reference read_bvh_reference(
    const std::filesystem::path& file, const BvhOptions& options, const Scene& scene)
{
    const BvhClip clip = parse_bvh(read_text_file(file.string()), file.string());
    const Character& body = scene.characters.front().body;
    const Skeleton skeleton(clip, body, options, file.string());
    Reference reference;
    reference.touch = kTouch;
    dynamics::PoseFit fit(body, kStay);
    std::vector<std::vector<SegmentFrame>> frames;
    Pose from = skeleton.begin(place(body, body.poses.at("standing"), Eigen::Vector2d::Zero(), 0));
    for (int i = 0; i < 3; ++i)  // each fit stays near where it begins
        from = fit.fit(from, skeleton.targets(0));
    for (std::size_t t = 0; t < clip.frames.size(); ++t) {
        from = fit.fit(from, skeleton.targets(t));
        reference.times.push_back(static_cast<double>(t) * clip.frame_time);
        reference.poses.push_back(from);
        frames.push_back(forward_kinematics(body, from));
    }
    if (!skeleton.own())
        put_on_floor(body, scene.surfaces, frames, reference);
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

}  // namespace gambol::io
