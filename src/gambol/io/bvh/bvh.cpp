// SPDX-License-Identifier: MIT
#include "gambol/io/bvh/bvh.hpp"

#include "gambol/io/export/rig.hpp"
#include "gambol/io/file/output_file.hpp"
#include "gambol/motion/resample.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace gambol::io {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;

constexpr double kDegrees = 180 / std::numbers::pi;
constexpr double kLonelyFrame = 1.0 / 60;  // s, of a clip that has but one

/// Angles of R = Rz(z) Rx(x) Ry(y), in degrees; of the two solutions the one nearer to `last`.
Vector3d euler_zxy(const Matrix3d& R, const Vector3d& last)
{
    const double x = std::asin(std::clamp(R(2, 1), -1.0, 1.0));
    double z = std::atan2(-R(0, 1), R(1, 1));
    double y = std::atan2(-R(2, 0), R(2, 2));
    if (std::abs(R(2, 1)) > 1 - 1e-12) {
        // Only z ± y is known when x is a right angle: keep y as it was.
        y = last[2] / kDegrees;
        z = std::atan2(R(1, 0), R(0, 0)) - (R(2, 1) > 0 ? y : -y);
    }
    constexpr double pi = std::numbers::pi;
    Vector3d best = Vector3d::Zero();
    double best_distance = std::numeric_limits<double>::infinity();
    for (const Vector3d& solution : { Vector3d(z, x, y), Vector3d(z + pi, pi - x, y + pi) }) {
        Vector3d near = solution * kDegrees;
        for (int i = 0; i < 3; ++i)
            near[i] += 360 * std::round((last[i] - near[i]) / 360);
        if (const double distance = (near - last).norm(); distance < best_distance) {
            best_distance = distance;
            best = near;
        }
    }
    return best;
}

std::string without_spaces(std::string name)
{
    std::replace_if(
        name.begin(), name.end(), [](unsigned char c) { return std::isspace(c) != 0; }, '_');
    return name;
}

class BvhWriter {
public:
    BvhWriter(const Motion& motion, const MotionCharacter& character, const ExportOptions& options)
        : motion_(motion)
        , character_(character)
        , up_(up_rotation(options.up.value_or('y')))
        , scale_(options.scale.value_or(100))
        , rest_(rest_rotations(character, options.rest))
        , children_(character.bodies.size())
    {
        for (int i = 1; i < static_cast<int>(character.bodies.size()); ++i)
            children_[static_cast<std::size_t>(parent(i))].push_back(i);
    }

    std::string write()
    {
        text_ = "HIERARCHY\n";
        write_joint(0, 0);
        const std::size_t frames = motion_.times.size();
        text_ += fmt::format("MOTION\nFrames: {}\nFrame Time: {:.9g}\n", frames,
            motion_.times.size() > 1 ? 1 / sample_rate(motion_) : kLonelyFrame);
        last_angles_.assign(character_.bodies.size(), Vector3d::Zero());
        for (std::size_t k = 0; k < frames; ++k) {
            std::string row;
            for (const int body : order_)
                write_channels(body, k, row);
            row.back() = '\n';
            text_ += row;
        }
        return std::move(text_);
    }

private:
    /// BVH knows one root: any further one hangs on the first and moves freely there.
    [[nodiscard]] int parent(int body) const
    {
        return body == 0 ? -1
                         : std::max(character_.bodies[static_cast<std::size_t>(body)].parent, 0);
    }
    [[nodiscard]] bool floats(int body) const
    {
        return character_.bodies[static_cast<std::size_t>(body)].parent < 0;
    }

    /// From the rest pose, in which a BVH's angles are all zero.
    [[nodiscard]] Matrix3d rotation(int body, std::size_t k) const
    {
        const auto i = static_cast<std::size_t>(body);
        return (character_.rotations[k][i].normalized() * rest_[i].conjugate()).toRotationMatrix();
    }
    [[nodiscard]] const Vector3d& position(int body, std::size_t k) const
    {
        return character_.positions[k][static_cast<std::size_t>(body)];
    }
    [[nodiscard]] Vector3d place_in_parent(int body, std::size_t k) const
    {
        return rotation(parent(body), k).transpose()
            * (position(body, k) - position(parent(body), k));
    }

    [[nodiscard]] Vector3d offset(int body) const
    {
        if (floats(body))
            return Vector3d::Zero();
        return rest_[static_cast<std::size_t>(parent(body))]
            * joint_offset(character_, static_cast<std::size_t>(body));
    }

    void write_offset(const Vector3d& value, const std::string& indent)
    {
        const Vector3d turned = scale_ * (up_ * value);
        text_ += fmt::format(
            "{}OFFSET {:.6f} {:.6f} {:.6f}\n", indent, turned.x(), turned.y(), turned.z());
    }

    void write_joint(int body, int depth)
    {
        order_.push_back(body);
        const MotionBody& description = character_.bodies[static_cast<std::size_t>(body)];
        const std::string indent(static_cast<std::size_t>(2 * depth), ' ');
        text_ += fmt::format("{}{} {}\n{}{{\n", indent, depth == 0 ? "ROOT" : "JOINT",
            without_spaces(description.name), indent);
        write_offset(offset(body), indent + "  ");
        text_ += indent + "  "
            + (floats(body)
                    ? "CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation\n"
                    : "CHANNELS 3 Zrotation Xrotation Yrotation\n");
        for (const int child : children_[static_cast<std::size_t>(body)])
            write_joint(child, depth + 1);
        if (children_[static_cast<std::size_t>(body)].empty()) {
            text_ += indent + "  End Site\n" + indent + "  {\n";
            write_offset(
                rest_[static_cast<std::size_t>(body)] * far_end(description), indent + "    ");
            text_ += indent + "  }\n";
        }
        text_ += indent + "}\n";
    }

    void write_channels(int body, std::size_t k, std::string& row)
    {
        if (floats(body)) {
            const Vector3d place
                = scale_ * (up_ * (body == 0 ? position(0, k) : place_in_parent(body, k)));
            row += fmt::format("{:.6f} {:.6f} {:.6f} ", place.x(), place.y(), place.z());
        }
        const Matrix3d relative = body == 0
            ? rotation(0, k)
            : Matrix3d(rotation(parent(body), k).transpose() * rotation(body, k));
        Vector3d& angles = last_angles_[static_cast<std::size_t>(body)];
        angles = euler_zxy(up_ * relative * up_.transpose(), angles);
        row += fmt::format("{:.6f} {:.6f} {:.6f} ", angles[0], angles[1], angles[2]);
    }

    const Motion& motion_;
    const MotionCharacter& character_;
    Matrix3d up_;
    double scale_;
    std::vector<Eigen::Quaterniond> rest_;  // [body]
    std::vector<std::vector<int>> children_;
    std::vector<int> order_;  // bodies in the order of the hierarchy
    std::vector<Vector3d> last_angles_;
    std::string text_;
};

}  // namespace

std::string character_to_bvh(const Motion& stored, int character, const ExportOptions& options)
{
    Motion motion = at_export_rate(stored, options);
    if (motion.times.size() > 1 && !is_evenly_sampled(motion))
        motion = resample(motion, sample_rate(motion));
    return BvhWriter(motion, motion.characters[static_cast<std::size_t>(character)], options)
        .write();
}

Exported write_bvh(
    const Motion& motion, const std::filesystem::path& file, const ExportOptions& options)
{
    Exported exported;
    for (std::size_t i = 0; i < motion.characters.size(); ++i) {
        std::filesystem::path target = file;
        if (motion.characters.size() > 1)
            target.replace_filename(file.stem().string() + "-"
                + in_file_name(motion.characters[i].name, i) + file.extension().string());
        write_export(target, character_to_bvh(motion, static_cast<int>(i), options));
        exported.files.push_back(target);
    }
    return exported;
}

}  // namespace gambol::io
