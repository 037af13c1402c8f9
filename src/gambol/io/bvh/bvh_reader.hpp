// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Geometry>

#include <string>
#include <vector>

namespace gambol::io {

/// A Biovision hierarchy as written: any order of rotations, offsets and channels per joint.
struct BvhClip {
    struct Joint {
        std::string name;  // "End Site" for the ends
        int parent = -1;
        Eigen::Vector3d offset = Eigen::Vector3d::Zero();
        std::vector<std::string> channels;  // Xposition … Zrotation, in the order of the file
        int line = 0;  // of its name
    };
    std::vector<Joint> joints;
    double frame_time = 0;  // s
    std::vector<std::vector<double>> frames;  // one number per channel; degrees

    /// Frames of all joints in the axes and units of the file.
    [[nodiscard]] std::vector<Eigen::Isometry3d> pose(std::size_t frame) const;
};

/// Throws InputError with file and line.
[[nodiscard]] BvhClip parse_bvh(const std::string& text, const std::string& file);

}  // namespace gambol::io
