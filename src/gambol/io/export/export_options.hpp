// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/motion/motion.hpp"
#include "gambol/motion/run_report.hpp"

#include <Eigen/Geometry>

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace gambol::io {

constexpr double kLoadedShare
    = 0.02;  // of the owner's weight: a contact that carries less is not shown

/// How a motion leaves for another program. Where nothing is said, a format's own custom holds:
/// glTF y up and metres, BVH y up and centimetres, CSV z up and metres.
struct ExportOptions {
    double fps = 0;  // 0: as stored
    std::optional<char> up = std::nullopt;  // 'y' or 'z'
    std::optional<double> scale = std::nullopt;  // file units per metre: 1 or 100
    bool strain = false;  // pictures: cloth shows its stretch instead of its dye
    std::function<void(int frame, int frames)> on_frame = {};  // films: progress; may be empty
};

/// What an export leaves behind.
struct Exported {
    std::vector<std::filesystem::path> files;
    std::vector<RunWarning> notes = {};  // what of the motion the format cannot hold
};

/// Turns our z up into the asked-for axis: (x, y, z) → (x, z, −y) for y up.
[[nodiscard]] Eigen::Matrix3d up_rotation(char up);

/// The motion at the asked-for rate, without cloth: that is large, and whoever writes it takes it
/// from the motion as stored.
[[nodiscard]] Motion at_export_rate(const Motion& motion, const ExportOptions& options);

/// Throws InputError when the file cannot be written, as every export does.
void write_export(const std::filesystem::path& file, const std::string& bytes);

}  // namespace gambol::io
