// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/motion/motion.hpp"
#include "gambol/motion/run_report.hpp"

#include <Eigen/Geometry>

#include <array>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace gambol::io {

constexpr double kLoadedShare
    = 0.02;  // of the owner's weight: a contact that carries less is not shown

/// How a character leaves in GLB: as one skinned mesh on an armature, or as a node with its own
/// shapes for every body.
enum class RigKind { skin, nodes };

/// The pose in which all joints of a skeleton stand at zero: as the character was described, with
/// arms out to the sides, or with arms half-way down.
enum class RestPose { zero, t, a };

/// How a motion leaves for another program. Where nothing is said, a format's own custom holds:
/// glTF y up and metres, BVH y up and centimetres, CSV z up and metres.
struct ExportOptions {
    double fps = 0;  // 0: as stored
    std::optional<char> up = std::nullopt;  // 'y' or 'z'
    std::optional<double> scale = std::nullopt;  // file units per metre: 1 or 100
    RigKind rig = RigKind::skin;  // glb
    RestPose rest = RestPose::zero;  // glb with a skin, bvh
    std::optional<std::array<int, 2>> size = std::nullopt;  // films: width and height, pixels
    bool strain = false;  // pictures: cloth shows its stretch instead of its dye
    const AuditReport* audit = nullptr;  // html: what is known of it; else the motion is audited
    std::function<void(int frame, int frames)> on_frame = {};  // films: progress; may be empty
};

/// What an export leaves behind.
struct Exported {
    std::vector<std::filesystem::path> files;
    std::vector<RunWarning> notes = {};  // what of the motion the format cannot hold
};

/// Turns our z up into the asked-for axis: (x, y, z) → (x, z, −y) for y up.
[[nodiscard]] Eigen::Matrix3d up_rotation(char up);

/// Width and height from "1280x720". Throws InputError for anything else, and for sizes that no
/// film has.
[[nodiscard]] std::array<int, 2> picture_size(const std::string& text);

/// The motion at the asked-for rate, without cloth: that is large, and whoever writes it takes it
/// from the motion as stored.
[[nodiscard]] Motion at_export_rate(const Motion& motion, const ExportOptions& options);

/// Throws InputError with the reason when the file cannot be written, as every export does; then
/// the old one, if there was any, is still there.
void write_export(const std::filesystem::path& file, const std::string& bytes);

}  // namespace gambol::io
