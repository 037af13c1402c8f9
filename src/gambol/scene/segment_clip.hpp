// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Geometry>

#include <vector>

namespace gambol {

/// A recorded clip told segment by segment of a scene's character: where each should be. It does
/// not know joint angles yet, and nothing makes its segments meet in their joints.
struct SegmentClip {
    struct Aim {
        Eigen::Vector3d place = Eigen::Vector3d::Zero();  // of the segment's joint; m, world
        Eigen::Matrix3d turn = Eigen::Matrix3d::Identity();  // segment to world
    };
    struct Segment {
        bool known = false;  // the clip has a joint for it
        bool turned = false;  // and tells its turn
    };
    std::vector<Segment> segments;  // as Character::segments
    double frame_time = 0;  // s
    std::vector<std::vector<Aim>> frames;  // [T][segment]
    Aim root;  // where the skeleton begins: what a fit of the first frame starts from
    /// Made with the model itself: followed in its own size, where it is. Any other one has been
    /// scaled to the limbs of the model; where its trunk's joints are says little, and it stands on
    /// no certain floor.
    bool own = false;
};

}  // namespace gambol
