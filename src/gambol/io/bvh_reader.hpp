// SPDX-License-Identifier: MIT
#pragma once

#include "gambol/scene/scene.hpp"

#include <Eigen/Geometry>

#include <filesystem>
#include <string>
#include <vector>

namespace gambol {

/// A Biovision hierarchy as written: any order of rotations, offsets and channels per joint.
struct BvhClip {
    struct Joint {
        std::string name;  // "End Site" for the ends
        int parent = -1;
        Eigen::Vector3d offset = Eigen::Vector3d::Zero();
        std::vector<std::string> channels;  // Xposition … Zrotation, in the order of the file
    };
    std::vector<Joint> joints;
    double frame_time = 0;  // s
    std::vector<std::vector<double>> frames;  // one number per channel; degrees

    /// Frames of all joints in the axes and units of the file.
    [[nodiscard]] std::vector<Eigen::Isometry3d> pose(std::size_t frame) const;
};

/// Throws InputError with file and line.
[[nodiscard]] BvhClip parse_bvh(const std::string& text, const std::string& file);

struct BvhOptions {
    double scale = 0.01;  // m per unit
    char up = 'y';  // y or z
};

/// The clip in the joints of the scene's character. Joints are found by name: that of a segment, or
/// one of those in common use (Hips, LeftUpLeg, …). A skeleton with all segments of the model, as
/// gambol exports it, is followed with the turns of its joints; any other one by where its joints
/// are, with its limbs scaled to those of the model. Soles that are near a surface and slow stand
/// on it.
[[nodiscard]] Reference read_bvh_reference(
    const std::filesystem::path& file, const BvhOptions&, const Scene& scene);

}  // namespace gambol
