// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/motion/motion.hpp"

#include <Eigen/Geometry>

#include <filesystem>
#include <optional>
#include <string>

namespace gambol::io {

constexpr double kLoadedShare
    = 0.02;  // of the owner's weight: a contact that carries less is not shown

/// How a motion leaves for another program. Where nothing is said, a format's own custom holds:
/// glTF y up and metres, BVH y up and centimetres, CSV z up and metres.
struct ExportOptions {
    double fps = 0;  // 0: as stored
    std::optional<char> up = std::nullopt;  // 'y' or 'z'
    std::optional<double> scale = std::nullopt;  // file units per metre: 1 or 100
};

/// Turns our z up into the asked-for axis: (x, y, z) → (x, z, −y) for y up.
[[nodiscard]] Eigen::Matrix3d up_rotation(char up);

/// The motion at the asked-for rate, without cloth: that is large, and whoever writes it takes it
/// from the motion as stored.
[[nodiscard]] Motion at_export_rate(const Motion& motion, const ExportOptions& options);

/// Throws InputError when the file cannot be written.
void write_export(const std::filesystem::path& file, const std::string& bytes);

}  // namespace gambol::io
